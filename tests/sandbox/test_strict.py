"""Block Kit is checked in Slack's words, all problems at once, and stored as Slack stores it."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandbox.strict.check import message_problems, view_problems
from sandbox.strict.doubts import doubts
from sandbox.strict.normalise import escape_mrkdwn, escape_plain, stored_blocks

Json = dict[str, Any]


def plain(text: str) -> Json:
    """A plain_text object."""
    return {"type": "plain_text", "text": text}


def button(**more: Any) -> Json:
    """A button that is right unless `more` makes it wrong."""
    return {"type": "button", "action_id": "a", "text": plain("Go"), **more}


def actions(*elements: Json) -> Json:
    """An actions block."""
    return {"type": "actions", "elements": list(elements)}


def section(text: str = "x", **more: Any) -> Json:
    """A section with mrkdwn."""
    return {"type": "section", "text": {"type": "mrkdwn", "text": text}, **more}


def option(text: str = "x") -> Json:
    """An option."""
    return {"text": plain(text), "value": text}


def field(element: Json, **more: Any) -> Json:
    """An input block."""
    return {"type": "input", "label": plain("Label"), "element": element, **more}


def modal(*blocks: Json, **more: Any) -> Json:
    """A modal with submit."""
    return {
        "type": "modal",
        "title": plain("Title"),
        "submit": plain("Go"),
        "blocks": list(blocks),
        **more,
    }


def chart(categories: list[str], **series: list[str]) -> Json:
    """A line chart whose series have values for these categories."""
    lines = [
        {"name": name, "data": [{"label": label, "value": 1} for label in labels]}
        for name, labels in series.items()
    ]
    axes = {"categories": categories}
    line: Json = {"type": "line", "series": lines, "axis_config": axes}
    return {"type": "data_visualization", "title": "t", "chart": line}


TEXT = {"type": "plain_text_input", "action_id": "t"}
RICH: Json = {
    "type": "rich_text",
    "elements": [
        {
            "type": "rich_text_section",
            "elements": [
                {"type": "text", "text": "a", "style": {"bold": True}},
                {"type": "user", "user_id": "U0ANA"},
                {"type": "broadcast", "range": "here"},
            ],
        },
        {"type": "rich_text_list", "style": "bullet", "elements": []},
        {"type": "rich_text_preformatted", "elements": [{"type": "text", "text": "x"}]},
    ],
}
GOOD: list[Json] = [
    section("x" * 3000, accessory=button(value="v" * 2000)),
    {"type": "section", "fields": [plain("x" * 2000)] * 10},
    {"type": "header", "text": plain("x" * 150), "level": 2},
    {"type": "divider"},
    {"type": "image", "image_url": "https://x.test/a.png", "alt_text": "a"},
    {"type": "context", "elements": [plain("x"), {"type": "mrkdwn", "text": "y"}]},
    actions(
        button(style="primary", confirm={
            "title": plain("t"), "text": plain("x"), "confirm": plain("y"), "deny": plain("n")
        }),
        {"type": "overflow", "action_id": "o", "options": [option()]},
        {"type": "static_select", "action_id": "s", "placeholder": plain("p"),
         "option_groups": [{"label": plain("g"), "options": [option()]}]},
        {"type": "datetimepicker", "action_id": "d"},
    ),
    field(TEXT, optional=True, hint=plain("h")),
    RICH,
    {"type": "markdown", "text": "x" * 12_000},
    {"type": "context_actions", "elements": [
        {"type": "feedback_buttons", "action_id": "f",
         "positive_button": {"text": plain("+"), "value": "1"},
         "negative_button": {"text": plain("-"), "value": "0"}},
        {"type": "icon_button", "action_id": "i", "icon": "trash", "text": plain("Delete")},
    ]},
    {"type": "table", "rows": [[{"type": "raw_text", "text": "a"}, RICH]],
     "column_settings": [{"align": "right"}]},
    {"type": "data_table", "caption": "c",
     "rows": [[{"type": "raw_text", "text": "h"}], [{"type": "raw_number", "value": 3}]]},
    {"type": "task_card", "task_id": "1", "title": "t", "status": "complete", "output": RICH},
    {"type": "plan", "title": "p", "tasks": [{"task_id": "1", "title": "t", "status": "pending"}]},
    {"type": "card", "title": plain("t"), "actions": [button()]},
    {"type": "carousel", "elements": [{"type": "card", "title": plain("t")}]},
    {"type": "container", "title": plain("t"), "child_blocks": [section()]},
    {"type": "alert", "text": plain("x"), "level": "warning"},
    chart(["a", "b"], one=["a", "b"], two=["b", "a"]),
    {"type": "auth_provider", "value": "crm", "name": plain("CRM"), "is_connected": False,
     "auth_url": "https://x.test/auth"},
]  # fmt: skip

BAD: list[tuple[Json, str, str]] = [
    (section("x" * 3001), "must be less than 3001 characters", "/text/text"),
    (section(""), "must be more than 0 characters", "/text/text"),
    ({"type": "section"}, "must define either `text` or `fields`", ""),
    ({"type": "section", "fields": [plain("x")] * 11}, "no more than 10 items allowed", "/fields"),
    ({"type": "section", "fields": [plain("x" * 2001)]}, "must be less than 2001 characters",
     "/fields/0/text"),
    (section(accessory=TEXT), "unsupported type: plain_text_input", "/accessory/type"),
    (section(colour="red"), "invalid additional property: colour", ""),
    (section(block_id="x" * 256), "must be less than 256 characters", "/block_id"),
    ({"type": "header", "text": {"type": "mrkdwn", "text": "x"}},
     "failed to match all allowed schemas", "/text"),
    ({"type": "header", "text": plain("x" * 151)}, "must be less than 151 characters",
     "/text/text"),
    ({"type": "header"}, "missing required field: text", ""),
    ({"type": "nonsense"}, "unsupported type: nonsense", "/type"),
    ({"type": "image", "image_url": "https://x.test", "slack_file": {"id": "F1"},
      "alt_text": "a"}, "must define either `image_url` or `slack_file`", ""),
    ({"type": "file", "source": "remote"}, "missing required field: external_id", ""),
    ({"type": "video", "title": plain("t"), "video_url": "http://x.test/v", "alt_text": "a",
      "thumbnail_url": "https://x.test/t"}, "must match the required format", "/video_url"),
    (actions({"type": "timepicker", "action_id": "t", "initial_time": "24:00"}),
     "must match the required format", "/elements/0/initial_time"),
    (actions({"type": "datepicker", "action_id": "t", "initial_date": "2026-13-01"}),
     "must match the required format", "/elements/0/initial_date"),
    (actions({"type": "radio_buttons", "action_id": "r", "options": [
        {**option(), "url": "https://x.test"}]}),
     "invalid additional property: url", "/elements/0/options/0"),
    (actions({"type": "conversations_select", "action_id": "c", "response_url_enabled": True}),
     "invalid additional property: response_url_enabled", "/elements/0"),
    (section(accessory={"type": "channels_select", "action_id": "c",
                        "response_url_enabled": True}),
     "invalid additional property: response_url_enabled", "/accessory"),
    (actions({"type": "workflow_button", "action_id": "w", "text": plain("w"), "workflow": {}}),
     "missing required field: trigger", "/elements/0/workflow"),
    ({"type": "context_actions", "elements": [button()]}, "unsupported type: button",
     "/elements/0/type"),
    ({"type": "context_actions", "elements": [
        {"type": "icon_button", "action_id": "i", "icon": "star", "text": plain("x")}]},
     "must be one of: trash", "/elements/0/icon"),
    ({"type": "card", "title": plain("t"), "actions": [button()] * 2},
     "`action_id` already exists: a", "/actions/1/action_id"),
    ({"type": "container", "title": plain("t"), "child_blocks": [actions(button(), button())]},
     "`action_id` already exists: a", "/child_blocks/0/elements/1/action_id"),
    ({"type": "data_visualization", "title": "t", "chart": {
        "type": "pie", "segments": [{"label": "a", "value": 0}]}},
     "must be greater than 0", "/chart/segments/0/value"),
    (chart(["a", "b"], a=["a"]), "must provide a value for every category",
     "/chart/series/0/data"),
    ({"type": "carousel", "elements": [{"type": "card", "title": plain("t")}] * 11},
     "no more than 10 items allowed", "/elements"),
    ({"type": "table", "rows": [[{"type": "raw_text", "text": "a"}] * 21]},
     "no more than 20 items allowed", "/rows/0"),
    ({"type": "task_card", "task_id": "1", "title": "t", "status": "done"},
     "must be one of: pending, in_progress, complete, error", "/status"),
    (actions(), "must provide at least 1 items", "/elements"),
    (actions(*[button(action_id=str(n)) for n in range(26)]), "no more than 25 items allowed",
     "/elements"),
    (actions(button(text=plain("x" * 76))), "must be less than 76 characters",
     "/elements/0/text/text"),
    (actions(button(value="x" * 2001)), "must be less than 2001 characters", "/elements/0/value"),
    (actions(button(style="loud")), "must be one of: primary, danger", "/elements/0/style"),
    (actions(button(value=7)), "must be a string", "/elements/0/value"),
    (actions(button(), button()), "`action_id` already exists: a", "/elements/1/action_id"),
    (actions({"type": "static_select", "action_id": "s"}),
     "must define either `options` or `option_groups`", "/elements/0"),
    (actions({"type": "overflow", "action_id": "o", "options": [option()] * 6}),
     "no more than 5 items allowed", "/elements/0/options"),
    (actions({"type": "checkboxes", "action_id": "o", "options": [option()] * 11}),
     "no more than 10 items allowed", "/elements/0/options"),
    (actions({"type": "overflow", "action_id": "o", "options": [option("x" * 76)]}),
     "must be less than 76 characters", "/elements/0/options/0/text/text"),
    ({"type": "context", "elements": [button()]}, "unsupported type: button", "/elements/0/type"),
    ({"type": "image", "alt_text": "a"}, "must define either `image_url` or `slack_file`", ""),
    ({"type": "image", "image_url": "https://x.test", "alt_text": "a", "image_width": 1},
     "invalid additional property: image_width", ""),
    (field({"type": "number_input", "is_decimal_allowed": True}),
     "unsupported type: number_input", "/element/type"),
    (field({**TEXT, "max_length": 3001}), "must be less than 3001", "/element/max_length"),
    (field({**TEXT, "min_length": 5, "max_length": 4}),
     "`min_length` must not be greater than `max_length`", "/element"),
    ({"type": "markdown", "text": "x" * 12_001}, "must be less than 12001 characters", "/text"),
    ({"type": "rich_text", "elements": [{"type": "text", "text": "x"}]}, "unsupported type: text",
     "/elements/0/type"),
    ({"type": "card", "subtitle": plain("x")},
     "must define at least one of `hero_image`, `title`, `actions`, `body`", ""),
    ({"type": "container", "title": plain("t"), "child_blocks": [section()],
      "default_collapsed": True}, "`default_collapsed` requires `is_collapsible`", ""),
    ({"type": "container", "title": plain("t"), "child_blocks": [
        {"type": "container", "title": plain("t"), "child_blocks": [section()]}]},
     "unsupported type: container", "/child_blocks/0/type"),
    ({"type": "data_table", "caption": "c", "rows": [[RICH]]}, "unsupported type: rich_text",
     "/rows/0/0/type"),
    ({"type": "plan", "title": "p", "tasks": [{"title": "t", "status": "pending"}]},
     "missing required field: task_id", "/tasks/0"),
]  # fmt: skip


class TestMessages:
    @pytest.mark.parametrize("block", GOOD, ids=lambda block: str(block["type"]))
    def test_a_block_at_its_limits_is_taken(self, block: Json) -> None:
        """What SLACK.md allows is allowed, up to the last character."""
        assert message_problems([block]) == []

    @pytest.mark.parametrize(("block", "words", "at"), BAD)
    def test_a_wrong_block_is_refused_in_words(self, block: Json, words: str, at: str) -> None:
        """One problem, with its place as a JSON pointer."""
        problems = [str(problem) for problem in message_problems([block])]
        assert problems == [f"{words} [json-pointer:/blocks/0{at}]"]

    def test_all_problems_are_listed(self) -> None:
        """Each failing block is in the one answer."""
        problems = message_problems([section(""), {"type": "divider"}, section("x" * 3001)])
        assert [problem.at for problem in problems] == [
            "/blocks/0/text/text",
            "/blocks/2/text/text",
        ]

    @pytest.mark.parametrize(
        ("blocks", "words"),
        [
            ([{"type": "divider"}] * 51, "no more than 50 items allowed"),
            ([section(block_id="a"), section(block_id="a")], "`block_id` already exists: a"),
            ([{"type": "markdown", "text": "x" * 6_001}] * 2, "must be less than 12001 characters"),
            ([{"type": "table", "rows": [[{"type": "raw_text", "text": "a"}]]}] * 2,
             "only_one_table_allowed"),
            ([{"type": "table", "rows": [[{"type": "raw_text", "text": "x" * 5_001}] * 2]}],
             "must be less than 10001 characters"),
            ([{"type": "data_table", "caption": "c",
               "rows": [[{"type": "raw_text", "text": "x" * 6_000}] * 4]}],
             "must be less than 20001 characters"),
            ([chart(["a"], one=["a"])] * 3, "no more than 2 data_visualization blocks allowed"),
        ],
    )  # fmt: skip
    def test_a_whole_message_has_limits_too(self, blocks: list[Json], words: str) -> None:
        """Counts, ids and sums over all blocks."""
        assert [problem.message for problem in message_problems(blocks)] == [words]

    def test_ids_may_come_again_in_another_block(self) -> None:
        """An action_id is unique inside one block only."""
        assert message_problems([actions(button()), actions(button())]) == []


class TestViews:
    def test_a_modal_at_its_limits_is_taken(self) -> None:
        """100 blocks, a title of 24 characters, 3,000 of private metadata."""
        view = modal(
            *[{"type": "divider"}] * 99, field(TEXT),
            title=plain("x" * 24), private_metadata="x" * 3000, notify_on_close=True,
        )  # fmt: skip
        assert view_problems(view, "modal") == []

    @pytest.mark.parametrize(
        ("view", "words"),
        [
            (modal(section(), title=plain("x" * 25)),
             "must be less than 25 characters [json-pointer:/view/title/text]"),
            (modal(), "must provide at least 1 items [json-pointer:/view/blocks]"),
            ({k: v for k, v in modal(field(TEXT)).items() if k != "submit"},
             "must define `submit` to use an `input` block in modals [json-pointer:/view]"),
            (modal({"type": "markdown", "text": "x"}),
             "unsupported type: markdown [json-pointer:/view/blocks/0/type]"),
            (modal(section(), private_metadata="x" * 3001),
             "must be less than 3001 characters [json-pointer:/view/private_metadata]"),
            (modal(field({**TEXT, "focus_on_load": True}, block_id="a"),
                   field({**TEXT, "focus_on_load": True}, block_id="b")),
             "no more than 1 element may have `focus_on_load` [json-pointer:/view]"),
            (modal(section(), submit={"type": "mrkdwn", "text": "x"}),
             "failed to match all allowed schemas [json-pointer:/view/submit]"),
            (modal(section(), close=plain("x" * 25)),
             "must be less than 25 characters [json-pointer:/view/close/text]"),
            (modal(section(), external_id="x" * 256),
             "must be less than 256 characters [json-pointer:/view/external_id]"),
            (modal(section(), color="red"),
             "invalid additional property: color [json-pointer:/view]"),
            (modal(actions({"type": "workflow_button", "action_id": "w", "text": plain("w"),
                            "workflow": {"trigger": {"url": "https://x.test"}}})),
             "unsupported type: workflow_button [json-pointer:/view/blocks/0/elements/0/type]"),
            ({"type": "home", "blocks": [section()], "title": plain("x")},
             "must match the `type` of the root view whose stack we're pushing onto"
             " [json-pointer:/view/type]"),
        ],
    )  # fmt: skip
    def test_a_wrong_view_is_refused_in_words(self, view: Json, words: str) -> None:
        """Pointers of views begin at /view."""
        assert [str(problem) for problem in view_problems(view, "modal")] == [words]

    @pytest.mark.parametrize(
        ("element", "taken"),
        [
            ({"type": "datetimepicker", "action_id": "d"}, {"message", "modal"}),
            ({"type": "rich_text_input", "action_id": "r"}, {"modal", "home"}),
            ({"type": "email_text_input", "action_id": "e"}, {"modal"}),
            ({"type": "file_input", "action_id": "f"}, {"modal"}),
            ({"type": "static_select", "action_id": "s", "options": [option()]},
             {"message", "modal", "home"}),
        ],
    )  # fmt: skip
    def test_each_surface_has_its_elements(self, element: Json, taken: set[str]) -> None:
        """An element off its surfaces is an unsupported type."""
        blocks = [field(element)]
        home: Json = {"type": "home", "blocks": blocks}
        problems = {
            "message": message_problems(blocks),
            "modal": view_problems(modal(*blocks), "modal"),
            "home": view_problems(home, "home"),
        }
        assert {surface for surface, found in problems.items() if not found} == taken


UNSURE: list[tuple[list[Json], str, list[str]]] = [
    ([section()], "message", []),
    ([{"type": "alert", "text": plain("x")}], "message", ["alert in a message"]),
    ([{"type": "alert", "text": plain("x")}], "modal", []),
    ([{"type": "card", "title": plain("x")}], "modal", ["card in a modal"]),
    ([chart(["a"], one=["a"])], "home", ["data_visualization in a home"]),
    ([field({"type": "static_select", "options": [{**option(), "value": "x" * 76}]})],
     "modal", ["an option's value of more than 75 characters"]),
    ([{"type": "data_table", "rows": [[]] * 102}], "message",
     ["data_table with more than 101 rows"]),
    ([{"type": "data_table", "rows": [[{"text": "x" * 10_001}]]}], "message",
     ["data_table with more than 10000 characters"]),
    ([{"type": "plan", "tasks": [{"task_id": "1"}] * 2}], "message",
     ["plan with a task_id that comes twice"]),
]  # fmt: skip


class TestDoubts:
    @pytest.mark.parametrize(
        ("blocks", "surface", "words"),
        UNSURE,
    )
    def test_where_sources_differ_it_is_only_noted(
        self, blocks: list[Json], surface: str, words: list[str]
    ) -> None:
        """Views and messages alike."""
        assert doubts({"blocks": blocks}, surface) == words
        assert doubts({"view": {"blocks": blocks}}, surface) == words

    def test_large_metadata_is_noted(self) -> None:
        """Its real limit is not known."""
        payload: Json = {"metadata": {"event_type": "x", "event_payload": {"a": "x" * 1024}}}
        assert doubts(payload, "message") == ["metadata of more than 1024 bytes"]


class TestStored:
    def test_what_was_stored_may_not_go_back(self) -> None:
        """Escaped text has grown, and an image has keys of Slack's own."""
        (kept,) = stored_blocks([section("&" * 3000)])
        (problem,) = message_problems([kept])
        assert (
            str(problem) == "must be less than 3001 characters [json-pointer:/blocks/0/text/text]"
        )
        image: Json = {"type": "image", "image_url": "https://x.test/a.png", "alt_text": "a"}
        added = [problem.message for problem in message_problems(stored_blocks([image]))]
        assert added == [
            f"invalid additional property: {key}"
            for key in ("image_width", "image_height", "image_bytes", "is_animated", "fallback")
        ]

    def test_blocks_are_filled_in_and_escaped(self) -> None:
        """Ids, emoji, verbatim and the image's measures; the given blocks stay as they are."""
        image: Json = {"type": "image", "image_url": "https://x.test/a.png", "alt_text": "a"}
        given_blocks = [section("a & <b>"), actions(button()), field(TEXT), image]
        text, pressed, typed, picture = stored_blocks(given_blocks)
        assert text["text"] == {"type": "mrkdwn", "text": "a &amp; &lt;b&gt;", "verbatim": False}
        assert len(text["block_id"]) == 5
        assert pressed["elements"][0]["text"]["emoji"] is True
        assert (typed["optional"], typed["element"]["multiline"]) == (False, False)
        assert picture["image_width"]
        assert message_problems([picture]) != []
        assert given_blocks[0] == section("a & <b>")

    def test_rich_text_and_markdown_stay_as_they_were(self) -> None:
        """Their text is no mrkdwn."""
        rich, markdown = stored_blocks([RICH, {"type": "markdown", "text": "<b> & c"}])
        assert (rich["elements"], markdown["text"]) == (RICH["elements"], "<b> & c")

    @given(st.text(alphabet="<>&@!#|aU amp;lt", max_size=40))
    def test_escaping_twice_changes_nothing(self, text: str) -> None:
        """What Slack stored can be sent again without growing further."""
        for escape in (escape_mrkdwn, escape_plain):
            assert escape(escape(text)) == escape(text)
