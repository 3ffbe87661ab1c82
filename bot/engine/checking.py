"""Checking a click: who it is, which sets they are in, and what policy says now."""

import asyncio

import structlog

from bot.core import emergency, rights
from bot.core.editing import elsewhere
from bot.core.events import Checked
from bot.core.live import known, once
from bot.core.replacing import replace
from bot.core.request import Click, PersonFacts, Request
from bot.core.rules import Live
from bot.core.state import Run
from bot.engine.able import still
from bot.engine.gate import Gate
from bot.engine.planning import sets_at_click, verdict_at_click
from bot.engine.revising import revised, unfit
from bot.ports import Chat, Store, StoreDown

log = structlog.get_logger(__name__)


async def checked(
    chat: Chat, run: Run, click_id: str, gate: Gate, store: Store | None = None
) -> Checked:
    """What is known at the click: of the person, of whom they name, and of all sets that may give
    them the right; of an edit also what it would become, with a number if that is a new request's.
    """
    click = next(p.click for p in run.clicks if p.click.id == click_id)
    request = run.request(click.request)
    names = _names(gate, run, request, click) if request else ()
    people = (click.by, click.to) if click.to else (click.by,)
    found, live = await asyncio.gather(asyncio.gather(*map(chat.person, people)), gate.read(names))
    now = verdict_at_click(gate, run, request, live) if request else None
    facts = [_joined(gate, one, names, live) for one in found]
    edits = request is not None and click.action == "edit"
    new = await revised(gate, run, request, click.args, live) if edits and request else None
    if request and new and store and elsewhere(request, new.verdict):
        new = replace(new, number=await _number(store))
    to = facts[1] if click.to else None
    others = request is not None and _others(gate, request, click, live)
    able = still(gate.policy, request, live) if request else None
    return Checked(click_id, facts[0], now, gate.policy.version, new, to, others, able)


async def _number(store: Store) -> int:
    """A number for a request; 0 if none can be had now."""
    try:
        return await store.numbers("request", 1)
    except StoreDown as error:
        log.warning("no number for an edit", why=error.words)
        return 0


def _names(gate: Gate, run: Run, request: Request, click: Click) -> tuple[str, ...]:
    """The live sets that may give a right, by what is asked and by what an edit would ask."""
    names = sets_at_click(gate, run, request)
    if click.action != "edit" or unfit(gate, request, click.args):
        return names
    return once((*names, *gate.sets_at_click(run, replace(request, args=click.args))))


def _others(gate: Gate, request: Request, click: Click, live: Live) -> bool:
    return click.action == "reviewed" and emergency.others_could(request, gate.policy, live)


def _joined(gate: Gate, found: PersonFacts, names: tuple[str, ...], live: Live) -> PersonFacts:
    return known(rights.linked(found, gate.policy.person(found.who)), names, live)
