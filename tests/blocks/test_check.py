"""Each limit of Slack, broken one by one, is caught; the same payload just inside it passes."""

from collections.abc import Callable
from typing import Any

import pytest

from blocks import limits as n
from blocks.check import BadBlocks, check_message, check_view, checked, total_units
from blocks.rules import Problem

Json = dict[str, Any]


def plain(length: int) -> Json:
    """A plain_text object of a length."""
    return {"type": "plain_text", "text": "x" * length}


def button(**over: Any) -> Json:
    """A button, with some fields changed."""
    return {"type": "button", "action_id": "go", "text": plain(2), "value": "v"} | over


def option(**over: Any) -> Json:
    """An option, with some fields changed."""
    return {"text": plain(2), "value": "v"} | over


def options(count: int) -> list[Json]:
    """So many options."""
    return [option(value=f"v{i}") for i in range(count)]


def acts(*elements: Json) -> Json:
    """A row of elements."""
    return {"type": "actions", "elements": list(elements)}


def choice(kind: str, count: int) -> Json:
    """A row with one element of options."""
    return acts({"type": kind, "action_id": "c", "options": options(count)})


def confirm(**over: Any) -> Json:
    """A button with a confirmation, with some fields changed."""
    whole = {"title": plain(2), "text": plain(2), "confirm": plain(2), "deny": plain(2)}
    return acts(button(confirm=whole | over))


def section(length: int = 5, kind: str = "mrkdwn", **over: Any) -> Json:
    """A section."""
    return {"type": "section", "text": {"type": kind, "text": "x" * length}} | over


def ask(**over: Any) -> Json:
    """An input block; fields of the element start with `e_`."""
    inner = {k[2:]: v for k, v in over.items() if k.startswith("e_")}
    outer = {k: v for k, v in over.items() if not k.startswith("e_")}
    element = {"type": "plain_text_input", "action_id": "a"} | inner
    return {"type": "input", "label": plain(2), "element": element} | outer


def image(**over: Any) -> Json:
    """An image block."""
    return {"type": "image", "image_url": "https://x.example/i.png", "alt_text": "a"} | over


def table(rows: int, columns: int) -> Json:
    """A table of short cells."""
    cell = {"type": "raw_text", "text": "c"}
    return {"type": "table", "rows": [[cell] * columns for _ in range(rows)]}


def menu(**over: Any) -> Json:
    """A select."""
    return acts({"type": "static_select", "action_id": "s"} | over)


def fields(count: int, length: int = 2) -> Json:
    """A section of fields."""
    return {"type": "section", "fields": [plain(length)] * count}


def mark(length: int) -> Json:
    """A markdown block."""
    return {"type": "markdown", "text": "x" * length}


def card(**over: Any) -> Json:
    """A card block."""
    return {"type": "card", "title": plain(2)} | over


