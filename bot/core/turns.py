"""The model's turns: what a reply becomes, good or bad, and what a verdict does to a call."""

from collections.abc import Iterable

from bot.core import asking, changed, grants, limiting, plans, questions, timeline
from bot.core import call as calls
from bot.core.call import Call
from bot.core.canon import digest
from bot.core.effects import CallModel
from bot.core.events import Judged, ModelFailed, ModelReplied
from bot.core.replacing import replace
from bot.core.state import Acting, Done, Failed, Flight, Hold, Run, Say, Spent, Thinking
from bot.core.verdicts import Allow, Ask, Refuse

BACKOFF_MS = 1_000  # the first wait; doubled at each try
BACKOFF_MAX_MS = 60_000

NOBODY_ASKED = "a question is put to people, and the policy named nobody; it was not asked"

NUDGES = {
    "blank": "Your reply was empty. Answer the person, or call a tool.",
    "length": "Your reply was cut off at its length limit, so nothing of it was run. "
    "Send it again, whole and shorter.",
}
ASK_PROPERLY = (
    "Your reply asks a person something, and nobody was shown it. If the answer changes what you "
    "do, ask with askUser, so that they can answer it. If it doesn't, give your answer without the "
    "question."
)
UNREAD = "The last message came while you were writing this, so you had not read it. Go on with it."
OUTDATED = (
    "People changed or took back words while you were writing this, so nothing of it was run. "
    "Go on from what they say now."
)
GAVE_UP = {
    "blank": "The model gave empty replies, so I stopped. Nothing more was run. Ask again, perhaps "
    "in other words.",
    "length": "The model's replies were cut off at their length limit, so I stopped. Nothing of "
    "them was run. Ask for a smaller step.",
}


def replied(run: Run, event: ModelReplied) -> Run:
    """A whole reply for the current turn; one for another turn changes nothing.

    Nor does one of an attempt that was given up: a newer one may know more of what people said.
    """
    flight = next((f for f in run.flights if f.attempt == event.attempt), None)
    if flight is None:
        return run
    run = landed(run, "model", event.attempt)
    if not isinstance(run.phase, Thinking) or event.turn != run.turn:
        return run
    upto = flight.effect.upto if isinstance(flight.effect, CallModel) else run.lines
    unread = upto + run.muted < run.lines
    used = (run.tokens[0] + event.tokens[0], run.tokens[1] + event.tokens[1])
    run = replace(run, tokens=used, steps=run.steps + 1, agent_says=event.says)
    if event.finish == "length":
        return _bad(run, "length")
    if event.refused or event.finish == "content_filter":
        return _rest(asking.say(run, "declined"), unread=unread, declined=True)
    if event.calls and upto < run.amended:
        return replace(run, turn=run.turn + 1, bad_replies=0)
    return _act(run, event) if event.calls else _said(run, event, unread=unread)


def _said(run: Run, event: ModelReplied, *, unread: bool) -> Run:
    """A reply without calls: the answer, unless there is something wrong with it."""
    if event.blank:
        return _unanswered(run) if run.closing else _bad(run, "blank")
    if event.asks and _can_ask(run):
        return replace(run, sent_back=True, turn=run.turn + 1)
    return _rest(_answer(run), unread=unread)


def failed(run: Run, event: ModelFailed, at: int) -> Run:
    """A model call failed: it is held back for a while, or the run fails in words."""
    if all(f.attempt != event.attempt for f in run.flights):
        return run
    if not isinstance(run.phase, Thinking) or event.turn != run.turn:
        return landed(run, "model", event.attempt)
    hold = next((h for h in run.holds if h.key == "model"), Hold("model", 0, 0))
    run = landed(run, "model", event.attempt)
    times = hold.failed + 1
    if event.retry_ms is None:
        return fail(run, event.words)
    if times >= run.limits.max_model_tries:
        return fail(run, event.words, "max_model_tries")
    return held(run, "model", at, hold.tries + 1, event.retry_ms, failed=times)


def fail(run: Run, words: str, limit: Spent = "") -> Run:
    """The run can't go on and says so; `limit` is the one that ends it, if one does."""
    return replace(asking.say(run, "failed", words=words), phase=Failed(words), limit=limit)


def out_of_steps(tools: Iterable[str], steps: int) -> str:
    """Told to the model in place of the results of calls for which no step is left."""
    named = ", ".join(dict.fromkeys(tools))
    return (
        f"You have used your {steps} {_steps(steps)}, so the calls of your last reply ({named}) "
        "were not run, and you can't make any more. Answer the person now with what you have. Say "
        "what is done, and what is left undone."
    )


