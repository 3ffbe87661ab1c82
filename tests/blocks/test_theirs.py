"""The model's own blocks: what is taken, what is cleaned, what is refused and why."""

from typing import Any

import pytest

from blocks.check import check_message, check_view
from blocks.rules import Json
from blocks.theirs.back import chosen, values_of
from blocks.theirs.card import FRAME_BLOCKS, Unfit, cleaned
from tests.blocks.own import (
    CLEANED,
    IMITATION,
    LETTER,
    ME,
    RICH,
    SEND,
    button,
    entry,
    good,
    mrkdwn,
    plain,
    row,
    says,
    select,
    text_input,
    view,
)

GO = row(button("Go on", "go"))


def problems(blocks: object, modals: object = None) -> dict[str, str]:
    """Why a card isn't taken: by path."""
    found = cleaned(blocks, modals, me=ME)
    assert isinstance(found, Unfit)
    return {one.pointer: one.text for one in found.problems}


def shown(text: str) -> str:
    """How the model's mrkdwn stands on a card."""
    section: Any = good([says(text), GO]).blocks[0]
    return section["text"]["text"]


def test_a_good_card_keeps_its_words_and_gets_our_ids() -> None:
    """What the model wrote, but for a header, which is a bold line; Slack takes all of it."""
    card = good(LETTER, {"change": SEND})
    drawn: Any = list(card.blocks)

    assert drawn[0]["text"]["text"] == "*Which letter shall I send?*"
    assert drawn[0]["type"] == "section"
    assert drawn[2]["accessory"]["action_id"] == "theirs:1"
    assert [one["action_id"] for one in drawn[4]["elements"]] == [
        "theirs:2",
        "theirs:3",
        "theirs:4",
    ]
    assert not any("value" in one or "url" in one for one in drawn[4]["elements"])
    assert card.actions == ("theirs:2", "theirs:3", "theirs:4")
    assert check_message({"text": "-", "blocks": drawn}) == []
    assert list(card.modals) == ["theirs:4"]
    assert check_view(card.modals["theirs:4"]) == []
    assert "callback_id" not in card.modals["theirs:4"]


def test_the_same_words_give_the_same_card() -> None:
    """Nothing is kept of it but what the model wrote."""
    assert good(LETTER, {"change": SEND}) == good(LETTER, {"change": SEND})


def test_pings_and_hidden_links_are_taken_out() -> None:
    """The requester may be mentioned; a link's host is seen; nothing hides or runs backwards."""
    text = shown(CLEANED[0]["text"]["text"])
    assert text == (
        "&lt;\u2060!here&gt; &lt;\u2060!channel&gt; @\u2060everyone &lt;\u2060@U0BEN&gt; <@U0ANA> "
        "&lt;\u2060!subteam^S0AAA&gt; &lt;\u2060#C0AAA&gt;\n"
        "[<https://intranet.example>](<https://evil.example/x>) "
        "<https://evil.example/x|https:\u2060//intranet.example (evil.example)> "
        "&lt;https:\u2060//intranet.example@evil.example/|intranet&gt; "
        "&lt;mailto:\u2060eve@evil.example|mail&gt;\n"
        "sdrawkcab and zerowidth, 5 &lt; 6 &amp; *bold*"
    )
    label: Any = good(CLEANED).blocks[1]
    assert label["elements"][0]["text"]["text"] == "Go on <\u2060!here>"


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("see https://a.example/b?c=1&d=2.", "see <https://a.example/b?c=1&amp;d=2>."),
        ("<https://a.example/?a=1&amp;b=2>", "<https://a.example/?a=1&amp;b=2>"),
        ("<https://a.example|a.example>", "<https://a.example|a.example>"),
        ("<https://a.example/x|*b* | c>", "<https://a.example/x|\u2217b\u2217 | c (a.example)>"),
        ("<https://xn--pple-43d.example|apple>",
         "<https://xn--pple-43d.example|apple (xn--pple-43d.example)>"),
        ("<https://\u0430pple.example|apple>", "&lt;https:\u2060//\u0430pple.example|apple&gt;"),
        ("&lt;!here&gt; AT&amp;T", "&lt;\u2060!here&gt; AT&amp;T"),
        ("<!date^1796047200^{date}^https://evil.example|30 Nov>", "30 Nov"),
        ("<slack://open|x> <tel:123|call>",
         "&lt;slack:\u2060//open|x&gt; &lt;tel:\u2060123|call&gt;"),
        ("<<@U0BEN>> <@U0ANA|Ben> <@U0ANAX>",
         "&lt;&lt;\u2060@U0BEN&gt;&gt; <@U0ANA> &lt;\u2060@U0ANAX&gt;"),
        ("<https://[oops|x> < a > b", "&lt;https:\u2060//[oops|x&gt; &lt; a &gt; b"),
    ],
)  # fmt: skip
def test_what_is_live_in_a_text_is_known(text: str, wanted: str) -> None:
    """Only a link that shows its host, and a mention of the requester."""
    assert shown(text) == wanted