# What is wrong, and the same thing just right.
PAIRS: dict[str, tuple[Json, Json]] = {
    "section text empty": (section(0), section(1)),
    "section text too long": (section(3001), section(3000)),
    "section without text": ({"type": "section"}, fields(1)),
    "section text unescaped grows": (
        section(0, text={"type": "mrkdwn", "text": "&" * 601}),
        section(0, text={"type": "mrkdwn", "text": "&" * 600}),
    ),
    "field too long": (fields(1, 2001), fields(1, 2000)),
    "too many fields": (fields(11), fields(10)),
    "header too long": (
        {"type": "header", "text": plain(151)},
        {"type": "header", "text": plain(150)},
    ),
    "header of mrkdwn": (
        {"type": "header", "text": {"type": "mrkdwn", "text": "x"}},
        {"type": "header", "text": plain(1)},
    ),
    "header level": (
        {"type": "header", "text": plain(1), "level": 5},
        {"type": "header", "text": plain(1), "level": 4},
    ),
    "context too many": (
        {"type": "context", "elements": [plain(1)] * 11},
        {"type": "context", "elements": [plain(1)] * 10},
    ),
    "context with a button": (
        {"type": "context", "elements": [button()]},
        {"type": "context", "elements": [plain(1)]},
    ),
    "no actions": (acts(), acts(button())),
    "too many actions": (
        acts(*[button(action_id=f"a{i}") for i in range(26)]),
        acts(*[button(action_id=f"a{i}") for i in range(25)]),
    ),
    "duplicate action_id": (acts(button(), button()), acts(button(), button(action_id="b"))),
    "action_id too long": (acts(button(action_id="a" * 256)), acts(button(action_id="a" * 255))),
    "block_id too long": (section(block_id="b" * 256), section(block_id="b" * 255)),
    "button text too long": (acts(button(text=plain(76))), acts(button(text=plain(75)))),
    "button value too long": (acts(button(value="v" * 2001)), acts(button(value="v" * 2000))),
    "button url too long": (acts(button(url="u" * 3001)), acts(button(url="u" * 3000))),
    "button style": (acts(button(style="default")), acts(button(style="danger"))),
    "button label too long": (
        acts(button(accessibility_label="a" * 76)),
        acts(button(accessibility_label="a" * 75)),
    ),
    "unknown property": (acts(button(colour="red")), acts(button())),
    "confirm title": (confirm(title=plain(101)), confirm(title=plain(100))),
    "confirm text": (confirm(text=plain(301)), confirm(text=plain(300))),
    "confirm button": (confirm(confirm=plain(31)), confirm(confirm=plain(30))),
    "confirm deny": (confirm(deny=plain(31)), confirm(deny=plain(30))),
    "radio too many": (choice("radio_buttons", 11), choice("radio_buttons", 10)),
    "checkboxes too many": (choice("checkboxes", 11), choice("checkboxes", 10)),
    "overflow too many": (choice("overflow", 6), choice("overflow", 5)),
    "select too many": (choice("static_select", 101), choice("static_select", 100)),
    "select without options": (menu(), menu(options=options(1))),
    "select with both": (
        menu(options=options(1), option_groups=[{"label": plain(1), "options": options(1)}]),
        menu(option_groups=[{"label": plain(1), "options": options(1)}]),
    ),
    "group label": (
        menu(option_groups=[{"label": plain(76), "options": options(1)}]),
        menu(option_groups=[{"label": plain(75), "options": options(1)}]),
    ),
    "option text": (
        menu(options=[option(text=plain(76))]),
        menu(options=[option(text=plain(75))]),
    ),
    "option value": (
        menu(options=[option(value="v" * 76)]),
        menu(options=[option(value="v" * 75)]),
    ),
    "option description": (
        menu(options=[option(description=plain(76))]),
        menu(options=[option(description=plain(75))]),
    ),
    "placeholder": (
        menu(options=options(1), placeholder=plain(151)),
        menu(options=options(1), placeholder=plain(150)),
    ),
    "selected items": (
        section(accessory={"type": "multi_users_select", "max_selected_items": 0}),
        section(accessory={"type": "multi_users_select", "max_selected_items": 1}),
    ),
    "multi-select in a row": (
        acts({"type": "multi_users_select"}),
        acts({"type": "users_select"}),
    ),
    "image alt": (image(alt_text="a" * 2001), image(alt_text="a" * 2000)),
    "image without alt": ({"type": "image", "image_url": "https://x.example"}, image()),
    "image url": (image(image_url="u" * 3001), image(image_url="u" * 3000)),
    "image title": (image(title=plain(2001)), image(title=plain(2000))),
    "image echoed": (image(image_width=3), image()),
    "markdown too long": (mark(12_001), mark(12_000)),
    "table rows": (table(101, 1), table(100, 1)),
    "table columns": (table(1, 21), table(1, 20)),
    "table text": (
        {"type": "table", "rows": [[{"type": "raw_text", "text": "c" * 10_001}]]},
        {"type": "table", "rows": [[{"type": "raw_text", "text": "c" * 10_000}]]},
    ),
    "unknown block": ({"type": "marquee"}, {"type": "divider"}),
    "rich text leaf": (
        {"type": "rich_text", "elements": [{"type": "rich_text_quote", "elements": [{}]}]},
        {"type": "rich_text", "elements": [{"type": "rich_text_quote", "elements": []}]},
    ),
    "card body": (
        card(body={"type": "mrkdwn", "text": "x" * 201}),
        card(body={"type": "mrkdwn", "text": "x" * 200}),
    ),
    "card with nothing": ({"type": "card"}, card()),
    "carousel too many": (
        {"type": "carousel", "elements": [card()] * 11},
        {"type": "carousel", "elements": [card()] * 10},
    ),
    "container without title": (
        {"type": "container", "child_blocks": [section()]},
        {"type": "container", "child_blocks": [section()], "title": plain(1)},
    ),
    "container folds": (
        {
            "type": "container", "child_blocks": [section()], "title": plain(1),
            "default_collapsed": True,
        },
        {
            "type": "container", "child_blocks": [section()], "title": plain(1),
            "default_collapsed": True, "is_collapsible": True,
        },
    ),
    "container divider": (
        {
            "type": "container", "child_blocks": [section()], "title": plain(1),
            "has_header_divider": True, "is_collapsible": True,
        },
        {
            "type": "container", "child_blocks": [section()], "title": plain(1),
            "has_header_divider": True,
        },
    ),
    "feedback": (
        {"type": "context_actions", "elements": []},
        {
            "type": "context_actions",
            "elements": [{"type": "icon_button", "icon": "trash", "text": plain(4)}],
        },
    ),
    "file input in a message": (ask(element={"type": "file_input"}), ask()),
    "alert in a message": ({"type": "alert", "text": plain(1)}, section()),
}  # fmt: skip

