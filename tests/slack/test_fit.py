"""What Slack would refuse never leaves, and whoever waits for it gets plainer words."""

import asyncio
from dataclasses import replace
from typing import Any

import pytest
from structlog.testing import capture_logs

from blocks import ids, modal
from blocks.card import approval_card
from blocks.check import BadBlocks
from blocks.views import ApprovalCard
from bot.core.checkpoint import Record
from bot.core.ids import Thread
from bot.ports.chat import ChatTrouble
from bot.slack import acks, modals
from bot.slack.parse import Place
from bot.slack.posts import Posts
from bot.slack.private import Private
from tests.blocks.samples import RESTART
from tests.slack.samples import ASKED, ME, request
from tests.slack.world import Json, World
from tests.support import wait_until

CHOICE = {"type": "multi_static_select", "action_id": "m", "options": [
    {"text": {"type": "plain_text", "text": "a"}, "value": "a"}]}  # fmt: skip
BAD: Json = {"text": "hi", "blocks": [{"type": "actions", "elements": [CHOICE]}]}
LONG: Json = {"type": "section", "text": {"type": "mrkdwn", "text": "x" * 3200}}
VIEW: Json = {"type": "modal", "title": {"type": "plain_text", "text": "A"}, "blocks": [LONG]}
WHERE = {"channel": "C0SUPPORT", "ts": "1.2", "user": "U0BEN"}


@pytest.mark.case("A26")
@pytest.mark.parametrize(
    ("method", "body"),
    [
        ("chat.postMessage", WHERE | BAD),
        ("chat.update", WHERE | BAD),
        ("chat.postEphemeral", WHERE | BAD),
        ("chat.postMessage", WHERE),
        ("views.open", {"trigger_id": "1.2.x", "view": VIEW}),
        ("views.push", {"trigger_id": "1.2.x", "view": VIEW}),
        ("views.update", {"view_id": "V1", "view": VIEW}),
        ("views.publish", {"user_id": "U0BEN", "view": VIEW | {"type": "home"}}),
    ],
)
async def test_no_call_carries_what_breaks_the_limits(
    world: World, method: str, body: Json
) -> None:
    """Whoever makes the call, and whatever was forgotten there: the client holds it back."""
    with pytest.raises(BadBlocks):
        await world.client.api_call(method, json=body)
    assert world.sent(method) == []


@pytest.mark.case("A26")
async def test_no_way_of_saying_something_lets_it_through(world: World) -> None:
    """Posts, edits and private words, by response_url too; an acknowledgement of a command."""
    posts, private = Posts(world.client, ME), Private(world.client)
    url = f"{world.sandbox.url}/actions/T/1/x"
    ways = (
        lambda: posts.send(Thread("T", "C0SUPPORT", "1.2"), BAD, "m"),
        lambda: posts.redraw("C0SUPPORT", "1.2", BAD),
        lambda: private.tell(Place("C0SUPPORT", "U0BEN", "", url), BAD),
    )
    for way in ways:
        with pytest.raises(BadBlocks):
            await way()
    with pytest.raises(BadBlocks):
        acks.privately(BAD)
    for method in ("chat.postMessage", "chat.update", "chat.postEphemeral", "response_url"):
        assert world.sent(method) == []


