"""A request as people may see it: without the values of its sensitive arguments. Pure."""

from bot.core.replacing import replace
from bot.core.request import Change, Ended, Quote, Request, Vote
from bot.core.sensitive import HIDDEN, scrubbed, values, without


def hidden(asked: Request) -> Request:
    """The request with those values hidden in its arguments and wherever its texts repeat them.

    Its digest still stands for the real ones.
    """
    names = asked.spec.sensitive
    if not names:
        return asked
    found = values(asked.args, names)
    count, newest = asked.since
    result = asked.result
    return replace(
        asked,
        args=without(asked.args, names),
        spec=replace(asked.spec, because=scrubbed(asked.spec.because, found)),
        title=scrubbed(asked.title, found),
        will_do=_text(asked.will_do, found),
        target=_text(asked.target, found),
        undo=_text(asked.undo, found),
        unusual=scrubbed(asked.unusual, found),
        agent_says=scrubbed(asked.agent_says, found),
        quotes=tuple(_quote(quote, found) for quote in asked.quotes),
        since=(count, _quote(newest, found) if newest else None),
        votes=tuple(_vote(vote, found) for vote in asked.votes),
        changes=tuple(_change(change, names) for change in asked.changes),
        ended=_ended(asked.ended, found) if asked.ended else None,
        reviewed=_vote(asked.reviewed, found) if asked.reviewed else None,
        result=replace(result, summary=scrubbed(result.summary, found)) if result else None,
    )


def _text(text: str | None, found: tuple[str, ...]) -> str | None:
    return None if text is None else scrubbed(text, found)


def _quote(quote: Quote, found: tuple[str, ...]) -> Quote:
    return replace(quote, text=scrubbed(quote.text, found))


def _vote(vote: Vote, found: tuple[str, ...]) -> Vote:
    return replace(vote, reason=scrubbed(vote.reason, found))


def _ended(ended: Ended, found: tuple[str, ...]) -> Ended:
    reason, instead = scrubbed(ended.reason, found), scrubbed(ended.instead, found)
    return replace(ended, reason=reason, instead=instead)


def _change(change: Change, names: tuple[str, ...]) -> Change:
    """That it changed is told; what from and what to isn't."""
    if change.name not in names:
        return change
    shown = f'"{HIDDEN}"'
    return Change(change.name, change.before and shown, change.after and shown)
