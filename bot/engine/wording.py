"""The words of an answer, as the thread gets them."""

import json
from collections.abc import Iterator, Sequence
from typing import Any

from bot.core.sensitive import scrubbed, values
from bot.core.state import Run, Say
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