@pytest.mark.case("A26")
async def test_a_card_that_breaks_the_limits_is_an_error_and_goes_plainer(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The call is never unasked: the plain card has the same buttons."""

    def broken(card: ApprovalCard) -> Json:
        drawn = approval_card(card)
        return {**drawn, "blocks": [{"type": "actions", "elements": [CHOICE]}]}

    monkeypatch.setattr("bot.slack.cards.approval_card", broken)
    asked = request()
    run = await world.started(asked)

    with capture_logs() as logs, pytest.raises(ChatTrouble) as refused:
        await world.chat.post_card(run, asked, look=False, plain=False)
    await world.chat.post_card(run, asked, look=False, plain=True)

    assert refused.value.kind == "refused"
    (error,) = [line for line in logs if line["log_level"] == "error"]
    assert (error["event"], error["request"]) == ("card refused", ASKED)
    _, card = world.thread("support", run.thread.ts)
    row = next(block for block in card["blocks"] if block["type"] == "actions")
    assert [e["action_id"] for e in row["elements"]] == [
        ids.APPROVE,
        ids.REJECT,
        ids.EDIT,
        ids.DETAILS,
        ids.MORE,
    ]


async def pressed(world: World, ts: str, action: str) -> None:
    """Ben presses a button of the card in #support."""
    await world.does("ben", "click", channel="support", ts=ts, action_id=action)


async def rejecting(world: World) -> Json:
    """Ben's open reject modal."""
    _, _, ts = await world.carded()
    await pressed(world, ts, ids.REJECT)
    return await world.view("U0BEN")


async def sent(world: World, view: Json, reason: str) -> Json:
    """Ben submits the reject modal with a reason."""
    values = {ids.REASON: {ids.REASON: reason}, ids.CHOICE: {ids.CHOICE: ids.CHOICE_GUIDE}}
    return await world.does("ben", "submit", view_id=view["id"], values=values)


# --- answers to a submission ---------------------------------------------------------------------


@pytest.mark.case("A27")
def test_a_view_in_an_answer_is_checked_before_it_is_given() -> None:
    """A section of 3,200 characters becomes words, and an error in the log."""
    with capture_logs() as logs:
        answer = acks.becomes(VIEW)
    assert acks.CANT_SHOW in str(answer["view"])
    assert [line["log_level"] for line in logs] == ["error"]
    good = modal.error_view("No.")
    assert acks.becomes(good) == {"response_action": "update", "view": good}


@pytest.mark.case("A27")
def test_an_error_is_keyed_by_a_field_that_is_there() -> None:
    """The field for words, else the first one; a view without any is replaced by the words."""
    inputs = [{"type": "section", "block_id": "s"}, {"type": "input", "block_id": "a"}]
    reason = {"type": "input", "block_id": ids.REASON}
    assert acks.stays({"blocks": inputs}, "No.")["errors"] == {"a": "No."}
    assert acks.stays({"blocks": [*inputs, reason]}, "No.")["errors"] == {ids.REASON: "No."}
    for view in ({"blocks": inputs[:1]}, {}):
        answer = acks.stays(view, "No.")
        assert answer["response_action"] == "update"
        assert "No." in str(answer["view"])


@pytest.mark.case("A27")
@pytest.mark.case("A46")
async def test_what_was_typed_stays_when_a_form_is_refused(world: World) -> None:
    """The view is the same one with the same ids, and is taken once it is right."""
    view = await rejecting(world)
    refused = await sent(world, view, "  ")
    assert list(refused["errors"]) == [ids.REASON]
    (kept,) = world.views("U0BEN")
    assert (kept["id"], kept["blocks"]) == (view["id"], view["blocks"])
    assert (await sent(world, view, "one pod"))["status"] == "ok"
    ((click, _),) = world.inbox.clicks
    assert (click.action, click.reason) == ("guide", "one pod")


@pytest.mark.case("A46")
async def test_a_field_has_the_same_ids_however_its_modal_is_drawn(world: World) -> None:
    """Slack keeps what was typed by block and action id: neither names a revision or a state."""
    drawn = [
        modal.reject_modal(card) for card in (RESTART, replace(RESTART, revision=9, title="other"))
    ]
    first, second = ([_names(block) for block in _inputs(view)] for view in drawn)
    assert first == second == [(ids.CHOICE, ids.CHOICE), (ids.REASON, ids.REASON)]
    reviews = [modal.review_modal(RESTART, reason_required=need) for need in (True, False)]
    assert all([_names(b) for b in _inputs(v)] == [(ids.REASON, ids.REASON)] for v in reviews)


def _inputs(view: Any) -> list[Json]:
    return [block for block in view["blocks"] if block["type"] == "input"]


def _names(block: Json) -> tuple[str, str]:
    return block["block_id"], block["element"]["action_id"]


# --- metadata ------------------------------------------------------------------------------------


@pytest.mark.case("A28")
async def test_a_modal_carries_an_id_and_nothing_else(world: World) -> None:
    """However much stands in it, what it is about stays with us."""
    asked = request(args=f'{{"note":"{"n" * 8000}"}}', since=(1, request().quotes[0]))
    run = await world.started(asked)
    copy = await world.chat.post_card(run, asked, look=False, plain=False)
    world.inbox.records[asked.id] = Record(run, asked)
    await pressed(world, copy.ts, ids.REVIEW)
    view = await world.view("U0BEN")
    assert view["private_metadata"] == f"{ASKED}:1"


@pytest.mark.case("A28")
@pytest.mark.parametrize(
    ("metadata", "words"),
    [
        ("3.guessedone1.7:1", "nothing on record"),
        (f"{ASKED}:7", "The plan changed"),
        (f"{ASKED}:1:1", "a form that isn't ours"),
        ("", "a form that isn't ours"),
        (f"../{ASKED}:1", "a form that isn't ours"),
    ],
)
async def test_a_guessed_or_stale_id_decides_nothing(
    world: World, metadata: str, words: str
) -> None:
    """Whoever alters what their client sends is told in words, and nothing is saved."""
    view = await rejecting(world)
    world.sandbox.slack.workspace.views[view["id"]]["view"]["private_metadata"] = metadata

    answer = await sent(world, view, "no")

    assert words in str(answer) + str(world.views("U0BEN"))
    assert world.inbox.clicks == []


# --- opening and closing -------------------------------------------------------------------------


@pytest.mark.case("A30")
async def test_a_trigger_that_lapsed_on_the_way_is_told_and_decides_nothing(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """3.4 s after the click Slack opens nothing; the next press does, for the same request."""
    monkeypatch.setattr(modals, "LOOK_S", 30)
    _, asked, ts = await world.carded()
    world.inbox.slow = asyncio.Event()
    await pressed(world, ts, ids.REJECT)
    await world.control("clock", advance_s=3.4)
    world.inbox.slow.set()
    await world.whisper("U0BEN", "Press the button again")
    assert world.views("U0BEN") == []
    assert world.inbox.clicks == []
    assert world.inbox.records[asked.id].request.ended is None

    await pressed(world, ts, ids.REJECT)
    assert (await sent(world, await world.view("U0BEN"), "no"))["status"] == "ok"


@pytest.mark.case("A26")
async def test_a_modal_that_breaks_the_limits_opens_in_words(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever pressed isn't left with nothing."""
    _, _, ts = await world.carded()

    def broken(_: ApprovalCard) -> Json:
        return VIEW

    monkeypatch.setattr(modal, "reject_modal", broken)
    await pressed(world, ts, ids.REJECT)
    assert acks.CANT_SHOW in str(await world.view("U0BEN"))


@pytest.mark.case("A31")
@pytest.mark.parametrize("action", [ids.REJECT, ids.DETAILS])
async def test_closing_a_modal_answers_nothing(world: World, action: str) -> None:
    """Come back later, open it again, and decide then."""
    _, asked, ts = await world.carded()
    await pressed(world, ts, action)
    view = await world.view("U0BEN")
    # Slack tells of a closed modal only if that was asked for; even then nothing is decided.
    world.sandbox.slack.workspace.views[view["id"]]["view"]["notify_on_close"] = True
    await world.does("ben", "close", view_id=view["id"])
    await wait_until(lambda: not world.views("U0BEN"), "the modal is closed")
    assert world.inbox.keys == []
    assert world.inbox.records[asked.id].request.ended is None

    await pressed(world, ts, ids.REJECT)
    assert (await sent(world, await world.view("U0BEN"), "no"))["status"] == "ok"
