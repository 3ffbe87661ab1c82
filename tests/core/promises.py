"""What must hold at every step of every history, whatever happened: promises 1 to 4 and more."""

import json
from functools import cache

from bot.core import batching, plans, questions, transcript
from bot.core.call import Call, Finished, Proposed, Ready, Refused, Started, Unsure, Waiting
from bot.core.canon import digest
from bot.core.checkpoint import dump_entry, load_entry
from bot.core.clicks import waits_for_click
from bot.core.due import due, lapsed, over, wake_at
from bot.core.events import (
    Asked,
    Began,
    Checked,
    Entry,
    Judged,
    Lost,
    ModelReplied,
    NotStarted,
    ToolDone,
)
from bot.core.request import Request
from bot.core.run import advance
from bot.core.state import Run, Thinking
from bot.core.terms import in_set
from bot.core.verdicts import Allow

FAR = 10**15  # a time by which every hold is over
VOIDED = {("approved", "stale"), ("approved", "stopped"), ("run_again", "stale"),
          ("run_again", "stopped")}  # fmt: skip


def step(before: Run, entry: Entry) -> Run:
    """The run after the entry; fails if that step breaks a promise."""
    after = advance(before, entry)
    loaded = _loaded(entry)
    if isinstance(entry.event, Asked | ModelReplied | ToolDone):
        assert advance(before, loaded) == after, "the log tells another story"
    else:
        assert loaded == entry
    if after is before or after == before:
        return before
    for call in after.calls:
        _check_call(before.call(call.id), call, before, after, entry)
    gone = {c.id for c in before.calls} - {c.id for c in after.calls}
    assert all(c.settled for c in before.calls if c.id in gone)
    assert [r.id for r in after.requests][: len(before.requests)] == [r.id for r in before.requests]
    for old in before.requests:
        new = after.request(old.id)
        assert new is not None
        _check_request(old, new, before, entry)
    _check_lines(before, after, entry)
    check_state(after, entry.at)
    return after


def check_state(run: Run, now: int) -> None:
    """Fails for a state in which something hangs, is offered twice, or would spin."""
    flying = [f.effect.key for f in run.flights]
    assert len(set(flying)) == len(flying), "two flights for one thing"
    offered = [e.key for e in due(run, now)]
    assert len(set(offered)) == len(offered)
    assert not set(offered) & set(flying), "offered while in flight"
    moving = {e.key for e in due(run, FAR)} | set(flying)
    for call in run.calls:
        _check_open(run, call, moving)
    for request in run.requests:
        if request.ended is None:
            holder = batching.holder(run, request)
            assert holder.copies or f"card:{holder.id}" in moving, "waits on no card"
            assert waits_for_click(run, request) or wake_at(run) is not None
    seen: set[str] = set()
    for pending in run.clicks:
        first = pending.click.request not in seen
        assert pending.facts is None or not first, "a decided click waits for nothing"
        assert pending.facts is not None or f"check:{pending.click.id}" in moving
        seen.add(pending.click.request)
    if isinstance(run.phase, Thinking):
        assert {"model", "index", "opening"} & moving, "nobody thinks"
    assert not over(run) or moving <= {"status", "progress"}
    if any(key.startswith(("card:", "draw:", "say:")) for key in moving):
        assert "progress" not in offered, "progress goes before a card or a word"
    assert all(f"note:{n.key}" in moving for n in run.notes)
    if lapsed(run, now):
        assert wake_at(run) is not None


def _check_open(run: Run, call: Call, moving: set[str]) -> None:
    match call.state:
        case Proposed():
            assert (f"judge:{call.id}" if not run.claim else "claim") in moving
        case Ready() if plans.held(run, call):
            earlier = [c for c in run.calls if c.plan == call.plan and not c.settled]
            assert earlier[0].id != call.id, "waits for no other step"
        case Ready() | Started():
            assert f"tool:{call.id}" in moving
        case Unsure(request=None):
            assert f"unsure:{call.id}" in moving
        case Waiting(request=request) | Unsure(request=str(request)):
            found = run.request(request)
            assert found is not None
            assert found.ended is None, "waits for a request that has ended"
        case _:
            pass
    if not call.settled:
        assert run.phase.kind != "thinking", "the model goes on without a result"


