"""The card of a question that the agent asks: open, or how it ended.

The words are the agent's, shown as plain text in which nothing is live; what frames them is ours.
It can't pass for an approval: it has a header, a number and a line of its own.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from blocks import ids, limits
from blocks.elements import (
    Block,
    Payload,
    actions,
    button,
    context,
    header,
    link_button,
    message,
    section,
    stamped,
)
from blocks.facts import is_link
from blocks.ids import Ref
from blocks.pen import RICH, SPOKEN, Pen, capital, listed, quoted, sentence
from blocks.people import Who
from blocks.text import (
    clean,
    cut,
    escaped_units,
    human,
    no_ping,
    shorten,
    stored_units,
    unlinked,
    unmarked,
)

MOST_OPTIONS = 10  # buttons with an option each
_HEAD = 100  # characters of a question in a header
_TEXT = 2_500
_FALLBACK = 500  # all of it: it is what happens if nobody answers
_ANSWERS = 15  # lines of an answer on a card
_ANSWER = 300
_NAMES = 12  # fields that are named beforehand
_SPOKEN_ANSWERS = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class Button:
    """A way to answer: `option` at one tap, or the form with the action of that place."""

    label: str
    option: str = ""
    action: int = 0
    kind: Literal["option", "form", "other"] = "form"
    primary: bool = False
    danger: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended:
    """How it ended; `answers` are a label and what was answered, sensitive ones hidden already.

    `action` is the label of the one that was chosen, "" where there was but one.
    """

    outcome: Literal["answered", "cancelled", "unanswered", "stopped", "withdrawn", "unasked"]
    at: int
    by: Who | None = None
    answers: tuple[tuple[str, str], ...] = ()
    action: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionCard:
    """A question: `text` in the agent's words. Times are epoch seconds.

    who: who may answer, in words, `now` by name. fields: labels of what is asked in a form, or what
    several may be chosen of (`choose`).
    fallback: what is done if nobody answers. cancel: the label of the button that ends it.
    filling: who has the form open. private: it stands where the thread's words must not be shown.
    """

    request: str
    number: str
    run: str
    revision: int
    agent: str
    text: str
    requester: Who
    of: str
    deadline: int
    now: tuple[Who, ...] = ()
    fields: tuple[str, ...] = ()
    choose: bool = False
    buttons: tuple[Button, ...] = ()
    cancel: str = "Cancel question"
    fallback: str = ""
    on_page: bool = False
    permalink: str | None = None
    ended: Ended | None = None

    @property
    def ref(self) -> Ref:
        """Which request and revision this is."""
        return Ref(request=self.request, revision=self.revision)


_ENDED = {
    "answered": ("💬", "Answered"),
    "cancelled": ("✖️", "Not answered"),
    "unanswered": ("⌛", "Nobody answered"),
    "stopped": ("⏹", "Stopped"),
    "withdrawn": ("↩️", "Withdrawn"),
    "unasked": ("⛔", "Not asked"),
}


def question_card(card: QuestionCard, inside: Sequence[tuple[str, Block]] = ()) -> Payload:
    """The card as a message: text and blocks. `inside` stands in the place of its text."""
    parts: list[tuple[str, Block]] = [("head", header(headline(card)))]
    parts.append(("about", section(_about(RICH, card))))
    if inside:
        parts += inside
    elif not _said_whole(card):
        parts.append(("text", _plain(card.text)))
    if card.ended is None:
        parts += _open(card)
    else:
        parts += _state(card, card.ended)
    parts.append(("foot", context(_foot(card))))
    return message(fallback(card), stamped(parts, card.ref))


def question_stub(card: QuestionCard, link: str | None = None) -> Payload:
    """What stands in the thread when the card is in another channel; `link` is its address."""
    parts: list[tuple[str, Block]] = [("head", header(headline(card)))]
    if card.ended is None:
        parts.append(("stub", section(f"Asked in another channel: {_about(RICH, card)}")))
    else:
        parts += _state(card, card.ended)
    if link and is_link(link) and card.ended is None:
        parts.append(("open", actions([link_button(ids.OPEN, "Open the question", link)])))
    parts.append(("foot", context(_foot(card))))
    return message(fallback(card), stamped(parts, card.ref))


def headline(card: QuestionCard) -> str:
    """The header's text, not yet cut."""
    about = shorten(unmarked(card.text, 4 * _HEAD), _HEAD)
    if card.ended is None:
        return f"❓ Question: {about}"
    mark, word = _ENDED[card.ended.outcome]
    return f"{mark} {word}: {about}"


def state_lines(pen: Pen, card: QuestionCard, ended: Ended) -> list[str]:
    """How it ended, in a line or two, then the answers."""
    by = f" by {pen.who(ended.by)}" if ended.by else ""
    when = f"{by}, {pen.at(ended.at)}"
    match ended.outcome:
        case "answered":
            chosen = f": {quoted(pen, ended.action)}" if ended.action else ""
            return [f"Answered{when}{chosen}", *_answers(pen, ended)]
        case "cancelled":
            return [sentence(f"Ended without an answer{when}")]
        case "unanswered":
            then = (
                f" The agent goes on with: {quoted(pen, card.fallback, _FALLBACK)}"
                if card.fallback
                else ""
            )
            return [f"Nobody answered until {pen.day(ended.at)}.{then}"]
        case _:
            why = f" {sentence(pen.words(capital(ended.why), limits.FACT))}" if ended.why else ""
            return [f"{_ENDED[ended.outcome][1]}{when}.{why} Nobody can answer it any more."]


