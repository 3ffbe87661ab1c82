"""How a question is asked: by buttons on the card, in a modal, or on a web page. Pure."""

from bot.core.form import limits
from bot.core.form.built import Built
from bot.core.form.parts import Draft, Field, Option, Rows, Way
from bot.core.form.schema import Schema
from bot.core.form.ui import Ui
from bot.core.form.veil import marked
from bot.core.form.walk import Part, below

_SAME = (
    "allOf", "anyOf", "oneOf", "then", "else", "dependentSchemas", "dependencies", "items",
    "prefixItems",
)  # fmt: skip


def way_of(schema: Schema, ui: Ui, built: Built) -> tuple[Way, str]:
    """The way of a form that isn't one small choice, and why, in words."""
    web = _web(schema, ui)
    if web:
        return "web", web
    if not any(isinstance(item, Field | Rows) for item in built.items):
        return "buttons", "there is nothing to fill in"
    return "modal", "each of its fields fits a modal"


def quick(built: Built) -> list[tuple[Option, Draft]]:
    """Of a form that is one small choice the options, with the drafts that pick them; else []."""
    asked = [item for item in built.items if isinstance(item, Field) and item.kind != "locked"]
    if len(asked) != 1 or any(isinstance(item, Rows) for item in built.items):
        return []
    name, made = asked[0].id, built.controls.get(asked[0].id)
    if (
        asked[0].redraws
        or made is None
        or made.codec not in ("box", "one")
        or len(made.named) > limits.QUICK
    ):
        return []
    if made.codec == "box":
        return [
            (Option("0", "Yes"), Draft({name: ("0",)})),
            (Option("1", "No"), Draft({name: ()})),
        ]
    return [(one, Draft({name: one.value})) for one in asked[0].options]


def _web(schema: Schema, ui: Ui) -> str:
    """Why only a web page can ask it, "" where a modal can."""
    if ui.masks() or any(marked(part) for part in schema.parts):
        return "it asks for something that must not pass through Slack"
    if any(_long(part) for part in schema.parts):
        return f"a text in it may need more than {limits.MODAL_TEXT:,} characters"
    if depth(schema) > limits.MODAL_DEPTH:
        return f"its objects are more than {limits.MODAL_DEPTH} levels deep"
    return ""


def _long(part: Part) -> bool:
    """Whether texts that a modal has no room for are surely wished for here."""
    most, least = part.keywords.get("maxLength", 0), part.keywords.get("minLength", 0)
    return least > limits.MODAL_TEXT or (
        most > limits.MODAL_TEXT and part.keywords.get("enum") is None
    )  # fmt: skip


def depth(schema: Schema) -> int:
    """How many objects stand in each other at most; what refers to itself counts once."""
    known: dict[str, int] = {}
    _depth(schema, schema.root, known)
    return known[schema.root.at]


def _depth(schema: Schema, part: Part, known: dict[str, int]) -> int:
    if part.at in known:
        return known[part.at]
    known[part.at] = 0  # of one that is met again within itself
    target = schema.target(part)
    found = [one for key in _SAME for one in below(part, key)]
    levels = [_depth(schema, one, known) for one in (*found, *([target] if target else []))]
    inner = [_depth(schema, one, known) for one in below(part, "properties")]
    known[part.at] = max([0, *levels, *([1 + max(inner)] if inner else [])])
    return known[part.at]
