"""Who people are: asked of Slack, kept for a minute, never guessed."""

from dataclasses import replace

import pytest

from bot.core.ids import Who
from bot.core.request import PersonFacts
from bot.slack.people import People
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


async def test_names_are_asked_once_and_a_failure_is_left_alone_for_a_while(world: World) -> None:
    """They are only shown: no post waits for them twice."""
    people = People(world.client, TEAM, lambda: world.clock[0])
    await world.fault("error", "users.info", error="internal_error")
    asked = [someone("U0BEN"), someone("U0CHI"), Who(TEAM, "U0DEE", "Dee"), Who(TEAM, "")]

    first = await people.names(asked)
    again = await people.names(asked)
    world.clock[0] = 61.0
    later = await people.names(asked)

    assert first == again == {"U0CHI": "chi"}
    assert later == {"U0BEN": "ben", "U0CHI": "chi"}
    await world.does("ben", "deactivate")
    assert (await people.facts(someone("U0BEN"))).known


async def test_an_answer_about_somebody_else_is_no_answer(world: World) -> None:
    """Facts are for the id that was asked for, or unknown."""
    world.sandbox.slack.workspace.people["U0TWIN"] = replace(
        world.sandbox.slack.workspace.people["U0BEN"]
    )

    assert not (await world.chat.person(someone("U0TWIN"))).known


async def test_what_is_kept_of_people_does_not_grow_for_ever(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A full store is emptied and filled again."""
    monkeypatch.setattr("bot.slack.people.MOST", 1)
    for user in ("U0BEN", "U0CHI", "U0BEN"):
        assert (await world.chat.person(someone(user))).known