def _check_call(old: Call | None, new: Call, before: Run, after: Run, entry: Entry) -> None:
    if old is None or old.state == new.state:
        return
    assert not old.settled, "a settled call changed"
    assert not _goes(new), "a question was run"
    match new.state:
        case Ready(request=request_id) if isinstance(entry.event, NotStarted | Lost):
            assert isinstance(old.state, Started)
            assert old.state.request == request_id
            assert isinstance(entry.event, NotStarted) or new.idempotent
        case Ready(request=None):
            assert isinstance(entry.event, Judged)
            assert isinstance(entry.event.verdict, Allow)
        case Ready(request=str(request_id)):
            request = after.request(request_id)
            assert request is not None
            assert _says_yes(request, new), "ready without a yes"
        case Started():
            _check_start(old, new, before, entry)
        case Refused(why="expired"):
            assert isinstance(old.state, Waiting)
            assert entry.at > _deadline(before, old.state.request) or _late(before, entry)
        case Finished():
            _check_finished(old, after, entry)
        case _:
            pass


def _goes(call: Call) -> bool:
    """Whether it is a question, and yet is to run or does: it is asked, never run."""
    return questions.asks(call.tool) and isinstance(call.state, Ready | Started | Unsure)


def _check_start(old: Call, new: Call, before: Run, entry: Entry) -> None:
    """Promises 1 and 2: allowed, or a yes to exactly this; promise 4: nothing is out already."""
    assert isinstance(old.state, Ready)
    assert isinstance(entry.event, Began)
    assert new.digest == digest(new.tool, new.args)
    assert not any(f.effect.key == f"tool:{new.id}" for f in before.flights)
    if old.state.request is not None:
        request = before.request(old.state.request)
        assert request is not None
        assert _says_yes(request, new)
    elif new.plan:
        _check_step(new, before, entry.at)


def _check_finished(old: Call, after: Run, entry: Entry) -> None:
    if plans.is_plan(old):
        _check_agreed(old, after, entry)
    elif questions.asks(old.tool):
        assert isinstance(old.state, Waiting)
        request = after.request(old.state.request)
        assert request is not None and request.ended is not None
        assert request.ended.outcome in ("answered", "cancelled", "unanswered")
    else:
        assert not isinstance(old.state, Proposed | Waiting | Ready) or old.lost


def _check_agreed(old: Call, after: Run, entry: Entry) -> None:
    """A plan is agreed to by a yes to exactly its steps, or where none of them needs one."""
    if isinstance(entry.event, Judged):
        assert isinstance(entry.event.verdict, Allow)
        assert all(step.spec is None for step in entry.event.plan)
        return
    assert isinstance(old.state, Waiting)
    request = after.request(old.state.request)
    assert request is not None
    assert _says_yes(request, old)


def _check_step(call: Call, run: Run, at: int) -> None:
    """Promise 2 for a step: a plan that stands, approved with this very call, and once only."""
    plan = run.request(call.plan)
    assert plan is not None
    assert plan.ended is not None
    assert plan.ended.outcome == "approved"
    assert not plan.over
    assert at < plans.until(plan)
    assert plan.digest == digest(plan.tool, plan.args)
    mine = [one.step for one in plan.stepped if one.call == call.id]
    assert len(mine) == 1
    assert plan.plan[mine[0]].digest == call.digest
    before = [one for one in plan.stepped if one.step < mine[0] and plan.plan[one.step].spec]
    assert all(one.state == "done" for one in before), "before an earlier step went well"
    earlier = {n for n in range(mine[0]) if plan.plan[n].spec is not None}
    assert earlier <= {one.step for one in before}, "out of order"
    assert len({one.step for one in plan.stepped}) == len(plan.stepped), "a step went twice"