def test_rich_text_pings_nobody_either() -> None:
    """People, groups, channels and everybody become text; a link shows its host."""
    leaves = [
        {"type": "user", "user_id": "U0BEN"},
        {"type": "user", "user_id": ME},
        {"type": "usergroup", "usergroup_id": "S0AAA"},
        {"type": "channel", "channel_id": "C0AAA"},
        {"type": "team", "team_id": "T0AAA"},
        {"type": "broadcast", "range": "here"},
        {"type": "link", "url": "https://evil.example/x", "text": "intranet"},
        {"type": "link", "url": "javascript:alert(1)", "text": "x", "style": {"bold": True}},
        {"type": "text", "text": "\u200b"},
        {"type": "date", "timestamp": 1, "format": "{date}", "url": "https://evil.example"},
        {"type": "color", "value": "#f00"},
    ]
    part = {"type": "rich_text_quote", "elements": leaves, "border": 1}
    drawn: Any = good([{"type": "rich_text", "elements": [part]}, GO]).blocks[0]

    assert drawn["elements"][0]["elements"] == [
        {"type": "text", "text": "<\u2060@U0BEN>"},
        {"type": "user", "user_id": ME},
        {"type": "text", "text": "<\u2060!subteam^S0AAA>"},
        {"type": "text", "text": "<\u2060#C0AAA>"},
        {"type": "text", "text": "<\u2060!team^T0AAA>"},
        {"type": "text", "text": "<\u2060!here>"},
        {"type": "link", "url": "https://evil.example/x", "text": "intranet (evil.example)"},
        {"type": "text", "text": "x javascript:alert(1)", "style": {"bold": True}},
        {"type": "date", "timestamp": 1, "format": "{date}"},
        {"type": "color", "value": "#f00"},
    ]


def test_rich_text_tables_and_markdown_are_taken() -> None:
    """Each in its place; a picture in Markdown would be fetched, so it is a link."""
    card = good([*RICH, {"type": "markdown", "text": "![x](https://evil.example/p.png) <!here>"}])
    drawn: Any = list(card.blocks)
    assert drawn[2]["text"] == (
        "## Since when\n\nSince **noon**, see [graph](https://g.example/) (g.example)."
    )
    assert drawn[4]["text"] == "[x](https://evil.example/p.png) (evil.example) <\u2060!here>"
    assert card.sole == "theirs:1"


def test_a_card_that_imitates_an_approval_is_refused_with_each_reason() -> None:
    """Title, labels, buttons, a link on a button, number and digest."""
    found = problems(IMITATION)
    assert set(found) == {
        "/blocks/0/text/text",
        "/blocks/1/text/text",
        "/blocks/2/elements/0/text/text",
        "/blocks/2/elements/1/text/text",
        "/blocks/2/elements/2/url",
        "/blocks/3/elements/0/text",
    }
    assert found["/blocks/2/elements/0/text/text"] == (
        "“Approve once” is a button of our own cards; say what is chosen, such as “Use draft A”"
    )


