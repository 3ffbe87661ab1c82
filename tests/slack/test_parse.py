"""Events become what they mean to us."""

from typing import Any

import pytest

from bot.core.checkpoint import dump_event, load_event
from bot.core.ids import Thread, Who
from bot.slack import parse
from bot.slack.parse import Commanded, NotForUs, Place, Said, Told
from tests.slack.samples import ME, TEAM, event

ROOT = "1796000000.000100"
REPLY = "1796000009.000900"


def said(**fields: Any) -> Said:
    """The message that these fields make."""
    found = parse.event(event(**fields), ME)
    assert isinstance(found, Said)
    return found


def test_a_mention_starts_a_run_in_the_thread_under_it() -> None:
    """The message is the thread's root, and its text comes without our name."""
    found = said(type="app_mention", channel_type=None)

    assert found.starts
    assert found.event.text == "refund order 1042"
    assert found.event.by == Who(TEAM, "U0ANA")
    assert found.event.thread == Thread(TEAM, "C0SUPPORT", ROOT)
    assert found.event.ts == ROOT


def test_one_message_has_one_key_however_it_arrives() -> None:
    """The mention, the message and a broadcast of it are one."""
    ways = [
        said(type="app_mention", channel_type=None),
        said(),
        said(subtype="thread_broadcast", thread_ts=ROOT),
    ]
    assert {found.key for found in ways} == {f"msg:{TEAM}:C0SUPPORT:{ROOT}"}
    assert all(found.starts for found in ways)


def test_a_reply_without_a_mention_belongs_to_the_thread_but_starts_nothing() -> None:
    """It is for a run that is there already."""
    found = said(text="only the api", ts=REPLY, thread_ts=ROOT)

    assert not found.starts
    assert found.event.thread.ts == ROOT
    assert found.event.ts == REPLY


def test_a_direct_message_starts_a_run_without_a_mention() -> None:
    """In a direct message everything is said to us."""
    assert said(text="refund it", channel="D0ANA", channel_type="im").starts


def test_names_of_files_are_part_of_what_was_said() -> None:
    """A file without a word is a task too."""
    files = [{"name": "data.csv"}, {"title": "notes"}, {}]
    with_text = said(subtype="file_share", files=files)
    alone = said(subtype="file_share", files=files, text="<@U0SIGNOFF>")

    named = "\n[file: data.csv]\n[file: notes]\n[a file without a name]"
    assert with_text.event.text == "refund order 1042" + named
    assert alone.event.text == named.strip()


def test_names_of_people_and_files_are_one_line_that_can_be_stored() -> None:
    """Half a character, NUL and line ends in a name neither stop nor forge anything."""
    found = said(
        files=[{"name": "a\ud83d\n[file: b]\0.csv"}],
        user_profile={"display_name": "Ana\ud83d\nBen"},
    )

    assert found.event.text == "refund order 1042\n[file: a\ufffd [file: b]\ufffd.csv]"
    assert found.event.by.name == "Ana\ufffd Ben"
    assert load_event(dump_event(found.event)) == found.event


@pytest.mark.parametrize(
    "fields",
    [
        {"bot_id": "B0OTHER"},
        {"app_id": "A0OTHER"},
        {"bot_profile": {"id": "B0OTHER"}},
        {"subtype": "bot_message"},
        {"subtype": "message_changed", "hidden": True},
        {"subtype": "message_deleted"},
        {"subtype": "channel_join"},
        {"user": "U0SIGNOFF"},
        {"user": "USLACKBOT"},
        {"user": None},
        {"hidden": True},
        {"ts": None},
        {"channel": None},
        {"text": "good morning"},
        {"text": "<@U0BEN> good morning"},
        {"text": "", "thread_ts": ROOT, "ts": REPLY},
        {"type": "reaction_added"},
        {"type": None},
        {"text": "hello", "thread_ts": ROOT, "ts": REPLY, "user_team": "T0OUTSIDE"},
    ],
)
def test_what_no_person_said_to_us_is_not_for_us(fields: dict[str, Any]) -> None:
    """Bots, ourselves included, edits, joins, small talk, outsiders, broken events."""
    assert isinstance(parse.event(event(**fields), ME), NotForUs)


