"""The policy as it stands in memory: rules in order, and the people that they name."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from bot.core.ids import Who
from bot.core.matchers import Argument
from bot.core.rota import Schedule
from bot.core.terms import DAY, HOUR, Approvers, Risk, in_set
from bot.core.usual import Usual

Live = Mapping[str, frozenset[str]]  # a live set (Approvers.live) → the `Who.key`s of its members


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule; a field left None takes the risk tier's default.

    It speaks of calls of its tools and risks whose arguments are as `args` says and of which
    `when`, a condition in CEL, is true. What isn't `usual` is named on the card, and so is which
    kinds of `data` a call is about.
    """

    name: str
    tools: tuple[str, ...]
    verdict: Literal["allow", "ask", "refuse", "by_risk"]
    reason: str = ""
    because: str = ""
    risks: tuple[Risk, ...] = ()
    approvers: Approvers | None = None
    count: int | None = None
    exclude_requester: bool | None = None
    deadline_s: int | None = None
    reminders_s: tuple[int, ...] | None = None
    args: tuple[Argument, ...] = ()
    when: str = ""
    reason_required: bool | None = None
    owners: int | None = None
    route: str | None = None
    next: tuple[tuple[int | None, Approvers], ...] = ()
    veto: Approvers | None = None
    breakglass: Approvers | None = None
    grants: bool | None = None
    grant_s: int | None = None
    step_up: Literal["on", "off"] = "on"
    sensitive: tuple[str, ...] = ()
    usual: tuple[Usual, ...] = ()
    data: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Person:
    """A linked identity."""

    id: str
    name: str
    team: str
    user: str
    roles: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Questions:
    """How the agent may ask people: not at all unless `asked`, and for an answer `within_s`.

    `over` is what the model gets when it has asked often enough.
    """

    asked: bool = True
    within_s: int = DAY
    reminders_s: tuple[int, ...] = (HOUR,)
    over: str = (
        "you have asked as many questions as one task may. Go on with what you know, and say in "
        "your answer what is missing"
    )


@dataclass(frozen=True, slots=True)
class Policy:
    """Rules in order and the people that they name. `version` is the content's hash.

    Without `human_in_the_loop` nobody is asked: what would be is refused. `tool_approval` all asks
    about every call, too. `feedback_on_rejection`: who says no is asked why. The first of
    `ops_channels` takes what its risk routes and what a thread can't show. `schedules` say who is
    on call. With `plans` several calls may be approved at once, for `plan_s`. `questions` are those
    of the agent itself.
    """

    rules: tuple[Rule, ...]
    people: tuple[Person, ...]
    version: str
    number: int = 0
    human_in_the_loop: bool = True
    tool_approval: Literal["by_policy", "all"] = "by_policy"
    feedback_on_rejection: bool = True
    ops_channels: tuple[str, ...] = ()
    schedules: tuple[Schedule, ...] = ()
    plans: bool = False
    plan_s: int = HOUR
    questions: Questions = Questions()

    def schedule(self, name: str) -> Schedule | None:
        """The schedule of that name."""
        return next((one for one in self.schedules if one.name == name), None)

    def person(self, who: Who) -> Person | None:
        """The one person linked to a Slack user; none or several is nobody."""
        found = [p for p in self.people if p.team == who.team and p.user == who.user]
        return found[0] if len(found) == 1 else None

    def members(self, approvers: Approvers, live: Live | None = None) -> tuple[Person, ...]:
        """Everyone linked who is in the set; `live` holds the members of sets that were read."""
        live = live or {}
        return tuple(
            p for p in self.people if in_set(approvers, p.id, p.roles, _sets(p, approvers, live))
        )


def _sets(person: Person, approvers: Approvers, live: Live) -> tuple[str, ...]:
    key = Who(person.team, person.user).key
    return tuple(name for name in approvers.live if key in live.get(name, ()))
