"""What the scripted model says next: the example tasks, from the conversation alone."""

import json
import secrets
from dataclasses import dataclass
from typing import Any

from sandbox.model import answers, choosing, confiding, planning, results
from sandbox.model.heard import Again
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
)
from sandbox.model.turn import Facts, Turn, Want

Json = dict[str, Any]
INTRODUCTION = (
    "I am a scripted demo model, not a real language model, and I only know a few example tasks."
    " Try one of these:\n"
    "• refund order 1042, it arrived broken\n"
    "• refund orders 1042 and 1043\n"
    "• restart checkout in prod\n"
    "• how is checkout doing?\n"
    "• what happened to order 1042?\n"
    "And these, to see how I ask you something:\n"
    "• refund the order for Ines\n"
    "• prepare the shop for the sale\n"
    "• plan a maintenance window for checkout\n"
    "• replace the API key of our courier Parcelo"
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


def reply(messages: list[Json], tools: object, *, may_call: bool = True) -> Reply:
    """Give the next turn for a checked conversation and the offered tools."""
    turn = Turn(messages, Offers(tools))
    steps = [step for task in turn.tasks for step in _steps(task, turn)]
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


def _call(want: Want, offers: Offers) -> Call:
    arguments = offers.arguments(want.name, dict(want.facts))
    text = json.dumps(arguments, ensure_ascii=False)
    return Call(f"call_{secrets.token_hex(8)}", want.name, text)


def _steps(task: Task | Again, turn: Turn) -> tuple[Want | str, ...]:
    match task:
        case SomeOrder():
            found = choosing.order(task, turn)
            return found if isinstance(found, tuple) else (_refund(found, turn),)
        case Sale():
            return choosing.sale(turn)
        case _:
            return (_step(task, turn),)


def _step(
    task: Refund | Restart | Health | Order | Window | CourierKey | Again, turn: Turn
) -> Want | str:
    match task:
        case CourierKey():
            return confiding.courier_key(task, turn)
        case Window():
            return planning.window(task, turn)
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
        case confiding.TOOL:
            deed = answers.courier_key(arguments.get("courier"))
        case _:
            deed = answers.other(task.tool)
    if task.tool not in turn.offers:
        return f"{deed.undone}: I no longer have the tool for it."
    facts = tuple(arguments.items())
    text = turn.result(task.tool, facts, since=task.at)
    return Want(task.tool, facts) if text is None else answers.tell(deed, text)
