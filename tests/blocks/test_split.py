"""A long answer in parts is the answer: joined again at its seams, nothing is missing or new."""

import re
from dataclasses import dataclass
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from blocks import limits
from blocks.answer import answer, first_lines, outgrown, split, whole
from blocks.check import check_message
from blocks.tables import aligned, columns
from blocks.text import escaped_units
from tests.blocks.samples import ANA

WORD = st.text("abcdefg é&", min_size=1, max_size=6).map(lambda w: f"w{w.strip()}")
LINE = st.lists(WORD, min_size=1, max_size=8).map(" ".join)


@dataclass(frozen=True)
class Piece:
    """A piece of a document: lines with a frame that parts repeat."""

    kind: str
    lines: tuple[str, ...]


PARAGRAPH = st.lists(LINE, min_size=1, max_size=8).map(lambda lines: Piece("text", tuple(lines)))
LIST = st.lists(LINE, min_size=1, max_size=30).map(
    lambda lines: Piece("list", tuple(f"- {line}" for line in lines))
)
CODE = st.lists(LINE | st.just(""), min_size=1, max_size=30).map(
    lambda lines: Piece("code", tuple(lines))
)
TABLE = st.lists(LINE, min_size=1, max_size=30).map(
    lambda lines: Piece("table", tuple(f"| {line} | {i} |" for i, line in enumerate(lines)))
)
DOCUMENT = st.lists(PARAGRAPH | LIST | CODE | TABLE, min_size=1, max_size=8)


def written(document: list[Piece]) -> str:
    """The document as Markdown; each frame names its place, so that seams can be told."""
    out: list[str] = []
    for i, piece in enumerate(document):
        out += [*frame(i, piece), *piece.lines, *(["```"] if piece.kind == "code" else []), ""]
    return "\n".join(out).strip("\n")


def frame(i: int, piece: Piece) -> list[str]:
    """What stands before the lines of a piece in each part that has some of them."""
    if piece.kind == "code":
        return [f"```lang{i}"]
    return [f"| head{i} | n |", "| --- | --- |"] if piece.kind == "table" else []


def joined(parts: list[str]) -> list[str]:
    """The parts as one text again: a frame that a part repeats is taken out at its seam."""
    lines: list[str] = []
    for part in parts:
        new = part.split("\n")
        heads = [line for line in lines if re.match(r"```lang|\| head", line)]
        if heads and new[0] == heads[-1]:
            if new[0].startswith("```"):
                assert lines.pop() == "```"
                new = new[1:]
            else:
                new = new[2:]
        elif lines:
            lines.append("")
        lines += new
    return lines


def squeezed(lines: list[str]) -> list[str]:
    """Without blank lines outside of code: seams may take them or put one."""
    out: list[str] = []
    code = False
    for line in lines:
        code ^= line.startswith("```")
        if line or code:
            out.append(line)
    return out


@pytest.mark.case("A04")
@settings(max_examples=80)
@given(DOCUMENT, st.sampled_from([800, 2900, 12_000]))
def test_parts_joined_are_the_text(document: list[Piece], room: int) -> None:
    """No line is cut, lost or moved; code is exact; each part is within its limit and balanced."""
    text = written(document)
    parts = split(text, room)
    assert squeezed(joined(parts)) == squeezed(text.split("\n"))
    for part in parts:
        assert escaped_units(part) <= room
        assert len(re.findall("^```", part, flags=re.MULTILINE)) % 2 == 0
        assert part.count("| --- |") <= 1


@pytest.mark.case("A04")
def test_sql_of_many_lines_stays_sql() -> None:
    """220 lines in a room of 2,900: every part opens in SQL and closes."""
    code = [f"select fn({i}, 'x', '**keep**', {i} * w * h * d);" for i in range(220)]
    parts = split("\n".join(["Run this:", "```sql", *code, "```", "Then wait."]), 2900)
    assert len(parts) == 4
    fences = [re.findall(r"^```.*$", part, flags=re.MULTILINE) for part in parts]
    assert fences == [["```sql", "```"]] * len(parts)
    assert [line for part in parts for line in part.split("\n") if "select" in line] == code
    assert parts[0].startswith("Run this:\n") and parts[-1].endswith("\nThen wait.")


@pytest.mark.case("A01")
def test_a_result_over_the_limit_of_a_section_is_whole_in_one_message() -> None:
    """3,042 characters are one Markdown block; the spoken text is short and set."""
    result = "\n".join(f"row {i:05} " + "x" * 28 for i in range(78))[:3042]
    (message,) = answer(result)
    assert check_message(message) == []
    (block,) = cast(list[Any], message["blocks"])
    assert (block["type"], block["text"]) == ("markdown", result)
    assert 0 < len(str(message["text"])) <= 1000


