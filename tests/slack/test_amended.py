"""Events about messages that stand already."""

from typing import Any

import pytest

from blocks import ids
from blocks.elements import button
from bot.core.ids import Thread, Who
from bot.slack import amended, parse
from bot.slack.amended import EDIT_STARTS_S, CardGone, Gone, Reworded
from bot.slack.parse import NotForUs, Said
from tests.slack.samples import ASKED, ME, TEAM, event

ROOT = "1796000000.000100"
REPLY = "1796000009.000900"
EDIT = "1796000060.000000"
BOT = "<@U0SIGNOFF>"
WAS = f"{BOT} refund order 1042"
NOW = f"{BOT} refund order 1001"


def message(text: str = NOW, edit: str | None = EDIT, by: str = "U0ANA", **more: Any) -> Any:
    """A message of Ana's as it stands inside of an event."""
    edited = {"edited": {"user": by, "ts": edit}} if edit else {}
    inner = event(text=text, channel=None, channel_type=None, event_ts=None, **more)["event"]
    return {**inner, **edited}


def changed(now: Any = None, before: Any = None, **fields: Any) -> Any:
    """A message_changed event."""
    told = {"message": now or message(), "previous_message": before, "hidden": True, **fields}
    return event(subtype="message_changed", user=None, text=None, ts=EDIT, team=None, **told)


def deleted(before: Any = None, **fields: Any) -> Any:
    """A message_deleted event."""
    told = {"previous_message": before, "deleted_ts": ROOT, "hidden": True, **fields}
    return event(subtype="message_deleted", user=None, text=None, ts=EDIT, team=None, **told)


def reworded(body: Any) -> Reworded:
    """The correction that a body is."""
    found = amended.event(body, ME)
    assert isinstance(found, Reworded), found
    return found


def test_a_correction_by_its_author() -> None:
    """It brings the new words, and the message as it stands now, should that be news."""
    found = reworded(changed(before=message(WAS, None)))
    assert found.thread == Thread(TEAM, "C0SUPPORT", ROOT)
    assert (found.event.ts, found.event.edit) == (ROOT, EDIT)
    assert (found.event.text, found.event.by) == ("refund order 1001", Who(TEAM, "U0ANA"))
    assert found.said is not None and found.said.starts
    assert found.said.key == f"msg:{TEAM}:C0SUPPORT:{ROOT}"
    assert (found.said.event.edit, found.said.event.mark) == (EDIT, found.event.mark)
    plain = parse.event(event(text=NOW), ME)
    assert isinstance(plain, Said)
    assert plain.event.mark == found.event.mark


def test_an_edit_has_one_key_however_it_arrives() -> None:
    """As a change, as a mention, and without what was before; two edits in a second have two."""
    mention = event(type="app_mention", text=NOW, edited={"user": "U0ANA", "ts": EDIT})
    keys = {reworded(body).key for body in (changed(), changed(before=message(WAS, None)), mention)}
    assert len(keys) == 1
    assert reworded(changed(message(f"{BOT} no, 1002"))).key not in keys
    assert reworded(changed(message(edit="1796000061.000000"))).key not in keys


@pytest.mark.parametrize(
    "body",
    [
        changed(message(edit=None)),
        changed(message(edit=None, attachments=[{"id": 1}]), message(NOW, None)),
        changed(message(), message()),
        changed(message(WAS), message(WAS, None)),
        changed(message(by="U0BEN"), message(WAS, None)),
        changed(message(bot_id="B0SIGNOFF", user="U0SIGNOFF", by="U0SIGNOFF")),
        changed(message(app_id="A0OTHER")),
        changed(message(subtype="bot_message")),
        changed(message(user="USLACKBOT", by="USLACKBOT")),
        changed(message(hidden=True)),
        changed(message(user_team="T0OUTSIDE")),
        changed(message("lunch? now"), message("lunch?", None)),
        changed({"ts": ROOT}),
        changed({"text": 7, "edited": "x"}),
        deleted(deleted_ts=None),
        deleted(channel=None),
        event(type="app_mention", bot_id="B1", edited={"user": "U0ANA", "ts": EDIT}),
    ],
)
def test_what_is_no_correction_of_words_is_nothing(body: Any) -> None:
    """Previews, our own redrawing, bots, other hands than the author's, outsiders, small talk."""
    assert isinstance(amended.event(body, ME), NotForUs)


