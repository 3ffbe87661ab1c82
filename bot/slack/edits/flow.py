"""Editing in Slack: the form is opened filled in, turned from page to page, and sent as one edit.

Each person has a form of their own, and pressing *Edit…* begins anew: of two that are sent, the
first one changes the request, and with that the other is about what isn't there any more.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from functools import partial

from slack_sdk.web.async_client import AsyncWebClient

from blocks import limits
from blocks.check import BadBlocks
from blocks.elements import Payload
from blocks.form_edit import NOTHING, edit_modal
from blocks.modal import error_view
from blocks.views import ApprovalCard
from bot.core import canon
from bot.core.checkpoint import Record
from bot.core.form.edited import arguments
from bot.core.form.limits import LARGE
from bot.core.form.parts import Page, Unaskable
from bot.core.replacing import replace
from bot.core.request import Click
from bot.log import get
from bot.ports.board import Board
from bot.ports.inbox import Inbox
from bot.ports.store import StoreDown
from bot.slack import pop, saving
from bot.slack.acks import CANT_SHOW, Anew, Fault
from bot.slack.closing import closed
from bot.slack.edits.filled import Filled, filled
from bot.slack.edits.form import Editable, editable
from bot.slack.edits.parse import Searched, Turned
from bot.slack.edits.sheet import Sheet, sheet
from bot.slack.fields import Json
from bot.slack.forms import draw, state
from bot.slack.forms.flow import bare
from bot.slack.pressed import Submitted

log = get(__name__)

GONE = "The tool isn't there any more, so I changed nothing. Ask an admin."
SAME = "Nothing is changed yet. Change a value, or close this."
OTHER = "The tool has changed since this form was opened. Close it, and press Edit… again."
LOST = "What you filled in before wasn't kept so long, so I changed nothing. Press Edit… again."
_NONE: Mapping[str, str] = {}
_NO_VIEW: Json = {}

Card = Callable[[Record, str], Awaitable[ApprovalCard]]


class Edits:
    """Edits of requests. `card` draws a request's card as a user may read it."""

    def __init__(self, client: AsyncWebClient, inbox: Inbox, board: Board, card: Card) -> None:
        self._client = client
        self._inbox = inbox
        self._board = board
        self._card = card

    async def first(self, record: Record, card: ApprovalCard) -> Payload:
        """The form's first page, or why there is none."""
        made = await self._editable(record)
        if not isinstance(made, Editable):
            return error_view(made)
        begun = Sheet(ref=card.ref, page=1, mark=made.mark)
        pages = made.pages(made.of.start)
        if not pages:
            return error_view(NOTHING)
        return _drawn(Filled(made, begun, pages[0], made.of.start), pages[0], card)

    async def read(self, record: Record, sent: Submitted) -> Click | Fault:
        """A page that was sent: the edit with its canonical arguments once that was the last one.

        Else the next page, or what is wrong, at its field where it has one. Raises StoreDown.
        """
        found = await self._filled(record, sent.view)
        if isinstance(found, str):
            return found
        unseen = found.unseen()
        if unseen is not None:
            return Anew(await self._anew(record, found, unseen.number, sent))
        args, wrong = self._judged(found)
        here = found.pages[found.page.number - 1]
        if here.number < here.of:
            wrong = {name: wrong[name] for name in wrong if _has(here, name)}
            if not wrong:
                return Anew(await self._anew(record, found, here.number + 1, sent))
        if wrong:
            return await self._faulty(record, found, here, wrong, sent)
        if args == record.request.args:
            return _at_first(here, sent.view)
        return replace(sent.click, args=args, tapped=not found.of.whole(found.draft))

    async def turned(self, done: Turned) -> None:
        """Draws a form anew after something in it was pressed or changed."""
        try:
            view = await self._turned(done)
        except StoreDown as error:
            log.error("edit not kept", request=done.sheet.ref.request, why=saving.why(error))
            return
        if view is not None:
            await pop.redrawn(self._client, done.view, view, done.sheet.ref.request)

    async def found(self, search: Searched) -> Payload:
        """The choices of a searched field that fit what is typed. Raises StoreDown."""
        record = await self._inbox.record(search.sheet.ref.request)
        made = await self._filled(record, search.view) if record else ""
        if isinstance(made, str):
            return {"options": []}
        found = made.of.found(made.draft, search.field, search.query)
        return draw.suggested(*found) if found else {"options": []}

    async def _turned(self, done: Turned) -> Payload | None:
        """The form as it is after that; None if nothing is to be drawn."""
        ref, by = done.sheet.ref, done.by
        record = await self._inbox.record(ref.request)
        why = closed(record, ref.revision, by)
        if record is None or why:
            return error_view(why or "")
        found = await self._filled(record, done.view)
        if isinstance(found, str):
            return error_view(found)
        form, page = found.of.of.form, found.page
        match done.what:
            case "add":
                found = found.with_draft(form.added(found.draft, done.of))
            case "remove":
                found = found.with_draft(form.removed(found.draft, done.of))
            case "change" if _same(found):
                return None
            case _:
                pass
        number = page.number - (done.what == "back")
        return await self._page(record, found, number, by.user, done.view)

    async def _filled(self, record: Record, view: Json) -> Filled | str:
        """What stands in a view and was filled in before it, or why that counts for nothing."""
        made, at = await self._editable(record), sheet(view)
        if isinstance(made, str):
            return made
        if at is None or at.mark != made.mark:
            return OTHER
        body = await self._inbox.kept(at.draft) if at.draft else ""
        return LOST if body is None else filled(made, at, body, view)

    async def _editable(self, record: Record) -> Editable | str:
        request = record.request
        try:
            if len(request.args) > LARGE:  # beside all else
                made = await asyncio.to_thread(editable, request, self._board)
            else:
                made = editable(request, self._board)
            return made or GONE
        except Unaskable:
            return NOTHING

    def _judged(self, found: Filled) -> tuple[str, Mapping[str, str]]:
        """The canonical arguments, and what is wrong with them by field id: the tool says whether
        anything is, the form says it in words.
        """
        request, form = found.of.request, found.of.of.form
        try:
            args, wrong = arguments(found.of.of, found.draft, request.args)
            if wrong:
                return "", wrong
            canonical = canon.canonical(args)
        except canon.BadArguments as error:
            return "", {"": str(error)}
        problem = self._board.check(request.tool, args)
        if not problem:
            return canonical, _NONE
        at = problem.partition(":")[0].split(".")
        path = tuple(int(step) if step.isdecimal() else step for step in at)
        name, words = form.where(found.draft, path, problem[: limits.INPUT_HINT])
        known = form.read(found.draft).wrong
        same = name in known or (known and not name)  # what is missing is missing from the whole
        return "", known if same else {name: words, **known}

    async def _faulty(
        self, record: Record, found: Filled, here: Page, wrong: Mapping[str, str], sent: Submitted
    ) -> Fault:
        """What is wrong, at its fields where they stand before the person, else on their page."""
        errors = state.errors(wrong, here, sent.view)
        if len(errors) == len(wrong):
            return errors
        pages = found.pages
        there = here if any(_has(here, name) for name in wrong) else next(
            (page for page in pages if any(_has(page, name) for name in wrong)), here
        )  # fmt: skip
        return Anew(await self._anew(record, found, there.number, sent, wrong))

    async def _anew(
        self, record: Record, found: Filled, number: int, sent: Submitted,
        wrong: Mapping[str, str] = _NONE,
    ) -> Payload:  # fmt: skip
        return await self._page(record, found, number, sent.click.by.user, sent.view, wrong)

    async def _page(  # noqa: PLR0917
        self, record: Record, found: Filled, number: int, user: str, before: Json,
        wrong: Mapping[str, str] = _NONE,
    ) -> Payload:  # fmt: skip
        """A page in the place of another, with all that was filled in kept under a new name."""
        pages = found.pages
        if not pages:
            return error_view(NOTHING)
        page = pages[max(1, min(number, len(pages))) - 1]
        name = await self._inbox.keep(found.dump())
        card = await self._card(record, user)
        kept = replace(found, sheet=replace(found.sheet, page=page.number, draft=name))
        return _drawn(kept, page, card, wrong, before)


