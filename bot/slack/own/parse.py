"""What people do with a model's own card becomes what it means to us. Pure; they are untrusted."""

from dataclasses import dataclass

from blocks import ids
from blocks.theirs.reading import PREFIX
from bot.core.ids import run_of
from bot.core.request import Click
from bot.slack import pressed
from bot.slack.fields import Json, items, obj, text
from bot.slack.identity import Identity
from bot.slack.parse import NotForUs
from bot.slack.pressed import Pressed


@dataclass(frozen=True, slots=True)
class Touched:
    """An element of a card was pressed or chosen: `ours` is our id of it.

    `entry` is what Slack says of it, `state` what the card's other elements hold.
    """

    press: Pressed
    ours: str
    trigger: str
    entry: Json
    state: Json


@dataclass(frozen=True, slots=True)
class SentOwn:
    """A modal of a card was sent; `ours` is our id of the button that opened it."""

    click: Click
    ours: str
    view: Json

    @property
    def state(self) -> Json:
        """What was entered."""
        return obj(self.view, "state", "values")


def action(body: Json, me: Identity) -> Touched | NotForUs:
    """What a block_actions body means to a card of a model's."""
    actions = items(body, "actions")
    if len(actions) != 1 or not text(body, "user", "id"):
        return NotForUs(f"{len(actions)} actions in one click")
    done = actions[0]
    ours, ref = text(done, "action_id"), ids.parse_block_id(text(done, "block_id"))
    if ref is None or run_of(ref.request) is None or not ours.startswith(PREFIX):
        return NotForUs("a button that names no question of ours")
    press = pressed.press(body, done, ref, me, "submit")
    return Touched(press, ours, text(body, "trigger_id"), done, obj(body, "state", "values"))


def sent(body: Json, me: Identity) -> SentOwn | NotForUs:
    """What a modal that was sent means to a card of a model's."""
    view = obj(body, "view")
    ours, ref = text(view, "callback_id"), ids.parse_metadata(text(view, "private_metadata"))
    if ref is None or run_of(ref.request) is None or not text(view, "id"):
        return NotForUs("a form that isn't ours")
    by = pressed.clicker(body, me)
    click = Click(f"view:{text(view, 'id')}", "submit", ref.request, ref.revision, by)
    return SentOwn(click, ours, view)
