"""`when`: a condition on a call in CEL, the Common Expression Language, with bounds.

Whatever goes wrong is Unread: a condition that can't be judged refuses the call (DESIGN.md 5).
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, cast

from bot.core.matchers.found import Unread

NAMES = ("args", "requester", "channel", "agent", "call")
MAX_ITEMS = 10_000  # values in the arguments: a condition may walk through all of them
MAX_WHOLE = 2**63 - 1  # CEL's own whole numbers end here
_MACRO = re.compile(r"\.\s*(?:all|exists|exists_one|filter|map)\s*\(\s*(\w*)")
_REMARK = re.compile(r"//[^\n]*")
_STRING = re.compile(
    r"""[rRbB]{0,2}(?:'''.*?'''|\"\"\".*?\"\"\"|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*")""",
    re.DOTALL,
)


def condition_problem(text: str) -> str | None:
    """Why a condition can't be used, in words; None if it can."""
    try:
        program = _program(text)
    except ValueError as error:
        return f"isn't CEL: {str(error).strip().splitlines()[0]}"
    walked = {macro[1] for macro in _MACRO.finditer(_plain(text))}
    unknown = sorted(set(program.variables()) - {*NAMES, *walked})
    if unknown:
        return f"names {', '.join(unknown)}; known are {', '.join(NAMES)}"
    if _nested(text):
        return "walks through a list inside of another walk, which has no bound; use one"
    return None


def holds(text: str, known: Mapping[str, Any]) -> bool:
    """Whether it is true of what is known, by NAMES. Raises Unread if nobody can say."""
    _bounded(known)
    try:
        found: object = _program(text).execute(dict(known))
    except (KeyboardInterrupt, SystemExit):
        raise
    except BaseException as error:  # its kinds are many, and a panic of it is no Exception
        raise Unread(f"can't be judged: {str(error).strip().splitlines()[0]}") from error
    if not isinstance(found, bool):
        raise Unread("is neither true nor false")
    return found


@lru_cache(maxsize=1024)
def _program(text: str) -> Any:
    # Imported when a policy has a condition: it brings a command line of its own, 0.1 s of loading.
    from cel import compile as compiled

    return cast("Any", compiled)(text)


def _plain(text: str) -> str:
    """The condition without what stands in strings and remarks, where brackets mean nothing."""
    return _REMARK.sub("", _STRING.sub('""', text))


def _nested(text: str) -> bool:
    """Whether a walk through a list stands inside of another."""
    plain = _plain(text)
    for macro in _MACRO.finditer(plain):
        depth, place = 1, macro.end()
        while depth and place < len(plain):
            depth += {"(": 1, ")": -1}.get(plain[place], 0)
            place += 1
        if _MACRO.search(plain, macro.end(), place):
            return True
    return False


def _bounded(known: Mapping[str, Any]) -> None:
    """Raises Unread if there is too much to look at, or a number that CEL can't hold."""
    count, waiting = 0, list[Any]([known])
    while waiting:
        one = waiting.pop()
        count += 1
        if count > MAX_ITEMS:
            raise Unread(f"has arguments of more than {MAX_ITEMS:,} values")
        if isinstance(one, int) and abs(one) > MAX_WHOLE:
            raise Unread(f"can't be judged: {str(one)[:30]} is too long a number")
        if isinstance(one, Mapping):
            waiting += cast("Mapping[str, Any]", one).values()
        elif isinstance(one, list):
            waiting += cast("list[Any]", one)
