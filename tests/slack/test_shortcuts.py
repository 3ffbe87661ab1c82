"""Shortcuts and the forms about tasks, as Slack sends them; nothing in them is trusted."""

from typing import Any

import pytest

from blocks import ids
from bot.core.ids import Thread, Who
from bot.slack import shortcuts
from bot.slack.commands import WantsTask
from bot.slack.parse import NotForUs, Told
from bot.slack.shortcuts import Filed, HandedOver, Hands, Material
from tests.slack.samples import ME, TEAM

ANA = Who(TEAM, "U0ANA", "ana")


def used(**changes: Any) -> dict[str, Any]:
    """A message shortcut of Ana's on a message of Eli's."""
    body = {
        "type": "message_action",
        "callback_id": "hand_to_signoff",
        "trigger_id": "1.2.abc",
        "team": {"id": TEAM},
        "user": {"id": "U0ANA", "name": "ana", "team_id": TEAM},
        "channel": {"id": "C0SUPPORT"},
        "message_ts": "17.1",
        "message": {"user": "U0ELI", "team": TEAM, "ts": "17.1", "text": "it is &lt;broken&gt;"},
        "response_url": "https://hooks.slack.com/actions/T/1/x",
    }
    return {**body, **changes}


def about(**message: Any) -> Material:
    """What a shortcut on such a message hands over."""
    found = shortcuts.shortcut(used(message={"ts": "17.1", "team": TEAM, **message}), ME)
    assert isinstance(found, Hands)
    return found.material


def filed(callback: str = ids.NEW_TASK_VIEW, **changes: Any) -> dict[str, Any]:
    """A submission of the form for a task."""
    task = {"type": "plain_text_input", "value": changes.pop("task", " do it ")}
    channel = {"selected_conversation": changes.pop("channel", "C0SUPPORT")}
    words = {"type": "plain_text_input", "value": changes.pop("words", None)}
    values = {
        ids.TASK: {ids.TASK: task},
        ids.CHANNEL: {ids.CHANNEL: channel},
        ids.WORDS: {ids.WORDS: words},
    }
    view = {
        "id": "V0VIEW",
        "callback_id": callback,
        "private_metadata": "kept0",
        "state": {"values": values},
    }
    user = {"id": "U0ANA", "name": "ana", "team_id": changes.pop("team", TEAM)}
    return {"type": "view_submission", "team": {"id": TEAM}, "user": user, "view": view, **changes}


def test_the_global_shortcut_wants_a_form() -> None:
    """It comes from nowhere in particular."""
    found = shortcuts.shortcut(used(type="shortcut", callback_id="new_task", channel=None), ME)
    assert isinstance(found, WantsTask)
    assert (found.trigger, shortcuts.channel_known(found.place)) == ("1.2.abc", "")


def test_a_message_is_handed_over_with_its_thread_and_author() -> None:
    """Whoever uses the shortcut asks; the words are as their author saw them."""
    found = about(user="U0ELI", text="it is &lt;broken&gt;", thread_ts="16.1")
    assert found.thread == Thread(TEAM, "C0SUPPORT", "16.1")
    assert (found.ts, found.text, found.ours) == ("17.1", "it is <broken>", False)
    assert (found.by, found.author.user) == (ANA, "U0ELI")


@pytest.mark.case("A21")
def test_a_message_of_files_hands_over_their_names() -> None:
    """A message may consist of files alone, whether it says so by an empty text or by none."""
    files = [{"name": "data.csv"}, {"title": "a chart"}]
    for empty in ({}, {"text": ""}):
        found = about(user="U0ELI", files=files, **empty)
        assert found.text == "[file: data.csv]\n[file: a chart]"


@pytest.mark.parametrize(
    ("message", "name"),
    [
        ({"bot_id": "B1", "bot_profile": {"name": "deploy\nbot"}}, "deploy bot (an app)"),
        ({"bot_id": "B1", "username": "CI", "user": "U0CI"}, "CI (an app)"),
        ({"bot_id": "B1"}, "an app (an app)"),
        ({"user": "U0OLGA", "user_team": "T0OTHER"}, "U0OLGA (of another company)"),
    ],
)
def test_apps_and_outsiders_are_called_that(message: dict[str, Any], name: str) -> None:
    """Their messages may be handed over; what they are stands beside the name."""
    assert about(text="failed", **message).author.name == name


def test_a_thread_under_our_own_post_is_known_as_ours() -> None:
    """Its root may not be indexed yet: a reply to it, or the root itself."""
    assert about(user=ME.bot_user, text="asked: x").ours
    assert about(user="U0ELI", text="y", thread_ts="16.1", parent_user_id=ME.bot_user).ours


@pytest.mark.parametrize(
    "changes",
    [
        {"message": {"user": "U0ELI", "ts": "17.1", "text": ""}},
        {"message": {"user": "U0ELI", "ts": "17.1", "text": "<@U0SIGNOFF>"}},
        {"channel": None},
        {"trigger_id": None},
        {"callback_id": "another"},
        {"type": "shortcut"},
        {"user": {}},
    ],
)
def test_what_cannot_be_worked_on_is_not_for_us(changes: dict[str, Any]) -> None:
    """An empty message, a place that isn't named, a shortcut that isn't ours."""
    assert isinstance(shortcuts.shortcut(used(**changes), ME), NotForUs)


def test_members_of_other_companies_start_nothing() -> None:
    """By no shortcut and no form."""
    away = {"id": "U0OLGA", "team_id": "T0OTHER"}
    for body in (used(user=away), used(user=away, type="shortcut", callback_id="new_task")):
        assert isinstance(shortcuts.shortcut(body, ME), Told)
    for callback in (ids.NEW_TASK_VIEW, ids.HAND_VIEW):
        assert isinstance(shortcuts.submission(filed(callback, team="T0OTHER"), ME), Told)


def test_a_form_brings_its_task() -> None:
    """The same view sent twice has the same key."""
    found = shortcuts.submission(filed(), ME)
    assert found == Filed("do it", "C0SUPPORT", ANA, "view:V0VIEW")
    over = shortcuts.submission(filed(ids.HAND_VIEW), ME)
    assert over == HandedOver("", "kept0", ANA, "view:V0VIEW")


@pytest.mark.parametrize("channel", [None, "", "U0ANA", "support", "C0/../x", "c0support"])
def test_a_place_that_is_none_is_missing(channel: str | None) -> None:
    """Only ids of conversations are places."""
    found = shortcuts.submission(filed(channel=channel), ME)
    assert isinstance(found, Filed) and found.channel == ""


def test_other_forms_are_others_matter() -> None:
    """Nor is one without its id a form."""
    assert shortcuts.submission(filed(ids.REJECT_VIEW), ME) is None
    assert shortcuts.submission({**filed(), "view": {"callback_id": ids.NEW_TASK_VIEW}}, ME) is None


def test_what_is_kept_is_for_whoever_opened_the_form() -> None:
    """A name that somebody else got hold of opens nothing."""
    material = about(user="U0ELI", text="it is “broken”", thread_ts="16.1")
    body = shortcuts.kept(material)
    assert shortcuts.restored(body, ANA) == Material(
        ANA, material.thread, "17.1", material.author, "it is “broken”"
    )
    assert shortcuts.restored(body, Who(TEAM, "U0BEN")) is None
