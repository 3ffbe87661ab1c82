"""What people do with forms becomes what it means to us. Pure; they are untrusted requests."""

from dataclasses import dataclass
from typing import Literal

from blocks import ids
from blocks.form_parts import ADD, BACK, FORM_VIEW, REMOVE, TAKE_OVER, named
from blocks.ids import Ref
from bot.core.ids import Who, run_of
from bot.slack import pressed
from bot.slack.fields import Json, items, obj, text
from bot.slack.forms.meta import Meta, meta
from bot.slack.identity import Identity
from bot.slack.parse import Place

What = Literal["back", "add", "remove", "take_over", "change"]
_BUTTONS: dict[str, What] = {
    BACK: "back",
    ADD: "add",
    REMOVE: "remove",
    TAKE_OVER: "take_over",
}


@dataclass(frozen=True, slots=True)
class OpensForm:
    """A button of a question's card that opens its form; `action` is the place of its action."""

    ref: Ref
    action: int
    by: Who
    trigger: str
    place: Place
    home: str = ""


@dataclass(frozen=True, slots=True)
class Turned:
    """Something in an open form was pressed or changed; `of` is the row or list that it is of."""

    what: What
    meta: Meta
    view: Json
    by: Who
    of: str = ""


@dataclass(frozen=True, slots=True)
class SentForm:
    """A page of a form was sent."""

    meta: Meta
    view: Json
    by: Who


@dataclass(frozen=True, slots=True)
class Searched:
    """Somebody types in a searched choice: of which control, and what."""

    meta: Meta
    by: Who
    field: str
    query: str


def action(body: Json, me: Identity) -> OpensForm | Turned | None:
    """What a block_actions body means to a form; None if it is about none."""
    actions = items(body, "actions")
    if len(actions) != 1 or not text(body, "user", "id"):
        return None
    view = obj(body, "view")
    if text(view, "callback_id") == FORM_VIEW:
        return _turned(view, actions[0], pressed.clicker(body, me))
    return _opens(body, actions[0], me)


def sent(body: Json, me: Identity) -> SentForm | None:
    """A form's page that was sent; None for any other modal."""
    view = obj(body, "view")
    found = meta(view)
    if found is None or run_of(found.request) is None or not text(view, "id"):
        return None
    return SentForm(found, view, pressed.clicker(body, me))


def searched(body: Json, me: Identity) -> Searched | None:
    """A search in a form's choices; None for any other."""
    view, control = obj(body, "view"), named(text(body, "action_id"))
    found = meta(view)
    if found is None or control is None or run_of(found.request) is None:
        return None
    return Searched(found, pressed.clicker(body, me), control[0], text(body, "value"))


def done(one: Json) -> tuple[What, str] | None:
    """What an action within a form does, and of which row or list; None if nothing."""
    name = text(one, "action_id")
    if name in _BUTTONS:
        return _BUTTONS[name], text(one, "value")
    return ("change", "") if named(name) else None


def _turned(view: Json, one: Json, by: Who) -> Turned | None:
    found, what = meta(view), done(one)
    if found is None or what is None or run_of(found.request) is None:
        return None
    return Turned(what[0], found, view, by, what[1])


def _opens(body: Json, done: Json, me: Identity) -> OpensForm | None:
    name, ref = text(done, "action_id"), ids.parse_block_id(text(done, "block_id"))
    place = name.removeprefix(ids.FORM)
    if name != ids.OTHER and not (name.startswith(ids.FORM) and place.isdecimal()):
        return None
    if ref is None or ref.request != text(done, "value") or run_of(ref.request) is None:
        return None
    return OpensForm(
        ref,
        0 if name == ids.OTHER else int(place[:3]),
        pressed.clicker(body, me),
        text(body, "trigger_id"),
        pressed.place(body),
        pressed.home(body),
    )
