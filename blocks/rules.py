"""What Slack accepts, block by block and element by element, as a table of small rules.

A rule looks at one value and reports what Slack would say of it, with Slack's words.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal, cast

from blocks.limits import BLOCK_ID
from blocks.text import stored_units

Surface = Literal["message", "modal", "home"]
Json = dict[str, object]
Rule = Callable[[object, str, "Report"], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """What Slack would refuse, and where: a JSON pointer."""

    pointer: str
    text: str

    def __str__(self) -> str:
        return f"{self.text} [json-pointer:{self.pointer}]"


@dataclass(slots=True, kw_only=True)
class Report:
    """Everything found so far on one payload."""

    surface: Surface
    problems: list[Problem] = field(default_factory=lambda: [])

    def add(self, pointer: str, text: str) -> None:
        """Note a problem."""
        self.problems.append(Problem(pointer=pointer, text=text))


def as_object(value: object) -> Json | None:
    """The value if it is a JSON object."""
    return cast(Json, value) if isinstance(value, dict) else None


def as_list(value: object) -> list[object] | None:
    """The value if it is a JSON array."""
    return cast(list[object], value) if isinstance(value, list | tuple) else None


def size(report: Report, where: str, length: int, most: int, least: int = 1) -> None:
    """Report a text that is too long or too short."""
    if length > most:
        report.add(where, f"must be less than {most + 1} characters")
    if length < least:
        report.add(where, f"must be more than {least - 1} characters")


def string(most: int, least: int = 1) -> Rule:
    """A bare string."""

    def rule(value: object, where: str, report: Report) -> None:
        if not isinstance(value, str):
            report.add(where, "must be a string")
        else:
            size(report, where, stored_units(value, mrkdwn=False), most, least)

    return rule


def secure(most: int) -> Rule:
    """An https address."""
    inner = string(most)

    def rule(value: object, where: str, report: Report) -> None:
        inner(value, where, report)
        if isinstance(value, str) and not re.fullmatch(r"https://\S+", value):
            report.add(where, "must match the required format")

    return rule


def text(most: int, *kinds: str) -> Rule:
    """A text object of one of the kinds; plain_text unless told otherwise."""
    allowed = kinds or ("plain_text",)

    def rule(value: object, where: str, report: Report) -> None:
        found = as_object(value)
        if found is None or found.get("type") not in allowed:
            report.add(where, "failed to match all allowed schemas")
            return
        its_flag = _FLAGS[str(found["type"])]
        for name in found:
            if name not in ("type", "text", its_flag):
                report.add(where, f"invalid additional property: {name}")
        if its_flag in found:
            flag(found[its_flag], f"{where}/{its_flag}", report)
        words = found.get("text")
        if not isinstance(words, str):
            report.add(where, "missing required field: text")
            return
        length = stored_units(words, mrkdwn=found["type"] == "mrkdwn")
        size(report, f"{where}/text", length, most)

    return rule


BOTH = ("plain_text", "mrkdwn")
_FLAGS = {"plain_text": "emoji", "mrkdwn": "verbatim"}


def number(least: int, most: int) -> Rule:
    """A whole number within bounds."""

    def rule(value: object, where: str, report: Report) -> None:
        if isinstance(value, bool) or not isinstance(value, int):
            report.add(where, "must be an integer")
        elif not least <= value <= most:
            report.add(where, f"must be between {least} and {most}")

    return rule


def figure(value: object, where: str, report: Report) -> None:
    """Any number."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        report.add(where, "must be a number")


def flag(value: object, where: str, report: Report) -> None:
    """True or false."""
    if not isinstance(value, bool):
        report.add(where, "must be a boolean")


def anything(value: object, where: str, report: Report) -> None:
    """No rule of its own."""


def one_of(*values: str) -> Rule:
    """One of a few words."""

    def rule(value: object, where: str, report: Report) -> None:
        if value not in values:
            report.add(where, "must be one of: " + ", ".join(values))

    return rule


def array(most: int, item: Rule, least: int = 1) -> Rule:
    """A list of items."""

    def rule(value: object, where: str, report: Report) -> None:
        items = as_list(value)
        if items is None:
            report.add(where, "must be an array")
            return
        if len(items) > most:
            report.add(where, f"no more than {most} items allowed")
        if len(items) < least:
            report.add(where, f"must provide at least {least} items")
        for i, one in enumerate(items):
            item(one, f"{where}/{i}", report)

    return rule


def shape(required: Mapping[str, Rule], optional: Mapping[str, Rule] | None = None) -> Rule:
    """An object: fields that must be there, fields that may, no others but `type`."""
    known = {**required, **(optional or {})}

    def rule(value: object, where: str, report: Report) -> None:
        found = as_object(value)
        if found is None:
            report.add(where, "must be an object")
            return
        for name in required:
            if name not in found:
                report.add(where, f"missing required field: {name}")
        for name, inner in found.items():
            if name in known:
                known[name](inner, f"{where}/{name}", report)
            elif name != "type":
                report.add(where, f"invalid additional property: {name}")

    return rule


def typed(table: Mapping[str, Rule]) -> Rule:
    """An object whose `type` picks its rule."""

    def rule(value: object, where: str, report: Report) -> None:
        found = as_object(value)
        kind = found.get("type") if found else None
        if not isinstance(kind, str):
            report.add(where, "missing required field: type")
        elif kind not in table:
            report.add(f"{where}/type", f"unsupported type: {kind}")
        else:
            table[kind](value, where, report)

    return rule


def either(first: str, second: str) -> Rule:
    """Exactly one of two fields."""

    def rule(value: object, where: str, report: Report) -> None:
        found = as_object(value) or {}
        if (first in found) == (second in found):
            report.add(where, f"must define either `{first}` or `{second}`")

    return rule


def with_id(inner: Rule) -> Rule:
    """A block, which may name itself, inside another one too."""

    def rule(value: object, where: str, report: Report) -> None:
        found = as_object(value) or {}
        if "block_id" in found:
            string(BLOCK_ID)(found["block_id"], f"{where}/block_id", report)
        inner({k: v for k, v in found.items() if k != "block_id"}, where, report)

    return rule


def also(*rules: Rule) -> Rule:
    """Several rules on one value."""

    def rule(value: object, where: str, report: Report) -> None:
        for one in rules:
            one(value, where, report)

    return rule


def only(surfaces: Iterable[Surface], kind: str, inner: Rule) -> Rule:
    """A rule for a type that some surfaces don't take."""
    allowed = frozenset(surfaces)

    def rule(value: object, where: str, report: Report) -> None:
        if report.surface not in allowed:
            report.add(f"{where}/type", f"unsupported type: {kind}")
        else:
            inner(value, where, report)

    return rule
