"""Facts of a call for the core's verdicts, from the run that it stands in and the toolbox."""

from bot.core import canon, plans
from bot.core.call import Call
from bot.core.plans import Covered
from bot.core.policy import Facts
from bot.core.state import Run
from bot.ports import Toolbox


def facts_of(toolbox: Toolbox, run: Run, tool: str, args: str) -> Facts:
    """What the gate knows of a call with these canonical arguments."""
    spec = toolbox.specs().get(tool)
    return Facts(
        tool=tool,
        risk=spec.risk if spec else None,
        requester=run.requester,
        steerer=run.steerer,
        direct=run.thread.direct,
        args=canon.parse(args),
        channel=run.thread.channel,
        agent=run.agent,
        shares=spec.shares if spec else None,
        off=run.switched_off,
    )


def planned_of(
    toolbox: Toolbox, run: Run, call: Call | None, args: str, now: int
) -> Covered | None:
    """The approved plan of which a call with these canonical arguments is the next step.

    Its tool is as people were shown it.
    """
    spec = toolbox.specs().get(call.tool) if call else None
    if call is None or spec is None:
        return None
    return plans.covered(run, call.id, canon.digest(call.tool, args), spec.digest, now)
