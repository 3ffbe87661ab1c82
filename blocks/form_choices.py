"""Choices: as radio buttons, a list or a searched list, with labels that stay distinct.

A choice goes by its `value`; its label is only shown. What doesn't fit a label is listed whole
above the control; of a searched list the second line shows more of it.
"""

from collections.abc import Iterable, Mapping, Sequence

from blocks import limits
from blocks.elements import Block, Payload, plain_text
from blocks.form_parts import Choice, Control
from blocks.form_texts import bold, distinct, middle, standing, view_bytes
from blocks.text import MARK, cut, escaped_units, unmarked

ONE = ("radio", "select", "search")  # kinds of which one is chosen
MANY = ("checkbox", "checkboxes", "multiselect", "multisearch")
NONE = "-"  # the value of no answer: a radio button can't be taken back
_LEFT = "Leave it empty"
_TYPE = "Type to search"
_ANY = 1_000_000  # no limit
_OTHERS = "Others"  # the group of those that have none
_LISTED_BYTES = 24_000  # of all choices that are listed whole
_STANDING_BYTES = 60_000  # of choices in a view; more are searched instead

Kind = str  # of a Block Kit element


def element_kind(control: Control) -> Kind:
    """The element that holds these choices: the one asked for, or the next larger."""
    count = len(control.options)
    many = control.kind in MANY
    few, menu, searched = (
        ("checkboxes", "multi_static_select", "multi_external_select")
        if many
        else ("radio_buttons", "static_select", "external_select")
    )
    if control.kind in ("radio", "checkbox", "checkboxes") and count <= limits.CHOICES:
        return few
    if control.kind in ("search", "multisearch") or count > limits.SELECT_OPTIONS:
        return searched
    return searched if _bytes(control.options) > _STANDING_BYTES else menu


def choices(control: Control) -> Block:
    """The element with its choices and those that are chosen."""
    kind = element_kind(control)
    searched = kind.endswith("external_select")
    labels = _labels(control.options)
    by_value = {one.value: one for one in control.options}
    picks = standing_picks(control)
    drawn = {value: _option(by_value[value], labels[value], more=searched)
             for value in (picks if searched else by_value)}  # fmt: skip
    picked = [drawn[value] for value in picks]
    element: Block = {"type": kind}
    if searched:
        element |= {"min_query_length": 0, "placeholder": plain_text(_TYPE, limits.PLACEHOLDER)}
    elif any(one.group for one in control.options) and kind.endswith("static_select"):
        element["option_groups"] = _groups(control.options, drawn)
    else:
        element["options"] = [*drawn.values(), *_none(control, kind)]
    if kind == "checkboxes" or kind.startswith("multi_"):
        return element | ({"initial_options": picked} if picked else {})
    return element | ({"initial_option": picked[0]} if picked else {})


def _none(control: Control, kind: Kind) -> list[Block]:
    """The way back to no answer, where there may be none and one more fits."""
    few = kind == "radio_buttons" and len(control.options) < limits.CHOICES
    return [_option(Choice(value=NONE, label=_LEFT), _LEFT)] if few and control.optional else []


def standing_picks(control: Control) -> tuple[str, ...]:
    """The chosen values that the element can begin with; none if they are too many for it."""
    known = {one.value for one in control.options}
    picked = tuple(dict.fromkeys(value for value in control.picked if value in known))
    if control.kind in ONE:
        return picked[:1]
    return () if len(picked) > limits.SELECT_OPTIONS else picked


def offered(options: Sequence[Choice], found: Iterable[str]) -> Payload:
    """What a searched list answers: of all its choices those that were found, best first."""
    labels = _labels(options)
    known = {one.value: one for one in options}
    hits = [known[value] for value in found if value in known][: limits.SELECT_OPTIONS]
    drawn = {one.value: _option(one, labels[one.value], more=True) for one in hits}
    if any(one.group for one in hits):
        return {"option_groups": _groups(hits, drawn)}
    return {"options": list(drawn.values())}


def listed(control: Control) -> list[Block]:
    """The choices whole, where one of those that stand in the control doesn't fit its label."""
    if element_kind(control).endswith("external_select"):
        return []
    labels = distinct([one.label for one in control.options])
    pairs = list(zip(control.options, labels, strict=True))
    if not any(_is_cut(one, label) for one, label in pairs):
        return []
    lines = [_line(one, label) for one, label in pairs]
    return standing(f"{bold(control.label)} – the choices in full", "\n".join(lines), _LISTED_BYTES)


def _line(one: Choice, label: str) -> str:
    """Its whole label; with the shortened one where only a number tells that from others."""
    whole = unmarked(one.label, _ANY)
    plain = (
        whole,
        cut(whole, limits.OPTION_TEXT, escaped_units),
        middle(whole, limits.OPTION_TEXT),
    )
    names = (one.label,) if label in plain else (label, one.label)
    return f"• {' – '.join(text for text in (*names, one.about) if text)}"


def _is_cut(one: Choice, label: str) -> bool:
    about = unmarked(one.about, limits.TEXT_OBJECT)
    return unmarked(one.label, _ANY) != label or escaped_units(about) > limits.OPTION_DESCRIPTION


def _labels(options: Sequence[Choice]) -> dict[str, str]:
    labels = distinct([one.label for one in options])
    return {one.value: label for one, label in zip(options, labels, strict=True)}


def _option(one: Choice, label: str, *, more: bool = False) -> Block:
    """With `more`, what doesn't fit the label goes on in the second line."""
    drawn: Block = {"text": plain_text(label, limits.OPTION_TEXT), "value": one.value}
    about = one.about or (_rest(one.label, label) if more else "")
    if about:
        drawn["description"] = plain_text(about, limits.OPTION_DESCRIPTION)
    return drawn


def _rest(whole: str, label: str) -> str:
    """What of a label is left out, from where it is."""
    line = unmarked(whole, _ANY)
    return f"{MARK}{line[label.find(MARK) :].lstrip()}" if line != label and MARK in label else ""


def _groups(options: Iterable[Choice], drawn: Mapping[str, Block]) -> list[Block]:
    """In the order of their first choice; the last group takes those that are too many."""
    groups: dict[str, list[Block]] = {}
    for one in options:
        groups.setdefault(one.group or _OTHERS, []).append(drawn[one.value])
    labels = distinct(list(groups), limits.OPTION_GROUP_LABEL)
    return [
        {"label": plain_text(label, limits.OPTION_GROUP_LABEL), "options": inside}
        for label, inside in zip(labels, groups.values(), strict=True)
    ]


def _bytes(options: Iterable[Choice]) -> int:
    texts = (text for one in options for text in (one.label, one.about, one.group))
    return sum(min(view_bytes(text), 6 * limits.OPTION_TEXT) for text in texts)
