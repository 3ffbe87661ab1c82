"""What imitates an approval of ours: its title, labels, number, digest or buttons.

Texts are compared by their skeleton, so that letters of other alphabets, marks and invisible
characters make no difference. Rather too much is found than too little: the model may word anew.
"""

import re
import unicodedata

from blocks.text import clean

# Letters of other alphabets that look like Latin ones, in their small form.
_ALIKE = {
    "a": "\u0430\u03b1\u0251\u028c\u1d00\u13aa\ua4ee",
    "b": "\u0432\u044c\u0299\u0185\u13f4\ua4d0",
    "c": "\u0441\u03f2\u1d04\u13df\ua4da",
    "d": "\u0501\u1d05\u0257\u13a0\ua4d3",
    "e": "\u0435\u0454\u03b5\u01dd\u1d07\u025b\u13ac\ua4f0",
    "g": "\u0261\u0262\u0581\u13c0\ua4d6",
    "h": "\u04bb\u043d\u029c\u0570\u13bb\ua4e7",
    "i": "\u0456\u03b9\u0269\u0131\u026a\u04cf\ua4f2",
    "j": "\u0458\u03f3\u1d0a\u13ab\ua4d9",
    "k": "\u043a\u03ba\u1d0b\u13e6\ua4d7",
    "l": "\u217c\u029f\ua781\u13de\ua4e1",
    "m": "\u043c\u1d0d\u13b7\ua4df",
    "n": "\u043f\u03b7\u0274\u0578\ua4e0",
    "o": "\u043e\u03bf\u03c3\u1d0f\u0585\ua4f3",
    "p": "\u0440\u03c1\u1d18\u13e2\ua4d1",
    "q": "\u051b\u0563",
    "r": "\u0433\u0280\u1d26\u13a1\u13d2\ua4e3",
    "s": "\u0455\ua731\u13da\ua4e2",
    "t": "\u0442\u03c4\u1d1b\u13a2\ua4d4",
    "u": "\u03c5\u1d1c\u057d\ua4f4",
    "v": "\u03bd\u0475\u1d20\u13d9\ua4e6",
    "w": "\u051d\u03c9\u1d21\u0561\u13b3\ua4ea",
    "x": "\u0445\u03c7\ua4eb",
    "y": "\u0443\u03b3\u04af\u028f\ua4ec",
    "z": "\u1d22\u13c3\ua4dc",
    "-": "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe63\u02d7",
    "\u00b7": "\u2022\u2219\u22c5\u30fb\u2027",
    ":": "\uff1a\ufe55\u02d0\u2236\ua789",
}
# Where the alphabet stands in signs: white on black circles and squares, and pieces of flags.
_BLOCKS = (0x1F150, 0x1F170, 0x1F1E6)
_LETTERS = str.maketrans(
    {odd: plain for plain, odds in _ALIKE.items() for odd in odds}
    | {chr(start + n): chr(97 + n) for start in _BLOCKS for n in range(26)}
    | {"\u2800": " "}
)
_ENTITIES = (("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&"))
# Digits and signs that stand for letters; i and l are one, on both sides of a comparison.
_FOLD = str.maketrans("013457@$!|i", "oleastaslll")
_MARKUP = str.maketrans("", "", "*_~`>#")
_CODES = {
    "hourglass_flowing_sand": "⏳", "hourglass": "⌛", "white_check_mark": "✅",
    "heavy_check_mark": "✔", "no_entry_sign": "🚫", "no_entry": "⛔", "x": "❌",
    "arrow_right_hook": "↪", "leftwards_arrow_with_hook": "↩", "repeat": "🔁", "warning": "⚠",
    "black_square_for_stop": "⏹", "question": "❓", "rotating_light": "🚨", "speech_balloon": "💬",
    "heavy_multiplication_x": "✖", "ballot_box_with_check": "☑",
    # Letters as emoji.
    "a": "a", "b": "b", "ab": "ab", "o": "o", "o2": "o", "m": "m", "parking": "p", "v": "v",
}  # fmt: skip
_UNSEEN = ("Mn", "Mc", "Me", "Cf")  # marks, joiners
_CODE = re.compile(r":([\w+'-]+):")
_OTHER = ":\u25cf:"  # any other emoji: a sign, and no letters
_MARKS = "".join(sign for sign in _CODES.values() if not sign.isalpha())

_TITLES = (
    "approval needed", "approved", "rejected", "sent back", "expired", "withdrawn", "replaced",
    "not run", "stopped", "not asked", "failed", "outcome unknown", "allowed for",
    "emergency, no approval", "answered", "not answered", "nobody answered",
)  # fmt: skip
_ALWAYS = ("approval needed", "emergency, no approval", "outcome unknown")
_STRICT = (*_ALWAYS, "approval", "approved", "rejected", "allowed for")  # where it stands out
_TITLE = "is a title of our own cards; ask the question in other words"
_BUTTON = "is a button of our own cards; say what is chosen, such as “Use draft A”"
_LABELS = (
    "will do", "impact", "target", "undo", "unusual", "asked because", "who decides", "why now",
    "since then", "exact action", "agent says", "decision", "result", "not mentioned in the thread",
)  # fmt: skip
_STARTS = ("approve", "reject", "allow for", "review & approve", "sign off")
_BUTTONS = (
    "review", "edit", "details", "ask again", "it ran", "run it again", "leave it", "revoke",
    "stop this call", "stop this call while it runs", "stop the plan", "stop run", "hand over",
    "answer instead", "ask the requester", "i can't take this", "cancel question",
)  # fmt: skip
_COLUMN = re.compile(r"[^\S ]|\s{2}")
_BEFORE = re.compile(r"[\W\d_]*")
_SIGNS = 20  # of those before the first letter
_START = 200  # characters in which a title or a label would have to stand
_VOTES = re.compile(r"\d+ of \d+ approvals?\b")
_NUMBER = re.compile(r"(?<![\w-])[ar] ?- ?\d")
_FOOT = re.compile(
    r"\bdigest:? [0-9a-f]{4} ?[0-9a-f]{4}\b|(?:^|· ?)policy \S{1,100} v\d|\ba ?- ?\d+ ?· ?run\b"
    r"|· ?run r ?- ?\d"
)


