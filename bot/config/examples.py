"""Other data that is read by the configuration's rules: examples of calls, and single arguments."""

from pathlib import Path
from typing import Any, TypeVar

from pydantic import TypeAdapter, ValidationError
from pydantic_core import ErrorDetails

from bot.config.arguments import ArgumentPart, argument
from bot.config.schema import dotted, near, part_at
from bot.config.tree import ConfigTrouble, Path_, Problem, read
from bot.core.matchers import Argument

T = TypeVar("T")


def examples(path: Path, lists: TypeAdapter[list[T]], keys: tuple[str, ...]) -> list[T]:
    """The values in a YAML list, of these keys; ConfigTrouble says what is wrong, and where."""
    tree = read(path)
    try:
        return lists.validate_python(tree.data, extra="forbid")
    except ValidationError as error:
        found = [
            Problem(tree.place(detail["loc"], key=_unknown(detail)), _said(detail, keys))
            for detail in error.errors(include_url=False)
        ]
        raise ConfigTrouble(path, found) from None


def one_argument(name: str, rule: Any) -> Argument:
    """What a rule says of one argument, given as plain data; ConfigTrouble if it can't be meant."""
    try:
        part = ArgumentPart.model_validate(rule)
    except ValidationError as error:
        problems = [Problem(None, _said(d, _keys(d))) for d in error.errors(include_url=False)]
        raise ConfigTrouble(name, problems) from None
    found = list[Problem]()

    def wrong(at: Path_, words: str) -> None:
        found.append(Problem(None, f"{dotted(at)}: {words}"))

    made = argument(name, part, (name,), wrong)
    if found:
        raise ConfigTrouble(name, found)
    return made


def _unknown(detail: ErrorDetails) -> bool:
    return detail["type"] in ("extra_forbidden", "unexpected_keyword_argument")


def _keys(detail: ErrorDetails) -> tuple[str, ...]:
    return tuple(part_at(detail["loc"][:-1], ArgumentPart).model_fields)


def _said(detail: ErrorDetails, known: tuple[str, ...]) -> str:
    path = detail["loc"]
    if _unknown(detail):
        return f"the key {path[-1]} isn't known here; {near(str(path[-1]), known)}"
    return f"{dotted(path).strip()}: {detail['msg'][:1].lower()}{detail['msg'][1:]}"
