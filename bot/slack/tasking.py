"""Tasks given by a command or in a form: saved before they are acknowledged, or told in words.

Slack sends none of them again. A form is opened beside the acknowledgement, as its trigger lives
for 3 s; what it is about is kept by us, and the form knows only an opaque name.
"""

from dataclasses import replace

from slack_sdk.web.async_client import AsyncWebClient

from blocks import ids, modal, notice, task
from blocks.check import checked
from blocks.elements import Payload
from bot.core.events import Asked
from bot.core.ids import Thread
from bot.log import get
from bot.mask import mask
from bot.ports.inbox import Inbox
from bot.ports.store import Enqueued, StoreDown
from bot.slack import pieces, replies, shortcuts
from bot.slack.commands import Tasked, WantsTask
from bot.slack.errors import FAILURES, trouble
from bot.slack.fields import text
from bot.slack.identity import Identity
from bot.slack.parse import Place
from bot.slack.people import People
from bot.slack.private import Private
from bot.slack.shortcuts import Filed, HandedOver, Hands
from bot.within import within

log = get(__name__)

KEEP_S = 1.0  # for keeping a message: a trigger lives 3 s, and Slack has to be called in them
NAMES_S = 0.7  # for its author's name
_DOWN = (StoreDown, TimeoutError)


class Tasking:
    """Takes tasks in, and opens the forms for them."""

    def __init__(
        self,
        client: AsyncWebClient,
        inbox: Inbox,
        me: Identity,
        private: Private,
        people: People,
        *,
        save_s: float,
    ) -> None:
        self._client = client
        self._inbox = inbox
        self._me = me
        self._private = private
        self._people = people
        self._save_s = save_s

    async def ordered(self, order: Tasked) -> Payload:
        """Saves a task; answers the words for whoever gave it."""
        thread = Thread(self._me.team, order.channel, "")
        event = Asked(order.text, order.by, thread, "")
        url = order.place.response_url
        try:
            async with within(self._save_s):
                await self._inbox.ordered(event, key=order.id, response_url=url)
        except _DOWN as error:
            log.error("task not saved", user=order.by.user, why=type(error).__name__)
            return replies.not_started()
        return replies.on_it()

    async def form(self, wanted: WantsTask) -> None:
        """Opens the form for a task."""
        view = task.new_task(shortcuts.channel_known(wanted.place))
        await self._open(wanted.trigger, view, wanted.place)

    async def hand(self, hands: Hands) -> None:
        """Opens the form for a task about a message, once that is kept."""
        author = hands.material.author
        names = await self._people.names((author,), NAMES_S)
        author = replace(author, name=author.name or names.get(author.user, ""))
        material = replace(hands.material, author=author)
        try:
            async with within(KEEP_S):
                name = await self._inbox.keep(shortcuts.kept(material))
        except _DOWN as error:
            log.error("message not kept", user=hands.place.user, why=type(error).__name__)
            view = modal.error_view(text(replies.not_started(), "text"))
        else:
            shown = pieces.person(author, {})
            view = task.hand_over(shown, mask(material.text), name)
        await self._open(hands.trigger, view, hands.place)

    async def submitted(self, sent: Filed | HandedOver) -> dict[str, str]:
        """Saves what a form brings; answers what is wrong, by field, and {} if nothing is."""
        if isinstance(sent, Filed):
            return await self._filed(sent)
        return await self._handed(sent)

    async def _filed(self, sent: Filed) -> dict[str, str]:
        missing = {
            **({} if sent.text else {ids.TASK: task.TASK_MISSING}),
            **({} if sent.channel else {ids.CHANNEL: task.CHANNEL_MISSING}),
        }
        if missing:
            return missing
        event = Asked(sent.text, sent.by, Thread(self._me.team, sent.channel, ""), "")
        try:
            async with within(self._save_s):
                await self._inbox.ordered(event, key=sent.key, response_url=None)
        except _DOWN as error:
            log.error("task not saved", user=sent.by.user, why=type(error).__name__)
            return {ids.TASK: text(replies.not_started(), "text")}
        return {}

    async def _handed(self, sent: HandedOver) -> dict[str, str]:
        try:
            async with within(self._save_s):
                saved = await self._hand_over(sent)
        except _DOWN as error:
            log.error("task not saved", user=sent.by.user, why=type(error).__name__)
            return {ids.WORDS: text(replies.not_started(), "text")}
        if saved is None:
            return {ids.WORDS: task.LAPSED}
        if saved.status == "parked":
            return {ids.WORDS: text(notice.apology(saved.run), "text")}
        return {}

    async def _hand_over(self, sent: HandedOver) -> Enqueued | None:
        body = await self._inbox.kept(sent.name)
        material = shortcuts.restored(body, sent.by) if body else None
        if material is None:
            return None
        event = shortcuts.asked(sent, material)
        return await self._inbox.asked(event, key=sent.key, starts=True, ours=material.ours)

    async def _open(self, trigger: str, view: Payload, at: Place) -> None:
        try:
            await self._client.views_open(trigger_id=trigger, view=checked(view))
        except FAILURES as error:
            log.warning("no form", user=at.user, why=trouble(error).words)
            await self._private.tell_or_log(at, replies.use_again())
