"""The texts around a form's controls: short ones beside them, long ones whole and by themselves.

A label or an option that is too long is shortened in its middle, so that those which begin alike
stay distinct. Costs are bytes of the view where a whole view could grow too large.
"""

import json
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence

from blocks import limits
from blocks.elements import Block, section
from blocks.text import (
    MARK,
    clean,
    cut,
    escape,
    escaped_units,
    no_format,
    no_ping,
    one_line,
    parts,
    prefix,
    units,
    unmarked,
)

LABEL = 300  # characters of a label; a longer one stands whole, above its control
SHORT = 500  # a longer description stands by itself, above its control
TEXT_BYTES = 24_000  # of one text that stands by itself
_MARKS = ":@<*_~`"  # drawn with one more sign, or as another one
_ISOLATE, _END = "\u2068", "\u2069"
_ANY = 1_000_000  # no limit
_TAIL = 0.6  # of a shortened text: what tells it from others is mostly at its end


def view_bytes(text: str) -> int:
    """The most bytes of a text inside a view: escaped, as JSON, with what makes it harmless."""
    return len(json.dumps(escape(text))) - 2 + 6 * sum(map(text.count, _MARKS))


def isolated(text: str) -> str:
    """Text to stand among our words: one that is written from the right moves none of them."""
    if any(unicodedata.bidirectional(char) in ("R", "AL", "AN") for char in text):
        return f"{_ISOLATE}{text}{_END}"
    return text


def is_short(text: str) -> bool:
    """Whether a text is one line that fits beside a control."""
    return "\n" not in clean(text).strip() and escaped_units(unmarked(text, 3 * SHORT)) <= SHORT


def fits(label: str) -> bool:
    """Whether a label stands whole at its control."""
    return escaped_units(unmarked(label, _ANY)) <= LABEL


def standing(head: str, text: str, most: int = TEXT_BYTES) -> list[Block]:
    """Sections of text in its own lines; `head` is finished mrkdwn for the line before it.

    What is beyond `most` bytes is cut and marked.
    """
    kept = cut(clean(text).strip(), most, view_bytes)
    lines = [no_format(no_ping(one_line(line))) for line in kept.split("\n")]
    pieces = parts("\n".join(lines), limits.SECTION_TEXT - units(head) - 1, escaped_units)
    drawn = [escape(piece.strip("\n")) for piece in pieces if piece.strip()]
    if head:
        drawn[:1] = [f"{head}\n{drawn[0]}" if drawn else head]
    return [section(piece) for piece in drawn]


def bold(text: str) -> str:
    """A label as bold mrkdwn on one line, its middle left out where it is longer."""
    return f"*{isolated(escape(no_format(no_ping(middle(text, LABEL))))) or '–'}*"


def harmless(text: str, most: int) -> str:
    """One line of mrkdwn of at most `most` bytes: escaped, unformatted, pinging nobody."""
    return escape(no_format(no_ping(cut(one_line(text), most, view_bytes))))


def beside(texts: Iterable[str], limit: int) -> Block:
    """A plain_text object of several texts, a sentence each, that don't move one another."""
    lines = [unmarked(text, _ANY) for text in texts]
    words = " ".join(isolated(_sentence(line)) for line in lines if line)
    return {"type": "plain_text", "text": cut(words, limit, escaped_units) or "–", "emoji": False}


def _sentence(text: str) -> str:
    """Text that another sentence may follow."""
    return text if text.endswith((".", "!", "?", "…", ":", ";")) else f"{text}."


def middle(text: str, limit: int) -> str:
    """One line of at most `limit`, its middle left out and marked where it is longer."""
    line = unmarked(text, _ANY)
    if escaped_units(line) <= limit:
        return line
    room = limit - units(MARK)
    tail = prefix(line[::-1], int(room * _TAIL), escaped_units)[::-1]
    while unicodedata.category(tail[:1] or "a").startswith("M") or tail[:1] in ("\u200d", "\ufe0f"):
        tail = tail[1:]
    head = prefix(line, room - escaped_units(tail), escaped_units)
    return cut(f"{head.rstrip()}{MARK}{tail.lstrip()}", limit, escaped_units)


def distinct(labels: Sequence[str], limit: int = limits.OPTION_TEXT) -> list[str]:
    """The labels, none longer than `limit` and no two alike; what is left out is marked."""
    lines = [unmarked(label, _ANY) for label in labels]
    ends = [cut(line, limit, escaped_units) or "–" for line in lines]
    alike = Counter(ends)
    drawn = [end if alike[end] < 2 else middle(line, limit) or "–"
             for line, end in zip(lines, ends, strict=True)]  # fmt: skip
    taken, again = set[str](), Counter[str]()
    for place, label in enumerate(drawn):
        while drawn[place] in taken:
            again[label] += 1
            mark = f" ({again[label] + 1})"
            drawn[place] = middle(label, limit - len(mark)) + mark
        taken.add(drawn[place])
    return drawn
