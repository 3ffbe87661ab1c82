"""A thread's switches: kinds of calls that people have switched off there (PRODUCT.md 1)."""

from dataclasses import dataclass
from typing import Literal

from bot.core.ids import Who
from bot.core.terms import Risk
from bot.core.verdicts import Refuse

Switch = Literal["data", "config", "writes"]
SWITCHES: tuple[Switch, ...] = ("data", "config", "writes")
_NAMED: dict[str, Switch] = {switch: switch for switch in SWITCHES}


@dataclass(frozen=True, slots=True)
class Off:
    """A switch that is off: since `at`, by whom (None: nobody knows).

    `asked_at` is when it was last asked to turn it on, 0 for never. All times are ms.
    """

    switch: Switch
    by: Who | None
    at: int
    asked_at: int = 0


def refusal(off: tuple[Switch, ...], risk: Risk, shares: str | None) -> Refuse | None:
    """Why the switches of its thread don't let a call go; None if they do.

    Whatever isn't only read is a write.
    """
    for switch in off:
        if shares == switch or (switch == "writes" and risk != "read"):
            return Refuse(reason(switch), rule_of(switch))
    return None


def named(text: str) -> Switch | None:
    """The switch of that name."""
    return _NAMED.get(text)


def reason(switch: Switch) -> str:
    """Told to the model and on the card."""
    are, them = ("are", "them") if switch == "writes" else ("is", "it")
    return (
        f"{switch} {are} switched off in this thread; @signoff {switch} on asks to turn {them} on"
    )


def rule_of(switch: Switch) -> str:
    """What stands where else a rule is named."""
    return f"{switch} off"


def is_switch(verdict: Refuse) -> bool:
    """Whether a switch refuses, and not the policy."""
    return any(verdict.reason == reason(switch) for switch in SWITCHES)
