"""The ports: what the engine needs from the world, in our words.

Each is a small Protocol; the adapters (`store`, `llm`, `tools`, `slack`) implement one and never
import each other.
"""

from bot.ports.chat import Chat, ChatTrouble
from bot.ports.health import Health
from bot.ports.inbox import Inbox
from bot.ports.lists import Listed, Look, Looked, Sighted
from bot.ports.model import (
    Model,
    ModelReply,
    ModelRequest,
    ModelTrouble,
    Prompter,
    RawCall,
    TroubleKind,
    Usage,
)
from bot.ports.store import (
    Already,
    Claim,
    Commit,
    Committed,
    Enqueued,
    Fenced,
    Gone,
    Mail,
    More,
    Parked,
    Snapshot,
    Store,
    StoreDown,
    Taken,
    TooNew,
    ToRun,
    ToThread,
)
from bot.ports.tools import CallFacts, Risk, Toolbox, ToolResult, ToolSpec

__all__ = [
    "Already",
    "CallFacts",
    "Chat",
    "ChatTrouble",
    "Claim",
    "Commit",
    "Committed",
    "Enqueued",
    "Fenced",
    "Gone",
    "Health",
    "Inbox",
    "Listed",
    "Look",
    "Looked",
    "Mail",
    "Model",
    "ModelReply",
    "ModelRequest",
    "ModelTrouble",
    "More",
    "Parked",
    "Prompter",
    "RawCall",
    "Risk",
    "Sighted",
    "Snapshot",
    "Store",
    "StoreDown",
    "Taken",
    "ToRun",
    "ToThread",
    "TooNew",
    "ToolResult",
    "ToolSpec",
    "Toolbox",
    "TroubleKind",
    "Usage",
]
