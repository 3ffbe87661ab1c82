"""An answer sent through its modals: each page drawn, sent untouched, and read back.

What comes out is what Slack would make of the draft: where that is another answer, a page shows
something that it doesn't hand back.
"""

from bot.core.form.parts import Action, Draft
from bot.slack.fields import Json, items, obj, text
from bot.slack.forms.draw import Paged, view
from bot.slack.forms.state import given

_SEND = Action("submit", "Submit")


def through(form: Paged, draft: Draft) -> Draft:
    """The draft after all of its pages. Raises BadBlocks for one that Slack would refuse."""
    number = 1
    while number <= len(pages := form.pages(draft)):
        page = pages[number - 1]
        modal = view(
            form, draft, number, request="check", revision=1, action=_SEND, question="Is it so?"
        )
        draft = draft.with_given(given(untouched(modal), page))
        number += 1
    return draft


def untouched(modal: Json) -> Json:
    """The `state.values` of a view that nobody has touched."""
    found: dict[str, object] = {}
    for block in items(modal, "blocks"):
        name = text(block, "block_id")
        if text(block, "type") == "input":
            found[name] = {name: _entry(obj(block, "element"))}
    return found


def _entry(element: Json) -> Json:
    """`initial_value` comes back as `value`, `initial_date` as `selected_date` and so on."""
    entry: dict[str, object] = {"type": element.get("type")}
    for name, value in element.items():
        _, initial, what = name.partition("initial_")
        if initial:
            entry["value" if what == "value" else f"selected_{what}"] = value
    return entry
