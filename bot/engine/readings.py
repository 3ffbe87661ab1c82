"""What answers and silences are taken for, when an effect becomes an event."""

import json
import re
from collections.abc import Sequence
from typing import cast

from bot.core import canon
from bot.core.call import Call
from bot.core.effects import (
    CallModel,
    ClaimTask,
    DrawCard,
    PostCard,
    PostOpening,
    PostSay,
    RunTool,
    SendNote,
    ShowProgress,
    Tracked,
)
from bot.core.events import (
    ChatFailed,
    Event,
    Lost,
    ModelFailed,
    ModelReplied,
    ProposedCall,
    ToolDone,
)
from bot.core.request import QUOTE, PersonFacts
from bot.core.sensitive import scrubbed, values
from bot.mask import clean
from bot.ports import ModelReply, ToolResult

_ASKING = ("?", "\uff1f", "\u061f")  # also the full-width and the Arabic question mark
_CODE = re.compile(r"```.*?(```|\Z)", re.DOTALL)


def no_task(asker: PersonFacts) -> str | None:
    """Why nothing is done, or even looked up, for somebody whom no config lists; None if it is."""
    if asker.guest:
        return "Guests can't give me tasks here. Ask a member to do it."
    if asker.outside:
        return "Members of other companies can't give me tasks here."
    if asker.deactivated or asker.bot:
        return "Whoever asked for this isn't an active member any more, so I go no further."
    return None


def asked(lines: Sequence[str]) -> str:
    """The words of whoever asked, from a transcript that begins."""
    for line in lines:
        entry = cast(dict[str, object], json.loads(line))
        if entry["k"] == "user":
            return str(entry["text"])
    return ""


def replied(attempt: str, turn: int, reply: ModelReply) -> ModelReplied:
    """A model's reply as the event that is stored."""
    # What can't be stored as it is must not poison the run; a call's arguments aren't repaired.
    text = clean(reply.text or "")
    return ModelReplied(
        attempt=attempt,
        turn=turn,
        text=text,
        says=text.strip()[:QUOTE],
        blank=not text.strip(),
        calls=tuple(
            ProposedCall(canon.whole(c.name), canon.whole(c.arguments)) for c in reply.calls
        ),
        finish=reply.finish,
        refused=reply.refusal is not None,
        tokens=(reply.usage.prompt, reply.usage.completion),
        asks=asks(text),
    )


def asks(text: str) -> bool:
    """Whether a reply ends with a question: its last line of words, outside of code and quotes."""
    lines = [line.strip() for line in _CODE.sub("", text).splitlines()]
    said = [line for line in lines if line and not line.startswith(">")]
    return bool(said) and said[-1].rstrip("*_`~”\"')] ").endswith(_ASKING)


def ran(attempt: str, call: Call, result: ToolResult) -> ToolDone:
    """A tool's result; of sensitive arguments the model, which proposed them, may read more."""
    summary = scrubbed(result.summary, values(call.args, call.sensitive))
    return ToolDone(attempt, call.id, result.ok, result.text, summary)


def silent(attempt: str, effect: Tracked) -> Event:
    """What an effect that broke in our own hands is taken for."""
    match effect:
        case RunTool():
            return Lost(attempt)
        case CallModel(turn=turn):
            words = (
                "Something broke on my side while I asked the model. Tell an admin, or ask again."
            )
            return ModelFailed(attempt, turn, words, 0)
        case (
            PostCard() | DrawCard() | PostSay() | PostOpening() | SendNote() | ClaimTask()
            | ShowProgress()
        ):  # fmt: skip
            return ChatFailed(attempt, effect.key, "unclear", "an error of ours", 0)
