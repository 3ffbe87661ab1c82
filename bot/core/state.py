"""The state of a run: immutable values, no message text beyond short quotes for the card."""

from dataclasses import dataclass
from typing import Literal

from bot.core.call import Call
from bot.core.effects import Tracked
from bot.core.ids import Thread, Who
from bot.core.replacing import replace
from bot.core.request import Copy, PendingClick, Quote, Request
from bot.core.switches import Off, Switch
from bot.core.tally import NOTHING_YET, Tally
from bot.core.timeline import NOTHING_SHOWN, Display

# --- what is owed ----------------------------------------------------------------------------

NoteKind = Literal[
    "not_approver", "own_request", "not_linked", "guest", "outside", "deactivated", "bot",
    "already", "expired", "cant_verify", "changed", "policy_now_refuses", "unknown_request",
    "not_yours", "unread", "no_reason", "too_late", "ended", "nothing_to_do", "status", "nudged",
    "not_by_words", "no_number",
    "unposted", "unopened", "no_grant", "no_breakglass", "short_reason", "own_emergency",
    "own_review",
    "switched_off", "switch_already", "switch_asked", "switch_not_yours",
    "edit_refused", "edit_invalid", "edit_alone", "edit_same", "blank",
    "not_delegate", "noted", "not_every_step",
    "only_answered", "only_questions", "say_it",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Note:
    """A private word to one person, dropped after `until`; `words` are those that it can't do
    without.
    """

    key: str
    to: Who
    kind: NoteKind
    request: str | None
    until: int
    words: str = ""


SayKind = Literal[
    "answer", "failed", "stopped", "decision", "reminder", "unasked", "late_result", "help",
    "declined", "limit", "escalated", "emergency", "review_due", "switch_ask", "switched_off",
    "switched_on", "asked_requester", "handed_over",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Say:
    """A post owed in the thread; `line` is the transcript line of an answer.

    One about a switch names it in `words`, `by` whom and when (`at`, ms). With a `copy` it is drawn
    over the message that stands there.
    `by` is whose doing it is, `to` whom it is for. `titles` are of the calls that a limit kept from
    being asked about.
    """

    key: str
    kind: SayKind
    request: str | None = None
    line: int | None = None
    words: str = ""
    mention: bool = False
    by: Who | None = None
    at: int = 0
    copy: Copy | None = None
    to: Who | None = None
    titles: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Heard:
    """A message that was taken into the run: `line` is its line in the transcript, `words` the line
    that holds what it says now. `mark` and `edit` are those of `Edited`.
    """

    ts: str
    by: Who
    line: int
    words: int
    mark: str = ""
    edit: str = ""
    gone: bool = False


@dataclass(frozen=True, slots=True)
class Flight:
    """An effect whose start is saved and whose result isn't."""

    attempt: str
    effect: Tracked
    at: int
    until: int


@dataclass(frozen=True, slots=True)
class Hold:
    """An effect that failed and may be tried again at `until`; `look`: it may have happened.

    `failed` counts the tries in which the model itself failed, not the chat beside it.
    """

    key: str
    until: int
    tries: int
    look: bool = False
    failed: int = 0


# --- the run ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Thinking:
    """The model's turn."""

    kind: Literal["thinking"] = "thinking"


@dataclass(frozen=True, slots=True)
class Acting:
    """Calls of this turn aren't all settled."""

    kind: Literal["acting"] = "acting"


@dataclass(frozen=True, slots=True)
class Done:
    """The last answer was given; `declined`: the model's own no stands in its place."""

    declined: bool = False
    kind: Literal["done"] = "done"


@dataclass(frozen=True, slots=True)
class Stopped:
    """A person stopped it; `by` None: the message that had asked for it was deleted."""

    by: Who | None
    at: int = 0
    kind: Literal["stopped"] = "stopped"


@dataclass(frozen=True, slots=True)
class Failed:
    """It can't go on; `words` say why and what now."""

    words: str
    kind: Literal["failed"] = "failed"


Phase = Thinking | Acting | Done | Stopped | Failed

# Limits that end a run, or make it answer with what it has.
Spent = Literal["", "max_steps", "max_model_tries", "max_bad_replies"]


PROGRESS_EVERY_MS = 3_000  # Slack's advice: no message is drawn again sooner


@dataclass(frozen=True, slots=True)
class Limits:
    """The agent's limits, kept with the run so that its history means the same tomorrow."""

    max_steps: int = 8
    max_approvals: int = 10
    max_model_tries: int = 5
    max_bad_replies: int = 2
    stop_on_rejection: bool = False
    max_questions: int = 3
    ask_user: bool = True
    progress: bool = True
    progress_every_ms: int = PROGRESS_EVERY_MS
    nudge_every_ms: int = 5 * 60 * 1000


@dataclass(frozen=True, kw_only=True)
class Run:
    """One task. `turn` counts model turns, `steps` those since a person last spoke, `lines` the
    transcript's lines. `claim` is the task message whose reaction must stand before anything but
    the model's first turn leaves: "" once it does. Before it has `opened`, its thread may have no
    `ts` yet.

    Of the lines the model has begun to read the first `read`; of the others it will never see
    `muted`, which people changed or took back in time. `amended` is how many lines there were when
    somebody last changed or took back what it had read. `gone` are cards that were deleted before
    we knew that they stood. `questions` of the agent were asked; `sent_back`: an answer that asked
    one in plain words had to be written anew since a person last spoke. `limit` is the one that was
    met since then: while the model thinks, it has used up its steps and is to answer without tools.
    `asked` counts approvals; `unasked` is the turn in which the requester was told that there are
    no more of them, 0 for none since a person last spoke.
    """

    id: str
    number: int
    agent: str
    thread: Thread
    requester: Who
    steerer: Who
    spoke: Who
    asked_at: int
    limits: Limits = Limits()
    phase: Phase = Thinking()
    turn: int = 1
    steps: int = 0
    bad_replies: int = 0
    bad_why: str = ""
    lines: int = 0
    made_calls: int = 0
    made_requests: int = 0
    asked: int = 0
    unasked: int = 0
    made_says: int = 0
    agent_says: str = ""
    opened: bool = True
    indexed: bool = True
    claim: str = ""
    calls: tuple[Call, ...] = ()
    requests: tuple[Request, ...] = ()
    clicks: tuple[PendingClick, ...] = ()
    flights: tuple[Flight, ...] = ()
    holds: tuple[Hold, ...] = ()
    notes: tuple[Note, ...] = ()
    says: tuple[Say, ...] = ()
    reacts: tuple[str, ...] = ()
    pencils: tuple[str, ...] = ()
    heard: tuple[Heard, ...] = ()
    read: int = 0
    muted: int = 0
    amended: int = 0
    gone: tuple[str, ...] = ()
    quotes: tuple[Quote, ...] = ()
    denied: tuple[str, ...] = ()
    display: Display = NOTHING_SHOWN
    tokens: tuple[int, int] = (0, 0)
    limit: Spent = ""
    tally: Tally = NOTHING_YET
    questions: int = 0
    sent_back: bool = False
    off: tuple[Off, ...] = ()

    @property
    def live(self) -> bool:
        """Whether the run still works on its task."""
        return isinstance(self.phase, Thinking | Acting)

    @property
    def switched_off(self) -> tuple[Switch, ...]:
        """What people have switched off in the thread."""
        return tuple(off.switch for off in self.off)

    @property
    def closing(self) -> bool:
        """Whether the model is to answer with what it has: its steps are used up."""
        return self.limit == "max_steps"

    def looks(self, key: str) -> bool:
        """Whether that effect may have happened, although nobody said so: it is looked for."""
        return any(h.key == key and h.look for h in self.holds)

    def freed(self, key: str) -> "Run":
        """The run in which nothing holds that effect back."""
        return replace(self, holds=tuple(h for h in self.holds if h.key != key))

    def request(self, request: str) -> Request | None:
        """The request of that id."""
        return next((r for r in self.requests if r.id == request), None)

    def call(self, call: str) -> Call | None:
        """The call of that id."""
        return next((c for c in self.calls if c.id == call), None)
