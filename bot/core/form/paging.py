"""A form's parts on pages that hold them. Pure."""

from bot.core.form.parts import Field, Heading, Item, Page, Room, Row
from bot.core.form.weight import weigh
from bot.core.replacing import replace


def pages(items: list[Item], room: Room) -> tuple[Page, ...]:
    """The parts in their order, as many on a page as it has room for; no page without any.

    A heading or a row's head stands with what follows it, and is repeated where that goes on.
    """
    found: list[list[Item]] = []
    left, open_ = Room(0, 0, 0, 0), list[Item]()
    for chunk in _chunks(items):
        weight = _sum(chunk)
        if not found or not _fits(_add(left, weight), room):
            above = [one for one in _above(open_, chunk) if one not in chunk]
            found.append(above)
            left = _sum(above)
        found[-1] += chunk
        left = _add(left, weight)
        open_ = _opened(open_, chunk)
    return tuple(Page(n, len(found), tuple(page)) for n, page in enumerate(found, 1))


def _chunks(items: list[Item]) -> list[list[Item]]:
    """Parts that aren't parted: heads with the first that follows."""
    found: list[list[Item]] = []
    for item in items:
        if found and isinstance(found[-1][-1], Heading | Row):
            found[-1].append(item)
        else:
            found.append([item])
    return found


def _opened(open_: list[Item], chunk: list[Item]) -> list[Item]:
    """The headings and rows that what follows may still belong to."""
    for item in chunk:
        if isinstance(item, Heading | Row):
            open_ = [one for one in open_ if _holds(one, item)]
            open_.append(item)
    return open_


def _above(open_: list[Item], chunk: list[Item]) -> list[Item]:
    """Of those the ones that go on with this chunk; a description isn't said twice."""
    first = chunk[0]
    kept = [one for one in open_ if _holds(one, first)]
    return [replace(one, about="") if isinstance(one, Heading) else one for one in kept][-3:]


def _holds(outer: Item, inner: Item) -> bool:
    """Whether one stands for a place that the other is in."""
    if isinstance(inner, Row | Heading) and outer.path == inner.path:
        return False
    at_end = not isinstance(inner, Field | Row | Heading)
    depth = len(outer.path)
    return inner.path[:depth] == outer.path and (len(inner.path) > depth or not at_end)


def _fits(one: Room, room: Room) -> bool:
    return (
        one.blocks <= room.blocks
        and one.characters <= room.characters
        and one.option_texts <= room.option_texts
        and one.controls <= room.controls
    )


def _sum(items: list[Item]) -> Room:
    total = Room(0, 0, 0, 0)
    for item in items:
        total = _add(total, weigh(item))
    return total


def _add(one: Room, other: Room) -> Room:
    return Room(
        one.blocks + other.blocks,
        one.characters + other.characters,
        one.option_texts + other.option_texts,
        one.controls + other.controls,
    )
