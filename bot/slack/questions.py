"""A run's questions as cards: values of the core become values of `blocks`. Pure."""

import json

from blocks import question as drawn
from blocks.question import Button, QuestionCard
from bot.core import form, questions
from bot.core.canon import BadArguments, parse
from bot.core.form import Form, Unaskable
from bot.core.questions import Question
from bot.core.request import Ended, Request
from bot.core.state import Run
from bot.mask import mask
from bot.slack.pieces import Names, number, person, run_number, seconds
from bot.slack.set_words import set_words

_YES_COLORS = ("blue", "sky", "teal", "green")  # PRODUCT.md 7: at most one is primary
_NO_COLOR = "red"
OTHER = "Other…"
ANSWER = "Answer…"


def card(run: Run, asked: Request, names: Names, *, thread: str | None = None) -> QuestionCard:
    """Everything that a question's card shows; `thread` is its thread's address, where the card
    stands elsewhere and may show it.
    """
    question, made = of(asked)
    return QuestionCard(
        request=asked.id,
        number=number(asked),
        run=run_number(run),
        revision=asked.revision,
        agent=run.agent,
        text=mask(question.text or asked.title),
        requester=person(run.requester, names),
        of=set_words(asked.spec.approvers, asked.spec, names),
        deadline=seconds(asked.deadline),
        now=tuple(person(who, names) for who in asked.able),
        fields=() if question.options else tuple(map(mask, question.several)) or _fields(made),
        choose=bool(question.several),
        buttons=buttons(question, made),
        cancel=made.cancel.label if made and made.cancel.label != "Cancel" else "Cancel question",
        fallback=mask(question.fallback),
        on_page=_on_page(question, made),
        permalink=thread,
        ended=_ended(asked, made, names) if asked.ended else None,
    )


def of(asked: Request) -> tuple[Question, Form | None]:
    """What a request asks, and its form; None for a card of the model's own, or a broken one."""
    try:
        question = questions.questioned(asked.tool, parse(asked.args))
        return question, form.of(question) if question.card is None else None
    except (BadArguments, Unaskable):
        return Question(text=asked.title), None


def buttons(question: Question, made: Form | None) -> tuple[Button, ...]:
    """The ways to answer from the card."""
    if made is None:
        return ()
    if 0 < len(question.options) <= drawn.MOST_OPTIONS:
        options = enumerate(question.options)
        chosen = (Button(label=one, option=str(n), kind="option") for n, one in options)
        return (*chosen, Button(label=OTHER, kind="other"))
    taps = made.asks_nothing and not question.page
    if made.quick and not question.page:
        return tuple(Button(label=o.label, option=o.value, kind="option") for o in made.quick)
    if len(made.actions) == 1 and made.actions[0].id == questions.SUBMIT and not taps:
        return (Button(label=ANSWER, primary=True),)
    kind = "option" if taps else "form"
    primary = next((a.id for a in made.actions if a.color in _YES_COLORS), "")
    return tuple(
        Button(
            label=one.label,
            action=n,
            option=str(n) if taps else "",
            kind=kind,
            primary=one.id == primary,
            danger=one.color == _NO_COLOR,
        )
        for n, one in enumerate(made.actions)
    )


def _fields(made: Form | None) -> tuple[str, ...]:
    """Labels of what is asked first, of more than one."""
    if made is None or made.quick:
        return ()
    pages = made.pages(made.start())
    labels = drawn.labels([field.label for page in pages for field in page.fields])
    return labels if len(labels) > 1 else ()


def _on_page(question: Question, made: Form | None) -> bool:
    return question.page or (made is not None and made.way == "web")


def _ended(asked: Request, made: Form | None, names: Names) -> drawn.Ended | None:
    ended = asked.ended
    if ended is None:
        return None
    outcome = ended.outcome
    if outcome not in (
        "answered", "cancelled", "unanswered", "stopped", "withdrawn", "unasked"
    ):  # fmt: skip
        outcome = "stopped"
    return drawn.Ended(
        outcome=outcome,
        at=seconds(ended.at),
        by=person(ended.by, names) if ended.by else None,
        answers=_answers(ended, made),
        action=_action(ended, made),
        why=mask(ended.reason),
    )


def _answers(ended: Ended, made: Form | None) -> tuple[tuple[str, str], ...]:
    """What was answered, a label and a text each; what is sensitive is hidden."""
    if not ended.values:
        return ()
    if made is None:
        return tuple((name, mask(_text(value))) for name, value in _pairs(ended.values))
    return tuple((label, mask(text)) for label, text in made.told(ended.values))


def _pairs(values: str) -> list[tuple[str, object]]:
    found: object = json.loads(values)
    return list(found.items()) if isinstance(found, dict) else [("", found)]  # type: ignore[misc]


def _text(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _action(ended: Ended, made: Form | None) -> str:
    if made is None or len(made.actions) < 2:
        return ""
    return next((one.label for one in made.actions if one.id == ended.action), ended.action)
