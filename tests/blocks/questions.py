"""Made-up forms: a modal of each kind of control, pages, and what stands in a form's place."""

from collections.abc import Iterator
from dataclasses import replace

from blocks.elements import Payload
from blocks.form import (
    being_filled_view,
    form_modal,
    settled_view,
    take_over_view,
    taken_over_view,
)
from blocks.form_parts import Choice, Control, FormPage, Group, Part, RowHead, RowsEnd
from blocks.people import Who

_ZONES = ("eu-central-1", "eu-west-1", "us-east-1")
_REASONS = ("It arrived broken", "It never arrived", "It was sent twice")
_BUCKET = "arn:aws:s3:::company-data-lake-production-eu-central-1-with-a-very-long-common-prefix/"
_LONG = (
    "The window in which the cluster may be restarted.\n\n"
    "- Outside of business hours of every region that it serves\n"
    "- Not while another change is under way: https://status.example/changes\n\n"
    + "Ask the on-call group if you aren't sure. "
    * 12
)


def _choices(*labels: str, group: str = "", start: int = 0) -> tuple[Choice, ...]:
    return tuple(
        Choice(value=str(n), label=label, group=group) for n, label in enumerate(labels, start)
    )


_GROUPED = (
    *_choices(*_ZONES[:2], group="Europe"),
    *_choices(_ZONES[2], group="America", start=2),
    *_choices("local", start=3),
)
_LANES = (
    Choice(value="0", label="Slow", about="One pod at a time, about 40 minutes"),
    Choice(value="1", label="Fast", about="All at once: nothing is served for two minutes"),
)
_COUNTRIES = _choices(*(f"Country {n}" for n in range(130)))
CONTROLS: dict[str, tuple[Control, ...]] = {
    "text": (
        Control(id="a1", kind="text", label="Order", placeholder="1042", least=1, most=20,
                hint="At most 20 characters.", shown="1042"),
        Control(id="a2", kind="text", label="Note", about="Stands on the receipt.", most=500,
                optional=True),
    ),
    "lines": (Control(id="a1", kind="lines", label="Hosts", shown="db-1\ndb-2", optional=True),),
    "email": (Control(id="a1", kind="email", label="Send it to", shown="ana@example.com"),),
    "url": (Control(id="a1", kind="url", label="Ticket", placeholder="https://…"),),
    "date": (
        Control(id="a1", kind="date", label="From", shown="2026-12-24"),
        Control(id="a2", kind="date", label="Until", shown="soon", hint="A date: 2026-12-24."),
    ),
    "time": (Control(id="a1", kind="time", label="At", shown="18:00"),),
    "datetime": (
        Control(id="a1", kind="datetime", label="Starts", shown="2026-12-24T18:00:00Z"),
        Control(id="a2", kind="datetime", label="Ends", shown="2026-12-24T18:00:30+01:00"),
    ),
    "integer": (
        Control(id="a1", kind="integer", label="Replicas", shown="6", low="1", high="20",
                hint="1 to 20."),
    ),
    "number": (
        Control(id="a1", kind="number", label="Amount", shown="12.50", low="0", hint="At least 0."),
        Control(id="a2", kind="number", label="Share", shown="1e-3", optional=True),
    ),
    "radio": (
        Control(id="a1", kind="radio", label="How", options=_LANES, picked=("0",)),
        Control(id="a2", kind="radio", label="Why", options=_choices(*_REASONS), optional=True),
    ),
    "select": (
        Control(id="a1", kind="select", label="Zone", options=_GROUPED, picked=("2",)),
        Control(id="a2", kind="select", label="Country", redraws=True,
                options=_choices(*(f"Country {n}" for n in range(12)))),
    ),
    "search": (
        Control(id="a1", kind="search", label="Country", options=_COUNTRIES, picked=("42",)),
    ),
    "checkbox": (
        Control(id="a1", kind="checkbox", label="Tell the customer", picked=("0",)),
        Control(id="a2", kind="checkbox", label="Terms",
                options=_choices("I have read the runbook"), redraws=True),
    ),
    "checkboxes": (
        Control(id="a1", kind="checkboxes", label="Notify", picked=("0", "2"),
                options=_choices("Finance", "Legal", "IT"), optional=True),
    ),
    "multiselect": (
        Control(id="a1", kind="multiselect", label="Zones", options=_GROUPED, picked=("0", "1")),
    ),
    "multisearch": (
        Control(id="a1", kind="multisearch", label="Countries", options=_COUNTRIES,
                picked=("1", "129"), placeholder="Type a country"),
    ),
    "json": (Control(id="a1", kind="json", label="Labels", shown='{"team": "payments"}'),),
    "locked": (
        Control(id="a1", kind="locked", label="Cluster", shown="prod-eu",
                about="Set by the agent."),
        Control(id="a2", kind="text", label="Why"),
    ),
    "long": (
        Control(id="a1", kind="text", label="Window", about=_LONG, hint="As in the runbook."),
        Control(id="a2", kind="radio", label="Bucket",
                options=_choices(*(f"{_BUCKET}{name}" for name in ("raw", "clean", "gold")))),
        Control(id="a3", kind="text", label="Dump", shown="x" * 3001),
    ),
    "right-to-left": (
        Control(id="a1", kind="text", label="الاسم", about="كما هو في جواز السفر",
                hint="At most 40 characters.", most=40, wrong="This is missing"),
        Control(id="a2", kind="select", label="מדינה", options=_choices("ישראל", "مصر")),
    ),
}  # fmt: skip

PAGE = FormPage(
    number=1,
    of=1,
    question="Which order is it, and what should I do about it?\nThe customer writes: it's *late*.",
    parts=(),
    action="Refund order",
    metadata='["3.k2j9x0a7qz", 1, 1, "submit"]',
)
_ROWS: tuple[Part, ...] = (
    Group(label="Environment", about="What the job is started with."),
    RowHead(id="r1", label="Variable 1", removes=True),
    Control(id="r1-n", kind="text", label="Name", shown="REGION"),
    Control(id="r1-v", kind="text", label="Value", shown="eu", optional=True),
    RowHead(id="r2", label="Variable 2", removes=True),
    Control(
        id="r2-n", kind="text", label="Name", wrong="This is missing. Write at least 1 character."
    ),
    Control(id="r2-v", kind="text", label="Value", optional=True),
    RowsEnd(id="env", of="variable", adds=True),
    Group(label="Limits", depth=1),
    RowHead(id="m1", label="Limit 1", removes=False),
    Control(id="m1-n", kind="integer", label="Megabytes", shown="512"),
    RowsEnd(id="max", of="limits", adds=False),
)


def views(who: Who, at: int) -> Iterator[tuple[str, Payload]]:
    """Every modal of a form by name."""
    for kind, controls in CONTROLS.items():
        yield f"form-{kind}", form_modal(replace(PAGE, parts=controls))
    second = replace(PAGE, number=2, of=4, parts=_ROWS, wrong=("The two variables are equal.",))
    yield "form-page-2-of-4", form_modal(second)
    yield "form-question-2-of-3", form_modal(replace(PAGE, queue=(2, 3), of=2))
    yield "form-take-over", take_over_view(who, "3.k2j9x0a7qz", PAGE.metadata)
    yield "form-being-filled", being_filled_view(who, at)
    yield "form-taken-over", taken_over_view(who)
    yield "form-settled", settled_view("Ben Ode answered it 4 minutes ago.")
