"""Times as people write them: 30m, 1h30m, 2d."""

import re
from collections.abc import Callable

from bot.config.schema import TIMES
from bot.config.tree import Path_
from bot.core.terms import HOUR, MAX_DEADLINE_S

Wrong = Callable[[Path_, str], None]

DAY = 24 * HOUR

_TIME = re.compile(r"(?:(\d{1,6})d)?(?:(\d{1,6})h)?(?:(\d{1,6})m)?(?:(\d{1,6})s)?")


def seconds(text: str, at: Path_, wrong: Wrong, most_s: int = MAX_DEADLINE_S) -> int | None:
    """Seconds of 30m, 1h or 1h30m; None and a problem if it isn't that."""
    found = _TIME.fullmatch(text) if text else None
    if found is None:
        shown = text[:40] or "''"
        wrong(at, f"{shown} isn't a time; write {TIMES}")
        return None
    days, hours, minutes, rest = (int(part or 0) for part in found.groups())
    total = ((days * 24 + hours) * 60 + minutes) * 60 + rest
    if total == 0:
        wrong(at, f"is no time at all; write {TIMES}")
    elif total > most_s:
        days, hours = most_s // DAY, f"{most_s // HOUR}h"
        over, most = (f"{days} days", f"{days}d") if days > 1 else (hours, hours)
        wrong(at, f"{text} is over {over}; write {most} or less")
    return total


def rising(texts: list[str], before: str | None, at: Path_, wrong: Wrong) -> tuple[int, ...]:
    """Times, each after the one before it and all before the time `before`."""
    end = seconds(before, at, lambda _at, _words: None) if before is not None else None
    made: list[int] = []
    for spot, text in enumerate(texts):
        one = seconds(text, (*at, spot), wrong)
        if one is None:
            continue
        if end is not None and one >= end:
            wrong((*at, spot), f"{text} isn't before the deadline, {before}")
        if made and one <= made[-1]:
            wrong((*at, spot), f"{text} isn't after the reminder before it")
        made.append(one)
    return tuple(made)