@pytest.mark.parametrize(
    ("block", "where"),
    [
        ({"type": "image", "image_url": "https://x.example/p.png"}, "/blocks/0/type"),
        ({"type": "video"}, "/blocks/0/type"),
        (entry("Name", text_input("name")), "/blocks/0/type"),
        ({"type": "context", "elements": [{"type": "image", "image_url": "https://x.example/p.png"}]},
         "/blocks/0/elements/0"),
        ({"type": "section", "text": mrkdwn("x"), "accessory": {"type": "image"}},
         "/blocks/0/accessory/type"),
        (row({"type": "users_select", "action_id": "who"}), "/blocks/0/elements/0/type"),
        (row({"type": "multi_conversations_select", "action_id": "who"}),
         "/blocks/0/elements/0/type"),
        (row({"type": "workflow_button"}), "/blocks/0/elements/0/type"),
        (row({"type": "external_select", "action_id": "x"}), "/blocks/0/elements/0/type"),
        (row(button("Go", "a", agent_prompt="do it")), "/blocks/0/elements/0/agent_prompt"),
        (row(button("Go", "a", visible_to_user_ids=["U0BEN"])),
         "/blocks/0/elements/0/visible_to_user_ids"),
        (row(button("Go", "a", value=5)), "/blocks/0/elements/0/value"),
        (row(button("Go", "")), "/blocks/0/elements/0/action_id"),
        (row(button("Go", "cancel")), "/blocks/0/elements/0/action_id"),
        (row(button("Go", "unanswered")), "/blocks/0/elements/0/action_id"),
        (row(button("A", "same"), button("B", "same")), "/blocks/0/elements/1/action_id"),
        (row(select("s", "a", "a")), "/blocks/0/elements/0/options/1/value"),
        (row({**select("s", "a"), "initial_option": {"text": plain("B"), "value": "b"}}),
         "/blocks/0/elements/0/initial_option"),
        (row({"type": "overflow", "action_id": "m",
              "options": [{"text": plain("A"), "value": "a", "url": "https://x.example"}]}),
         "/blocks/0/elements/0/options/0/url"),
        (row(select("s", "a", kind="multi_static_select")), "/blocks/0/elements/0/type"),
        ({"type": "section", "text": mrkdwn("x" * 3001)}, "/blocks/0/text/text"),
        ({"type": "section", "text": mrkdwn("&" * 1000)}, "/blocks/0/text/text"),
        ({"type": "section", "text": {"type": "mrkdwn", "text": 5}}, "/blocks/0/text"),
        ({"type": "section", "text": "hi"}, "/blocks/0/text"),
        ({"type": "header", "text": mrkdwn("")}, "/blocks/0/text"),
        ({"type": "markdown", "text": "# Approval needed: x"}, "/blocks/0/text"),
        ({"type": "markdown", "text": "> ## Rejected"}, "/blocks/0/text"),
        ({"type": "markdown", "text": "Approved: it\n---"}, "/blocks/0/text"),
        ({"type": "markdown", "text": "Hi\n\nApproval\nneeded"}, "/blocks/0/text"),
        ({"type": "markdown", "text": "[Approval](https://x.example) needed"}, "/blocks/0/text"),
        ({"type": "markdown", "text": "&#65;ppro\\val needed"}, "/blocks/0/text"),
        ({"type": "markdown", "text": "**Exact action**"}, "/blocks/0/text"),
        (says("<https://x.example|Approval needed>: it"), "/blocks/0/text/text"),
        (says("<!date^1^{date}|Approval> needed"), "/blocks/0/text/text"),
        ("not a block", "/blocks/0"),
        ({"type": 5}, "/blocks/0"),
    ],
)  # fmt: skip
def test_what_isnt_taken_is_told_with_its_place(block: object, where: str) -> None:
    """A path into the model's own arguments, and words."""
    assert where in problems([block, row(button("Go on", "on"))])


def test_a_confirmation_is_cleaned_and_may_not_imitate() -> None:
    """Its texts are the model's too."""
    confirm = {"title": plain("Sure?"), "text": mrkdwn("<!here> <@U0ANA>"), "confirm": plain("Yes"),
               "deny": plain("No")}  # fmt: skip
    drawn: Any = good([row(button("Go", "go", confirm=confirm))]).blocks[0]
    assert drawn["elements"][0]["confirm"]["text"]["text"] == "&lt;\u2060!here&gt; <@U0ANA>"
    fake = confirm | {"title": plain("Approval needed"), "confirm": plain("Approve")}
    assert set(problems([row(button("Go", "go", confirm=fake))])) == {
        "/blocks/0/elements/0/confirm/title/text",
        "/blocks/0/elements/0/confirm/confirm/text",
    }


def test_room_for_our_frame_is_kept() -> None:
    """Blocks, headings of Markdown and text, each up to what Slack takes less what we need."""
    most = 50 - FRAME_BLOCKS
    assert good([*[says("x")] * (most - 1), GO])
    assert problems([*[says("x")] * most, GO]) == {
        "/blocks": f"no more than {most} blocks are taken"
    }
    headings = {"type": "markdown", "text": "\n\n".join(f"# h{i}" for i in range(most))}
    assert "/blocks" in problems([headings, GO])
    assert "texts" in problems([*[says("x" * 2900)] * 4, GO])["/blocks"]


@pytest.mark.parametrize(
    ("modals", "where"),
    [
        ([], "/modals"),
        ({f"m{i}": SEND for i in range(11)}, "/modals"),
        ({"nobody": SEND}, "/modals/nobody"),
        ({"go": "a view"}, "/modals/go"),
        ({"go": view("T", says("no input"))}, "/modals/go/blocks"),
        ({"go": view("T" * 25, entry("A", text_input("a")))}, "/modals/go/title/text"),
        ({"go": view("Approval needed", entry("A", text_input("a")))}, "/modals/go/title/text"),
        ({"go": view("T", entry("Exact action", text_input("a")))},
         "/modals/go/blocks/0/label/text"),
        ({"go": view("T", entry("A", text_input("a")), submit=plain("Approve"))},
         "/modals/go/submit/text"),
        ({"go": view("T", GO, entry("A", text_input("a")))}, "/modals/go/blocks/0/type"),
        ({"go": view("T", {"type": "section", "text": mrkdwn("x"), "accessory": button("B", "b")},
                     entry("A", text_input("a")))}, "/modals/go/blocks/0/accessory"),
        ({"go": view("T", entry("A", {"type": "file_input", "action_id": "f"}))},
         "/modals/go/blocks/0/element/type"),
        ({"go": view("T", entry("A", text_input("a")), entry("B", text_input("a")))},
         "/modals/go/blocks/1/element/action_id"),
        ({"go": view("T", *[entry("A", text_input(f"a{i}")) for i in range(99)])},
         "/modals/go/blocks"),
        ({"go": view("T", entry("A", text_input("a")), bogus=1)}, "/modals/go/bogus"),
    ],
)  # fmt: skip
def test_a_modal_that_isnt_taken_is_told_with_its_place(modals: object, where: str) -> None:
    """By the action id that would open it."""
    assert where in problems([GO], modals)


