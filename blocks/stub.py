"""What stands in the thread when an approval's card is elsewhere: no action, only words."""

from blocks import ids, limits
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
    parts: list[tuple[str, Block]] = [
        ("head", header(headline(card))),
        ("stub", section("\n".join(_lines(RICH, card, where)))),
    ]
    if link and is_link(link) and isinstance(card.state, Pending):
        parts.append(("open", actions([link_button(ids.OPEN, "Open the card", link)])))
    parts.append(("foot", context(_foot(card))))
    spoken = [human(headline(card), limits.HEADER), *_lines(SPOKEN, card, where), _foot(card)]
    return message(
        shorten(" ".join(map(sentence, spoken)), limits.FALLBACK), stamped(parts, card.ref)
    )


def _lines(pen: Pen, card: ApprovalCard, where: str) -> list[str]:
    if not isinstance(card.state, Pending):
        return state_lines(pen, card)
    place = (named(where) if pen is RICH else "") or _ELSEWHERE
    until = f" · decide by {pen.day(card.deadline)}" if card.deadline is not None else ""
    return [
        f"The card is in {place} · {card.risk} risk{until}",
        f"{pen.field('Who decides')}{who_decides(pen, card)}",
        *state_lines(pen, card),
    ]


def _foot(card: ApprovalCard) -> str:
    return f"{human(card.number, 40)} · run {human(card.run, 40)}"
