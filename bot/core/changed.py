"""What a review changed of the arguments that a model proposed, and how the model is told."""

import json
from typing import Any, cast

from bot.core.request import Change

ALLOWED = "allowed_with_changes"


def changes(before: str, after: str) -> tuple[Change, ...]:
    """Each argument that differs between two canonical texts, by name."""
    old, new = _read(before), _read(after)
    return tuple(
        Change(name, old.get(name, ""), new.get(name, ""))
        for name in sorted(old.keys() | new.keys())
        if old.get(name) != new.get(name)
    )


def joined(first: tuple[Change, ...], then: tuple[Change, ...]) -> tuple[Change, ...]:
    """Both as one step: a call that is judged again may be changed again, or back."""
    found = {change.name: change for change in first}
    for change in then:
        known = found.get(change.name)
        before = known.before if known else change.before
        found[change.name] = Change(change.name, before, change.after)
    return tuple(found[name] for name in sorted(found) if found[name].before != found[name].after)


def listed(found: tuple[Change, ...]) -> dict[str, dict[str, Any]]:
    """`{name: {"from": value, "to": value}}`; a value that isn't there is left out."""
    return {
        change.name: {
            key: json.loads(value)
            for key, value in (("from", change.before), ("to", change.after))
            if value
        }
        for change in found
    }


def prefixed(found: tuple[Change, ...], text: str) -> str:
    """The tool's text, after a line of JSON that says what was changed before it ran."""
    if not found:
        return text
    said = {"outcome": ALLOWED, "changes": listed(found)}
    return f"{json.dumps(said, ensure_ascii=False)}\n{text}"


def _read(args: str) -> dict[str, str]:
    given = cast("dict[str, Any]", json.loads(args or "{}"))
    return {
        name: json.dumps(value, sort_keys=True, ensure_ascii=False) for name, value in given.items()
    }