@pytest.mark.parametrize(
    "blocks",
    [
        [says("Only words")],
        [row(select("a", "x"), select("b", "y"))],
        [row(select("a", "x", kind="checkboxes"))],
        [{"type": "section", "text": mrkdwn("x"),
          "accessory": select("a", "x", kind="multi_static_select")}],
    ],
)  # fmt: skip
def test_a_card_that_nothing_answers_is_refused(blocks: object) -> None:
    """It would wait for ever, or be answered by a first tick."""
    assert "nothing in it answers" in problems(blocks)["/blocks"]


@pytest.mark.parametrize("blocks", [None, [], {}, "x", 5])
def test_no_blocks_are_no_card(blocks: object) -> None:
    """Whatever else is given."""
    assert set(problems(blocks)) == {"/blocks"}


def test_the_model_is_told_of_the_first_few_problems_in_one_text() -> None:
    """So that it can mend them at once."""
    found = cleaned([{"type": "image"}] * 10)
    assert isinstance(found, Unfit)
    assert found.words.startswith("/blocks/0/type: image: images aren't taken")
    assert found.words.endswith("; and 2 more")


def test_what_was_entered_comes_back_by_the_models_own_names() -> None:
    """Texts and numbers as typed, options by the model's own values, what is open as null or []."""
    card = good(
        [
            {"type": "section", "text": mrkdwn("x"),
             "accessory": select("many", "a", "b", "c", kind="multi_static_select")},
            row(
                select("one", "x", "y"),
                {"type": "datepicker", "action_id": "day"},
                {"type": "timepicker", "action_id": "time"},
                {"type": "datetimepicker", "action_id": "moment"},
                select("ticks", "a", "b", kind="checkboxes"),
                button("Go", "go"),
            ),
        ]
    )  # fmt: skip
    state: Json = {
        "b1": {"theirs:1": {"selected_options": [{"value": "2"}, {"value": "0"}, {"value": "9"}]}},
        "b2": {
            "theirs:2": {"selected_option": {"value": "1"}},
            "theirs:3": {"selected_date": "2026-11-30"},
            "theirs:4": {"selected_time": "14:30"},
            "theirs:5": {"selected_date_time": 1_796_047_200},
            "theirs:6": {"selected_options": []},
            "theirs:99": {"value": "unknown"},
        },
    }
    filled: Json = {
        "many": ["c", "a"], "one": "y", "day": "2026-11-30", "time": "14:30",
        "moment": 1_796_047_200, "ticks": [],
    }  # fmt: skip
    empty: Json = {
        "many": [], "one": None, "day": None, "time": None, "moment": None, "ticks": [],
    }  # fmt: skip
    assert values_of(state, card, within=list(card.blocks)) == filled
    assert values_of({}, card, within=list(card.blocks)) == empty
    assert values_of({"b": "x"}, card, within=list(card.blocks)) == empty


def test_a_modals_values_are_its_own_alone() -> None:
    """Those of the card under it aren't in there."""
    card = good(LETTER, {"change": SEND})
    state = {"b": {"theirs:5": {"value": "Dear all"}, "theirs:8": {"value": "0012"}}}
    assert values_of(state, card, within=card.modals["theirs:4"]) == {
        "text": "Dear all", "tone": None, "day": None, "copies": "0012",
    }  # fmt: skip


def test_what_was_pressed_says_its_own_value() -> None:
    """A button's value, if it has one; the chosen of a menu."""
    menu = {**select("more", "later", "never", kind="overflow")}
    card = good([row(button("Go", "go", value="v"), button("On", "on"), menu)])
    assert chosen(card, "theirs:1", {}) == {"go": "v"}
    assert chosen(card, "theirs:2", {}) == {}
    assert chosen(card, "theirs:3", {"selected_option": {"value": "1"}}) == {"more": "never"}
    assert chosen(card, "theirs:3", {"selected_option": {"value": "7"}}) == {"more": None}
