"""Addresses of messages. Pure."""

from bot.core.ids import Thread


def link(workspace: str, thread: Thread, ts: str = "") -> str | None:
    """The address of a thread, or of the message `ts` in it; None if the workspace's is unknown."""
    if not workspace:
        return None
    at = ts or thread.ts
    url = f"{workspace}archives/{thread.channel}/p{at.replace('.', '')}"
    return url if at == thread.ts else f"{url}?thread_ts={thread.ts}&cid={thread.channel}"
