"""Made-up forms of a card's menu, and the posts and switches around it."""

from collections.abc import Iterator
from dataclasses import replace

from blocks import alarm, form_edit, menu, modal, switch
from blocks.elements import Payload
from blocks.form_parts import Choice, Control, FormPage, Group, RowHead, RowsEnd
from blocks.people import Who
from blocks.switch import Turned, Wanted
from blocks.views import ApprovalCard

CLUSTERS = (Choice(value="0", label="prod-eu"), Choice(value="1", label="prod-us"))
ZONES = tuple(Choice(value=str(n), label=zone) for n, zone in enumerate("abc"))
FIELDS = (
    Control(id="f-1", kind="radio", label="cluster", options=CLUSTERS, picked=("0",),
            about="Where it runs."),
    Control(id="f-2", kind="text", label="deployment", shown="checkout-api"),
    Control(id="f-3", kind="integer", label="replicas", optional=True, shown="6", low="1",
            hint="A whole number: at least 1."),
    Control(id="f-4", kind="checkboxes", label="zones", optional=True, options=ZONES,
            picked=("0", "2")),
    Control(id="f-5", kind="json", label="labels", optional=True, shown='{"team": "payments"}',
            hint='As JSON, like {"name": "a"}.'),
)  # fmt: skip
LIMITS = (
    Group(label="limits"),
    Control(id="f-6", kind="number", label="cpu", shown="0.5", hint="A number."),
    Group(label="env"),
    RowHead(id="f-7", label="env 1", removes=True),
    Control(id="f-8", kind="text", label="name", shown="LOG_LEVEL"),
    Control(id="f-9", kind="text", label="value", shown="debug"),
    RowsEnd(id="f-a", of="env", adds=True),
)
KEPT = ("Not shown, and kept as it is: token.",)


def edited(*parts: Control | Group | RowHead | RowsEnd, number: int = 1, of: int = 1) -> FormPage:
    """A page of an edit's form."""
    return FormPage(
        number=number, of=of, question="", parts=parts, action="", metadata="A-1042:1:1:0a1b2c3d:"
    )


def views(card: ApprovalCard, emergency: ApprovalCard) -> Iterator[tuple[str, Payload]]:
    """The forms that the buttons and the menu of a card open."""
    high = replace(card, risk="high")
    yield "modal-grant", modal.grant_modal(replace(card, grant_for=3600), reason_required=False)
    yield "modal-edit", form_edit.edit_modal(card, edited(*FIELDS), (), reason_required=False)
    yield (
        "modal-edit-page-2-of-3",
        form_edit.edit_modal(card, edited(*LIMITS, number=2, of=3), (), reason_required=False),
    )
    yield (
        "modal-edit-high",
        form_edit.edit_modal(high, edited(*FIELDS[1:3]), KEPT, reason_required=True),
    )
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
