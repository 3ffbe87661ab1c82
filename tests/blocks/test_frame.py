"""The model's card between lines of ours: what stands above it, below it, and once it has ended."""

from dataclasses import replace
from typing import Any

from blocks import ids
from blocks.check import check_message, check_view
from blocks.theirs.back import told
from blocks.theirs.frame import own_card, own_view, spoken
from tests.blocks.own import ASKED, CLEANED, LETTER, SEND, ended, good, over, row, says, select

CARD = good(LETTER, {"change": SEND})


def blocks(payload: Any) -> list[Any]:
    """The blocks of a message."""
    return payload["blocks"]


def test_ours_stands_above_and_below() -> None:
    """What it is, between whom, then the model's blocks between two lines, then our button."""
    drawn = own_card(ASKED, CARD)
    found = blocks(drawn)
    parts = [block["block_id"].split(":")[0] for block in found]
    assert parts[:4] == ["head", "about", "frame", "above"]
    assert parts[4:10] == [f"theirs_a{letter}" for letter in "abcdef"]
    assert parts[10:] == ["below", "facts", "decide", "foot"]
    assert found[0]["text"]["text"] == "❓ Question: Which letter goes to Northwind?"
    words = "*Question from agent ops; answering runs nothing*"
    assert found[2]["elements"][0]["text"] == words
    assert [one["text"]["text"] for one in found[-2]["elements"]] == ["Cancel question"]
    assert "Draft A is warmer" in str(drawn["text"])


def test_its_buttons_name_the_request_and_keep_our_ids() -> None:
    """What the model would have them say stays with us."""
    found = next(one for one in blocks(own_card(ASKED, CARD)) if one["type"] == "actions")
    assert ids.parse_block_id(found["block_id"]) == ASKED.ref
    assert {one["value"] for one in found["elements"]} == {ASKED.request}
    assert [one["action_id"] for one in found["elements"]] == ["theirs:2", "theirs:3", "theirs:4"]


def test_nothing_in_it_can_be_pressed_once_it_has_ended() -> None:
    """What was asked stays to be read."""
    found = blocks(over(CARD, ended("cancelled")))
    assert not any(one["type"] == "actions" or "accessory" in one for one in found)
    assert any("Draft A" in str(one) for one in found)


def test_an_answer_is_shown_in_the_words_of_the_card() -> None:
    """Labels, not the model's own names and values; what was left open is left out."""
    action, answers = told(CARD, "use_b", {"language": "german", "use_b": "b"})
    assert (action, answers) == ("Use draft B", (("language", "German"),))
    action, answers = told(CARD, "change", {"text": "Hi", "tone": "warm", "day": "", "copies": "2"})
    assert action == "Change it…"
    assert answers == (("New text", "Hi"), ("Tone", "Warm"), ("Copies", "2"))
    many = good([*CLEANED, row(select("ticks", "a", "b", kind="checkboxes"),
                               {"type": "datetimepicker", "action_id": "at"})])  # fmt: skip
    assert told(many, "gone", {"ticks": ["a", "b"], "at": 1_796_047_200, "odd": 1}) == (
        "", (("ticks", "A, B"), ("at", "30 Nov 14:00 UTC")),
    )  # fmt: skip


def test_without_a_question_its_first_words_are_the_headline() -> None:
    """Phones and screen readers get them too, without formats."""
    drawn: Any = own_card(replace(ASKED, text=""), CARD)
    assert blocks(drawn)[0]["text"]["text"].startswith("❓ Question: Which letter shall I send?")
    assert "Draft A is warmer" in drawn["text"]
    assert "the guide (wiki.example)" in spoken(CARD)
    bare: Any = own_card(replace(ASKED, text=""), good([row(select("a", "x"))]))
    assert blocks(bare)[0]["text"]["text"] == "❓ Question: a card of the agent's own"


def test_a_full_card_leaves_room_for_everything_of_ours() -> None:
    """As many blocks and as much text as are taken, with long names and a long answer."""
    full = good([*[says("x")] * 39, row(select("a", "x"))])
    long = good([*[says("y" * 2540)] * 4, row(select("a", "x"))])
    asked = replace(ASKED, text="q" * 2000, fallback="f" * 500, agent="n" * 300, of="o" * 300)
    for theirs in (full, long):
        assert check_message(own_card(asked, theirs)) == []
        answers = tuple((f"l{n}" * 60, "v" * 2000) for n in range(30))
        for end in (ended("answered", answers=answers), ended("unanswered")):
            assert check_message(own_card(replace(asked, ended=end), theirs)) == []


def test_its_modal_says_what_it_is_and_names_its_button() -> None:
    """Only an opaque reference travels with it."""
    view: Any = own_view(ASKED, CARD, "theirs:4")
    assert check_view(view) == []
    assert view["callback_id"] == "theirs:4"
    assert ids.parse_metadata(view["private_metadata"]) == ASKED.ref
    assert view["blocks"][0]["elements"][0]["text"].startswith("Question from agent ops")
    inputs = [one for one in view["blocks"] if one["type"] == "input"]
    assert all(one["block_id"] == one["element"]["action_id"] for one in inputs)