def _says_yes(request: Request, call: Call) -> bool:
    ended = request.ended
    enough = len({v.person for v in request.votes}) >= request.spec.count
    yes = ended is not None and ended.outcome in ("approved", "run_again")
    return yes and enough and request.call == call.id and request.digest == call.digest


def _check_request(old: Request, new: Request, before: Run, entry: Entry) -> None:
    if old.ended is not None:
        assert new.votes == old.votes, "a vote after the end"
        if new.ended != old.ended:
            assert new.ended is not None
            assert (old.ended.outcome, new.ended.outcome) in VOIDED, "an outcome changed"
            call = before.call(old.call)
            assert call is not None
            never_left = isinstance(entry.event, NotStarted) or isinstance(call.state, Ready)
            assert never_left, "voided after it left"
        return
    if len(new.votes) > len(old.votes):
        _check_vote(old, new, before, entry)
    if new.ended is not None and new.ended.outcome in ("answered", "cancelled"):
        _check_answer(old, new, before, entry)
    if new.ended is not None and new.ended.outcome in ("expired", "unanswered"):
        assert new.ended.by is None
        assert not any(
            p.click.request == old.id and p.click.at <= old.deadline and p.facts is None
            for p in before.clicks
        ), "expired over a click in time"
    if new.ended is not None and new.ended.outcome in ("rejected", "guided"):
        assert new.ended.by is not None
        assert isinstance(entry.event, Checked)


def _check_answer(old: Request, new: Request, before: Run, entry: Entry) -> None:
    """By a person who may, who was in time, and never a permission."""
    assert isinstance(entry.event, Checked)
    ended = new.ended
    assert ended is not None
    assert ended.by is not None
    pending = [p for p in before.clicks if p.click.by == ended.by and p.click.request == old.id]
    assert any(p.click.at <= old.deadline for p in pending), "an answer that came too late"
    if old.kind == "question":
        assert not new.votes
        assert bool(ended.values) is (ended.outcome == "answered")
        stopper = ended.outcome == "cancelled" and "approver" in entry.event.facts.roles
        assert ended.by.same(before.requester) or stopper


def _check_vote(old: Request, new: Request, before: Run, entry: Entry) -> None:
    assert isinstance(entry.event, Checked)
    looked_up = entry.event.facts
    for vote in new.votes[len(old.votes) :]:
        assert not (old.spec.exclude_requester and any(vote.who.same(a) for a in old.authors))
        pending = [p for p in before.clicks if p.click.by == vote.who and p.click.request == old.id]
        assert any(p.click.at <= old.deadline for p in pending), "a yes that came too late"
        known = [p.facts for p in pending if p.facts]
        roles = [f.roles for f in (*known, looked_up) if f.who == vote.who]
        assert any(in_set(old.spec.approvers, vote.person, r) for r in roles)


def _check_lines(before: Run, after: Run, entry: Entry) -> None:
    """The transcript grows as counted, with exactly one result for a call, when it settles."""
    lines = [json.loads(line) for line in transcript.lines(before, after, entry.event)]
    assert after.lines == before.lines + len(lines)
    told = [line["call"] for line in lines if line["k"] == "result"]
    now = [c.id for c in after.calls if c.settled and not _was_settled(before, c)]
    assert told == now


def _was_settled(before: Run, call: Call) -> bool:
    old = before.call(call.id)
    return old is None or old.settled


def _deadline(run: Run, request: str) -> int:
    found = run.request(request)
    assert found is not None
    return found.deadline


def _late(before: Run, entry: Entry) -> bool:
    return any(r.deadline <= entry.at for r in before.requests)


@cache
def _loaded(entry: Entry) -> Entry:
    return load_entry(dump_entry(entry))
