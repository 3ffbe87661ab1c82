"""Foreign text can't ping, link, format, add lines or hide, and is cut without breaking it."""

import json
import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blocks.text import (
    JOINER,
    MARK,
    clean,
    clusters,
    cut,
    escape,
    escaped_units,
    human,
    parts,
    prefix,
    shorten,
    stored_units,
    units,
    unmarked,
    visible,
)

ANY = st.text(st.characters(exclude_categories=()))
PIECES = (
    "<!channel> <@U0AAA> <#C0AAA> @here * _ ` ``` ~ & &lt; < > | https://evil.example :tada: "
    "👩\u200d👩\u200d👧 é 🇩🇪 word"
).split(" ")
LIVELY = st.lists(st.sampled_from([*PIECES, " ", "\n", "\u202e", "\u200b"])).map("".join)
HOSTILE = ANY | LIVELY


@given(HOSTILE, st.integers(1, 400))
def test_human_text_is_one_safe_line_within_its_limit(text: str, limit: int) -> None:
    """No live token, no formatting, no line end, whatever comes in."""
    drawn = human(text, limit)
    assert units(drawn) <= limit
    assert stored_units(drawn, mrkdwn=True) == units(drawn)
    assert not set("<>*`~\n") & set(drawn)
    assert not any(unicodedata.category(c) in ("Cc", "Cs") for c in drawn)
    assert not re.search(r"[a-z]://", drawn)


@given(HOSTILE, st.integers(1, 400))
def test_plain_text_pings_nobody_within_its_limit(text: str, limit: int) -> None:
    """A plain_text copy has no token that would ping if it were parsed."""
    drawn = unmarked(text, limit)
    assert escaped_units(drawn) <= limit
    assert not any(token in drawn for token in ("<!", "<@", "<#", "@here", "@channel", "\n"))


@given(HOSTILE, st.integers(0, 60))
def test_a_cut_keeps_whole_characters_and_marks_itself(text: str, limit: int) -> None:
    """What is left is a start of the text; the mark stands where the rest was."""
    text = clean(text)
    short = cut(text, limit)
    assert units(short) <= limit
    if short == text:
        return
    head = short.removesuffix(MARK)
    assert text.startswith(head)
    assert short.endswith(MARK) or limit == 0


@given(HOSTILE)
def test_clusters_are_the_text(text: str) -> None:
    """Nothing is lost by looking at characters as people see them."""
    assert "".join(clusters(text)) == text


@given(HOSTILE, st.integers(4, 80))
def test_parts_are_the_text_and_each_fits(text: str, limit: int) -> None:
    """Splitting loses nothing and keeps the order."""
    found = list(parts(text, limit, escaped_units))
    assert "".join(found) == text
    assert all(escaped_units(part) <= max(limit, 5 * 24) for part in found)


@given(HOSTILE, st.integers(1, 200))
def test_escaped_text_is_cut_between_entities(text: str, limit: int) -> None:
    """A shortened escaped text is still the escape of some text."""
    short = shorten(escape(clean(text)), limit)
    assert units(short) <= limit
    assert stored_units(short, mrkdwn=True) == units(short)


@given(HOSTILE)
def test_visible_text_hides_nothing(text: str) -> None:
    """Control and direction marks are drawn as codes on one line."""
    drawn = visible(text)
    assert clean(drawn) == drawn
    assert "\n" not in drawn
    assert not any(token in drawn for token in ("<!", "<@", "<#"))


@pytest.mark.parametrize(
    "seen",
    ["👩‍👩‍👧", "👍🏽", "🇩🇪", "e\u0301", "❤️", "1️⃣"],  # each is one character to a reader
)
def test_a_character_of_several_code_points_is_not_split(seen: str) -> None:
    """A family, a flag, an accent: kept or left out as one."""
    assert list(clusters(f"a{seen}b")) == ["a", seen, "b"]
    assert cut(f"{seen}{seen}", units(seen) + 1) == seen + MARK


def test_two_flags_are_two_characters() -> None:
    """Regional letters pair up from the left."""
    assert list(clusters("🇩🇪🇫🇷")) == ["🇩🇪", "🇫🇷"]


def test_an_endless_character_is_split_after_all() -> None:
    """A letter with a thousand accents can't outgrow its limit."""
    assert units(cut("e" + "\u0301" * 1000, 50)) <= 50


def test_a_cut_falls_between_words_where_it_can() -> None:
    """The last word is left out rather than broken, unless it is most of the text."""
    assert cut("restart the checkout service", 24) == "restart the checkout" + MARK
    assert cut("x" * 30, 10) == "x" * 9 + MARK
    assert cut("anything", 0) == ""
    assert cut("ab", 1) == MARK
    assert cut("😀😀", 2) == MARK


def test_parts_split_at_line_ends_then_at_spaces() -> None:
    """A long text falls apart where a person would break it."""
    assert [*parts("one two\nthree four\n", 12)] == ["one two\n", "three four\n"]
    assert [*parts("one two three", 9)] == ["one two ", "three"]
    assert [*parts("x" * 12, 5)] == ["xxxxx", "xxxxx", "xx"]
    assert prefix("", 3) == ""


def test_a_ping_is_shown_as_text() -> None:
    """Each of Slack's tokens comes out as characters."""
    pings = "<!channel> <!here> <@U0AAA> <!subteam^S0AAA> <#C0AAA>"
    assert human(pings, 200) == escape(pings.replace("<", "<" + JOINER))
    assert human("@channel", 50) == f"@{JOINER}channel"


def test_formatting_and_links_are_shown_as_text() -> None:
    """Markers become look-alikes, an emoji code and an address go dead; a name keeps its _."""
    assert human("*Approved*", 50) == "∗Approved∗"  # noqa: RUF001
    assert human("_a_ my_name `x` ~y~", 50) == "＿a＿ my_name ˋxˋ ∼y∼"  # noqa: RUF001
    assert human(":white_check_mark:", 50) == f":{JOINER}white_check_mark:"
    assert human("https://evil.example", 50) == f"https:{JOINER}//evil.example"
    assert human("<https://evil.example|intranet>", 80).startswith("&lt;https:")


def test_a_name_that_turns_the_line_round_is_straightened() -> None:
    """Direction marks, zero-width and control characters go; scripts and emoji stay."""
    assert human("Ben\u202e\u200f \u200bOde\x07", 50) == "Ben Ode"
    assert human("क्\u200cष 👩‍👩‍👧", 50) == "क्\u200cष 👩‍👩‍👧"


def test_a_shown_value_is_the_same_json() -> None:
    """Codes in a shown value are JSON's own, so that it reads back as the original."""
    value = "a\u202eb <!channel> \U000e0041 @here"
    shown = visible(json.dumps(value, ensure_ascii=False))
    assert json.loads(shown) == value
    assert visible("a\nb\r") == r"a\nb\r"