def judged(run: Run, event: Judged, at: int) -> Run:
    """The gate's verdict on a proposed call."""
    call = run.call(event.call)
    if call is None or not isinstance(call.state, calls.Proposed):
        return run
    call = replace(
        call,
        args=event.args,
        bad=event.bad,
        digest=digest(call.tool, event.args),
        idempotent=event.idempotent,
        cancellable=event.cancellable,
        tool_digest=event.tool_digest,
        changes=changed.joined(call.changes, event.changes),
        sensitive=event.sensitive,
        grant="",  # that of an earlier verdict
        plan="",
    )
    run = asking.with_call(run, call)
    match event.verdict:
        case Allow() if questions.asks(call.tool):
            # People are asked or nobody is: there is nothing to run.
            moved = calls.refuse(call, "refused", NOBODY_ASKED, at)
        case Allow() if event.plan:
            moved = calls.agree(call, None, at)
        case Allow(grant=grant, plan=plan):
            moved = calls.allow(replace(call, grant=grant, plan=plan), at, event.policy)
            run = plans.taken(grants.used(run, grant) if grant else run, call)
        case Refuse(reason=reason, limit=limit) as refused:
            why = "limit" if limit else "refused"
            moved = calls.refuse(call, "invalid" if event.bad else why, reason, at)
            run = limiting.told(run, call.tool, event, reason) if refused.told else run
        case Ask(spec=spec):
            if call.digest in run.denied:
                reason = "this very action was rejected in this run; it isn't asked again"
                moved = calls.refuse(call, "rejected", reason, at)
            else:
                return asking.ask(run, call, event, spec, at)
    return asking.with_call(run, moved) if moved else run


def settled_turn(run: Run) -> Run:
    """When all calls of the turn are settled, it is the model's turn again."""
    if not isinstance(run.phase, Acting) or any(not c.settled for c in run.calls):
        return run
    return replace(run, phase=Thinking(), turn=run.turn + 1)


def landed(run: Run, key: str, attempt: str) -> Run:
    """The run without that flight, and without the hold that it ended."""
    flights = tuple(f for f in run.flights if f.attempt != attempt)
    return replace(run.freed(key), flights=flights)


def held(run: Run, key: str, at: int, tries: int, wait_ms: int, *, look: bool = False,
         failed: int = 0) -> Run:  # fmt: skip
    """The run with an effect held back: for the wait that was named, else longer at each try."""
    wait = wait_ms or min(BACKOFF_MS * 2 ** min(tries - 1, 10), BACKOFF_MAX_MS)
    hold = Hold(key, at + wait, tries, look, failed)
    return replace(run, holds=(*run.freed(key).holds, hold))


def began_model(run: Run, flight: Flight) -> Run:
    """The model reads all that was said: whoever spoke last now steers."""
    if isinstance(flight.effect, CallModel):
        return replace(run, steerer=run.spoke, read=max(run.read, flight.effect.upto), muted=0)
    return run


def _act(run: Run, event: ModelReplied) -> Run:
    if run.steps > run.limits.max_steps:
        return _unanswered(run) if run.closing else _close(run)
    made = tuple(
        Call(id=f"c{run.made_calls + n}", tool=c.name, args=c.arguments, digest="")
        for n, c in enumerate(event.calls, 1)
    )
    # A result that may still come from an attempt given up long ago is to be told.
    kept = tuple(c for c in run.calls if c.lost and not c.idempotent)
    number = run.made_calls + len(made)
    asked = {request.call: request.id for request in run.requests}
    gone = tuple(c for c in run.calls if c not in kept)
    return replace(
        run,
        phase=Acting(),
        calls=(*kept, *made),
        made_calls=number,
        bad_replies=0,
        display=timeline.archived(run.display, gone, asked),
    )


def _close(run: Run) -> Run:
    """The steps are used up: none of the calls is made, and the model answers without tools."""
    return replace(run, limit="max_steps", turn=run.turn + 1, bad_replies=0)


def _unanswered(run: Run) -> Run:
    steps = run.limits.max_steps
    return fail(
        run,
        f"I stopped after {steps} {_steps(steps)} without an answer; the last calls were not run. "
        "Say what to do next, or ask for a smaller task.",
        "max_steps",
    )


def _can_ask(run: Run) -> bool:
    """Whether an answer that asks something is sent back, once, to be asked properly."""
    left = run.limits.ask_user and run.questions < run.limits.max_questions
    return left and not run.sent_back and not run.closing


def _answer(run: Run) -> Run:
    number, steps = run.made_says + 1, run.limits.max_steps
    foot = ""
    if run.closing:
        foot = (
            f"Stopped after {steps} {_steps(steps)}, the limit of one task: something may be left "
            "undone. Say what to do next, and I go on."
        )
    answer = Say(f"s{number}", "answer", line=run.lines, words=foot, mention=True)
    return replace(run, says=(*run.says, answer), made_says=number, bad_replies=0)


def _rest(run: Run, *, unread: bool, declined: bool = False) -> Run:
    """The run is done, unless a person said more while the model was writing."""
    if unread:
        return replace(run, turn=run.turn + 1)
    return replace(run, phase=Done(declined))


def _bad(run: Run, why: str) -> Run:
    bad = run.bad_replies + 1
    if bad >= run.limits.max_bad_replies:
        return fail(run, GAVE_UP[why], "max_bad_replies")
    return replace(run, bad_replies=bad, bad_why=why, turn=run.turn + 1)


def _steps(count: int) -> str:
    return "step" if count == 1 else "steps"
