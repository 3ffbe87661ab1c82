"""Bringing events and interactions to the bot, with Slack's time limits and retries."""

import asyncio
from collections import OrderedDict
from collections.abc import Coroutine
from dataclasses import dataclass
from time import monotonic
from typing import Any, Literal, Protocol

from sandbox.ids import fresh
from sandbox.jsons import Json, obj, objects
from sandbox.workspace import Workspace

# Seconds to wait before the first delivery and each of the three retries.
RETRY_AFTER_S = (0.0, 0.0, 60.0, 300.0)
# An event that found no bot at all is given up when its last retry would have been over.
GIVE_UP_S = sum(RETRY_AFTER_S) + 3.0
# Payloads that can be looked at afterwards; one is a few kilobytes.
PAYLOADS_KEPT = 1_000

Kind = Literal["events_api", "interactive", "slash_commands"]


@dataclass(frozen=True, slots=True)
class Answer:
    """What the bot made of a delivery: its body if ok, else the reason for the retry header.

    `gone`: its connection ended before it could answer.
    """

    ok: bool
    body: Json | None = None
    text: str = ""
    reason: str = ""
    no_retry: bool = False
    gone: bool = False


@dataclass(frozen=True, slots=True)
class Attempt:
    """One sending of a payload; `retry` is 0 for the first."""

    kind: Kind
    payload: Json
    retry: int = 0
    reason: str = ""


class Transport(Protocol):
    """A way to the bot: `name` is socket or http, `signed` whether requests prove their origin."""

    @property
    def name(self) -> str:
        """What it is called in the log of deliveries."""
        ...

    @property
    def signed(self) -> bool:
        """Whether each delivery carries Slack's signature."""
        ...

    def ready(self) -> bool:
        """Whether something can be sent now."""
        ...

    async def send(self, attempt: Attempt) -> Answer:
        """Send and wait for the acknowledgement, at most 3 s."""
        ...


