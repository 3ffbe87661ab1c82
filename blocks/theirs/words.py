"""Texts that the model wrote: its formatting stays; pings, hidden links and marks go."""

import re
from urllib.parse import urlsplit

from blocks.text import clean, escape, no_ping, one_line, unlinked

_TOKEN = re.compile(r"<([^<>\n]*)>|(https?://[^\s<>|`*~\"“”\[\]]+)", re.IGNORECASE)
_USER = re.compile(r"@([UW][A-Z0-9]{1,30})(?:\|.*)?")
_DATE = re.compile(r"!date\^.*\|(.*)")
_AFTER = ".,;:!?)]}'’"
_HOST = re.compile(r"[a-z0-9]([a-z0-9.-]*[a-z0-9])?")
_ENTITIES = (("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&"))
_MARKS = str.maketrans({"*": "\u2217", "~": "\u223c", "`": "\u02cb"})


def marked(text: str, me: str) -> str:
    """The model's mrkdwn, for an object with `verbatim`: what is live in it is known.

    A mention is live only of `me`, the Slack id of whoever asked for the task; a link only where
    its host is seen. Everything else in angle brackets is shown as text.
    """
    out: list[str] = []
    text, start = clean(text), 0
    for found in _TOKEN.finditer(text):
        out.append(_dead(text[start : found.start()]))
        out.append(_bare(found[2]) if found[1] is None else _token(found[1], me))
        start = found.end()
    return "".join(out) + _dead(text[start:])


def plain(text: str) -> str:
    """For a plain_text object: pings nobody, and no client makes links of it."""
    return unlinked(no_ping(clean(text)))


def flat(text: str) -> str:
    """One line of mrkdwn without formatting of its own."""
    return escape(unlinked(no_ping(one_line(text))).translate(_MARKS))


def host(url: str) -> str | None:
    """Where an address leads, for an eye to see; None if it must not be live."""
    if not url.isascii() or not url.isprintable() or set(url) & set("<>| \"'`\\"):
        return None
    try:
        found = urlsplit(url)
        name, _ = found.hostname, found.port
    except ValueError:
        return None
    # What stands before an @ is read as the host, and is none.
    safe = found.scheme.lower() in ("http", "https") and "@" not in found.netloc
    return name if safe and name and _HOST.fullmatch(name) else None


def label(words: str, where: str, url: str) -> str:
    """A link's words with the host after them, unless they are the host or the address."""
    words = unlinked(no_ping(one_line(words)))
    return where if words in ("", where, url, unlinked(url)) else f"{words} ({where})"


def _token(inner: str, me: str) -> str:
    if user := _USER.fullmatch(inner):
        return f"<@{me}>" if user[1] == me else _dead(f"<{inner}>")
    if day := _DATE.fullmatch(inner):
        return _dead(day[1])
    url, _, words = inner.partition("|")
    url = unescaped(url)
    where = host(url)
    if where is None:
        return _dead(f"<{inner}>")
    if not words:
        return f"<{escape(url)}>"
    shown = label(unescaped(words), where, url).translate(_MARKS)
    return f"<{escape(url)}|{escape(shown)}>"


def _bare(found: str) -> str:
    """An address in the text, without what ends its sentence."""
    url = found.rstrip(_AFTER)
    if host(unescaped(url)) is None:
        return _dead(found)
    return f"<{escape(unescaped(url))}>{_dead(found[len(url) :])}"


def _dead(text: str) -> str:
    return escape(unlinked(no_ping(unescaped(text))))


def unescaped(text: str) -> str:
    """Text with Slack's three entities as what they stand for."""
    for entity, char in _ENTITIES:
        text = text.replace(entity, char)
    return text
