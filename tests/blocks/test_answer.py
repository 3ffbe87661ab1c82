"""The answer keeps the model's words in order, in messages that Slack takes; nobody is pinged."""

import re
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blocks import limits
from blocks.answer import answer, first_lines, split
from blocks.check import check_message
from blocks.markdown import shy
from blocks.text import JOINER, clean
from tests.blocks.samples import ANA

WORDS = st.lists(st.sampled_from(["word ", "# head\n", "\n\n", "| a | b |\n", "x" * 900, "é&<>"]))


def bodies(text: str) -> list[str]:
    """The Markdown of each message, all of which Slack takes."""
    messages = answer(text)
    assert all(check_message(message) == [] for message in messages)
    return [cast(list[Any], message["blocks"])[0]["text"] for message in messages]


def fences(body: str) -> list[str]:
    """The lines of a body that open or close a fence."""
    return re.findall(r"^(?:```|~~~).*$", body, flags=re.MULTILINE)


def test_a_long_result_is_split_at_line_ends() -> None:
    """Nothing is lost, the order is kept, the spoken text is short."""
    lines = [f"line {i:04} of the report, which goes on for a while" for i in range(900)]
    found = bodies("\n".join(lines))
    assert len(found) > 3
    assert "\n".join(found).split("\n") == lines
    assert all(len(str(message["text"])) <= 1000 for message in answer("\n".join(lines)))


def test_a_short_answer_is_one_message_that_mentions_whom_we_say() -> None:
    """The mention is drawn by us, first; small print is last."""
    (message,) = answer("Done.", mention=ANA, foot="R-778 · 2 calls")
    kinds = [block["type"] for block in cast(list[Any], message["blocks"])]
    assert kinds == ["section", "markdown", "context"]
    assert message["text"] == "<@U0ANA> Done."


def test_a_split_code_block_is_closed_and_opened_again() -> None:
    """Each part has its own fence in the same language; the code is all there, unchanged."""
    code = [f"select {i} as n -- <!channel> *keep* {'x' * 50}" for i in range(450)]
    found = bodies("\n".join(["before", "```sql", *code, "```", "after"]))
    assert len(found) > 2
    assert all(fences(body) == ["```sql", "```"] for body in found)
    inside = [line for body in found for line in body.split("\n") if line.startswith("select")]
    assert inside == code
    assert found[0].startswith("before\n")
    assert found[-1].endswith("\nafter")


def test_the_inside_of_code_is_not_changed() -> None:
    """What looks like Markdown or a token stays as it is in a code block."""
    code = "# install\narea = w * h * d\n[a](https://x)\n**keep**\n~~keep~~\n<!channel> @here"
    (body,) = bodies(f"see [a](https://x.example)\n```\n{code}\n```\n<!here>")
    assert f"```\n{code}\n```" in body
    assert "[a](https://x.example) (x.example)" in body
    assert f"<{JOINER}!here>" in body


def test_a_fence_left_open_is_closed() -> None:
    """What follows in the message isn't swallowed."""
    assert bodies("```py\nx = 1") == ["```py\nx = 1\n```"]


def test_a_label_cannot_hide_where_a_link_goes() -> None:
    """The host stands next to the label; a picture is a link; what we can't read is text."""
    assert shy("[https://intranet.example](https://evil.example/x)") == (
        "[https://intranet.example](https://evil.example/x) (evil.example)"
    )
    assert shy("[a](https://intranet.example@evil.example)").endswith("(evil.example)")
    assert shy("![cat](https://evil.example/c)").startswith("[cat](")
    assert shy("[evil.example](https://evil.example)") == "[evil.example](https://evil.example)"
    assert shy("[Ana](mailto:ana@acme.example)").endswith("(ana@acme.example)")
    assert shy("[w](https://w.example/a_(b))").endswith("(w.example)")


@pytest.mark.parametrize(
    "link",
    [
        "[a](javascript:alert(1))",
        "[a](slack://x)",
        '[a](https://evil.example "title")',
        "[a](<https://evil.example>)",
        "[a [b]](https://evil.example)",
        "[a](https://[evil)",
        "more](https://evil.example)",
        "[ref]: https://evil.example",
        "- [ref]: https://evil.example",
        "[a](https://évil.example)",
    ],
)
def test_other_forms_of_links_are_not_live(link: str) -> None:
    """Looks the same, but is text."""
    drawn = shy(link)
    assert "](" not in drawn
    assert "]:" not in drawn
    assert drawn.replace(JOINER, "") == link


def test_slack_links_are_broken_and_plain_addresses_stay() -> None:
    """`<url|label>` hides; `<url>` shows."""
    assert shy("<https://evil.example|docs>") == f"<{JOINER}https://evil.example|docs>"
    assert shy("<https://shop.example>") == "<https://shop.example>"


