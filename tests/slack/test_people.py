"""Who people are: asked of Slack, kept for a minute, never guessed."""

import pytest

from bot.core.ids import Who
from bot.core.request import PersonFacts
from tests.slack.samples import TEAM
from tests.slack.world import World, someone


async def test_a_member_is_known_and_nothing_else(world: World) -> None:
    """The link to a person is not Slack's matter."""
    assert await world.chat.person(someone("U0BEN")) == PersonFacts(someone("U0BEN"), known=True)


@pytest.mark.parametrize(
    ("user", "fact"), [("U0GUS", "guest"), ("U0OLGA", "outside"), ("U0SIGNOFF", "bot")]
)
async def test_who_may_decide_nothing_is_known_by_that(world: World, user: str, fact: str) -> None:
    """Guests, members of other companies, bots."""
    facts = await world.chat.person(someone(user))

    assert facts.known
    assert getattr(facts, fact) is True


async def test_a_click_from_another_workspace_is_outside_without_asking(world: World) -> None:
    """The click itself says whose member it is."""
    who = Who("T0OUTSIDE", "U0BEN")

    assert await world.chat.person(who) == PersonFacts(who, known=True, outside=True)
    assert world.sent("users.info") == []


async def test_somebody_deactivated_is_noticed_within_a_minute(world: World) -> None:
    """What Slack said is kept for 60 seconds at most."""
    assert not (await world.chat.person(someone("U0BEN"))).deactivated
    await world.does("ben", "deactivate")
    world.clock[0] = 59.0
    assert not (await world.chat.person(someone("U0BEN"))).deactivated

    world.clock[0] = 61.0

    assert (await world.chat.person(someone("U0BEN"))).deactivated


async def test_a_failure_means_unknown_and_is_not_kept(world: World) -> None:
    """Unknown means no, and the next click may be known again."""
    await world.fault("error", "users.info", error="internal_error")

    assert await world.chat.person(someone("U0BEN")) == PersonFacts(someone("U0BEN"), known=False)
    assert (await world.chat.person(someone("U0BEN"))).known
    assert not (await world.chat.person(someone("U0NOBODY"))).known


async def test_a_minute_later_a_failure_still_means_unknown(world: World) -> None:
    """Old facts don't stand in for new ones."""
    await world.chat.person(someone("U0BEN"))
    world.clock[0] = 61.0
    await world.fault("ratelimited", "users.info", retry_after=30)

    assert not (await world.chat.person(someone("U0BEN"))).known


async def test_who_is_known_for_another_team_is_told_by_slack(world: World) -> None:
    """A claim to be ours is checked against the directory."""
    facts = await world.chat.person(Who(TEAM, "U0OLGA"))

    assert facts.outside
