"""The approval card: pending and settled drawn over one body, so that history stays true."""

from blocks import exact, ids, limits, outcome
from blocks.elements import (
    Block,
    Payload,
    actions,
    button,
    context,
    header,
    link_button,
    message,
    preformatted,
    section,
    stamped,
)
from blocks.pen import RICH, SPOKEN, Pen, but_not, deciders, quoted, sentence
from blocks.text import escape, human, shorten, units
from blocks.views import ApprovalCard, Pending, Settled

Part = tuple[str, Block]

_LABELS = {
    ids.DETAILS: "Details",
    ids.STOP_CALL: "Stop this call",
    ids.ASK_AGAIN: "Ask again",
    ids.IT_RAN: "It ran",
    ids.RUN_AGAIN: "Run it again",
    ids.LEAVE: "Leave it",
}


def approval_card(card: ApprovalCard) -> Payload:
    """The card as a message: text and blocks."""
    parts = [("head", header(headline(card))), *body(card), *_state(card)]
    row = decision_buttons(card)
    if row:
        parts.append(("decide", actions(row)))
    parts.append(("foot", context(_foot(card))))
    return message(fallback(card), stamped(parts, card.ref))


def shown_whole(card: ApprovalCard) -> bool:
    """Whether the card shows the whole exact action; only then one tap may approve it."""
    return exact.draw(card.tool, card.arguments).whole


def one_tap(card: ApprovalCard) -> bool:
    """Whether the card has *Approve once*; else *Review…* opens the whole action first."""
    quick = card.risk in ("read", "low", "medium") and not card.reasoned
    return quick and shown_whole(card) and not card.since_then


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
    drawn = exact.draw(card.tool, card.arguments)
    label = "Exact action"
    if drawn.coded:
        label += " (invisible characters and mentions are drawn as \\u codes)"
    if not drawn.whole:
        label += " (cut: the whole is under Review)"
    parts = [("about", section(about(RICH, card))), ("facts", section("\n".join(facts(card))))]
    words = said(card)
    if words:
        parts.append(("words", section("\n".join(words))))
    parts.append(("action", preformatted(label, drawn.text)))
    if card.agent_says:
        parts.append(
            ("says", context(f"Agent says: {quoted(RICH, card.agent_says, limits.AGENT_SAYS)}"))
        )
    return parts


def about(pen: Pen, card: ApprovalCard) -> str:
    """`Ana Ruiz asked in #payments · medium risk · decide by 14:32`."""
    asked = "asked"
    if pen is RICH and card.permalink and _is_link(card.permalink):
        asked = f"<{escape(card.permalink)}|asked>"
    place = " in a private conversation"
    if card.channel:
        known = card.channel.isascii() and card.channel.isalnum()
        place = f" in <#{card.channel}>" if pen is RICH and known else ""
    until = f" · decide by {pen.day(card.deadline)}" if card.deadline is not None else ""
    return f"{pen.who(card.requester)} {asked}{place} · {card.risk} risk{until}"


def facts(card: ApprovalCard) -> list[str]:
    """The labelled lines, as mrkdwn."""
    rows = [
        ("Will do", card.will_do),
        ("Target", card.target),
        ("Undo", card.undo or "unknown"),
        ("Unusual", card.unusual),
        ("Asked because", card.asked_because),
    ]
    if not card.will_do:
        rows[0] = ("Impact", "not stated by the tool")
    lines = [f"*{label}*  {human(text, limits.FACT)}" for label, text in rows if text]
    who = deciders(RICH, card.approvers) + but_not(RICH, card.approvers.excluded)
    return [*lines, f"*{_whose(card)}*  {who}"]


def _whose(card: ApprovalCard) -> str:
    # Of a call whose outcome is unknown, whoever asked may say that it ran, but not run it again.
    unknown = isinstance(card.state, Settled) and card.state.outcome == "unknown"
    return "Who may run it again" if unknown else "Who decides"


def said(card: ApprovalCard) -> list[str]:
    """People's own words, as mrkdwn lines; empty when there are none."""
    lines: list[str] = []
    if card.why_now:
        quotes = [
            f"{quoted(RICH, quote.text)} {RICH.who(quote.who)}, {RICH.at(quote.at)}"
            for quote in card.why_now[-limits.QUOTES :]
        ]
        more = len(card.why_now) - len(quotes)
        rest = f" · {more} earlier under Details" if more else ""
        lines.append(f"*Why now*  {' · '.join(quotes)}{rest}")
    return [*lines, *noticed(card)]


