"""What people typed, read from what Slack delivers: its escapes and its `<…>` undone."""

import re

from bot.mask import clean

_TOKEN = re.compile(r"<([^<>\n]*)>")
_SCHEMES = ("http://", "https://", "mailto:", "tel:")


def mentions(raw: str, user: str) -> bool:
    """Whether the raw text mentions that user."""
    return _mention(user).search(raw) is not None


def without(raw: str, user: str) -> str:
    """The raw text without that user's mentions."""
    return _mention(user).sub(" ", raw).strip()


def plain(raw: str) -> str:
    """The text as its author sees it: names for mentions, addresses for links."""
    shown = _TOKEN.sub(lambda found: _shown(found[1]), raw)
    for entity, char in (("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")):
        shown = shown.replace(entity, char)
    return clean(shown).strip()


def visible(text: str) -> bool:
    """Whether there is anything to see in it: no-width and direction marks alone are nothing."""
    return any(char.isprintable() and not char.isspace() for char in text)


def word(text: str) -> str:
    """A command's word: lower case, single blanks."""
    return " ".join(text.lower().split())


def _mention(user: str) -> re.Pattern[str]:
    return re.compile(rf"[ \t]*<@{re.escape(user)}(?:\|[^<>]*)?>[,:]?[ \t]*")


def _shown(token: str) -> str:
    target, _, label = token.partition("|")
    if target.startswith("@"):
        return f"@{label or target[1:]}"
    if target.startswith("#"):
        return f"#{label or target[1:]}"
    if target.startswith("!"):
        return _special(target, label)
    if target.startswith(_SCHEMES):
        return _link(target, label)
    return f"<{token}>"  # not Slack's: it escapes the angle brackets that people type


def _special(target: str, label: str) -> str:
    if label:
        return label
    name = target[1:].partition("^")
    return f"@{name[2] or name[0]}"


def _link(target: str, label: str) -> str:
    bare = target.partition(":")[2].removeprefix("//").rstrip("/")
    if not label or label.rstrip("/") in (target, bare):
        return label or target
    return f"{label} ({target})"
