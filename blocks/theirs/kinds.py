"""The blocks that the model may use, of a message and of a modal."""

from blocks.rules import as_list, as_object
from blocks.theirs import rich, standard, words
from blocks.theirs.elements import accessory, entered, not_taken
from blocks.theirs.reading import (
    Clean,
    Reading,
    any_text,
    by_table,
    by_type,
    each,
    heading,
    ids_of,
    lines,
    named,
    nothing,
    refused,
    said,
    same,
)

_ID = {"block_id": nothing}
_NO_ELEMENT = refused("in a modal only `input` blocks hold elements; use one")


def _header(value: object, where: str, reading: Reading) -> object:
    """Headers are our own cards'; the model's are bold lines."""
    found = as_object(value) or {}
    title = said(heading(found.get("text"), f"{where}/text", reading))
    if not title.strip():
        reading.add(f"{where}/text", "must be a plain_text object with a `text`")
        return None
    text = {"type": "mrkdwn", "text": f"*{words.flat(title)}*", "verbatim": True}
    return {"type": "section", "text": text}


def _section(inside: Clean) -> Clean:
    known = {"text": any_text, "fields": each(any_text), "accessory": inside, "expand": nothing}

    def clean(value: object, where: str, reading: Reading) -> object:
        drawn = as_object(by_table({**known, **_ID})(value, where, reading))
        return {**drawn, "expand": True} if drawn else value

    return clean


def _context_text(value: object, where: str, reading: Reading) -> object:
    found = as_object(value) or {}
    if found.get("type") == "image":
        reading.add(where, not_taken("image"))
        return None
    return any_text(value, where, reading)


def _context(value: object, where: str, reading: Reading) -> object:
    """They stand side by side, so that together they may read as our last line."""
    found = [said(one) for one in as_list(value) or []]
    if len(found) > 1:
        lines(" · ".join(" ".join(one.split()) for one in found), where, reading)
    return each(_context_text)(value, where, reading)


def _cell(value: object, where: str, reading: Reading) -> object:
    lines(said(value), f"{where}/text", reading)
    return by_table({"text": same, "value": same})(value, where, reading)


_rich = by_table({**_ID, "elements": rich.parts})
_cells = each(
    each(by_type({"raw_text": _cell, "raw_number": _cell, "rich_text": _rich}, not_taken))
)
_COMMON: dict[str, Clean] = {
    "header": _header,
    "divider": by_table(_ID),
    "context": by_table({**_ID, "elements": _context}),
    "rich_text": _rich,
}
_ENTRY = by_table(
    {
        **_ID,
        "label": named,
        "element": entered,
        "hint": named,
        "optional": same,
        "dispatch_action": nothing,
    }
)


def _input(value: object, where: str, reading: Reading) -> object:
    drawn = as_object(_ENTRY(value, where, reading))
    for ours in ids_of(drawn):
        reading.know(ours, label=said((drawn or {}).get("label")))
    return value if drawn is None else drawn


message = by_type(
    {
        **_COMMON,
        "section": _section(accessory),
        "actions": by_table({**_ID, "elements": each(accessory)}),
        "markdown": standard.markdown,
        "table": by_table(
            {**_ID, "rows": _cells, "column_settings": each(by_table(
                {"align": same, "is_wrapped": same}
            ))}
        ),
    },
    not_taken,
)  # fmt: skip
"""A block of the message."""
modal = by_type({**_COMMON, "section": _section(_NO_ELEMENT), "input": _input}, not_taken)
"""A block of a modal."""
