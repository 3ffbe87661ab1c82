"""Checking a click: who it is, which sets they are in, and what policy says now."""

import asyncio

from bot.core import rights
from bot.core.events import Checked
from bot.core.live import known
from bot.core.state import Run
from bot.engine.gate import Gate
from bot.ports import Chat


async def checked(chat: Chat, run: Run, click_id: str, gate: Gate) -> Checked:
    """What is known at the click: of the person and of all sets that may give them the right."""
    pending = next(p for p in run.clicks if p.click.id == click_id)
    request, by = run.request(pending.click.request), pending.click.by
    names = gate.sets_at_click(run, request) if request else ()
    found, live = await asyncio.gather(chat.person(by), gate.read(names))
    now = gate.verdict_at_click(run, request, live) if request else None
    facts = known(rights.linked(found, gate.policy.person(by)), names, live)
    return Checked(click_id, facts, now, gate.policy.version)
