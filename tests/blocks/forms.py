"""Made-up forms of a card's menu, and the posts and switches around it."""

from collections.abc import Iterator
from dataclasses import replace

from blocks import alarm, editing, menu, modal, switch
from blocks.editing import Field
from blocks.elements import Payload
from blocks.people import Who
from blocks.switch import Turned, Wanted
from blocks.views import ApprovalCard

FIELDS = (
    Field(name="cluster", kind="choice", optional=False, options=("prod-eu", "prod-us"),
          picked=(0,), hint="Where it runs."),
    Field(name="deployment", kind="text", optional=False, shown="checkout-api"),
    Field(name="replicas", kind="integer", optional=True, shown="6", hint="At least 1."),
    Field(name="zones", kind="choices", optional=True, options=("a", "b", "c"), picked=(0, 2)),
    Field(name="labels", kind="json", optional=True, shown='{"team": "payments"}'),
)  # fmt: skip
KEPT = ("token stays as it is: it is sensitive.",)


def views(card: ApprovalCard, emergency: ApprovalCard) -> Iterator[tuple[str, Payload]]:
    """The forms that the buttons and the menu of a card open."""
    high = replace(card, risk="high")
    yield "modal-grant", modal.grant_modal(replace(card, grant_for=3600), reason_required=False)
    yield "modal-edit", editing.edit_modal(card, FIELDS, (), reason_required=False)
    yield "modal-edit-high", editing.edit_modal(high, FIELDS[1:3], KEPT, reason_required=True)
    yield "modal-answer-instead", menu.answer_modal(card)
    yield "modal-ask-the-requester", menu.ask_modal(card)
    yield "modal-pass-on", menu.hand_over_modal(card)
    yield "modal-review-after-emergency", menu.reviewed_modal(emergency)


def messages(card: ApprovalCard, by: Who, asked: tuple[Who, ...]) -> Iterator[tuple[str, Payload]]:
    """The posts that call people to a card, and those about a thread's switches."""
    why = "nobody of the on-call group answers and checkout is down"
    at = card.deadline or 0
    off = Turned(name="writes", by=by, at=at)
    wanted = Wanted(run="3.k2j9x0a7qz", off=off, by=by, requester=card.requester)
    yield "alarm-escalated", alarm.escalated(card, 1800)
    yield "alarm-emergency", alarm.emergency(card, by, why, asked)
    yield "alarm-review-due", alarm.review_due(card, asked)
    yield "switch-off", switch.switched_off(off)
    yield "switch-wanted", switch.wanted(wanted)
    yield "switch-on", switch.turned_on(off)
