"""On the record: what was allowed for a while, what went under it, and who looked afterwards."""

from dataclasses import replace
from typing import Any

from bot.core.effects import RunTool
from bot.core.events import Entry, Event, Ticked
from bot.core.run import advance
from bot.core.state import Run
from bot.core.terms import Approvers
from bot.core.verdicts import Allow, Ask
from bot.engine.audit import facts
from tests.core import world
from tests.core.world import BEN, CHI, DEE, SPEC, T0, checked, click, decide, fold, judged

HOUR = 3600 * 1000
ASK = Ask(replace(SPEC, grants=True, breakglass=Approvers(people=("udee",))))
EVERY = ("at", "run", "number", "request", "a_number", "call", "roles")


def _recorded(run: Run, event: Event, at: int = T0) -> list[dict[str, Any]]:
    """What an event puts on the record, without what every line has."""
    entry = Entry(at, event)
    found = facts(run, advance(run, entry), entry)
    return [{k: v for k, v in one.items() if k not in EVERY} for one in found]


def test_a_yes_for_a_while_is_on_record_with_its_end() -> None:
    """It allows more than the one call, and by what right."""
    run, request = world.waiting(ASK)
    made = click("grant", request.id)
    found = _recorded(fold(run, made), checked(made, ASK))
    until = {"until": T0 + HOUR, "digest": request.digest}
    assert {"what": "allowed for a while", "by": "UBEN", **until} in found


def test_what_goes_under_it_is_on_record_with_it() -> None:
    """Not as what policy lets go without asking."""
    run, request = world.waiting(ASK)
    run = decide(run, click("grant", request.id), ASK)
    run = world.turn(fold(run, world.began("a", RunTool("c1")), world.done("a", "c1")),
                     world.replied("m2", 2, calls=1))  # fmt: skip
    (ready,) = _recorded(run, judged("c2", Allow("all", request.id)))
    assert (ready["what"], ready["by"]) == ("call ready", request.id)


def test_its_end_is_on_record() -> None:
    """Taken back by somebody, or over."""
    run, request = world.waiting(ASK)
    run = decide(run, click("grant", request.id), ASK)
    made = click("revoke", request.id, CHI)
    assert _recorded(fold(run, made), checked(made, ASK)) == [
        {"what": "allowance taken back", "by": "UCHI", "used": 0}
    ]
    assert _recorded(run, Ticked(), T0 + HOUR) == [{"what": "allowance over", "used": 0}]


def test_who_looked_at_an_emergency_is_on_record() -> None:
    """With what they found."""
    run, request = world.waiting(ASK)
    why = "the shop is down, and nobody answers"
    run = decide(run, click("breakglass", request.id, DEE, reason=why), ASK)
    made = click("reviewed", request.id, BEN, reason="it was right")
    assert _recorded(fold(run, made), checked(made, ASK)) == [
        {"what": "emergency reviewed", "by": "UBEN", "person": "uben", "reason": "it was right"}
    ]
