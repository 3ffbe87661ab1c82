"""People, policy facts and events for the core's tests: the least that makes each legal."""

from dataclasses import replace
from typing import Literal

from bot.core.canon import canonical, parse
from bot.core.due import due
from bot.core.effects import (
    CallModel,
    Effect,
    PostCard,
    RunTool,
    ShowProgress,
    ShowStatus,
    Tracked,
)
from bot.core.events import (
    Asked,
    Began,
    CardPosted,
    Checked,
    Clicked,
    Entry,
    Event,
    Handed,
    Judged,
    Lost,
    ModelReplied,
    ProposedCall,
    Reacted,
    Shown,
    ToolDone,
    UnsureNumbered,
)
from bot.core.ids import Thread, Who
from bot.core.request import Action, Click, Copy, PersonFacts, Request
from bot.core.run import advance
from bot.core.state import Limits, Run
from bot.core.switches import Switch
from bot.core.terms import Approvers, AskSpec
from bot.core.verdicts import Allow, Ask, Refuse, Verdict

RUN = "3.abc123"
T0 = 1_000_000  # ms at which everything starts
MINUTE = 60_000  # ms
POLICY = "v1"

ANA = Who("T1", "UANA", "Ana Ruiz")  # asks
BEN = Who("T1", "UBEN", "Ben Ode")  # may approve
CHI = Who("T1", "UCHI", "Chi Wu")  # may approve
DEE = Who("T1", "UDEE", "Dee Roy")  # admin
ELI = Who("T1", "UELI", "Eli Kay")  # linked, no role
GUS = Who("T1", "UGUS", "Gus")  # a guest
ROLES = {
    "UANA": ("requester", "approver"),
    "UBEN": ("approver",),
    "UCHI": ("approver",),
    "UDEE": ("admin",),
    "UELI": ("requester",),
}
THREAD = Thread("T1", "C1", "1700000000.000100")

SPEC = AskSpec(
    rule="medium",
    because="calls of medium risk need a person's yes",
    risk="medium",
    approvers=Approvers(roles=("approver",)),
    deadline_s=3600,
    reminders_s=(900, 1800),
)
ALLOW = Allow("reads")
ASK = Ask(SPEC)
ASK_TWO = Ask(replace(SPEC, count=2))
REFUSE = Refuse("the policy refuses it")
ASKS = Ask(
    AskSpec(
        rule="questions",
        because="the agent needs to know this to go on",
        risk="low",
        approvers=Approvers(requester=True),
        exclude_requester=False,
        deadline_s=3600,
        reminders_s=(900,),
        reason_required=False,
    )
)
REGIONS = canonical(parse('{"question": "Which?", "options": ["eu", "us"], "fallback": "eu"}'))
SHOWN = Shown("refund order 1042", "Refunds 12.00", "order 1042", None)
ARGS = canonical(parse('{"order": 1042}'))


def facts(who: Who) -> PersonFacts:
    """What a look-up tells of one of the people above."""
    if who == GUS:
        return PersonFacts(GUS, known=True, guest=True)
    return PersonFacts(who, known=True, person=who.user.lower(), roles=ROLES[who.user])


def asked(text: str = "refund order 1042", by: Who = ANA, ts: str = "1700000000.000100") -> Asked:
    """A message in the thread."""
    return Asked(text=text, by=by, thread=THREAD, ts=ts)


def first(limits: Limits | None = None) -> Asked:
    """The message that starts the run."""
    return replace(asked(), run=RUN, number=778, agent="ops", limits=limits or Limits())


def ordered(text: str = "refund order 1042") -> Asked:
    """A task by command: it has no thread yet."""
    return replace(first(), text=text, thread=replace(THREAD, ts=""), ts="")


def handed_over(text: str = "refund order 1042") -> Asked:
    """A task about Eli's message, handed over by Ana."""
    return replace(first(), text=text, handed=Handed(ELI, "it arrived broken"))


def replied(attempt: str, turn: int, *, text: str = "", calls: int = 0, tool: str = "refund",
            args: str = ARGS, finish: str = "", refused: bool = False) -> ModelReplied:  # fmt: skip
    """A model's reply with so many calls of one tool, or with words."""
    made = finish or ("tool_calls" if calls else "stop")
    assert made in ("stop", "tool_calls", "length", "content_filter")
    return ModelReplied(
        attempt=attempt,
        turn=turn,
        text=text,
        says=text[:300],
        blank=not text.strip(),
        calls=tuple(ProposedCall(tool, args) for _ in range(calls)),
        finish=made,
        refused=refused,
        tokens=(100, 10),
    )


def judged(call: str, verdict: Verdict = ASK, *, idempotent: bool = False, bad: str = "",
           args: str = ARGS, policy: str = POLICY) -> Judged:  # fmt: skip
    """The gate's verdict on a call."""
    asks = isinstance(verdict, Ask)
    return Judged(
        call=call,
        verdict=verdict,
        args=args,
        bad=bad,
        idempotent=idempotent,
        tool_digest="t1",
        policy=policy,
        policy_number=1,
        number=1042,
        shown=SHOWN if asks else None,
        able=(BEN, CHI) if asks else (),
    )


