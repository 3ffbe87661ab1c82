"""Private words about a question: why somebody can't answer it, or not any more. Pure."""

from blocks import notice
from blocks.elements import Payload
from blocks.pen import Pen, listed
from bot.core.ids import Who
from bot.core.request import Request
from bot.core.state import Note, NoteKind, Run
from bot.slack.pieces import Names, number, person, seconds
from bot.slack.set_words import set_words

_OURS: tuple[NoteKind, ...] = (
    "not_approver", "already", "expired", "changed", "not_yours", "only_answered",
)  # fmt: skip


def answered(run: Run, owed: Note, asked: Request, names: Names) -> Payload | None:
    """What whoever pressed a button of a question is told; None for what is said of any card."""
    if asked.kind != "question" or owed.kind not in _OURS:
        return None
    return words(run, owed.kind, asked, names)


def words(run: Run, kind: NoteKind, asked: Request, names: Names) -> Payload:
    """Why it can't be answered like that."""
    return notice.note(lambda pen: _said(pen, run, kind, asked, names))


def only_questions(run: Run) -> Payload:
    """To whoever takes back what they asked for while only questions are open."""
    names = " and ".join(
        number(one) for one in run.requests if one.ended is None and one.kind == "question"
    )
    return notice.note(
        lambda pen: (
            "Nothing here waits for a yes, so there is nothing to take back and I changed nothing. "
            f"I wait for the answer to {names or 'a question'}: end it with Cancel question on its "
            f"card, or mention me with {pen.bold('stop')} to stop the run."
        )
    )


def closed(run: Run, asked: Request, names: Names) -> Payload | None:
    """Why a question can't be answered any more; None while it can."""
    if asked.ended is None:
        return None
    return words(run, "already", asked, names)


def _said(pen: Pen, run: Run, kind: NoteKind, asked: Request, names: Names) -> str:
    name = number(asked)
    match kind:
        case "not_approver" | "not_yours":
            who = _who(pen, run, asked, names)
            return f"You can't answer {name}: it asks {who}. Nothing was changed."
        case "only_answered":
            who = _who(pen, run, asked, names)
            return (
                f"{name} is a question, so there is nothing to approve or reject. {who} can answer "
                "it on its card. Nothing was changed."
            )
        case "changed":
            return f"{name} has no such answer, so nothing was changed. Look at its card again."
        case _:
            return _over(pen, asked, names)


def _over(pen: Pen, asked: Request, names: Names) -> str:
    ended, name = asked.ended, number(asked)
    if ended is None:
        return f"{name} isn't open any more. Nothing was changed."
    by = pen.who(person(ended.by, names)) if ended.by else "The bot"
    at = pen.at(seconds(ended.at))
    match ended.outcome:
        case "answered":
            return f"{by} answered this at {at}. Nothing more to do."
        case "cancelled":
            return f"{by} ended this question at {at}, without an answer. Nothing more to do."
        case "unanswered":
            return f"Nobody answered {name} in time, so it lapsed at {at} and the agent went on."
        case _:
            return f"{name} was taken back at {at}. Nothing more to do."


def _who(pen: Pen, run: Run, asked: Request, names: Names) -> str:
    group: tuple[Who, ...] = asked.able
    if group:
        return listed(pen, tuple(person(who, names) for who in group))
    return pen.words(set_words(asked.spec.approvers, asked.spec, names), 200)
