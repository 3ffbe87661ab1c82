"""The call machine: one file owns every change of a call's state.

    Proposed -> Ready -> Started -> Finished
       |-> Waiting -^       |-> Unsure -> (a person says)
       `-> Refused <- from Proposed, Waiting and Ready

A plan that is agreed to and a question that is answered are Finished at once: they run nothing.

A transition that isn't in this picture answers None (a lost race is a value); the caller decides
what to tell whom.
"""

from dataclasses import dataclass
from typing import Literal

from bot.core.ids import Who
from bot.core.replacing import replace
from bot.core.request import Change, Ended

Why = Literal[
    "refused", "invalid", "rejected", "guidance", "expired", "withdrawn", "superseded", "stale",
    "limit", "stopped", "answered", "unknown_outcome",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Proposed:
    """The model proposed it; the gate hasn't judged it yet."""

    kind: Literal["proposed"] = "proposed"


@dataclass(frozen=True, slots=True)
class Waiting:
    """People are asked; `request` is the open request."""

    request: str
    kind: Literal["waiting"] = "waiting"


@dataclass(frozen=True, slots=True)
class Ready:
    """It may start: `request` was approved, or policy allows it (None). `since` bounds its age."""

    request: str | None
    since: int
    policy: str
    kind: Literal["ready"] = "ready"


@dataclass(frozen=True, slots=True)
class Started:
    """Its start is saved; only this module makes one, and a toolbox takes nothing else."""

    attempt: str
    call: str
    tool: str
    at: int
    until: int
    request: str | None
    since: int
    policy: str
    kind: Literal["started"] = "started"


@dataclass(frozen=True, slots=True)
class Unsure:
    """It was started and the result was lost; `request` asks a person what happened."""

    attempt: str
    at: int
    until: int
    request: str | None
    kind: Literal["unsure"] = "unsure"


@dataclass(frozen=True, slots=True)
class Finished:
    """It ran; `ok` is False when the tool said so itself."""

    ok: bool
    summary: str
    at: int
    kind: Literal["finished"] = "finished"


@dataclass(frozen=True, slots=True)
class Refused:
    """It was not run (or, for `unknown_outcome`, nobody knows); `reason` is told to the model."""

    why: Why
    reason: str
    at: int
    kind: Literal["refused"] = "refused"


State = Proposed | Waiting | Ready | Started | Unsure | Finished | Refused
Settled = Finished | Refused


@dataclass(frozen=True, slots=True)
class Call:
    """One tool call. `args` is the canonical text, or the raw one while `bad` says what's wrong.

    `lost` holds the attempts that nobody waits for any more and whose results never came. `grant`
    is the request whose yes let it go without asking again, `plan` that of the plan of which it is
    a step; `stopping` is who stops it while it runs. `stopped`: a person ended it, or its run,
    while it was out, so that it doesn't leave once more. `changes` is what a review changed of what
    the model proposed; the values of `sensitive`
    arguments are shown to nobody.
    """

    id: str
    tool: str
    args: str
    digest: str
    bad: str = ""
    idempotent: bool = False
    tool_digest: str = ""
    state: State = Proposed()
    lost: tuple[str, ...] = ()
    grant: str = ""
    cancellable: bool = False
    stopping: Who | None = None
    stopped: Ended | None = None
    changes: tuple[Change, ...] = ()
    sensitive: tuple[str, ...] = ()
    plan: str = ""

    @property
    def settled(self) -> bool:
        """Whether the model can be told its result."""
        return isinstance(self.state, Settled)


def allow(call: Call, at: int, policy: str) -> Call | None:
    """Policy allows it without asking."""
    if not isinstance(call.state, Proposed):
        return None
    return replace(call, state=Ready(None, at, policy))


def wait(call: Call, request: str) -> Call | None:
    """People are asked."""
    if not isinstance(call.state, Proposed):
        return None
    return replace(call, state=Waiting(request))


def revise(call: Call, request: str, args: str, digest: str, to: str = "") -> Call | None:
    """A person changed its arguments while it waits for that request; `args` is canonical.

    From then on it waits for `to`, if that is another.
    """
    match call.state:
        case Waiting(request=open_request) if open_request == request:
            return replace(call, args=args, digest=digest, state=Waiting(to or request))
        case _:
            return None


def approve(call: Call, request: str, at: int, policy: str) -> Call | None:
    """The request that it waits for was approved, or a person said *run it again*."""
    match call.state:
        case Waiting(request=open_request) if open_request == request:
            return replace(call, state=Ready(request, at, policy))
        case Unsure(request=open_request, attempt=attempt) if open_request == request:
            # A new yes: whoever stopped the earlier attempt didn't stop this one.
            return replace(
                call,
                state=Ready(request, at, policy),
                lost=(*call.lost, attempt),
                stopping=None,
                stopped=None,
            )
        case _:
            return None


def agree(call: Call, request: str | None, at: int) -> Call | None:
    """A plan is approved, or needs no yes (None), or a question is answered: nothing is to run."""
    waits = call.state.request if isinstance(call.state, Waiting) else None
    if not isinstance(call.state, Proposed | Waiting) or waits != request:
        return None
    return replace(call, state=Finished(ok=True, summary="", at=at))


def refuse(call: Call, why: Why, reason: str, at: int) -> Call | None:
    """It ends without being run; one that is out can't be refused.

    Of a call with a lost attempt nobody may say that it wasn't run: it ends as `unknown_outcome`.
    """
    if not isinstance(call.state, Proposed | Waiting | Ready):
        return None
    return replace(call, state=Refused("unknown_outcome" if call.lost else why, reason, at))


def again(call: Call) -> Call | None:
    """An approval that no longer holds: the gate judges it anew."""
    if not isinstance(call.state, Ready):
        return None
    return replace(call, state=Proposed())


def start(call: Call, attempt: str, at: int, until: int) -> Call | None:
    """Its start; only a ready call has one."""
    if not isinstance(call.state, Ready):
        return None
    ready = call.state
    started = Started(
        attempt, call.id, call.tool, at, until, ready.request, ready.since, ready.policy
    )
    return replace(call, state=started)


def not_started(call: Call, attempt: str) -> Call | None:
    """The saved start never left: it is ready again, as old as it was."""
    match call.state:
        case Started(attempt=known, request=request, since=since, policy=policy) if (
            known == attempt
        ):
            return replace(call, state=Ready(request, since, policy))
        case _:
            return None


def lose(call: Call, attempt: str) -> Call | None:
    """Whoever ran it is gone: owed again if idempotent, else nobody knows."""
    match call.state:
        case Started(attempt=known) as state if known == attempt:
            if call.idempotent:
                ready = Ready(state.request, state.at, state.policy)
                return replace(call, state=ready, lost=(*call.lost, attempt))
            return replace(call, state=Unsure(attempt, state.at, state.until, None))
        case _:
            return None


def halt(call: Call, by: Who) -> Call | None:
    """A person stops it while it runs, if its tool can be stopped."""
    if not isinstance(call.state, Started) or not call.cancellable or call.stopping is not None:
        return None
    return replace(call, stopping=by)


def last(call: Call, ended: Ended) -> Call | None:
    """One that is out doesn't leave again, whatever becomes of this attempt."""
    return replace(call, stopped=ended) if isinstance(call.state, Started) else None


def ask_what_happened(call: Call, request: str) -> Call | None:
    """A person is asked whether it ran."""
    match call.state:
        case Unsure(request=None) as state:
            return replace(call, state=replace(state, request=request))
        case _:
            return None


def finish(call: Call, attempt: str, *, ok: bool, summary: str, at: int) -> Call | None:
    """Its result came back. One of a lost attempt is taken while no other attempt is out."""
    match call.state:
        case Started(attempt=known) | Unsure(attempt=known) if known == attempt:
            return replace(call, state=Finished(ok, summary, at))
        case Proposed() | Waiting() | Ready() if attempt in call.lost:
            return replace(call, state=Finished(ok, summary, at), lost=_without(call, attempt))
        case _:
            return None


def ran(call: Call, note: str, at: int) -> Call | None:
    """A person says that an unsure call ran."""
    if not isinstance(call.state, Unsure):
        return None
    lost = (*call.lost, call.state.attempt)
    return replace(call, state=Finished(ok=True, summary=note, at=at), lost=lost)


def leave(call: Call, at: int) -> Call | None:
    """A person leaves an unsure call as it is."""
    if not isinstance(call.state, Unsure):
        return None
    lost = (*call.lost, call.state.attempt)
    return replace(call, state=Refused("unknown_outcome", "", at), lost=lost)


def late(call: Call, attempt: str) -> Call | None:
    """A lost attempt's result came too late to count: it is told once."""
    return replace(call, lost=_without(call, attempt)) if attempt in call.lost else None


def _without(call: Call, attempt: str) -> tuple[str, ...]:
    return tuple(known for known in call.lost if known != attempt)
