"""How a run begins to which no message of the asker's led: it tells the thread what was asked.

A command has no thread yet, so that this post becomes its root; a message that was handed over has
one, in which nobody saw who asked for what. The model is called when the thread knows.
"""

from bot.core import turns
from bot.core.events import Asked, ChatFailed
from bot.core.posts import Opened
from bot.core.replacing import replace
from bot.core.request import QUOTE
from bot.core.state import Failed, Note, Run

TOLD_MS = 24 * 3600 * 1000  # for how long it is tried to tell whoever asked that nothing began
NOTE = "opening"  # the key of that note, beside which the way to them is kept
HANDED = "(handed over a message)"  # stands where somebody's words would, if they added none
NOWHERE = (
    "I can't post there: I'm not a member of that channel, or it is archived or closed to me. "
    "Nothing was run. Invite me there and ask again, or ask in our direct message."
)


def known(event: Asked) -> bool:
    """Whether the thread knows already what was asked: its own message says it."""
    return bool(event.thread.ts) and event.handed is None


def said(event: Asked) -> str:
    """What a card may quote of the asker; never of whoever wrote what they handed over."""
    return event.text[:QUOTE] or HANDED


def opened(run: Run, event: Opened) -> Run:
    """What was asked stands in the thread. A thread that is known stays what it is."""
    run = turns.landed(run, "opening", event.attempt)
    if run.opened:
        return run
    if run.thread.ts:
        return replace(run, opened=True)
    thread = replace(run.thread, channel=event.channel, ts=event.ts)
    return replace(run, opened=True, thread=thread)


def unopened(run: Run, event: ChatFailed, at: int) -> Run:
    """Nothing begins where it can't be told; whoever asked hears so privately."""
    if run.opened or not run.live:
        return run
    words = NOWHERE if event.trouble == "nowhere" else event.words
    note = Note(NOTE, run.requester, "unopened", None, at + TOLD_MS)
    # One is enough for a run that was taken up again meanwhile and failed once more.
    others = tuple(n for n in run.notes if n.key != NOTE)
    return replace(run, phase=Failed(words), notes=(*others, note))
