"""How a control's value is written into it, and read from what stands there. Pure."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from bot.core.form import typed
from bot.core.form.exact import ABSENT, dumps, plain
from bot.core.form.options import Named
from bot.core.form.parts import Field, Given
from bot.core.form.schema import TYPES
from bot.core.form.walk import several

Codec = Literal[
    "text", "trimmed", "time", "datetime", "integer", "number", "loose", "box", "one", "many",
    "lines", "json", "pairs", "locked",
]  # fmt: skip


@dataclass(frozen=True, kw_only=True)  # no slots: copied a thousand times for a large form
class Control:
    """A field as it stands before anybody touches it.

    `initial` is what its default is as a person's input. `empty` is the value of an empty field,
    ABSENT for none. `types` are those of a loose one, or of the values of pairs. A `locked` one
    always has `forced`, ABSENT for none.
    """

    field: Field
    codec: Codec
    named: tuple[Named, ...] = ()
    initial: Given = ""
    empty: Any = ABSENT
    forced: Any = ABSENT
    types: tuple[str, ...] = TYPES
    defaulted: bool = False
    constant: bool = False


_READ: dict[Codec, Callable[[str], Any]] = {
    "text": typed.text,
    "trimmed": lambda given: typed.text(given.strip()),
    "time": typed.time,
    "datetime": typed.moment,
    "integer": typed.integer,
    "number": typed.number,
    "lines": typed.lines,
    "json": typed.json,
}
_WRITTEN: dict[Codec, Callable[[Any], str]] = {
    "json": dumps,
    "lines": "\n".join,
    "integer": dumps,
    "number": dumps,
    "time": typed.clock,
}


def read(made: Control, given: Given) -> Any:
    """The value of what was typed or picked, which isn't empty. Raises Unfit, in words."""
    if made.codec in ("one", "many", "box"):
        return _picked(made, (given,) if isinstance(given, str) else given)
    if not isinstance(given, str):
        raise typed.Unfit("This was no text. Type it anew.")
    if made.codec in ("loose", "pairs"):
        return (typed.loose if made.codec == "loose" else typed.pairs)(given, made.types)
    return _READ[made.codec](given)


def write(made: Control, value: Any) -> Given | None:
    """What reads as the value; None if nothing does."""
    found = _written(made, value)
    if not found:
        return None
    try:
        return found if plain(read(made, found)) == plain(value) else None
    except typed.Unfit:
        return None


def blank(made: Control, given: Given) -> bool:
    """Whether nothing stands there; only of a text do blanks count."""
    if isinstance(given, str) and made.codec != "text":
        return not given.strip()
    return not given


def _picked(made: Control, given: tuple[str, ...]) -> Any:
    if made.codec == "box":
        return True
    places = {str(n): one.value for n, one in enumerate(made.named)}
    if any(one not in places for one in given):
        raise typed.Unfit("This is none of the choices. Choose anew.")
    found = [places[one] for one in dict.fromkeys(given)]
    return found if made.codec == "many" else found[0]


def _written(made: Control, value: Any) -> Given | None:
    match made.codec:
        case "box":
            return ("0",) if value is True else None
        case "one":
            return _place(made.named, value)
        case "many":
            places = [_place(made.named, one) for one in several(value)]
            return tuple(one for one in places if one is not None)
        case "loose":
            return typed.loosely(value, made.types)
        case "pairs":
            return typed.paired(value, made.types)
        case codec:
            wants_text = codec in ("text", "trimmed", "time", "datetime")
            if wants_text is not isinstance(value, str) and codec != "json":
                return None
            return _WRITTEN.get(codec, str)(value)


def _place(options: tuple[Named, ...], value: Any) -> str | None:
    wanted = plain(value)
    return next((str(n) for n, one in enumerate(options) if plain(one.value) == wanted), None)
