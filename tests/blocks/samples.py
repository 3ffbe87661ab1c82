"""Every view in every state, with ordinary content: what the golden files draw."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, get_args

from blocks import (
    answer,
    batch,
    card,
    modal,
    notice,
    plain,
    progress,
    refusals,
    stub,
    task,
    unasked,
)
from blocks.people import Approvers, Quote, Vote, Who
from blocks.refusals import Refusal
from blocks.views import (
    ApprovalCard,
    Change,
    Outcome,
    Pending,
    Resolution,
    Result,
    Settled,
    Tier,
)
from tests.blocks import asked, forms, lists, own, plans, questions

ANA = Who(id="U0ANA", name="Ana Ruiz")
BEN = Who(id="U0BEN", name="Ben Ode")
CHI = Who(id="U0CHI", name="Chi Wu")
AT = 1_796_047_200  # 2026-11-30 14:00 UTC
ON_CALL = Approvers(needs=1, of="@payments-oncall", now=(BEN, CHI), excluded=(ANA,))

RESTART = ApprovalCard(
    request="3.k2j9x0a7qz.1",
    number="A-1042",
    run="R-778",
    revision=1,
    title="restart checkout-api in prod-eu",
    requester=ANA,
    channel="C0PAY",
    permalink="https://acme.slack.com/archives/C0PAY/p1796047200000100",
    risk="medium",
    asked_at=AT,
    deadline=AT + 3600,
    will_do="Rolling restart of 6 pods, about 3 min",
    target="prod-eu / payments / checkout-api",
    undo="Stops and rolls back if a pod is not ready in 90 s",
    unusual="replicas 1, usually 4-6 (last 30 runs)",
    asked_because="restarts in prod need one person on call",
    approvers=ON_CALL,
    why_now=(
        Quote(text="p99 is 8 s since 13:58, please restart checkout", who=ANA, at=AT - 60),
        Quote(text="only the api, not the worker", who=ANA, at=AT - 30),
    ),
    tool="k8s.rollout_restart",
    arguments=(
        ("cluster", '"prod-eu"'),
        ("namespace", '"payments"'),
        ("deployment", '"checkout-api"'),
    ),
    agent="ops",
    agent_says="Memory leak suspected after 2.14.3.",
    policy="prod-restart v7",
    digest="9f3c21ab77",
    state=Pending(),
)
BARE = replace(
    RESTART,
    channel=None,
    permalink=None,
    deadline=None,
    asked_at=None,
    will_do=None,
    target=None,
    undo=None,
    unusual=None,
    why_now=(),
    agent_says=None,
    arguments=(),
    approvers=Approvers(needs=1, of="anyone linked"),
    risk="low",
)
DONE = Result(state="done", at=AT + 480, seconds=41.2, text="6 of 6 pods ready")
APPROVED = Settled(outcome="approved", by=BEN, at=AT + 180, why="ok, runbook step 2")
GRANTED = replace(APPROVED, outcome="granted", until=AT + 3780, result=DONE)
EMERGENCY = Settled(
    outcome="emergency",
    by=CHI,
    at=AT + 30,
    why="checkout is down, nobody answers the phone",
    skipped=(BEN,),
    review_by=AT + 86_430,
    result=DONE,
)
SETTLED: dict[str, Settled] = {
    "approved-running": replace(APPROVED, result=Result(state="running", at=AT + 181)),
    "approved-done": replace(APPROVED, result=DONE),
    "approved-twice": replace(
        APPROVED,
        approved_by=(Vote(who=CHI, at=AT + 60, reason="checked"), Vote(who=BEN, at=AT + 180)),
        result=DONE,
    ),
    "rejected": Settled(outcome="rejected", by=BEN, at=AT + 90, why="wait for the vendor"),
    "guided": Settled(outcome="guided", by=BEN, at=AT + 90, why="one pod at a time"),
    "expired": Settled(outcome="expired", at=AT + 3600),
    "withdrawn": Settled(outcome="withdrawn", by=ANA, at=AT + 90),
    "superseded": Settled(
        outcome="superseded",
        at=AT + 90,
        next="A-1043",
        next_url="https://acme.slack.com/archives/C0PAY/p1796047290000100",
    ),
    "superseded-by-an-edit": Settled(
        outcome="superseded",
        by=BEN,
        at=AT + 90,
        next="A-1043",
        next_url="https://acme.slack.com/archives/C0PAY/p1796047290000100",
    ),
    "superseded-unseen": Settled(outcome="superseded", at=AT + 90, next="A-1043"),
    "stale": Settled(outcome="stale", by=BEN, at=AT + 90, why="the policy changed"),
    "stopped": Settled(outcome="stopped", by=ANA, at=AT + 90),
    "stopped-started": Settled(outcome="stopped", by=ANA, at=AT + 90, ran=True),
    "limit": Settled(outcome="limit"),
    "failed": replace(
        APPROVED, outcome="failed", result=Result(state="failed", at=AT + 200, text="no quota")
    ),
    "unknown": Settled(outcome="unknown", by=BEN, started=AT + 181, until=AT + 481),
    "unknown-answered": Settled(
        outcome="unknown",
        by=BEN,
        started=AT + 181,
        until=AT + 481,
        resolution=Resolution(said="ran", by=CHI, at=AT + 600, note="all pods are new"),
    ),
    "grant": replace(GRANTED, used=2),
    "grant-running": replace(GRANTED, result=Result(state="running", at=AT + 181)),
    "grant-failed": replace(GRANTED, result=Result(state="failed", at=AT + 200, text="no quota")),
    "grant-failed-revoked": replace(
        GRANTED,
        result=Result(state="failed", at=AT + 200, text="no quota"),
        revoked=Vote(who=CHI, at=AT + 600),
    ),
    "grant-once": replace(GRANTED, lasts=1800, until=AT + 1980, used=1),
    "grant-over": replace(GRANTED, used=2, over=True),
    "grant-revoked": replace(
        GRANTED, used=2, revoked=Vote(who=CHI, at=AT + 900, reason="the incident is over")
    ),
    "emergency-running": replace(EMERGENCY, result=Result(state="running", at=AT + 31)),
    "emergency": EMERGENCY,
    "emergency-reviewed": replace(
        EMERGENCY, reviewed=Vote(who=BEN, at=AT + 7200, reason="right, the runbook says so")
    ),
    "answered": Settled(outcome="answered", by=BEN, at=AT + 90, why="6 of 6 pods are new already"),
}
CHANGED = (
    Change(name="replicas", before="3", after="4"),
    Change(name="note", before='"' + "now " * 60 + '"', after='"at night"'),
    Change(name="dry_run", before="", after="true"),
)
LONG = '"' + "select 1; " * 400 + '"'
PENDING: dict[str, ApprovalCard] = {
    "medium": RESTART,
    "bare": BARE,
    "one-of-two": replace(
        RESTART,
        risk="critical",
        approvers=replace(ON_CALL, needs=2),
        state=Pending(approved_by=(Vote(who=CHI, at=AT + 60, reason="checked"),), needed=2),
    ),
    "since-then": replace(
        RESTART, since_then="1 newer message in the thread: “hold on, vendor is on it” Chi"
    ),
    "reasoned": replace(RESTART, reasoned=True),
    "classed": replace(RESTART, data=("customer", "payment <!here>")),
    "no-feedback": replace(RESTART, feedback=False),
    "unmentioned": replace(RESTART, unmentioned=("namespace",)),
    "cut": replace(RESTART, arguments=(("sql", LONG), ("dry_run", "false"))),
    "coded": replace(RESTART, arguments=(("note", '"a\u202eb <!channel>"'),)),
    "editable": replace(RESTART, editable=True, grant_for=3600),
    "edited": replace(
        RESTART,
        revision=2,
        changes=CHANGED,
        edited_by=BEN,
        arguments=(("replicas", "4"), ("note", '"at night"'), ("dry_run", "true")),
        editable=True,
        grant_for=1800,
    ),
    "escalated": replace(
        RESTART,
        risk="high",
        reasoned=True,
        tiers=(
            Tier(after=900, of="@payments-leads"),
            Tier(after=1800, of="the owner role"),
        ),
        next="@payments-leads",
        declined=(CHI,),
    ),
    "owners": replace(
        RESTART,
        risk="critical",
        reasoned=True,
        approvers=replace(ON_CALL, needs=2, of="the approver role", owners=1),
    ),
    "one-of-two-an-owner": replace(
        RESTART,
        risk="critical",
        reasoned=True,
        approvers=replace(ON_CALL, needs=2, of="the approver role", owners=1),
        state=Pending(
            approved_by=(Vote(who=CHI, at=AT + 60, reason="checked"),), needed=2, owners=1
        ),
    ),
    "private": replace(
        RESTART,
        private=True,
        since_then="1 newer message in the thread: “hold on, vendor is on it” Chi",
    ),
}
REFUSED: dict[str, Refusal] = {
    "not-approver": refusals.NotApprover(number="A-1042", approvers=ON_CALL),
    "own-request": refusals.OwnRequest(of="@payments-oncall"),
    "not-linked": refusals.NotLinked(link="https://signoff.example/link"),
    "not-linked-no-page": refusals.NotLinked(),
    "guest": refusals.Guest(),
    "outsider": refusals.Outsider(),
    "already": refusals.AlreadyDecided(number="A-1042", outcome="approved", by=BEN, at=AT + 420),
    "already-lapsed": refusals.AlreadyDecided(number="A-1042", outcome="expired", at=AT),
    "already-voted": refusals.AlreadyVoted(number="A-1042", approvers=replace(ON_CALL, needs=2)),
    "grant-over": refusals.GrantOver(number="A-1042", at=AT + 3780),
    "grant-revoked": refusals.GrantOver(number="A-1042", at=AT + 900, by=CHI),
    "already-reviewed": refusals.AlreadyReviewed(number="A-1042", by=BEN, at=AT + 7200),
    "lapsed": refusals.Lapsed(at=AT + 1920, requester=ANA),
    "cant-verify": refusals.CantVerify(),
    "changed": refusals.Changed(current="A-1043"),
    "fresh-sign-in": refusals.FreshSignIn(link="https://signoff.example/verify"),
    "not-allowed": refusals.NotAllowed(what="stop this run", who="Ana or an admin"),
    "unknown": refusals.Unknown(),
    "store-down": refusals.StoreDown(),
}


def _refund(count: int, **different: Any) -> ApprovalCard:
    """One of the calls of a turn."""
    order = 1040 + count
    refund = replace(
        RESTART,
        request=f"3.k2j9x0a7qz.{count}",
        number=f"A-{order}",
        title=f"refund order {order}",
        will_do=f"Pays 49.50 EUR back for order {order}",
        target=f"shop / order {order}",
        undo=None,
        unusual=None,
        asked_because="refunds need one person on call",
        tool="shop.refund",
        arguments=(("order", f"{order}"), ("amount", '"49.50"')),
        digest=f"{order}c21ab77",
        policy="refunds v7",
        editable=True,
    )
    return replace(refund, **different)


BATCHES: dict[str, tuple[ApprovalCard, ...]] = {
    "open": (_refund(1), _refund(2), _refund(3)),
    "one-decided": (
        _refund(1, state=APPROVED),
        _refund(2, since_then="1 newer message in the thread: “not this one” Ana"),
        _refund(3),
    ),
    "decided": (
        _refund(1, state=SETTLED["approved-done"]),
        _refund(2, state=SETTLED["rejected"]),
        _refund(3, state=SETTLED["failed"]),
    ),
    "different": (
        _refund(1, risk="high", deadline=AT + 1800, unusual="amount 49.50, usually 5-20"),
        _refund(2, state=Pending(approved_by=(Vote(who=CHI, at=AT + 60),), needed=2)),
    ),
    "edited": (
        _refund(1),
        _refund(
            2,
            revision=2,
            changes=(Change(name="amount", before="49.50", after="490.00"),),
            edited_by=BEN,
            approvers=Approvers(needs=1, of="the owner role", now=(CHI,), excluded=(ANA, BEN)),
        ),
        _refund(3),
    ),
    "long": tuple(
        _refund(count, arguments=(("order", "1042"), ("note", LONG), ("sql", LONG)))
        for count in range(1, 9)
    ),
}
LOOKED = progress.Task(id="c1", what="look_up_order", state="done")
TIMELINES: dict[str, progress.Timeline] = {
    "first": progress.Timeline(
        run="R-778", state="working", tasks=(replace(LOOKED, state="running"),)
    ),
    "waiting": progress.Timeline(
        run="R-778",
        state="waiting",
        tasks=(
            LOOKED,
            progress.Task(id="c2", what=RESTART.title, state="waiting", asked=ON_CALL),
            progress.Task(id="c3", what="drain <!here>", state="pending"),
        ),
    ),
    "unsure": progress.Timeline(
        run="R-778",
        state="waiting",
        tasks=(progress.Task(id="c2", what=RESTART.title, state="unsure", asked=ON_CALL),),
    ),
    "ended": progress.Timeline(
        run="R-778",
        state="stopped",
        tasks=tuple(
            replace(LOOKED, id=f"c{n}", state=state)
            for n, state in enumerate(get_args(progress.State), 1)
        ),
        earlier=4,
    ),
}
ANSWER = """## Done