def skeleton(text: str) -> str:
    """Text as an eye takes it: small Latin letters, single spaces, emoji as signs, no markup."""
    text = clean(text).casefold()
    for entity, char in _ENTITIES:
        text = text.replace(entity, char)
    text = _CODE.sub(lambda code: _CODES.get(code[1], _OTHER), text)
    text = unicodedata.normalize("NFKD", text).casefold()
    text = "".join(char for char in text if unicodedata.category(char) not in _UNSEEN)
    return " ".join(text.translate(_LETTERS).translate(_MARKUP).split())


def as_button(text: str) -> str | None:
    """Why a button may not say this; None if it may."""
    seen = skeleton(text)
    for read in map(_squeezed, _readings(seen)):
        if read.startswith(_FOLDED_STARTS) or read in _FOLDED_BUTTONS:
            return _BUTTON
    if any(_squeezed(word) in _FOLDED_WORDS for word in seen.split()):
        return _BUTTON
    return (_TITLE if _titled(seen, _ALWAYS, ()) else None) or _numbered(seen)


def as_heading(text: str) -> str | None:
    """Why nothing that stands out may say this; None if it may."""
    seen = skeleton(text)
    if _titled(seen, _STRICT, _TITLES) or any(map(_VOTES.match, _readings(seen))):
        return _TITLE
    return _numbered(seen) or as_line(text)


def as_line(text: str, *, bold: str = "") -> str | None:
    """Why a line of text may not say this; None if it may. `bold` is its beginning, if that is."""
    seen = skeleton(text)
    if _titled(seen, _ALWAYS, ()):
        return _TITLE
    if _FOOT.search(seen):
        return "imitates the last line of our own cards; leave it out"
    column = _COLUMN.split(text.strip(), maxsplit=1)[0]  # a label with its value far behind it
    named = any(_squeezed(skeleton(one)) in _SQUEEZED_LABELS for one in (bold, column))
    if named or any(_labelled(read.translate(_FOLD)) for read in _readings(seen)):
        return "begins with a label of our own cards; use another word for it"
    return None


def _numbered(seen: str) -> str | None:
    if _NUMBER.search(seen):
        return "holds a number as our own cards have; name the thing in words"
    return None


def _labelled(folded: str) -> bool:
    """Whether a text is a label of ours, or begins with one and a colon."""
    rests = (folded[len(one) :].lstrip() for one in _FOLDED_LABELS if folded.startswith(one))
    return any(not rest or rest[0] == ":" for rest in rests)


def _titled(seen: str, strict: tuple[str, ...], titles: tuple[str, ...]) -> bool:
    """Whether a text begins with a title: a strict one, or any with our mark or a colon."""
    before = _BEFORE.match(seen)
    marked = before is not None and any(sign in _MARKS for sign in before[0])
    wanted = _TITLES if marked else (*strict, *titles)
    return any(
        _spelled(read, strict) or any(_begins(read, one, marked or one in strict) for one in wanted)
        for read in _readings(seen)
    )


def _begins(read: str, title: str, alone: bool) -> bool:
    folded, start = read.translate(_FOLD), title.translate(_FOLD)
    rest = folded[len(start) :]
    whole = folded.startswith(start) and not rest[:1].isalnum()
    return whole and (alone or not rest.strip() or rest.strip()[0] == ":")


def _spelled(read: str, titles: tuple[str, ...]) -> bool:
    """Whether a title is spelled out letter by letter, which no words of anybody's are."""
    words = read.split()[:6]
    spaced = len(words) > 3 and sum(map(len, words)) <= 2 * len(words)
    return spaced and _squeezed(read).startswith(tuple(map(_squeezed, titles)))


def _readings(seen: str) -> list[str]:
    """The text from each place before its first letter on: signs there may stand for letters."""
    found = _BEFORE.match(seen)
    first = min(found.end(), _SIGNS) if found else 0
    starts = dict.fromkeys((*range(first + 1), found.end() if found else 0))
    return [seen[start : start + _START] for start in starts]


def _squeezed(text: str) -> str:
    return "".join(char for char in text.translate(_FOLD) if char.isalnum())


_FOLDED_STARTS = tuple(map(_squeezed, _STARTS))
_FOLDED_WORDS = tuple(map(_squeezed, ("approve", "reject")))
_FOLDED_BUTTONS = frozenset(map(_squeezed, _BUTTONS))
_FOLDED_LABELS = tuple(label.translate(_FOLD) for label in _LABELS)
_SQUEEZED_LABELS = frozenset(map(_squeezed, _LABELS))
