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
NONE = "-"  # the value of no answer: what was chosen can't be taken back in Slack
_LEFT_EMPTY: Block = {"text": plain_text("Leave it empty", limits.OPTION_TEXT), "value": NONE}
_NO_ANSWER = "No answer"
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
    elif kind == "static_select" and any(one.group for one in control.options):
        # Slack won't change a view where several are chosen from several groups: those have none.
        element["option_groups"] = [*_groups(control.options, drawn), *_no_group(control, kind)]
    else:
        element["options"] = [*drawn.values(), *_none(control, kind)]
    if kind == "checkboxes" or kind.startswith("multi_"):
        return element | ({"initial_options": picked} if picked else {})
    return element | ({"initial_option": picked[0]} if picked else {})


def _none(control: Control, kind: Kind) -> list[Block]:
    """The way back to no answer, where there may be none and one more fits."""
    most = limits.CHOICES if kind == "radio_buttons" else limits.SELECT_OPTIONS
    of_one = control.kind in ONE and control.optional and len(control.options) < most
    return [_LEFT_EMPTY] if of_one else []


def _no_group(control: Control, kind: Kind) -> list[Block]:
    none = _none(control, kind)
    return (
        [{"label": plain_text(_NO_ANSWER, limits.OPTION_GROUP_LABEL), "options": none}]
        if none
        else []
    )


def standing_picks(control: Control) -> tuple[str, ...]:
    """The chosen values that the element can begin with; none if they are too many for it."""
    known = {one.value for one in control.options}
    picked = tuple(dict.fromkeys(value for value in control.picked if value in known))
    if control.kind in ONE:
        return picked[:1]
    return () if len(picked) > limits.SELECT_OPTIONS else picked


def offered(options: Sequence[Choice], found: Iterable[str], *, none: bool = False) -> Payload:
    """What a searched list answers: of all its choices those that were found, best first.

    `none` adds the way back to no answer.
    """
    labels = _labels(options)
    known = {one.value: one for one in options}
    most = limits.SELECT_OPTIONS - none
    hits = [known[value] for value in found if value in known][:most]
    drawn = [_option(one, labels[one.value], more=True) for one in hits]
    return {"options": [*drawn, *([_LEFT_EMPTY] if none else [])]}


def listed(control: Control) -> list[Block]:
    """The choices whole, where one of those that stand in the control doesn't fit its label."""
    if element_kind(control).endswith("external_select"):
        return []
    if not any(map(_is_cut, control.options)):
        return []
    head = f"{bold(control.label)} – the choices in full"
    return standing(head, _lines(control), _LISTED_BYTES)


def readable(control: Control) -> bool:
    """Whether what is chosen is read whole, in the control or above it."""
    if not any(_is_cut(one) for one in control.options if one.value in control.picked):
        return True
    searched = element_kind(control).endswith("external_select")
    return not searched and view_bytes(_lines(control)) <= _LISTED_BYTES


def _lines(control: Control) -> str:
    labels = _labels(control.options)
    return "\n".join(_line(one, labels[one.value]) for one in control.options)


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


def _is_cut(one: Choice) -> bool:
    texts = (unmarked(text, _ANY) for text in (one.label, one.about))
    return any(escaped_units(text) > limits.OPTION_TEXT for text in texts)


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
