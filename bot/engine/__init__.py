"""The engine: runs move through the store, and what they owe is done."""

from bot.engine.audit import unbroken
from bot.engine.board import StoreBoard
from bot.engine.closed import Closed
from bot.engine.desk import Clock
from bot.engine.gate import Gate
from bot.engine.inbox import StoreInbox
from bot.engine.perform import Performer
from bot.engine.service import serve as serve_worker
from bot.engine.service import watch
from bot.engine.sets import LiveSets
from bot.engine.settings import EngineSettings
from bot.engine.slots import Slots
from bot.engine.worker import Worker

__all__ = [
    "Clock",
    "Closed",
    "EngineSettings",
    "Gate",
    "LiveSets",
    "Performer",
    "Slots",
    "StoreBoard",
    "StoreInbox",
    "Worker",
    "serve_worker",
    "unbroken",
    "watch",
]
