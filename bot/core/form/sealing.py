"""An answer without its sensitive values: references stand in their place. Pure."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, cast

from bot.core.form import exact
from bot.core.form.parts import Field, Path


def hidden(values: str, fields: Sequence[Field]) -> tuple[Path, ...]:
    """Where an answer has what its sensitive fields stand for.

    One that takes the rest of a list or an object stands for each of those values by itself.
    """
    answer = exact.loads(values)
    found = (path for one in fields if one.sensitive for path in _of(one, fields, answer))
    return tuple(dict.fromkeys(found))


def places(values: str, paths: Iterable[Path]) -> Mapping[Path, str]:
    """What an answer holds at these places, as JSON; a place within another is part of that."""
    answer, found = exact.loads(values), dict[Path, str]()
    for path in sorted(set(paths), key=len):
        if any(path[: len(outer)] == outer for outer in found):
            continue
        value = _at(answer, path)
        if value is not exact.ABSENT:
            found[path] = exact.dumps(value)
    return found


def sealed(values: str, references: Mapping[Path, str]) -> str:
    """The answer with a reference at each of these places, which it has."""
    answer = exact.loads(values)
    for path, reference in references.items():
        answer = _put(answer, path, reference)
    return exact.dumps(answer)


def _of(field: Field, fields: Sequence[Field], answer: Any) -> Iterator[Path]:
    path, value = field.path, _at(answer, field.path)
    depth = len(path)
    beside = {
        one.path[: depth + 1] for one in fields
        if one.path[:depth] == path and len(one.path) > depth
    }  # fmt: skip
    if isinstance(value, list) and (beside or field.kind == "lines"):
        yield from ((*path, n) for n in range(len(cast("list[Any]", value))))
    elif isinstance(value, dict) and beside:
        names = cast("dict[str, Any]", value)
        yield from (at for name in names if (at := (*path, name)) not in beside)
    else:
        yield path


def _at(value: Any, path: Path) -> Any:
    for step in path:
        try:
            value = value[step]
        except (KeyError, IndexError, TypeError):
            return exact.ABSENT
    return value


def _put(value: Any, path: Path, new: str) -> Any:
    if not path:
        return new
    first, rest = path[0], path[1:]
    if isinstance(value, list):
        listed = cast("list[Any]", value)
        return [_put(one, rest, new) if n == first else one for n, one in enumerate(listed)]
    given = cast("dict[str, Any]", value)
    return {name: _put(one, rest, new) if name == first else one for name, one in given.items()}
