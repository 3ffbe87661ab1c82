"""Filling in a form: opened from its card, and turned from page to page.

Whatever Slack tells us of, finished pages and with each choice what stands on its page, is kept:
closing a form loses no more than what was typed since. One person fills it in at a time.
"""

from slack_sdk.web.async_client import AsyncWebClient

from blocks.elements import Payload
from blocks.modal import error_view
from bot.core.checkpoint import Record
from bot.core.form.parts import Draft, Item, Page
from bot.core.ids import Who
from bot.core.replacing import replace
from bot.core.state import Note, NoteKind
from bot.log import get
from bot.ports.store import StoreDown
from bot.slack import notes, pop
from bot.slack.fields import text
from bot.slack.forms import state
from bot.slack.forms.held import GONE, ON_PAGE, Holding, at, view
from bot.slack.forms.meta import values
from bot.slack.forms.open import Opened, opened
from bot.slack.forms.parse import OpensForm, Turned
from bot.slack.private import Private
from bot.within import within

log = get(__name__)

LOOK_S = 1.0  # for reading what a form is about: a trigger lives 3 s


class Forms:
    """Opens forms, and draws them anew while they are filled in."""

    def __init__(self, client: AsyncWebClient, private: Private, holding: Holding) -> None:
        self._client = client
        self._private = private
        self._holding = holding

    async def open(self, wanted: OpensForm) -> None:
        """Opens a form; if Slack refuses, tells the person to press again."""
        try:
            async with within(LOOK_S):
                view = await self._first(wanted)
        except (StoreDown, TimeoutError):
            view = error_view()
        await pop.opened(
            self._client, self._private, view,
            trigger=wanted.trigger, place=wanted.place, request=wanted.ref.request,
        )  # fmt: skip

    async def turned(self, done: Turned) -> None:
        """Draws a form anew after something in it was pressed or changed."""
        try:
            view = await self._anew(done)
        except StoreDown as error:
            log.error("form not kept", request=done.meta.request, why=error.words)
            return
        if view is None:
            return
        await pop.redrawn(self._client, done.view, view, done.meta.request)

    async def _first(self, wanted: OpensForm) -> Payload:
        record = await self._holding.questions.record(wanted.ref.request)
        if record is None:
            return error_view(GONE)
        one = opened(record, wanted.action)
        if one is None or wanted.ref.revision != record.request.revision:
            return error_view(ON_PAGE if one is None else GONE)
        barred = await self._holding.questions.barred(record, wanted.by)
        if record.request.ended is None and barred:
            return error_view(_why(record, wanted.by, barred))
        return await self._holding.begun(
            one, wanted.by, await self._holding.queue(record, wanted.by)
        )

    async def _anew(self, done: Turned) -> Payload | None:
        """The form as it is after that; None if nothing is to be drawn."""
        found = await self._holding.held(done.meta, done.by, over=done.what == "take_over")
        if not isinstance(found, tuple):
            return found
        one, held = found
        queue = await self._holding.queue(one.record, done.by)
        if done.what == "take_over":
            return await self._holding.first(one, done.by, held, queue)
        before = one.draft(held.draft)
        pages = one.form.pages(before)
        page = pages[min(done.meta.page, len(pages)) - 1]
        draft = before.with_given(state.given(values(done.view), page))
        match done.what:
            case "add":
                draft = one.form.added(draft, done.of)
            case "remove":
                draft = one.form.removed(draft, done.of)
            case _:
                pass
        await self._holding.hold(one, done.by, draft)
        number = page.number - (done.what == "back")
        if done.what == "change" and _same(one, page, draft):
            return None
        return view(one, draft, max(number, 1), queue, before=done.view)


def _same(one: Opened, page: Page, draft: Draft) -> bool:
    """Whether a change leaves the page with the controls that it has."""
    after = one.form.pages(draft)
    return len(after) == page.of and bare(at(after, page.number)) == bare(page)


def bare(page: Page) -> tuple[Item, ...]:
    """What stands on a page, without what is filled in."""
    fields = {field.id: replace(field, shown="", picked=()) for field in page.fields}
    return tuple(fields.get(item.id, item) for item in page.items)


def _why(record: Record, by: Who, kind: NoteKind) -> str:
    run = replace(record.run, requests=(record.request,))
    return text(notes.note(run, Note("", by, kind, record.request.id, 0), {}), "text")
