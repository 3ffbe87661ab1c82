"""The open part of a conversation: what was asked, called and found since the last answer."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, cast

from sandbox.model import results
from sandbox.model.heard import Again, Late, Nudge, Words, content, hear
from sandbox.model.offers import Offers
from sandbox.model.tasks import (
    CourierKey,
    Health,
    Order,
    Refund,
    Restart,
    Sale,
    SomeOrder,
    Task,
    Window,
    parse,
)

Json = dict[str, Any]
Facts = tuple[tuple[str, Any], ...]


@dataclass(frozen=True, slots=True)
class Want:
    """A call that a task needs, before it fits a schema."""

    name: str
    facts: Facts


class Turn:
    """The conversation since the last answer: what was asked, called and found."""

    def __init__(self, messages: list[Json], offers: Offers) -> None:
        """Read the messages after the last plain answer."""
        self.offers = offers
        start = _after_last_answer(messages)
        self.tasks = _tasks(messages, start)
        self.late = _late(messages[start:])
        self._results = list(_results(messages, start))

    def result(self, name: str, facts: Facts, since: int = 0) -> str | None:
        """Give the newest result of a tool about these facts, or nothing if it wasn't called."""
        asked = dict(facts)
        found: str | None = None
        for at, called, arguments, text in self._results:
            wanted = self.offers.arguments(name, asked) if name in self.offers else asked
            if at >= since and called == name and wanted.items() <= arguments.items():
                found = text
        return found


def _after_last_answer(messages: list[Json]) -> int:
    """Give where the open part starts; an answer that nobody replied to is still open.

    Words that the loop couldn't use, and said so, were no answer.
    """
    for at in range(len(messages) - 1, 0, -1):
        said, after = messages[at - 1], messages[at]
        nudged = after["role"] == "user" and isinstance(hear(content(after)), Nudge)
        if said["role"] == "assistant" and not said.get("tool_calls") and not nudged:
            return at
    return 0


def _tasks(messages: list[Json], start: int) -> tuple[Task | Again, ...]:
    """Give the tasks of all people's messages, each once, though a later one may reword it."""
    found: dict[tuple[str, Any], Task | Again] = {}
    for at, said in enumerate(messages[start:], start):
        heard = hear(content(said)) if said["role"] == "user" else None
        if isinstance(heard, Words):
            for task in parse(heard.text):
                found.setdefault((type(task).__name__, _target(task)), task)
        elif isinstance(heard, Again):
            found[heard.tool, heard.arguments] = Again(heard.tool, heard.arguments, at)
    return tuple(found.values())


def _target(task: Task) -> object:
    """Give what a task is about: two about the same are one."""
    match task:
        case Refund() | Order():
            return task.order
        case Restart() | Health():
            return task.service
        case CourierKey():
            return task.courier
        case SomeOrder() | Window() | Sale():
            return None


def _late(messages: list[Json]) -> list[str]:
    heard = [hear(content(said)) for said in messages if said["role"] == "user"]
    return [f"A result came late: {one.text}" for one in heard if isinstance(one, Late)]


def _results(messages: list[Json], start: int) -> Iterator[tuple[int, str, Json, str]]:
    calls: dict[str, Json] = {}
    for at, said in enumerate(messages[start:], start):
        for call in cast(list[Json], said.get("tool_calls") or []):
            calls[call["id"]] = call["function"]
        if said["role"] == "tool" and said["tool_call_id"] in calls:
            function = calls[said["tool_call_id"]]
            arguments = results.as_object(function["arguments"]) or {}
            yield at, function["name"], arguments, content(said)
