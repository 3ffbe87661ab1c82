"""A run's requests as cards: values of the core become values of `blocks`. Pure.

Secrets are masked here, before anything is drawn. Times are ms in the core and seconds in `blocks`.
"""

import json
from collections.abc import Iterator, Mapping
from typing import cast

from blocks import people
from blocks.people import Approvers, Quote, Vote
from blocks.views import ApprovalCard, Pending, Resolution, Result, Settled
from blocks.views import Outcome as Shown
from bot.core import request, terms
from bot.core.ids import Who
from bot.core.request import QUOTE, QUOTES, Ended, Request
from bot.core.state import Run
from bot.mask import mask
from bot.slack.fields import Json

Names = Mapping[str, str]  # Slack user id → what to call them

_APPROVALS: dict[request.Outcome, Shown] = {
    "rejected": "rejected",
    "guided": "guided",
    "expired": "expired",
    "withdrawn": "withdrawn",
    "superseded": "superseded",
    "stopped": "stopped",
    "unasked": "limit",
}
# Stand where a name would: "Nobody answered, so I left it as it is, 14:07."
_NOBODY = people.Who(id="", name="Nobody answered, so I")
_LATE = people.Who(id="", name="The result, which came back late,")


def card(
    run: Run,
    asked: Request,
    names: Names,
    *,
    private: bool = False,
    thread: str | None = None,
) -> ApprovalCard:
    """Everything that a request's card shows.

    `private`: it stands where not everybody may read what was said in the run's thread, so that
    nothing of that is shown. `thread` is its address, for a card that stands elsewhere.
    """
    return ApprovalCard(
        request=asked.id,
        number=number(asked),
        run=run_number(run),
        revision=asked.revision,
        title=mask(asked.title),
        requester=person(run.requester, names),
        risk=asked.spec.risk,
        asked_because=asked.spec.because,
        approvers=approvers(asked, names),
        tool=asked.tool,
        arguments=_arguments(asked),
        agent=run.agent,
        policy=f"{asked.spec.rule} v{asked.policy_number}",
        digest=asked.digest,
        state=_state(run, asked, names),
        channel=None if private or run.thread.direct else run.thread.channel,
        permalink=None if private else thread,
        private=private,
        asked_at=seconds(asked.asked_at),
        deadline=seconds(asked.deadline),
        will_do=_masked(asked.will_do),
        target=_masked(asked.target),
        undo=_masked(asked.undo),
        why_now=() if private else tuple(_quote(quote, names) for quote in asked.quotes),
        unmentioned=_unmentioned(asked),
        agent_says=None if private else _masked(asked.agent_says or None),
        since_then=_since(asked, names, private=private),
        reasoned=asked.spec.reasoned,
        feedback=asked.spec.feedback,
    )


def shown(run: Run, asked: Request) -> tuple[Who, ...]:
    """Everyone whom a request's card or a post about it names."""
    quotes = [quote.by for quote in (*asked.quotes, asked.since[1]) if quote]
    decided = [asked.ended.by] if asked.ended and asked.ended.by else []
    votes = [vote.who for vote in asked.votes]
    later = [who for tier in asked.later for who in tier]
    return (run.requester, *asked.authors, *asked.able, *later, *votes, *quotes, *decided)


def skipped(asked: Request) -> tuple[Who, ...]:
    """Everyone who could have decided, in any tier, but for whoever went past them."""
    by = asked.ended.by if asked.ended else None
    group = _once((*asked.able, *(who for tier in asked.later for who in tier)))
    return tuple(who for who in group if by is None or not who.same(by))


def number(asked: Request) -> str:
    """`A-1042`."""
    return f"A-{asked.number}"


def run_number(run: Run) -> str:
    """`R-778`."""
    return f"R-{run.number}"


def seconds(ms: int) -> int:
    """Epoch seconds."""
    return ms // 1000


def person(who: Who, names: Names) -> people.Who:
    """A person as cards show them."""
    return people.Who(id=who.user, name=who.name or names.get(who.user, ""))


def approvers(asked: Request, names: Names) -> Approvers:
    """Who decides: the set in words, who is in it now, and who is excluded."""
    spec = asked.spec
    excluded = _once(asked.authors) if spec.exclude_requester else ()
    groups = spec.sets(asked.tier)
    anyone = any(group.anyone for group in groups)
    return Approvers(
        needs=spec.count,
        of=" or ".join(map(set_words, groups)),
        now=() if anyone else tuple(person(who, names) for who in asked.able),
        excluded=tuple(person(who, names) for who in excluded),
    )


def set_words(group: terms.Approvers) -> str:
    """A set in words: `the approver role or ana`."""
    if group.anyone:
        return "anyone linked"
    return " or ".join([*(f"the {role} role" for role in group.roles), *group.people]) or "nobody"


def settled_as(asked: Request) -> Shown | None:
    """How an approval ended, in the cards' word for it; None while it is open, or is none."""
    if asked.ended is None or asked.kind == "unsure":
        return None
    if asked.ended.outcome in ("approved", "run_again"):
        return "failed" if asked.result and not asked.result.ok else "approved"
    return _APPROVALS.get(asked.ended.outcome, "stale")


