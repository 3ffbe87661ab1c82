"""Effects: what the core wants done, imperative. `key` names the one thing in flight at a time."""

from dataclasses import dataclass
from typing import Literal

from bot.core.timeline import Status


@dataclass(frozen=True, slots=True)
class CallModel:
    """Ask the model for turn `turn`, with the transcript's first `upto` lines."""

    turn: int
    upto: int
    kind: Literal["call_model"] = "call_model"

    @property
    def key(self) -> str:
        """One model call at a time."""
        return "model"


@dataclass(frozen=True, slots=True)
class Judge:
    """Let the gate judge a proposed call. Pure: it is answered before the commit."""

    call: str
    kind: Literal["judge"] = "judge"

    @property
    def key(self) -> str:
        """One verdict a call."""
        return f"judge:{self.call}"


@dataclass(frozen=True, slots=True)
class NumberUnsure:
    """Reserve what a card needs that asks a person about a lost call. Pure, like Judge."""

    call: str
    kind: Literal["number_unsure"] = "number_unsure"

    @property
    def key(self) -> str:
        """One question a call."""
        return f"unsure:{self.call}"


@dataclass(frozen=True, slots=True)
class RunTool:
    """Run a ready call."""

    call: str
    kind: Literal["run_tool"] = "run_tool"

    @property
    def key(self) -> str:
        """One start a call."""
        return f"tool:{self.call}"


@dataclass(frozen=True, slots=True)
class CheckPerson:
    """Look up who clicked, and what policy says now."""

    click: str
    kind: Literal["check_person"] = "check_person"

    @property
    def key(self) -> str:
        """One look-up a click."""
        return f"check:{self.click}"


@dataclass(frozen=True, slots=True)
class PostCard:
    """Post a request's card. `look`: an earlier post may have arrived, so search for it first.

    A `stub` stands in the thread while the card is in another channel.
    """

    request: str
    look: bool = False
    plain: bool = False
    stub: bool = False
    kind: Literal["post_card"] = "post_card"

    @property
    def key(self) -> str:
        """One post a request, and one stub."""
        return f"{'stub' if self.stub else 'card'}:{self.request}"


@dataclass(frozen=True, slots=True)
class DrawCard:
    """Redraw one copy of a card as revision `draws` of its picture."""

    request: str
    channel: str
    ts: str
    draws: int
    kind: Literal["draw_card"] = "draw_card"

    @property
    def key(self) -> str:
        """One drawing a copy."""
        return f"draw:{self.request}:{self.channel}:{self.ts}"


@dataclass(frozen=True, slots=True)
class PostSay:
    """Post something in the thread."""

    say: str
    look: bool = False
    kind: Literal["post_say"] = "post_say"

    @property
    def key(self) -> str:
        """One post a say."""
        return f"say:{self.say}"


@dataclass(frozen=True, slots=True)
class PostOpening:
    """Tell the thread what was asked, where no message of the asker's does; it may be its root."""

    look: bool = False
    kind: Literal["post_opening"] = "post_opening"

    @property
    def key(self) -> str:
        """One opening a run."""
        return "opening"


@dataclass(frozen=True, slots=True)
class SendNote:
    """Tell one person something privately."""

    note: str
    kind: Literal["send_note"] = "send_note"

    @property
    def key(self) -> str:
        """One sending a note."""
        return f"note:{self.note}"


@dataclass(frozen=True, slots=True)
class ShowStatus:
    """Show the session's status where Slack shows one."""

    status: Status
    kind: Literal["show_status"] = "show_status"

    @property
    def key(self) -> str:
        """One at a time: only the latest matters."""
        return "status"


@dataclass(frozen=True, slots=True)
class ShowProgress:
    """Post the timeline, or draw it again as `picture`. `look`: it may stand somewhere."""

    picture: str
    look: bool = False
    kind: Literal["show_progress"] = "show_progress"

    @property
    def key(self) -> str:
        """One timeline a run."""
        return "progress"


@dataclass(frozen=True, slots=True)
class React:
    """Acknowledge a message, or its latest edit, with a reaction."""

    ts: str
    edited: bool = False
    kind: Literal["react"] = "react"

    @property
    def key(self) -> str:
        """One reaction of a kind a message."""
        return f"react:{self.ts}{':edited' if self.edited else ''}"


@dataclass(frozen=True, slots=True)
class ClaimTask:
    """React to the task's message: whoever comes first has it. `look`: we may have done so."""

    ts: str
    look: bool = False
    kind: Literal["claim_task"] = "claim_task"

    @property
    def key(self) -> str:
        """One claim a run."""
        return "claim"


@dataclass(frozen=True, slots=True)
class IndexThread:
    """Make the thread's messages come to this run."""

    kind: Literal["index_thread"] = "index_thread"

    @property
    def key(self) -> str:
        """One index a run."""
        return "index"


Effect = (
    CallModel
    | Judge
    | NumberUnsure
    | RunTool
    | CheckPerson
    | PostCard
    | DrawCard
    | PostSay
    | PostOpening
    | SendNote
    | ShowStatus
    | ShowProgress
    | React
    | ClaimTask
    | IndexThread
)

# Effects whose start is an event (PROTOCOL.md 1.2). The others may be repeated at no harm, so their
# start isn't saved: they are owed again if their worker dies.
Tracked = (
    CallModel | RunTool | PostCard | DrawCard | PostSay | PostOpening | SendNote | ShowProgress
    | ClaimTask
)  # fmt: skip
