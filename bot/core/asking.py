"""Requests: making one, settling one, and what that does to its call."""

from bot.core import batching, questions
from bot.core import call as calls
from bot.core.call import Call
from bot.core.events import Judged, Shown, UnsureNumbered
from bot.core.ids import Who
from bot.core.replacing import replace
from bot.core.request import ASKERS, QUOTES, Click, Copy, Quote, Request
from bot.core.state import Acting, Note, NoteKind, Run, Say, SayKind, Thinking
from bot.core.terms import MAX_DEADLINE_S, AskSpec
from bot.core.verdicts import Ask

NOTE_MS = 30 * 60 * 1000  # a response_url lives that long; a later word would come too late


ASKING = ("reminder", "escalated")  # posts that call people to a card


def with_call(run: Run, call: Call) -> Run:
    """The run with that call replaced."""
    return replace(run, calls=tuple(call if c.id == call.id else c for c in run.calls))


def with_request(run: Run, request: Request, *, drawn: bool = True) -> Run:
    """The run with that request replaced; `drawn`: its card's picture changed."""
    if drawn:
        request = replace(request, draws=request.draws + 1)
    run = replace(run, requests=tuple(request if r.id == request.id else r for r in run.requests))
    holder = batching.holder(run, request)
    return with_request(run, holder) if drawn and holder.id != request.id else run


def say(run: Run, kind: SayKind, *, request: str | None = None, words: str = "",
        by: Who | None = None, to: Who | None = None) -> Run:  # fmt: skip
    """The run with one more post owed in its thread."""
    number = run.made_says + 1
    mention = kind in ("decision", "failed", "unasked", "late_result", "limit")
    made = Say(f"s{number}", kind, request=request, words=words, mention=mention, by=by, to=to)
    return replace(run, says=(*run.says, made), made_says=number)


def note(run: Run, click: Click, kind: NoteKind, words: str = "") -> Run:
    """The run with a private word owed to whoever clicked."""
    made = Note(click.id, click.by, kind, click.request or None, click.at + NOTE_MS, words)
    return replace(run, notes=(*(n for n in run.notes if n.key != made.key), made))


def ask(run: Run, call: Call, event: Judged, spec: AskSpec, at: int) -> Run:
    """A request for one gated call; the call waits for it."""
    request_id = f"{run.id}.{run.made_requests + 1}"
    waiting = calls.wait(call, request_id)
    if waiting is None:
        return run
    request = _request(run, call, event, spec, at)
    question = request.kind == "question"
    made = replace(
        run,
        requests=(*run.requests, request),
        made_requests=run.made_requests + 1,
        asked=run.asked + (not question),
        questions=run.questions + question,
    )
    return batching.joined(with_call(made, waiting), request)


def ask_what_happened(run: Run, call: Call, event: UnsureNumbered, at: int) -> Run:
    """A request about a call whose result was lost; with nobody to ask, it is left as it is."""
    request_id = f"{run.id}.{run.made_requests + 1}"
    asked = calls.ask_what_happened(call, request_id)
    if asked is None or not isinstance(call.state, calls.Unsure):
        return run
    if not isinstance(event.verdict, Ask):
        left = calls.leave(call, at)
        return with_call(run, left) if left else run
    spec = replace(event.verdict.spec, deadline_s=MAX_DEADLINE_S, reminders_s=())
    request = replace(
        _request(run, call, event, spec, at),
        kind="unsure",
        started_at=call.state.at,
        until=call.state.until,
    )
    made = replace(run, requests=(*run.requests, request), made_requests=run.made_requests + 1)
    return with_call(made, asked)


def remind(run: Run, request: Request) -> Run:
    """A reminder is owed, unless one is already that calls the same people to its card."""
    together = {r.id for r in batching.peers(run, request)}
    if any(s.kind == "reminder" and s.request in together for s in run.says):
        return run
    return say(run, "reminder", request=request.id)


def escalate(run: Run, request: Request) -> Run:
    """The next tier may decide too, and is told; nothing changes where there is none."""
    if request.tier >= len(request.spec.next):
        return run
    joined = request.later[request.tier] if request.tier < len(request.later) else ()
    able = (*request.able, *(who for who in joined if not any(map(who.same, request.able))))
    run = with_request(run, replace(request, tier=request.tier + 1, able=able))
    together = {r.id for r in batching.peers(run, run.request(request.id) or request)}
    # One post for all of a card that wait for the same people, in the newest words.
    says = (s for s in run.says if not (s.kind in ASKING and s.request in together))
    run = replace(run, says=tuple(says))
    return say(run, "escalated", request=request.id)