def _state(run: Run, asked: Request, names: Names) -> Pending | Settled:
    if asked.kind == "unsure":
        return _unsure(run, asked, names)
    ended, outcome = asked.ended, settled_as(asked)
    votes = tuple(_vote(vote, names) for vote in asked.votes)
    if ended is None or outcome is None:
        return Pending(approved_by=votes, needed=asked.spec.count)
    by = ended.by
    if outcome == "stale" and by is None and asked.votes:
        by = asked.votes[-1].who
    return Settled(
        outcome=outcome,
        by=person(by, names) if by else None,
        at=seconds(ended.at),
        why=_masked(ended.instead or ended.reason or None),
        approved_by=votes if outcome in ("approved", "failed") else (),
        result=_result(asked),
        ran=asked.running or asked.result is not None,
    )


def _unsure(run: Run, asked: Request, names: Names) -> Settled:
    """A call whose result was lost, and what a person said of it."""
    by = _approved_by(run, asked)
    return Settled(
        outcome="unknown",
        by=person(by, names) if by else None,
        started=seconds(asked.started_at) if asked.started_at else None,
        until=seconds(asked.until) if asked.until else None,
        result=_result(asked),
        resolution=_resolution(asked.ended, names) if asked.ended else None,
    )


def _resolution(ended: Ended, names: Names) -> Resolution:
    at, note = seconds(ended.at), _masked(ended.reason or None)
    match ended.outcome:
        case "ran" if ended.by is None:
            return Resolution(said="ran", by=_LATE, at=at)
        case "ran" | "run_again" if ended.by is not None:
            said = "ran" if ended.outcome == "ran" else "run_again"
            return Resolution(said=said, by=person(ended.by, names), at=at, note=note)
        case _:
            by = person(ended.by, names) if ended.by else _NOBODY
            return Resolution(said="left", by=by, at=at, note=note)


def _approved_by(run: Run, asked: Request) -> Who | None:
    for other in reversed(run.requests):
        same = other.call == asked.call and other.id != asked.id
        if same and other.ended and other.ended.outcome in ("approved", "run_again"):
            return other.ended.by
    return None


def _result(asked: Request) -> Result | None:
    if asked.result is None:
        return Result(state="running") if asked.running else None
    state = "done" if asked.result.ok else "failed"
    at = seconds(asked.result.at)
    return Result(state=state, at=at, text=_masked(asked.result.summary or None))


def _vote(vote: request.Vote, names: Names) -> Vote:
    reason = _masked(vote.reason or None)
    return Vote(who=person(vote.who, names), at=seconds(vote.at), reason=reason)


def _quote(quote: request.Quote, names: Names) -> Quote:
    return Quote(who=person(quote.by, names), text=mask(quote.text), at=seconds(quote.at))


def _since(asked: Request, names: Names, *, private: bool) -> str | None:
    count, quote = asked.since
    if quote is None:
        return None
    if private:
        return f"{count} newer message{'s' * (count > 1)} in the thread"
    who = people.bare_name(person(quote.by, names))
    messages = "1 newer message" if count == 1 else f"{count} newer messages"
    if quote.news == "taken_back":
        return f"{messages} in the thread, last: {who} took back a message"
    corrected = " in place of earlier words" if quote.news == "corrected" else ""
    return f"{messages} in the thread, last: “{mask(quote.text)}” {who}{corrected}"


def _once(group: tuple[Who, ...]) -> tuple[Who, ...]:
    return tuple({(who.team, who.user): who for who in group}.values())


def _masked(text: str | None) -> str | None:
    return None if text is None else mask(text)


# --- arguments -------------------------------------------------------------------------------


def _arguments(asked: Request) -> tuple[tuple[str, str], ...]:
    """Name and JSON value of each argument, masked with its name in sight."""
    return tuple((name, _shown(name, value)) for name, value in _parsed(asked).items())


def _parsed(asked: Request) -> Json:
    try:
        found = cast(object, json.loads(asked.args or "{}"))
    except ValueError:
        found = asked.args
    return cast(Json, found) if isinstance(found, dict) else {"arguments": found}


def _shown(name: str, value: object) -> str:
    label = f"{name}: "
    masked = mask(label + json.dumps(value, ensure_ascii=False))
    if masked.startswith(label):
        return masked[len(label) :]
    return mask(json.dumps(value, ensure_ascii=False))


def _unmentioned(asked: Request) -> tuple[str, ...]:
    """Arguments whose values stand in nobody's words; () where not all words are at hand."""
    quotes = asked.quotes
    if len(quotes) >= QUOTES or any(len(quote.text) >= QUOTE for quote in quotes):
        return ()
    said = "\n".join(quote.text for quote in quotes).casefold()
    return tuple(
        name
        for name, value in _parsed(asked).items()
        if any(leaf.casefold() not in said for leaf in _leaves(value))
    )


def _leaves(value: object) -> Iterator[str]:
    """Texts and numbers inside a value; true, false and null name nothing."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield json.dumps(value)
    elif isinstance(value, dict):
        for inner in cast(Json, value).values():
            yield from _leaves(inner)
    elif isinstance(value, list):
        for inner in cast(list[object], value):
            yield from _leaves(inner)
