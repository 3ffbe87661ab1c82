"""Two independent libraries agree that what we send is well formed.

They check less than ours; so they must never refuse what ours accepts. No payload of ours is
excepted.
"""

import json
from typing import Any, cast

import pytest
import slackblocks as peer
from slack_sdk.models.blocks import Block
from slack_sdk.models.views import View

from tests.blocks import samples

MESSAGES = dict(samples.messages())
VIEWS = dict(samples.views())
Json = dict[str, Any]


def _json(payload: object) -> Json:
    return json.loads(json.dumps(payload))


def _text(drawn: Json) -> peer.Text:
    return peer.Text(drawn["text"], type_=peer.TextType(drawn["type"]))


def _button(drawn: Json) -> peer.Button:
    return peer.Button(
        _text(drawn["text"]),
        action_id=drawn["action_id"],
        value=drawn.get("value"),
        url=drawn.get("url"),
        style=drawn.get("style"),
        accessibility_label=drawn.get("accessibility_label"),
    )


def _pressed(drawn: Json) -> Any:
    if drawn["type"] == "overflow":
        return peer.OverflowMenu(drawn["action_id"], [_option(one) for one in drawn["options"]])
    return _button(drawn) if drawn["type"] == "button" else _element(drawn)


def _rich(drawn: Json) -> peer.RichTextObject:
    kinds = {
        "rich_text_section": peer.RichTextSection,
        "rich_text_preformatted": peer.RichTextCodeBlock,
    }
    if drawn["type"] == "rich_text_list":
        lines = [cast("peer.RichTextSection", _rich(one)) for one in drawn["elements"]]
        return peer.RichTextList(drawn["style"], lines)
    return kinds[drawn["type"]]([_leaf(leaf) for leaf in drawn["elements"]])


def _leaf(drawn: Json) -> Any:
    match drawn["type"]:
        case "link":
            return peer.RichTextLink(drawn["url"], text=drawn["text"])
        case "emoji":
            return peer.RichTextEmoji(drawn["name"])
        case _:
            return peer.RichText(drawn["text"])


def _option(drawn: Json) -> peer.Option:
    more = _text(drawn["description"]) if "description" in drawn else None
    return peer.Option(_text(drawn["text"]), drawn["value"], more)


def _input(drawn: Json) -> peer.InputBlock:
    inner = _element(drawn["element"])
    hint = _text(drawn["hint"]) if "hint" in drawn else None
    return peer.InputBlock(_text(drawn["label"]), inner, block_id=drawn["block_id"], hint=hint)


def _element(drawn: Json) -> Any:
    name = drawn["action_id"]
    kind = drawn["type"]
    if kind in _CHOOSERS:
        return _CHOOSERS[kind](action_id=name, **_chosen(drawn))
    match kind:
        case "conversations_select":
            return peer.ConversationSelectMenu(
                name,
                initial_conversation=drawn.get("initial_conversation"),
                default_to_current_conversation=drawn["default_to_current_conversation"],
                filter=peer.ConversationFilter(**drawn["filter"]),
            )
        case "users_select":
            return peer.UserSelectMenu(name)
        case "number_input":
            decimal = drawn["is_decimal_allowed"]
            return peer.NumberInput(
                decimal, name, **_some(drawn, "min_value", "max_value", *_SHOWN)
            )
        case "datetimepicker":
            return peer.DateTimePicker(name, initial_datetime=drawn.get("initial_date_time"))
        case "plain_text_input":
            wanted = ("multiline", "min_length", "max_length", *_SHOWN)
            return peer.PlainTextInput(name, **_some(drawn, *wanted))
        case _:
            return _PICKED[kind](name, **_some(drawn, "initial_date", "initial_time", *_SHOWN))


_SHOWN = ("initial_value",)
_CHOOSERS = {
    "radio_buttons": peer.RadioButtonGroup,
    "checkboxes": peer.CheckboxGroup,
    "static_select": peer.StaticSelectMenu,
    "multi_static_select": peer.StaticMultiSelectMenu,
    "external_select": peer.ExternalSelectMenu,
    "multi_external_select": peer.ExternalMultiSelectMenu,
}
_PICKED = {
    "datepicker": peer.DatePicker,
    "timepicker": peer.TimePicker,
    "email_text_input": peer.EmailInput,
    "url_text_input": peer.URLInput,
}


