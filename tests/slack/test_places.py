"""What a place is, by what Slack says of it; what Slack doesn't say is asked again, then a no."""

from dataclasses import replace

import pytest

from bot.core.ids import Thread
from bot.core.request import Ended
from bot.core.state import Hold, Say
from bot.ports.chat import ChatTrouble
from bot.slack import membership
from bot.slack.people import People
from bot.slack.places import KNOWN_S, TRIES, Places, shared_outside
from tests.slack.samples import ASKED, TEAM, request
from tests.slack.world import Json, World


@pytest.mark.parametrize(
    ("channel", "outside"),
    [
        ({}, False),
        ({"is_shared": False, "is_ext_shared": False}, False),
        ({"is_ext_shared": True}, True),
        ({"is_ext_shared_channel": True}, True),
        ({"is_pending_ext_shared": True}, True),
        ({"pending_shared": ["T0OTHER"]}, True),
        ({"pending_connected_team_ids": ["T0OTHER"]}, True),
        ({"pending_shared": [], "pending_connected_team_ids": []}, False),
        ({"is_shared": True}, True),
        ({"is_shared": True, "is_org_shared": True}, False),
        ({"is_shared": True, "is_org_shared": True, "is_ext_shared": True}, True),
    ],
)
def test_each_sign_of_another_company_counts(channel: Json, outside: bool) -> None:
    """An invitation that nobody has answered yet, too; a company's own workspaces don't."""
    assert shared_outside(channel) is outside


def _places(world: World) -> Places:
    clock = lambda: world.clock[0]  # noqa: E731 - the world's own clock, read late
    return Places(world.client, People(world.client, TEAM, clock), clock)


async def test_a_place_is_known_for_a_minute_at_most(world: World) -> None:
    """Not longer: it may be shared by then. A failure is never kept."""
    found, thread = _places(world), Thread(TEAM, "C0SUPPORT", "1.1")
    await world.fault("error", "conversations.info", error="fatal_error")
    assert await found.shared(thread), "unknown is as good as shared"
    assert not await found.shared(thread)
    channel = world.sandbox.slack.workspace.channel("support")
    assert channel is not None
    channel.shared_with = ["T0OUTSIDE"]
    world.clock[0] = KNOWN_S
    assert not await found.shared(thread)
    world.clock[0] = KNOWN_S + 1
    assert await found.shared(thread)


@pytest.mark.parametrize(
    ("tries", "order", "kind", "wait"),
    [
        (0, {"kind": "error", "error": "internal_error"}, "wait", 0),
        (TRIES - 1, {"kind": "error", "error": "missing_scope"}, "wait", 60),
        (TRIES, {"kind": "error", "error": "missing_scope"}, "nowhere", 0),
        (TRIES, {"kind": "reset_before_commit", "times": 9}, "nowhere", 0),
        (TRIES * 9, {"kind": "ratelimited", "retry_after": 7}, "wait", 7),
        (0, {"kind": "error", "error": "channel_not_found"}, "nowhere", 0),
    ],
)
async def test_a_look_that_fails_is_waited_for_and_then_a_no(
    world: World, tries: int, order: Json, kind: str, wait: float
) -> None:
    """But a limit is only waited for, and a place that is gone is gone at once."""
    asked = request()
    run = await world.started(asked)
    run = replace(run, holds=(Hold(f"card:{ASKED}", 0, tries), Hold("model", 0, 99)))
    await world.control("faults", method="conversations.info", **order)
    with pytest.raises(ChatTrouble) as found:
        await world.chat.post_card(run, asked, look=False, plain=False)

    assert (found.value.kind, found.value.retry_after_s) == (kind, wait)
    assert len(world.thread("support", run.thread.ts)) == 1


async def test_members_are_read_page_by_page(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only as far as it takes to find enough of those who may decide."""
    monkeypatch.setattr(membership, "PAGE", 1)
    asked = request()
    run = await world.started(asked, channel="private-deals")
    await world.chat.post_card(run, asked, look=False, plain=False)
    many = replace(asked, spec=replace(asked.spec, count=2))
    with pytest.raises(ChatTrouble, match="Invite 1 more of them"):
        await world.chat.post_card(run, many, look=False, plain=False)


async def test_many_of_a_set_are_not_all_named(world: World) -> None:
    """Whoever asked needs one to invite, not a list."""
    able = tuple(replace(request().able[0], user=f"U{n}", name=f"P{n}") for n in range(9))
    asked = request(able=able)
    run = await world.started(asked, channel="private-deals")
    with pytest.raises(ChatTrouble) as refused:
        await world.chat.post_card(run, asked, look=False, plain=False)

    assert "(P0 or P1 or P2 or P3 or P4 or others of them)" in refused.value.words


async def test_a_question_about_a_lost_call_stands_in_a_private_channel(world: World) -> None:
    """Whoever asked for it may answer it, and is there."""
    asked = request(able=(request().authors[0],), kind="unsure", started_at=1, until=2)
    run = await world.started(asked, channel="private-deals")
    await world.chat.post_card(run, asked, look=False, plain=False)


async def test_a_notice_before_strangers_hides_what_it_was_about(world: World) -> None:
    """Also when nobody can say whether there are any."""
    asked = request(ended=Ended("unasked", 2_000, None, "you would have to ask elsewhere"))
    run = await world.started(asked)
    await world.fault("error", "conversations.info", error="fatal_error")
    await world.chat.post_say(run, Say("s1", "unasked", ASKED), "", look=False)
    await world.chat.post_say(run, Say("s2", "unasked", ASKED), "", look=False)

    _, hidden, shown = world.thread("support", run.thread.ts)
    assert "You would have to ask elsewhere. Nothing was run." in hidden["text"]
    assert "refund" not in str(hidden) and "refund order 1042" in shown["text"]
