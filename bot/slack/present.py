"""A run's requests as cards: values of the core become values of `blocks`. Pure.

Secrets are masked here, before anything is drawn. Times are ms in the core and seconds in `blocks`.
"""

from dataclasses import replace

from blocks import people, views
from blocks.people import Approvers, Quote
from blocks.views import ApprovalCard
from bot.core import request
from bot.core.ids import Who
from bot.core.request import ASKERS, Request
from bot.core.state import Run
from bot.mask import mask
from bot.slack import arguments, hiding, planned, states
from bot.slack.pieces import Names, masked, number, once, person, run_number, seconds
from bot.slack.set_words import set_words


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
    asked = hiding.hidden(asked)
    drawn = ApprovalCard(
        request=asked.id,
        number=number(asked),
        run=run_number(run),
        revision=asked.revision,
        title=mask(asked.title),
        requester=person(run.requester, names),
        risk=asked.spec.risk,
        asked_because=mask(asked.spec.because),
        approvers=approvers(asked, names),
        tool=asked.tool,
        arguments=arguments.shown(asked),
        agent=run.agent,
        policy=f"{asked.spec.rule} v{asked.policy_number}",
        digest=asked.digest,
        state=states.state(run, asked, names),
        private=private,
        asked_at=seconds(asked.asked_at),
        deadline=seconds(asked.deadline),
        will_do=masked(asked.will_do),
        target=masked(asked.target),
        undo=masked(asked.undo),
        data=asked.spec.data,
        unusual=masked(asked.unusual or None),
        unmentioned=arguments.unmentioned(asked),
        hidden=arguments.hidden(asked),
        since_then=_since(asked, names, private=private),
        reasoned=asked.spec.reasoned,
        feedback=asked.spec.feedback,
        grant_for=asked.spec.grant_s if asked.spec.grants else None,
        editable=asked.kind == "approval",
    )
    drawn = planned.with_steps(_with_doings(drawn, asked, names), asked, private=private)
    return drawn if private else _with_words(drawn, run, asked, names, thread)


def _with_words(
    drawn: ApprovalCard, run: Run, asked: Request, names: Names, thread: str | None
) -> ApprovalCard:
    """The card with what was said in the run's thread, and where that is."""
    said = (planned.title_of(asked), asked.agent_says)
    return replace(
        drawn,
        channel=None if run.thread.direct else run.thread.channel,
        permalink=thread,
        why_now=tuple(_quote(quote, names) for quote in asked.quotes),
        agent_says=masked(": ".join(filter(None, said)) or None),
    )


def _with_doings(drawn: ApprovalCard, asked: Request, names: Names) -> ApprovalCard:
    """The card with what people did to the question, short of deciding it."""
    spec = asked.spec
    reached, later = spec.next[: asked.tier], spec.next[asked.tier :]
    return replace(
        drawn,
        changes=tuple(_change(change) for change in asked.changes),
        edited_by=person(asked.edited_by, names) if asked.edited_by else None,
        tiers=tuple(
            views.Tier(after=step.after_s, of=set_words(step.approvers, spec, names))
            for step in later
        ),
        next=" or ".join(set_words(step.approvers, spec, names) for step in reached) or None,
        declined=tuple(person(who, names) for who in asked.declined),
    )


def shown(run: Run, asked: Request) -> tuple[Who, ...]:
    """Everyone whom a request's card or a post about it names."""
    quotes = [quote.by for quote in (*asked.quotes, asked.since[1]) if quote]
    decided = [asked.ended.by] if asked.ended and asked.ended.by else []
    votes = [vote.who for vote in asked.votes]
    later = [who for tier in asked.later for who in tier]
    edited = [asked.edited_by] if asked.edited_by else []
    groups = (asked.authors, asked.able, later, asked.declined, votes, quotes, edited, decided)
    return (run.requester, *(who for group in groups for who in group))


def approvers(asked: Request, names: Names) -> Approvers:
    """Who decides: the set in words, who is in it now, and who is excluded."""
    spec = asked.spec
    excluded = once(asked.authors if spec.exclude_requester else asked.authors[ASKERS:])
    groups = spec.sets(asked.tier)
    anyone = any(group.anyone for group in groups)
    return Approvers(
        needs=spec.count,
        of=set_words(spec.approvers, spec, names),
        owners=spec.owners,
        now=() if anyone else tuple(person(who, names) for who in asked.able),
        excluded=tuple(person(who, names) for who in excluded),
    )


def _change(change: request.Change) -> views.Change:
    return views.Change(
        name=change.name,
        before=arguments.value(change.name, change.before),
        after=arguments.value(change.name, change.after),
    )


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
