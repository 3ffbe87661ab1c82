"""Text made fit to store, show and send.

`mask` hides secrets and keeps what a person needs to judge a call (hosts, tables, names);
`clean` replaces what JSON, databases and model servers choke on. Both are pure and idempotent.
"""

import re
from collections.abc import Callable

HIDDEN = "[hidden]"
# One pass can uncover a form that another rule hides; two passes are usual, more are a safety net.
_PASSES = 6

_Rule = tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]]

_KEY = (
    r"(?:password|passwd|passphrase|passcode|pwd|secret|token|credentials?"
    r"|api[_\- ]?key|access[_\- ]?key(?:[_\- ]?id)?|private[_\- ]?key|account[_\- ]?key)"
)
_QUOTED = r"'(?:[^'\\]|\\.|'')*(?:'|$)|\"(?:[^\"\\]|\\.|\"\")*(?:\"|$)|\\+\"(?:[^\"\\])*(?:\\+\"|$)"


def _assigned(match: re.Match[str]) -> str:
    value = match["value"]
    opening = re.match(r"\\*[\"']", value)
    if opening is None:
        return f"{match['key']}{HIDDEN}"
    quote = opening.group()
    return f"{match['key']}{quote}{HIDDEN}{quote}"


def _scheme(match: re.Match[str]) -> str:
    """A word after "basic" or "bearer" stays when it reads like prose, not like a credential."""
    value = match["value"]
    prose = len(value) < 16 and value.isalpha() and value.islower()
    return match.group() if prose else f"{match['key']}{HIDDEN}"


_RULES: tuple[_Rule, ...] = (
    (
        re.compile(
            r"-----BEGIN ([A-Z ]{0,40}PRIVATE KEY)-----.*?(?:-----END \1-----|\Z)", re.DOTALL
        ),
        rf"-----BEGIN \1----- {HIDDEN} -----END \1-----",
    ),
    # The last @ that is followed by a host ends the password: it may itself hold @ or /.
    (
        re.compile(
            r"(?P<key>://[^\s:/@\"'<>]{0,200}:)[^\s\"'<>]{0,300}@"
            r"(?=(?:[\w.\-*]+|\[[0-9A-Fa-f:.]+\])?(?::\d+)?(?:[/?#,;\s\"'<>)]|$))"
        ),
        rf"\g<key>{HIDDEN}@",
    ),
    (re.compile(r"(?P<key>\bauthorization[\"']?[ \t]*[:=][ \t]*[\"']?)(?:\w+[ \t]+)?"
                r"[^\s,;\"']+", re.IGNORECASE), rf"\g<key>{HIDDEN}"),
    (re.compile(r"(?P<key>\b(?:bearer|basic)\s+)(?P<value>[\w.\-~+/]{6,}=*)", re.IGNORECASE),
     _scheme),
    (re.compile(r"(?<![\w-])(?P<key>xox[a-z]-|xapp-)[\w-]+"), rf"\g<key>{HIDDEN}"),
    (re.compile(r"(?<![A-Za-z0-9])(?P<key>gh[pousr]_|github_pat_|glpat-|[srp]k_live_|[sr]k_test_)"
                r"[\w-]+"), rf"\g<key>{HIDDEN}"),
    (re.compile(r"(?<![\w-])(?P<key>sk-)[\w-]{8,}"), rf"\g<key>{HIDDEN}"),
    (re.compile(r"(?<![A-Za-z0-9])(?P<key>AKIA|ASIA)[0-9A-Z]{16}(?![0-9A-Z])"),
     rf"\g<key>{HIDDEN}"),
    (re.compile(r"(?<![\w-])(?P<key>AIza)[\w-]{30,}"), rf"\g<key>{HIDDEN}"),
    (re.compile(r"(?<![\w-])(?P<key>eyJ)[\w-]{8,}\.[\w-]{8,}\.[\w-]*"), rf"\g<key>{HIDDEN}"),
    (re.compile(rf"(?P<key>{_KEY}(?:_?\d{{1,3}})?\\*[\"']?[ \t]*(?:=>|:=|[:=])[ \t]*)"
                rf"(?P<value>{_QUOTED}|[^\s,;&\"']\S*?(?=[\s,;&]|$))", re.IGNORECASE), _assigned),
    # SQL: ALTER USER u PASSWORD 'x', CREATE USER u IDENTIFIED BY 'x'.
    (re.compile(rf"(?P<key>\b(?:password|identified[ \t]+(?:with[ \t]+\S+[ \t]+)?by)[ \t]+)"
                rf"(?P<value>{_QUOTED})", re.IGNORECASE), _assigned),
)  # fmt: skip


def mask(text: str) -> str:
    """`text` with passwords, tokens and keys replaced by "[hidden]"."""
    for _ in range(_PASSES):
        masked = text
        for pattern, replacement in _RULES:
            masked = pattern.sub(replacement, masked)
        if masked == text:
            break
        text = masked
    return text


def clean(text: str) -> str:
    """`text` with NUL and lone surrogates replaced by U+FFFD; halves that meet become one."""
    if text.isascii():
        return text.replace("\0", "\ufffd")
    try:
        text.encode()
    except UnicodeEncodeError:
        text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text.replace("\0", "\ufffd")


def one_line(text: str, limit: int) -> str:
    """`text` cleaned, blanks and control characters folded into single spaces, cut at `limit`."""
    # A long text is cut before it is folded: only its start can be seen anyway.
    start = clean(text[: limit * 20])
    if not start.isprintable():
        start = "".join(c if c.isprintable() else " " for c in start)
    line = " ".join(start.split())
    return line if len(line) <= limit else line[: limit - 1].rstrip() + "…"
