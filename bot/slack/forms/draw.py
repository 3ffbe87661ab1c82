"""One page of a form as a modal that Slack takes."""

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from blocks.check import BadBlocks, checked
from blocks.elements import Payload
from blocks.form import form_modal, lean
from blocks.form_choices import ONE, offered
from blocks.form_parts import FormPage
from bot.core.form.parts import Action, Draft, Field, Option, Page
from bot.core.replacing import replace
from bot.slack.fields import Json
from bot.slack.forms.meta import Meta
from bot.slack.forms.names import names
from bot.slack.forms.parts import choices, part

_NOTHING: Mapping[str, str] = {}
_NO_VIEW: Json = {}


class Paged(Protocol):
    """What of a form is drawn."""

    def pages(self, draft: Draft) -> tuple[Page, ...]:
        """Its pages as they are for this draft; none where nothing is asked."""
        ...


def view(
    form: Paged,
    draft: Draft,
    page: int,
    *,
    request: str,
    revision: int,
    action: Action,
    question: str,
    queue: tuple[int, int] | None = None,
    wrong: Mapping[str, str] = _NOTHING,
    before: Json = _NO_VIEW,
) -> Payload:
    """The modal of a page, the last one if there are fewer now.

    wrong: what is wrong, by field id; "" for what no field is at fault for. before: the view whose
    place it takes, as Slack sent it: what is typed in it stays where the draft has the same value,
    and gives way where it has another. A part that is too large for a view even by itself is drawn
    without its descriptions.
    """
    pages = form.pages(draft) or (Page(1, 1, ()),)
    found = pages[max(0, min(page, len(pages)) - 1)]
    meta = Meta(request=request, revision=revision, page=found.number, action=action.id)
    made = replace(
        form_page(found, meta.dump(), wrong, before),
        question=question, action=action.label, queue=queue,
    )  # fmt: skip
    return fitted(form_modal, made)


def form_page(found: Page, metadata: str, wrong: Mapping[str, str], before: Json) -> FormPage:
    """What a page is drawn from; see view."""
    here = {item.id for item in found.items}
    return FormPage(
        number=found.number,
        of=found.of,
        question="",
        parts=tuple(part(item, wrong.get(item.id, "")) for item in found.items),
        action="",
        metadata=metadata,
        wrong=tuple(words for name, words in wrong.items() if name not in here),
        names=names(found, before),
    )


def fitted(draw: Callable[[FormPage], Payload], page: FormPage) -> Payload:
    """The page as a modal; without its descriptions where they are more than a view holds."""
    try:
        return checked(draw(page))
    except BadBlocks:
        return checked(draw(lean(page)))


def suggested(field: Field, found: Sequence[Option]) -> Payload:
    """The answer to a search in a field's choices: those that were found, best first."""
    none = field.optional and field.kind in ONE
    return offered(choices(field.options), [one.value for one in found], none=none)
