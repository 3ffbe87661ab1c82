"""The test channel: steps that the next requests are answered with, faults included.

A step is a JSON object; the first waiting one whose `match` is absent or part of the conversation
is taken. Its keys, all optional: `text`, `calls` ([{id?, name, arguments}], arguments a string
sent as it is or an object), `refusal`, `finish` (null leaves it out), `deltas` (how streamed calls
are cut up), `raw_chunks` (objects, or strings sent as they are after `data: `), `error` ({status,
body?, headers?}), `cut_after` (end cleanly after so many chunks), `reset` (break the connection,
after `reset_after` chunks), `hang_s` (be silent so long, after `hang_after` chunks or before the
status line).
"""

import json
import secrets
from dataclasses import dataclass
from typing import Any, cast, get_args

from sandbox.model.heard import content
from sandbox.model.play import Call
from sandbox.model.wire import Style

Json = dict[str, Any]
KEYS = frozenset(
    {
        "match",
        "text",
        "calls",
        "refusal",
        "finish",
        "deltas",
        "raw_chunks",
        "error",
        "cut_after",
        "reset",
        "reset_after",
        "hang_s",
        "hang_after",
    }
)
ERRORS: dict[int, tuple[str, str | None, str]] = {
    400: ("invalid_request_error", None, "Bad request."),
    401: ("invalid_request_error", "invalid_api_key", "Incorrect API key provided."),
    429: ("requests", "rate_limit_exceeded", "Rate limit reached. Please try again later."),
}
SERVER_ERROR = ("server_error", None, "The server had an error while processing your request.")


class BadScript(ValueError):
    """A posted script that isn't a list of known steps."""


@dataclass(frozen=True, slots=True)
class Failure:
    """A whole response in place of a completion."""

    status: int
    body: str
    headers: dict[str, str]


@dataclass(frozen=True, slots=True)
class Step:
    """One scripted answer."""

    text: str | None
    calls: tuple[Call, ...]
    finish: str | None
    match: str | None = None
    refusal: str | None = None
    deltas: Style = "plain"
    raw_chunks: tuple[str, ...] | None = None
    failure: Failure | None = None
    cut_after: int | None = None
    reset_after: int | None = None
    hang_s: float = 0
    hang_after: int | None = None


class Script:
    """Steps that wait, and the requests received so far."""

    LONGEST = 1000  # requests kept: a benchmark sends more than anyone will read

    def __init__(self) -> None:
        """Start with neither."""
        self.steps: list[Step] = []
        self.requests: list[Json] = []

    def add(self, data: object) -> None:
        """Append steps; BadScript, and nothing appended, if one isn't understood."""
        if not isinstance(data, list):
            raise BadScript("a script is a JSON list of steps")
        self.steps += [read_step(one) for one in cast(list[object], data)]

    def take(self, messages: list[Json]) -> Step | None:
        """Remove and give the step for this conversation, or nothing."""
        said = "\n".join(content(one) for one in messages)
        for at, step in enumerate(self.steps):
            if step.match is None or step.match in said:
                return self.steps.pop(at)
        return None

    def note(self, entry: Json) -> None:
        """Keep a request for whoever asks later."""
        self.requests.append(entry)
        del self.requests[: -self.LONGEST]

    def clear(self) -> None:
        """Forget both."""
        self.steps.clear()
        self.requests.clear()


def read_step(data: object) -> Step:
    """Give the step that JSON describes, or raise BadScript."""
    if not isinstance(data, dict):
        raise BadScript("a step is a JSON object")
    step = cast(Json, data)
    if strange := step.keys() - KEYS:
        raise BadScript(f"unknown keys in a step: {', '.join(sorted(strange))}")
    style = step.get("deltas", "plain")
    if style not in get_args(Style):
        raise BadScript(f"deltas is one of {', '.join(get_args(Style))}")
    calls = tuple(_read_call(one) for one in step.get("calls") or ())
    raw = step.get("raw_chunks")
    return Step(
        text=step.get("text"),
        calls=calls,
        finish=step.get("finish", "tool_calls" if calls else "stop"),
        match=step.get("match"),
        refusal=step.get("refusal"),
        deltas=style,
        raw_chunks=None if raw is None else tuple(_raw(one) for one in raw),
        failure=_read_failure(step["error"]) if "error" in step else None,
        cut_after=step.get("cut_after"),
        reset_after=step.get("reset_after", 1) if step.get("reset") else None,
        hang_s=float(step.get("hang_s", 0)),
        hang_after=step.get("hang_after"),
    )


def _read_call(data: Json) -> Call:
    arguments: Any = data.get("arguments", {})
    text = arguments if isinstance(arguments, str) else json.dumps(arguments, ensure_ascii=False)
    return Call(data.get("id", f"call_{secrets.token_hex(8)}"), data.get("name", ""), text)


def _raw(data: object) -> str:
    return data if isinstance(data, str) else json.dumps(data, ensure_ascii=False)


def _read_failure(data: Json) -> Failure:
    status = int(data["status"])
    kind, code, words = ERRORS.get(status, SERVER_ERROR)
    body: Any = data.get("body")
    if body == "insufficient_quota":
        kind = code = "insufficient_quota"
        words = "You exceeded your current quota, please check your plan and billing details."
        body = None
    if body is None:
        body = {"error": {"message": words, "type": kind, "param": None, "code": code}}
    return Failure(status, _raw(body), dict(data.get("headers") or {}))
