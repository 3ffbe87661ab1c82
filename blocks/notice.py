"""Short messages of the bot's own: what became of a request, a run's state, help, apologies."""

from collections.abc import Callable
from dataclasses import dataclass

from blocks import ended, outcome, people
from blocks.elements import Payload, message, section
from blocks.pen import RICH, SPOKEN, Pen, capital, listed, quoted, sentence
from blocks.people import Who
from blocks.views import ApprovalCard, Pending, Result, Settled

_TITLE = 150


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiting:
    """A request that a run waits for: a decision, or the answer to a `question`."""

    number: str
    title: str
    deadline: int | None = None
    question: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Status:
    """Where a run stands: `doing` completes "R-778 is …" ("thinking", "waiting").

    `off` is what is switched off in its thread, `result` how it came to its end.
    """

    run: str
    doing: str
    waiting: tuple[Waiting, ...] = ()
    off: tuple[str, ...] = ()
    result: ended.Result | None = None


def note(write: Callable[[Pen], str], to: Who | None = None) -> Payload:
    """A message of one sentence or two; with `to`, one that mentions and notifies that person."""
    mention = f"{people.mention(to)} " if to else ""
    return message(mention + write(SPOKEN), [section(mention + write(RICH))])


def told(card: ApprovalCard, settled: Settled) -> Payload:
    """Tells the requester, by a mention in the thread, what became of a request."""
    return note(lambda pen: _told(pen, card, settled), card.requester)


def _told(pen: Pen, card: ApprovalCard, settled: Settled) -> str:
    what = f"{pen.words(card.title, _TITLE)} ({pen.words(card.number, 40)})"
    by = f" by {pen.who(settled.by)}" if settled.by else ""
    why = quoted(pen, settled.why, 600) if settled.why else ""
    again = f"mention me and say {pen.bold('ask again')}"
    if settled.outcome == "approved":
        return f"Approved{by}: {what}.{_so_far(pen, settled.result)}"
    if settled.outcome == "rejected":
        because = f" Reason: {sentence(why)}" if why else ""
        offer = f"Tell me what to do instead, or {again}."
        return f"Rejected{by}: {what}.{because} Nothing was run. {offer}"
    if settled.outcome == "guided":
        how = f" {sentence(why)}" if why else ""
        return f"Sent back{by}: {what}.{how} Nothing was run; I go on with that."
    if settled.outcome == "expired":
        if settled.why:
            passed = sentence(pen.words(capital(settled.why), 600))
            return f"{passed} So nothing was run: {what}. To try once more, {again}."
        return f"Nobody decided on {what} in time, so nothing was run. To try once more, {again}."
    so_far = ""
    if settled.outcome in ("granted", "emergency"):
        so_far = _so_far(pen, settled.result)
    return f"{outcome.named(settled)}: {what}. {outcome.line(pen, card, settled)}{so_far}"


def _so_far(pen: Pen, result: Result | None) -> str:
    if result is None:
        return ""  # not started yet, or lost: the card says so when it is known
    if result.state == "running":
        return " Running it now."
    return f" {sentence(outcome.result_line(pen, result))}"


def reminder(card: ApprovalCard) -> Payload:
    """Reminds those who may still decide, by mention, as a reply under the card."""
    state = card.state
    voted = (
        {vote.who.id for vote in state.approved_by} if isinstance(state, Pending) else set[str]()
    )
    out = voted | {who.id for who in card.declined}
    missing = tuple(who for who in card.approvers.now if who.id not in out)
    who = listed(RICH, missing) or RICH.words(card.approvers.of, 60)

    def write(pen: Pen) -> str:
        until = f" by {pen.day(card.deadline)}" if card.deadline is not None else ""
        title = pen.words(card.title, _TITLE)
        return f"{who}: {title} ({pen.words(card.number, 40)}) still needs a decision{until}."

    return note(write)


def run_ended(run: str, why: str, to: Who | None = None) -> Payload:
    """Says that a run stopped without an answer: `why`, and what to do now, in sentences."""

    def write(pen: Pen) -> str:
        return f"Run {pen.words(run, 40)} ended: {pen.words(why, 900)}"

    return note(write, to)


def run_stopped(run: str, by: Who | None, unclear: tuple[str, ...] = ()) -> Payload:
    """Says that a run was stopped; `unclear` are the titles of calls that may have had effects.

    `by` None: the message that had asked for it is gone.
    """

    def write(pen: Pen) -> str:
        who = f" by {pen.who(by)}" if by else ", because the message that asked for it was deleted"
        titles = "; ".join(pen.words(title, _TITLE) for title in unclear[:10])
        rest = f" May be done, or half done: {titles}." if titles else ""
        return f"Run {pen.words(run, 40)} was stopped{who}. Nothing more will be run.{rest}"

    return note(write)


def already_stopped(run: str) -> Payload:
    """Answers a stop of a run that is over."""
    return note(lambda pen: f"Run {pen.words(run, 40)} has ended already. Nothing more to do.")


def nothing_running() -> Payload:
    """Answers a command in a thread without a run."""
    return note(lambda pen: "Nothing is running in this thread. Mention me with a task to start.")


def apology(run: str) -> Payload:
    """Says that a run was set aside after it failed again and again."""

    def write(pen: Pen) -> str:
        return (
            f"I couldn't get on with run {pen.words(run, 40)} after several tries, so I set it "
            "aside. Nothing is lost; an admin can look at it and let it go on."
        )

    return note(write)


def status(view: Status) -> Payload:
    """Where a run stands and what it waits for."""

    def write(pen: Pen) -> str:
        lines = [f"Run {pen.words(view.run, 40)} is {pen.words(view.doing, 200)}."]
        for one in view.waiting[:8]:
            do = "answer" if one.question else "decide"
            until = f", {do} by {pen.day(one.deadline)}" if one.deadline is not None else ""
            lines.append(f"{pen.words(one.number, 40)}: {pen.words(one.title, _TITLE)}{until}")
        more = len(view.waiting) - 8
        lines += [f"and {more} more"] if more > 0 else []
        lines += ended.lines(pen, view.result) if view.result else []
        lines += [f"Switched off in this thread: {', '.join(view.off)}."] if view.off else []
        return "\n".join(lines)

    return note(write)


def help_reply() -> Payload:
    """Answers a mention without a task."""

    def write(pen: Pen) -> str:
        return (
            "Tell me what to do in the same message, for example: refund order 1042, it arrived "
            "broken. I work in this thread, and before anything that could hurt I ask the right "
            f"people. In the thread, mention me with {pen.bold('status')} to hear where I am, or "
            f"with {pen.bold('stop')} to end it; {pen.bold('data off')}, {pen.bold('config off')} "
            f"or {pen.bold('writes off')} switch that kind of call off."
        )

    return note(write)
