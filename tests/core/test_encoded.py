"""Values that a text holds escaped or encoded: no writing that tools commonly use lets one out."""

import base64
import json
import shlex
import textwrap
import time
from collections.abc import Callable
from html import escape
from urllib.parse import quote, quote_plus

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from bot.core.sensitive import HIDDEN, scrubbed

SECRET = "Zwiebel-77&kuchen/ñ <\"'\\> + 100%"
SECRETS = st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=6, max_size=60).filter(
    lambda text: text.strip() and text not in HIDDEN
)

WRITINGS: dict[str, Callable[[str], str]] = {
    "base64": lambda s: base64.b64encode(s.encode()).decode(),
    "without padding": lambda s: base64.b64encode(s.encode()).decode().rstrip("="),
    "url-safe": lambda s: base64.urlsafe_b64encode(s.encode()).decode(),
    "url-safe without padding": lambda s: base64.urlsafe_b64encode(s.encode()).decode().strip("="),
    "in lines": lambda s: "\n".join(textwrap.wrap(base64.b64encode(s.encode()).decode(), 16)),
    "in lines in JSON": lambda s: json.dumps(base64.encodebytes(s.encode() * 2).decode()),
    "in an address": lambda s: quote(base64.b64encode(s.encode()).decode(), safe=""),
    "of a wide text": lambda s: base64.b64encode(s.encode("utf-16-le")).decode(),
    "hex": lambda s: s.encode().hex(),
    "capital hex": lambda s: s.encode().hex().upper(),
    "hex with colons": lambda s: s.encode().hex(":"),
    "hex of C": lambda s: "".join(f"\\x{byte:02x}" for byte in s.encode()),
    "hex in a list": lambda s: ", ".join(f"0x{byte:02X}" for byte in s.encode()),
    "URL": quote,
    "URL, all of it": lambda s: quote(s, safe=""),
    "URL, each sign": lambda s: "".join(f"%{byte:02x}" for byte in s.encode()),
    "form": quote_plus,
    "HTML": escape,
    "HTML by number": lambda s: "".join(f"&#{ord(sign)};" for sign in s),
    "HTML by hex": lambda s: "".join(f"&#x{ord(sign):X};" for sign in s),
    "JSON": json.dumps,
    "JSON in JSON": lambda s: json.dumps({"body": json.dumps({"key": s})}),
    "JSON for HTML": lambda s: json.dumps(s).translate(
        {ord(c): f"\\u{ord(c):04X}" for c in "<>&'"}
    ),
    "JSON with slashes": lambda s: json.dumps(s).replace("/", "\\/"),
    "Python": repr,
    "Python bytes": lambda s: repr(s.encode()),
    "a shell": shlex.quote,
    "SQL": lambda s: "'" + s.replace("'", "''") + "'",
}

# What may be left of them: what stands around a value anyway.
FRAMES = ("", '""', "''", "b''", 'b""', '"\\n"', "0x", "\\x", '{"body": "{\\"key\\": \\"\\"}"}')


@pytest.mark.parametrize("writing", WRITINGS)
@pytest.mark.parametrize("secret", [SECRET, "hunter2!", "Zwiebel-77-kuchen", "p@ss wörd/🔑"])
def test_each_writing_is_hidden_and_the_rest_stays(writing: str, secret: str) -> None:
    """What stands around it is kept, sign for sign."""
    if writing == "of a wide text" and not secret.isascii():
        return
    written = WRITINGS[writing](secret)
    for before, after in (("got ", " (ok)"), ("<a>&amp;%41\\u0041 ", "\n+1 0x2 -- äöü&lt;")):
        shown = scrubbed(f"{before}{written}{after}", [secret])
        assert shown.startswith(before) and shown.endswith(after)
        rest = shown[len(before) : -len(after)]
        assert rest.replace(HIDDEN, "") in FRAMES, rest


@given(SECRETS, st.binary(max_size=9), st.binary(max_size=9), st.sampled_from(["+/", "-_"]))
def test_base64_of_a_text_around_it(secret: str, before: bytes, after: bytes, signs: str) -> None:
    """As of name and password: wherever it begins, no sign that holds a part of it stays."""
    assume(len(set(secret)) > 3 and secret.encode() not in before + after)
    whole = base64.b64encode(before + secret.encode() + after, signs.encode()).decode()
    shown = scrubbed(f"Basic {whole}.", [secret])
    head = len(before) * 8 // 6  # signs that hold nothing of it
    tail = len(whole.rstrip("=")) - -(-8 * len(before + secret.encode()) // 6)
    assert shown.startswith("Basic ")
    first, hidden, last = shown.removeprefix("Basic ").removesuffix(".").partition(HIDDEN)
    assert hidden and len(first) <= head and len(last.rstrip("=")) <= tail


@given(SECRETS, st.sampled_from(sorted(WRITINGS)), st.text(max_size=20), st.text(max_size=20))
def test_any_value_in_any_writing(secret: str, writing: str, before: str, after: str) -> None:
    """Nothing that reads as it is left, whatever stands around it."""
    assume(writing != "of a wide text" or secret.isascii())
    written = WRITINGS[writing](secret)
    assert HIDDEN in scrubbed(f"{before} {written} {after}", [secret])


def test_a_short_value_is_hidden_where_it_stands_alone() -> None:
    """A PIN's base64 is four signs, which many a word holds as well."""
    assert scrubbed("is MDgxNQ==, MDgxNQ.", ["0815"]) == f"is {HIDDEN}, {HIDDEN}."
    assert scrubbed("is xMDgxNQ==", ["0815"]) == "is xMDgxNQ=="
    assert scrubbed("is 30 38 31 35", ["0815"]) == f"is {HIDDEN}"
    assert scrubbed("YWJj 616263", ["abc"]) == "YWJj 616263"


def test_several_values_and_twice() -> None:
    """Each of them, and the second time nothing more."""
    text = f"{quote('geheim 1')} and {base64.b64encode(b'geheim 2').decode()}, {quote('geheim 1')}"
    shown = scrubbed(text, ["geheim 1", "geheim 2"])
    assert shown == f"{HIDDEN} and {HIDDEN}, {HIDDEN}"
    assert scrubbed(shown, ["geheim 1", "geheim 2"]) == shown


def test_a_text_without_it_is_as_it_was() -> None:
    """Escapes that mean something else, halves of characters, and nothing at all."""
    for text in ("", "a%20b &amp; \\u00e4 \\", "%zz &nope; \\u12", "\ud83d half", "YWJj" * 50):
        assert scrubbed(text, [SECRET]) == text


def test_a_large_result_holds_nobody_up() -> None:
    """A megabyte of words, of escapes, and of base64, each with a value at its end."""
    secret = "Zwiebel-77-kuchen"
    coded = base64.b64encode(secret.encode()).decode()
    for filler in ("lorem ipsum ", "\\n%20&amp;", "QUJD"):
        text = filler * (1_000_000 // len(filler)) + coded
        since = time.perf_counter()
        assert HIDDEN in scrubbed(text, [secret])
        assert time.perf_counter() - since < 5
