"""The exact action: the call as code, drawn by us and never by the model.

Values are cut one by one, each marked, so that a long one can't push the next out of sight.
"""

from dataclasses import dataclass
from itertools import islice

from blocks import limits
from blocks.text import cut, escaped_units, parts, visible

Arguments = tuple[tuple[str, str], ...]

_LINE = 80  # a call that fits goes on one line
_TOOL = 120
_FRAME = 48  # brackets, and "…12 more arguments"
_LINE_FRAME = 5  # two spaces, "=", a comma, a line end
_MARK = 32  # room for "…(+1234567 characters)"
_LEAST = _MARK + 24  # a value isn't cut shorter; rather, arguments are left out and counted
_PAGE = 2800  # one box of a modal


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawn:
    """The call as text. `whole`: nothing was cut. `coded`: invisible characters became codes."""

    text: str
    whole: bool
    coded: bool


def draw(tool: str, arguments: Arguments, limit: int = limits.EXACT_ACTION) -> Drawn:
    """`tool(name=value, …)` of at most `limit` units, escaped. Values are shown JSON, masked."""
    shown = tuple((visible(name), visible(value)) for name, value in arguments)
    coded = shown != arguments or visible(tool) != tool
    text = _call(visible(tool), shown)
    if len(text) <= limit and escaped_units(text) <= limit:
        return Drawn(text=text, whole=True, coded=coded)
    return Drawn(text=_squeezed(visible(tool), shown, limit), whole=False, coded=coded)


def label(name: str, drawn: Drawn) -> str:
    """What stands over the call's box, with what has to be known to read it."""
    if drawn.coded:
        name += " (invisible characters and mentions are drawn as \\u codes)"
    if not drawn.whole:
        name += " (cut: the whole is under Review)"
    return name


def value(shown: str, limit: int) -> str:
    """One shown JSON value of at most `limit` units, marked where it is cut."""
    shown = visible(shown)
    return _value(shown, escaped_units(shown), max(limit, _LEAST))


def pages(tool: str, arguments: Arguments, most: int) -> tuple[tuple[str, ...], bool]:
    """The call in boxes of a modal, at most `most`, and whether that is all of it."""
    shown = tuple((visible(name), visible(value)) for name, value in arguments)
    boxes = parts(_call(visible(tool), shown), _PAGE, escaped_units)
    taken = tuple(islice(boxes, most))
    return taken, next(boxes, None) is None


def _call(tool: str, arguments: Arguments) -> str:
    pairs = [f"{name}={value}" for name, value in arguments]
    line = f"{tool}({', '.join(pairs)})"
    if len(line) <= _LINE or not pairs:
        return line
    return f"{tool}(\n" + "".join(f"  {pair},\n" for pair in pairs) + ")"


def _squeezed(tool: str, shown: Arguments, limit: int) -> str:
    tool = cut(tool, _TOOL, escaped_units)
    room = limit - escaped_units(tool) - _FRAME
    lines: list[tuple[str, str, int]] = []  # name, value, size of the value
    for name, value in shown:
        name = cut(name, limits.NAME, escaped_units)
        size = escaped_units(value)
        room -= escaped_units(name) + _LINE_FRAME
        if room < sum(min(size, _LEAST) for *_, size in lines) + min(size, _LEAST):
            room += escaped_units(name) + _LINE_FRAME
            break
        lines.append((name, value, size))
    share = _share([size for *_, size in lines], room)
    drawn = [f"{name}={_value(value, size, share)}" for name, value, size in lines]
    left = len(shown) - len(lines)
    if left:
        drawn.append(f"…{left} more argument{'s' if left > 1 else ''}")
    return f"{tool}(\n" + "".join(f"  {line},\n" for line in drawn) + ")"


def _share(sizes: list[int], room: int) -> int:
    """The largest size for each value with which all of them fit."""
    sizes = sorted(sizes)
    for i, size in enumerate(sizes):
        share = room // (len(sizes) - i)
        if size > share:
            return share
        room -= size
    return sizes[-1] if sizes else 0


def _value(value: str, size: int, share: int) -> str:
    if size <= share:
        return value
    head = cut(value, share - _MARK, escaped_units, mark="")
    return f"{head}…(+{len(value) - len(head)} characters)"
