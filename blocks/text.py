"""Text that other people or a model wrote, made safe to show.

Nothing here makes Slack syntax: what comes out can't mention, link, format, write lines of its own
or hide characters. Sizes are UTF-16 units of the text as Slack stores it, the largest of the ways
in which Slack may count.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator

JOINER = "\u2060"  # word joiner: invisible, no width, breaks a token in two
MARK = "…"  # stands where something was cut
CLUSTER = 24  # longest run of joined characters that is kept together

Cost = Callable[[str], int]

# Bidirectional marks, zero-width and tag characters reorder or hide text. U+200C and U+200D stay:
# scripts and emoji need them.
_HIDDEN = re.compile(
    "[\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f"
    "\u3164\ufeff\uffa0\ufff9-\ufffb\U000e0000-\U000e0fff]"
)
_CONTROL = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f]")
_SURROGATE = re.compile("[\ud800-\udfff]")
_BREAK = re.compile("\r\n|[\r\x0b\x0c\x85\u2028\u2029]")
_SPACES = re.compile(r"\s+")
_TOKEN = re.compile(r"<(?=[!@#])")
_EVERYONE = re.compile(r"[@＠](?=here|channel|everyone|group)", re.IGNORECASE)  # noqa: RUF001
_EMOJI = re.compile(r":(?=[\w+'-]+:)")
_SCHEME = re.compile(r":(?=//)|\b(?:mailto|tel):", re.IGNORECASE)
_EDGE_UNDERSCORE = re.compile(r"(?<![^\W_])_+|_+(?![^\W_])")
_LOOKALIKES = str.maketrans({"*": "\u2217", "~": "\u223c", "`": "\u02cb"})
_ENTITY = re.compile(r"&(?!(?:amp|lt|gt);)")
_SEQUENCE = re.compile(r"<[^<>\s][^<>]*>")


def units(text: str) -> int:
    """Characters as Slack may count them: UTF-16 units."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


def escape(text: str) -> str:
    """`&`, `<` and `>` as entities, the three that Slack reads."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def escaped_units(text: str) -> int:
    """Size of text once escaped."""
    return units(escape(text))


def stored_units(text: str, *, mrkdwn: bool) -> int:
    """Size of a payload's text as Slack stores it.

    Entities that are there already aren't doubled; in mrkdwn a `<…>` sequence stays as it is.
    """
    rest, kept = text, 0
    if mrkdwn:
        kept = sum(units(found) for found in _SEQUENCE.findall(text))
        rest = _SEQUENCE.sub("", text)
    grown = 4 * len(_ENTITY.findall(rest)) + 3 * (rest.count("<") + rest.count(">"))
    return kept + units(rest) + grown


def clean(text: str) -> str:
    """Text without control, bidirectional and invisible characters; line ends as `\\n`."""
    text = _BREAK.sub("\n", text)
    text = _SURROGATE.sub("\ufffd", text)
    return _HIDDEN.sub("", _CONTROL.sub("", text))


def one_line(text: str) -> str:
    """Clean text on one line, so that it can't add a line of its own."""
    return _SPACES.sub(" ", clean(text)).strip()


def no_ping(text: str) -> str:
    """Text whose mentions are broken by an invisible joiner; looks the same."""
    text = _TOKEN.sub("<" + JOINER, text)
    return _EVERYONE.sub(lambda at: at.group() + JOINER, text)


def no_format(text: str) -> str:
    """Text with no mrkdwn of its own: look-alikes for markers, dead emoji codes and links."""
    text = _EDGE_UNDERSCORE.sub(lambda run: "\uff3f" * len(run.group()), text)
    return _EMOJI.sub(":" + JOINER, unlinked(text.translate(_LOOKALIKES)))


def unlinked(text: str) -> str:
    """Text whose addresses no client makes links of; looks the same."""
    return _SCHEME.sub(lambda scheme: scheme.group() + JOINER, text)


def human(text: str, limit: int) -> str:
    """One line of mrkdwn of at most `limit` units: escaped, unformatted, pinging nobody."""
    return escape(cut(no_format(no_ping(one_line(text))), limit, escaped_units))


def shorten(text: str, limit: int) -> str:
    """Escaped text without `<…>` sequences, cut to `limit` units between entities."""
    for entity, char in (("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")):
        text = text.replace(entity, char)
    return escape(cut(text, limit, escaped_units))


def unmarked(text: str, limit: int) -> str:
    """One line for a plain_text object, at most `limit` units even when escaped."""
    return cut(unlinked(no_ping(one_line(text))), limit, escaped_units)


def visible(text: str) -> str:
    """A shown JSON value on one line, whatever hides in it drawn as `\\uXXXX`.

    Reads as the same JSON; a mention's `<` is drawn as a code too, so that it is never live.
    """
    text = _TOKEN.sub(r"\\u003c", text.replace("\r", r"\r").replace("\n", r"\n"))
    text = _EVERYONE.sub(lambda at: _code(at.group()), text)
    for hidden in (_HIDDEN, _CONTROL, _SURROGATE, _BREAK):
        text = hidden.sub(lambda found: "".join(map(_code, found.group())), text)
    return text


def _code(char: str) -> str:
    pair = char.encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{pair[i : i + 4]}" for i in range(0, len(pair), 4))


def clusters(text: str) -> Iterator[str]:
    """Text in pieces that are seen as one character, roughly; joined they are the text."""
    start = 0
    for i in range(1, len(text)):
        if i - start < CLUSTER and _joined(text, start, i):
            continue
        yield text[start:i]
        start = i
    if text:
        yield text[start:]


def _joined(text: str, start: int, i: int) -> bool:
    before, char = text[i - 1], text[i]
    if char.isascii():
        return False
    if _flag(before) and _flag(char):
        return (i - start) % 2 == 1
    if before == "\u200d" or char == "\u200d" or "\U0001f3fb" <= char <= "\U0001f3ff":
        return True
    return unicodedata.category(char).startswith("M")


def _flag(char: str) -> bool:
    return "\U0001f1e6" <= char <= "\U0001f1ff"


def prefix(text: str, limit: int, cost: Cost = units) -> str:
    """The longest start of whole characters that costs at most `limit`; at least one character."""
    if _fits(text, limit, cost):
        return text
    end = room = 0
    for cluster in clusters(text[: limit + CLUSTER]):
        room += cost(cluster)
        if room > limit and end:
            break
        end += len(cluster)
    return text[:end]


def _fits(text: str, limit: int, cost: Cost) -> bool:
    return len(text) <= limit and cost(text) <= limit  # a character costs one or more


def cut(text: str, limit: int, cost: Cost = units, mark: str = MARK) -> str:
    """Text of at most `limit`; when something is missing it ends in `mark`, after a whole word."""
    if _fits(text, limit, cost):
        return text
    room = limit - cost(mark)
    if room < 1:
        return mark if room == 0 else ""
    head = prefix(text, room, cost)
    if cost(head) > room:
        return mark
    space = max(head.rfind(" "), head.rfind("\n"))
    if space > len(head) * 0.7:
        head = head[:space]
    return head.rstrip() + mark


def parts(text: str, limit: int, cost: Cost = units) -> Iterator[str]:
    """Text in parts of at most `limit`, split at line ends, else spaces; joined they are the text.

    `limit` must leave room for a few characters.
    """
    start = 0
    while start < len(text):
        window = text[start : start + limit + CLUSTER]
        head = prefix(window, limit, cost)
        if start + len(head) < len(text):
            head = head[: head.rfind("\n") + 1 or head.rfind(" ") + 1 or len(head)]
        yield head
        start += len(head)
