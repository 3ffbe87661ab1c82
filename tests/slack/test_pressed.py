"""Clicks and submissions become what they mean to us."""

from typing import Any

import pytest

from blocks import ids
from bot.core.ids import Thread, Who
from bot.core.request import Copy
from bot.slack import pressed
from bot.slack.parse import NotForUs, Place
from bot.slack.pressed import Linked, Opens, Pressed, Submitted
from tests.slack.samples import ASKED, ME, TEAM, click, submission

PLACE = Place("C0SUPPORT", "U0BEN", "1796000000.000100", "https://hooks.slack.com/actions/T/1/x")


def changed(**fields: Any) -> dict[str, Any]:
    """A click whose one action has these fields."""
    body = click()
    return {**body, "actions": [{**body["actions"][0], **fields}]}


def test_a_click_names_its_request_its_revision_and_its_copy() -> None:
    """The value says which request, the block id which revision of it was seen."""
    found = pressed.action(click(), ME)

    assert isinstance(found, Pressed)
    assert found.click.action == "approve"
    assert (found.click.request, found.click.revision) == (ASKED, 1)
    assert found.click.by == Who(TEAM, "U0BEN", "ben")
    assert found.click.copy == Copy("C0SUPPORT", "1796000050.000300")
    assert found.click.tapped
    assert found.key == f"click:{ASKED}:U0BEN:approve:1796000100.000200"
    assert found.place == PLACE


def test_two_people_and_two_buttons_are_two_clicks() -> None:
    """The id is one press of one person."""
    bodies = [click(), click(user="U0CHI"), click(ids.STOP_CALL), changed(action_ts="1.000001")]
    found = [pressed.action(body, ME) for body in bodies]

    assert len({one.click.id for one in found if isinstance(one, Pressed)}) == 4
    assert pressed.action(click(), ME) == found[0]


@pytest.mark.parametrize(
    ("button", "action"),
    [
        (ids.IT_RAN, "ran"),
        (ids.RUN_AGAIN, "run_again"),
        (ids.LEAVE, "leave"),
        (ids.ASK_AGAIN, "ask_again"),
        (ids.STOP_CALL, "stop_call"),
        (ids.STOP_RUN, "stop_run"),
    ],
)
def test_each_button_does_its_own(button: str, action: str) -> None:
    """The card's names and the core's are joined in one table."""
    found = pressed.action(click(button), ME)

    assert isinstance(found, Pressed)
    assert found.click.action == action


@pytest.mark.parametrize("button", [ids.REJECT, ids.REVIEW, ids.DETAILS])
def test_some_buttons_open_a_modal(button: str) -> None:
    """They carry the trigger, and decide nothing."""
    found = pressed.action(click(button), ME)

    assert found == Opens(button, ids.Ref(request=ASKED, revision=1), "1.2.abc", PLACE)  # pyright: ignore[reportArgumentType]


@pytest.mark.parametrize("button", [ids.OPEN, ids.LINK, ids.VERIFY])
def test_a_link_wants_nothing_but_its_answer(button: str) -> None:
    """Slack reports the click on a link all the same."""
    assert pressed.action({"actions": [{"action_id": button}]}, ME) == Linked()


@pytest.mark.parametrize(
    "body",
    [
        {},
        click(actions=[]),
        click(actions=[*click()["actions"], *click()["actions"]]),
        click(actions="x"),
        changed(action_id="unknown"),
        changed(value="3.abcdefghij.2"),
        changed(value=""),
        changed(value=None),
        changed(block_id="XH72R"),
        changed(block_id="decide:nonsense:1:00000000", value="nonsense"),
        click(user=""),
    ],
)
def test_a_click_that_is_not_ours_decides_nothing(body: dict[str, Any]) -> None:
    """Exactly one known button with one sane value, or nothing."""
    assert isinstance(pressed.action(body, ME), NotForUs)


def test_a_click_on_a_private_note_is_on_no_copy() -> None:
    """An ephemeral message can't be redrawn."""
    body = click()
    body["container"]["is_ephemeral"] = True
    found = pressed.action(body, ME)

    assert isinstance(found, Pressed)
    assert found.click.copy is None
    body["container"] = {"type": "view", "view_id": "V0"}
    assert pressed.place(body).channel == "C0SUPPORT"


def test_an_outsiders_click_names_their_own_company() -> None:
    """The engine refuses them by that."""
    found = pressed.action(click(user="U0OLGA", team={"id": TEAM}), ME)
    assert isinstance(found, Pressed)
    assert found.click.by.team == TEAM

    body = click()
    body["user"]["team_id"] = "T0OUTSIDE"
    assert pressed.clicker(body, ME).team == "T0OUTSIDE"
    assert pressed.clicker({"user": {"id": "U0BEN"}, "team": None}, ME) == Who(TEAM, "U0BEN")


def _turn_on(value: str = "writes", **container: Any) -> dict[str, Any]:
    body = click(ids.SWITCH_ON)
    body["actions"][0]["value"] = value
    body["container"].update(container)
    return body


