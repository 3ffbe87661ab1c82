"""Events of what became of chat effects: posts, pictures, notes, reactions, the thread's index."""

from dataclasses import dataclass
from typing import Literal

from bot.core.ids import Who
from bot.core.timeline import Status


@dataclass(frozen=True, slots=True)
class CardPosted:
    """A card stands at that place, showing picture `draws`; or a `stub` of it."""

    attempt: str
    request: str
    channel: str
    ts: str
    draws: int
    stub: bool = False
    kind: Literal["card_posted"] = "card_posted"


@dataclass(frozen=True, slots=True)
class CardDrawn:
    """A copy shows picture `draws`; `gone`: it was deleted."""

    attempt: str
    request: str
    channel: str
    ts: str
    draws: int
    gone: bool = False
    kind: Literal["card_drawn"] = "card_drawn"


@dataclass(frozen=True, slots=True)
class Opened:
    """What was asked stands in the thread with this root, which it may itself be."""

    attempt: str
    channel: str
    ts: str
    kind: Literal["opened"] = "opened"


@dataclass(frozen=True, slots=True)
class SayPosted:
    """A say stands in the thread; `able` are those whom it called, if they were looked up."""

    attempt: str
    say: str
    able: tuple[Who, ...] | None = None
    kind: Literal["say_posted"] = "say_posted"


@dataclass(frozen=True, slots=True)
class ChatFailed:
    """A chat effect failed: see ports.ChatTrouble for `trouble`."""

    attempt: str
    key: str
    trouble: Literal["wait", "unclear", "refused", "nowhere"]
    words: str
    retry_ms: int
    kind: Literal["chat_failed"] = "chat_failed"


@dataclass(frozen=True, slots=True)
class NoteSent:
    """A note was told, or can't be."""

    attempt: str
    note: str
    kind: Literal["note_sent"] = "note_sent"


@dataclass(frozen=True, slots=True)
class ProgressShown:
    """The timeline stands at `ts` and shows `picture`; `gone`: it was deleted."""

    attempt: str
    ts: str
    picture: str
    gone: bool = False
    kind: Literal["progress_shown"] = "progress_shown"


@dataclass(frozen=True, slots=True)
class StatusShown:
    """Slack took the session's status, asked to wait with it, or refuses it."""

    status: Status
    came: Literal["shown", "wait", "refused"] = "shown"
    retry_ms: int = 0
    kind: Literal["status_shown"] = "status_shown"


@dataclass(frozen=True, slots=True)
class Reacted:
    """A reaction was added, or can't be."""

    ts: str
    edited: bool = False
    kind: Literal["reacted"] = "reacted"


@dataclass(frozen=True, slots=True)
class Claimed:
    """The task's message is acknowledged; `taken`: by another copy of the bot."""

    attempt: str
    taken: bool = False
    kind: Literal["claimed"] = "claimed"


@dataclass(frozen=True, slots=True)
class Indexed:
    """The thread's messages come to this run, unless another run has it."""

    ok: bool
    kind: Literal["indexed"] = "indexed"


Posting = (
    CardPosted | CardDrawn | SayPosted | ChatFailed | NoteSent | Reacted | Claimed | Indexed
    | ProgressShown | StatusShown | Opened
)  # fmt: skip
