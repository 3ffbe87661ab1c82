"""Modals: reject, review, details, and what stands there when we can't.

Closing one cancels nothing. The request and its revision travel in private_metadata; inputs keep
their ids, so that a field error finds its field.
"""

from collections.abc import Sequence

from blocks import card as cards
from blocks import exact, facts, ids, limits, plan
from blocks.elements import (
    Block,
    Payload,
    context,
    modal,
    preformatted,
    radio_input,
    section,
    text_input,
)
from blocks.pen import BARE, RICH, quoted, span
from blocks.text import human
from blocks.views import ApprovalCard, Pending

REASON_MISSING = "Say why; a blank reason helps nobody."
STORE_DOWN = "I can't look that up just now, so nothing was changed. Try again in a minute."

_REASON_LENGTH = 1000  # what a person reads on a card and a model in a reply
# Boxes of the exact action: 22,400 characters, which with six bytes each and everything else stay
# within a view's 250 KB.
_PAGES = 8
_CHANGES = 10  # a section each; a form has few more fields
_CHANGE = 200  # of a value, before or after
_TIERS = 5


def reject_modal(card: ApprovalCard) -> Payload:
    """Asks for a reason that isn't blank, and whether to reject or to guide.

    The submission's values: `reason`/`reason` a text, `choice`/`choice` `reject` or `guide`.
    """
    blocks = [
        subject(card),
        radio_input(
            ids.CHOICE,
            "What should happen?",
            [
                (ids.CHOICE_REJECT, "Reject: don't do this"),
                (ids.CHOICE_GUIDE, "Guide: do it differently, as I say below"),
            ],
        ),
        text_input(
            ids.REASON,
            "Why, or how instead",
            hint=f"The agent and {BARE.who(card.requester)} will see it.",
            longest=_REASON_LENGTH,
        ),
    ]
    view = modal(title("Reject", card), blocks, callback=ids.REJECT_VIEW, submit="Send")
    return view | {"private_metadata": ids.metadata(card.ref)}


def details_modal(card: ApprovalCard) -> Payload:
    """Everything on record about a request: the whole masked action, all words, the decision.

    With the id by which logs and the audit command know it.
    """
    blocks, _ = _everything(card)
    record = context(f"In logs, and for signoff audit: {human(card.request, limits.FACT)}")
    return modal(title("Details", card), [*blocks, record])


def readable(card: ApprovalCard) -> bool:
    """Whether a review shows the whole exact action: nobody can approve what it can't show."""
    if card.steps:
        return plan.readable(card, _PAGES)
    return exact.pages(card.tool, card.arguments, _PAGES)[1]


def review_modal(card: ApprovalCard, *, reason_required: bool) -> Payload:
    """The whole exact action, with *Approve once* when all of it is shown here; else without."""
    blocks, whole = _everything(card)
    if not whole:
        return modal(title("Review", card), blocks)
    blocks.append(_reason(reason_required))
    view = modal(title("Review", card), blocks, callback=ids.REVIEW_VIEW, submit="Approve once")
    return view | {"private_metadata": ids.metadata(card.ref)}


def grant_modal(card: ApprovalCard, *, reason_required: bool) -> Payload:
    """The whole exact action, and what a yes for a while lets go: no button where it isn't whole.

    The submission's values: `reason`/`reason` a text.
    """
    blocks, whole = _everything(card)
    if not whole or not card.grant_for:
        return modal(title("Allow", card), blocks)
    time = span(card.grant_for)
    bound = (
        f"*This call runs now.* For {time} after it, calls of this tool with exactly these values "
        f"run without asking, in this thread, asked for by {RICH.who(card.requester)}. Anything "
        "else is asked about. The card counts them; *Revoke* on it ends it."
    )
    blocks += [section(bound), _reason(reason_required)]
    submit = f"Allow for {time}"
    view = modal(title("Allow", card), blocks, callback=ids.GRANT_VIEW, submit=submit)
    return view | {"private_metadata": ids.metadata(card.ref)}


def error_view(words: str = STORE_DOWN, title: str = "That didn't work") -> Payload:
    """A refusal or an error in words, where a form was."""
    return modal(title, [section(human(words, limits.SECTION_TEXT))])


def field_errors(words: str, fields: Sequence[str]) -> dict[str, str]:
    """The `errors` of an answer that keeps a modal open; {} when it has no field to say it at.

    `fields` are the block ids of the inputs in that modal: Slack takes no other key.
    """
    at = ids.REASON if ids.REASON in fields else next(iter(fields), None)
    return {} if at is None else {at: words}


def title(word: str, card: ApprovalCard) -> str:
    """`Edit A-1042`."""
    return f"{word} {card.number}"


def subject(card: ApprovalCard) -> Block:
    """What a modal is about."""
    return section(f"*{human(cards.headline(card), limits.HEADER)}*\n{facts.about(RICH, card)}")


def _reason(required: bool) -> Block:
    return text_input(
        ids.REASON,
        "Reason",
        hint="Stands on the card and in the record.",
        longest=_REASON_LENGTH,
        optional=not required,
    )


def _everything(card: ApprovalCard) -> tuple[list[Block], bool]:
    blocks = [subject(card), section("\n".join(facts.facts(card)))]
    blocks += [section(line) for line in _words(card)]
    blocks += [section(line) for line in facts.changed(RICH, card, _CHANGES, _CHANGE)]
    actions, whole = plan.read(card, _PAGES) if card.steps else _action(card)
    blocks += actions
    if not whole:
        blocks.append(
            context("The action is longer than a modal can show; it can't be approved here.")
        )
    if says := facts.agent_says(card):
        blocks.append(section(f"Agent says: {quoted(RICH, says, 2500)}"))
    blocks += [section(line) for line in (*cards.state_lines(RICH, card), *_terms(card))]
    return blocks, whole


def _action(card: ApprovalCard) -> tuple[list[Block], bool]:
    boxes, whole = exact.pages(card.tool, card.arguments, _PAGES)
    of = [f" ({i} of {len(boxes)})" if len(boxes) > 1 else "" for i in range(1, len(boxes) + 1)]
    named = zip(of, boxes, strict=True)
    return [preformatted(f"Exact action{count}", box) for count, box in named], whole


def _terms(card: ApprovalCard) -> list[str]:
    """What else may come of an open request: who is asked later, a yes for a while."""
    if not isinstance(card.state, Pending):
        return []
    steps = [
        f"after {span(tier.after)} also {human(tier.of, limits.NAME)}"
        for tier in card.tiers[:_TIERS]
    ]
    lines = [f"*If nobody decides*  {', '.join(steps)}"] if steps else []
    if card.grant_for:
        equal = f"equal calls for {RICH.who(card.requester)} in this thread then run unasked"
        lines.append(f"*May be allowed for {span(card.grant_for)}*  {equal}, until it is revoked")
    return lines


def _words(card: ApprovalCard) -> list[str]:
    if card.private:
        return facts.said(card)
    quotes = [
        f"{quoted(RICH, quote.text, 500)} {RICH.who(quote.who)}, {RICH.at(quote.at)}"
        for quote in card.why_now[-10:]
    ]
    if quotes:
        quotes[0] = f"*Why now*  {quotes[0]}"
    return [*quotes, *facts.noticed(RICH, card)]
