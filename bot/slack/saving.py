"""How messages, and what becomes of them, are handed to the inbox."""

from bot.ports.inbox import Inbox
from bot.ports.store import Enqueued
from bot.slack.amended import CardGone, Gone, Reworded
from bot.slack.parse import Said


async def said(inbox: Inbox, message: Said) -> Enqueued:
    """Saves a message. Raises StoreDown, as all here."""
    ours = message.ours and not message.starts  # a mention starts a run at once
    return await inbox.asked(message.event, key=message.key, starts=message.starts, ours=ours)


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
