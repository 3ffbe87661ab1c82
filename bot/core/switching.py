"""Switching kinds of calls off and on in a thread.

Off is at once, by whoever may stop the run. Words never turn anything on: they post a question with
a button, which only whoever asked for the run and admins may press.
"""

from bot.core.deciders import may_stop, stranger
from bot.core.ids import Who
from bot.core.replacing import replace
from bot.core.request import Action, Click, PendingClick, PersonFacts
from bot.core.state import NoteKind, Run, Say, SayKind
from bot.core.switches import Off

ACTIONS: tuple[Action, ...] = ("switch_off", "ask_switch_on", "switch_on")

Answer = tuple[Run, NoteKind | None]  # the run after it, and what whoever did it is told


def clicked(run: Run, click: Click) -> Answer:
    """A wish to switch: answered at once, or looked up first who it is."""
    off = _off(run, click)
    match click.action:
        case "switch_off" if off is None and click.by.same(run.requester):
            return _switched_off(run, click), None
        case "ask_switch_on" if off is not None:
            return _asked(run, click, off)
        case "switch_off" if off is None:
            return _looked_up(run, click)
        case "switch_on" if off is not None:
            return _looked_up(run, click)
        case _:
            return _as_it_is(run, click)


def checked(run: Run, click: Click, facts: PersonFacts) -> Answer:
    """It is known who wishes it."""
    off = _off(run, click)
    refused = stranger(facts) or _no_right(run, click, facts)
    if refused:
        return run, refused
    if (off is None) == (click.action == "switch_on"):
        return _as_it_is(run, click)
    return (_switched_on if off else _switched_off)(run, click), None


def _no_right(run: Run, click: Click, facts: PersonFacts) -> NoteKind | None:
    mine = click.by.same(run.requester)
    if click.action == "switch_off":
        return None if mine or may_stop(facts) else "not_yours"
    return None if mine or "admin" in facts.roles else "switch_not_yours"


def _off(run: Run, click: Click) -> Off | None:
    return next((off for off in run.off if off.switch == click.switch), None)


def _looked_up(run: Run, click: Click) -> Answer:
    return replace(run, clicks=(*run.clicks, PendingClick(click))), None


def _switched_off(run: Run, click: Click) -> Run:
    if not click.switch:
        return run
    run = replace(run, off=(*run.off, Off(click.switch, click.by, click.at)))
    return _say(run, "switched_off", click, click.by)


def _switched_on(run: Run, click: Click) -> Run:
    run = replace(run, off=tuple(off for off in run.off if off.switch != click.switch))
    return _say(run, "switched_on", click, click.by)


def _asked(run: Run, click: Click, off: Off) -> Answer:
    """One question at a time, so that nobody is called again and again."""
    if off.asked_at and click.at - off.asked_at < run.limits.nudge_every_ms:
        return run, "switch_asked"
    now = replace(off, asked_at=click.at)
    run = replace(run, off=tuple(now if one is off else one for one in run.off))
    return _say(run, "switch_ask", click, click.by), None


def _as_it_is(run: Run, click: Click) -> Answer:
    """Nothing to switch; a question that still stands is drawn as answered."""
    if click.action == "switch_on" and click.copy is not None:
        run = _say(run, "switched_on", click, None)
    return run, "switch_already"


def _say(run: Run, kind: SayKind, click: Click, by: Who | None) -> Run:
    number = run.made_says + 1
    say = Say(f"s{number}", kind, words=click.switch, by=by, at=click.at, copy=click.copy)
    return replace(run, says=(*run.says, say), made_says=number)
