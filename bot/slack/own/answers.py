"""A model's own card in use: its modals opened, what was chosen read, answers saved."""

import json

from slack_sdk.web.async_client import AsyncWebClient

from blocks.elements import Payload
from blocks.modal import error_view
from blocks.theirs.back import chosen, values_of
from blocks.theirs.card import Theirs
from bot.core.checkpoint import Record
from bot.core.ids import Who
from bot.core.replacing import replace
from bot.core.state import Note, NoteKind
from bot.log import get
from bot.ports.inbox import Inbox
from bot.ports.store import StoreDown
from bot.slack import acks, notes, pop, question_words, questions, replies, saving
from bot.slack.fields import text
from bot.slack.forms.open import Questions
from bot.slack.own import draw
from bot.slack.own.made import made
from bot.slack.own.parse import SentOwn, Touched
from bot.slack.pressed import Pressed
from bot.slack.private import Private
from bot.slack.words import plain
from bot.within import within

log = get(__name__)

LOOK_S = 1.0  # for reading what a modal is about: a trigger lives 3 s
GONE = "That question is no longer on record, so nothing was changed."
CHANGED = "The card has changed since, so nothing was changed. Look at it as it is now."


class Answers:
    """Reads what people do with a card. Raises StoreDown where it says so."""

    def __init__(
        self, client: AsyncWebClient, inbox: Inbox, private: Private, questions: Questions
    ) -> None:
        self._client = client
        self._inbox = inbox
        self._private = private
        self._questions = questions

    async def touched(self, touch: Touched) -> Payload | Theirs | None:
        """Saves an answer: words for whoever pressed, or None where there is nothing to say.

        Of a button with a modal the card is handed back, for the modal to be opened. Raises
        StoreDown.
        """
        click = touch.press.click
        record = await self._questions.record(click.request)
        card = made(record.run, record.request) if record else None
        if record is None or card is None or touch.ours not in card[1].named:
            return plain(GONE)
        theirs = card[1]
        if touch.ours in theirs.modals:
            return theirs
        if touch.ours not in theirs.actions:
            return None  # it only holds a value
        values = values_of(touch.state, theirs, within=list(theirs.blocks))
        values |= chosen(theirs, touch.ours, touch.entry)
        if touch.ours == theirs.sole and values[theirs.named[touch.ours].name] is None:
            return None  # emptied again, which answers nothing
        return await self._answered(touch.press, theirs, touch.ours, values)

    async def open(self, touch: Touched) -> None:
        """Opens the modal of a button; if Slack refuses, tells the person to press again."""
        click = touch.press.click
        try:
            async with within(LOOK_S):
                view = await self._view(touch)
        except (StoreDown, TimeoutError):
            view = error_view()
        await pop.opened(
            self._client, self._private, view,
            trigger=touch.trigger, place=touch.press.place, request=click.request,
        )  # fmt: skip

    async def sent(self, sent: SentOwn) -> Payload:
        """What is answered to a modal that was sent; {} closes it. Raises StoreDown."""
        click = sent.click
        record = await self._questions.record(click.request)
        card = made(record.run, record.request) if record else None
        if record is None or card is None or sent.ours not in card[1].modals:
            return acks.becomes(error_view(GONE))
        over = _over(record, click.revision)
        if over is not None:
            return acks.becomes(error_view(over))
        theirs = card[1]
        values = values_of(sent.state, theirs, within=theirs.modals[sent.ours])
        answer = json.dumps(values, ensure_ascii=False)
        click = replace(click, args=answer, choice=theirs.named[sent.ours].name)
        saved = await self._inbox.clicked(click, key=click.id, response_url=None)
        unheard = replies.unheard(saved)
        return acks.stays(sent.view, text(unheard, "text")) if unheard else {}

    async def _answered(
        self, press: Pressed, theirs: Theirs, ours: str, values: dict[str, object]
    ) -> Payload | None:
        answer = json.dumps(values, ensure_ascii=False)
        click = replace(press.click, args=answer, choice=theirs.named[ours].name)
        return replies.unheard(await saving.pressed(self._inbox, replace(press, click=click)))

    async def _view(self, touch: Touched) -> Payload:
        click = touch.press.click
        record = await self._questions.record(click.request)
        if record is None:
            return error_view(GONE)
        over = _over(record, click.revision)
        barred = None if over else await self._questions.barred(record, click.by)
        if over or barred:
            return error_view(over or _why(record, click.by, barred or "changed"))
        card = questions.card(record.run, record.request, {})
        view = draw.modal(card, record.run, record.request, touch.ours)
        return view or error_view(CHANGED)


def _over(record: Record, revision: int) -> str | None:
    """Why a question can't be answered any more, in words; None while it can."""
    closed = question_words.closed(record.run, record.request, {})
    if closed is not None:
        return text(closed, "text")
    return CHANGED if record.request.revision != revision else None


def _why(record: Record, by: Who, kind: NoteKind) -> str:
    run = replace(record.run, requests=(record.request,))
    return text(notes.note(run, Note("", by, kind, record.request.id, 0), {}), "text")
