"""What nobody may change, put back into an answer. Pure."""

from collections.abc import Mapping
from typing import Any, cast

from bot.core.form.exact import ABSENT
from bot.core.form.parts import Path


def restored(value: Any, fixed: Mapping[Path, Any]) -> Any:
    """The answer with each of these values at its place, as far as it has the place around it."""
    for path, one in fixed.items():
        value = _put(value, path, one)
    return value


def _put(value: Any, path: Path, one: Any) -> Any:
    if not path:
        return value if one is ABSENT else one
    step, rest = path[0], path[1:]
    if isinstance(value, dict) and isinstance(step, str):
        return _in_object(cast("dict[str, Any]", value), step, rest, one)
    if isinstance(value, list) and isinstance(step, int):
        items = cast("list[Any]", value)
        return [_put(x, rest, one) if n == step else x for n, x in enumerate(items)]
    return cast("Any", value)


def _in_object(value: dict[str, Any], name: str, rest: Path, one: Any) -> Any:
    if rest and name not in value:
        return value
    inner = _put(value[name], rest, one) if rest else one
    if inner is ABSENT:
        return {key: each for key, each in value.items() if key != name}
    return {**value, name: inner}