def unsure(call: str, verdict: Verdict = ASK) -> UnsureNumbered:
    """What a card needs that asks what became of a call."""
    return UnsureNumbered(call, 1043, verdict, SHOWN, POLICY, 1, (BEN, CHI))


def click(action: Action, request: str, by: Who = BEN, *, id: str = "", revision: int = 1,
          copy: Copy | None = None, reason: str = "",
          tapped: bool = False, number: int = 0,
          switch: Switch | Literal[""] = "") -> Clicked:  # fmt: skip
    """A click, of an answer on the second option; the fold stamps its time."""
    return Clicked(
        Click(
            id=id or f"{action}-{by.user}",
            action=action,
            request=request,
            revision=revision,
            by=by,
            copy=copy,
            reason=reason,
            tapped=tapped,
            number=number,
            switch=switch,
            option="1" if action == "submit" else "",
        )
    )


def checked(clicked: Clicked, now: Verdict | None = ASK, *, policy: str = POLICY,
            facts_: PersonFacts | None = None) -> Checked:  # fmt: skip
    """The look-up of a click."""
    return Checked(clicked.click.id, facts_ or facts(clicked.click.by), now, policy)


def began(attempt: str, effect: Tracked, at: int = T0) -> Began:
    """The saved start of an effect, claimed for half a minute."""
    return Began(attempt, effect, at + 30_000)


def done(attempt: str, call: str, *, ok: bool = True) -> ToolDone:
    """A tool's result."""
    return ToolDone(attempt, call, ok, f"{attempt} refunded", "refunded 12.00")


def fold(run: Run | None, *events: Event, at: int = T0) -> Run:
    """The run after these events, all at one time."""
    for event in events:
        run = advance(run, Entry(at, event))
    assert run is not None
    return run


def new(limits: Limits | None = None) -> Run:
    """A run that was just asked for, its message acknowledged."""
    return fold(None, first(limits), Reacted(first().ts))


def turn(run: Run, reply: ModelReplied, *, at: int = T0) -> Run:
    """The run after a model turn that gave `reply`."""
    start = began(reply.attempt, CallModel(run.turn, run.lines), at)
    return fold(run, start, replace(reply, turn=run.turn), at=at)


def acting(calls: int = 1, limits: Limits | None = None) -> Run:
    """A run with so many proposed calls, c1 and up."""
    return turn(new(limits), replied("m1", 1, calls=calls))


def owed(run: Run, at: int = T0) -> tuple[Effect, ...]:
    """What is due apart from what only shows progress."""
    return tuple(e for e in due(run, at) if not isinstance(e, ShowProgress | ShowStatus))


def waiting(verdict: Verdict = ASK, *, at: int = T0) -> tuple[Run, Request]:
    """A run whose call c1 waits for people, its card posted."""
    run = fold(acting(), judged("c1", verdict), at=at)
    request = run.requests[-1]
    return card(run, request.id), request


def card(run: Run, request: str, ts: str = "1700000001.000200") -> Run:
    """The run after that request's card was posted in the thread."""
    attempt = f"post-{request}-{ts}"
    found = run.request(request)
    assert found is not None
    return fold(
        run,
        began(attempt, PostCard(request)),
        CardPosted(attempt, request, THREAD.channel, ts, found.draws),
    )


def questioned(verdict: Verdict = ASKS, args: str = REGIONS) -> tuple[Run, Request]:
    """A run whose call c1 asks which region, its card posted."""
    run = turn(new(), replied("m1", 1, calls=1, tool="askUser", args=args))
    run = fold(run, judged("c1", verdict, args=args, idempotent=True))
    request = run.requests[-1]
    return card(run, request.id), request


def decide(run: Run, made: Clicked, now: Verdict | None = ASK, *, at: int = T0) -> Run:
    """The run after a click and its look-up."""
    return fold(run, made, checked(made, now), at=at)


def approved(verdict: Verdict = ASK) -> tuple[Run, Request]:
    """A run whose call c1 was approved by Ben and hasn't started."""
    run, request = waiting(verdict)
    run = decide(run, click("approve", request.id))
    return run, settled(run, request.id)


def lost(verdict: Verdict = ASK) -> tuple[Run, Request]:
    """A run whose approved call was lost under way; answers the open question about it."""
    run, _ = approved(verdict)
    run = fold(run, began("a1", RunTool("c1")), Lost("a1"), unsure("c1", verdict))
    return run, run.requests[-1]


def settled(run: Run, request: str) -> Request:
    """The request, which must have ended."""
    found = run.request(request)
    assert found is not None
    assert found.ended is not None
    return found


def was(request: Request, outcome_: str) -> bool:
    """Whether the request ended so."""
    return request.ended is not None and request.ended.outcome == outcome_


def outcome(run: Run, request: str) -> str:
    """How the request ended."""
    ended = settled(run, request).ended
    assert ended is not None
    return ended.outcome


def state(run: Run, call: str = "c1") -> str:
    """The kind of a call's state, with the reason's kind of a refused one."""
    found = run.call(call)
    assert found is not None
    if found.state.kind == "refused":
        return f"refused {found.state.why}"
    return found.state.kind


def notes(run: Run) -> list[str]:
    """The private words that are owed, oldest first."""
    return [n.kind for n in run.notes]


def says(run: Run) -> list[str]:
    """The posts that are owed in the thread, oldest first."""
    return [s.kind for s in run.says]
