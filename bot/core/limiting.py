"""Calls that nobody is asked about, one too many or for want of people: told on one card."""

from bot.core import asking, questions
from bot.core.events import Judged
from bot.core.replacing import replace
from bot.core.state import Run
from bot.core.steps import PROPOSE
from bot.core.verdicts import Refuse


def told(run: Run, tool: str, event: Judged, why: str) -> Run:
    """The run whose requester hears that people weren't asked about this call.

    Once until a person speaks again; further calls of that turn stand on the same card, or on the
    next one if that is out already.
    """
    if questions.asks(tool):
        over = isinstance(event.verdict, Refuse) and event.verdict.limit
        return _too_many_questions(run) if over else run
    if run.unasked not in (0, run.turn):
        return run
    bare = "a plan" if tool == PROPOSE else f"run {tool}"
    title = event.shown.title if event.shown else bare
    busy = {f.effect.key for f in run.flights} | {h.key for h in run.holds}
    free = (s for s in run.says if s.kind == "limit" and s.words == why)
    free = (s for s in free if f"say:{s.key}" not in busy)
    owed = next(free, None)
    if owed is not None:
        more = replace(owed, titles=(*owed.titles, title))
        return replace(run, says=tuple(more if s is owed else s for s in run.says))
    run = asking.say(replace(run, unasked=run.turn), "limit", words=why)
    return replace(run, says=(*run.says[:-1], replace(run.says[-1], titles=(title,))))


def _too_many_questions(run: Run) -> Run:
    """Told once a run, and without words: the reason is what the model is to do instead."""
    past = run.tally.turned_down
    told = any(one.why == "limit" and questions.asks(one.tool) for one in past)
    owed = any(say.kind == "limit" and not say.words for say in run.says)
    return run if told or owed else asking.say(run, "limit")
