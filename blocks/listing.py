"""Lists of runs and of requests: a line each, private to whoever looks.

Whatever the reader may not see isn't in the view: a request of a conversation that they aren't in
has no title and no address.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from blocks import ids, limits, outcome
from blocks.elements import Block, Payload, button, link_button, message, row, section, stamped
from blocks.ids import Ref
from blocks.pen import RICH, SPOKEN, Pen
from blocks.people import Who
from blocks.text import escape, shorten
from blocks.views import Outcome, Risk

RUNS = 10  # of a list in a message
REQUESTS = 15  # of a list in a message
_TITLE = 120
_WAITS = 3  # requests that a run's line names
_DOING = 200

Unanswered = Literal["cancelled", "unanswered"]


@dataclass(frozen=True, slots=True, kw_only=True)
class RunLine:
    """A run in a list. `run`: opaque id. `doing` completes "R-778 …" ("is thinking").

    `at`: its last change. `url`: of its thread. `stoppable`: it gets a *Stop run* button.
    """

    run: str
    number: str
    task: str
    doing: str
    at: int
    url: str | None = None
    stoppable: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestLine:
    """A request in a list. `title` None: of a private conversation that the reader isn't in.

    `url`: of its card. `ended`: how, by whom and when; None while it is open. A `question` of the
    agent waits for an answer, not for a decision.
    """

    request: str
    number: str
    title: str | None
    risk: Risk
    deadline: int
    url: str | None = None
    ended: "EndedLine | None" = None
    question: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class EndedLine:
    """How a request ended: an approval, or a question of the agent that got no answer; `outcome`
    None for a question about a lost call.
    """

    outcome: Outcome | Unanswered | None
    at: int
    by: Who | None = None


def runs(heading: str, lines: Sequence[RunLine], more: int, *, foot: str = "") -> Payload:
    """Runs under a heading; `more` there are beyond those. `foot`: a last sentence of ours."""
    spoken = [run_words(SPOKEN, one) for one in lines]
    return _list(heading, [run_row(one) for one in lines], spoken, more, foot)


def requests(heading: str, lines: Sequence[RequestLine], more: int, *, foot: str = "") -> Payload:
    """Requests under a heading."""
    spoken = [request_words(SPOKEN, one) for one in lines]
    return _list(heading, [request_row(one) for one in lines], spoken, more, foot)


def said(write: Callable[[Pen], Sequence[str]]) -> Payload:
    """Lines of our own words; what others wrote in them goes through the pen."""
    text = shorten("\n".join(write(SPOKEN)), limits.FALLBACK)
    return message(text, [section("\n".join(write(RICH)))])


def run_row(one: RunLine) -> Block:
    """A run with a button that stops it."""
    stop = button(ids.STOP_LISTED, "Stop run", one.run, about=one.number) if one.stoppable else None
    text = run_words(RICH, one)
    return _row("run", Ref(request=one.run, revision=0), text, stop)


def request_row(one: RequestLine) -> Block:
    """A request with a link to its card."""
    there = one.url and one.ended is None
    label = "Open question" if one.question else "Open card"
    opens = link_button(ids.OPEN, label, one.url) if there and one.url else None
    return _row("asked", Ref(request=one.request, revision=0), request_words(RICH, one), opens)


def run_words(pen: Pen, one: RunLine) -> str:
    """`R-778 is thinking, 14:07: “refund order 1042”`."""
    task = f": “{pen.words(one.task, _TITLE)}”" if one.task else ""
    number = _linked(pen, one.number, one.url)
    return f"{number} {pen.words(one.doing, _DOING)}, {pen.day(one.at)}{task}"


def request_words(pen: Pen, one: RequestLine) -> str:
    """`A-1042 refund order 1042, medium risk, decide by 15:07`; of a question `answer by 15:07`."""
    number = _linked(pen, one.number, one.url)
    what = f" {pen.words(one.title, _TITLE)}" if one.title is not None else ""
    where = "" if one.title is not None else ", in a private conversation"
    about = "a question" if one.question else f"{one.risk} risk"
    return f"{number}{what}, {about}, {_when(pen, one)}{where}"


def _when(pen: Pen, one: RequestLine) -> str:
    if one.ended is None:
        return f"{'answer' if one.question else 'decide'} by {pen.day(one.deadline)}"
    by = f" by {pen.who(one.ended.by)}" if one.ended.by else ""
    return f"{_how(one.ended)}{by} {pen.day(one.ended.at)}"


def _how(ended: EndedLine) -> str:
    match ended.outcome:
        case "cancelled":
            return "ended without an answer"
        case "unanswered":
            return "nobody answered"
        case None:
            return "answered"
        case decided:
            return outcome.TABLE[decided].title.lower()


def waits_for(numbers: Sequence[str]) -> str:
    """`waits for A-1042, A-1043 and 2 more`."""
    shown, more = ", ".join(numbers[:_WAITS]), len(numbers) - _WAITS
    return f"waits for {shown}" + (f" and {more} more" if more > 0 else "")


def _linked(pen: Pen, number: str, url: str | None) -> str:
    """The number, as a link where links live."""
    words = pen.words(number, 40)
    return pen.bold(f"<{escape(url)}|{words}>" if url and pen is RICH else words)


def _row(part: str, ref: Ref, text: str, beside: Block | None) -> Block:
    return stamped([(part, row(text, beside))], ref)[0]


def _list(
    heading: str, rows: Sequence[Block], spoken: Sequence[str], more: int, foot: str
) -> Payload:
    rest = [*([f"and {more} more"] if more > 0 else []), *([foot] if foot else [])]
    text = shorten("\n".join([heading, *spoken, *rest]), limits.FALLBACK)
    return message(text, [section(heading), *rows, *map(section, rest)])
