"""The buttons of an approval card: those that do something in its state, no dead one."""

from blocks import ids, outcome
from blocks.elements import Block, button, link_button, overflow
from blocks.facts import is_link
from blocks.pen import span
from blocks.views import ApprovalCard, Pending, Settled

_LABELS = {
    ids.DETAILS: "Details",
    ids.STOP_CALL: "Stop this call",
    ids.ASK_AGAIN: "Ask again",
    ids.IT_RAN: "It ran",
    ids.RUN_AGAIN: "Run it again",
    ids.LEAVE: "Leave it",
    ids.REVOKE: "Revoke",
    ids.REVIEWED: "Review",
}
# The ⋯ menu: words, and what they do. Whether they may is looked up at the click.
_MENU = {
    ids.EDIT: ("Edit…", "Change values; the change is judged again"),
    ids.GRANT: ("Allow for {span}…", "Equal calls in this thread then run without asking"),
    ids.ANSWER: ("Answer instead…", "You give the result, and nothing is run"),
    ids.ASK_REQUESTER: ("Ask the requester…", "A question in the thread; nothing is decided"),
    ids.HAND_OVER: ("Hand over…", "Name somebody else who should decide"),
    ids.CANT_TAKE: ("I can't take this", "The card says so, and others see it"),
}


def decision_buttons(card: ApprovalCard, *, tap: bool, short: bool = False) -> list[Block]:
    """The buttons that do something in this state; may be empty.

    `tap`: one tap may approve. `short`: one of many rows, where *Edit…* is in the menu.
    """
    if isinstance(card.state, Settled):
        return settled_buttons(card, card.state)
    row = [_yes(card, tap=tap), _no(card)]
    if card.editable and not short:
        row.append(button(ids.EDIT, "Edit…", card.request, about=_about(card)))
    row.append(button(ids.DETAILS, "Details", card.request, about=_about(card)))
    return [*row, _menu(card, ids.ROW_MENU if short else ids.MENU)]


def settled_buttons(card: ApprovalCard, state: Settled) -> list[Block]:
    """Those of an outcome."""
    row: list[Block] = []
    for action in outcome.buttons(state):
        if action != ids.OPEN:
            row.append(button(action, _LABELS[action], card.request, about=_about(card)))
        elif state.next_url and is_link(state.next_url):
            row.append(link_button(action, f"Open {state.next}", state.next_url))
    if card.going:
        row.append(button(ids.STOP_CALL, "Stop the plan", card.request, about=_about(card)))
    return row


def quick(card: ApprovalCard) -> bool:
    """Whether one tap may approve it, if it is shown whole."""
    calm = card.risk in ("read", "low", "medium") and not card.reasoned
    return isinstance(card.state, Pending) and calm and not card.since_then


def _about(card: ApprovalCard) -> str:
    return f"{card.title}, {card.number}"


def _yes(card: ApprovalCard, *, tap: bool) -> Block:
    about = _about(card)
    if tap:
        return button(ids.APPROVE, "Approve once", card.request, about=about, primary=True)
    slow = card.risk in ("high", "critical") or card.reasoned
    label = "Review & approve…" if slow else "Review…"
    return button(ids.REVIEW, label, card.request, about=about)


def _no(card: ApprovalCard) -> Block:
    if card.feedback:
        return button(ids.REJECT, "Reject…", card.request, about=_about(card))
    return button(ids.REJECT_NOW, "Reject", card.request, about=_about(card))


def _menu(card: ApprovalCard, names: tuple[str, ...]) -> Block:
    offered = {ids.EDIT: card.editable, ids.GRANT: bool(card.grant_for)}
    lasting = span(card.grant_for or 0)
    return overflow(
        ids.MORE,
        [
            (name, _MENU[name][0].format(span=lasting), _MENU[name][1])
            for name in names
            if offered.get(name, True)
        ],
    )
