"""Questions at the gate: may the agent ask, is it a question that can be asked, and whom.

Policy speaks of asking tools like of any other, where a rule names one; else whoever asked for the
task is asked. What can't be asked is refused to the model with the reason, and shown to nobody.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from bot.core import canon, form, questions, references
from bot.core.call import Call
from bot.core.events import Judged, Shown
from bot.core.form import limits
from bot.core.policy import Facts, judge, named
from bot.core.questions import Question
from bot.core.replacing import replace
from bot.core.rules import Live, Rule
from bot.core.state import Run
from bot.core.terms import Approvers, AskSpec
from bot.core.verdicts import Allow, Ask, Refuse, Verdict
from bot.engine import able
from bot.engine.gate import Gate

RULE = "questions"  # of the terms that hold where no rule names an asking tool
BECAUSE = "the agent needs to know this to go on"
NO_PAGE = (
    "this can be asked only on a web page (a password, or a form too large for Slack), and there "
    "is none here: SIGNOFF_PUBLIC_URL and SIGNOFF_SECRET_KEY aren't set. Never ask for a password "
    "or a key in another way; say in your answer what an admin has to set"
)
NOT_ASKED = "this agent asks people no questions. Say in your answer what is missing"
NO_CARDS = "cards of your own can't be shown here; ask with askHuman"
ANYONE = Approvers(anyone=True)
REQUESTER = Approvers(requester=True)


@dataclass(frozen=True, slots=True)
class _Asked:
    question: Question
    args: str


async def questioned(
    gate: Gate, run: Run, call: Call, *, number: Callable[[], Awaitable[int]]
) -> Judged:
    """The verdict on a call of an asking tool."""
    try:
        args = canon.parse(call.args)
        asked = _Asked(questions.questioned(call.tool, args), _ordered(args))
        if len(call.args) > limits.LARGE and asked.question.card is None:
            await asyncio.to_thread(form.of, asked.question)
        if problem := references.misplaced(args, ()) or _unaskable(gate, run, asked.question):
            return _bad(call, problem)
    except (canon.BadArguments, form.Unaskable) as error:
        return _bad(call, str(error))
    verdict = _verdict(gate, run, call.tool, asked)
    live = await gate.read(verdict.spec.live if isinstance(verdict, Ask) else ())
    return await _judged(gate, run, call, asked, verdict=_someone(gate, verdict, live),
                         number=number, live=live)  # fmt: skip


async def _judged(
    gate: Gate,
    run: Run,
    call: Call,
    asked: _Asked,
    *,
    verdict: Verdict,
    number: Callable[[], Awaitable[int]],
    live: Live,
) -> Judged:
    judged = Judged(
        call=call.id,
        verdict=verdict,
        args=asked.args,
        idempotent=True,
        policy=gate.policy.version,
        policy_number=gate.policy.number,
    )
    if not isinstance(verdict, Ask):
        return judged
    who = able.able(gate.policy, run, verdict, live)
    if verdict.spec.approvers.requester:
        who = (run.requester, *(one for one in who if not one.same(run.requester)))
    later = able.later(gate.policy, run, verdict, live)
    bare = "a few values" if asked.question.card is None else "a card of the agent's own"
    title = asked.question.text or bare
    return replace(judged, number=await number(), shown=Shown(title), able=who, later=later)


def _verdict(gate: Gate, run: Run, tool: str, asked: _Asked) -> Verdict:
    terms = gate.policy.questions
    if not (terms.asked and gate.policy.human_in_the_loop):
        return Refuse(NOT_ASKED)
    if run.questions >= run.limits.max_questions:
        return Refuse(terms.over, limit=True)
    args = canon.parse(asked.args)
    ruled = _ruled(gate, run, tool, args)
    # The same form by the shorter name: what holds for the longer one holds for it, too.
    if tool == questions.ASK_USER and isinstance(args.get("request"), dict):
        form_ruled = _ruled(gate, run, questions.ASK_HUMAN, args["request"])
        skip = isinstance(ruled, Refuse) or isinstance(form_ruled, Allow)
        ruled = ruled if skip else form_ruled
    match ruled:
        case Ask(spec=spec):
            where = asked.question.channel or spec.route
            spec = replace(spec, route=where, exclude_requester=False, count=1, owners=0,
                           reason_required=False, grants=False)  # fmt: skip
            return replace(ruled, spec=spec)
        case Refuse():
            return ruled
        case _:
            return Ask(_spec(gate, run, asked.question))


def _ruled(gate: Gate, run: Run, tool: str, args: dict[str, Any]) -> Verdict:
    """What the rules that name the tool say of it; a yes where none of them speaks of this call.

    A rule for all tools speaks of what they do: a question does nothing.
    """
    facts = Facts(
        tool, "low", run.requester, steerer=run.steerer, direct=run.thread.direct,
        args=args, channel=run.thread.channel, agent=run.agent,
    )  # fmt: skip
    rules = tuple(r for r in gate.policy.rules if named(_particular(r), facts))
    found = judge(facts, replace(gate.policy, rules=rules)) if rules else Allow(RULE)
    return Allow(RULE) if isinstance(found, Refuse) and not found.rule else found


def _particular(rule: Rule) -> Rule:
    """The rule as far as it names tools, and not simply all."""
    return replace(rule, tools=tuple(glob for glob in rule.tools if glob.strip("*")))


def _spec(gate: Gate, run: Run, question: Question) -> AskSpec:
    """Whoever asked for the task; in an ops channel, where they may not be, anyone linked."""
    terms, where = gate.policy.questions, question.channel
    ops = gate.policy.ops_channels[0] if gate.policy.ops_channels else ""
    return AskSpec(
        rule=RULE,
        because=BECAUSE,
        risk="low",
        approvers=ANYONE if where or question.card is not None else REQUESTER,
        exclude_requester=False,
        deadline_s=terms.within_s,
        reminders_s=terms.reminders_s,
        reason_required=False,
        route=where,
        ops="" if run.thread.direct else ops,
    )


def _unaskable(gate: Gate, run: Run, question: Question) -> str:
    """Why it can't be asked there or so, in words for the model; "" if it can."""
    ops = gate.policy.ops_channels
    if question.channel and question.channel not in ops:
        known = f"; the agent's are: {', '.join(ops)}" if ops else ""
        return f"{question.channel} is none of the agent's ops_channels{known}"
    if question.installation and question.installation not in gate.installations:
        return f"there is no installation {question.installation}"
    if question.card is not None:
        return gate.cards.problem(question, run.requester) if gate.cards else NO_CARDS
    web = question.page or form.of(question).way == "web"
    return NO_PAGE if web and not gate.pages else ""


def _someone(gate: Gate, verdict: Verdict, live: Live) -> Verdict:
    """Nobody is asked where nobody could answer."""
    if not isinstance(verdict, Ask):
        return verdict
    groups = verdict.spec.sets(len(verdict.spec.next))
    known = any(g.requester or g.anyone or gate.policy.members(g, live) for g in groups)
    return verdict if known else Refuse("nobody may answer it; ask an admin to look at the policy")


def _ordered(args: dict[str, Any]) -> str:
    """The arguments as the model wrote them: a form asks for its fields in their order."""
    canon.canonical(args)  # raises for what no arguments may hold
    return json.dumps(args, ensure_ascii=False, separators=(",", ":"))


def _bad(call: Call, words: str) -> Judged:
    words = f"{words}. Nobody was asked."
    return Judged(call=call.id, verdict=Refuse(words), args=call.args, bad=words)
