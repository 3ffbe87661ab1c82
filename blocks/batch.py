"""One card for several approvals of a turn: what they share once, then each with its buttons."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from blocks import exact, ids, limits
from blocks.buttons import decision_buttons, quick
from blocks.card import Part, action, state_lines
from blocks.check import check_message
from blocks.elements import (
    Block,
    Payload,
    actions,
    button,
    context,
    divider,
    header,
    message,
    section,
    stamped,
)
from blocks.facts import (
    about,
    agent_says,
    changed,
    effects,
    fact,
    kinds,
    noticed,
    who_decides,
    whose,
    why_now,
)
from blocks.pen import RICH, SPOKEN, Pen, quoted, sentence
from blocks.text import human, shorten
from blocks.views import ApprovalCard, Pending

_SPOKEN_CALLS = 1800  # of the fallback text, for all exact actions together


@dataclass(frozen=True, slots=True, kw_only=True)
class _Room:
    """How much of each call there is room for: its exact action, each fact or quote of it.

    `bare`: of the facts only the target; the rest is under Details.
    """

    action: int
    words: int
    changes: int = 2
    bare: bool = False


# The first with which Slack takes the message. Short calls have all the room of a card of their
# own; with the last one even the longest fit.
_ROOMS = (
    _Room(action=limits.EXACT_ACTION, words=limits.FACT),
    _Room(action=800, words=160),
    _Room(action=450, words=80),
    _Room(action=300, words=40),
    _Room(action=240, words=30, changes=1, bare=True),
)


def batch_card(cards: Sequence[ApprovalCard]) -> Payload:
    """One message about 2 to 8 requests of a turn, in their order.

    Each row of buttons names its own request in its block id; *Approve all shown* names the first.
    """
    return message(_spoken(cards), _fitting(cards)[1])


def all_at_once(cards: Sequence[ApprovalCard]) -> bool:
    """Whether the card has *Approve all shown*: each open call is whole on it and may be tapped.

    One that was edited is decided by itself: it may be for other people than the rest by now.
    """
    return _tappable(cards, _fitting(cards)[0])


def _fitting(cards: Sequence[ApprovalCard]) -> tuple[_Room, list[Block]]:
    for room in _ROOMS[:-1]:
        drawn = _drawn(cards, room)
        if not check_message(message(headline(cards), drawn)):
            return room, drawn
    return _ROOMS[-1], _drawn(cards, _ROOMS[-1])


def _tappable(cards: Sequence[ApprovalCard], room: _Room) -> bool:
    left = [card for card in cards if isinstance(card.state, Pending)]
    calm = all(card.risk in ("low", "medium") and _tap(card, room) for card in left)
    return len(left) > 1 and calm and all(card.revision == 1 for card in left)


def _tap(card: ApprovalCard, room: _Room) -> bool:
    return quick(card) and exact.draw(card.tool, card.arguments, room.action).whole


def _drawn(cards: Sequence[ApprovalCard], room: _Room) -> list[Block]:
    first, own = cards[0], [_common(card, room) for card in cards]
    shared = {
        name: line for name, line in own[0].items() if all(lines.get(name) == line for lines in own)
    }
    parts: list[Part] = [("head", header(headline(cards)))]
    for name, line in shared.items():
        parts.append((name, context(line) if name == "says" else section(line)))
    blocks = stamped(parts, first.ref)
    for i, card in enumerate(cards):
        lines = [line for name, line in own[i].items() if name not in shared]
        blocks += stamped(_call(card, f"{i + 1}. ", lines, room), card.ref)
    rest: list[Part] = [("end", divider())]
    if _tappable(cards, room):
        rest.append(("all", actions([_yes_to_all(cards)])))
    rest.append(("foot", context(_foot(cards))))
    return [*blocks, *stamped(rest, first.ref)]


def headline(cards: Sequence[ApprovalCard]) -> str:
    """The header's text: how many calls there are, and how many are decided."""
    done = sum(not isinstance(card.state, Pending) for card in cards)
    if done == len(cards):
        return f"☑️ {done} approvals: all decided"
    return f"⏳ {len(cards)} approvals{f': {done} of {len(cards)} decided' if done else ' needed'}"


