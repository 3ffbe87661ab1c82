"""Threads that another company reads: posts say that there is a request, not what it is about."""

from dataclasses import replace

import pytest

from bot.core.request import Copy
from bot.core.state import Note, Say, SayKind
from bot.slack.standing import standing
from tests.slack.samples import ANA, ASKED, BEN, CHI, T0, request, run
from tests.slack.world import World


def _share(world: World) -> None:
    channel = world.sandbox.slack.workspace.channel("support")
    assert channel is not None
    channel.shared_with = ["T0OUTSIDE"]


@pytest.mark.parametrize(
    ("kind", "to"),
    [("asked_requester", ANA), ("handed_over", CHI), ("reminder", None), ("emergency", None)],
)
async def test_no_post_about_a_request_shows_what_it_is(
    world: World, kind: SayKind, to: object
) -> None:
    """Its card is elsewhere, or was deleted there; whoever is asked is mentioned all the same."""
    asked = request(at="C0APPROVALS")
    started = await world.started(asked)
    _share(world)
    owed = Say("s1", kind, ASKED, words="is it order 1042 of Mr. Sands?", by=BEN, to=ANA)
    owed = replace(owed, to=to)

    await world.chat.post_say(started, owed, "", look=False)

    said = world.thread("support", started.thread.ts)[-1]["text"]
    assert "A-1042" in said and "no details here" in said
    assert not any(words in said for words in ("refund", "Sands", "order"))
    assert ("<@" in said) == (to is not None)


async def test_where_only_colleagues_read_the_question_is_asked(world: World) -> None:
    """In its own words."""
    asked = request(at="C0APPROVALS", copies=(Copy("C0APPROVALS", "17.1"),))
    started = await world.started(asked)
    owed = Say("s1", "asked_requester", ASKED, words="is it Mr. Sands?", by=BEN, to=ANA)
    await world.chat.post_say(started, owed, "", look=False)
    assert "is it Mr. Sands?" in world.thread("support", started.thread.ts)[-1]["text"]


async def test_a_status_names_no_request_there(world: World) -> None:
    """Whoever is in the thread may ask for it."""
    started = await world.started(request())
    note = Note("k", ANA, "status", None, T0)
    await world.chat.note(started, note, None)
    assert any("refund order 1042" in said for said in world.whispers("U0ANA"))
    before = len(world.whispers("U0ANA"))
    _share(world)
    world.clock[0] += 120
    await world.chat.note(started, note, None)
    (said,) = world.whispers("U0ANA")[before:]
    assert "R-" in said and "refund" not in said


def test_a_status_hides_what_cards_hide() -> None:
    """Secrets in a title, and the values of sensitive arguments."""
    asked = request(title="mail token=abcdef1234567890abcd to 4711-4711", args='{"to":"4711-4711"}')
    asked = replace(asked, spec=replace(asked.spec, sensitive=("to",)))
    (waits,) = standing(run(asked)).waiting
    assert "4711" not in waits.title and "abcdef1234567890" not in waits.title
