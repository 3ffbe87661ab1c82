"""`when`: a condition on a call in CEL, the Common Expression Language, with bounds.

Whatever goes wrong is Unread: a condition that can't be judged refuses the call (DESIGN.md 5).
"""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, cast

from bot.core.matchers.found import Unread

NAMES = ("args", "requester", "channel", "agent", "call")
MAX_ITEMS = 10_000  # values in the arguments
# Of those of a condition that walks through a list: each step of it copies what it names, so that
# its time and memory grow with their square.
MAX_WALKED = 1_000
MAX_WALKED_TEXT = 100_000  # characters of them
MAX_WHOLE = 2**63 - 1  # CEL's own whole numbers end here
_MACRO = re.compile(r"\.\s*(all|exists|exists_one|filter|map)\s*\(\s*(\w*)")
_NAMED = re.compile(rf"(?<![\w.])(?:{'|'.join(NAMES)})\b")
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
    walked = {macro[2] for macro in _MACRO.finditer(_plain(text))}
    unknown = sorted(set(program.variables()) - {*NAMES, *walked})
    if unknown:
        return f"names {', '.join(unknown)}; known are {', '.join(NAMES)}"
    for macro, inside in _walked(text):
        if _MACRO.search(inside):
            return "walks through a list inside of another walk, which has no bound; use one"
        if macro == "map" and _NAMED.search(inside):
            return "maps each item to more than is in it, which has no bound; use exists or all"
    return None


def holds(text: str, known: Mapping[str, Any]) -> bool:
    """Whether it is true of what is known, by NAMES. Raises Unread if nobody can say."""
    _bounded(known, walks=_walks(text))
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


def _walked(text: str) -> Iterator[tuple[str, str]]:
    """Each walk through a list: its name, and what is done with each item."""
    plain = _plain(text)
    for macro in _MACRO.finditer(plain):
        depth, place = 1, macro.end()
        while depth and place < len(plain):
            depth += {"(": 1, ")": -1}.get(plain[place], 0)
            place += 1
        yield macro[1], plain[macro.end() : place]


@lru_cache(maxsize=1024)
def _walks(text: str) -> bool:
    """Whether it walks through a list."""
    return _MACRO.search(_plain(text)) is not None


def _bounded(known: Mapping[str, Any], *, walks: bool) -> None:
    """Raises Unread if there is too much to look at, or a number that CEL can't hold."""
    count, letters, waiting = 0, 0, list[Any]([known])
    most = MAX_WALKED if walks else MAX_ITEMS
    while waiting:
        one = waiting.pop()
        count += 1
        if count > most:
            raise Unread(f"has arguments of more than {most:,} values")
        if isinstance(one, int) and abs(one) > MAX_WHOLE:
            raise Unread(f"can't be judged: {str(one)[:30]} is too long a number")
        if isinstance(one, str):
            letters += len(one)
        if isinstance(one, Mapping):
            parts = cast("Mapping[str, Any]", one)
            letters += sum(map(len, parts))
            waiting += parts.values()
        elif isinstance(one, list):
            waiting += cast("list[Any]", one)
    if walks and letters > MAX_WALKED_TEXT:
        words = f"has arguments of more than {MAX_WALKED_TEXT:,} characters"
        raise Unread(f"{words}, and walks through a list")
