"""Cards of plans in every state, and the modals that read them."""

from collections.abc import Iterator
from dataclasses import replace

from blocks import card, modal, plain
from blocks.views import ApprovalCard, PlanStep, Settled

Payload = dict[str, object]

LOOK = PlanStep(
    title="look at checkout",
    tool="k8s.status",
    arguments=(("deployment", '"checkout-api"'),),
    risk="read",
    asked=False,
)
SCALE = PlanStep(
    title="scale checkout-api to 6",
    tool="k8s.scale",
    arguments=(("deployment", '"checkout-api"'), ("replicas", "6")),
    risk="high",
    will_do="Starts 2 more pods",
    target="prod-eu / payments / checkout-api",
    undo="Scale it back",
    says="Two more pods carry the evening's load.",
)
RESTART = replace(
    SCALE,
    title="restart <checkout-api> *now*",
    tool="k8s.rollout_restart",
    risk="medium",
    arguments=(("deployment", '"checkout-api"'),),
    undo=None,
    says=None,
)
LONG = replace(SCALE, arguments=(("sql", '"' + "select 1; " * 600 + '"'), ("dry_run", "false")))


def cards(one: ApprovalCard, approved: Settled) -> dict[str, ApprovalCard]:
    """By name; `one` is an ordinary card, `approved` how it was approved."""
    steps = (LOOK, SCALE, RESTART)
    pending = replace(
        one,
        title="a plan of 3 steps: look at checkout, scale checkout-api to 6, restart checkout-api",
        risk="high",
        reasoned=True,
        will_do=None,
        target=None,
        undo=None,
        unusual="step 2: replicas 6, usually 2-4 (last 30 runs)",
        unmentioned=("step 2 replicas",),
        tool="propose_plan",
        arguments=(),
        steps=steps,
    )
    medium = replace(pending, risk="medium", reasoned=False, steps=(RESTART, RESTART))
    until = (one.deadline or 0) + 600
    going = replace(pending, state=approved, going=True, plan_until=until)
    done = (replace(LOOK, state="done"), replace(SCALE, state="done", text="6 of 6 pods ready"))
    return {
        "pending": pending,
        "pending-medium": medium,
        "pending-cut": replace(medium, steps=(LONG, RESTART)),
        "pending-private": replace(pending, private=True),
        "pending-ten": replace(pending, steps=(LONG,) * 10),
        "running": replace(going, steps=(*done, replace(RESTART, state="running"))),
        "done": replace(
            going, going=False, steps=(*done, replace(RESTART, state="done", text="restarted"))
        ),
        "over": replace(
            going,
            going=False,
            over="step 2 failed",
            steps=(done[0], replace(SCALE, state="failed", text="no quota"), RESTART),
        ),
        "unclear": replace(
            going,
            going=False,
            over="people wrote in the thread after it was approved",
            steps=(
                replace(LOOK, state="ready"),
                replace(SCALE, state="unknown"),
                replace(RESTART, state="not_run"),
            ),
        ),
    }


def messages(one: ApprovalCard, approved: Settled) -> Iterator[tuple[str, Payload]]:
    """Their messages by name."""
    for name, view in cards(one, approved).items():
        yield f"card-plan-{name}", card.approval_card(view)
        yield f"plain-plan-{name}", plain.plain_card(view)


def views(one: ApprovalCard, approved: Settled) -> Iterator[tuple[str, Payload]]:
    """Their modals by name."""
    drawn = cards(one, approved)
    yield "modal-plan-review", modal.review_modal(drawn["pending"], reason_required=True)
    yield "modal-plan-review-long", modal.review_modal(drawn["pending-cut"], reason_required=False)
    yield (
        "modal-plan-review-too-long",
        modal.review_modal(drawn["pending-ten"], reason_required=True),
    )
    yield "modal-plan-details", modal.details_modal(drawn["over"])
