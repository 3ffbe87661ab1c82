"""How messages, and what becomes of them, are handed to the inbox."""

from bot.ports.inbox import Inbox
from bot.ports.store import Enqueued, StoreDown
from bot.slack.amended import CardGone, Gone, Reworded
from bot.slack.parse import Commanded, Said
from bot.slack.pressed import Pressed


async def said(inbox: Inbox, message: Said) -> Enqueued:
    """Saves a message. Raises StoreDown, as all here."""
    event, key = message.event, message.key
    return await inbox.asked(event, key=key, starts=message.starts, ours=message.ours)


async def commanded(inbox: Inbox, said: Commanded) -> Enqueued:
    """Saves a command said in a thread."""
    return await inbox.commanded(said.thread, said.click, key=said.key, ours=said.ours)


async def pressed(inbox: Inbox, press: Pressed) -> Enqueued:
    """Saves a click: for its request's run, or for the run that has the thread."""
    if press.thread is not None:
        return await inbox.commanded(press.thread, press.click, key=press.key)
    url = press.place.response_url
    return await inbox.clicked(press.click, key=press.key, response_url=url)


async def amended(inbox: Inbox, change: Reworded | Gone | CardGone) -> Enqueued:
    """Saves a correction or a deletion."""
    match change:
        case Reworded(thread=thread, event=event, key=key, said=message):
            # Where the message itself is still to come, its newest words stand for it.
            found = await said(inbox, message) if message else None
            if found is None or found.status == "duplicate":
                return await inbox.edited(thread, event, key=key)
            return found
        case Gone(thread=thread, event=event, key=key, message=message):
            return await inbox.deleted(thread, event, key=key, message=message)
        case CardGone(request=request, event=event, key=key):
            return await inbox.card_deleted(request, event, key=key)


def why(error: StoreDown | TimeoutError) -> str:
    """Why something wasn't saved, for the log."""
    return error.words if isinstance(error, StoreDown) else "no answer in time"
