"""What stands in the thread when an approval's card is elsewhere: no action, only words."""

from collections.abc import Sequence

from blocks import batch, ids, limits, outcome
from blocks.card import headline, state_lines
from blocks.elements import (
    Block,
    Payload,
    actions,
    context,
    header,
    link_button,
    message,
    section,
    stamped,
)
from blocks.facts import is_link, named, who_decides
from blocks.pen import RICH, SPOKEN, Pen, sentence
from blocks.text import human, shorten
from blocks.views import ApprovalCard, Pending

_ELSEWHERE = "another channel"


def stub_card(card: ApprovalCard, where: str, link: str | None = None) -> Payload:
    """The card's state in words; `where` is the channel that its card is in, `link` its address."""
    waits = isinstance(card.state, Pending)
    lines = {pen: _lines(pen, card, where) for pen in (RICH, SPOKEN)}
    return _drawn(card, headline(card), lines, _foot(card), link if waits else None)


def batch_stub(cards: Sequence[ApprovalCard], where: str, link: str | None = None) -> Payload:
    """How many calls a batch card has and how many wait, then each in a line."""
    waits = any(isinstance(card.state, Pending) for card in cards)
    lines = {pen: _each(pen, cards, where) for pen in (RICH, SPOKEN)}
    foot = f"run {human(cards[0].run, 40)}"
    return _drawn(cards[0], batch.headline(cards), lines, foot, link if waits else None)


def _drawn(
    card: ApprovalCard, head: str, lines: dict[Pen, list[str]], foot: str, link: str | None
) -> Payload:
    parts: list[tuple[str, Block]] = [
        ("head", header(head)),
        ("stub", section("\n".join(lines[RICH]))),
    ]
    if link and is_link(link):
        parts.append(("open", actions([link_button(ids.OPEN, "Open the card", link)])))
    parts.append(("foot", context(foot)))
    spoken = [human(head, limits.HEADER), *lines[SPOKEN], foot]
    return message(
        shorten(" ".join(map(sentence, spoken)), limits.FALLBACK), stamped(parts, card.ref)
    )


def _each(pen: Pen, cards: Sequence[ApprovalCard], where: str) -> list[str]:
    left = [card for card in cards if isinstance(card.state, Pending)]
    until = min((card.deadline for card in left if card.deadline is not None), default=None)
    by = f" · decide by {pen.day(until)}" if until is not None else ""
    open_ones = f"{len(left)} of {len(cards)} calls {'waits' if len(left) == 1 else 'wait'}{by}"
    lines = [f"The card is in {_place(pen, where)} · {open_ones}"] if left else []
    who = {who_decides(pen, card) for card in left}
    if len(who) == 1:  # one that was edited or passed may wait for others
        lines.append(f"{pen.field('Who decides')}{who.pop()}")
    return [*lines, *(_one(pen, card) for card in cards)]


def _one(pen: Pen, card: ApprovalCard) -> str:
    """A call of many: how it stands, what it is, and its number."""
    state = card.state
    how = "⏳ Waits" if isinstance(state, Pending) else outcome.title(state)
    return f"{how}: {pen.words(card.title, limits.NAME)} ({pen.words(card.number, 40)})"


def _place(pen: Pen, where: str) -> str:
    return (named(where) if pen is RICH else "") or _ELSEWHERE


def _lines(pen: Pen, card: ApprovalCard, where: str) -> list[str]:
    if not isinstance(card.state, Pending):
        return state_lines(pen, card)
    until = f" · decide by {pen.day(card.deadline)}" if card.deadline is not None else ""
    return [
        f"The card is in {_place(pen, where)} · {card.risk} risk{until}",
        f"{pen.field('Who decides')}{who_decides(pen, card)}",
        *state_lines(pen, card),
    ]


def _foot(card: ApprovalCard) -> str:
    return f"{human(card.number, 40)} · run {human(card.run, 40)}"
