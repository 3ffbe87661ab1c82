"""What goes on the record of a question's answer: what stands for it, and not what it was."""

from hashlib import sha256
from typing import Any

from bot.core.request import Ended, Request


def answer(ended: Ended) -> dict[str, Any]:
    """Which action was chosen, and a digest of the values; nothing of what has none."""
    if not ended.values:
        return {}
    return {"action": ended.action, "values": sha256(ended.values.encode()).hexdigest()}


def named(request: Request) -> dict[str, Any]:
    """By what a request is known: its own id, its number and its call."""
    number = "q_number" if request.kind == "question" else "a_number"
    return {"request": request.id, number: request.number, "call": request.call}


def kind(request: Request) -> str:
    """What ended: a question, or a request for a yes."""
    return "question" if request.kind == "question" else "request"


def asked(request: Request) -> str:
    """What a new one is."""
    return "question asked" if request.kind == "question" else "people asked"
