"""What the scripted model says next: the example tasks, from the conversation alone."""

import json
import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, cast

from sandbox.model import answers, results
from sandbox.model.heard import Again, Late, Nudge, Words, content, hear
from sandbox.model.offers import Offers
from sandbox.model.tasks import Health, Order, Refund, Restart, Task, parse

Json = dict[str, Any]
Facts = tuple[tuple[str, Any], ...]
INTRODUCTION = (
    "I am a scripted demo model, not a real language model, and I only know a few example tasks."
    " Try one of these:\n"
    "• refund order 1042, it arrived broken\n"
    "• refund orders 1042 and 1043\n"
    "• restart checkout in prod\n"
    "• how is checkout doing?\n"
    "• what happened to order 1042?"
)


@dataclass(frozen=True, slots=True)
class Call:
    """One tool call to propose; `arguments` is JSON text, or for a scripted fault anything."""

    id: str
    name: str
    arguments: str


@dataclass(frozen=True, slots=True)
class Reply:
    """One turn of the model."""

    text: str | None
    calls: tuple[Call, ...] = ()


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


def reply(messages: list[Json], tools: object, *, may_call: bool = True) -> Reply:
    """Give the next turn for a checked conversation and the offered tools."""
    turn = Turn(messages, Offers(tools))
    steps = [_step(task, turn) for task in turn.tasks]
    wants: list[Want] = []
    for step in steps:
        if isinstance(step, Want) and step not in wants:
            wants.append(step)
    if wants and not may_call:
        left = ", ".join(dict.fromkeys(want.name for want in wants))
        return Reply(f"I had to stop before I was done. Left undone: {left}.")
    if wants:
        return Reply(None, tuple(_call(want, turn.offers) for want in wants))
    said = [step for step in steps if isinstance(step, str)] + turn.late
    return Reply("\n".join(dict.fromkeys(said)) or INTRODUCTION)


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
                target = task.order if isinstance(task, Refund | Order) else task.service
                found.setdefault((type(task).__name__, target), task)
        elif isinstance(heard, Again):
            found[heard.tool, heard.arguments] = Again(heard.tool, heard.arguments, at)
    return tuple(found.values())


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


def _call(want: Want, offers: Offers) -> Call:
    arguments = offers.arguments(want.name, dict(want.facts))
    text = json.dumps(arguments, ensure_ascii=False)
    return Call(f"call_{secrets.token_hex(8)}", want.name, text)


def _step(task: Task | Again, turn: Turn) -> Want | str:
    match task:
        case Refund():
            return _refund(task, turn)
        case Restart():
            return _restart(task, turn)
        case Health():
            facts = (("service", task.service), ("environment", task.environment))
            return _read(turn, "service_health", facts, task.service)
        case Order():
            return _read(turn, "look_up_order", (("order_id", task.order),), f"Order {task.order}")
        case Again():
            return _again(task, turn)


def _read(turn: Turn, tool: str, facts: Facts, subject: str) -> Want | str:
    if tool not in turn.offers:
        return f"I have no tool to look at {subject}."
    text = turn.result(tool, facts)
    return Want(tool, facts) if text is None else answers.read(subject, text)


def _refund(task: Refund, turn: Turn) -> Want | str:
    deed = answers.refund(task.order)
    order: Facts = (("order_id", task.order),)
    if "refund_order" not in turn.offers:
        return f"{deed.undone}: I have no tool for it."
    if text := turn.result("refund_order", order):
        return answers.tell(deed, text)
    seen = ""
    if "look_up_order" in turn.offers:
        looked = turn.result("look_up_order", order)
        if looked is None:
            return Want("look_up_order", order)
        seen = looked
        if results.is_refunded(seen):
            return f"Order {task.order} has already been refunded, so there is nothing left to do."
        if why := results.refusal(seen):
            return f"{deed.undone}, I couldn't look it up: {answers.sentence(why)}"
    facts = {
        "order_id": task.order,
        "amount": task.amount if task.amount is not None else results.amount(seen),
        "reason": task.reason,
    }
    lacking = turn.offers.lacks("refund_order", turn.offers.arguments("refund_order", facts))
    if lacking:
        return f"{deed.undone}: I don't know its {' and '.join(lacking)}."
    return Want("refund_order", tuple(facts.items()))


def _restart(task: Restart, turn: Turn) -> Want | str:
    deed = answers.restart(task.service, task.environment)
    facts = (("service", task.service), ("environment", task.environment))
    if "restart_service" not in turn.offers:
        return f"{deed.undone}: I have no tool for it."
    if text := turn.result("restart_service", facts):
        return answers.tell(deed, text)
    if "service_health" in turn.offers:
        health = turn.result("service_health", facts)
        if health is None:
            return Want("service_health", facts)
        if why := results.refusal(health):
            return f"{deed.undone}, I couldn't check it: {answers.sentence(why)}"
    return Want("restart_service", facts)


def _again(task: Again, turn: Turn) -> Want | str:
    arguments = results.as_object(task.arguments) or {}
    match task.tool:
        case "refund_order":
            deed = answers.refund(arguments.get("order_id"))
        case "restart_service":
            deed = answers.restart(arguments.get("service"), arguments.get("environment"))
        case _:
            deed = answers.other(task.tool)
    if task.tool not in turn.offers:
        return f"{deed.undone}: I no longer have the tool for it."
    facts = tuple(arguments.items())
    text = turn.result(task.tool, facts, since=task.at)
    return Want(task.tool, facts) if text is None else answers.tell(deed, text)
