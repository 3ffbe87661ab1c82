"""Clicks and submissions become what they mean to us. Pure; they are untrusted requests."""

from dataclasses import dataclass, field
from typing import Literal

from blocks import ids
from blocks.ids import Ref
from bot.core.ids import Thread, Who, run_of
from bot.core.replacing import replace
from bot.core.request import Action, Click, Copy
from bot.core.switches import named
from bot.slack.edits.sheet import sheet
from bot.slack.fields import HOME, Json, flag, items, obj, text
from bot.slack.identity import Identity
from bot.slack.parse import NotForUs, Place

_CLICKS: dict[str, Action] = {
    ids.APPROVE: "approve",
    ids.REJECT_NOW: "reject",
    ids.STOP_CALL: "stop_call",
    ids.STOP_RUN: "stop_run",
    ids.ASK_AGAIN: "ask_again",
    ids.APPROVE_ALL: "approve_all",
    ids.REVOKE: "revoke",
    ids.IT_RAN: "ran",
    ids.RUN_AGAIN: "run_again",
    ids.LEAVE: "leave",
}
_LINKS = (ids.OPEN, ids.LINK, ids.VERIFY)  # Slack opens them; their click only wants its answer

_MENU: dict[str, Action] = {ids.CANT_TAKE: "cant_take"}  # of the ⋯ menu, at one tap

Modal = Literal[
    "reject", "review", "details", "edit", "answer", "ask_requester", "hand_over", "grant",
    "reviewed",
]  # fmt: skip
_OPENS: dict[str, Modal] = {
    ids.REVIEWED: "reviewed",
    ids.REJECT: "reject",
    ids.REVIEW: "review",
    ids.DETAILS: "details",
    ids.EDIT: "edit",
}
_MENU_OPENS: dict[str, Modal] = {
    ids.EDIT: "edit",
    ids.GRANT: "grant",
    ids.ANSWER: "answer",
    ids.ASK_REQUESTER: "ask_requester",
    ids.HAND_OVER: "hand_over",
}
_VIEWS: dict[str, Action] = {
    ids.REVIEW_VIEW: "approve",
    ids.EDIT_VIEW: "edit",
    ids.GRANT_VIEW: "grant",
    ids.REVIEWED_VIEW: "reviewed",
    ids.ANSWER_VIEW: "answer",
    ids.ASK_VIEW: "ask_requester",
    ids.HAND_OVER_VIEW: "hand_over",
}


@dataclass(frozen=True, slots=True)
class Pressed:
    """A button that decides or does something; `home`: which installation posted it, if known.

    One about no request is for whatever run has the `thread` by then.
    """

    click: Click
    key: str
    place: Place
    home: str = ""
    thread: Thread | None = None


@dataclass(frozen=True, slots=True)
class Opens:
    """A button that opens a modal about a request; `home` as with Pressed."""

    modal: Modal
    ref: Ref
    trigger: str
    place: Place
    home: str = ""


@dataclass(frozen=True, slots=True)
class Linked:
    """A button that is a link."""


@dataclass(frozen=True, slots=True)
class Stops:
    """*Stop run* beside a run in a list. `home`: the list is the presser's Home tab."""

    run: str
    click: Click
    key: str
    place: Place
    home: bool


@dataclass(frozen=True, slots=True)
class Submitted:
    """A modal that was sent. Its reason may be blank, which only the request's record can judge.

    `view` is the modal as Slack sends it, with the values of its fields.
    """

    click: Click
    key: str
    view: Json = field(default_factory=dict[str, object])


def action(body: Json, me: Identity) -> Pressed | Opens | Stops | Linked | NotForUs:
    """What a block_actions body means to us."""
    actions = items(body, "actions")
    if len(actions) != 1:
        return NotForUs(f"{len(actions)} actions in one click")
    pressed = actions[0]
    name = text(pressed, "action_id")
    if name == ids.MORE:
        return _chosen(body, pressed, me)
    if name in _LINKS:
        return Linked()
    if name.startswith(ids.OPTION) or name == ids.CANCEL_QUESTION:
        return _answer(body, pressed, me)
    if name in (ids.STOP_LISTED, ids.SWITCH_ON):
        return (_stops if name == ids.STOP_LISTED else _switches)(body, pressed, me)
    return _button(body, pressed, me)


def submission(body: Json, me: Identity) -> Submitted | NotForUs:
    """What a view_submission body means to us."""
    view = obj(body, "view")
    values = obj(view, "state", "values")
    reason = text(values, ids.REASON, ids.REASON, "value").strip()
    choice = text(values, ids.CHOICE, ids.CHOICE, "selected_option", "value")
    verb = _verb(text(view, "callback_id"), choice)
    ref = _ref(view)
    if verb is None or ref is None or run_of(ref.request) is None or not text(view, "id"):
        return NotForUs("a form that isn't ours")
    key, by = f"view:{text(view, 'id')}", clicker(body, me)
    user = text(values, ids.TO, ids.TO, "selected_user")
    to = Who(me.team, user) if user and verb == "hand_over" else None
    click = Click(key, verb, ref.request, ref.revision, by, reason=reason, to=to)
    return Submitted(click, key, view)


def _ref(view: Json) -> Ref | None:
    """The request that a modal is about."""
    if text(view, "callback_id") != ids.EDIT_VIEW:
        return ids.parse_metadata(text(view, "private_metadata"))
    found = sheet(view)
    return found.ref if found else None


