"""The audit lines that one step of a run leaves, and their hash chain (promise 10).

The lines of one step are a link of the chain: the first names by SHA-256 all of the link before.
The fence makes the chain exclusive to its worker.
"""

import json
from hashlib import sha256
from typing import Any

from bot.core import sensitive
from bot.core.amends import Deleted, Edited
from bot.core.call import (
    Call,
    Finished,
    Proposed,
    Ready,
    Refused,
    Started,
    Unsure,
    Waiting,
)
from bot.core.events import Asked, Checked, Clicked, Entry, ToolDone
from bot.core.ids import Who
from bot.core.request import Request
from bot.core.sensitive import recorded
from bot.core.state import Run, Stopped
from bot.engine.audit_plans import stepped
from bot.engine.audit_questions import answer, asked, kind, named
from bot.mask import mask

_SWITCHED = {"switch_ask": "asked for", "switched_off": "switched off", "switched_on": "turned on"}
_ASIDES = {"asked_requester": "requester asked", "handed_over": "request handed over"}
_ANSWERS = ("status", "noted")  # notes that refuse nothing


def chained(head: str, facts: list[dict[str, Any]]) -> tuple[list[str], str]:
    """The lines that say `facts`, in one link, and the new head of the chain."""
    if not facts:
        return [], head
    said = [{**facts[0], "prev": head}, *facts[1:]]
    lines = [json.dumps(one, ensure_ascii=False, separators=(",", ":")) for one in said]
    return lines, _hash(lines)


def unbroken(lines: tuple[str, ...]) -> bool:
    """Whether each link names the one before it; a line without a name belongs to the last link."""
    link: list[str] = []
    for line in lines:
        facts = json.loads(line)
        if "prev" not in facts and link:
            link.append(line)
        elif facts.get("prev") == (_hash(link) if link else ""):
            link = [line]
        else:
            return False
    return True


def _hash(link: list[str]) -> str:
    """No line has a line break in it, so the lines of a link can't be parted in another way."""
    return sha256("\n".join(link).encode()).hexdigest()


def facts(before: Run | None, after: Run, entry: Entry) -> list[dict[str, Any]]:
    """What this event puts on the record: calls, decisions, refused attempts, stops."""
    base = {"at": entry.at, "run": after.id, "number": after.number}
    found: list[dict[str, Any]] = []
    if isinstance(entry.event, Asked):
        handed = entry.event.handed
        written = {"written_by": handed.by.user} if handed else {}
        found.append({"what": "asked", "by": entry.event.by.user, "ts": entry.event.ts, **written})
    if before is not None:
        found.extend(_amended(before, after, entry))
        found.extend(_calls(before, after))
        found.extend(_late(before, after, entry))
        found.extend(_requests(before, after, entry))
        found.extend(_asides(before, after))
        found.extend(_refused(before, after, entry))
        found.extend(_stopped(before, after))
        found.extend(_switched(before, after))
    return [{**base, **{k: v for k, v in one.items() if v not in ("", None)}} for one in found]


def _calls(before: Run, after: Run) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for call in after.calls:
        old = before.call(call.id)
        if old is None or old.state == call.state or old.state.kind == call.state.kind:
            continue
        found.append(
            {
                "what": f"call {call.state.kind}",
                "call": call.id,
                "tool": call.tool,
                **_exactly(old, call),
                **_details(call),
            }
        )
    return found


def _exactly(old: Call, call: Call) -> dict[str, Any]:
    """What is called, when it is judged and when it starts; the record outlives the run.

    The arguments that the digest stands for are said once a call; secrets in them are hidden.
    """
    judged = isinstance(old.state, Proposed)
    args = {"args": recorded(call.args, call.sensitive)} if judged and not call.bad else {}
    if judged and call.changes:
        args["changed"] = _changed(call)
    digest = {"digest": call.digest} if judged or isinstance(call.state, Started) else {}
    return digest | args


def _changed(call: Call) -> dict[str, Any]:
    """What the review changed: each argument's value as the model sent it, where people may see it.

    `null` if the model didn't send it.
    """
    sent = {change.name: json.loads(change.before or "null") for change in call.changes}
    return recorded(json.dumps(sent), call.sensitive)


def _late(before: Run, after: Run, entry: Entry) -> list[dict[str, Any]]:
    """A result that came too late to count."""
    event = entry.event
    if not isinstance(event, ToolDone):
        return []
    old, call = before.call(event.call), after.call(event.call)
    if old is None or call is None or old.state != call.state or old.lost == call.lost:
        return []
    return [{"what": "late result", "call": call.id, "attempt": event.attempt, "ok": event.ok}]


def _stopped(before: Run, after: Run) -> list[dict[str, Any]]:
    if not isinstance(after.phase, Stopped) or not before.live:
        return []
    return [{"what": "run stopped", "by": after.phase.by.user if after.phase.by else None}]


def _switched(before: Run, after: Run) -> list[dict[str, Any]]:
    """What was switched off or on in the thread, or asked to be on again."""
    known = {say.key for say in before.says}
    return [
        {"what": f"{say.words} {_SWITCHED[say.kind]}", "by": say.by.user}
        for say in after.says
        if say.key not in known and say.kind in _SWITCHED and say.by is not None
    ]


def _amended(before: Run, after: Run, entry: Entry) -> list[dict[str, Any]]:
    """A message that was corrected or deleted, of those that the run had taken."""
    if after.heard == before.heard:
        return []
    match entry.event:
        case Edited(ts=ts, by=by):
            return [{"what": "message corrected", "by": by.user, "ts": ts}]
        case Deleted(ts=ts):
            return [{"what": "message deleted", "ts": ts}]
        case _:
            return []


