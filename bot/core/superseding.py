"""Requests that another takes the place of: an edit that is for people of another channel.

The old card says which one to see; the call waits for the new one, whose number, deadline and votes
are its own.
"""

from bot.core import asking
from bot.core.replacing import replace
from bot.core.request import Ended, Request, Revised
from bot.core.state import Run
from bot.core.verdicts import Ask


def next_id(run: Run) -> str:
    """The id that the run's next request gets."""
    return f"{run.id}.{run.made_requests + 1}"


def superseded(run: Run, old: Request, new: Request, revised: Revised, at: int) -> Run:
    """The run in which `new`, made of `old` by an edit, is asked about on a card of its own."""
    tier = revised.verdict.tier if isinstance(revised.verdict, Ask) else 0
    joined = (revised.able, *revised.later[:tier])
    made = replace(
        new,
        id=next_id(run),
        number=revised.number,
        revision=1,
        at=new.spec.route,
        tier=tier,
        able=tuple({who.key: who for group in joined for who in group}.values()),
        quotes=run.quotes,
        since=(0, None),
        declined=(),
        asked_at=at,
        deadline=at + new.spec.deadline_s * 1000,
        reminded=0,
        nudged_at=0,
        copies=(),
        closed=(),
        draws=0,
        plain=False,
        batch="",
    )
    ended = Ended("superseded", at, new.edited_by, instead=str(revised.number))
    run = asking.with_request(run, replace(old, ended=ended))
    run = replace(run, requests=(*run.requests, made), made_requests=run.made_requests + 1)
    return asking.hushed(run, old)


def stands(run: Run, request: Request) -> Run:
    """The run whose cards that point to this one are drawn again: it stands somewhere by now."""
    for old in run.requests:
        if replaced_by(run, old) == request:
            run = asking.with_request(run, old)
    return run


def replaced_by(run: Run, old: Request) -> Request | None:
    """The request that took that one's place, if one did."""
    if old.ended is None or old.ended.outcome != "superseded":
        return None
    return next((r for r in run.requests if str(r.number) == old.ended.instead), None)