@pytest.mark.parametrize(
    ("later", "starts"), [(1, True), (EDIT_STARTS_S, True), (EDIT_STARTS_S + 1, False)]
)
def test_a_mention_that_is_written_in_starts_a_run_if_it_comes_soon(
    later: float, starts: bool
) -> None:
    """Somebody forgot it, and no more."""
    edit = f"{1796000000.0001 + later:.6f}"
    found = reworded(changed(message(edit=edit), message("refund order 1001", None)))
    assert found.said is not None
    assert found.said.starts is starts


def test_an_edit_that_takes_the_mention_out_starts_nothing() -> None:
    """It was for us, so its words are still followed."""
    found = reworded(changed(message("refund order 1001"), message(WAS, None)))
    assert found.event.text == "refund order 1001"
    assert found.said is not None
    assert not found.said.starts


def test_a_reply_is_followed_without_a_mention() -> None:
    """In a thread everything may be for a run; the root of one that others began isn't."""
    inside = {"ts": REPLY, "thread_ts": ROOT, "parent_user_id": "U0SIGNOFF"}
    found = reworded(changed(message("no", **inside), message("yes", None, **inside)))
    assert found.thread.ts == ROOT
    assert found.said is not None
    assert (found.said.starts, found.said.ours) == (False, True)
    root = changed(message("b", thread_ts=ROOT), message("a", None, thread_ts=ROOT))
    assert isinstance(amended.event(root, ME), NotForUs)


@pytest.mark.parametrize("words", ["stop", "ask again", "help", "status"])
def test_an_edit_commands_nothing(words: str) -> None:
    """A message that is changed into a command is only a message that says so."""
    found = reworded(changed(message(f"{BOT} {words}"), message(WAS, None)))
    assert found.said is None
    assert found.event.text == words


def test_a_message_that_is_emptied_is_taken_back() -> None:
    """Only the mention stays."""
    found = amended.event(changed(message(f"{BOT} \u200b"), message(WAS, None)), ME)
    assert isinstance(found, Gone)
    assert found.event.ts == ROOT


@pytest.mark.parametrize(
    ("body", "ts", "thread"),
    [
        (deleted(message(WAS, None)), ROOT, ROOT),
        (deleted(), ROOT, ROOT),
        (deleted(message(WAS, None, ts=REPLY, thread_ts=ROOT), deleted_ts=REPLY), REPLY, ROOT),
        (
            changed(
                {"subtype": "tombstone", "user": "USLACKBOT", "ts": ROOT, "thread_ts": ROOT},
                message(WAS, None),
            ),
            ROOT,
            ROOT,
        ),
    ],
)
def test_a_deletion(body: Any, ts: str, thread: str) -> None:
    """Of a root, of a reply, and of a root with replies, which leaves a tombstone."""
    found = amended.event(body, ME)
    assert isinstance(found, Gone)
    assert (found.event.channel, found.event.ts, found.thread.ts) == ("C0SUPPORT", ts, thread)
    assert found.key == f"gone:{TEAM}:C0SUPPORT:{ts}"
    assert found.message == f"msg:{TEAM}:C0SUPPORT:{ts}"


def _card(**author: str) -> Any:
    drawn = button(ids.APPROVE, "Press", ASKED, about="it")
    block = {"block_id": ids.block_id("decide", ids.Ref(request=ASKED, revision=1), drawn)}
    return {"ts": REPLY, "thread_ts": ROOT, "blocks": [{"block_id": "x"}, block], **author}


def test_a_deleted_card_names_its_request() -> None:
    """One of ours only: somebody else's blocks may say anything."""
    for author in ({"user": "U0SIGNOFF"}, {"user": "U9", "bot_id": "B0SIGNOFF"}):
        found = amended.event(deleted(_card(**author), deleted_ts=REPLY), ME)
        assert isinstance(found, CardGone)
        assert (found.request, found.event.ts) == (ASKED, REPLY)
    forged = amended.event(deleted(_card(user="U0EVE"), deleted_ts=REPLY), ME)
    assert isinstance(forged, Gone)
    plain = amended.event(deleted({"ts": REPLY, "thread_ts": ROOT, "user": "U0SIGNOFF"}), ME)
    assert isinstance(plain, Gone)


def test_all_else_is_read_as_before() -> None:
    """Messages and mentions that nobody edited."""
    assert isinstance(amended.event(event(), ME), Said)
    assert isinstance(amended.event({}, ME), NotForUs)