def _drawn(
    found: Filled, page: Page, card: ApprovalCard, wrong: Mapping[str, str] = _NONE,
    before: Json = _NO_VIEW,
) -> Payload:  # fmt: skip
    request = found.of.request
    needed = request.spec.reasoned and request.spec.risk not in ("high", "critical")
    modal = partial(
        edit_modal, card, kept=found.of.kept, reason=found.reason, reason_required=needed,
        whole=found.of.whole(found.draft),
    )  # fmt: skip
    made = draw.form_page(page, found.sheet.dump(), wrong, before)
    try:
        return draw.fitted(lambda one: modal(page=one), made)
    except BadBlocks as error:
        log.error("an edit's page breaks Slack's limits", request=request.id, why=str(error))
        return error_view(CANT_SHOW)


def _has(page: Page, name: str) -> bool:
    return any(item.id == name for item in page.items)


def _same(found: Filled) -> bool:
    """Whether a change leaves the page with the fields that it has."""
    pages, before = found.pages, found.page
    now = pages[min(before.number, len(pages)) - 1] if pages else None
    return now is not None and now.of == before.of and bare(now) == bare(before)


def _at_first(page: Page, view: Json) -> Fault:
    """At the first field of the page, if it has one."""
    first = next((one.id for one in page.fields if one.kind != "locked"), "")
    return state.errors({first: SAME}, page, view) or SAME