VIEW_PAIRS: dict[str, tuple[Json, Json]] = {
    "label too long": (ask(label=plain(2001)), ask(label=plain(2000))),
    "hint too long": (ask(hint=plain(2001)), ask(hint=plain(2000))),
    "max_length": (ask(e_max_length=3001), ask(e_max_length=3000)),
    "min_length": (ask(e_min_length=-1), ask(e_min_length=0)),
    "a flag that isn't": (ask(optional="yes"), ask(optional=True)),
    "a number that isn't": (ask(e_max_length=True), ask(e_max_length=1)),
    "files": (
        ask(element={"type": "file_input", "max_files": 11}),
        ask(element={"type": "file_input", "max_files": 10}),
    ),
    "markdown in a modal": (mark(3), section(3)),
    "table in a modal": (table(1, 1), section()),
}


def message(*blocks: Json, **over: Any) -> Json:
    """A message."""
    return {"text": "t", "blocks": list(blocks)} | over


def modal(*blocks: Json, **over: Any) -> Json:
    """A modal that can be submitted."""
    return {
        "type": "modal", "title": plain(3), "submit": plain(3),
        "blocks": list(blocks) or [section()],
    } | over  # fmt: skip


@pytest.mark.parametrize("name", PAIRS)
def test_a_broken_block_is_caught_and_its_twin_passes(name: str) -> None:
    """Each limit of a block, from both sides."""
    wrong, right = PAIRS[name]
    assert check_message(message(wrong))
    assert check_message(message(right)) == []


@pytest.mark.parametrize("name", VIEW_PAIRS)
def test_a_broken_block_of_a_modal_is_caught_and_its_twin_passes(name: str) -> None:
    """Each limit that only a modal can break, from both sides."""
    wrong, right = VIEW_PAIRS[name]
    assert check_view(modal(wrong))
    assert check_view(modal(right)) == []


