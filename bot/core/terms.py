"""On which terms people are asked: who may say yes, how many, until when."""

from dataclasses import dataclass
from typing import Literal

Risk = Literal["read", "low", "medium", "high", "critical"]
MINUTE = 60
MAX_DEADLINE_S = 7 * 24 * 3600


@dataclass(frozen=True, slots=True)
class Approvers:
    """Who may say yes. `anyone` means anyone linked; empty otherwise means nobody."""

    roles: tuple[str, ...] = ()
    people: tuple[str, ...] = ()
    anyone: bool = False

    @property
    def empty(self) -> bool:
        """Whether nobody could ever answer."""
        return not (self.anyone or self.roles or self.people)


@dataclass(frozen=True, slots=True)
class AskSpec:
    """What a request needs: kept with the request, so that a later policy can't loosen it."""

    rule: str
    because: str
    risk: Risk
    approvers: Approvers
    count: int = 1
    exclude_requester: bool = True
    deadline_s: int = 60 * MINUTE
    reminders_s: tuple[int, ...] = ()
    reason_required: bool | None = None
    feedback: bool = True

    @property
    def reasoned(self) -> bool:
        """Whether a yes needs a reason: from high risk on, unless the rule says otherwise."""
        if self.reason_required is None:
            return self.risk in ("high", "critical")
        return self.reason_required


def in_set(approvers: Approvers, person: str, roles: tuple[str, ...]) -> bool:
    """Whether a linked person is in a set."""
    if approvers.anyone:
        return True
    if person in approvers.people:
        return True
    return any(role in approvers.roles for role in roles)