def noticed(card: ApprovalCard) -> list[str]:
    """What speaks against a quick yes, as mrkdwn lines: words nobody used, words said since."""
    lines: list[str] = []
    if card.unmentioned:
        names = human(", ".join(card.unmentioned), limits.FACT)
        lines.append(f"*Not mentioned in the thread*  {names}")
    if card.since_then:
        lines.append(f"*Since then*  {human(card.since_then, limits.FACT)}")
    return lines


def decision_buttons(card: ApprovalCard) -> list[Block]:
    """The buttons that do something in this state; may be empty."""
    about_it = f"{card.title}, {card.number}"
    if isinstance(card.state, Pending):
        return [
            _yes(card, about_it),
            _no(card, about_it),
            button(ids.DETAILS, "Details", card.request, about=about_it),
        ]
    row: list[Block] = []
    for action in outcome.buttons(card.state):
        if action == ids.OPEN:
            row.append(link_button(action, f"Open {card.state.next}", card.state.next_url or ""))
        else:
            row.append(button(action, _LABELS[action], card.request, about=about_it))
    return row


def _yes(card: ApprovalCard, about_it: str) -> Block:
    if one_tap(card):
        return button(ids.APPROVE, "Approve once", card.request, about=about_it, primary=True)
    slow = card.risk in ("high", "critical") or card.reasoned
    label = "Review & approve…" if slow else "Review…"
    return button(ids.REVIEW, label, card.request, about=about_it)


def _no(card: ApprovalCard, about_it: str) -> Block:
    if card.feedback:
        return button(ids.REJECT, "Reject…", card.request, about=about_it)
    return button(ids.REJECT_NOW, "Reject", card.request, about=about_it)


def state_lines(pen: Pen, card: ApprovalCard) -> list[str]:
    """Votes so far, or the decision and the result, a line each; empty when nothing happened."""
    state = card.state
    if isinstance(state, Settled):
        lines = [f"{pen.field('Decision')}{outcome.line(pen, card, state)}"]
        if state.result:
            lines.append(f"{pen.field('Result')}{outcome.result_line(pen, state.result)}")
        if state.resolution:
            lines.append(f"{pen.field('Then')}{outcome.resolution_line(pen, state.resolution)}")
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
    of = pen.words(card.approvers.of, limits.NAME)
    return [f"{' · '.join(votes)} · still needed: {left} of {of}{excluded}"]


def _state(card: ApprovalCard) -> list[Part]:
    lines = state_lines(RICH, card)
    return [("state", section("\n".join(lines)))] if lines else []


def fallback(card: ApprovalCard) -> str:
    """The card in sentences, for phones and screen readers."""
    action = exact.draw(card.tool, card.arguments).text
    rows = (("Will do", card.will_do), ("Target", card.target), ("Undo", card.undo))
    who = deciders(SPOKEN, card.approvers) + but_not(SPOKEN, card.approvers.excluded)
    sentences = [
        human(headline(card), limits.HEADER),
        *state_lines(SPOKEN, card),
        about(SPOKEN, card),
        *(f"{label}: {human(text, limits.FACT)}" for label, text in rows if text),
        *([f"Who decides: {who}"] if isinstance(card.state, Pending) else []),
        f"Exact action: {human(action, 900)}",
        f"{human(card.number, 40)}, run {human(card.run, 40)}",
    ]
    return shorten(" ".join(map(sentence, sentences)), limits.FALLBACK)


def _foot(card: ApprovalCard) -> str:
    digest = f"{card.digest[:4]} {card.digest[4:8]}"
    pieces = (
        human(card.number, 40),
        f"run {human(card.run, 40)}",
        f"asked by agent {human(card.agent, limits.NAME)}",
        f"policy {human(card.policy, limits.NAME)}",
        f"digest {human(digest, 20)}",
    )
    return " · ".join(pieces)


def _is_link(url: str) -> bool:
    plain = url.isascii() and url.isprintable() and not set(url) & set("<>| ")
    return plain and url.startswith("https://") and units(url) <= limits.URL
