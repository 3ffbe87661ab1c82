"""The transcript: what the model will be told, as lines of JSON in the order they arose.

The state holds none of it. A line is one of `user` (a person's words), `handed` (a message that a
person handed over), `assistant` (text and calls), `result` (of one call), `note` (ours, to the
model), and those of `core/reading`, which say what people did to their words since; `llm/messages`
puts them in the order that the API wants.
"""

import json
from typing import Any

from bot.core import changed, plans, questions, saying
from bot.core.amends import Deleted, Edited
from bot.core.call import Call, Finished, Refused, Why
from bot.core.events import Asked, Checked, Event, ModelReplied, ToolDone
from bot.core.request import Request
from bot.core.state import Run
from bot.core.turns import ASK_PROPERLY, NUDGES, OUTDATED, UNREAD, out_of_steps


def lines(before: Run | None, after: Run, event: Event) -> tuple[str, ...]:
    """The lines that one event adds; how many never depends on texts that the log leaves out."""
    match event:
        case Asked() if before is not None and after.heard == before.heard:
            return ()
        case Asked():
            return _asked(event)
        case Edited() | Deleted() if before is not None:
            changes = (_line(**fields) for fields in saying.lines(before, event))
            return (*changes, *_results(before, after, event))
        case ModelReplied() if before is not None:
            return _reply(before, after, event)
        case _ if before is not None:
            return (*_again(before, after, event), *_results(before, after, event))
        case _:
            return ()


def _asked(event: Asked) -> tuple[str, ...]:
    by, handed = event.by.name or event.by.user, event.handed
    earlier = (_line("note", text=event.earlier),) if event.earlier else ()
    if handed is None:
        return (*earlier, _line("user", by=by, text=event.text))
    author = handed.by.name or handed.by.user
    about = _line("handed", by=author, over=by, text=handed.text)
    return (*earlier, about, _line("user", by=by, text=event.text))


def result_of(call: Call, request: Request | None) -> str:
    """What the model is told of a call that didn't simply run."""
    match call.state:
        case Refused(why=why, reason=reason):
            told: dict[str, Any] = {"outcome": why, **_because(why, reason)}
            if call.changes:
                told["changes"] = changed.listed(call.changes)
            if request is not None and request.ended is not None and request.ended.by is not None:
                told["by"] = request.ended.by.name or request.ended.by.user
            return json.dumps(told, ensure_ascii=False)
        case Finished() if plans.is_plan(call):
            return plans.told(request)
        case Finished() if questions.asks(call.tool) and request is not None:
            return questions.envelope(request)
        case Finished(summary=summary) if request is not None and request.ended is not None:
            by = request.ended.by
            name = (by.name or by.user) if by else ""
            return json.dumps({"outcome": "ran", "by": name, "note": summary}, ensure_ascii=False)
        case _:
            return json.dumps({"outcome": "unknown_outcome"})


def _because(why: Why, reason: str) -> dict[str, str]:
    match why:
        case "invalid":
            return {"error": reason}
        case "guidance" | "answered":
            return {"text": reason}
        case "refused" | "rejected" | "stale" | "limit" | "stopped":
            return {"reason": reason}
        case "unknown_outcome" | "expired":
            return {"reason": reason} if reason else {}
        case "withdrawn" | "superseded":
            return {}


def _reply(before: Run, after: Run, event: ModelReplied) -> tuple[str, ...]:
    if (before.turn, before.phase) == (after.turn, after.phase):
        return ()
    made = {c.id for c in before.calls}
    calls = [
        {"id": c.id, "name": c.tool, "arguments": c.args}
        for c in after.calls
        if c.id not in made and after.phase.kind == "acting"
    ]
    said = (_line("assistant", text=event.text, calls=calls),)
    if after.bad_replies > before.bad_replies:
        return (*said, _line("note", text=NUDGES[after.bad_why]))
    if after.sent_back and not before.sent_back:
        return (*said, _line("note", text=ASK_PROPERLY))
    if after.closing and not before.closing:
        names = (call.name for call in event.calls)
        return (*said, _line("note", text=out_of_steps(names, after.limits.max_steps)))
    if after.phase.kind == "thinking":
        return (*said, _line("note", text=OUTDATED if event.calls else UNREAD))
    return said


def _results(before: Run, after: Run, event: Event) -> tuple[str, ...]:
    open_before = {c.id for c in before.calls if not c.settled}
    return tuple(
        _line("result", call=c.id, text=_text(after, c, event))
        for c in after.calls
        if c.settled and c.id in open_before
    )


def _text(after: Run, call: Call, event: Event) -> str:
    request = next((r for r in reversed(after.requests) if r.call == call.id), None)
    if isinstance(event, ToolDone) and event.call == call.id:
        return changed.prefixed(call.changes, _changed(request) + event.text)
    text = result_of(call, request)
    unrun = isinstance(call.state, Refused) and call.state.why != "unknown_outcome"
    return text if unrun else _changed(request) + text


def _changed(request: Request | None) -> str:
    """A line before a result that says what people changed of the call, and who; "" if nothing."""
    if request is None or not request.changes:
        return ""
    by = request.edited_by
    told = {
        "outcome": "approved_with_changes",
        "changes": changed.listed(request.changes),
        "by": (by.name or by.user) if by else "",
    }
    return f"{json.dumps(told, ensure_ascii=False)}\n"


def _again(before: Run, after: Run, event: Event) -> tuple[str, ...]:
    """Someone pressed *Ask again*: the model is told so, in our words."""
    if not isinstance(event, Checked):
        return ()
    known = {p.click.id for p in after.clicks} | {n.key for n in after.notes}
    asked = [
        p.click for p in before.clicks if p.click.action == "ask_again" and p.click.id not in known
    ]
    found = [(c, after.request(c.request)) for c in asked]
    return tuple(
        _line(
            "note",
            text=f"{click.by.name or click.by.user} asks once more for this, which "
            f"{'failed' if request.result else 'was not run'}: "
            f"{request.tool} with {request.args}. If it still makes sense, call it again.",
        )
        for click, request in found
        if request is not None
    )


def _line(k: str, **fields: Any) -> str:
    return json.dumps({"k": k, **fields}, ensure_ascii=False, separators=(",", ":"))