def hushed(run: Run, request: Request) -> Run:
    """The run that asks nobody to decide a request any more.

    What was to be said for several of a batch is said of one that is still open.
    """
    together = batching.peers(run, request)
    other = next((r.id for r in together if r.ended is None and r.id != request.id), None)
    says = list[Say]()
    for one in run.says:
        if one.kind not in ASKING or one.request != request.id:
            says.append(one)
        elif other is not None:
            says.append(replace(one, request=other))
    return replace(run, says=tuple(says))


def adopt(request: Request, copy: Copy | None) -> Request | None:
    """The request with a copy that wasn't on record, or None if it was (or isn't one)."""
    if copy is None or any(_same(copy, known) for known in request.copies):
        return None
    return replace(request, copies=(*request.copies, Copy(copy.channel, copy.ts)))


def quoted(run: Run, quote: Quote) -> Run:
    """The run with a person's words kept for its cards, and open cards saying so."""
    first, rest = run.quotes[:1], run.quotes[1:]
    run = replace(run, quotes=(*first, *(*rest, quote)[-(QUOTES - 1) :]), spoke=quote.by)
    return newer(run, quote)


def newer(run: Run, quote: Quote) -> Run:
    """The run whose open cards say that something came after them."""
    for request in run.requests:
        if request.ended is None and request.kind == "approval":
            count = request.since[0] + 1
            run = with_request(run, replace(request, since=(count, quote)))
    return run


def ask_again(run: Run, request: Request) -> Run:
    """The same action may be asked once more; a run that had ended is taken up again."""
    denied = tuple(d for d in run.denied if d != request.digest)
    return taken_up(replace(run, denied=denied))


def taken_up(run: Run) -> Run:
    """A person wants more: the steps count anew, and a run that had ended goes on.

    It goes on if its thread is still its own, and once its calls that are out are settled.
    """
    run = replace(run, steps=0, limit="", sent_back=False, unasked=0)
    if run.live:
        return run
    run = replace(run.freed("model"), indexed=False, bad_replies=0, bad_why="")
    if any(not c.settled for c in run.calls):
        return replace(run, phase=Acting())
    return replace(run, phase=Thinking(), turn=run.turn + 1)


def _request(
    run: Run, call: Call, event: Judged | UnsureNumbered, spec: AskSpec, at: int
) -> Request:
    shown = event.shown or Shown(f"run {call.tool}")
    earlier = next((r for r in reversed(run.requests) if r.call == call.id), None)
    return Request(
        id=f"{run.id}.{run.made_requests + 1}",
        number=event.number,
        kind="question" if questions.asks(call.tool) else "approval",
        call=call.id,
        revision=1,
        spec=spec,
        title=shown.title,
        will_do=shown.will_do,
        target=shown.target,
        undo=shown.undo,
        tool=call.tool,
        args=call.args,
        digest=call.digest,
        policy=event.policy,
        policy_number=event.policy_number,
        quotes=run.quotes,
        agent_says=run.agent_says,
        unusual=event.unusual if isinstance(event, Judged) else "",
        able=event.able,
        later=event.later if isinstance(event, Judged) else (),
        at=spec.route,
        tier=event.verdict.tier if isinstance(event.verdict, Ask) else 0,
        authors=(run.requester, run.steerer, *_editors(run, call)),
        asked_at=at,
        deadline=at + spec.deadline_s * 1000,
        turn=run.turn,
        # The model is told of a person's changes with the result, however often people are asked.
        changes=earlier.changes if earlier else (),
        edited_by=earlier.edited_by if earlier else None,
        plan=event.plan if isinstance(event, Judged) else (),
    )


def _editors(run: Run, call: Call) -> tuple[Who, ...]:
    """Whose edits are in it: also when the model proposes anew what somebody had made of a call."""
    same = (r for r in run.requests if r.call == call.id or r.digest == call.digest)
    found = (who for request in same for who in request.authors[ASKERS:])
    return tuple({who.key: who for who in found}.values())


def _same(one: Copy, other: Copy) -> bool:
    return one.channel == other.channel and one.ts == other.ts