@pytest.mark.parametrize(
    "text",
    [
        "- item\n  ```\n<!channel>\n  ```",
        "    ```\n<!channel>\n    ```",
        "> ```\n<!channel>\n```",
        "- ```\n<!channel>\n  ```\n<!channel>\n```\n<!channel>\n```",
        "<pre>\n```\n</pre>\n<!channel>\n```",
        "<?php\n```\n?>\n<!channel>\n```",
        "```" + "x" * 200 + "\ncode\n```\n<!channel>\n```",
        "a ` b\nc ` <!channel> ` d",
        "`<!channel>`",
        "~~~ `x\n~~~\n<!channel>",
    ],
)
def test_a_fence_that_may_not_be_one_protects_no_token(text: str) -> None:
    """Where Slack could see text, tokens are broken, whatever it looks like."""
    joined = "\n".join(bodies(text))
    assert "<!channel>" not in joined
    assert f"<{JOINER}!channel>" in joined


@pytest.mark.case("A08")
@pytest.mark.parametrize("before", ["<!channel> see", "<!-- no", "<https://shop.example> has it"])
def test_a_token_or_address_before_code_leaves_the_code_alone(before: str) -> None:
    """Once broken it begins no HTML, so that the fence after it is one for Slack too."""
    code = "```\n# install\narea = w * h * d\n[a](https://x)\n**keep**\n~~keep~~\n<!here>\n```"
    assert code in bodies(f"{before}\n\n{code}")[0]


def test_code_inside_a_line_keeps_its_links_unless_it_is_uncertain() -> None:
    """A matched pair of backticks is code; an odd one makes the rest of the paragraph text."""
    assert bodies("`[a](https://x.example)` and \\` it") == ["`[a](https://x.example)` and \\` it"]
    assert bodies("an ` odd\n`[a](https://x.example)`")[0].endswith("(x.example)`")
    assert bodies("an ` odd\n\n`[a](https://x.example)`")[0].endswith(")`")


def test_a_message_has_one_table_and_a_long_one_repeats_its_head() -> None:
    """Slack takes one table a message, of a hundred rows."""
    table = ["| id | sum |", "| --- | --: |"]
    rows = [f"| {i} | {i * 3} |" for i in range(250)]
    found = bodies("\n".join([*table, *rows, "", "then", "", *table, "| x | y |", "", "end"]))
    assert [body.count("| --- |") for body in found] == [1] * len(found)
    kept = [line for body in found for line in body.split("\n") if re.match(r"\| \d", line)]
    assert kept == rows
    assert "then" in found[2]
    assert found[-1].endswith("end")


def test_a_table_ends_where_code_begins() -> None:
    """A fence after a table isn't a row."""
    (body,) = bodies("| a | b |\n|---|---|\n| 1 | 2 |\n``` |\n<!here>\n```")
    assert "``` |\n<!here>\n```" in body
    assert bodies("a | b\nno rule") == ["a | b\nno rule"]


def test_many_headings_are_spread_over_messages() -> None:
    """Headings count as blocks for Slack."""
    found = bodies("\n\n".join(f"# {i}" for i in range(200)))
    assert all(body.count("# ") <= 40 for body in found)
    assert "\n\n".join(found).split("\n\n") == [f"# {i}" for i in range(200)]


def test_headings_without_a_blank_line_between_them_are_spread_too() -> None:
    """Slack counts each of them towards the blocks of a message; nothing is lost."""
    lines = [f"# head {i}" for i in range(120)]
    found = bodies("\n".join(lines))
    assert all(body.count("# head") <= limits.MARKDOWN_ITEMS for body in found)
    assert "\n".join(found).split("\n") == lines


def test_a_line_without_end_is_split_between_words() -> None:
    """A paragraph of one long line loses nothing."""
    text = "word " * 9000
    assert "".join(bodies(text)).split() == text.split()


def test_a_code_line_too_long_for_what_is_left_starts_a_new_part() -> None:
    """A part that is half full isn't overfilled by the first line of a long block."""
    found = bodies("\n".join(["a" * 5000, "", "```", "b" * 9000, "c" * 9000, "```"]))
    assert [body.strip("`\n")[0] for body in found] == ["a", "b", "c"]


@pytest.mark.parametrize(
    "text", [">" * 40_000, " " * 40_000 + "|x", "`\\" * 20_000, "<a:" * 20_000]
)
def test_a_line_made_to_be_slow_is_not(text: str) -> None:
    """Reading takes time in proportion; the suite's time limit is the judge."""
    assert bodies(f"|\n{text}\nend")[-1].endswith("end")


def test_nothing_to_say_is_said() -> None:
    """An empty answer is still a message."""
    assert bodies("") == bodies(" \n\u200b ") == ["The agent gave no answer."]


@given(WORDS)
def test_every_word_arrives_in_order(pieces: list[str]) -> None:
    """Whatever is split, the characters are all there."""
    text = clean("".join(pieces))
    drawn = "".join("".join(split(text)).split()).replace("|---|---|", "")
    assert drawn == "".join(text.split())


def test_the_first_lines_of_a_file_may_say_more() -> None:
    """What stands under an answer stands there too when its whole is in a file."""
    payload = first_lines("word " * 2_000, foot="Stopped after 8 steps.")
    assert check_message(payload) == []
    assert "the whole answer follows. Stopped after 8 steps." in str(payload["blocks"])
