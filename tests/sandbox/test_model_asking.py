"""The example tasks that ask somebody, played turn by turn over HTTP."""

import pytest

from tests.sandbox.model_support import (
    LOOK_UP,
    REFUND,
    TOOLS,
    Json,
    answer_calls,
    calls_of,
    talking,
    tool,
    user,
)

ASK_USER = tool(
    "askUser",
    ["question"],
    question={"type": "string"},
    options={"type": "array"},
    multiple={"type": "boolean"},
    fallback={"type": "string"},
)
ASK_HUMAN = tool(
    "askHuman",
    ["schema"],
    question={"type": "string"},
    schema={"type": "object"},
    uiSchema={"type": "object"},
    actions={"type": "array"},
    fallback={"type": "string"},
)
ASK_ON_PAGE = tool(
    "hitl_askHuman",
    ["schema"],
    question={"type": "string"},
    schema={"type": "object"},
    actions={"type": "array"},
    fallback={"type": "string"},
)
REPLACE_KEY = tool(
    "replace_courier_key",
    ["courier", "key"],
    courier={"type": "string"},
    key={"type": "string"},
)
KEY_TASK = "replace the API key of our courier Parcelo"
ASKING = [LOOK_UP, REFUND, ASK_USER, ASK_HUMAN]
NUMBERS = [1025, 1036, 1041, 1042, 1044]
CANCELLED: Json = {"action": "cancel", "values": None}
UNANSWERED: Json = {"action": "unanswered", "values": None, "fallback": "I refund nothing"}


def order(number: int, customer: str, status: str = "delivered") -> Json:
    """An order as the shop gives it."""
    item = f"item {number}"
    return {"id": number, "customer": customer, "item": item, "total": 10, "status": status}


def submitted(**values: object) -> Json:
    """What comes back of a question that was answered."""
    return {"action": "submit", "values": values}


INES = [
    order(1025, "Ines Maro", "refunded"),
    order(1036, "Ines Maro"),
    order(1041, "Wei"),
    order(1042, "Ines Maro"),
    order(1044, "Jo"),
]


@pytest.mark.parametrize(
    ("text", "question", "options"),
    [
        (
            "refund the order for Ines, it broke",
            "There are several orders of Ines. Which one should I refund?",
            ["1036: item 1036", "1042: item 1042"],
        ),
        (
            "refund the order for Mia, it broke",
            "I found no open order of Mia. Which order should I refund?",
            ["1036: item 1036, Ines Maro", "1041: item 1041, Wei",
             "1042: item 1042, Ines Maro", "1044: item 1044, Jo"],
        ),
    ],
)  # fmt: skip
async def test_which_order_is_asked_from_what_was_looked_up(
    text: str, question: str, options: list[str]
) -> None:
    """Somebody's orders are the options, else all of them; the one chosen is refunded."""
    async with talking() as model:
        said = [user(text)]
        looks = calls_of(await model.turn(said, ASKING))
        assert looks == [("look_up_order", {"order_id": n}) for n in NUMBERS]
        answer_calls(said, *INES)
        asked = {"question": question, "options": options, "fallback": "I refund nothing"}
        assert calls_of(await model.turn(said, ASKING)) == [("askUser", asked)]
        answer_calls(said, submitted(answer=options[0]))
        refund = {"order_id": 1036, "amount": 10, "reason": "it broke"}
        assert calls_of(await model.turn(said, ASKING)) == [("refund_order", refund)]
        answer_calls(said, {"ok": True})
        assert (await model.turn(said, ASKING))["content"].startswith("Refunded order 1036")


async def test_the_only_open_order_needs_no_question() -> None:
    """What was paid back before is no choice."""
    async with talking() as model:
        said = [user("refund the order for Ines, it broke")]
        await model.turn(said, ASKING)
        answer_calls(said, INES[0], order(1036, "Ines Maro", "refunded"), *INES[2:])
        refund = {"order_id": 1042, "amount": 10, "reason": "it broke"}
        assert calls_of(await model.turn(said, ASKING)) == [("refund_order", refund)]


async def test_with_nothing_to_choose_from_words_are_asked_for() -> None:
    """The question has no options then."""
    async with talking() as model:
        said = [user("refund an order")]
        await model.turn(said, ASKING)
        answer_calls(said, *["There is no such order." for _ in NUMBERS])
        asked = {"question": "Which order should I refund?", "fallback": "I refund nothing"}
        assert calls_of(await model.turn(said, ASKING)) == [("askUser", asked)]


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (CANCELLED, "my question was cancelled. Tell me its number"),
        (UNANSWERED, "nobody answered my question in time."),
        (submitted(other="the blue one"), "I see no order's number in “the blue one”."),
        ({"outcome": "limit", "reason": "decide"}, "as much as it may: “decide”."),
        ("error: it isn't offered", ": it isn't offered."),
        ("fine", "I got no answer that I understand."),
    ],
)
async def test_without_an_order_nothing_is_refunded(answer: object, words: str) -> None:
    """The answer says what was not done, and proposes nothing."""
    async with talking() as model:
        said = [user("refund an order")]
        await model.turn(said, ASKING)
        answer_calls(said, *INES)
        await model.turn(said, ASKING)
        answer_calls(said, answer)
        final = await model.turn(said, ASKING)
        assert final["content"].startswith("No order was refunded: ")
        assert words in final["content"] and "tool_calls" not in final


