"""What an approval card says of a call: the facts, people's words, who decides. Lines of mrkdwn."""

import re
from dataclasses import replace

from blocks import exact, limits
from blocks.pen import RICH, Pen, but_not, deciders, listed, quoted
from blocks.text import escape, units
from blocks.views import ApprovalCard, Change, Settled

_CHANNEL = re.compile(r"[CDG][A-Z0-9]{2,30}")


def about(pen: Pen, card: ApprovalCard) -> str:
    """`Ana Ruiz asked in #payments · medium risk · decide by 14:32`."""
    asked = "asked"
    if pen is RICH and not card.private and card.permalink and is_link(card.permalink):
        asked = f"<{escape(card.permalink)}|asked>"
    place = " in a private conversation"
    if card.channel and not card.private:
        place = f" in {channel}" if pen is RICH and (channel := named(card.channel)) else ""
    until = f" · decide by {pen.day(card.deadline)}" if card.deadline is not None else ""
    return f"{pen.who(card.requester)} {asked}{place} · {card.risk} risk{until}"


def facts(card: ApprovalCard) -> list[str]:
    """The labelled lines."""
    because = fact(RICH, "Asked because", card.asked_because)
    return [*effects(RICH, card), *because, f"*{whose(card)}*  {who_decides(RICH, card)}"]


def effects(pen: Pen, card: ApprovalCard) -> list[str]:
    """What the call would do, to what, how to undo it, whose data, and what is unusual about it."""
    rest = [*fact(pen, "Data", kinds(card)), *fact(pen, "Unusual", card.unusual)]
    if card.steps:  # each says for itself what it does
        return rest
    what = fact(pen, "Will do", card.will_do) or fact(pen, "Impact", "not stated by the tool")
    undo = fact(pen, "Undo", card.undo or "unknown")
    return [*what, *fact(pen, "Target", card.target), *undo, *rest]


def kinds(card: ApprovalCard) -> str:
    """The kinds of data that a call is about."""
    return ", ".join(card.data)


def fact(pen: Pen, label: str, text: str | None) -> list[str]:
    """A labelled line; [] where there is nothing to say."""
    return [f"{pen.field(label)}{pen.words(text, limits.FACT)}"] if text else []


def who_decides(pen: Pen, card: ApprovalCard) -> str:
    """`1 of @payments-oncall (now Ben Ode), not Ana Ruiz · also asked: @leads`."""
    asked = f" · also asked: {pen.words(card.next, limits.FACT)}" if card.next else ""
    cant = f" · can't take it: {listed(pen, card.declined)}" if card.declined else ""
    out = {who.id for who in card.declined}
    now = tuple(who for who in card.approvers.now if who.id not in out)
    of = deciders(pen, replace(card.approvers, now=now))
    return f"{of}{but_not(pen, card.approvers.excluded)}{asked}{cant}"


def whose(card: ApprovalCard) -> str:
    """What the set of people is for."""
    # Of a call whose outcome is unknown, whoever asked may say that it ran, but not run it again.
    unknown = isinstance(card.state, Settled) and card.state.outcome == "unknown"
    return "Who may run it again" if unknown else "Who decides"


def changed(
    pen: Pen, card: ApprovalCard, most: int = limits.CHANGES, longest: int = limits.CHANGE
) -> list[str]:
    """`Changed by Ben Ode  replicas: 3 → 4`, then a line for each further change; [] for none.

    Of `most` changes at most, with values of `longest` characters, each marked where it is cut.
    """
    if not card.changes:
        return []
    lines = [_change(pen, one, longest) for one in card.changes[:most]]
    if len(card.changes) > most:
        lines.append(f"and {len(card.changes) - most} more")
    by = f" by {pen.who(card.edited_by)}" if card.edited_by else ""
    return [f"{pen.field(f'Changed{by}')}{lines[0]}", *lines[1:]]


def _change(pen: Pen, one: Change, longest: int) -> str:
    before = _value(pen, one.before, longest) or "not given"
    after = _value(pen, one.after, longest) or "taken out"
    return f"{pen.words(one.name, limits.NAME)}: {before} → {after}"


def _value(pen: Pen, text: str, longest: int) -> str:
    # Made harmless it may grow; the cut with its mark was made before.
    return pen.words(exact.value(text, longest), 2 * longest)


def said(card: ApprovalCard) -> list[str]:
    """People's own words, and what speaks against them; empty when there are none."""
    return [*why_now(RICH, card), *noticed(RICH, card)]


def why_now(pen: Pen, card: ApprovalCard) -> list[str]:
    """People's own words in a line, the newest last; [] when there are none."""
    if not card.why_now:
        return []
    if card.private:
        return [f"{pen.field('Why now')}The words are in a private conversation"]
    quotes = [
        f"{quoted(pen, quote.text)} {pen.who(quote.who)}, {pen.at(quote.at)}"
        for quote in card.why_now[-limits.QUOTES :]
    ]
    more = len(card.why_now) - len(quotes)
    rest = f" · {more} earlier under Details" if more else ""
    return [f"{pen.field('Why now')}{' · '.join(quotes)}{rest}"]


def noticed(pen: Pen, card: ApprovalCard) -> list[str]:
    """What speaks against a quick yes: words nobody used, words said since."""
    unmentioned = fact(pen, "Not mentioned in the thread", ", ".join(card.unmentioned))
    names = ", ".join(card.hidden)
    words = (
        f"{names}: sensitive, so nobody is shown it; a yes covers it as it is" if names else None
    )
    return [*unmentioned, *fact(pen, "Hidden", words), *fact(pen, "Since then", since(card))]


def since(card: ApprovalCard) -> str | None:
    """What came after the card was posted; of a private conversation only that something did."""
    if card.since_then and card.private:
        return "newer messages in a private conversation"
    return card.since_then


def agent_says(card: ApprovalCard) -> str | None:
    """The model's words, unless they may repeat what was said in private."""
    return None if card.private else card.agent_says


def named(channel: str) -> str:
    """A channel as a live link by its id; "" for what isn't an id."""
    return f"<#{channel}>" if _CHANNEL.fullmatch(channel) else ""


def is_link(url: str) -> bool:
    """Whether this is an address without markup that is short enough for Slack: https, or on this
    machine, where a local Slack may be.
    """
    plain = url.isascii() and url.isprintable() and not set(url) & set("<>| ")
    return plain and url.startswith(("https://", "http://127.0.0.1:")) and units(url) <= limits.URL
