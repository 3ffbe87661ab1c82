"""Which block ids the controls of a form have when a view takes the place of another.

Slack keeps what is typed where the block id and the action id stay, and shows our value only where
one of them is new. So a control keeps its id as long as what stands in it is the draft's value, and
gets the next one when we have set another.
"""

from collections.abc import Mapping

from blocks.form_inputs import element
from blocks.form_parts import named
from bot.core.form.parts import Page
from bot.slack.fields import Json, items, obj, text
from bot.slack.forms.parts import control
from bot.slack.forms.state import given, present


def names(page: Page, before: Json) -> Mapping[str, int]:
    """How often we have set each control of the page that the view before it has too."""
    stood = given(obj(before, "state", "values"), page)
    fields = {field.id: field for field in page.fields if field.kind != "locked"}
    found: dict[str, int] = {}
    for block in items(before, "blocks"):
        name, times = named(text(block, "block_id")) or ("", 0)
        field = fields.get(name)
        if field is not None:
            kind = text(element(control(field)), "type")
            same = text(block, "element", "type") == kind and stood.get(name) == present(field)
            found[name] = times if same else times + 1
    return found
