"""Rows that are added to a list, and taken from it. Pure."""

from bot.core.form.built import Built
from bot.core.form.parts import Draft


def with_row(draft: Draft, built: Built, of: str) -> Draft:
    """The draft with one more row at the end of a list; its id was never used in this draft."""
    found = built.lists.get(of)
    if found is None or not found.adds:
        return draft
    last = _last(draft, of, found.names) + 1
    return Draft(
        draft.given, {**draft.rows, of: (*found.names, f"r{last}")}, draft.empty,
        {**draft.last, of: last},
    )  # fmt: skip


def without_row(draft: Draft, built: Built, row: str) -> Draft:
    """The draft without a row, and without what stood in it."""
    gone = built.rows.get(row)
    if gone is None:
        return draft
    names = built.lists[gone.of].names
    left = tuple(name for name in names if name != gone.name)
    return Draft(
        {name: one for name, one in draft.given.items() if name not in gone.inside},
        {**{k: v for k, v in draft.rows.items() if k not in gone.inside}, gone.of: left},
        {name: one for name, one in draft.empty.items() if name not in gone.inside},
        {**draft.last, gone.of: _last(draft, gone.of, names)},
    )


def _last(draft: Draft, of: str, names: tuple[str, ...]) -> int:
    return max([draft.last.get(of, 0), *(int(name[1:]) for name in names)])
