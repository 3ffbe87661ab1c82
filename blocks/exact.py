"""The exact action: the call as code, drawn by us and never by the model.

Values are cut one by one, each marked, so that a long one can't push the next out of sight.
"""

from dataclasses import dataclass

from blocks import limits
from blocks.text import cut, escaped_units, parts, visible

Arguments = tuple[tuple[str, str], ...]

_LINE = 80  # a call that fits goes on one line
_SHORTEST = 24  # a value isn't cut below this; rather, arguments are left out and counted
_MARK = 32  # room for "…(+1234567 characters)"
_PAGE = 2800  # one box of a modal


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawn:
    """The call as text. `whole`: nothing was cut. `coded`: invisible characters became codes."""

    text: str
    whole: bool
    coded: bool


def draw(tool: str, arguments: Arguments, limit: int = limits.EXACT_ACTION) -> Drawn:
    """`tool(name=value, …)` of at most `limit` units, escaped. Values are shown JSON, masked."""
    shown = [(visible(name), visible(value)) for name, value in arguments]
    coded = shown != [tuple(pair) for pair in arguments] or visible(tool) != tool
    tool = cut(visible(tool), limits.NAME * 2, escaped_units)
    text = _call(tool, [f"{name}={value}" for name, value in shown])
    if escaped_units(text) <= limit:
        return Drawn(text=text, whole=visible(tool) == tool, coded=coded)
    return Drawn(text=_squeezed(tool, shown, limit), whole=False, coded=coded)


def pages(tool: str, arguments: Arguments, most: int) -> tuple[tuple[str, ...], bool]:
    """The call in boxes of a modal, at most `most`, and whether that is all of it."""
    text = draw(tool, arguments, limit=10_000_000).text
    boxes = parts(text, _PAGE, escaped_units)
    return tuple(boxes[:most]), len(boxes) <= most


def _call(tool: str, arguments: list[str]) -> str:
    line = f"{tool}({', '.join(arguments)})"
    if len(line) <= _LINE or not arguments:
        return line
    return f"{tool}(\n" + "".join(f"  {argument},\n" for argument in arguments) + ")"


def _squeezed(tool: str, shown: list[tuple[str, str]], limit: int) -> str:
    frame = escaped_units(tool) + 40
    kept = list(shown)
    while kept and frame + sum(map(_least, kept)) > limit:
        kept.pop()
    share = _share(kept, limit - frame)
    lines = [f"{_name(name)}={_value(value, share)}" for name, value in kept]
    left = len(shown) - len(kept)
    if left:
        lines.append(f"…{left} more argument{'s' if left > 1 else ''}")
    return f"{tool}(\n" + "".join(f"  {line},\n" for line in lines) + ")"


def _name(name: str) -> str:
    return cut(name, limits.NAME, escaped_units)


def _least(pair: tuple[str, str]) -> int:
    name, value = pair
    return escaped_units(_name(name)) + 5 + min(escaped_units(value), _SHORTEST + _MARK)


def _share(kept: list[tuple[str, str]], room: int) -> int:
    """The largest size for each value with which all of them fit."""
    room -= sum(escaped_units(_name(name)) + 5 for name, _ in kept)
    sizes = sorted(escaped_units(value) for _, value in kept)
    for i, size in enumerate(sizes):
        share = room // (len(sizes) - i)
        if size > share:
            return share
        room -= size
    return sizes[-1] if sizes else 0


def _value(value: str, share: int) -> str:
    if escaped_units(value) <= share:
        return value
    head = cut(value, max(share - _MARK, _SHORTEST), escaped_units, mark="")
    return f"{head}…(+{len(value) - len(head)} characters)"