def _some(drawn: Json, *names: str) -> Json:
    return {name: drawn[name] for name in names if name in drawn}


def _chosen(drawn: Json) -> Json:
    """Choices and what is chosen, as its own classes.

    Of groups it takes a whole group as chosen, where Slack's pages say an option of one: left out.
    """
    made: Json = _some(drawn, "min_query_length")
    if "options" in drawn:
        made["options"] = [_option(one) for one in drawn["options"]]
    if "option_groups" in drawn:
        made["option_groups"] = [
            peer.OptionGroup(_text(group["label"]), [_option(one) for one in group["options"]])
            for group in drawn["option_groups"]
        ]
        if drawn["type"].startswith("multi_"):
            made["options"] = None
        return made
    if "initial_option" in drawn:
        made["initial_option"] = _option(drawn["initial_option"])
    if "initial_options" in drawn:
        made["initial_options"] = [_option(one) for one in drawn["initial_options"]]
    return made


def _task(drawn: Json) -> peer.TaskCardBlock:
    return peer.TaskCardBlock(drawn["task_id"], drawn["title"], status=drawn["status"])


def _rebuilt(drawn: Json) -> peer.Block:
    """The block as slackblocks makes it; it can't parse these kinds itself yet."""
    if drawn["type"] == "actions":
        return peer.ActionsBlock(
            [_pressed(one) for one in drawn["elements"]], drawn.get("block_id")
        )
    if drawn["type"] == "rich_text":
        return peer.RichTextBlock([_rich(one) for one in drawn["elements"]], drawn.get("block_id"))
    if drawn["type"] == "table":
        rows: list[Any] = [[peer.RawText(cell["text"]) for cell in row] for row in drawn["rows"]]
        return peer.TableBlock(rows, block_id=drawn["block_id"])
    if drawn["type"] == "input":
        return _input(drawn)
    if "accessory" in drawn:
        beside = _pressed(drawn["accessory"])
        return peer.SectionBlock(_text(drawn["text"]), drawn["block_id"], accessory=beside)
    if drawn["type"] == "plan":
        return peer.PlanBlock(drawn["title"], [_task(one) for one in drawn["tasks"]])
    return peer.Block.from_dict(drawn)


@pytest.mark.parametrize("name", [*MESSAGES, *VIEWS])
def test_the_sdk_takes_each_block(name: str) -> None:
    """slack_sdk parses each block and its validators pass."""
    blocks: list[Json] = _json({**MESSAGES, **VIEWS}[name])["blocks"]
    parsed = Block.parse_all(blocks)
    assert [block.to_dict()["type"] for block in parsed] == [block["type"] for block in blocks]


@pytest.mark.parametrize("name", VIEWS)
def test_the_sdk_takes_each_view(name: str) -> None:
    """slack_sdk's View keeps what we drew and its validators pass."""
    drawn = _json(VIEWS[name])
    kept = cast("Json", View(**drawn).to_dict())
    assert len(kept["blocks"]) == len(drawn["blocks"])
    if drawn["type"] == "modal":
        assert kept["title"]["text"] == drawn["title"]["text"]


@pytest.mark.parametrize("name", MESSAGES)
def test_slackblocks_takes_each_message(name: str) -> None:
    """slackblocks builds the same message; its limits come from a registry of its own."""
    drawn = _json(MESSAGES[name])
    built = peer.Message("C0PAY", drawn["text"], [_rebuilt(block) for block in drawn["blocks"]])
    kinds = [block["type"] for block in json.loads(built.json())["blocks"]]
    assert kinds == [block["type"] for block in drawn["blocks"]]


@pytest.mark.parametrize("name", VIEWS)
def test_slackblocks_takes_each_view(name: str) -> None:
    """slackblocks builds the same modal or tab."""
    drawn = _json(VIEWS[name])
    blocks = [_rebuilt(block) for block in drawn["blocks"]]
    if drawn["type"] == "home":
        assert len(peer.HomeTabView(blocks).to_dict()["blocks"]) == len(drawn["blocks"])
        return
    built = peer.ModalView(
        _text(drawn["title"]),
        blocks,
        close=_text(drawn["close"]),
        submit=_text(drawn["submit"]) if "submit" in drawn else None,
        private_metadata=drawn.get("private_metadata"),
        callback_id=drawn.get("callback_id"),
    )
    assert len(built.to_dict()["blocks"]) == len(drawn["blocks"])
