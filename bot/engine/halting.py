"""Halting what a person stopped while it is under way: a model's turn, or a tool if it can be.

Only the process that runs it can; elsewhere it ends by itself, and its result is told.
"""

import json

from bot.core.effects import CallModel, RunTool
from bot.core.events import Event, Lost, ToolDone
from bot.core.state import Flight, Run
from bot.engine.desk import Desk
from bot.engine.perform import Start

HALTED = "a person stopped this call while it ran; part of it may be done"


def halt(desk: Desk, run: Run) -> None:
    """Cancels what nobody waits for any more."""
    for flight in run.flights:
        task = desk.tasks.get(flight.attempt)
        if task is not None and flight.attempt not in desk.halted and _unwanted(run, flight):
            desk.halted.add(flight.attempt)
            task.cancel()


def halted(desk: Desk, start: Start) -> Event | None:
    """What a cancelled effect is taken for; None if it wasn't cancelled for a person."""
    if start.attempt not in desk.halted:
        return None
    desk.halted.discard(start.attempt)
    if isinstance(start.effect, RunTool):
        told = json.dumps({"outcome": "stopped", "reason": HALTED})
        return ToolDone(start.attempt, start.effect.call, ok=False, text=told, summary=HALTED)
    return Lost(start.attempt)


def _unwanted(run: Run, flight: Flight) -> bool:
    match flight.effect:
        case CallModel():
            return not run.live
        case RunTool(call=call_id):
            call = run.call(call_id)
            return call is not None and call.stopping is not None
        case _:
            return False
