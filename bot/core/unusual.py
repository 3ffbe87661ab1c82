"""How a call differs from earlier ones of the same tool on the same target: *Unusual* on a card.

Values are compared as they are kept: short JSON, secrets masked, and of a long one only its length
and hash. What has always been different has nothing usual, so a free text is never called new.
"""

import json
import re
from collections.abc import Mapping, Sequence
from hashlib import sha256
from itertools import takewhile
from typing import Any, cast

from bot.core.sensitive import recorded
from bot.mask import one_line

FROM = 5  # earlier values below which nothing is called usual
MOST = 4  # differences that a card names
LONG = 200  # characters of a value; of a longer one its length and hash are kept
NOTHING: Mapping[str, str] = {}
_SHOWN = 60
_MARK = "#"  # begins what stands for a long value; no JSON does
_ID = re.compile(r"(^|_)ids?$|Ids?$")  # a number that names something has no range


def kept(args: str, sensitive: Sequence[str]) -> dict[str, str]:
    """Each argument's value as it is kept and compared; never one that is sensitive."""
    given = recorded(args, sensitive)
    return {name: _short(value) for name, value in given.items() if name not in sensitive}


def unusual(
    now: Mapping[str, str],
    earlier: Mapping[str, Sequence[str]],
    known: Mapping[str, str] = NOTHING,
) -> str:
    """The differences in words, `replicas 1, usually 4–6 (last 30 runs)`; "" if there are none.

    Of arguments that are `known` to be unusual those words are said, and first.
    """
    found = [*known.values()] + [
        words
        for name, value in now.items()
        if name not in known
        and len(earlier.get(name, ())) >= FROM
        and (words := _difference(name, value, earlier[name]))
    ]
    more = len(found) - MOST
    return "; ".join([*found[:MOST], *([f"and {more} more"] if more > 0 else [])])


def said_of(value: object) -> str:
    """Any value as a card names it."""
    return _said(_short(value))


def _difference(name: str, value: str, earlier: Sequence[str]) -> str:
    if value in earlier:
        return ""
    runs = f"the last {len(earlier)} runs"
    now, old = _read(value), [_read(one) for one in earlier]
    name = one_line(name, _SHOWN)
    if not _ID.search(name) and all(_is_number(one) for one in (now, *old)):
        return _range(f"{name} {_said(value)}", now, cast("list[float]", old))
    if all(isinstance(one, list) for one in (now, *old)):
        return _items(name, cast("list[Any]", now), cast("list[list[Any]]", old), runs)
    if all(isinstance(one, str) and one.startswith("/") for one in (now, *old)):
        return _path(name, cast("str", now), cast("list[str]", old), runs)
    return "" if _varied(earlier) else f"{name} {_said(value)}, new in {runs}"


def _range(what: str, now: float, old: Sequence[float]) -> str:
    low, high = min(old), max(old)
    if low <= now <= high:
        return ""
    usual = _said(json.dumps(low)) + ("" if low == high else f"–{_said(json.dumps(high))}")
    return f"{what}, usually {usual} (last {len(old)} runs)"


def _items(name: str, now: list[Any], old: list[list[Any]], runs: str) -> str:
    """Items that were never there, or more of them than ever; fewer are nothing special."""
    seen = [_short(item) for items in old for item in items]
    new = [item for item in map(_short, now) if item not in seen]
    if new and not _varied(seen):
        shown = ", ".join(_said(item) for item in new[:MOST])
        more = f" and {len(new) - MOST} more" if len(new) > MOST else ""
        return f"{name} {shown}{more}, new in {runs}"
    sizes = [len(items) for items in old]
    return _range(f"{name} of {len(now)} items", max(len(now), min(sizes)), sizes)


def _path(name: str, now: str, old: list[str], runs: str) -> str:
    """A folder above earlier ones, or a place that none of them is in."""
    place = now.rstrip("/") + "/"
    if any(one.startswith(place) for one in old):
        return f"{name} {_cut(now)}, wider than in {runs}"
    if not _varied(old):
        return f"{name} {_cut(now)}, new in {runs}"
    folder = _common([one.split("/")[:-1] for one in old])
    return "" if now.startswith(folder) else f"{name} {_cut(now)}, outside of {_cut(folder)}"


def _common(folders: list[list[str]]) -> str:
    """The folder that all are in, with a slash at its end."""
    same = takewhile(lambda parts: len(set(parts)) == 1, zip(*folders, strict=False))
    return "/".join([*(parts[0] for parts in same), ""]) or "/"


def _varied(earlier: Sequence[str]) -> bool:
    """Whether most values were others than the rest: a new one is nothing special."""
    return len(set(earlier)) * 2 > len(earlier)


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _read(value: str) -> Any:
    try:
        return json.loads(value)
    except ValueError:
        return None  # a long one


def _short(value: object) -> str:
    text = json.dumps(value, sort_keys=True, ensure_ascii=False)
    if len(text) <= LONG:
        return text
    return f"{_MARK}{len(text)}:{sha256(text.encode('utf-8', 'replace')).hexdigest()[:16]}"


def _said(value: str) -> str:
    """A value as a card names it."""
    if value.startswith(_MARK):
        return f"(a value of {value[1:].partition(':')[0]} characters)"
    found = _read(value)
    return _cut(found) if isinstance(found, str) else _cut(value.removesuffix(".0"))


def _cut(text: str) -> str:
    return one_line(text, _SHOWN)
