"""Sensitive arguments: which they are, and texts without their values.

A tool's schema marks them (`writeOnly`, `format: password`, `x-sensitive`), or a rule names them.
Their values are for the tool and the model that proposed them, never for people, records or logs;
the digest still stands for the real ones.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, cast

from bot.core import encoded, schemas
from bot.mask import HIDDEN, mask

# A shorter value is hidden only where it stands as a word: or half of a text would be gone.
PART_FROM = 4


def marked(schema: Mapping[str, Any]) -> tuple[str, ...]:
    """The arguments that a tool's JSON Schema marks; of one that holds a mark all."""
    parts = schemas.properties(schema).items()
    return tuple(name for name, part in parts if schemas.sensitive(part, schema))


def without(args: str, names: Iterable[str]) -> str:
    """Canonical arguments with these values hidden; all of them if they can't be read."""
    hidden = set(names)
    if not hidden:
        return args
    given = _read(args)
    if given is None:
        return json.dumps({"arguments": HIDDEN})
    shown = {name: HIDDEN if name in hidden else value for name, value in given.items()}
    return json.dumps(shown, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def recorded(args: str, names: Iterable[str]) -> dict[str, Any]:
    """The arguments for a record: these values hidden, and whatever looks like a secret."""
    given = _read(without(args, names))
    return cast("dict[str, Any]", _masked(given or {}, ""))


def values(args: str, names: Iterable[str]) -> tuple[str, ...]:
    """The texts and numbers inside these arguments, as they may stand in a text."""
    hidden, given = set(names), _read(args)
    if not hidden or given is None:
        return ()
    found = (leaf for name in given.keys() & hidden for leaf in _leaves(given[name]))
    return tuple(dict.fromkeys(found))


def scrubbed(text: str, found: Iterable[str]) -> str:
    """The text with each of these values hidden, also where JSON or a single line has it, and where
    it is escaped or encoded (core.encoded).
    """
    values = tuple(found)
    forms = {form for value in values for form in _forms(value)}
    for form in sorted(forms, key=lambda form: (-len(form), form)):
        if len(form) >= PART_FROM:
            text = text.replace(form, HIDDEN)
        else:
            text = re.sub(rf"(?<!\w){re.escape(form)}(?!\w)", lambda _: HIDDEN, text)
    return encoded.without(text, values)


def _forms(value: str) -> Iterator[str]:
    quoted = (value.replace("'", "''"), value.replace('"', '""'), value.replace("'", "'\"'\"'"))
    escaped = (json.dumps(value)[1:-1], json.dumps(value, ensure_ascii=False)[1:-1])
    for form in (
        value,
        *escaped,
        *quoted,
        repr(value)[1:-1],
        repr(value.encode("utf-8", "surrogatepass"))[2:-1],
    ):
        if form.strip() and form not in HIDDEN:
            yield form
    folded = " ".join(value.split())
    if folded and folded not in HIDDEN:
        yield folded


def _read(args: str) -> dict[str, Any] | None:
    try:
        found: object = json.loads(args or "{}")
    except (ValueError, RecursionError):
        return None
    return cast("dict[str, Any]", found) if isinstance(found, dict) else None


def _leaves(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield json.dumps(value)
        if isinstance(value, float) and value.is_integer():
            yield str(int(value))  # as one digest has it, and as a tool may say it
    elif isinstance(value, dict):
        for inner in cast("dict[str, object]", value).values():
            yield from _leaves(inner)
    elif isinstance(value, list):
        for inner in cast("list[object]", value):
            yield from _leaves(inner)


def _masked(value: object, key: str) -> object:
    """The value with secrets hidden; what they are called is in sight, as `token: …`."""
    if isinstance(value, dict):
        return {k: _masked(v, k) for k, v in cast("dict[str, object]", value).items()}
    if isinstance(value, list):
        return [_masked(one, key) for one in cast("list[object]", value)]
    if isinstance(value, bool) or value is None:
        return value
    label, text = f"{key}: " if key else "", value if isinstance(value, str) else json.dumps(value)
    shown = mask(label + text)
    if shown == label + text:
        return value
    return shown.removeprefix(label) if shown.startswith(label) else HIDDEN