@pytest.mark.parametrize("cell", ["x" * 90, "<&>" * 30])
def test_a_table_with_much_text_is_spread_over_messages(cell: str) -> None:
    """Slack takes 10,000 characters of a table in a message."""
    rows = [f"| {i} | {cell} {cell} |" for i in range(90)]
    parts = split("\n".join(["| id | note |", "| --- | --- |", *rows]))
    assert len(parts) > 1
    assert all(escaped_units(part) <= limits.TABLE_TEXT for part in parts)
    assert [line for part in parts for line in part.split("\n")[2:]] == rows


def test_a_table_too_wide_for_slack_is_aligned_text() -> None:
    """Of more than twenty columns nothing is lost; a narrower one stays a table."""
    wide = [f"| {' | '.join(f'r{r}c{c}' for c in range(21))} |" for r in range(3)]
    (part,) = split("\n".join([wide[0], "|---" * 21 + "|", *wide[1:]]))
    lines = part.split("\n")
    assert (lines[0], lines[-1]) == ("```", "```")
    assert [re.findall(r"r\dc\d+", line) for line in (lines[1], *lines[3:-1])] == [
        [f"r{r}c{c}" for c in range(21)] for r in range(3)
    ]
    assert len({line.index("c1 ") for line in (lines[1], *lines[3:-1])}) == 1
    narrow = "\n".join(["| a" * 20 + " |", "|---" * 20 + "|", "| b" * 20 + " |"])
    assert split(narrow) == [narrow]


def test_cells_are_counted_as_people_see_them() -> None:
    """An escaped bar is a character; the outer bars may be left out."""
    assert columns(r"| a \| b | c |") == columns("a | c") == 2
    assert columns("| a |") == columns("a |") == columns("a") == 1
    assert aligned(["| a | bb |", "ccc | d"]) == ["| a   | bb |", "| ccc | d  |"]
    assert aligned([]) == []


@pytest.mark.parametrize(
    ("table", "yes"),
    [
        ("| a | b |\n|---|---|\n" + "| 1 | 2 |\n" * 98, False),
        ("| a | b |\n|---|---|\n" + "| 1 | 2 |\n" * 100, True),
        ("| a " * 20 + "|\n" + "|---" * 20 + "|\n", False),
        ("| a " * 21 + "|\n" + "|---" * 21 + "|\n", True),
        ("| a | b |\n|---|---|\n| 1 | " + "x" * 6000 + " |", True),
        ("```\n" + "| a " * 21 + "|\n" + "|---" * 21 + "|\n```", False),
        ("no table", False),
    ],
)
def test_what_slack_does_not_draw_as_a_table_is_known(table: str, yes: bool) -> None:
    """Rows, columns, or a row with too much in it; what stands in code is code."""
    assert outgrown(table) is yes
    for part in answer(table):
        assert check_message(part) == []


def test_the_first_lines_are_short_and_say_so() -> None:
    """They close what they open, and mention whom we say."""
    text = "\n".join(["Look:", "```py", *(f"line {i}" for i in range(900)), "```"])
    message = first_lines(text, mention=ANA)
    assert check_message(message) == []
    mention, body, foot = cast(list[Any], message["blocks"])
    assert "<@U0ANA>" in str(mention) and "the whole answer follows" in str(foot)
    assert len(body["text"]) <= 1500
    assert body["text"].startswith("Look:\n```py\nline 0\n") and body["text"].endswith("\n```")
    link = first_lines("[docs](https://docs.example)")
    assert (
        cast(list[Any], link["blocks"])[0]["text"] == "[docs](https://docs.example) (docs.example)"
    )
    (empty, _) = cast(list[Any], first_lines("\u200b")["blocks"])
    assert empty["text"] == "The agent gave no answer."


def test_a_first_table_with_long_rows_fits_the_first_lines() -> None:
    """A head or row longer than there is room is text, so that it can be cut."""
    head = f"| {'h' * 1600} | b |\n|---|---|\n| 1 | 2 |"
    assert check_message(first_lines(head)) == []
    assert len(split(head)) == 1


def test_a_file_holds_the_words_as_they_were_written() -> None:
    """Only what hides or reorders text is taken out."""
    text = "# a\n\n<!channel> [x](https://y) **keep** a\u202eb\u200b\n\n"
    assert whole(text) == "# a\n\n<!channel> [x](https://y) **keep** ab\n"