async def test_an_order_in_other_words_is_looked_up_first() -> None:
    """A number that was no option is an order like any."""
    async with talking() as model:
        said = [user("refund an order")]
        await model.turn(said, ASKING)
        answer_calls(said, *INES)
        await model.turn(said, ASKING)
        answer_calls(said, submitted(other="number 1050"))
        assert calls_of(await model.turn(said, ASKING)) == [("look_up_order", {"order_id": 1050})]


async def test_two_questions_in_one_turn() -> None:
    """Both are asked at once; whichever is missing, nothing was prepared."""
    async with talking() as model:
        said = [user("prepare the shop for the sale")]
        asked = calls_of(await model.turn(said, ASKING))
        assert [name for name, _ in asked] == ["askUser", "askUser"]
        assert [one.get("multiple", False) for _, one in asked] == [False, True]
        other = [*said]
        answer_calls(said, submitted(answer="20 %"), submitted(answers=["Lamps"], other="mugs"))
        final = (await model.turn(said, ASKING))["content"]
        assert final.startswith("For the sale I have noted 20 % off, on: Lamps and mugs. Nothing")
        answer_calls(other, submitted(answer="20 %"), CANCELLED)
        assert (await model.turn(other, ASKING))["content"] == (
            "The sale was not prepared, and nothing was changed: my question was cancelled."
        )


async def test_a_plan_is_repeated_as_a_table() -> None:
    """In the form's order, on a line each; nothing in a value ends its cell."""
    async with talking() as model:
        said = [user("plan a maintenance window for mailer")]
        [(name, form)] = calls_of(await model.turn(said, ASKING))
        assert name == "askHuman" and form["schema"]["properties"]["service"]["default"] == "mailer"
        assert len(form["schema"]["properties"]) == 10
        assert [one["id"] for one in form["actions"]] == ["schedule", "draft"]
        values = {"notes": "a|b\nc", "start": "22:30:00Z", "roll_back": False, "steps": ["x", "y"]}
        answer_calls(said, {"action": "schedule", "values": values})
        final: str = (await model.turn(said, ASKING))["content"]
        assert final.startswith("Here is the plan. Nothing was run, and nobody was told.")
        assert final.splitlines()[2:] == [
            "| What | Planned |",
            "| --- | --- |",
            "| Begins at | 22:30 UTC |",
            "| Steps | x, y |",
            "| Roll back if it fails? | no |",
            "| Notes | a/b c |",
        ]


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (CANCELLED, "No maintenance window was planned: my question was cancelled."),
        ({"action": "draft", "values": {}}, "The draft is empty. Nothing was run,"),
    ],
)
async def test_a_plan_that_is_none(answer: Json, words: str) -> None:
    """It says that nothing was planned, or that the draft is empty."""
    async with talking() as model:
        said = [user("plan a maintenance window")]
        await model.turn(said, ASKING)
        answer_calls(said, answer)
        assert (await model.turn(said, ASKING))["content"].startswith(words)


async def test_a_key_is_asked_on_the_page_and_passed_on_by_reference() -> None:
    """The model never sees it: what it got in its place goes to the tool as it is."""
    async with talking() as model:
        said, tools = [user(KEY_TASK)], [*ASKING, ASK_ON_PAGE, REPLACE_KEY]
        [(name, form)] = calls_of(await model.turn(said, tools))
        assert name == "hitl_askHuman"
        assert form["schema"]["properties"]["key"]["format"] == "password"
        answer_calls(said, {"action": "send", "values": {"key": "secret:abc"}})
        call = ("replace_courier_key", {"courier": "Parcelo", "key": "secret:abc"})
        assert calls_of(await model.turn(said, tools)) == [call]
        answer_calls(said, {"ok": True})
        final = await model.turn(said, tools)
        assert final["content"].startswith("Replaced the API key of Parcelo")


async def test_a_key_that_nobody_gave_is_not_replaced() -> None:
    """The answer says so."""
    async with talking() as model:
        said, tools = [user(KEY_TASK)], [ASK_ON_PAGE, REPLACE_KEY]
        await model.turn(said, tools)
        answer_calls(said, CANCELLED)
        assert (await model.turn(said, tools))["content"] == (
            "The API key of Parcelo was not replaced: my question was cancelled."
        )


async def test_without_a_page_no_key_is_asked_for() -> None:
    """It isn't asked for in Slack instead."""
    async with talking() as model:
        final = await model.turn([user(KEY_TASK)], [*ASKING, REPLACE_KEY])
        assert "was not replaced: I have no web page" in final["content"]
        assert "tool_calls" not in final


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (KEY_TASK, "The API key of Parcelo was not replaced: I have no tool for it."),
        ("refund the order for Mia", "No order was refunded: you named none."),
        ("prepare the shop for the sale", "The sale was not prepared, and nothing was changed:"),
        ("plan a maintenance window", "No maintenance window was planned: I may not ask"),
    ],
)
async def test_a_model_that_may_not_ask_says_so(text: str, words: str) -> None:
    """Without the asking tools the tasks are answered in words."""
    async with talking() as model:
        final = await model.turn([user(text)], TOOLS)
        assert final["content"].startswith(words) and "tool_calls" not in final
