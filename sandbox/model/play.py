"""What the scripted model says next: the example tasks, from the conversation alone."""

import json
import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, cast

from sandbox.model import results
from sandbox.model.offers import Offers
from sandbox.model.tasks import Health, Order, Refund, Restart, Task, parse

Json = dict[str, Any]
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
    facts: tuple[tuple[str, Any], ...]


class Turn:
    """The conversation since the last answer: what was asked, called and found."""

    def __init__(self, messages: list[Json], offers: Offers) -> None:
        """Read the messages after the last plain answer."""
        self.offers = offers
        start = _after_last_answer(messages)
        self.tasks = _tasks(messages[start:])
        self._results = list(_results(messages[start:]))

    def result(self, name: str, **facts: Any) -> str | None:
        """Give the newest result of a tool about these facts, or nothing if it wasn't called."""
        found: str | None = None
        for called, arguments, text in self._results:
            wanted = self.offers.arguments(name, facts) if name in self.offers else facts
            if called == name and wanted.items() <= arguments.items():
                found = text
        return found


def reply(messages: list[Json], tools: object) -> Reply:
    """Give the next turn for a checked conversation and the offered tools."""
    turn = Turn(messages, Offers(tools))
    if not turn.tasks:
        return Reply(INTRODUCTION)
    steps = [_step(task, turn) for task in turn.tasks]
    wants = list(dict.fromkeys(step for step in steps if isinstance(step, Want)))
    if wants:
        return Reply(None, tuple(_call(want, turn.offers) for want in wants))
    return Reply("\n".join(step for step in steps if isinstance(step, str)))


def _after_last_answer(messages: list[Json]) -> int:
    """Give where the open part starts; an answer that nobody replied to is still open."""
    for at in range(len(messages) - 1, 0, -1):
        said = messages[at - 1]
        if said["role"] == "assistant" and not said.get("tool_calls"):
            return at
    return 0


def _tasks(messages: list[Json]) -> tuple[Task, ...]:
    """Give the tasks of all people's messages, each once, though a later one may reword it."""
    found: dict[tuple[str, Any], Task] = {}
    for said in messages:
        if said["role"] == "user":
            for task in parse(content(said)):
                target = task.order if isinstance(task, Refund | Order) else task.service
                found.setdefault((type(task).__name__, target), task)
    return tuple(found.values())


def _results(messages: list[Json]) -> Iterator[tuple[str, Json, str]]:
    calls: dict[str, Json] = {}
    for said in messages:
        for call in cast(list[Json], said.get("tool_calls") or []):
            calls[call["id"]] = call["function"]
        if said["role"] == "tool" and said["tool_call_id"] in calls:
            function = calls[said["tool_call_id"]]
            yield function["name"], results.as_object(function["arguments"]) or {}, content(said)


def content(said: Json) -> str:
    """Give a message's text, whether it is written as a string or as parts."""
    inside: Any = said.get("content") or ""
    if isinstance(inside, str):
        return inside
    return "\n".join(str(part.get("text", "")) for part in cast(list[Json], inside))


def _call(want: Want, offers: Offers) -> Call:
    arguments = offers.arguments(want.name, dict(want.facts))
    text = json.dumps(arguments, ensure_ascii=False)
    return Call(f"call_{secrets.token_hex(8)}", want.name, text)


def _step(task: Task, turn: Turn) -> Want | str:
    match task:
        case Refund():
            return _refund(task, turn)
        case Restart():
            return _restart(task, turn)
        case Health():
            return _read(turn, "service_health", ("service", task.service), task.service)
        case Order():
            return _read(turn, "look_up_order", ("order_id", task.order), f"Order {task.order}")


def _read(turn: Turn, tool: str, fact: tuple[str, Any], subject: str) -> Want | str:
    if tool not in turn.offers:
        return f"I have no tool to look at {subject}."
    text = turn.result(tool, **dict([fact]))
    if text is None:
        return Want(tool, (fact,))
    if why := results.refusal(text):
        return f"I couldn't look at {subject}: {_sentence(why)}"
    return f"{subject}: {_sentence(results.words(text))}"


def _refund(task: Refund, turn: Turn) -> Want | str:
    order = f"Order {task.order}"
    if "refund_order" not in turn.offers:
        return f"{order} was not refunded: I have no tool for it."
    if text := turn.result("refund_order", order_id=task.order):
        return _refunded(task.order, text)
    seen = ""
    if "look_up_order" in turn.offers:
        looked = turn.result("look_up_order", order_id=task.order)
        if looked is None:
            return Want("look_up_order", (("order_id", task.order),))
        seen = looked
        if results.is_refunded(seen):
            return f"{order} has already been refunded, so there is nothing left to do."
        if why := results.refusal(seen):
            return f"{order} was not refunded, I couldn't look it up: {_sentence(why)}"
    facts = {
        "order_id": task.order,
        "amount": task.amount if task.amount is not None else results.amount(seen),
        "reason": task.reason,
    }
    lacking = turn.offers.lacks("refund_order", turn.offers.arguments("refund_order", facts))
    if lacking:
        return f"{order} was not refunded: I don't know its {' and '.join(lacking)}."
    return Want("refund_order", tuple(facts.items()))


def _refunded(order: int, text: str) -> str:
    why = results.refusal(text)
    if results.is_refunded(text) and why:
        return f"Order {order} has already been refunded, so there is nothing left to do."
    if why:
        return f"Order {order} was not refunded: {_sentence(why)}"
    return _with_details(f"Refunded order {order}", results.words(text))


def _restart(task: Restart, turn: Turn) -> Want | str:
    if "restart_service" not in turn.offers:
        return f"{task.service} was not restarted: I have no tool for it."
    place = f" in {task.environment}" if task.environment else ""
    if text := turn.result("restart_service", service=task.service):
        if why := results.refusal(text):
            return f"{task.service} was not restarted: {_sentence(why)}"
        return _with_details(f"Restarted {task.service}{place}", results.words(text))
    if "service_health" in turn.offers:
        health = turn.result("service_health", service=task.service)
        if health is None:
            return Want("service_health", (("service", task.service),))
        if why := results.refusal(health):
            return f"{task.service} was not restarted, I couldn't check it: {_sentence(why)}"
    facts = (("service", task.service), ("environment", task.environment))
    return Want("restart_service", facts)


def _with_details(headline: str, details: str) -> str:
    """Join an answer's first words and the tool's own, without saying the same twice."""
    if details.lower().startswith(headline.lower()):
        return _sentence(details)
    return f"{headline}. {_sentence(details)}" if details else f"{headline}."


def _sentence(text: str) -> str:
    return text if text.endswith((".", "!", "?", ".”")) else f"{text}."
