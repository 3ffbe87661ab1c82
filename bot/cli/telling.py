"""Runs and their records as JSON for the drawer of the local Slack. Secrets are hidden as in logs.

Times are ms of Redis TIME, sizes are bytes.
"""

import json
from collections.abc import Iterable, Mapping
from typing import Any, cast

from bot.cli.story import by_whom, stands, told
from bot.core import transcript
from bot.core.checkpoint import TooNewToRead, load_entry
from bot.core.events import Judged
from bot.core.gist import load_about, load_doing
from bot.core.ids import Who
from bot.core.run import NoRun, advance
from bot.core.sensitive import scrubbed, values
from bot.core.state import Run
from bot.engine.audit import unbroken
from bot.mask import HIDDEN, clean, mask
from bot.store.archive import Kept, Shelved

Json = dict[str, Any]

_PHASES = {
    "thinking": "thinking",
    "acting": "at work",
    "done": "done",
    "stopped": "stopped",
    "failed": "failed",
}


def masked(value: object, key: str = "") -> Any:
    """JSON with whatever looks like a secret hidden: all that a field holds whose name says so."""
    if isinstance(value, dict):
        return {k: masked(v, key if _is_secret(key) else k)
                for k, v in cast("dict[str, object]", value).items()}  # fmt: skip
    if isinstance(value, list):
        return [masked(each, key) for each in cast("list[object]", value)]
    if _is_secret(key) and value not in (None, "", True, False):
        return HIDDEN
    return mask(clean(value)) if isinstance(value, str) else value


def _is_secret(key: str) -> bool:
    """Whether a field of this name holds a secret, as `password` does."""
    return key != "" and mask(f"{key}=x") != f"{key}=x"


def runs(shelved: Iterable[Shelved]) -> Json:
    """`{"runs": [{id, number, task, by, channel, thread_ts, asked_at, phase, live, waiting,
    running, parked}]}`, the newest first; `waiting` counts open requests, `running` names tools.

    What a newer version wrote, and what had no commit yet, is left out.
    """
    found: list[Json] = []
    for one in shelved:
        try:
            about, doing = load_about(one.about), load_doing(one.doing)
        except (TooNewToRead, ValueError):
            continue
        found.append(
            {
                "id": one.run,
                "number": about.number,
                "task": mask(clean(about.task)),
                "by": about.requester.user,
                "channel": about.thread.channel,
                "thread_ts": about.thread.ts,
                "asked_at": about.asked_at,
                "phase": "parked" if one.parked else _PHASES[doing.phase],
                "live": doing.live,
                "waiting": doing.waiting,
                "running": list(doing.running),
                "parked": one.parked,
            }
        )
    return {"runs": sorted(found, key=lambda run: (-run["asked_at"], run["id"]))}


def run(kept: Kept) -> Json:
    """`{id, number, agent, by, channel, thread_ts, asked_at, stands, phase, parked, turns, tokens,
    requests, size, steps, unread}`.

    `requests` are `{number, kind, title, asked_at, outcome}` (outcome None while open), `size` is
    `{header, events, transcript, snapshot, requests, mail, total}`. Each of `steps` is
    `{n, at, after_ms, kind, words, by, bytes, lines, total, event}`: `by` a user's id or None,
    `bytes` what it added to the log and `lines` to the transcript, `total` both with all before.
    `unread` says in words why the rest can't be read, or is "".
    """
    steps, last, unread = _steps(kept)
    sizes = kept.sizes
    said: Json = {
        "id": kept.run,
        "steps": steps,
        "size": {**sizes, "total": sum(sizes.values())},
        "parked": bool(kept.header.get("parked")),
        "unread": unread,
    }
    return {**said, **_standing(last)} if last else said


def record(lines: tuple[str, ...]) -> Json:
    """`{lines, whole, broken_at}`: each line as it is but for secrets, oldest first.

    `whole`: each step's lines name those of the step before by their SHA-256; `broken_at` is the
    first that doesn't follow, counted from 0, or None.
    """
    broken = next((n for n in range(len(lines)) if not _whole(lines[: n + 1])), None)
    return {
        "lines": [masked(_object(line)) for line in lines],
        "whole": broken is None,
        "broken_at": broken,
    }


def _standing(last: Run) -> Json:
    return {
        "number": last.number,
        "agent": last.agent,
        "by": last.requester.user,
        "channel": last.thread.channel,
        "thread_ts": last.thread.ts,
        "asked_at": last.asked_at,
        "stands": mask(stands(last)),
        "phase": last.phase.kind,
        "turns": last.turn,
        "tokens": list(last.tokens),
        "requests": [
            {
                "number": each.number,
                "kind": each.kind,
                "title": mask(each.title),
                "asked_at": each.asked_at,
                "outcome": each.ended.outcome if each.ended else None,
            }
            for each in last.requests
        ],
    }


def _steps(kept: Kept) -> tuple[list[Json], Run | None, str]:
    """What happened, how the run stands after it, and why the rest can't be read."""
    steps: list[Json] = []
    hidden = _hidden(kept.log)
    before: Run | None = None
    at, total, line = 0, 0, 0
    for n, raw in enumerate(kept.log):
        try:
            entry = load_entry(raw)
            after = advance(before, entry)
        except (NoRun, ValueError) as trouble:
            return steps, before, f"Entry {n + 1} can't be read: {mask(clean(str(trouble)))}"
        added = len(transcript.lines(before, after, entry.event))
        size, text = _size([raw]), _size(kept.lines[line : line + added])
        total, line = total + size + text, line + added
        who = by_whom(entry.event)
        steps.append(
            {
                "n": n + 1,
                "at": entry.at,
                "after_ms": max(0, entry.at - at) if at else None,
                "kind": entry.event.kind,
                "words": scrubbed(mask(clean(told(before, after, entry.event))), hidden),
                "by": _user(who),
                "bytes": size,
                "lines": text,
                "total": total,
                "event": _scrubbed(masked(json.loads(raw)["event"]), hidden),
            }
        )
        before, at = after, entry.at
    return steps, before, ""


def _hidden(log: Iterable[str]) -> tuple[str, ...]:
    """The values of the run's sensitive arguments, which no event shows."""
    found: dict[str, None] = {}
    for raw in log:
        try:
            event = load_entry(raw).event if '"sensitive"' in raw else None
        except ValueError:
            continue  # as is said where it is read
        if isinstance(event, Judged):
            found |= dict.fromkeys(values(event.args, event.sensitive))
    return tuple(found)


def _scrubbed(value: object, hidden: tuple[str, ...]) -> Any:
    if isinstance(value, dict):
        items = cast("dict[str, object]", value).items()
        return {key: _scrubbed(each, hidden) for key, each in items}
    if isinstance(value, list):
        return [_scrubbed(each, hidden) for each in cast("list[object]", value)]
    return scrubbed(value, hidden) if isinstance(value, str) else value


def _user(who: Who | None) -> str | None:
    return who.user if who else None


def _size(lines: Iterable[str]) -> int:
    return sum(len(line.encode()) for line in lines)


def _whole(lines: tuple[str, ...]) -> bool:
    try:
        return unbroken(lines)
    except (ValueError, AttributeError):
        return False  # a line that isn't even a JSON object


def _object(line: str) -> Mapping[str, Any]:
    try:
        found: object = json.loads(line)
    except ValueError:
        found = None
    return cast("Json", found) if isinstance(found, dict) else {"what": "unreadable", "text": line}
