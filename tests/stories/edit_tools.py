"""Tools whose arguments are more than a few texts, for stories about edits."""

import json
from typing import Annotated, Literal

from pydantic import BaseModel, Field

from bot.tools.python import tool

DEPLOYED: list[dict[str, object]] = []  # what `deploy` was called with
KEPT: list[dict[str, str]] = []  # what `configure` was called with


class Limits(BaseModel):
    """What a service may use."""

    cpu: Annotated[float, Field(gt=0, le=8, description="Cores.")]
    memory: Annotated[int, Field(ge=64, description="In MB.")] = 256


class Server(BaseModel):
    """Where it runs."""

    name: Annotated[str, Field(min_length=2)]
    pods: Annotated[int, Field(ge=1, le=20)]


class Now(BaseModel):
    """At once."""

    kind: Literal["now"]


class Later(BaseModel):
    """At another time."""

    kind: Literal["later"]
    minutes: Annotated[int, Field(ge=5)]


When = Annotated[Now | Later, Field(discriminator="kind")]


@tool(risk="medium", title="deploy {service}")
def deploy(service: str, limits: Limits, servers: list[Server], when: When) -> str:
    """Deploy a service."""
    found: dict[str, object] = {
        "service": service,
        "limits": limits.model_dump(),
        "servers": [one.model_dump() for one in servers],
        "when": when.model_dump(),
    }
    DEPLOYED.append(found)
    return f"deployed {json.dumps(found)}"


@tool(risk="medium", title="configure {name}")
def configure(name: str, settings: dict[str, str], note: str = "") -> str:
    """Set a service's settings."""
    KEPT.append({**settings, "note": note})
    return f"configured {name}"
