"""A plan's steps as its card shows them. Pure; secrets are masked here."""

import json

from blocks.views import ApprovalCard, PlanStep
from bot.core import canon
from bot.core.plans import going, until
from bot.core.replacing import replace
from bot.core.request import Request
from bot.core.steps import Step, Stepped
from bot.mask import mask
from bot.slack import arguments
from bot.slack.pieces import masked, seconds


def with_steps(drawn: ApprovalCard, asked: Request, *, private: bool) -> ApprovalCard:
    """The card of a plan; of what is none the card as it is.

    What the model says of the steps may repeat what was said in private.
    """
    if not asked.plan:
        return drawn
    stepped = {one.step: one for one in asked.stepped}
    return replace(
        drawn,
        steps=tuple(
            _step(step, stepped.get(n), private=private) for n, step in enumerate(asked.plan)
        ),
        going=going(asked),
        plan_until=seconds(until(asked)) if asked.ended else None,
        over=masked(asked.over or None),
        unmentioned=_unmentioned(asked),
        editable=False,
    )


def title_of(asked: Request) -> str:
    """The model's own words for a plan; "" for what is none."""
    if not asked.plan:
        return ""
    return str(canon.parse(asked.args).get("title", ""))


def _step(step: Step, became: Stepped | None, *, private: bool) -> PlanStep:
    return PlanStep(
        title=mask(step.title),
        tool=step.tool,
        arguments=_arguments(step),
        risk=step.risk,
        asked=step.spec is not None,
        will_do=masked(step.will_do),
        target=masked(step.target),
        undo=masked(step.undo),
        says=None if private else masked(step.why or None),
        state=became.state if became else "",
        text=masked(became.summary or None) if became else None,
    )


def _arguments(step: Step) -> tuple[tuple[str, str], ...]:
    given = canon.parse(step.args)
    return tuple(
        (name, arguments.value(name, json.dumps(value, ensure_ascii=False)))
        for name, value in given.items()
    )


def _unmentioned(asked: Request) -> tuple[str, ...]:
    """Arguments of steps whose values stand in nobody's words: `step 2 count`."""
    return tuple(
        f"step {n} {name}"
        for n, step in enumerate(asked.plan, 1)
        for name in arguments.unmentioned(replace(asked, args=step.args))
    )
