"""What became of an answer: the run judges it once it is saved, and the page says what it said."""

import asyncio
from dataclasses import dataclass

from bot.core.request import Click, Request
from bot.ports.inbox import Inbox
from bot.web import words

WAIT_S = 5.0  # a run takes an answer in a fraction of a second, unless no worker has time
LOOK_S = 0.1


@dataclass(frozen=True, slots=True)
class Came:
    """A title and words for whoever sent it; `refused`: it wasn't taken."""

    title: str
    words: str
    refused: bool = False


WAITS = Came("Saved", words.WAITING)


async def outcome(inbox: Inbox, sent: Click, *, again: bool, wait_s: float = WAIT_S) -> Came:
    """What came of an answer that is saved, as far as that is known in time. Raises StoreDown.

    `again`: it was saved before; whatever was sent now isn't what counts.
    """
    clock = asyncio.get_running_loop().time
    until = clock() + wait_s
    while True:
        record = await inbox.record(sent.request)
        if record is None:
            return WAITS
        if record.request.ended is not None:
            return _came(record.request, sent, again=again)
        if clock() >= until:
            return WAITS
        await asyncio.sleep(LOOK_S)


def _came(request: Request, sent: Click, *, again: bool) -> Came:
    ended = request.ended
    if ended and ended.outcome == "answered" and ended.by and ended.by.same(sent.by):
        if again:
            return Came("Sent", words.BEFORE)
        if (ended.action, ended.values) == (sent.choice, sent.args):
            return Came("Sent", words.TAKEN)
    return Came("", words.late(request, sent.by), refused=True)
