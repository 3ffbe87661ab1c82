"""The plainer card, for when Slack refuses the full one: one text, the same decision buttons."""

from blocks import exact
from blocks.card import about, decision_buttons, fallback, headline, state_lines
from blocks.elements import Block, Payload, actions, message, stamped
from blocks.pen import BARE, but_not, deciders
from blocks.text import unlinked, unmarked
from blocks.views import ApprovalCard

_LINE = 220  # twelve of them fit one section


def plain_card(card: ApprovalCard) -> Payload:
    """The card without any formatting. What may be approved in one tap is shown whole here too."""
    lines = [
        headline(card),
        about(BARE, card),
        *(f"{label}: {text}" for label, text in _facts(card)),
        f"Who decides: {deciders(BARE, card.approvers)}{but_not(BARE, card.approvers.excluded)}",
        *state_lines(BARE, card),
        f"{card.number}, run {card.run}",
    ]
    parts: list[tuple[str, Block]] = [
        ("plain", _text("\n".join(unmarked(line, _LINE) for line in lines))),
        ("action", _text("Exact action:\n" + unlinked(exact.draw(card.tool, card.arguments).text))),
    ]
    row = decision_buttons(card)
    if row:
        parts.append(("decide", actions(row)))
    return message(fallback(card), stamped(parts, card.ref))


def _facts(card: ApprovalCard) -> list[tuple[str, str]]:
    rows = (
        ("Will do", card.will_do),
        ("Target", card.target),
        ("Undo", card.undo or "unknown"),
        ("Asked because", card.asked_because),
        ("Since then", card.since_then),
    )
    return [(label, text) for label, text in rows if text]


def _text(text: str) -> Block:
    """A section of plain text on several lines; the lines are ours and short enough."""
    drawn: Block = {"type": "plain_text", "text": text, "emoji": False}
    return {"type": "section", "text": drawn}
