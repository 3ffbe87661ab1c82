"""Faults on demand: what a real Slack and a real network do to a bot."""

import asyncio
import math
import random
from collections.abc import Callable
from dataclasses import dataclass

from aiohttp import web

from sandbox.errors import ControlError
from sandbox.jsons import Json

API_KINDS = ("ratelimited", "error", "slow", "reset_after_commit", "reset_before_commit")


@dataclass(slots=True)
class Fault:
    """One ordered fault; it strikes calls of `method` (any, if None) `times` times.

    With a `rate` below 1 it strikes only that share of the calls, by its own dice. `messages` say
    what is wrong with a payload.
    """

    kind: str
    method: str | None
    times: float
    error: str
    messages: list[str]
    status: int
    retry_after: int
    seconds: float
    rate: float
    dice: random.Random


class Faults:
    """The faults that are still to strike; `changed` is told when one was ordered or struck."""

    def __init__(self, changed: Callable[[], None]) -> None:
        self._faults: list[Fault] = []
        self._changed = changed

    @property
    def left(self) -> int:
        """How many orders haven't struck as often as they are to."""
        return len(self._faults)

    def shown(self) -> list[Json]:
        """Each order that is in force; `left` None: until it is taken back."""
        return [
            {
                "kind": fault.kind,
                "method": fault.method,
                "left": None if math.isinf(fault.times) else int(fault.times),
                "rate": fault.rate,
                "error": fault.error,
                "status": fault.status,
                "retry_after": fault.retry_after,
                "seconds": fault.seconds,
            }
            for fault in self._faults
        ]

    def clear(self) -> None:
        """Take all orders back."""
        self._faults.clear()
        self._changed()

    def order(self, wanted: Json) -> None:
        """Add a fault from the body of POST /sandbox/faults."""
        kind = wanted.get("kind")
        if kind not in API_KINDS:
            raise ControlError(f"unknown kind of fault {kind!r}")
        rate = float(wanted.get("rate", 1))
        if not 0 < rate <= 1:
            raise ControlError("rate is a share of the calls: above 0, at most 1")
        self._faults.append(
            Fault(
                kind=kind,
                method=wanted.get("method"),
                times=float(wanted.get("times", 1 if rate >= 1 else math.inf)),
                error=str(wanted.get("error", "internal_error")),
                messages=[str(one) for one in wanted.get("messages", ())],
                status=int(wanted.get("status", 200)),
                retry_after=int(wanted.get("retry_after", 1)),
                seconds=float(wanted.get("seconds", 1)),
                rate=rate,
                dice=random.Random(wanted.get("seed")),
            )
        )
        self._changed()

    def strike(self, method: str) -> Fault | None:
        """The fault that this call meets, used up by one."""
        for fault in self._faults:
            if fault.method in (None, method) and fault.dice.random() < fault.rate:
                fault.times -= 1
                if fault.times <= 0:
                    self._faults.remove(fault)
                self._changed()
                return fault
        return None


async def before(fault: Fault | None, request: web.Request) -> web.StreamResponse | None:
    """What happens before the call is carried out; an answer if it never is."""
    if fault is None:
        return None
    if fault.kind == "ratelimited":
        return limited(fault.retry_after)
    if fault.kind == "error":
        return web.json_response(refusal(fault), status=fault.status)
    if fault.kind == "slow":
        await request.read()  # what has arrived is carried out, though the caller may be gone
        await asyncio.sleep(fault.seconds)
    if fault.kind == "reset_before_commit":
        return reset(request)
    return None


def refusal(fault: Fault) -> Json:
    """An error as Slack words it: what is wrong with a payload stands in its messages."""
    body: Json = {"ok": False, "error": fault.error}
    if fault.messages:
        body["errors"] = fault.messages
        body["response_metadata"] = {"messages": [f"[ERROR] {one}" for one in fault.messages]}
    return body


def limited(seconds: int) -> web.Response:
    """HTTP 429 as Slack sends it."""
    headers = {"Retry-After": str(seconds)}
    return web.json_response({"ok": False, "error": "ratelimited"}, status=429, headers=headers)


def reset(request: web.Request) -> web.StreamResponse:
    """Cut the connection instead of answering."""
    if request.transport is not None:
        request.transport.abort()
    return web.Response(status=500)
