"""Modals: opening one before its trigger lapses, and judging what was sent in one.

The request's record tells what to show and whether it is still open; rights are the engine's to
check. Whatever stands between is a view or a field error in words.
"""

import asyncio
from collections.abc import Callable

from slack_sdk.web.async_client import AsyncWebClient

from blocks import ids, menu, modal, refusals
from blocks.elements import Payload
from blocks.pen import SPOKEN
from blocks.views import ApprovalCard
from bot.core.checkpoint import Record
from bot.core.ids import Who
from bot.core.request import Click
from bot.log import get
from bot.ports.board import Board
from bot.ports.inbox import Inbox
from bot.ports.store import StoreDown
from bot.slack import pop, present, replies
from bot.slack.acks import Fault
from bot.slack.called import Called
from bot.slack.closing import closed
from bot.slack.edits.flow import Edits
from bot.slack.fields import text
from bot.slack.groups import SetNames
from bot.slack.people import People
from bot.slack.pressed import Opens, Submitted
from bot.slack.private import Private
from bot.slack.readers import Readers
from bot.within import within

log = get(__name__)

LOOK_S = 1.0  # for reading a record: a trigger lives 3 s, and Slack has to be called in them
NAMES_S = 0.7  # for the names in it
WORDS_MISSING = "Write something; a blank text helps nobody."
WHO_MISSING = "Name somebody."


class Modals:
    """Opens modals and judges submissions."""

    def __init__(
        self,
        client: AsyncWebClient,
        inbox: Inbox,
        private: Private,
        people: People,
        foreign: Callable[[str], bool],
        *,
        board: Board,
        readers: Readers,
    ) -> None:
        self._foreign = foreign
        self._readers = readers
        self._client = client
        self._called = Called(people, SetNames(client))
        self._inbox = inbox
        self._private = private
        self.edits = Edits(client, inbox, board, self._card)

    async def open(self, wanted: Opens) -> None:
        """Opens a modal; if Slack refuses, tells the person to press again."""
        await pop.opened(
            self._client, self._private, await self._view(wanted),
            trigger=wanted.trigger, place=wanted.place, request=wanted.ref.request,
        )  # fmt: skip

    async def read(self, sent: Submitted) -> Click | Fault:
        """What was sent, as the click that is saved, or what is wrong with it.

        In words for its first field, or by the block ids of its fields. Raises StoreDown, or
        TimeoutError.
        """
        click = sent.click
        record = await self._inbox.record(click.request)
        if click.action == "reviewed" and record is not None:
            return click if click.reason else WORDS_MISSING
        why = closed(record, click.revision, click.by)
        if why or record is None:
            return why or ""
        match click.action:
            case "edit":
                return await self.edits.read(record, sent)
            case "hand_over":
                return click if click.to else {ids.TO: WHO_MISSING}
            case "answer" | "ask_requester":
                return click if click.reason else WORDS_MISSING
            case _:
                yes = click.action in ("approve", "grant")
                needed = not yes or record.request.spec.reasoned
                return modal.REASON_MISSING if needed and not click.reason else click

    async def _view(self, wanted: Opens) -> Payload:
        try:
            async with within(LOOK_S):
                record = await self._inbox.record(wanted.ref.request)
        except (StoreDown, TimeoutError):
            return modal.error_view()
        if record is None and self._foreign(wanted.home):
            return modal.error_view(text(replies.other_copy(), "text"))
        if record is None:
            return modal.error_view(refusals.refusal_words(SPOKEN, refusals.Unknown()))
        card = await self._card(record, wanted.place.user)
        if wanted.modal == "details":
            return modal.details_modal(card)
        if wanted.modal == "reviewed":
            return menu.reviewed_modal(card)
        why = closed(record, wanted.ref.revision, Who("", wanted.place.user))
        if why:
            return modal.error_view(why)
        if wanted.modal == "edit":
            return await self.edits.first(record, card)
        return self._form(wanted, record, card)

    def _form(self, wanted: Opens, record: Record, card: ApprovalCard) -> Payload:
        match wanted.modal:
            case "reject":
                return modal.reject_modal(card)
            case "answer":
                return menu.answer_modal(card)
            case "ask_requester":
                return menu.ask_modal(card)
            case "hand_over":
                return menu.hand_over_modal(card)
            case "grant":
                return modal.grant_modal(card, reason_required=record.request.spec.reasoned)
            case "review" | "details" | "reviewed" | "edit":
                return modal.review_modal(card, reason_required=record.request.spec.reasoned)

    async def _card(self, record: Record, user: str) -> ApprovalCard:
        """The card as that user may read it, wherever it stands."""
        run, request = record.run, record.request
        names, private = await asyncio.gather(
            self._called.names(present.shown(run, request), (request,), NAMES_S),
            self._hidden(record, user),
        )
        return present.card(run, request, names, private=private)

    async def _hidden(self, record: Record, user: str) -> bool:
        """Whether a card outside of its thread is read by somebody who isn't in there."""
        if not record.request.at:
            return False
        try:
            async with within(NAMES_S):
                return not await self._readers.sees(user, record.run.thread.channel)
        except TimeoutError:
            return True
