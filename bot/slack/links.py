"""Addresses of messages. Pure."""

from bot.core.ids import Thread


def link(workspace: str, thread: Thread, ts: str = "") -> str | None:
    """The address of a thread, or of the message `ts` in it; None while a part is unknown."""
    at = ts or thread.ts
    if not (workspace and at):
        return None
    url = f"{workspace}archives/{thread.channel}/p{at.replace('.', '')}"
    return url if at == thread.ts else f"{url}?thread_ts={thread.ts}&cid={thread.channel}"
