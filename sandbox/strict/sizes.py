"""Limits of a whole message."""

from collections.abc import Iterator

from sandbox.jsons import is_list, is_obj

MOST_MARKDOWN = 12_000
# Slack refuses messages whose blocks hold more text than about this.
MOST_BLOCK_TEXT = 13_200
# Characters in the cells of a message's tables, by the kind of table.
MOST_CELL_TEXT = {"table": 10_000, "data_table": 20_000}
TABLES = tuple(MOST_CELL_TEXT)


def block_text(blocks: object) -> int:
    """How many characters of text the blocks hold together."""
    return sum(len(text) for text in _texts(blocks))


def _texts(value: object) -> Iterator[str]:
    if is_list(value):
        for each in value:
            yield from _texts(each)
    elif is_obj(value):
        for key, each in value.items():
            if key == "text" and isinstance(each, str):
                yield each
            else:
                yield from _texts(each)