def _details(call: Call) -> dict[str, Any]:
    match call.state:
        case Ready(request=request, policy=policy):
            return {"by": request or call.plan or call.grant or "policy", "policy": policy}
        case Waiting(request=request) | Unsure(request=request):
            return {"request": request}
        case Started(attempt=attempt):
            return {"attempt": attempt}
        case Finished(ok=ok):
            return {"ok": ok}
        case Refused(why=why, reason=reason):
            # What people said stands with their decision; the policy has no line of its own.
            return {"why": why, "reason": mask(reason) if why in ("refused", "limit") else ""}
        case Proposed():
            return {}


def _requests(before: Run, after: Run, entry: Entry) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for request in after.requests:
        old = before.request(request.id)
        if old is None:
            spec = request.spec
            found.append(
                {**named(request), "what": asked(request), "rule": spec.rule,
                 "digest": request.digest, "policy": request.policy,
                 "steps": [step.digest for step in request.plan] or None}
            )  # fmt: skip
            found.extend(_edit(request) for old in after.requests if _replaced(old, request))
            continue
        found.extend(stepped(old, request))
        found.extend(_passed(old, request))
        found.extend(_for_a_while(old, request, entry))
        found.extend(_looked_at(old, request, entry))
        edited = request.revision != old.revision
        if edited:
            found.append(_edit(request))
        for vote in request.votes[0 if edited else len(old.votes) :]:
            found.append({**named(request), "what": "approval", "by": vote.who.user,
                          "person": vote.person, "reason": vote.reason,
                          **_right(entry, vote.who)})  # fmt: skip
        if request.ended is not None and request.ended != old.ended:
            ended = request.ended
            found.append(
                {**named(request), "what": f"{kind(request)} {ended.outcome}",
                 "by": ended.by.user if ended.by else None, "reason": ended.reason,
                 "digest": request.digest, **answer(ended), **_right(entry, ended.by)}
            )  # fmt: skip
    return found


def _right(entry: Entry, who: Who | None) -> dict[str, Any]:
    """What gave somebody the right at the click: roles, and live sets as they were read."""
    facts = entry.event.facts if isinstance(entry.event, Checked) else None
    if facts is None or who is None or not facts.who.same(who):
        return {}
    return {"roles": list(facts.roles) or None, "sets": list(facts.sets) or None}


def _edit(request: Request) -> dict[str, Any]:
    """What the call is now: whoever had said yes had said it to something else."""
    by = request.edited_by
    return {
        **named(request), "what": "request edited", "by": by.user if by else None,
        "revision": request.revision, "digest": request.digest, "policy": request.policy,
        "args": sensitive.recorded(request.args, request.spec.sensitive),
    }  # fmt: skip


def _replaced(old: Request, request: Request) -> bool:
    """Whether a request took that one's place, by an edit."""
    ended = old.ended
    return ended is not None and (ended.outcome, ended.instead) == (
        "superseded", str(request.number)
    )  # fmt: skip


def _passed(old: Request, request: Request) -> list[dict[str, Any]]:
    """Who has just said that they can't take it."""
    new = [who for who in request.declined if who not in old.declined]
    return [{**named(request), "what": "can't take it", "by": who.user} for who in new]


def _for_a_while(old: Request, request: Request, entry: Entry) -> list[dict[str, Any]]:
    """A yes for a while: given until when, and taken back or over."""
    grant, before = request.grant, old.grant
    if grant is None:
        return []
    if before is None:
        by = request.ended.by if request.ended else None
        return [{**named(request), "what": "allowed for a while", "by": by.user if by else None,
                 "until": grant.until, "digest": request.digest, **_right(entry, by)}]  # fmt: skip
    if grant.revoked_at and not before.revoked_at:
        by = grant.revoked_by
        what = "taken back" if by else "over"
        return [{**named(request), "what": f"allowance {what}", "by": by.user if by else None,
                 "used": grant.used, **_right(entry, by)}]  # fmt: skip
    return []


def _looked_at(old: Request, request: Request, entry: Entry) -> list[dict[str, Any]]:
    """What somebody found who looked at an emergency."""
    found = request.reviewed
    if found is None or old.reviewed is not None:
        return []
    return [
        {**named(request), "what": "emergency reviewed", "by": found.who.user,
         "person": found.person, "reason": found.reason, **_right(entry, found.who)}
    ]  # fmt: skip


def _asides(before: Run, after: Run) -> list[dict[str, Any]]:
    """Questions to the requester, and requests that were handed over."""
    found: list[dict[str, Any]] = []
    for say in after.says:
        request = after.request(say.request or "")
        if say in before.says or request is None or say.kind not in _ASIDES:
            continue
        found.append(
            {**named(request), "what": _ASIDES[say.kind], "by": say.by.user if say.by else None,
             "to": say.to.user if say.to else None, "reason": say.words}
        )  # fmt: skip
    return found


def _refused(before: Run, after: Run, entry: Entry) -> list[dict[str, Any]]:
    """A click that was answered with a refusal."""
    if not isinstance(entry.event, Clicked | Checked):
        return []
    known = {n.key for n in before.notes}
    return [
        {"what": "attempt refused", "request": n.request, "by": n.to.user, "why": n.kind}
        for n in after.notes
        if n.key not in known and n.kind not in _ANSWERS
    ]