@pytest.mark.parametrize("text", ["", "help", " HELP "])
def test_a_mention_without_a_task_is_answered_with_help(text: str) -> None:
    """The answer goes where the person is: in the thread, or beside it."""
    in_thread = parse.event(event(text=f"<@U0SIGNOFF> {text}", ts=REPLY, thread_ts=ROOT), ME)
    at_root = parse.event(event(text=f"<@U0SIGNOFF> {text}"), ME)

    assert isinstance(in_thread, Told)
    assert in_thread.what == "help"
    assert in_thread.place == Place("C0SUPPORT", "U0ANA", ROOT)
    assert isinstance(at_root, Told)
    assert at_root.place == Place("C0SUPPORT", "U0ANA")


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("STOP", "stop_run"),
        (" withdraw ", "withdraw"),
        ("status", "status"),
        ("Ask  again", "ask_again"),
    ],
)
def test_a_command_is_said_with_a_mention(text: str, action: str) -> None:
    """It names no request: it is about the thread's run."""
    found = parse.event(event(text=f"<@U0SIGNOFF> {text}", ts=REPLY, thread_ts=ROOT), ME)

    assert isinstance(found, Commanded)
    assert found.thread == Thread(TEAM, "C0SUPPORT", ROOT)
    assert (found.click.action, found.click.request) == (action, "")
    assert found.click.by.user == "U0ANA"
    assert found.key == found.click.id == f"msg:{TEAM}:C0SUPPORT:{REPLY}"


@pytest.mark.parametrize(
    ("text", "action", "switch"),
    [
        ("data off", "switch_off", "data"),
        ("Config Off", "switch_off", "config"),
        ("writes on", "ask_switch_on", "writes"),
    ],
)
def test_a_switch_is_said_with_a_mention(text: str, action: str, switch: str) -> None:
    """Words turn nothing on: they only ask."""
    found = parse.event(event(text=f"<@U0SIGNOFF> {text}", ts=REPLY, thread_ts=ROOT), ME)
    assert isinstance(found, Commanded)
    assert (found.click.action, found.click.switch) == (action, switch)
    task = said(text="<@U0SIGNOFF> turn writes off please", ts=REPLY, thread_ts=ROOT)
    assert task.starts, "a sentence is a task"


def test_plain_words_command_nothing() -> None:
    """`stop` among people is talk, and so is a longer sentence."""
    talk = said(text="stop", ts=REPLY, thread_ts=ROOT)
    sentence = said(text="<@U0SIGNOFF> stop the api", ts=REPLY, thread_ts=ROOT)

    assert talk.event.text == "stop"
    assert sentence.event.text == "stop the api"


def test_slacks_own_stop_stops_the_run() -> None:
    """The agent view's Stop is a command by whoever pressed it."""
    body = {
        "type": "agent_session_stopped",
        "channel": "D0ANA",
        "user": "U0ANA",
        "thread_ts": ROOT,
        "event_ts": REPLY,
    }
    found = parse.event({"team_id": TEAM, "event": body}, ME)

    assert isinstance(found, Commanded)
    assert found.click.action == "stop_run"
    assert found.thread == Thread(TEAM, "D0ANA", ROOT)
    broken = parse.event({"team_id": TEAM, "event": {**body, "thread_ts": None}}, ME)
    assert isinstance(broken, NotForUs)


@pytest.mark.parametrize("field", ["user_team", "source_team", "team"])
def test_an_outsider_starts_nothing_and_is_told(field: str) -> None:
    """Members of other companies are known by whichever team Slack names."""
    found = parse.event(event(**{field: "T0OUTSIDE"}), ME)

    assert isinstance(found, Told)
    assert found.what == "outside"


def test_a_name_that_slack_sends_along_is_kept_for_showing() -> None:
    """External and new members' messages carry a profile."""
    found = said(user_profile={"display_name": "", "real_name": "Ana Ruiz"}, team=None)

    assert found.event.by == Who(TEAM, "U0ANA", "Ana Ruiz")


@pytest.mark.parametrize("body", [{}, {"event": "x"}, {"event": {"type": "message", "text": 7}}])
def test_a_broken_body_is_not_for_us(body: dict[str, Any]) -> None:
    """Nothing that Slack sends may raise."""
    assert isinstance(parse.event(body, ME), NotForUs)
