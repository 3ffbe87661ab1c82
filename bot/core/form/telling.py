"""An answer in words, for a card: label and text of each field. Pure."""

from typing import Any

from bot.core.form.built import Built
from bot.core.form.exact import ABSENT, plain
from bot.core.form.options import worded
from bot.core.form.parts import Field, Path
from bot.core.form.walk import several
from bot.mask import HIDDEN


def told(built: Built) -> tuple[tuple[str, str], ...]:
    """What was answered, in the order of the form; what was left out isn't in it."""
    found = list[tuple[str, str]]()
    for item in built.items:
        if isinstance(item, Field):
            text = _text(item, built)
            if text:
                found.append((_within(item.path[:-1], item.label, built), text))
    for path, value in built.unasked.items():
        found.append((_within(path, "not asked for", built), worded(value)))
    return tuple(found)


def _text(field: Field, built: Built) -> str:
    value = built.values.get(field.id, ABSENT)
    if value is ABSENT:  # of alternatives which one
        return next((one.label for one in field.options if one.value in field.picked), "")
    if field.sensitive:
        return HIDDEN
    made = built.controls[field.id]
    names = {plain(one.value): one.shown for one in made.named}
    each = several(value) if made.codec in ("many", "lines") else [value]
    return ", ".join(names.get(plain(one), "") or worded(one) for one in each)


def _within(path: Path, label: str, built: Built) -> str:
    found: list[Any] = [built.labels.get(path[:n]) for n in range(1, len(path) + 1)]
    names = [one for one in (*found, label) if one]
    after = [*names[1:], ""]
    # A row's name begins with its list's.
    return " → ".join(a for a, b in zip(names, after, strict=True) if not b.startswith(f"{a} "))