def place(body: Json) -> Place:
    """Where whoever clicked can be answered; its parts are "" where Slack names none."""
    container = obj(body, "container")
    channel = text(body, "channel", "id") or text(container, "channel_id")
    thread = text(container, "thread_ts") or text(body, "message", "thread_ts")
    url = text(body, "response_url") or None
    return Place(channel, text(body, "user", "id"), thread, url)


def home(body: Json) -> str:
    """The installation whose mark the message carries, "" where it has none."""
    return text(body, "message", "metadata", "event_payload", HOME)


def clicker(body: Json, me: Identity) -> Who:
    """Who clicked, with the workspace that they belong to."""
    user = obj(body, "user")
    team = text(user, "team_id") or text(body, "team", "id") or me.team
    return Who(team, text(user, "id"), text(user, "name") or text(user, "username"))


def _button(body: Json, pressed: Json, me: Identity) -> Pressed | Opens | NotForUs:
    """A button of a card; its value names the request, as its block does."""
    name, request = text(pressed, "action_id"), text(pressed, "value")
    if name not in _CLICKS and name not in _OPENS:
        return NotForUs("an unknown button")
    ref = ids.parse_block_id(text(pressed, "block_id"))
    if ref is None or ref.request != request or run_of(request) is None:
        return NotForUs("a button that names no request of ours")
    if not text(body, "user", "id"):
        return NotForUs("nobody's click")
    if name in _OPENS:
        return Opens(_OPENS[name], ref, text(body, "trigger_id"), place(body), home(body))
    return press(body, pressed, ref, me, _CLICKS[name])


def _answer(body: Json, pressed: Json, me: Identity) -> Pressed | NotForUs:
    """A button of a question's card with an option on it, or the one that ends it."""
    name, ref = text(pressed, "action_id"), ids.parse_block_id(text(pressed, "block_id"))
    if ref is None or ref.request != text(pressed, "value") or run_of(ref.request) is None:
        return NotForUs("a button that names no question of ours")
    if not text(body, "user", "id"):
        return NotForUs("nobody's click")
    if name == ids.CANCEL_QUESTION:
        return press(body, pressed, ref, me, "cancel")
    option = name.removeprefix(ids.OPTION)
    tap = press(body, pressed, ref, me, "submit")
    return replace(tap, click=replace(tap.click, option=option))


def _chosen(body: Json, pressed: Json, me: Identity) -> Pressed | Opens | NotForUs:
    """An entry of the ⋯ menu; its value names it, and its block the request."""
    entry = text(pressed, "selected_option", "value")
    ref = ids.parse_block_id(text(pressed, "block_id"))
    if ref is None or run_of(ref.request) is None or not text(body, "user", "id"):
        return NotForUs("a menu of no request of ours")
    if entry in _MENU_OPENS:
        return Opens(_MENU_OPENS[entry], ref, text(body, "trigger_id"), place(body), home(body))
    if entry in _MENU:
        return press(body, pressed, ref, me, _MENU[entry])
    return NotForUs("an unknown entry of a menu")


def press(body: Json, pressed: Json, ref: Ref, me: Identity, action: Action) -> Pressed:
    """A press as the click that it is."""
    by = clicker(body, me)
    name, at = text(pressed, "action_id"), text(pressed, "action_ts")
    click = Click(
        id=f"{name}:{at}:{by.user}",
        action=action,
        request=ref.request,
        revision=ref.revision,
        by=by,
        copy=_copy(obj(body, "container")),
        tapped=True,
    )
    key = f"click:{ref.request}:{by.user}:{name}:{at}"
    return Pressed(click, key, place(body), home(body))


def _stops(body: Json, pressed: Json, me: Identity) -> Stops | NotForUs:
    ref, run = ids.parse_block_id(text(pressed, "block_id")), text(pressed, "value")
    by = clicker(body, me)
    # A run's id is that of its requests without their number.
    if ref is None or ref.request != run or run_of(f"{run}.1") != run or not by.user:
        return NotForUs("a button that names no run of ours")
    key = f"stop:{run}:{by.user}:{text(pressed, 'action_ts')}"
    home = text(body, "view", "type") == "home"
    return Stops(run, Click(key, "stop_run", "", 0, by), key, place(body), home)


def _switches(body: Json, pressed: Json, me: Identity) -> Pressed | NotForUs:
    by, copy, where = clicker(body, me), _copy(obj(body, "container")), place(body)
    switch = named(text(pressed, "value"))
    if switch is None or copy is None or not where.thread or not by.user:
        return NotForUs("a button that names no switch of ours")
    thread = Thread(me.team, copy.channel, where.thread)
    key = f"switch:{copy.channel}:{copy.ts}:{by.user}:{text(pressed, 'action_ts')}"
    click = Click(key, "switch_on", "", 0, by, copy=copy, switch=switch)
    return Pressed(click, key, where, home(body), thread)


def _copy(container: Json) -> Copy | None:
    channel, ts = text(container, "channel_id"), text(container, "message_ts")
    if text(container, "type") != "message" or flag(container, "is_ephemeral"):
        return None
    return Copy(channel, ts) if channel and ts else None


def _verb(callback: str, choice: str) -> Action | None:
    if callback != ids.REJECT_VIEW:
        return _VIEWS.get(callback)
    verbs: dict[str, Action] = {ids.CHOICE_REJECT: "reject", ids.CHOICE_GUIDE: "guide"}
    return verbs.get(choice)
