"""What Slack sends about forms, on its way to them: acknowledged at once, drawn after."""

import re
from typing import Any

from slack_bolt.async_app import AsyncAck, AsyncApp
from slack_sdk.web.async_client import AsyncWebClient

from blocks import ids
from blocks.elements import Payload
from blocks.form_parts import FORM_VIEW
from blocks.modal import error_view
from bot.log import get
from bot.ports.board import Board
from bot.ports.inbox import Inbox
from bot.ports.store import StoreDown
from bot.slack import acks, replies, saving
from bot.slack.edits import parse as edited
from bot.slack.edits.flow import Edits
from bot.slack.edits.parse import Turned as EditTurned
from bot.slack.eyes import Eyes
from bot.slack.fields import text
from bot.slack.forms import parse
from bot.slack.forms.flow import Forms
from bot.slack.forms.held import Holding
from bot.slack.forms.open import Questions
from bot.slack.forms.parse import OpensForm, Turned
from bot.slack.forms.sending import Saved, Sending
from bot.slack.own.answers import Answers
from bot.slack.own.door import OF_OWN, OwnDoor
from bot.slack.parse import NotForUs
from bot.slack.pressed import place
from bot.slack.private import Private
from bot.slack.tasks import Tasks
from bot.within import within

log = get(__name__)

# Buttons that open a form, and whatever is pressed or changed in one.
OF_FORMS = re.compile(rf"^(({ids.FORM}|f:|form_).*|{ids.OTHER})$", re.DOTALL)
_ANY = re.compile("")
_NONE: Payload = {"options": []}


class FormDoor:
    """Takes from the listeners what is about forms."""

    def __init__(
        self,
        client: AsyncWebClient,
        inbox: Inbox,
        board: Board,
        eyes: Eyes,
        *,
        private: Private,
        edits: Edits,
        tasks: Tasks,
        save_s: float,
    ) -> None:
        questions = Questions(inbox, board, eyes)
        holding = Holding(inbox.filling, questions, inbox.links)
        answers = Answers(client, inbox, private, questions)
        self._own = OwnDoor(answers, eyes.me, private, tasks, save_s=save_s)
        self._edits = edits
        self._forms = Forms(client, private, holding)
        self._sending = Sending(inbox, holding)
        self._me = eyes.me
        self._tasks = tasks
        self._private = private
        self._save_s = save_s

    def listen(self, app: AsyncApp) -> None:
        """Has the app bring what is about questions here."""
        app.action(OF_FORMS)(self.action)
        app.action(OF_OWN)(self._own.action)
        app.view(FORM_VIEW)(self.view)
        app.view(OF_OWN)(self._own.view)
        app.options(_ANY)(self.options)

    async def action(self, body: dict[str, Any], ack: AsyncAck) -> None:
        """A press or a change: a form is drawn after the acknowledgement."""
        edits = edited.ours(body)
        match edited.turned(body, self._me) if edits else parse.action(body, self._me):
            case EditTurned() as turned:
                self._tasks.start(self._edits.turned(turned))
            case OpensForm() as opens:
                self._tasks.start(self._forms.open(opens))
            case Turned() as turned:
                self._tasks.start(self._forms.turned(turned))
            case None:
                words = replies.not_for_us(NotForUs("a button that names no question of ours"))
                self._tasks.start(self._private.tell_or_log(place(body), words))
        await ack()

    async def view(self, body: dict[str, Any], ack: AsyncAck) -> None:
        """A page that was sent: it stays with what is wrong, goes on to the next, or closes."""
        found = parse.sent(body, self._me)
        if found is None:
            view = error_view(text(replies.not_for_us(NotForUs("a form that isn't ours")), "text"))
            await ack(acks.becomes(view))
            return
        try:
            async with within(self._save_s):
                answer = await self._sending.sent(found)
        except (StoreDown, TimeoutError) as error:
            log.error("form not saved", request=found.meta.request, why=saving.why(error))
            answer = acks.stays(found.view, text(replies.store_down(), "text"))
        await ack(await self._sending.onward(answer) if isinstance(answer, Saved) else answer)

    async def options(self, body: dict[str, Any], ack: AsyncAck) -> None:
        """The choices that fit a search; none for a menu that isn't ours, or in a trouble."""
        choices = _NONE
        try:
            async with within(self._save_s):
                choices = await self._found(body)
        except (StoreDown, TimeoutError) as error:
            log.error("nothing found", why=saving.why(error))
        await ack(choices)

    async def _found(self, body: dict[str, Any]) -> Payload:
        edit = edited.searched(body)
        if edit is not None:
            return await self._edits.found(edit)
        found = parse.searched(body, self._me)
        return await self._sending.found(found) if found else _NONE