def test_the_button_of_a_switch_is_for_the_run_of_its_thread() -> None:
    """Whichever run that is by then; the message is drawn anew."""
    found = pressed.action(_turn_on(), ME)
    assert isinstance(found, Pressed)
    assert found.thread == Thread(TEAM, "C0SUPPORT", "1796000000.000100")
    assert (found.click.action, found.click.switch) == ("switch_on", "writes")
    assert found.click.copy == Copy("C0SUPPORT", "1796000050.000300")


@pytest.mark.parametrize(
    "body",
    [
        _turn_on("everything"),
        _turn_on(thread_ts=""),
        _turn_on(is_ephemeral=True),
        {**_turn_on(), "user": {}},
    ],
)
def test_a_button_that_names_no_switch_turns_nothing_on(body: dict[str, Any]) -> None:
    """Its switch, its thread, its message and its presser must all be there."""
    assert isinstance(pressed.action(body, ME), NotForUs)


@pytest.mark.parametrize(
    ("callback", "choice", "action"),
    [
        (ids.REJECT_VIEW, ids.CHOICE_REJECT, "reject"),
        (ids.REJECT_VIEW, ids.CHOICE_GUIDE, "guide"),
        (ids.REVIEW_VIEW, "", "approve"),
    ],
)
def test_a_submission_is_a_click_with_a_reason(callback: str, choice: str, action: str) -> None:
    """The view is the key: sent twice, it decides once."""
    found = pressed.submission(submission(callback, choice=choice, reason=" too much \n"), ME)

    assert isinstance(found, Submitted)
    assert found.key == found.click.id == "view:V0VIEW"
    assert (found.click.action, found.click.reason) == (action, "too much")
    assert not found.click.tapped
    assert (found.click.request, found.click.revision) == (ASKED, 1)


@pytest.mark.parametrize(
    "body",
    [
        {},
        submission("other"),
        submission(choice="other"),
        submission(id=""),
        submission(private_metadata=""),
        submission(private_metadata="nonsense:1"),
        submission(private_metadata='{"request": "x"}'),
    ],
)
def test_a_form_that_is_not_ours_decides_nothing(body: dict[str, Any]) -> None:
    """Its callback, its choice, its id and its metadata must all be ours."""
    assert isinstance(pressed.submission(body, ME), NotForUs)


def test_a_form_without_a_reason_has_a_blank_one() -> None:
    """Slack sends null for an empty field."""
    found = pressed.submission(submission(reason=None), ME)

    assert isinstance(found, Submitted)
    assert found.click.reason == ""


def chosen(entry: str, **fields: Any) -> dict[str, Any]:
    """A click on an entry of the ⋯ menu."""
    body = changed(action_id=ids.MORE, selected_option={"value": entry})
    del body["actions"][0]["value"]
    return {**body, **fields}


@pytest.mark.parametrize("entry", [ids.ANSWER, ids.ASK_REQUESTER, ids.HAND_OVER])
def test_entries_of_the_menu_open_a_modal(entry: str) -> None:
    """The request is that of their block: a menu has no value of its own."""
    found = pressed.action(chosen(entry), ME)

    assert found == Opens(entry, ids.Ref(request=ASKED, revision=1), "1.2.abc", PLACE)  # pyright: ignore[reportArgumentType]


def test_passing_is_a_click_of_its_own() -> None:
    """Each press is one."""
    found = pressed.action(chosen(ids.CANT_TAKE), ME)

    assert isinstance(found, Pressed)
    assert (found.click.action, found.click.request) == ("cant_take", ASKED)
    assert found.key == f"click:{ASKED}:U0BEN:more:1796000100.000200"


@pytest.mark.parametrize(
    "body",
    [
        chosen("other"),
        chosen(""),
        chosen(ids.APPROVE),
        chosen(ids.CANT_TAKE, user={}),
        {**chosen(ids.CANT_TAKE), "actions": [{"action_id": ids.MORE, "block_id": "x"}]},
    ],
)
def test_an_entry_that_is_not_ours_decides_nothing(body: dict[str, Any]) -> None:
    """What a button may do, no menu can."""
    assert isinstance(pressed.action(body, ME), NotForUs)


@pytest.mark.parametrize(
    ("callback", "action"),
    [
        (ids.EDIT_VIEW, "edit"),
        (ids.ANSWER_VIEW, "answer"),
        (ids.ASK_VIEW, "ask_requester"),
        (ids.HAND_OVER_VIEW, "hand_over"),
    ],
)
def test_each_form_is_its_own_action(callback: str, action: str) -> None:
    """Only handing over names somebody, and an edit's arguments are read at the door."""
    body = submission(callback)
    if callback == ids.EDIT_VIEW:
        body["view"]["private_metadata"] += ":2:0a1b2c3d:kept-1"
    person = {ids.TO: {ids.TO: {"selected_user": "U0CHI"}}}
    body["view"]["state"]["values"] |= person
    found = pressed.submission(body, ME)

    assert isinstance(found, Submitted)
    assert (found.click.action, found.click.args) == (action, "")
    assert found.click.to == (Who(TEAM, "U0CHI") if action == "hand_over" else None)
    assert found.view == body["view"]
