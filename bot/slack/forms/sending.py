"""Sending a form: page by page, then the whole answer, and on to that person's next question."""

from collections.abc import Mapping
from dataclasses import dataclass
from zlib import crc32

from blocks.elements import Payload
from bot.core.checkpoint import Record
from bot.core.form.parts import Draft, Page
from bot.core.ids import Who
from bot.core.request import Click
from bot.log import get
from bot.ports.inbox import Inbox
from bot.ports.store import StoreDown
from bot.slack import acks, replies, saving
from bot.slack.fields import text
from bot.slack.forms import draw, state
from bot.slack.forms.held import NOTHING, Holding, at, paged, view
from bot.slack.forms.meta import values
from bot.slack.forms.open import Opened, opened
from bot.slack.forms.parse import Searched, SentForm
from bot.within import within

log = get(__name__)

ONWARD_S = 0.7  # for that person's next question, once an answer is saved: an answer to Slack has 3


@dataclass(frozen=True, slots=True)
class Saved:
    """An answer that is saved, and whose it is."""

    one: Opened
    by: Who


class Sending:
    """Reads what was sent. Raises StoreDown."""

    def __init__(self, inbox: Inbox, holding: Holding) -> None:
        self._inbox = inbox
        self._holding = holding

    async def sent(self, sent: SentForm) -> Payload | Saved:
        """What is answered to a page that was sent, unless the whole answer was, and is saved."""
        found = await self._holding.held(sent.meta, sent.by)
        if not isinstance(found, tuple):
            return acks.becomes(found)
        one, held = found
        draft = one.draft(held.draft)
        pages = paged(one).pages(draft)
        page = pages[min(sent.meta.page, len(pages)) - 1]
        draft = draft.with_given(state.given(values(sent.view), page))
        if sent.meta.page < page.of or len(paged(one).pages(draft)) > page.of:
            return await self._next(sent, one, draft, page)
        return await self._finished(sent, one, draft, page)

    async def found(self, search: Searched) -> Payload:
        """The choices of a searched control that fit what is typed."""
        found = await self._holding.held(search.meta, search.by)
        if not isinstance(found, tuple):
            return {"options": []}
        one, held = found
        draft = one.draft(held.draft)
        for page in one.form.pages(draft):
            for field in page.fields:
                if field.id == search.field:
                    return draw.suggested(field, one.form.found(draft, field.id, search.query))
        return {"options": []}

    async def _next(self, sent: SentForm, one: Opened, draft: Draft, page: Page) -> Payload:
        """The page after one that is right so far, or that page with what is wrong."""
        await self._holding.hold(one, sent.by, draft)
        here = at(one.form.pages(draft), page.number)
        wrong = one.form.wrong_on(draft, here) if one.action.validates else NOTHING
        if wrong:
            return self._faulty(sent, one, draft, here, wrong)
        queue = await self._holding.queue(one.record, sent.by)
        return acks.becomes(view(one, draft, page.number + 1, queue, before=sent.view))

    async def onward(self, saved: Saved) -> Payload:
        """What is answered to an answer that is saved; {} closes the form.

        Nobody is told that it wasn't because of what comes after it.
        """
        try:
            async with within(ONWARD_S):
                await self._holding.done(saved.one)
                return await self._onward(saved.one.record, saved.by)
        except (StoreDown, TimeoutError) as error:
            log.warning("no next question", why=saving.why(error))
            return {}

    async def _finished(
        self, sent: SentForm, one: Opened, draft: Draft, page: Page
    ) -> Payload | Saved:
        """The whole answer is saved, or its first page with a fault is shown with it."""
        read = one.form.read(draft)
        answer = read.values if read.values or one.action.validates else "{}"
        if not answer:
            await self._holding.hold(one, sent.by, draft)
            there = next(
                (p for p in one.form.pages(draft) if any(i.id in read.wrong for i in p.items)), page
            )
            return self._faulty(sent, one, draft, there, read.wrong)
        request = one.request
        key = f"form:{request.id}:{sent.by.user}:{text(sent.view, 'id')}:{crc32(answer.encode())}"
        click = Click(
            key, "submit", request.id, request.revision, sent.by, args=answer, choice=one.action.id
        )
        saved = await self._inbox.clicked(click, key=key, response_url=None)
        unheard = replies.unheard(saved)
        if unheard:
            return acks.stays(sent.view, text(unheard, "text"))
        return Saved(one, sent.by)

    async def _onward(self, record: Record, by: Who) -> Payload:
        """The next question of that person in the same modal; {} if there is none."""
        others = await self._holding.questions.others(record, by)
        for n, other in enumerate(others, 1):
            one = opened(other, 0) if other is not record and other.request.ended is None else None
            # One with several actions stays on its card, where there is a button for each.
            plain = one is not None and one.form.way != "web" and len(one.form.actions) == 1
            if one is not None and plain and not one.form.asks_nothing:
                return acks.becomes(await self._holding.begun(one, by, (n, len(others))))
        return {}

    def _faulty(
        self, sent: SentForm, one: Opened, draft: Draft, page: Page, wrong: Mapping[str, str]
    ) -> Payload:
        """What is wrong, at its fields where they stand before the person, else on their page."""
        if page.number == sent.meta.page:
            errors = state.errors(wrong, page, sent.view)
            if len(errors) == len(wrong):
                return {"response_action": "errors", "errors": dict(errors)}
        anew = view(one, draft, page.number, None, wrong=wrong, before=sent.view)
        return acks.becomes(anew)