class Deliverer:
    """Delivers by the first transport that is ready and keeps the log of deliveries."""

    def __init__(self, workspace: Workspace, transports: list[Transport]) -> None:
        self._workspace = workspace
        self._transports = transports
        self._tasks: set[asyncio.Task[None]] = set()
        self._connected = asyncio.Event()
        # By the ids of their deliveries, the oldest first.
        self._payloads: OrderedDict[str, Json] = OrderedDict()
        self.duplicates = 0
        # How many events are gathered to be sent in the wrong order, and those that are there.
        self._reorder = 0
        self._gathered: list[Json] = []

    @property
    def reordering(self) -> tuple[int, int]:
        """How many events are to be sent in the wrong order, and how many of them are there."""
        return self._reorder, len(self._gathered)

    def payload(self, delivery: str) -> Json | None:
        """What that delivery carries, or None if it isn't known any more."""
        return self._payloads.get(delivery)

    def resume(self) -> None:
        """Go on with the events that an earlier process of this workspace still owed."""
        owed = self._workspace.store.load("pending").values()
        for pending in sorted(owed, key=lambda each: each["at"]):
            self._spawn(self._deliver_event(pending))

    def connected(self) -> None:
        """A bot has connected: waiting events go out."""
        connected, self._connected = self._connected, asyncio.Event()
        connected.set()

    async def close(self) -> None:
        """Stop all deliveries under way; what is pending stays saved."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def event(self, envelope: Json) -> None:
        """Deliver an event in the background, with retries; twice while `duplicates` lasts."""
        pending: Json = {"envelope": envelope, "retry": 0, "reason": "", "at": self._now()}
        self._workspace.store.put("pending", _key(envelope), pending)
        if len(self._gathered) < self._reorder:
            self._gathered.append(pending)
            self._struck()
            if len(self._gathered) == self._reorder:
                self.reorder(0)
            return
        self._spawn(self._deliver_event(pending))
        if self.duplicates:
            self.duplicates -= 1
            self._struck()
            self._spawn(self._deliver_event(dict(pending)))

    def reorder(self, count: int) -> None:
        """Send the next `count` events last one first; those gathered so far go at once."""
        gathered, self._gathered, self._reorder = self._gathered, [], count
        self._struck()
        for pending in reversed(gathered):
            self._spawn(self._deliver_event(pending))

    async def interaction(self, kind: Kind, payload: Json) -> Answer:
        """Deliver a click, submission or command once and answer with the acknowledgement."""
        entry = self._entry(kind, payload.get("type", "command"), payload)
        transport = self._transport()
        if transport is None:
            answer = Answer(False, reason="no bot is connected")
        else:
            answer = await self._send(transport, Attempt(kind, payload), entry)
        self._settle(entry, "ok" if answer.ok else "trouble", answer)
        return answer

    def _now(self) -> float:
        return self._workspace.clock.now()

    def _transport(self) -> Transport | None:
        return next((each for each in self._transports if each.ready()), None)

    async def _send(self, transport: Transport, attempt: Attempt, entry: Json) -> Answer:
        """Send once; the entry says by what way, and how long the acknowledgement took."""
        entry.update(transport=transport.name, signed=transport.signed)
        began = monotonic()
        answer = await transport.send(attempt)
        entry["ack_ms"] = round((monotonic() - began) * 1000, 1)
        return answer

    def _struck(self) -> None:
        """An order of trouble has changed."""
        self._workspace.bus.tell("faults", {})

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _deliver_event(self, pending: Json) -> None:
        envelope = pending["envelope"]
        key = _key(envelope)
        entry = self._entry("events_api", envelope.get("event", envelope)["type"], envelope, key)
        answer = Answer(False)
        for retry in range(pending["retry"], len(RETRY_AFTER_S)):
            await self._workspace.clock.until(pending["at"] + RETRY_AFTER_S[retry])
            transport = await self._some_transport()
            if transport is None:
                break
            entry["retried"] = retry
            attempt = Attempt("events_api", envelope, retry, pending["reason"])
            answer = await self._send(transport, attempt, entry)
            if answer.ok or answer.no_retry:
                break
            self._settle(entry, "retrying", answer)
            pending.update(retry=retry + 1, reason=answer.reason, at=self._now())
            self._workspace.store.put("pending", key, pending)
        self._workspace.store.drop("pending", key)
        self._settle(entry, "ok" if answer.ok else "lost", answer)

    async def _some_transport(self) -> Transport | None:
        """A transport as soon as there is one; None when the event's time is over."""
        deadline = asyncio.ensure_future(self._workspace.clock.until(self._now() + GIVE_UP_S))
        try:
            while (transport := self._transport()) is None and not deadline.done():
                waiting = asyncio.ensure_future(self._connected.wait())
                await asyncio.wait({waiting, deadline}, return_when=asyncio.FIRST_COMPLETED)
                waiting.cancel()
            return transport
        finally:
            deadline.cancel()

    def _entry(self, kind: Kind, what: str, payload: Json, event_id: str = "") -> Json:
        entry: Json = {
            "id": fresh("Dl"),
            "kind": kind,
            "type": what,
            "about": _about(payload),
            "status": "pending",
            "ms": None,
            "retried": 0,
            "at": self._now(),
            "transport": None,
            "signed": None,
            "ack_ms": None,
        }
        if event_id:
            entry["event_id"] = event_id
        self._workspace.deliveries.append(entry)
        self._payloads[entry["id"]] = payload
        if len(self._payloads) > PAYLOADS_KEPT:
            self._payloads.popitem(last=False)
        self._workspace.bus.tell("delivery", dict(entry))
        return entry

    def _settle(self, entry: Json, status: str, answer: Answer) -> None:
        entry["status"] = status
        entry["ms"] = round((self._now() - entry["at"]) * 1000, 1)
        entry["reason"] = answer.reason
        self._workspace.bus.tell("delivery", dict(entry))


def _key(envelope: Json) -> str:
    """The event's id; a notice of too many events has none but its minute."""
    return str(envelope.get("event_id") or envelope["minute_rate_limited"])


def _about(payload: Json) -> str:
    """What of its type it is: an event's subtype, the command, or what was pressed or filled in."""
    actions = objects(payload.get("actions"))
    found = (
        obj(payload.get("event")).get("subtype"),
        payload.get("command"),
        *(action.get("action_id") for action in actions),
        payload.get("action_id"),
        obj(payload.get("view")).get("callback_id"),
        payload.get("callback_id"),
    )
    return next((str(each) for each in found if each), "")
