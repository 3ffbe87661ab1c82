"""What people gave in confidence, for the one tool call that may have it.

A call's arguments hold references from the web page to the moment in which its tool starts: what
was approved, shown and recorded is the reference. The tool alone gets the value.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import structlog

from bot.core import canon, references, sensitive
from bot.core.call import Call
from bot.core.events import Event, NotStarted
from bot.engine import readings
from bot.ports import StoreDown, Toolbox, ToolResult
from bot.ports.vault import Vault

log = structlog.get_logger(__name__)

AGAIN_MS = 1_000  # a store that didn't answer is asked again
NOT_KEPT = (
    "{reference} isn't kept any more, or isn't of this task. Nothing was run. Ask for the value "
    "again if it is still needed."
)


@dataclass(frozen=True, slots=True)
class Given:
    """A call's arguments as its tool gets them; `hide` are texts that its result may not repeat:
    all that its run was given in confidence, as what one tool saved another may read.
    """

    args: dict[str, Any]
    hide: tuple[str, ...] = ()


def wrong(toolbox: Toolbox, tool: str, args: str, sensitive: tuple[str, ...]) -> str:
    """Why there is no such call, in words for the model; "" if there is."""
    specs = toolbox.specs()
    if tool not in specs:
        return f"there is no tool named {tool!r}; the tools are: {', '.join(sorted(specs))}"
    parsed = canon.parse(args)
    return references.misplaced(parsed, sensitive) or toolbox.check(tool, parsed) or ""


async def given(vault: Vault | None, run: str, call: Call, attempt: str) -> Given | Event:
    """The arguments with what was given in confidence, or what came of a call that can't have it.

    References outside of sensitive arguments stay what they are: texts.
    """
    args = canon.parse(call.args)
    names = references.named({k: v for k, v in args.items() if k in call.sensitive})
    try:
        kept = await vault.references(run) if vault else ()
        values = await _revealed(vault, run, tuple(dict.fromkeys((*names, *kept))))
    except StoreDown as error:
        log.warning("a secret couldn't be read", run=run, why=error.words)
        return NotStarted(attempt, wait_ms=AGAIN_MS)
    for name in names:
        if name not in values:
            words = NOT_KEPT.format(reference=name)
            return readings.ran(attempt, call, ToolResult(False, words, "the value isn't kept"))
    hidden = {k: v for k, v in args.items() if k in call.sensitive}
    # As it was typed: a value may be nested deeper than a call's own arguments.
    told = json.dumps(references.filled({name: name for name in values}, values))
    return Given({**args, **references.filled(hidden, values)}, sensitive.values(told, values))


async def _revealed(vault: Vault | None, run: str, names: tuple[str, ...]) -> Mapping[str, str]:
    found = [(name, await vault.reveal(run, name)) for name in names] if vault else []
    return {name: value for name, value in found if value is not None}
