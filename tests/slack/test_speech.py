"""What people typed, read back from Slack's escapes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.slack import speech


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        ("a &lt;b&gt; &amp; c", "a <b> & c"),
        ("&amp;lt;", "&lt;"),
        ("ask <@U0BEN>", "ask @U0BEN"),
        ("ask <@U0BEN|ben>", "ask @ben"),
        ("in <#C0OPS|ops>", "in #ops"),
        ("in <#C0OPS>", "in #C0OPS"),
        ("<!here> <!channel|channel>", "@here channel"),
        ("<!subteam^S0ONCALL|@oncall>", "@oncall"),
        ("<!subteam^S0ONCALL>", "@S0ONCALL"),
        ("<http://example.com|example.com>", "example.com"),
        ("<https://example.com/a?b=1&amp;c=2>", "https://example.com/a?b=1&c=2"),
        ("<https://example.com/a|the page>", "the page (https://example.com/a)"),
        ("<mailto:ana@example.com|ana@example.com>", "ana@example.com"),
        ("odd <thing>", "odd <thing>"),
        ("nul \x00 gone", "nul � gone"),
    ],
)
def test_escapes_are_undone(raw: str, shown: str) -> None:
    """Mentions become names, links addresses, entities characters."""
    assert speech.plain(raw) == shown


@pytest.mark.parametrize(
    ("raw", "rest"),
    [
        ("<@U0SIGNOFF> stop", "stop"),
        ("<@U0SIGNOFF>: stop", "stop"),
        ("<@U0SIGNOFF|signoff>, stop", "stop"),
        ("please <@U0SIGNOFF> stop", "please stop"),
        ("ask <@U0BEN>", "ask <@U0BEN>"),
        ("<@U0SIGNOFF2> stop", "<@U0SIGNOFF2> stop"),
    ],
)
def test_only_our_own_mention_is_cut_out(raw: str, rest: str) -> None:
    """Others' mentions are part of what was said."""
    assert speech.without(raw, "U0SIGNOFF") == rest
    assert speech.mentions(raw, "U0SIGNOFF") == (raw != rest)


def test_a_command_is_read_whatever_its_case_and_blanks() -> None:
    """`  STOP ` is stop."""
    assert speech.word("  Ask \n AGAIN ") == "ask again"


@given(st.text(max_size=200))
def test_what_people_typed_survives_slacks_escaping(typed: str) -> None:
    """Escaping and undoing it gives the text, but for what can't be stored and outer blanks."""
    escaped = typed.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    storable = typed.replace("\x00", "�")
    assert speech.plain(escaped) == storable.strip()
