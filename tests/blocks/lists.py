"""Lists and Home tabs with ordinary content, for the golden files."""

from collections.abc import Iterator
from dataclasses import replace

from blocks import granted, home, listing
from blocks.elements import Payload
from blocks.granted import GrantLine
from blocks.listing import EndedLine, RequestLine, RunLine
from blocks.people import Who

AT = 1_796_047_200  # 2026-11-30 14:00 UTC
BEN = Who(id="U0BEN", name="Ben Ode")
ANA = Who(id="U0ANA", name="Ana Ruiz")
URL = "https://acme.slack.com/archives/C0PAY/p1796047200000100"

WAITING = RunLine(
    run="3.k2j9x0a7qz",
    number="R-778",
    task="p99 is 8 s since 13:58, please restart checkout",
    doing="waits for A-1042",
    at=AT,
    url=URL,
    stoppable=True,
)
DONE = RunLine(run="1.a7qzk2j9x0", number="R-777", task="", doing="is done", at=AT - 86_400)
OPEN = RequestLine(
    request="3.k2j9x0a7qz.1",
    number="A-1042",
    title="restart checkout-api in prod-eu",
    risk="medium",
    deadline=AT + 3600,
    url=f"{URL}?thread_ts=1796047200.000100&cid=C0PAY",
)
LINE = replace(OPEN, number="Q-1044", title="Which region?", question=True)
HIDDEN = RequestLine(
    request="2.x0a7qzk2j9.4", number="A-1043", title=None, risk="low", deadline=AT + 7200
)
ENDED = RequestLine(
    request="2.x0a7qzk2j9.1",
    number="A-1040",
    title="refund order 1042",
    risk="medium",
    deadline=AT,
    url=URL,
    ended=EndedLine(outcome="approved", at=AT - 60, by=BEN),
)
LOST = RequestLine(
    request="2.x0a7qzk2j9.2",
    number="A-1041",
    title="refund order 1043",
    risk="medium",
    deadline=AT,
    ended=EndedLine(outcome=None, at=AT - 30),
)
GRANT = GrantLine(
    request="2.x0a7qzk2j9.3",
    revision=1,
    number="A-1040",
    title="restart checkout",
    by=BEN,
    to=ANA,
    until=AT + 3600,
    used=2,
    url="https://acme.slack.com/archives/C01/p1756900800000200",
)
PRIVATE_GRANT = replace(GRANT, number="A-1039", title=None, url=None, used=1)
BENS = home.Linked(name="Ben Ode", person="ben", roles=("approver", "oncall"))
FULL = home.Home(
    linked=BENS,
    to_decide=(OPEN, HIDDEN),
    more_to_decide=3,
    runs=(WAITING, DONE),
    more_runs=1,
    grants=(GRANT,),
    more_grants=2,
    open_count=6,
    settled_count=4,
    at=AT,
)
EMPTY = home.Home(
    linked=home.Linked(name="Ana Ruiz", person="ana", roles=()),
    to_decide=(),
    more_to_decide=0,
    runs=(),
    more_runs=0,
    grants=(),
    more_grants=0,
    open_count=0,
    settled_count=0,
    at=AT,
)


def messages() -> Iterator[tuple[str, Payload]]:
    """Lists as messages."""
    yield "list-runs", listing.runs("Your runs:", (WAITING, DONE), 2)
    yield "list-requests", listing.requests("Open:", (OPEN, HIDDEN), 0, foot="1 more for others.")
    yield "list-settled", listing.requests("Settled:", (ENDED, LOST), 0)
    yield "list-grants", granted.grants((GRANT, PRIVATE_GRANT))
    yield "list-said", listing.said(lambda pen: [pen.bold("one"), pen.words("two & <three>", 60)])


def views() -> Iterator[tuple[str, Payload]]:
    """Home tabs."""
    yield "home", home.home_view(FULL)
    yield "home-questions", home.home_view(replace(EMPTY, to_answer=(LINE,), more_to_answer=1))
    yield "home-empty", home.home_view(EMPTY)
    yield "home-words", home.words_view("Guests can't look at tasks and approvals here.")
