"""How much room a part of a form takes where it is drawn, so that a page of them surely fits.

Counted on the safe side: a page whose parts weigh no more together than `Room` allows is never
refused for its size, whatever its texts hold.
"""

import json
import re

from bot.core.form.parts import Field, Heading, Item, Option, Room, Row, Rows

LONG = 500  # characters of a description; a longer one, or one of several lines, stands by itself
LABEL = 300  # characters of a label, likewise
CHOICE = 75  # characters of a choice's label; a longer one is listed whole as well
_OPTION = 160  # bytes of a choice beside its texts
_CUT = 6 * CHOICE  # the most bytes of a shortened label
_STANDING = 100  # choices that stand in a view; of more only those that are picked do
_SEARCHED = ("search", "multisearch")
_MARKS = ":@<*_~`"  # drawn with one more sign, or as another one
_PLAIN = re.compile(r"[ A-Za-z0-9.,;!?()/+=-]*")  # each a byte and a unit, as most texts are


def weigh(item: Item) -> Room:
    """The blocks and bytes of one part."""
    match item:
        case Field():
            return _field(item)
        case Heading():
            blocks = 3 + _sections(item.label, LABEL) + _sections(item.about)
            return Room(blocks, 3 * size(item.label) + size(item.about), 0, 0)
        case Row():
            return Room(1, 2 * size(item.label), 0, 0)
        case Rows():
            return Room(1, 2 * size(item.of), 0, 0)


def size(text: str) -> int:
    """The most bytes of a text in a view: escaped, as JSON, with what makes it harmless."""
    if _PLAIN.fullmatch(text):
        return len(text)
    return len(json.dumps(_escaped(text))) - 2 + 6 * _marks(text)


def _field(field: Field) -> Room:
    texts = (field.about, field.hint, field.placeholder, field.shown)
    long = _sections(field.label, LABEL) + _sections(field.about) + _sections(field.hint)
    blocks = 1 + long + (4 + _units(field.shown) // 1000 if field.kind == "locked" else 0)
    inside = sum(_OPTION + sum(min(size(text), _CUT) for text in (one.label, one.about, one.group))
                 for one in _drawn(field))  # fmt: skip
    whole = _listed(field)
    listed = "".join(f"{one.label}{one.about}" for one in whole)
    if whole:
        inside += size(listed) + len(whole) * (_CUT + _OPTION)
        blocks += 2 + (_units(listed) + len(whole) * 2 * CHOICE) // 1000
    return Room(blocks, 3 * size(field.label) + sum(map(size, texts)), inside, 1)


def _drawn(field: Field) -> list[Option]:
    """The choices that stand in the view, those that are picked twice."""
    names = set(field.picked)
    picked = [one for one in field.options if one.value in names]
    return [*picked, *field.options] if _stand(field) else picked


def _listed(field: Field) -> tuple[Option, ...]:
    """The choices that are listed whole as well, because one doesn't fit its label."""
    texts = (text for one in field.options for text in (one.label, one.about))
    return field.options if _stand(field) and any(_units(t) > CHOICE for t in texts) else ()


def _stand(field: Field) -> bool:
    return field.kind not in _SEARCHED and len(field.options) <= _STANDING


def _sections(text: str, most: int = LONG) -> int:
    """The blocks of a text that stands by itself; none for a short one."""
    if not text:
        return 0
    alone = len(text.splitlines()) > 1 or _units(text) > most
    return 2 + _units(text) // 1000 if alone else 0


def _units(text: str) -> int:
    """The most characters of a text as Slack counts them."""
    if _PLAIN.fullmatch(text):
        return len(text)
    return len(_escaped(text).encode("utf-16-le", "surrogatepass")) // 2 + _marks(text)


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _marks(text: str) -> int:
    return sum(map(text.count, _MARKS))
