"""What goes on the record of an approved plan: its steps as they are called, and its early end."""

from typing import Any

from bot.core.request import Request


def stepped(old: Request, request: Request) -> list[dict[str, Any]]:
    """What has come of a request's plan since; the call of each step has its own lines too."""
    named = {"request": request.id, "a_number": request.number}
    known = {one.call for one in old.stepped}
    found: list[dict[str, Any]] = [
        {
            **named,
            "what": "plan step",
            "call": one.call,
            "step": one.step + 1,
            "digest": request.plan[one.step].digest,
        }
        for one in request.stepped
        if one.call not in known
    ]
    if request.over and not old.over:
        found.append({**named, "what": "plan over", "why": request.over})
    return found
