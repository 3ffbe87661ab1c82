"""What goes on the record of a question's answer: what stands for it, and not what it was."""

from hashlib import sha256
from typing import Any

from bot.core.request import Ended


def answer(ended: Ended) -> dict[str, Any]:
    """Which action was chosen, and a digest of the values; nothing of what has none."""
    if not ended.values:
        return {}
    return {"action": ended.action, "values": sha256(ended.values.encode()).hexdigest()}
