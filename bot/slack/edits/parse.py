"""What people do in an edit's form becomes what it means to us. Pure; they are untrusted."""

from dataclasses import dataclass

from blocks import ids
from blocks.form_parts import named
from bot.core.ids import Who, run_of
from bot.slack import pressed
from bot.slack.edits.sheet import Sheet, sheet
from bot.slack.fields import Json, items, obj, text
from bot.slack.forms.parse import What, done
from bot.slack.identity import Identity


@dataclass(frozen=True, slots=True)
class Turned:
    """Something in an open form was pressed or changed; `of` is the row or list that it is of."""

    what: What
    sheet: Sheet
    view: Json
    by: Who
    of: str = ""


@dataclass(frozen=True, slots=True)
class Searched:
    """Somebody types in a searched choice: in which field, and what."""

    sheet: Sheet
    view: Json
    field: str
    query: str


def ours(body: Json) -> bool:
    """Whether it is about an edit's form."""
    return text(body, "view", "callback_id") == ids.EDIT_VIEW


def turned(body: Json, me: Identity) -> Turned | None:
    """What a block_actions body means to an edit's form; None if nothing."""
    view, actions = obj(body, "view"), items(body, "actions")
    found = sheet(view)
    if found is None or len(actions) != 1 or run_of(found.ref.request) is None:
        return None
    what = done(actions[0])
    return Turned(what[0], found, view, pressed.clicker(body, me), what[1]) if what else None


def searched(body: Json) -> Searched | None:
    """A search in the choices of an edit's form; None for any other."""
    view, control = obj(body, "view"), named(text(body, "action_id"))
    found = sheet(view)
    if found is None or control is None or run_of(found.ref.request) is None:
        return None
    return Searched(found, view, control[0], text(body, "value"))
