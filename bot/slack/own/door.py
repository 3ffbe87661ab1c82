"""What Slack sends about cards of a model's own, on its way to them."""

import re
from typing import Any

from slack_bolt.async_app import AsyncAck

from blocks.elements import Payload
from blocks.modal import error_view
from blocks.theirs.card import Theirs
from blocks.theirs.reading import PREFIX
from bot.log import get
from bot.ports.store import StoreDown
from bot.slack import acks, replies, saving
from bot.slack.fields import text
from bot.slack.identity import Identity
from bot.slack.own import parse
from bot.slack.own.answers import Answers
from bot.slack.own.parse import Touched
from bot.slack.parse import NotForUs
from bot.slack.pressed import place
from bot.slack.private import Private
from bot.slack.tasks import Tasks
from bot.within import within

log = get(__name__)

OF_OWN = re.compile(rf"^{PREFIX}\d")


class OwnDoor:
    """Takes from the listeners what is about cards of a model's own."""

    def __init__(
        self, answers: Answers, me: Identity, private: Private, tasks: Tasks, *, save_s: float
    ) -> None:
        self._answers = answers
        self._me = me
        self._private = private
        self._tasks = tasks
        self._save_s = save_s

    async def action(self, body: dict[str, Any], ack: AsyncAck) -> None:
        """A press: the answer is saved, or words are said, before it is acknowledged."""
        match parse.action(body, self._me):
            case Touched() as touch:
                answer = await self._saved(touch)
                if isinstance(answer, Theirs):
                    self._tasks.start(self._answers.open(touch))
                elif answer is not None:
                    self._tasks.start(self._private.tell_or_log(touch.press.place, answer))
            case NotForUs() as why:
                words = replies.not_for_us(why)
                self._tasks.start(self._private.tell_or_log(place(body), words))
        await ack()

    async def view(self, body: dict[str, Any], ack: AsyncAck) -> None:
        """A modal that was sent: it closes, or says why the answer isn't taken."""
        found = parse.sent(body, self._me)
        if isinstance(found, NotForUs):
            await ack(acks.becomes(error_view(text(replies.not_for_us(found), "text"))))
            return
        try:
            async with within(self._save_s):
                answer = await self._answers.sent(found)
        except (StoreDown, TimeoutError) as error:
            log.error("answer not saved", request=found.click.request, why=saving.why(error))
            answer = acks.stays(found.view, text(replies.store_down(), "text"))
        await ack(answer)

    async def _saved(self, touch: Touched) -> Payload | Theirs | None:
        try:
            async with within(self._save_s):
                return await self._answers.touched(touch)
        except (StoreDown, TimeoutError) as error:
            request = touch.press.click.request
            log.error("answer not saved", request=request, why=saving.why(error))
            return replies.store_down()
