"""The words of an answer, as the thread gets them."""

import json
from collections.abc import Iterator, Sequence
from typing import Any, cast

from bot.core import canon
from bot.core.sensitive import scrubbed, values
from bot.core.state import Run, Say
from bot.core.steps import PROPOSE
from bot.engine.desk import Desk
from bot.engine.gate import Gate
from bot.ports import Store


async def answer_of(desk: Desk, store: Store, run: Run, say: Say, gate: Gate) -> str:
    """What the model said in the line that a post is about; "" for a post that has none.

    It proposed the values of sensitive arguments, so it may repeat them: people don't get them.
    """
    if say.line is None:
        return ""
    lines = await desk.lines(store, say.line + 1)
    text = str(json.loads(lines[say.line]).get("text", ""))
    return scrubbed(text, _proposed(lines, gate)) if text else text


def _proposed(lines: Sequence[str], gate: Gate) -> Iterator[str]:
    """The values of sensitive arguments in all calls that the model proposed."""
    names = {tool: gate.sensitive(tool) for tool in gate.toolbox.specs()}
    if not any(names.values()):
        return
    for line in lines:
        entry: dict[str, Any] = json.loads(line)
        for call in entry.get("calls", ()):
            yield from values(call["arguments"], names.get(call["name"], ()))
            if call["name"] == PROPOSE:  # refused if it holds any, but the model has read them
                for tool, args in _steps(call["arguments"]):
                    yield from values(args, names.get(tool, ()))


def _steps(args: str) -> Iterator[tuple[str, str]]:
    """The calls inside a proposed plan, however badly it is made."""
    try:
        steps: Any = canon.parse(args).get("steps")
    except canon.BadArguments:
        return
    for step in cast("list[Any]", steps) if isinstance(steps, list) else ():
        if isinstance(step, dict):
            made = cast("dict[str, Any]", step)
            yield str(made.get("tool")), json.dumps(made.get("arguments"))
