"""Events: what happened, past tense, immutable. This is what the log and the mailbox hold."""

from dataclasses import dataclass
from typing import Literal

from bot.core.amends import Deleted, Edited
from bot.core.effects import Tracked
from bot.core.ids import Thread, Who
from bot.core.posts import (
    CardDrawn,
    CardPosted,
    ChatFailed,
    Claimed,
    Indexed,
    NoteSent,
    Opened,
    ProgressShown,
    Reacted,
    SayPosted,
    StatusShown,
)
from bot.core.request import Change, Click, PersonFacts, Revised
from bot.core.state import Limits
from bot.core.steps import Step
from bot.core.switches import Off
from bot.core.verdicts import Verdict

DEFAULT_LIMITS = Limits()


@dataclass(frozen=True, slots=True)
class Handed:
    """A message that somebody handed over: its author isn't who asks, its words steer nobody."""

    by: Who
    text: str


@dataclass(frozen=True, slots=True)
class Asked:
    """A person asked for a task in a thread; `ts` is their message.

    `earlier` is what was said in the thread's last task, for the model, and `off` what was switched
    off there. `claims`: the message came
    as an event, so another copy of the bot may have got it too, and its reaction tells whose it is.
    `mark` stands for the words (see `Edited`); `edit` is set when Slack's news of an edit came
    before the message itself. `handed` is the message at `ts`, if the task is about it. Without a
    thread's `ts` there is no thread yet.
    """

    text: str
    by: Who
    thread: Thread
    ts: str
    run: str = ""
    number: int = 0
    agent: str = ""
    limits: Limits = DEFAULT_LIMITS
    earlier: str = ""
    claims: bool = False
    mark: str = ""
    edit: str = ""
    handed: Handed | None = None
    off: tuple[Off, ...] = ()
    kind: Literal["asked"] = "asked"


@dataclass(frozen=True, slots=True)
class Clicked:
    """A button was pressed, a modal submitted, or a command said in the thread (no request)."""

    click: Click
    kind: Literal["clicked"] = "clicked"


@dataclass(frozen=True, slots=True)
class Began:
    """A tracked effect's start is saved; it may be in flight until `until`."""

    attempt: str
    effect: Tracked
    until: int
    kind: Literal["began"] = "began"


@dataclass(frozen=True, slots=True)
class Lost:
    """Whoever held this attempt is gone."""

    attempt: str
    kind: Literal["lost"] = "lost"


@dataclass(frozen=True, slots=True)
class NotStarted:
    """The saved start never left; it isn't tried again for `wait_ms`."""

    attempt: str
    wait_ms: int = 0
    kind: Literal["not_started"] = "not_started"


@dataclass(frozen=True, slots=True)
class ProposedCall:
    """A call as the model sent it."""

    name: str
    arguments: str


@dataclass(frozen=True, slots=True)
class ModelReplied:
    """A whole reply. `says` is what a card may quote of `text`, `blank` whether it had none.

    It `asks` if it ends with a question in plain words.
    """

    attempt: str
    turn: int
    text: str
    says: str
    blank: bool
    calls: tuple[ProposedCall, ...]
    finish: Literal["stop", "tool_calls", "length", "content_filter"]
    refused: bool
    tokens: tuple[int, int] = (0, 0)
    asks: bool = False
    kind: Literal["model_replied"] = "model_replied"


@dataclass(frozen=True, slots=True)
class ModelFailed:
    """A model call failed; `retry_ms` None means that trying again is no use."""

    attempt: str
    turn: int
    words: str
    retry_ms: int | None
    kind: Literal["model_failed"] = "model_failed"


@dataclass(frozen=True, slots=True)
class Shown:
    """What the card says of a call, from the tool's own words."""

    title: str
    will_do: str | None = None
    target: str | None = None
    undo: str | None = None


@dataclass(frozen=True, slots=True)
class Judged:
    """The gate's verdict. `args` is canonical unless `bad` says why there are none.

    `number` is the reserved A-number for an Ask, `able` are those who could answer now and `later`
    those of each next tier, `unusual` is how the call differs from earlier ones. `changes` is what
    a review changed of the arguments, `sensitive` names those that nobody sees. Of a proposed plan
    `plan` holds the steps.
    """

    call: str
    verdict: Verdict
    args: str
    bad: str = ""
    idempotent: bool = False
    cancellable: bool = False
    tool_digest: str = ""
    policy: str = ""
    policy_number: int = 0
    number: int = 0
    shown: Shown | None = None
    able: tuple[Who, ...] = ()
    later: tuple[tuple[Who, ...], ...] = ()
    unusual: str = ""
    changes: tuple[Change, ...] = ()
    sensitive: tuple[str, ...] = ()
    plan: tuple[Step, ...] = ()
    kind: Literal["judged"] = "judged"


@dataclass(frozen=True, slots=True)
class UnsureNumbered:
    """The A-number and the set for a card that asks what happened."""

    call: str
    number: int
    verdict: Verdict
    shown: Shown
    policy: str = ""
    policy_number: int = 0
    able: tuple[Who, ...] = ()
    kind: Literal["unsure_numbered"] = "unsure_numbered"


@dataclass(frozen=True, slots=True)
class WentStale:
    """A ready call may not start as it is; `ask` says whether the gate judges it again."""

    call: str
    why: str
    ask: bool
    kind: Literal["went_stale"] = "went_stale"


@dataclass(frozen=True, slots=True)
class ToolDone:
    """A tool's result; `text` is for the transcript."""

    attempt: str
    call: str
    ok: bool
    text: str
    summary: str
    kind: Literal["tool_done"] = "tool_done"


@dataclass(frozen=True, slots=True)
class Checked:
    """Who clicked, and what policy says of the call now; of an edit also what it would become.

    `to` is whom the click names, `others` as with PendingClick, `able` who may decide it now (None:
    nobody can say).
    """

    click: str
    facts: PersonFacts
    now: Verdict | None
    policy: str = ""
    revised: Revised | None = None
    to: PersonFacts | None = None
    others: bool = False
    able: tuple[Who, ...] | None = None
    kind: Literal["checked"] = "checked"


@dataclass(frozen=True, slots=True)
class Ticked:
    """Time passed; folded after the whole mailbox of a take."""

    kind: Literal["ticked"] = "ticked"


Event = (
    Asked | Edited | Deleted | Clicked | Began | Lost | NotStarted | ModelReplied
    | ModelFailed | Judged | UnsureNumbered | WentStale | ToolDone | Checked | CardPosted
    | CardDrawn | SayPosted | ChatFailed | NoteSent | Reacted | Claimed | Indexed | Opened
    | ProgressShown | StatusShown | Ticked
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Entry:
    """An event as the log holds it; `at` is Redis time in ms."""

    at: int
    event: Event