WHOLE_MESSAGES: dict[str, tuple[Json, Json]] = {
    "blocks": (message(*[section()] * 51), message(*[section()] * 50)),
    "block_id twice": (
        message(section(block_id="a"), section(block_id="a")),
        message(section(block_id="a"), section(block_id="b")),
    ),
    "markdown together": (message(mark(6001), mark(6000)), message(mark(6000), mark(6000))),
    "two tables": (message(table(1, 1), table(1, 1)), message(table(1, 1))),
    "total": (message(*[section(2700)] * 5), message(*[section(2640)] * 5)),
    "total escaped": (
        message(*[section(0, text=plain(1) | {"text": "<" * 700})] * 5),
        message(*[section(0, text=plain(1) | {"text": "<" * 600})] * 5),
    ),
    "no text": (message(section(), text=" "), message(section())),
    "long text": (message(section(), text="x" * 4001), message(section(), text="x" * 4000)),
    "attachments": (
        message(section(), attachments=[{}] * 101),
        message(section(), attachments=[{}] * 100),
    ),
    "metadata": (
        message(section(), metadata={"event_payload": {"k": "x" * 1000}}),
        message(section(), metadata={"event_payload": {"k": "x" * 900}}),
    ),
    "blocks that aren't a list": (message(blocks={}), message(blocks=[])),
    "a block that isn't an object": (message(blocks=["x"]), message(blocks=[section()])),
    "a text that isn't": (
        message({"type": "section", "text": {"type": "mrkdwn"}}), message(section()),
    ),
    "elements that aren't a list": (
        message({"type": "actions", "elements": {}}), message(acts(button())),
    ),
    "a value that isn't a string": (message(acts(button(value=3))), message(acts(button()))),
    "an option that isn't an object": (
        message(menu(options=[3])), message(menu(options=options(1))),
    ),
    "extra key in a text": (
        message(section(0, text=plain(1) | {"bold": True})), message(section()),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", WHOLE_MESSAGES)
def test_a_broken_message_is_caught_and_its_twin_passes(name: str) -> None:
    """What no block shows alone: counts, totals, doubles."""
    wrong, right = WHOLE_MESSAGES[name]
    assert check_message(wrong)
    assert check_message(right) == []


def _focus(action: str) -> Json:
    return ask(block_id=action, e_action_id=action, e_focus_on_load=True)


WHOLE_VIEWS: dict[str, tuple[Json, Json]] = {
    "blocks": (modal(*[section()] * 101), modal(*[section()] * 100)),
    "no blocks": (modal(blocks=[]), modal()),
    "title": (modal(title=plain(25)), modal(title=plain(24))),
    "close": (modal(close=plain(25)), modal(close=plain(24))),
    "submit": (modal(submit=plain(25)), modal(submit=plain(24))),
    "callback_id": (modal(callback_id="c" * 256), modal(callback_id="c" * 255)),
    "metadata": (modal(private_metadata="c" * 3001), modal(private_metadata="c" * 3000)),
    "external_id": (modal(external_id="c" * 256), modal(external_id="c" * 255)),
    "focus": (modal(_focus("a"), _focus("b")), modal(_focus("a"))),
    "bytes": (modal(*[section(2999)] * 90), modal(*[section(2500)] * 90)),
    "no submit": (
        {"type": "modal", "title": plain(3), "blocks": [ask()]},
        {"type": "modal", "title": plain(3), "blocks": [section()]},
    ),
    "no title": ({"type": "modal", "blocks": [section()]}, modal()),
    "home with a title": (
        {"type": "home", "title": plain(3), "blocks": [section()]},
        {"type": "home", "blocks": [section(), ask()]},
    ),
}


@pytest.mark.parametrize("name", WHOLE_VIEWS)
def test_a_broken_view_is_caught_and_its_twin_passes(name: str) -> None:
    """What a view may not be as a whole."""
    wrong, right = WHOLE_VIEWS[name]
    assert check_view(wrong)
    assert check_view(right) == []


SAID: list[tuple[Callable[[Json], list[Problem]], Json, str]] = [
    (check_message, message(section(3001)),
     "must be less than 3001 characters [json-pointer:/blocks/0/text/text]"),
    (check_message, message(section(), section(0)),
     "must be more than 0 characters [json-pointer:/blocks/1/text/text]"),
    (check_message, message(acts()),
     "must provide at least 1 items [json-pointer:/blocks/0/elements]"),
    (check_message, message(fields(11)),
     "no more than 10 items allowed [json-pointer:/blocks/0/fields]"),
    (check_message, message({"type": "x"}), "unsupported type: x [json-pointer:/blocks/0/type]"),
    (check_message, message({"type": "header"}),
     "missing required field: text [json-pointer:/blocks/0]"),
    (check_message, message({"type": "section"}),
     "must define either `text` or `fields` [json-pointer:/blocks/0]"),
    (check_message, message({"type": "header", "text": {"type": "mrkdwn", "text": "x"}}),
     "failed to match all allowed schemas [json-pointer:/blocks/0/text]"),
    (check_view, modal(title=plain(25)),
     "must be less than 25 characters [json-pointer:/view/title/text]"),
    (check_view, {"type": "modal", "title": plain(3), "blocks": [ask()]},
     "must define `submit` to use an `input` block in modals [json-pointer:/view]"),
]  # fmt: skip


@pytest.mark.parametrize(("check", "payload", "text"), SAID)
def test_a_problem_is_said_as_slack_says_it(
    check: Callable[[Json], list[Problem]], payload: Json, text: str
) -> None:
    """Texts and pointers are the ones that Slack answers with."""
    assert [str(problem) for problem in check(payload)] == [text]


def test_all_problems_are_listed_at_once() -> None:
    """A payload with two faults gives both, and the refusal carries them."""
    payload = message(section(3001), {"type": "header", "text": plain(151)})
    with pytest.raises(BadBlocks, match=r"3001.*151") as refused:
        checked(payload)
    assert len(refused.value.problems) == 2


def test_a_sequence_of_ours_is_not_counted_as_escaped() -> None:
    """A mention in mrkdwn stays as it is; the same in plain text grows."""
    mention = "<@U0ANA>"
    assert total_units({"type": "mrkdwn", "text": mention}) == len(mention)
    assert total_units({"type": "plain_text", "text": mention}) == len(mention) + 6


def test_a_figure_is_the_documented_one() -> None:
    """The limits that everything else leans on."""
    assert (n.BLOCKS_PER_MESSAGE, n.BLOCKS_PER_VIEW, n.SECTION_TEXT) == (50, 100, 3000)
    assert (n.MARKDOWN_TOTAL, n.VIEW_TITLE, n.BUTTON_TEXT) == (12_000, 24, 75)
