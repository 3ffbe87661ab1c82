"""What the gate says of a call; only `core/policy` makes one."""

from dataclasses import dataclass
from typing import Literal

from bot.core.terms import AskSpec


@dataclass(frozen=True, slots=True)
class Allow:
    """The call runs without asking; `grant` or `plan` is the request whose yes still holds, if one
    does.
    """

    rule: str
    grant: str = ""
    plan: str = ""
    kind: Literal["allow"] = "allow"


@dataclass(frozen=True, slots=True)
class Ask:
    """People are asked; of the spec's next tiers the first `tier` at once.

    Of a plan `each` holds the terms of every step that needs a yes.
    """

    spec: AskSpec
    tier: int = 0
    each: tuple[AskSpec, ...] = ()
    kind: Literal["ask"] = "ask"


@dataclass(frozen=True, slots=True)
class Refuse:
    """The call isn't run; `reason` is told to the model and, where it matters, to people.

    `limit`: the run has asked too often. `nobody`: people were to be asked, and nobody can be.
    """

    reason: str
    rule: str = ""
    limit: bool = False
    nobody: bool = False
    kind: Literal["refuse"] = "refuse"

    @property
    def told(self) -> bool:
        """Whether the requester hears of it from us, whatever the model says."""
        return self.limit or self.nobody


Verdict = Allow | Ask | Refuse
