"""The plainer card, for when Slack refuses the full one: one text, the same decision buttons."""

from blocks import exact, plan
from blocks.buttons import decision_buttons
from blocks.card import fallback, headline, one_tap, state_lines
from blocks.elements import Block, Payload, actions, message, stamped
from blocks.facts import about, changed, kinds, since, who_decides
from blocks.pen import BARE
from blocks.text import unlinked, unmarked
from blocks.views import ApprovalCard

_LINE = 200  # fourteen of them fit one section
_CHANGE = 400  # seven of them do


def plain_card(card: ApprovalCard) -> Payload:
    """The card without any formatting. What may be approved in one tap is shown whole here too."""
    lines = [
        headline(card),
        about(BARE, card),
        *(f"{label}: {text}" for label, text in _facts(card)),
        f"Who decides: {who_decides(BARE, card)}",
        *state_lines(BARE, card),
        f"{card.number}, run {card.run}",
    ]
    parts: list[tuple[str, Block]] = [
        ("plain", _text("\n".join(unmarked(line, _LINE) for line in lines))),
    ]
    if edits := changed(BARE, card):
        parts.append(("changed", _text("\n".join(unmarked(line, _CHANGE) for line in edits))))
    for n, step in enumerate(plan.boxes(card), 1):
        parts.append((f"action{n}", _text(unlinked(step))))
    if not card.steps:
        call = unlinked(exact.draw(card.tool, card.arguments).text)
        parts.append(("action", _text(f"Exact action:\n{call}")))
    row = decision_buttons(card, tap=one_tap(card))
    if row:
        parts.append(("decide", actions(row)))
    return message(fallback(card), stamped(parts, card.ref))


def _facts(card: ApprovalCard) -> list[tuple[str, str]]:
    rows = (
        ("Will do", card.will_do),
        ("Target", card.target),
        ("Undo", card.undo or ("" if card.steps else "unknown")),
        ("Data", kinds(card)),
        ("Unusual", card.unusual),
        ("Asked because", card.asked_because),
        ("Since then", since(card)),
    )
    return [(label, text) for label, text in rows if text]


def _text(text: str) -> Block:
    """A section of plain text on several lines; the lines are ours and short enough."""
    drawn: Block = {"type": "plain_text", "text": text, "emoji": False}
    return {"type": "section", "text": drawn}
