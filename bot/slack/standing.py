"""Where a run stands, for whoever asks in its thread. Pure."""

from collections.abc import Mapping

from blocks import ended, notice
from bot.core.call import Started
from bot.core.result import result
from bot.core.state import Acting, Done, Failed, Run, Stopped, Thinking
from bot.mask import mask
from bot.slack import pieces
from bot.slack.hiding import hidden

# How outcomes are called where they are a word of a sentence.
WORDS: Mapping[str, str] = {
    "guided": "sent back",
    "unasked": "not asked",
    "ran": "said to have run",
    "run_again": "run again",
    "left": "left as it is",
    "stale": "not run",
    "emergency": "run without approval",
    "cancelled": "ended without an answer",
    "unanswered": "not answered",
}


def standing(run: Run) -> notice.Status:
    """Where a run stands, and what it waits for."""
    open_requests = [r for r in run.requests if r.ended is None]
    waiting = tuple(
        notice.Waiting(
            number=pieces.number(r),
            title=mask(r.title),
            deadline=pieces.seconds(r.deadline),
            question=r.kind == "question",
        )
        for r in map(hidden, open_requests)
    )
    return notice.Status(
        run=pieces.run_number(run),
        doing=_doing(run),
        waiting=waiting,
        off=run.switched_off,
        result=None if run.live else _ended(run),
    )


def _ended(run: Run) -> ended.Result:
    """The run's result; secrets in what people wrote are hidden."""
    found = result(run)
    decided = tuple(
        ended.Decided(
            number=one.name,
            tool=one.tool,
            outcome=WORDS.get(one.outcome, one.outcome),
            at=pieces.seconds(one.at),
            by=tuple(pieces.person(who, {}) for who in one.by),
            why=mask(one.reason),
        )
        for one in found.decisions
    )
    return ended.Result(
        steps=found.steps,
        counts=tuple((name, n) for name, n in found.tally.counts.items() if n),
        limit=found.limit,
        by=pieces.person(found.by, {}) if found.by else None,
        by_reviewer=found.by_reviewer,
        error=mask(found.error),
        decided=decided,
    )


def _doing(run: Run) -> str:
    match run.phase:
        case Thinking():
            return "thinking"
        case Acting():
            running = [c.tool for c in run.calls if isinstance(c.state, Started)]
            return f"running {', '.join(running)}" if running else "waiting for people"
        case Done():
            return "done"
        case Stopped():
            return "stopped"
        case Failed():
            return "at its end: it failed"


def unopened(run: Run) -> str:
    """Why a task wasn't begun."""
    return run.phase.words if isinstance(run.phase, Failed) else "Nothing was run."
