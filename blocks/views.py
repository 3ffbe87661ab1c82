"""What an approval card shows, as types. Times are epoch seconds; texts are as people or tools
wrote them, and made safe when drawn.
"""

from dataclasses import dataclass
from typing import Literal

from blocks.ids import Ref
from blocks.people import Approvers, Quote, Vote, Who

Risk = Literal["read", "low", "medium", "high", "critical"]

Outcome = Literal[
    "approved",
    "rejected",
    "guided",
    "expired",
    "withdrawn",
    "superseded",
    "stale",
    "stopped",
    "limit",
    "failed",
    "unknown",
    "granted",
    "emergency",
    "answered",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """An argument that a person changed: its JSON values, masked already, "" for absent."""

    name: str
    before: str
    after: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Tier:
    """Who else is asked, `after` so many seconds without a decision: `of`, a set in words."""

    after: int
    of: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Pending:
    """Nobody has decided yet; with `needed` above 1, `approved_by` are those who have said yes.

    `owners`: how many of those who are still needed must be owners.
    """

    approved_by: tuple[Vote, ...] = ()
    needed: int = 1
    owners: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """What became of the call: `text` is the tool's own summary, `seconds` how long it took."""

    state: Literal["running", "done", "failed"]
    at: int | None = None
    seconds: float | None = None
    text: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Resolution:
    """What a person said of an unknown outcome."""

    said: Literal["ran", "run_again", "left"]
    by: Who
    at: int
    note: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled:
    """How a request ended.

    by, at: who settled it and when; nobody for expired, limit and the like.
    why: the reason in words: of the approval, rejection, guidance, staleness, failure.
    approved_by: all votes, when there was more than one.
    result: of an approved call. ran: of a stopped one, whether it had started.
    started, until: of an unknown one, when it started and until when it may still run.
    next, next_url: of a superseded one, the number and address of what replaced it.
    until, lasts, used: of a granted one, its end, its whole length in seconds, how many more calls
    it let go; over: it has ended; revoked: by whom and when, before its end.
    skipped, review_by, reviewed: of an emergency, who wasn't asked, until when somebody must look
    at it, and who did.
    """

    outcome: Outcome
    by: Who | None = None
    at: int | None = None
    why: str | None = None
    approved_by: tuple[Vote, ...] = ()
    result: Result | None = None
    ran: bool | None = None
    started: int | None = None
    until: int | None = None
    resolution: Resolution | None = None
    next: str | None = None
    next_url: str | None = None
    lasts: int = 3600
    used: int = 0
    over: bool = False
    revoked: Vote | None = None
    skipped: tuple[Who, ...] = ()
    review_by: int | None = None
    reviewed: Vote | None = None


StepState = Literal["", "ready", "running", "done", "failed", "unknown", "not_run"]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanStep:
    """One call of a plan, with the tool's own words for it; `arguments` as a card's.

    asked: it needs a yes. state: "" until it is called; text: what came of it. says: the model's
    words for why.
    """

    title: str
    tool: str
    arguments: tuple[tuple[str, str], ...]
    risk: Risk
    asked: bool = True
    will_do: str | None = None
    target: str | None = None
    undo: str | None = None
    says: str | None = None
    state: StepState = ""
    text: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ApprovalCard:
    """One gated call, as people are asked about it.

    request: opaque id, the buttons' value. number: "A-1042". run: "R-778".
    title: from the tool's template, never the model. channel: id, None where it must stay hidden.
    permalink: of the message that asked. tool, arguments: name → shown JSON value, masked already.
    agent_says: the model's words, shown quoted and labelled. digest: hex, of the exact action.
    data: the kinds of data that the call is about, in an admin's words.
    why_now: people's words, oldest first. unmentioned: arguments whose values nobody's words in the
    thread mention. since_then: what came after the card was posted. reasoned: a yes needs a reason;
    feedback: a no is asked why. editable: its arguments may be edited. grant_for: for how many
    seconds a yes may be given, None where it may not. changes: what `edited_by` changed.
    tiers: who is asked later; next: the sets of those that have been asked, in words;
    declined: who can't take it. private: people's words must not be shown where the card stands.
    hidden: arguments whose values nobody is shown. steps: those of a plan, in place of one call;
    going: its steps still run without asking, until `plan_until`; over: why they don't any more.
    """

    request: str
    number: str
    run: str
    revision: int
    title: str
    requester: Who
    risk: Risk
    asked_because: str
    approvers: Approvers
    tool: str
    arguments: tuple[tuple[str, str], ...]
    agent: str
    policy: str
    digest: str
    state: Pending | Settled
    channel: str | None = None
    permalink: str | None = None
    asked_at: int | None = None
    deadline: int | None = None
    will_do: str | None = None
    target: str | None = None
    undo: str | None = None
    data: tuple[str, ...] = ()
    unusual: str | None = None
    why_now: tuple[Quote, ...] = ()
    unmentioned: tuple[str, ...] = ()
    agent_says: str | None = None
    since_then: str | None = None
    hidden: tuple[str, ...] = ()
    reasoned: bool = False
    feedback: bool = True
    editable: bool = False
    grant_for: int | None = None
    changes: tuple[Change, ...] = ()
    edited_by: Who | None = None
    tiers: tuple[Tier, ...] = ()
    next: str | None = None
    declined: tuple[Who, ...] = ()
    private: bool = False
    steps: tuple[PlanStep, ...] = ()
    going: bool = False
    plan_until: int | None = None
    over: str | None = None

    @property
    def ref(self) -> Ref:
        """Which request and revision this is."""
        return Ref(request=self.request, revision=self.revision)
