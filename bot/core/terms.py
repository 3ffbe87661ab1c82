"""On which terms people are asked: who may say yes, how many, where, until when."""

from dataclasses import dataclass
from typing import Literal

Risk = Literal["read", "low", "medium", "high", "critical"]
RISKS: tuple[Risk, ...] = ("read", "low", "medium", "high", "critical")
MINUTE = 60
HOUR = 60 * MINUTE
DAY = 24 * HOUR
MAX_DEADLINE_S = 7 * DAY
MAX_GRANT_S = DAY  # a yes for longer is a change of the policy


@dataclass(frozen=True, slots=True)
class Approvers:
    """Who may say yes; several kinds join. `anyone` means anyone linked; empty means nobody.

    `groups` are Slack user groups (S…), `channels` the members of Slack channels (C…), `schedules`
    whoever is on call by a rota of the config. Of all three only linked people count. `requester`
    is whoever asked for the task: they answer questions, and approve nothing by it.
    """

    roles: tuple[str, ...] = ()
    people: tuple[str, ...] = ()
    anyone: bool = False
    groups: tuple[str, ...] = ()
    channels: tuple[str, ...] = ()
    schedules: tuple[str, ...] = ()
    requester: bool = False

    @property
    def empty(self) -> bool:
        """Whether nobody could ever answer."""
        return not (self.anyone or self.roles or self.people or self.live)

    @property
    def live(self) -> tuple[str, ...]:
        """The sets whose members have to be looked up: `group:S…`, `channel:C…`, `schedule:…`."""
        return (
            *(f"group:{name}" for name in self.groups),
            *(f"channel:{name}" for name in self.channels),
            *(f"schedule:{name}" for name in self.schedules),
        )


@dataclass(frozen=True, slots=True)
class NextTier:
    """From `after_s` after the question on these may decide too."""

    after_s: int
    approvers: Approvers


@dataclass(frozen=True, slots=True)
class AskSpec:
    """What a request needs: kept with the request, so that a later policy can't loosen it.

    Of `count` people `owners` must have the role owner. `route` is the channel that the card goes
    to, "" for the thread; `ops` the one that takes it where the thread can't. `next` are those who
    may decide too, later on. `veto` may only say no; `breakglass` may do without a yes. With
    `grants` a yes may be given for `grant_s`, as one to a plan always is. `sensitive` arguments are
    shown to nobody. `data` are the kinds of data that the call is about, in an admin's words,
    `called` the names of people whom these sets name by their id.
    """

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
    owners: int = 0
    route: str = ""
    ops: str = ""
    next: tuple[NextTier, ...] = ()
    veto: Approvers | None = None
    breakglass: Approvers | None = None
    grants: bool = False
    grant_s: int = HOUR
    sensitive: tuple[str, ...] = ()
    data: tuple[str, ...] = ()
    called: tuple[tuple[str, str], ...] = ()

    @property
    def reasoned(self) -> bool:
        """Whether a yes needs a reason: from high risk on, unless the rule says otherwise."""
        if self.reason_required is None:
            return self.risk in ("high", "critical")
        return self.reason_required

    def sets(self, tier: int) -> tuple[Approvers, ...]:
        """Who may say yes once that many of the next tiers have been asked."""
        return (self.approvers, *(step.approvers for step in self.next[:tier]))

    @property
    def live(self) -> tuple[str, ...]:
        """Every set of these terms whose members have to be looked up."""
        groups = [*self.sets(len(self.next)), self.veto, self.breakglass]
        return tuple({name: None for group in groups if group for name in group.live})


def in_set(
    approvers: Approvers, person: str, roles: tuple[str, ...], sets: tuple[str, ...] = ()
) -> bool:
    """Whether a linked person is in a set; `sets` are the live ones that they are known to be in.

    A set that couldn't be read has nobody in it.
    """
    if approvers.anyone:
        return True
    if person in approvers.people:
        return True
    if any(name in sets for name in approvers.live):
        return True
    return any(role in approvers.roles for role in roles)
