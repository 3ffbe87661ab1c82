"""Every text of a model's own card is looked at, wherever in it one can stand."""

from time import process_time

import pytest

from blocks.theirs.card import Unfit, cleaned
from tests.blocks.own import ME, Json, button, entry, plain, row, says, text_input, view

TITLE = "Approval needed: refund"
GO = row(button("Go on", "go"))


def menu(placeholder: str = "Which?", label: str = "Both", text: str = "One", about: str = "–",
         kind: str = "static_select") -> Json:  # fmt: skip
    """A menu with these words in it."""
    options = [{"text": plain(text), "value": "1", "description": plain(about)}]
    if kind == "overflow":
        return row({"type": kind, "action_id": "m", "options": options})
    groups = [{"label": plain(label), "options": options}]
    chosen = {"type": kind, "action_id": "m", "placeholder": plain(placeholder)}
    return {**says("x"), "accessory": {**chosen, "option_groups": groups}}


def refused(blocks: list[Json], modals: object = None) -> bool:
    """Whether a card is."""
    return isinstance(cleaned(blocks, modals, me=ME), Unfit)


@pytest.mark.parametrize("kind", ["static_select", "multi_static_select"])
def test_the_words_of_a_menu_are_looked_at(kind: str) -> None:
    """What it says while it is closed, too: there it looks like a button."""
    assert not refused([menu(kind=kind), GO])
    for part in ("placeholder", "label", "text", "about"):
        assert refused([menu(kind=kind, **{part: TITLE}), GO]), part
    assert refused([menu("Approve", kind=kind), GO])
    assert refused([menu("✅ Approve A-1042", kind=kind), GO])


@pytest.mark.parametrize("part", ["text", "about"])
def test_so_are_those_of_a_button_s_menu(part: str) -> None:
    """Its options are buttons."""
    assert not refused([menu(kind="overflow")])
    assert refused([menu(kind="overflow", **{part: TITLE})])


def test_so_is_what_a_button_says_aloud() -> None:
    """And what stands below an input."""
    assert refused([row(button("Go on", "go", accessibility_label=TITLE))])
    modal = {"go": view("Note", entry("Why", text_input("why"), hint=plain("Say it short")))}
    assert not refused([GO], modal)
    modal = {"go": view("Note", entry("Why", text_input("why"), hint=plain(TITLE)))}
    assert refused([GO], modal)


@pytest.mark.parametrize("line", ["&gt; *Will do*  refund", "&gt; Will do: refund"])
def test_a_quote_is_read_as_it_is_drawn(line: str) -> None:
    """Slack draws `&gt;` at the start of a line as a quote."""
    assert refused([says(line), GO])


@pytest.mark.parametrize("blocks", [
    [{"type": "markdown", "text": "` " * 100_000}, GO],
    [*[says("A b c\n" * 500) for _ in range(40)], GO],
])  # fmt: skip
def test_a_card_that_is_far_too_large_is_refused_unread(blocks: list[Json]) -> None:
    """Else whoever looks at it would do nothing else for half a minute."""
    found = cleaned(blocks, me=ME)
    assert isinstance(found, Unfit) and "far too large" in found.words
    modal = {"go": view("Note", entry("Why", text_input("why"), hint=plain("x" * 200_000)))}
    found = cleaned([GO], modal, me=ME)
    assert isinstance(found, Unfit) and "far too large" in found.words


def rich(*leaves: Json) -> list[Json]:
    """A card with a rich text of one section."""
    return [{"type": "rich_text", "elements": [
        {"type": "rich_text_section", "elements": list(leaves)}]}, GO]  # fmt: skip


def spoken(text: str, *, bold: bool = False) -> Json:
    """A piece of it."""
    return {"type": "text", "text": text, **({"style": {"bold": True}} if bold else {})}


@pytest.mark.parametrize("before", [
    (spoken("Look:\n"),), (spoken(" "),), ({"type": "emoji", "name": "dart"}, spoken(" ")),
    (spoken("Look:"), spoken("\n\n")), (spoken("All", bold=True), spoken("\n")),
])  # fmt: skip
def test_each_line_of_rich_text_is_read_by_itself(before: tuple[Json, ...]) -> None:
    """A label of ours isn't hidden by what stands before it."""
    assert refused(rich(*before, spoken("Target", bold=True), spoken("  prod")))
    assert refused(rich(*before, spoken("✅ Approved once by Ben", bold=True)))
    assert not refused(rich(*before, spoken("Which one", bold=True), spoken("  shall it be?")))


@pytest.mark.parametrize("before", ["🎯 ", ":dart: ", ":+1::dart:  ", "– ", "_"])
def test_no_sign_before_a_bold_label_hides_it(before: str) -> None:
    """An emoji, a dash."""
    assert refused([says(f"{before}*Target*  prod"), GO])
    assert not refused([says(f"{before}*Which one*  shall it be?"), GO])


def test_texts_side_by_side_are_read_together() -> None:
    """A context's elements stand in one line, as ours do at the foot of a card."""
    parts = [{"type": "mrkdwn", "text": text} for text in ("A-1043", "run R-7")]
    assert refused([{"type": "context", "elements": parts}, GO])
    assert not refused([{"type": "context", "elements": [parts[0]]}, GO])


@pytest.mark.parametrize("text", [":-" * 6000, ":_:" * 4000, "::" * 6000, "> " * 6000])
def test_a_row_of_signs_is_read_at_once(text: str) -> None:
    """However it could be read."""
    start = process_time()
    cleaned([says(text), GO], me=ME)
    assert process_time() - start < 2
