"""Other arguments for a call that people are asked about: what the gate says of them."""

from bot.core import canon
from bot.core.ids import Who
from bot.core.replacing import replace
from bot.core.request import Request, Revised
from bot.core.rules import Live
from bot.core.state import Run
from bot.core.verdicts import Refuse, Verdict
from bot.engine import able
from bot.engine.gate import Gate
from bot.engine.habits import shown, unusual_line
from bot.engine.marking import marked, norms
from bot.engine.review import Ruling, edit_refused, proposal

NOT_CANONICAL = "the arguments aren't in their one form, so they can't be told from others"


def unfit(gate: Gate, request: Request, args: str) -> str:
    """What is wrong with other arguments for a request's call, in words; "" if nothing is."""
    try:
        plain = canon.canonical(canon.parse(args)) == args
    except canon.BadArguments as error:
        return str(error)
    return gate.wrong(request.tool, args) if plain else NOT_CANONICAL


async def revised(gate: Gate, run: Run, request: Request, args: str, live: Live) -> Revised:
    """What policy and review say of them now; what is wrong with them is no question to either.

    The run's own count is no bar, as at a click.
    """
    bad = unfit(gate, request, args)
    if bad:
        return Revised(Refuse(bad), bad=bad)
    names = gate.sensitive(request.tool)
    asks = await _verdict(gate, run, replace(request, args=args), live)
    verdict = marked(asks, names, gate.toolbox.specs().get(request.tool))
    said = await shown(gate.toolbox, request.tool, args, names)
    unusual = await unusual_line(
        gate.habits, request.tool, args, said.target or "", names, norms(gate.policy, verdict)
    )
    return Revised(
        verdict=verdict,
        title=said.title,
        will_do=said.will_do,
        target=said.target,
        undo=said.undo,
        able=able.able(gate.policy, run, verdict, live),
        later=able.later(gate.policy, run, verdict, live),
        owners=tuple(Who(p.team, p.user) for p in gate.policy.people if "owner" in p.roles),
        unusual=unusual,
        policy_number=gate.policy.number,
    )


async def _verdict(gate: Gate, run: Run, request: Request, live: Live) -> Verdict:
    """The policy's verdict, unless the host's review refuses the edit."""
    verdict = gate.verdict_at_click(run, request, live)
    call, spec = run.call(request.call), gate.toolbox.specs().get(request.tool)
    if gate.reviewer is None or isinstance(verdict, Refuse):
        return verdict
    if call is None or spec is None:
        return Refuse("there is no such call any more")
    ruling, person = Ruling(verdict, request.args, 0, live), gate.policy.person(run.requester)
    made = proposal(run, call, ruling, risk=spec.risk, person=person, lines=())
    return edit_refused(await gate.reviewer.review(made)) or verdict