def _common(card: ApprovalCard, room: _Room) -> dict[str, str]:
    """What the calls of a turn mostly share, by the name of its block."""
    pen = _brief(RICH, room)
    says = agent_says(card)
    lines = {
        "about": [about(RICH, card)],
        "because": fact(pen, "Asked because", card.asked_because),
        "who": [f"{pen.field(whose(card))}{who_decides(pen, card)}"],
        "words": why_now(pen, card),
        "says": [f"Agent says: {quoted(pen, says, limits.AGENT_SAYS)}"] if says else [],
    }
    return {name: found[0] for name, found in lines.items() if found}


def _call(card: ApprovalCard, count: str, own: list[str], room: _Room) -> list[Part]:
    """One call; `own` are the lines in which it differs from the others."""
    pen = _brief(RICH, room)
    title = f"*{count}{pen.words(card.number, 40)}*  {pen.words(card.title, limits.HEADER)}"
    known = fact(pen, "Target", card.target) if room.bare else [*effects(pen, card), *own]
    edits = changed(pen, card, room.changes, room.words)
    lines = [title, *known, *edits, *noticed(pen, card)]
    parts: list[Part] = [
        ("before", divider()),
        ("call", section("\n".join(lines))),
        ("action", action(exact.draw(card.tool, card.arguments, room.action))),
    ]
    if state := state_lines(pen, card):
        parts.append(("state", section("\n".join(state))))
    if row := decision_buttons(card, tap=_tap(card, room), short=True):
        parts.append(("decide", actions(row)))
    return parts


def _yes_to_all(cards: Sequence[ApprovalCard]) -> Block:
    left = [card.number for card in cards if isinstance(card.state, Pending)]
    return button(ids.APPROVE_ALL, "Approve all shown", cards[0].request, about=", ".join(left))


def _brief(pen: Pen, room: _Room) -> Pen:
    """The pen, with fewer words of others."""

    def words(text: str, limit: int) -> str:
        return pen.words(text, min(limit, room.words))

    return replace(pen, words=words)


def _foot(cards: Sequence[ApprovalCard]) -> str:
    first = cards[0]
    policies = {human(card.policy, limits.NAME): None for card in cards}
    return " · ".join(
        (
            f"run {human(first.run, 40)}",
            f"asked by agent {human(first.agent, limits.NAME)}",
            f"policy {', '.join(policies)}",
            *(_mark(card) for card in cards),
        )
    )


def _mark(card: ApprovalCard) -> str:
    revision = f" revision {card.revision}" if card.revision > 1 else ""
    digest = human(f"{card.digest[:4]} {card.digest[4:8]}", 20)
    return f"{human(card.number, 40)}{revision} digest {digest}"


def _spoken(cards: Sequence[ApprovalCard]) -> str:
    pen = _brief(SPOKEN, _ROOMS[2])
    own = [
        (about(SPOKEN, card), f"{SPOKEN.field(whose(card))}{who_decides(pen, card)}")
        for card in cards
    ]
    alike = len(set(own)) == 1
    sentences = [headline(cards), *(own[0] if alike else ())]
    for card, lines in zip(cards, own, strict=True):
        call = exact.draw(card.tool, card.arguments, _SPOKEN_CALLS // len(cards)).text
        sentences += [
            f"{human(card.number, 40)}: {human(card.title, limits.NAME)}",
            *(() if alike else lines),
            *state_lines(pen, card),
            *fact(pen, "Data", kinds(card)),
            *fact(pen, "Unusual", card.unusual),
            *noticed(pen, card),
            f"Exact action: {human(call, _SPOKEN_CALLS // len(cards))}",
        ]
    return shorten(" ".join(map(sentence, sentences)), limits.FALLBACK)
