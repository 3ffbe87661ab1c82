"""Values that a text holds in another writing: in base64 or hex, or with signs escaped. Pure.

What is compressed, encrypted, turned round or written in yet another way isn't found.
"""

import re
from base64 import b64encode
from bisect import bisect_right
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from html import unescape

from bot.mask import HIDDEN

SHORTEST = 4  # bytes of a value that is looked for
INSIDE_FROM = 6  # bytes of one that is looked for within a longer text in base64

_BASE64 = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".decode())
_SAFE = {"-": "+", "_": "/", "%2b": "+", "%2f": "/", "%3d": "="}
_SIGNS = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}


@dataclass(frozen=True, slots=True)
class _Writing:
    """A way to write texts: `tokens` are what doesn't stand for itself, each holds `sign`."""

    sign: str
    tokens: re.Pattern[str]
    means: Callable[[str], str]


@dataclass(frozen=True, slots=True)
class _Needle:
    """What a value is in a writing; `before`, `after`: a sign beside it holds a part of it."""

    text: str
    before: bool = False
    after: bool = False
    alone: bool = False


@dataclass(slots=True)
class _Read:
    """A text as it reads, with the pieces that it came from: where each begins, as it reads and in
    the text, where it ends there, and whether it stands for itself.
    """

    text: str
    pieces: list[tuple[int, int, int, bool]]

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Where in the text that stands."""
        read, begin, _, plain = self._piece(start)
        low = begin + start - read if plain else begin
        read, begin, over, plain = self._piece(end - 1)
        return low, begin + end - read if plain else over

    def _piece(self, at: int) -> tuple[int, int, int, bool]:
        return self.pieces[bisect_right(self.pieces, at, key=lambda piece: piece[0]) - 1]


def without(text: str, values: Collection[str]) -> str:
    """The text with each of these values hidden where it is escaped or encoded."""
    known = [_bytes(one) for one in values if one not in HIDDEN]
    known = [one for one in known if len(one) >= SHORTEST]
    if not known:
        return text
    found = _bytes(text)
    needles = [_Needle(one) for one in known]
    for outer, inner in _ESCAPED:
        if outer.sign in found:
            found = _hidden(found, outer, needles, inner)
    found = _in_hex(found, known)
    found = _in_base64(found, known)
    return found.encode("latin-1").decode("utf-8", "surrogatepass")


def _in_hex(text: str, values: list[str]) -> str:
    joined = _BETWEEN.sub("", text).lower()
    needles = [_Needle(one.encode("latin-1").hex()) for one in values]
    needles = [one for one in needles if one.text in joined]
    return _hidden(text, _HEX, needles) if needles else text


def _in_base64(text: str, values: list[str]) -> str:
    joined = _BROKEN.sub("", text).replace("-", "+").replace("_", "/")
    if "%" in joined:
        joined = _ESCAPED_64.sub(lambda m: _SAFE[m[0].lower()], joined)
    needles = [one for value in values for one in _encodings(value) if one.text in joined]
    return _hidden(text, _AS_64, needles) if needles else text


def _encodings(value: str) -> Iterator[_Needle]:
    """What is surely in the base64 of every text that has the value inside."""
    data = value.encode("latin-1")
    if len(data) < INSIDE_FROM:
        yield _Needle(b64encode(data).decode().rstrip("="), alone=True)
        return
    wide = [data.decode("latin-1").encode("utf-16-le")] if value.isascii() else []
    for one in (data, *wide):
        for shift in range(3):
            whole = b64encode(b"\0" * shift + one).decode().rstrip("=")
            open_ = (shift + len(one)) % 3 != 0
            start = (0, 2, 3)[shift]
            yield _Needle(whole[start : len(whole) - open_], before=shift > 0, after=open_)


def _hidden(
    text: str, writing: _Writing, needles: list[_Needle], inner: tuple[_Writing, ...] = ()
) -> str:
    """The text without what reads as one of these in a writing, or in another within it."""
    read = _read(text, writing)
    looked = read.text.lower() if writing is _HEX else read.text
    found = [(one, read.span(*at)) for one in needles for at in _places(looked, one)]
    for writing_ in inner:
        if writing_.sign in read.text:
            twice = _read(read.text, writing_)
            found += [
                (one, read.span(*twice.span(*at)))
                for one in needles
                for at in _places(twice.text, one)
            ]
    spans = sorted(at for one, at in found if not (one.alone and _beside(text, *at)))
    parts, done = list[str](), 0
    for low, high in spans:
        if low >= done:
            parts += (text[done:low], HIDDEN)
        done = max(done, high)
    return "".join((*parts, text[done:]))


def _places(text: str, needle: _Needle) -> Iterator[tuple[int, int]]:
    at = text.find(needle.text)
    while at >= 0:
        low, high = at, at + len(needle.text)
        high += needle.after and text[high : high + 1] in _BASE64
        while (needle.after or needle.alone) and text[high : high + 1] == "=":
            high += 1
        yield low - (needle.before and text[max(low - 1, 0) : low] in _BASE64), high
        at = text.find(needle.text, at + 1)


def _beside(text: str, low: int, high: int) -> bool:
    """Whether a sign of base64 stands right before or after."""
    return text[max(low - 1, 0) : low] in _BASE64 or text[high : high + 1] in _BASE64


def _read(text: str, writing: _Writing) -> _Read:
    parts, pieces, length, at = list[str](), list[tuple[int, int, int, bool]](), 0, 0
    ends = (len(text), len(text), "")
    for low, high, token in (*((*m.span(), m[0]) for m in writing.tokens.finditer(text)), ends):
        meant = writing.means(token) if token else ""
        for part, begin, over, plain in ((text[at:low], at, low, True), (meant, low, high, False)):
            if part:
                pieces.append((length, begin, over, plain))
                parts.append(part)
                length += len(part)
        at = high
    return _Read("".join(parts), pieces)


def _bytes(text: str) -> str:
    """A sign for each byte: so a byte may be written by itself, as in an address."""
    return text.encode("utf-8", "surrogatepass").decode("latin-1")


def _escape(token: str) -> str:
    """What a backslash makes of what follows it, in JSON and in what Python writes."""
    sign = token[1:]
    if sign[0] == "x":
        return chr(int(sign[1:], 16))
    if sign[0] != "u":
        return _SIGNS.get(sign, sign)
    units = bytes.fromhex(token.replace("\\u", ""))
    return _bytes(units.decode("utf-16-be", "surrogatepass"))


def _percent(found: str) -> str:
    return " " if found == "+" else chr(int(found[1:], 16))


_JSON = _Writing(
    "\\",
    re.compile(
        r"\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}"
        r"|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|[\"'\\/bfnrt])"
    ),
    _escape,
)
_URL = _Writing("%", re.compile("%[0-9a-fA-F]{2}"), _percent)
_FORM = _Writing("+", re.compile(r"%[0-9a-fA-F]{2}|\+"), _percent)
_HTML = _Writing(
    "&",
    re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z0-9]{2,31});"),
    lambda token: _bytes(unescape(token)),
)
_ESCAPED = ((_JSON, (_JSON, _URL, _FORM, _HTML)), (_URL, (_URL,)), (_FORM, ()), (_HTML, (_HTML,)))
_BETWEEN = re.compile(r"(?:\\+x|0x|[\s:,\\-])+", re.IGNORECASE)
_HEX = _Writing("", _BETWEEN, lambda _: "")
_BROKEN = re.compile(r"(?:\\+[nr]|[\s\\])+")
_ESCAPED_64 = re.compile("%(?:2[bBfF]|3[dD])")
_AS_64 = _Writing(
    "", re.compile(rf"{_BROKEN.pattern}|{_ESCAPED_64.pattern}|[-_]"),
    lambda token: _SAFE.get(token.lower(), ""),
)  # fmt: skip
