"""The modal that changes a call's arguments: a field each, in the tool's own order."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from blocks import ids, limits
from blocks.elements import Block, Payload, context, modal, plain_text, section, text_input
from blocks.facts import noticed
from blocks.modal import subject, title
from blocks.pen import RICH
from blocks.text import human
from blocks.views import ApprovalCard

NOTHING = "None of its values can be changed here, so nothing was changed. Reject it, and say how."
_LINE = 80  # characters; a longer text has several lines


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """One argument: `shown` is what stands in it, `picked` are the places of chosen `options`.

    A choice comes back as an option's place, "0" for the first.
    """

    name: str
    kind: Literal["text", "integer", "number", "choice", "choices", "json"]
    optional: bool
    hint: str = ""
    shown: str = ""
    options: tuple[str, ...] = ()
    picked: tuple[int, ...] = ()


def edit_modal(
    card: ApprovalCard,
    fields: Sequence[Field],
    kept: Sequence[str],
    *,
    reason_required: bool,
    whole: bool = True,
) -> Payload:
    """The fields, filled in; `kept` says in words what stays as it is, a line each.

    `whole`: all of the call stands in it. What nobody has read whole isn't approved by an edit.

    The submission's values: `arg:<name>` each, and `reason`, which is a yes's if it is one.
    """
    blocks = [subject(card), *(section(line) for line in noticed(RICH, card))]
    blocks += [_field(field) for field in fields]
    blocks += [context(human(line, limits.SECTION_TEXT)) for line in kept]
    blocks.append(
        text_input(
            ids.REASON,
            "Your reason",  # many tools take a `reason` of their own
            hint="Stands on the card and in the record.",
            longest=1000,
            optional=not reason_required,
        )
    )
    blocks.append(context(_after(card, whole=whole)))
    view = modal(title("Edit", card), blocks, callback=ids.EDIT_VIEW, submit="Send changes")
    return view | {"private_metadata": ids.metadata(card.ref)}


def _after(card: ApprovalCard, *, whole: bool) -> str:
    """What sending it does."""
    if card.risk in ("high", "critical"):
        return "Nothing runs yet: at this risk somebody else decides what you have changed."
    if not whole:
        return (
            "Nothing runs yet: not all of it stands here. Read it on the card, and approve there."
        )
    return "The policy judges it anew. If you may approve the result, sending it is your yes."


def _field(field: Field) -> Block:
    name = ids.argument(field.name)
    block: Block = {
        "type": "input",
        "block_id": name,
        "label": plain_text(field.name, limits.INPUT_LABEL),
        "optional": field.optional,
        "element": {"action_id": name, **_element(field)},
    }
    if field.hint or field.kind == "json":
        hint = f"{field.hint} As JSON." if field.kind == "json" else field.hint
        block["hint"] = plain_text(hint.strip(), limits.INPUT_HINT)
    return block


def _element(field: Field) -> Block:
    match field.kind:
        case "integer" | "number":
            decimal = field.kind == "number"
            return {"type": "number_input", "is_decimal_allowed": decimal, **_initial(field)}
        case "choice":
            kind = "radio_buttons" if len(field.options) <= limits.CHOICES else "static_select"
            picked = _options(field, field.picked[:1])
            return _listed(field, kind) | ({"initial_option": picked[0]} if picked else {})
        case "choices":
            few = len(field.options) <= limits.CHOICES
            picked = _options(field, field.picked)
            drawn = _listed(field, "checkboxes" if few else "multi_static_select")
            return drawn | ({"initial_options": picked} if picked else {})
        case "text" | "json":
            several = field.kind == "json" or len(field.shown) > _LINE or "\n" in field.shown
            return {"type": "plain_text_input", "multiline": several, **_initial(field)}


def _initial(field: Field) -> Block:
    return {"initial_value": field.shown} if field.shown else {}


def _listed(field: Field, kind: str) -> Block:
    return {"type": kind, "options": _options(field, range(len(field.options)))}


def _options(field: Field, places: Sequence[int]) -> list[Block]:
    return [
        {"text": plain_text(field.options[n], limits.OPTION_TEXT), "value": str(n)} for n in places
    ]
