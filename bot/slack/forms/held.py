"""A form in somebody's hands: whose it is, what they have so far, and how its pages are drawn."""

from collections.abc import Mapping
from dataclasses import dataclass

from blocks import form as drawn
from blocks import people
from blocks.elements import Payload
from blocks.modal import error_view
from bot.core.checkpoint import Record
from bot.core.form.parts import Draft, Page
from bot.core.ids import Who
from bot.core.replacing import replace
from bot.ports.filling import Filling, Held
from bot.ports.links import Bound, Links
from bot.slack import question_words
from bot.slack.fields import Json, text
from bot.slack.forms import draw
from bot.slack.forms.meta import Meta
from bot.slack.forms.open import Opened, Questions, opened

AFTER_S = 3600  # for which a draft is kept longer than its question
ON_PAGE = "This question is answered on a web page, and none is set up here. Tell an admin."
GONE = "That question is no longer on record, so nothing was sent."
NOTHING: Mapping[str, str] = {}


@dataclass(frozen=True, slots=True)
class _Lenient:
    """A form for an action that validates nothing: no field has to be filled in."""

    of: draw.Paged

    def pages(self, draft: Draft) -> tuple[Page, ...]:
        """See draw.Paged."""
        return tuple(
            replace(
                page,
                items=tuple(
                    replace(item, optional=True) if item in page.fields else item
                    for item in page.items
                ),
            )
            for page in self.of.pages(draft)
        )


class Holding:
    """Who has which form, and its draft. Raises StoreDown."""

    def __init__(self, filling: Filling, questions: Questions, links: Links | None = None) -> None:
        self._filling = filling
        self._links = links
        self.questions = questions

    async def begun(self, one: Opened, by: Who, queue: tuple[int, int] | None) -> Payload:
        """The form's first page, unless it is over or somebody else is at it."""
        ended = closed(one.record)
        if ended is not None:
            return ended
        held = await self.hold(one, by)
        if held.state == "yours":
            return await self.first(one, by, held, queue)
        if held.state == "theirs":
            return drawn.being_filled_view(_who(held.by), held.until // 1000)
        request = one.request
        meta = Meta(request=request.id, revision=request.revision, page=1, action=one.action.id)
        return drawn.take_over_view(_who(held.by), request.id, meta.dump())

    async def first(
        self, one: Opened, by: Who, held: Held, queue: tuple[int, int] | None
    ) -> Payload:
        """The first page of a form that is theirs, or their own link to its web page."""
        if not one.on_page:
            return view(one, one.draft(held.draft), 1, queue)
        if self._links is None:
            return error_view(ON_PAGE)
        request = one.request
        bound = Bound(request.id, request.revision, by, one.action.id)
        return drawn.page_view(await self._links.mint(bound))

    async def queue(self, record: Record, by: Who) -> tuple[int, int] | None:
        """Which of how many questions of this person it is; None if it is the only one."""
        ids = [one.request.id for one in await self.questions.others(record, by)]
        return (ids.index(record.request.id) + 1, len(ids)) if len(ids) > 1 else None

    async def held(
        self, meta: Meta, by: Who, *, over: bool = False
    ) -> tuple[Opened, Held] | Payload:
        """The question and its draft, if it is this person's to fill in; else why it isn't."""
        record = await self.questions.record(meta.request)
        one = opened(record, meta.action) if record else None
        if record is None or one is None or meta.revision != record.request.revision:
            return drawn.settled_view(GONE)
        ended = closed(record)
        if ended is not None:
            return ended
        held = await self.hold(one, by, over=over)
        return (one, held) if held.state == "yours" else drawn.taken_over_view(_who(held.by))

    async def hold(
        self, one: Opened, by: Who, draft: Draft | None = None, *, over: bool = False
    ) -> Held:
        """See ports.Filling."""
        spec = one.request.spec
        kept = None if draft is None else draft.dump()
        keep_s = spec.deadline_s + AFTER_S
        return await self._filling.hold(one.request.id, by, keep_s=keep_s, draft=kept, over=over)

    async def done(self, one: Opened) -> None:
        """It was sent."""
        await self._filling.done(one.request.id)


def view(
    one: Opened,
    draft: Draft,
    page: int,
    queue: tuple[int, int] | None,
    *,
    wrong: Mapping[str, str] = NOTHING,
    before: Json | None = None,
) -> Payload:
    """The modal of a page; see draw.view."""
    return draw.view(
        paged(one),
        draft,
        page,
        request=one.request.id,
        revision=one.request.revision,
        action=one.action,
        question=one.question.text,
        queue=queue,
        wrong=wrong,
        before=before or {},
    )


def paged(one: Opened) -> draw.Paged:
    """The form as its action wants it."""
    return one.form if one.action.validates else _Lenient(one.form)


def at(pages: tuple[Page, ...], number: int) -> Page:
    """That page, or the last one where there are fewer by now."""
    return pages[min(number, len(pages)) - 1]


def closed(record: Record) -> Payload | None:
    """What stands in place of the form of a question that has ended."""
    words = question_words.closed(record.run, record.request, {})
    return drawn.settled_view(text(words, "text")) if words else None


def _who(key: str) -> people.Who:
    """Whoever holds a form, by the key that is kept of them."""
    return people.Who(id=key.rpartition("/")[2], name="")
