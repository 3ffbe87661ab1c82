"""The last look before a payload leaves: every limit of Slack, on the final payload.

No library checks the whole message; this does: counts, totals, duplicate ids, one table, the
`submit` that an input needs. It refuses what Slack might refuse and knows no block that we don't.
"""

import json
from collections import Counter
from collections.abc import Iterator, Mapping

from blocks import limits
from blocks.rules import (
    Json,
    Problem,
    Report,
    Surface,
    array,
    as_list,
    as_object,
    size,
    string,
    text,
)
from blocks.schema import block as check_block
from blocks.text import stored_units

_VIEW_TEXTS = ("title", "submit", "close")
_VIEW_STRINGS = {
    "callback_id": limits.VIEW_CALLBACK_ID,
    "private_metadata": limits.VIEW_METADATA,
    "external_id": limits.VIEW_EXTERNAL_ID,
}


class BadBlocks(ValueError):
    """A payload that Slack would refuse; `problems` says all that is wrong with it."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__("; ".join(map(str, problems)))
        self.problems = problems


def checked(payload: dict[str, object]) -> dict[str, object]:
    """The payload itself, a view or a message, when Slack would take it; else raises BadBlocks."""
    view = payload.get("type") in ("modal", "home")
    problems = check_view(payload) if view else check_message(payload)
    if problems:
        raise BadBlocks(problems)
    return payload


def check_message(payload: Mapping[str, object]) -> list[Problem]:
    """What Slack would refuse of a message; empty when it would take it."""
    report = Report(surface="message")
    words = payload.get("text")
    if not isinstance(words, str) or not words.strip():
        report.add("/text", "no_text")
    else:
        size(report, "/text", stored_units(words, mrkdwn=True), limits.MESSAGE_TEXT)
    blocks = payload.get("blocks", [])
    _blocks(blocks, "/blocks", limits.BLOCKS_PER_MESSAGE, report)
    _totals(blocks, report)
    attachments = as_list(payload.get("attachments", []))
    if attachments is None or len(attachments) > limits.ATTACHMENTS:
        report.add("/attachments", "too_many_attachments")
    if len(_json(payload.get("metadata", {}))) > limits.METADATA_BYTES:
        report.add("/metadata", "metadata_too_large")
    return report.problems


def check_view(view: Mapping[str, object]) -> list[Problem]:
    """What Slack would refuse of a modal or a Home tab; empty when it would take it."""
    surface: Surface = "home" if view.get("type") == "home" else "modal"
    report = Report(surface=surface)
    blocks = view.get("blocks")
    _frame(view, report)
    _blocks(blocks, "/view/blocks", limits.BLOCKS_PER_VIEW, report, least=1)
    kinds = [found.get("type") for found in _objects(blocks)]
    if surface == "modal" and "input" in kinds and "submit" not in view:
        report.add("/view", "must define `submit` to use an `input` block in modals")
    if _focused(blocks) > 1:
        report.add("/view/blocks", "no more than 1 `focus_on_load` allowed")
    if len(_json(view)) > limits.VIEW_BYTES:
        report.add("/view", "view_too_large")
    return report.problems


def _frame(view: Mapping[str, object], report: Report) -> None:
    for name in _VIEW_TEXTS:
        if name in view and report.surface == "home":
            report.add("/view", f"invalid additional property: {name}")
        elif name in view:
            text(limits.VIEW_TITLE)(view[name], f"/view/{name}", report)
    if report.surface == "modal" and "title" not in view:
        report.add("/view", "missing required field: title")
    for name, most in _VIEW_STRINGS.items():
        if name in view:
            string(most, 0)(view[name], f"/view/{name}", report)


def _json(value: object) -> str:
    """As clients send it: only ASCII, so that its length is its bytes."""
    return json.dumps(value)


def _objects(value: object) -> list[Json]:
    return [found for one in as_list(value) or [] if (found := as_object(one)) is not None]


def _blocks(value: object, where: str, most: int, report: Report, *, least: int = 0) -> None:
    array(most, check_block, least)(value, where, report)
    items = as_list(value) or []
    for i, one in enumerate(items):
        _action_ids(one, f"{where}/{i}", report)
    _duplicates(
        [(f"{where}/{i}/block_id", found.get("block_id")) for i, found in _numbered(items)],
        "block_id",
        report,
    )


def _numbered(items: list[object]) -> Iterator[tuple[int, Json]]:
    for i, one in enumerate(items):
        found = as_object(one)
        if found is not None:
            yield i, found


def _action_ids(value: object, where: str, report: Report) -> None:
    """Action ids are unique inside one block."""
    found = as_object(value) or {}
    name = "actions" if found.get("type") == "card" else "elements"
    inside = as_list(found.get(name)) or [found.get("accessory"), found.get("element")]
    names = [
        (f"{where}/{name}/{i}/action_id", element.get("action_id"))
        for i, element in _numbered(inside)
    ]
    _duplicates(names, "action_id", report)


def _duplicates(names: list[tuple[str, object]], what: str, report: Report) -> None:
    counts = Counter(name for _, name in names if isinstance(name, str))
    seen: set[str] = set()
    for where, name in names:
        if not isinstance(name, str) or counts[name] < 2:
            continue
        if name in seen:
            report.add(where, f"`{what}` {name} already exists")
        seen.add(name)


def _totals(blocks: object, report: Report) -> None:
    found = _objects(blocks)
    marked = [one.get("text") for one in found if one.get("type") == "markdown"]
    total = sum(stored_units(one, mrkdwn=False) for one in marked if isinstance(one, str))
    if len(marked) > 1 and total > limits.MARKDOWN_TOTAL:
        report.add("/blocks", f"markdown must be less than {limits.MARKDOWN_TOTAL + 1} characters")
    if total_units(found) > limits.MESSAGE_TOTAL:
        report.add("/blocks", "msg_blocks_too_long")
    tables = [one for one in found if one.get("type") == "table"]
    if len(tables) > limits.TABLES_PER_MESSAGE:
        report.add("/blocks", "only_one_table_allowed")
    if sum(map(total_units, tables)) > limits.TABLE_TEXT:
        report.add("/blocks", f"table must be less than {limits.TABLE_TEXT + 1} characters")


def total_units(value: object) -> int:
    """All text inside a payload or a part of it, as Slack stores it."""
    items = as_list(value)
    if items is not None:
        return sum(map(total_units, items))
    found = as_object(value)
    if found is None:
        return 0
    mrkdwn = found.get("type") == "mrkdwn"
    return sum(
        stored_units(inner, mrkdwn=mrkdwn)
        if isinstance(inner, str) and name in ("text", "alt_text")
        else total_units(inner)
        for name, inner in found.items()
    )


def _focused(value: object) -> int:
    items = as_list(value)
    if items is not None:
        return sum(map(_focused, items))
    found = as_object(value)
    if found is None:
        return 0
    here = 1 if found.get("focus_on_load") is True else 0
    return here + sum(map(_focused, found.values()))
