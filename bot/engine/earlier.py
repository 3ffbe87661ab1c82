"""What a new task in a thread is told of the thread's last one."""

from collections.abc import Sequence

from bot.core.reading import as_left

EARLIER_LINES = 400  # of a transcript that are looked through
EARLIER_SAID = 12  # of them that are told: the last ones that people and the model said
EARLIER_CHARS = 600  # of each
_HEAD = "Earlier in this thread, in a task that has ended (nothing of it is still to be done):"


def earlier(lines: Sequence[str]) -> str:
    """The last words of people and the model, a line each; "" if there are none."""
    said = [words for line in as_left(lines) if (words := _words(line))]
    return "\n".join([_HEAD, *said[-EARLIER_SAID:]]) if said else ""


def _words(line: dict[str, object]) -> str:
    text = " ".join(str(line.get("text") or "").split())
    if not text or line["k"] not in ("user", "assistant"):
        return ""
    who = "you" if line["k"] == "assistant" else str(line.get("by"))
    cut = text if len(text) <= EARLIER_CHARS else f"{text[:EARLIER_CHARS]}…"
    return f"{who}: {cut}"
