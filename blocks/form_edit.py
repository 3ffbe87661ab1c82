"""The modal that changes a call's arguments: a form's pages, with what sending them does.

Closing it changes nothing. All of the call stands on its pages, or it says what doesn't.
"""

from collections.abc import Sequence

from blocks import card as cards
from blocks import ids, limits
from blocks.elements import Block, Payload, context, modal, section, text_input
from blocks.facts import noticed
from blocks.form import asked, faults
from blocks.form_parts import FormPage
from blocks.modal import subject, title
from blocks.pen import RICH
from blocks.text import human, units
from blocks.views import ApprovalCard

NOTHING = "None of its values can be changed here, so nothing was changed. Reject it, and say how."


def edit_modal(
    card: ApprovalCard,
    page: FormPage,
    kept: Sequence[str],
    *,
    reason: str = "",
    reason_required: bool,
    whole: bool = True,
) -> Payload:
    """One page; `kept` says in words what stays as it is, a line each, on the last one.

    `reason` stands in the last page's field for it. `whole`: all of the call stands in the form.
    What nobody has read whole isn't approved by an edit.

    The last submission's values: those of the page, and `reason`, which is a yes's if it is one.
    """
    last = page.number >= page.of
    blocks = [*faults(page), *_top(card, page), *asked(page)]
    if last:
        blocks += [context(human(line, limits.SECTION_TEXT)) for line in kept]
        blocks += [_reason(reason, required=reason_required), context(_after(card, whole=whole))]
    submit = "Send changes" if last else "Next"
    view = modal(_title(card, page), blocks, callback=ids.EDIT_VIEW, submit=submit)
    return view | {"private_metadata": page.metadata}


def _title(card: ApprovalCard, page: FormPage) -> str:
    """`Edit A-1042`, with the page where there are several and that fits."""
    plain = title("Edit", card)
    paged = f"{plain} · {page.number} of {page.of}"
    return paged if page.of > 1 and units(paged) <= limits.VIEW_TITLE else plain


def _top(card: ApprovalCard, page: FormPage) -> list[Block]:
    """What it is about: whole on the first page, in a line on others."""
    count = f"Page {page.number} of {page.of}."
    if page.number == 1:
        blocks = [subject(card), *(section(line) for line in noticed(RICH, card))]
        return [*blocks, context(count)] if page.of > 1 else blocks
    about = human(cards.headline(card), limits.HEADER)
    return [context(f"{about}\n{count} What you changed before is kept until you close this.")]


def _reason(reason: str, *, required: bool) -> Block:
    return text_input(
        ids.REASON,
        "Your reason",  # many tools take a `reason` of their own
        hint="Stands on the card and in the record.",
        longest=1000,
        optional=not required,
        shown=reason,
    )


def _after(card: ApprovalCard, *, whole: bool) -> str:
    """What sending it does."""
    if card.risk in ("high", "critical"):
        return "Nothing runs yet: at this risk somebody else decides what you have changed."
    if not whole:
        return (
            "Nothing runs yet: not all of it stands here. Read it on the card, and approve there."
        )
    return "The policy judges it anew. If you may approve the result, sending it is your yes."
