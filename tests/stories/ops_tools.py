"""Tools of every risk for stories: they keep what was done in this process, and touch nothing."""

import asyncio
from typing import Annotated

from pydantic import Field

from bot.tools.python import tool

Service = Annotated[str, Field(description="The service's name.", max_length=60)]
Count = Annotated[int, Field(description="How many pods.", ge=0, le=100)]

_Marked = Field(json_schema_extra={"x-sensitive": True})
Key = Annotated[str, Field(description="The key.", min_length=8, max_length=200), _Marked]
Pin = Annotated[int, Field(description="A PIN.", ge=1), _Marked]

DONE: list[str] = []  # what ran, in order
GIVEN: list[tuple[str, str, int]] = []  # the keys that a tool was given
BROKEN: set[str] = set()  # services that don't come up again
GATES = [asyncio.Event()]  # a slow tool waits for the one; each story has its own


def reset() -> None:
    """As if nothing had run."""
    DONE.clear()
    GIVEN.clear()
    BROKEN.clear()
    GATES[:] = [asyncio.Event()]


@tool(risk="read", title="look at {service}")
def look(service: Service) -> str:
    """Look at a service."""
    return f"{service} is up"


@tool(risk="low", title="note {service}")
def note(service: Service) -> str:
    """Write a service's name down."""
    DONE.append(f"note {service}")
    return f"noted {service}"


@tool(risk="medium", title="restart {service}", target="prod / {service}", preview="Restarts it")
def restart(service: Service) -> str:
    """Restart a service."""
    if service in BROKEN:
        raise ValueError(f"{service} doesn't come up")
    DONE.append(f"restart {service}")
    return f"restarted {service}"


@tool(risk="high", title="scale {service} to {count}", target="prod / {service}")
def scale(service: Service, count: Count) -> str:
    """Set how many pods a service has."""
    DONE.append(f"scale {service} {count}")
    return f"scaled {service} to {count}"


@tool(risk="critical", title="erase {service}", target="prod / {service}")
def erase(service: Service) -> str:
    """Delete a service's data."""
    DONE.append(f"erase {service}")
    return f"erased {service}"


@tool(risk="medium", title="rotate the key of {service}")
def rotate(service: Service, key: Key, pin: Pin = 1) -> str:
    """Give a service another key."""
    GIVEN.append((service, key, pin))
    return f"{service} has the key {key} and the PIN {pin}"


@tool(risk="medium", title="drain {service}")
async def drain(service: Service) -> str:
    """Take a service out of traffic, which takes a while."""
    DONE.append(f"drain {service}")
    await GATES[0].wait()
    DONE.append(f"drained {service}")
    return f"drained {service}"