def _state(card: QuestionCard, ended: Ended) -> list[tuple[str, Block]]:
    """How it ended, in as many sections as a long answer needs."""
    packed: list[str] = []
    for line in state_lines(RICH, card, ended):
        joined = f"{packed[-1]}\n{line}" if packed else ""
        if joined and stored_units(joined, mrkdwn=True) <= limits.SECTION_TEXT:
            packed[-1] = joined
        else:
            packed.append(line)
    return [("state" + "_more" * n, section(text)) for n, text in enumerate(packed)]


def fallback(card: QuestionCard) -> str:
    """The card in sentences, for phones and screen readers."""
    ended = card.ended
    lines = [headline(card), *([] if ended is None else state_lines(SPOKEN, card, ended))]
    spoken = [
        *(human(line, limits.FACT) for line in lines[: _SPOKEN_ANSWERS + 1]),
        human(card.text, 900),
        _about(SPOKEN, card),
        *_ways(card),
        f"{human(card.number, 40)}, run {human(card.run, 40)}, {frame(SPOKEN, card)}",
    ]
    return shorten(" ".join(map(sentence, spoken)), limits.FALLBACK)


def _ways(card: QuestionCard) -> list[str]:
    """What the buttons offer, and what happens without an answer; of one that is open."""
    if card.ended is not None:
        return []
    labels = ", ".join(human(one.label, limits.NAME) for one in card.buttons)
    instead = f"If nobody answers: {human(card.fallback, _FALLBACK)}" if card.fallback else ""
    return [*([f"Buttons: {labels}"] if labels else []), *([instead] if instead else [])]


def _said_whole(card: QuestionCard) -> bool:
    """Whether the header shows all of the question."""
    line = unmarked(card.text, 4 * _HEAD)
    return line == clean(card.text).strip() == shorten(line, _HEAD)


def _about(pen: Pen, card: QuestionCard) -> str:
    who = listed(pen, card.now) or pen.words(card.of, limits.NAME)
    own = card.now == (card.requester,)  # who is asked, and whose task it is, are one
    over = card.ended is not None
    theirs = f"{human(card.requester.name, limits.NAME)}'s task"
    task = ("their task" if over else "your task") if own else f"{pen.who(card.requester)}'s task"
    if pen is RICH and card.permalink:
        task = f"<{card.permalink}|{task if own else theirs}>"
    if over:
        return f"The agent asked {who}, for {task}"
    until = pen.day(card.deadline)
    return f"{capital(who)}: the agent needs to know this for {task} · answer by {until}"


def _open(card: QuestionCard) -> list[tuple[str, Block]]:
    parts: list[tuple[str, Block]] = []
    lines: list[str] = []
    if card.fields:
        shown = [human(name, limits.NAME) for name in card.fields[:_NAMES]]
        more = len(card.fields) - len(shown)
        head = RICH.field("Choose any" if card.choose else "Asks for")
        lines.append(f"{head}{', '.join(shown)}{f' and {more} more' * (more > 0)}")
    if card.fallback:
        lines.append(f"{RICH.field('If nobody answers')}{human(card.fallback, _FALLBACK)}")
    if card.on_page:
        lines.append("It is answered on a web page, which the button opens for you alone.")
    if lines:
        parts.append(("facts", section("\n".join(lines))))
    row = [_button(card, one, n) for n, one in enumerate(card.buttons)]
    about = f"{card.number}"
    row.append(button(ids.CANCEL_QUESTION, card.cancel, card.request, about=about))
    parts.append(("decide", actions(row)))
    return parts


def _button(card: QuestionCard, one: Button, n: int) -> Block:
    match one.kind:
        case "option":
            name = f"{ids.OPTION}{one.option}"
        case "form":
            name = f"{ids.FORM}{one.action}"
        case "other":
            name = ids.OTHER
    drawn = button(name, one.label, card.request, about=card.number, primary=one.primary)
    return drawn | {"style": "danger"} if one.danger else drawn


def _answers(pen: Pen, ended: Ended) -> list[str]:
    lines = [
        f"{pen.field(human(label, limits.NAME) or 'Answer')}{pen.words(text, _ANSWER)}"
        for label, text in ended.answers[:_ANSWERS]
    ]
    more = len(ended.answers) - len(lines)
    return [*lines, *([f"and {more} more"] if more > 0 else [])]


def _foot(card: QuestionCard) -> str:
    return " · ".join((human(card.number, 40), f"run {human(card.run, 40)}", frame(RICH, card)))


def frame(pen: Pen, card: QuestionCard) -> str:
    """The line that no card of ours with a decision has (DESIGN.md 6)."""
    return f"Question from agent {pen.words(card.agent, limits.NAME)}; answering runs nothing"


def _plain(text: str) -> Block:
    """The agent's words on their own lines; no link, mention or format in them is live."""
    said = cut(unlinked(no_ping(clean(text).strip())), _TEXT, escaped_units)
    drawn: Block = {"type": "plain_text", "text": said or "–", "emoji": False}
    return {"type": "section", "text": drawn}


def labels(names: Sequence[str]) -> tuple[str, ...]:
    """Labels of fields, each once."""
    return tuple(dict.fromkeys(name for name in names if name.strip()))
