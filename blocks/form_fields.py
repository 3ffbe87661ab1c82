"""The parts of a form's page as blocks: controls with what is said of them, headings, rows."""

from collections.abc import Mapping
from dataclasses import replace
from typing import assert_never

from blocks import limits
from blocks.elements import Block, actions, button, context, header, plain_text, row, section
from blocks.form_choices import listed
from blocks.form_inputs import element, kept
from blocks.form_parts import (
    ADD,
    REMOVE,
    Choice,
    Control,
    Group,
    Part,
    RowHead,
    RowsEnd,
    block_name,
)
from blocks.form_texts import (
    LABEL,
    beside,
    bold,
    fits,
    harmless,
    is_short,
    middle,
    standing,
    view_bytes,
)
from blocks.text import cut, escaped_units, human, one_line, unmarked

WRONG = "⚠️"  # before what is wrong
_WRONG_BYTES = 600
_STEP, _DEEP = "· ", 6  # before a heading inside others, and how often at most
_OF = 40  # characters of what a button adds or removes
_TICK = Choice(value="0", label="Yes")
_KEPT = (
    "What stands in it now can't be shown here: it is too long for Slack, or has signs that Slack "
    "doesn't keep. Left empty, it stays as it is; what you type or pick takes its place."
)


def drawn(part: Part, names: Mapping[str, int]) -> list[Block]:
    """The blocks of one part."""
    match part:
        case Control(kind="locked"):
            return _locked(part)
        case Control():
            return _control(part, names.get(part.id, 0))
        case Group():
            return _group(part)
        case RowHead():
            return [_row(part)]
        case RowsEnd():
            return [_end(part)]
        case _:
            assert_never(part)


def _control(control: Control, times: int) -> list[Block]:
    if control.kind == "checkbox":
        control = replace(control, options=control.options[:1] or (_TICK,), optional=True)
    name = block_name(control.id, times)
    inside = element(control)
    block: Block = {
        "type": "input",
        "block_id": name,
        "label": plain_text(middle(control.label, LABEL), limits.INPUT_LABEL),
        "optional": control.optional or kept(control),
        "element": {"action_id": name, **inside},
    }
    # What Slack tells of is kept when the form is closed: with each choice all that stands on the
    # page. A text would tell of itself only at Enter.
    if control.redraws or not str(inside["type"]).endswith("_input"):
        block["dispatch_action"] = True
    if hint := _hint(control):
        block["hint"] = beside(hint, limits.INPUT_HINT)
    return [*_above(control), block]


def _hint(control: Control) -> list[str]:
    """What stands beside the control: what is wrong, what it is, its rule."""
    said = [
        _wrong(control.wrong),
        *(text for text in (control.about, control.hint) if is_short(text)),
        _KEPT if kept(control) else "",
    ]
    return [text for text in said if text.strip()]


def _wrong(words: str) -> str:
    return f"{WRONG} {cut(one_line(words), _WRONG_BYTES, view_bytes)}" if words else ""


def _above(control: Control) -> list[Block]:
    """What is too long to stand beside the control, whole."""
    blocks: list[Block] = [] if fits(control.label) else standing("", control.label)
    for text in (control.about, control.hint):
        if not is_short(text):
            blocks += standing("" if blocks else bold(control.label), text)
    return blocks + listed(control)


def _locked(control: Control) -> list[Block]:
    blocks = [] if fits(control.label) else standing("", control.label)
    head = f"{bold(control.label)} – fixed, it can't be changed here"
    blocks += standing(head, control.shown or "–")
    return [*blocks, *_small(control.about), *_small(control.hint), *_said(control.wrong)]


def _group(group: Group) -> list[Block]:
    blocks = [] if fits(group.label) else standing("", group.label)
    if group.depth == 0 and 0 < escaped_units(unmarked(group.label, LABEL)) <= limits.HEADER:
        blocks.append(header(group.label))
    else:
        blocks.append(section(f"{_STEP * min(group.depth, _DEEP)}{bold(group.label)}"))
    return [*blocks, *_small(group.about), *_said(group.wrong)]


def _small(text: str) -> list[Block]:
    """A description in small print; a long one whole in sections."""
    if not text.strip():
        return []
    return [context(human(text, limits.TEXT_OBJECT))] if is_short(text) else standing("", text)


def _said(wrong: str) -> list[Block]:
    return [section(_fault(wrong))] if wrong else []


def _fault(wrong: str) -> str:
    return f"{WRONG} {harmless(wrong, _WRONG_BYTES)}"


def _row(head: RowHead) -> Block:
    words = bold(head.label) + (f"\n{_fault(head.wrong)}" if head.wrong else "")
    remove = button(REMOVE, "Remove", head.id, about=middle(head.label, _OF))
    return {**row(words, remove if head.removes else None), "block_id": f"row:{head.id}"}


def _end(end: RowsEnd) -> Block:
    of = middle(end.of, _OF) or "one"
    wrong = f"{_fault(end.wrong)}\n" if end.wrong else ""
    add = button(ADD, f"Add {of}", end.id, about="one more")
    if not end.adds:
        block = context(f"{wrong}That is as many as there may be.")
    else:
        block = row(wrong.strip(), add) if wrong else actions([add])
    return {**block, "block_id": f"rows:{end.id}"}
