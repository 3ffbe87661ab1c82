"""The approval card: pending and settled drawn over one body, so that history stays true."""

from blocks import buttons, exact, limits, outcome, plan
from blocks.elements import (
    Block,
    Payload,
    actions,
    context,
    header,
    message,
    preformatted,
    section,
    stamped,
)
from blocks.facts import about, agent_says, changed, facts, kinds, said, since, who_decides
from blocks.pen import RICH, SPOKEN, Pen, but_not, quoted, sentence, some
from blocks.text import human, shorten
from blocks.views import ApprovalCard, Pending, Settled

Part = tuple[str, Block]

_SPOKEN_CHANGES = 2


def approval_card(card: ApprovalCard) -> Payload:
    """The card as a message: text and blocks."""
    parts = [("head", header(headline(card))), *body(card), *_state(card)]
    row = buttons.decision_buttons(card, tap=one_tap(card))
    if row:
        parts.append(("decide", actions(row)))
    parts.append(("foot", context(_foot(card))))
    return message(fallback(card), stamped(parts, card.ref))


def shown_whole(card: ApprovalCard) -> bool:
    """Whether the card shows the whole exact action; only then one tap may approve it."""
    return plan.whole(card) if card.steps else exact.draw(card.tool, card.arguments).whole


def one_tap(card: ApprovalCard) -> bool:
    """Whether the card has *Approve once*; else *Review…* opens the whole action first."""
    return buttons.quick(card) and shown_whole(card)


def headline(card: ApprovalCard) -> str:
    """The header's text, not yet cut."""
    state = card.state
    if isinstance(state, Settled):
        return f"{outcome.title(state)}: {card.title}"
    if state.approved_by:
        return f"⏳ {len(state.approved_by)} of {state.needed} approvals: {card.title}"
    return f"⏳ Approval needed: {card.title}"


def body(card: ApprovalCard) -> list[Part]:
    """The facts, the same before and after the decision."""
    parts = [("about", section(about(RICH, card))), ("facts", section("\n".join(facts(card))))]
    for name, lines in (("words", said(card)), ("changed", changed(RICH, card))):
        if lines:
            parts.append((name, section("\n".join(lines))))
    call = ("action", action(exact.draw(card.tool, card.arguments)))
    parts += plan.parts(card) if card.steps else [call]
    if says := agent_says(card):
        parts.append(("says", context(f"Agent says: {quoted(RICH, says, limits.AGENT_SAYS)}")))
    return parts


def action(drawn: exact.Drawn) -> Block:
    """The exact action in its box, with what has to be known to read it."""
    return preformatted(exact.label("Exact action", drawn), drawn.text)


def state_lines(pen: Pen, card: ApprovalCard) -> list[str]:
    """Votes so far, or the decision and the result, a line each; empty when nothing happened."""
    state = card.state
    if isinstance(state, Settled):
        lines = [f"{pen.field('Decision')}{outcome.line(pen, card, state)}"]
        if state.result:
            lines.append(f"{pen.field('Result')}{outcome.result_line(pen, state.result)}")
        if state.resolution:
            lines.append(f"{pen.field('Then')}{outcome.resolution_line(pen, state.resolution)}")
        if planned := plan.line(pen, card):
            lines.append(planned)
        return lines
    if not state.approved_by:
        return []
    votes = [
        f"✔ {pen.who(vote.who)} {pen.at(vote.at)}"
        + (f" {quoted(pen, vote.reason)}" if vote.reason else "")
        for vote in state.approved_by[-limits.QUOTES :]
    ]
    left = max(0, state.needed - len(state.approved_by))
    excluded = but_not(pen, tuple(v.who for v in state.approved_by) + card.approvers.excluded)
    needed = some(pen, left, card.approvers, min(left, state.owners))
    return [f"{' · '.join(votes)} · still needed: {needed}{excluded}"]


def _state(card: ApprovalCard) -> list[Part]:
    lines = state_lines(RICH, card)
    return [("state", section("\n".join(lines)))] if lines else []


def fallback(card: ApprovalCard) -> str:
    """The card in sentences, for phones and screen readers."""
    call = exact.draw(card.tool, card.arguments).text
    rows = (
        ("Will do", card.will_do),
        ("Target", card.target),
        ("Undo", card.undo),
        ("Data", kinds(card)),
        ("Unusual", card.unusual),
        ("Since then", since(card)),
    )
    who = who_decides(SPOKEN, card)
    sentences = [
        human(headline(card), limits.HEADER),
        *state_lines(SPOKEN, card),
        about(SPOKEN, card),
        *(f"{label}: {human(text, limits.FACT)}" for label, text in rows if text),
        *([f"Who decides: {who}"] if isinstance(card.state, Pending) else []),
        *changed(SPOKEN, card, _SPOKEN_CHANGES),
        *(plan.spoken(SPOKEN, card, 1800) if card.steps else [f"Exact action: {human(call, 900)}"]),
        f"{human(card.number, 40)}, run {human(card.run, 40)}",
    ]
    return shorten(" ".join(map(sentence, sentences)), limits.FALLBACK)


def _foot(card: ApprovalCard) -> str:
    digest = f"{card.digest[:4]} {card.digest[4:8]}"
    pieces = (
        human(card.number, 40),
        *([f"revision {card.revision}"] if card.revision > 1 else []),
        f"run {human(card.run, 40)}",
        f"asked by agent {human(card.agent, limits.NAME)}",
        f"policy {human(card.policy, limits.NAME)}",
        f"digest {human(digest, 20)}",
    )
    return " · ".join(pieces)