Refunded **order 1042**, see [the order](https://shop.example/o/1042).

```sql
select * from refunds where "order" = 1042 -- <!here>
```

| order | amount |
| --- | --- |
| 1042 | 49.50 |
"""

Payload = dict[str, object]


def settled(name: str) -> ApprovalCard:
    """The card in a settled state."""
    return replace(RESTART, state=SETTLED[name])


def messages() -> Iterator[tuple[str, Payload]]:
    """Every message by name."""
    for name, view in PENDING.items():
        yield f"card-pending-{name}", card.approval_card(view)
        yield f"plain-pending-{name}", plain.plain_card(view)
    for name, state in SETTLED.items():
        view = settled(name)
        yield f"card-{name}", card.approval_card(view)
        yield f"plain-{name}", plain.plain_card(view)
        yield f"told-{name}", notice.told(view, state)
    for name, why in REFUSED.items():
        yield f"refusal-{name}", refusals.refusal(why)
    for i, part in enumerate(answer.answer(ANSWER, mention=ANA, foot="R-778 · 2 calls")):
        yield f"answer-{i + 1}", part
    for name, line in TIMELINES.items():
        yield f"timeline-{name}", progress.timeline(line)
        yield f"timeline-plain-{name}", progress.plain_timeline(line)
    yield from notices()
    yield from lists.messages()
    yield from asked.messages()
    yield from openings()
    yield from own.messages()
    yield from elsewhere()
    yield from forms.messages(RESTART, BEN, (CHI,))
    for name, views in BATCHES.items():
        yield f"card-batch-{name}", batch.batch_card(views)
    yield from plans.messages(RESTART, APPROVED)
    why = "this run has asked 10 times, which is its limit"
    many = ("restart web", "drain <!here> *now*", *(f"restart shop-{n}" for n in range(12)))
    for name, calls in (("one", many[:1]), ("many", many), ("shared", ())):
        yield f"card-limit-{name}", unasked.unasked(calls, why, ANA, "R-778")


CARD_URL = "https://acme.slack.com/archives/C0OPS/p1796047201000100"


def elsewhere() -> Iterator[tuple[str, Payload]]:
    """What stands in a thread whose card is in another channel."""
    yield "card-stub-pending", stub.stub_card(RESTART, "C0OPS", CARD_URL)
    yield "card-stub-pending-unseen", stub.stub_card(PENDING["escalated"], "C0OPS")
    for name in ("one-of-two", "one-of-two-an-owner"):
        yield f"card-stub-{name}", stub.stub_card(PENDING[name], "C0OPS", CARD_URL)
    for name in ("approved-done", "rejected", "expired", "emergency", "grant"):
        yield f"card-stub-{name}", stub.stub_card(settled(name), "C0OPS", CARD_URL)
    for name in ("open", "one-decided", "decided", "edited"):
        yield f"card-stub-batch-{name}", stub.batch_stub(BATCHES[name], "C0OPS", CARD_URL)


def notices() -> Iterator[tuple[str, Payload]]:
    """The short messages."""
    waiting = notice.Waiting(number="A-1042", title=RESTART.title, deadline=AT + 3600)
    yield "reminder", notice.reminder(RESTART)
    yield "reminder-set", notice.reminder(BARE)
    why = "The model didn't answer for 10 minutes. Mention me to try again."
    yield "run-ended", notice.run_ended("R-778", why, ANA)
    yield "run-stopped", notice.run_stopped("R-778", ANA)
    yield "run-stopped-unclear", notice.run_stopped("R-778", None, (RESTART.title,))
    yield "already-stopped", notice.already_stopped("R-778")
    yield "nothing-running", notice.nothing_running()
    yield "apology", notice.apology("R-778")
    yield "status", notice.status(notice.Status(run="R-778", doing="waiting", waiting=(waiting,)))
    yield (
        "status-many",
        notice.status(
            notice.Status(
                run="R-778", doing="waiting", waiting=(replace(waiting, deadline=None),) * 9
            )
        ),
    )
    yield "help", notice.help_reply()


LONG_TASK = "Look at order 1042.\n\n" + "Then look at the *next* one. " * 600
OTTO = Who(id="B0DEPLOY", name="deploy (an app)")


def openings() -> Iterator[tuple[str, Payload]]:
    """The posts that say what was asked."""
    task_text = "refund order 1042 & tell <@U0BEN>, *now*\nit arrived broken"
    yield "opening", task.opening(ANA, task_text, handed=False)
    yield "opening-long", task.opening(ANA, LONG_TASK, handed=False)
    yield "opening-handed", task.opening(ANA, "refund it", handed=True)
    yield "opening-handed-bare", task.opening(ANA, "", handed=True)


def views() -> Iterator[tuple[str, Payload]]:
    """Every modal and Home tab by name."""
    high = replace(RESTART, risk="high")
    endless = replace(RESTART, arguments=(("sql", LONG * 10),))
    yield "modal-reject", modal.reject_modal(RESTART)
    yield "modal-details", modal.details_modal(settled("approved-done"))
    yield from plans.views(RESTART, APPROVED)
    yield "modal-details-bare", modal.details_modal(BARE)
    yield "modal-details-edited", modal.details_modal(PENDING["edited"])
    yield "modal-details-escalated", modal.details_modal(PENDING["escalated"])
    yield "modal-details-private", modal.details_modal(PENDING["private"])
    yield "modal-review", modal.review_modal(high, reason_required=True)
    yield "modal-review-optional", modal.review_modal(PENDING["cut"], reason_required=False)
    yield "modal-review-too-long", modal.review_modal(endless, reason_required=True)
    yield "modal-error", modal.error_view()
    yield from lists.views()
    yield from own.views()
    yield from forms.views(RESTART, settled("emergency"))
    yield from questions.views(BEN, AT)
    yield "modal-new-task", task.new_task("C0PAY")
    yield "modal-new-task-anywhere", task.new_task()
    yield "modal-hand-over", task.hand_over(BEN, "p99 is 8 s\n*now* <!here>", "kept-name")
    yield "modal-hand-over-app", task.hand_over(OTTO, "failed: " + "x" * 5000, "kept-name")


ALL_OUTCOMES: frozenset[Outcome] = frozenset(state.outcome for state in SETTLED.values())
