"""What lists promise is what a click would be granted."""

from dataclasses import replace

import pytest

from bot.core.events import Entry
from bot.core.ids import Who
from bot.core.request import Ended, PersonFacts, Request, Vote
from bot.core.rights import may_decide, may_stop, stranger
from bot.core.run import advance
from bot.core.state import Run
from bot.core.terms import Approvers
from tests.core import world
from tests.core.test_gist import CALLED, played
from tests.core.world import ANA, BEN, CHI, T0

OPEN = played(*CALLED)
REQUEST = OPEN.requests[0]
APPROVER = PersonFacts(BEN, known=True, person="ben", roles=("approver",))


def facts(who: Who, *roles: str) -> PersonFacts:
    """A linked person."""
    return PersonFacts(who, known=True, person=who.name or who.user, roles=roles)


def test_whoever_is_asked_may_decide() -> None:
    """By role, while it is open and they haven't said yes; never whoever asked for it."""
    assert may_decide(OPEN, REQUEST, facts(BEN, "approver"))
    assert not may_decide(OPEN, REQUEST, facts(CHI, "requester"))
    assert not may_decide(OPEN, REQUEST, facts(ANA, "approver"))
    ended = replace(REQUEST, ended=Ended("rejected", T0, BEN))
    assert not may_decide(OPEN, ended, facts(CHI, "approver"))
    voted = replace(REQUEST, votes=(Vote(BEN, "ben", T0),))
    assert not may_decide(OPEN, voted, APPROVER)
    assert may_decide(OPEN, voted, facts(CHI, "approver"))


@pytest.mark.parametrize(
    "change",
    [
        {"known": False},
        {"guest": True},
        {"outside": True},
        {"deactivated": True},
        {"bot": True},
        {"person": None},
    ],
)
def test_a_stranger_may_nothing(change: dict[str, bool | None]) -> None:
    """Whatever their roles say."""
    someone = replace(APPROVER, **change)
    assert stranger(someone) is not None
    assert not may_decide(OPEN, REQUEST, someone)
    assert not may_stop(ANA, someone)


def test_what_became_of_a_call_is_asked_of_those_concerned() -> None:
    """The requester and admins too."""
    lost: Request = replace(REQUEST, kind="unsure")
    assert may_decide(OPEN, lost, facts(ANA))
    assert may_decide(OPEN, lost, facts(CHI, "admin"))
    assert not may_decide(OPEN, lost, facts(CHI, "auditor"))
    anyone = replace(REQUEST, spec=replace(REQUEST.spec, approvers=Approvers(anyone=True)))
    assert may_decide(OPEN, anyone, facts(CHI))


@pytest.mark.parametrize("role", ["approver", "admin", "owner", "auditor", "requester"])
def test_the_promise_of_a_stop_is_kept(role: str) -> None:
    """What `may_stop` says is what the run does with the click."""
    for who in (ANA, CHI):
        click = world.click("stop_run", "", who)
        checked = world.checked(click, facts_=facts(who, role))
        after = advance(OPEN, Entry(T0 + 50, click))
        if after.clicks:
            after = advance(after, Entry(T0 + 51, checked))
        assert isinstance(after, Run)
        assert after.live is not may_stop(ANA, facts(who, role))
