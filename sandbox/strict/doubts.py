"""What may or may not be refused by the real Slack: sources differ, so it is only noted."""

import json
from collections.abc import Callable, Iterator

from sandbox.elements import find_all, options_of
from sandbox.jsons import Json, is_list, is_obj, objects
from sandbox.strict.sizes import block_text

SAFE_OPTION = 75
SAFE_ROWS = 101
SAFE_CELL_TEXT = 10_000
SAFE_METADATA = 1_024
# Where a block is sure to be taken.
_SURE: dict[str, tuple[str, ...]] = {
    "alert": ("modal",),
    "auth_provider": (),
    "card": ("message", "home"),
    "data_table": ("message",),
    "data_visualization": ("message",),
    "table": ("message",),
}


def doubts(payload: Json, surface: str | None) -> list[str]:
    """Words on everything in a message or view that another source would refuse."""
    view = payload.get("view")
    blocks = objects(view.get("blocks") if is_obj(view) else payload.get("blocks"))
    found = [words for block in blocks for words in _doubts(block, surface)]
    metadata = payload.get("metadata")
    if is_obj(metadata) and len(json.dumps(metadata)) > SAFE_METADATA:
        found.append(f"metadata of more than {SAFE_METADATA} bytes")
    return found


def _doubts(block: Json, surface: str | None) -> Iterator[str]:
    kind = str(block.get("type"))
    if kind in _SURE and surface not in _SURE[kind]:
        yield f"{kind} in a {surface}"
    for _, element in find_all([block]):
        if any(len(str(option.get("value"))) > SAFE_OPTION for option in options_of(element)):
            yield f"an option's value of more than {SAFE_OPTION} characters"
    if kind in _OWN:
        yield from _OWN[kind](block)


def _table(block: Json) -> Iterator[str]:
    rows = block.get("rows")
    if is_list(rows) and len(rows) > SAFE_ROWS:
        yield f"data_table with more than {SAFE_ROWS} rows"
    if block_text(rows) > SAFE_CELL_TEXT:
        yield f"data_table with more than {SAFE_CELL_TEXT} characters"


def _plan(block: Json) -> Iterator[str]:
    ids = [task.get("task_id") for task in objects(block.get("tasks"))]
    if len(set(ids)) < len(ids):
        yield "plan with a task_id that comes twice"


_OWN: dict[str, Callable[[Json], Iterator[str]]] = {"data_table": _table, "plan": _plan}
