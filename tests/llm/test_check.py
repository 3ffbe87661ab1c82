"""Each fault that a model server answers with status 400 is found before anything is sent."""

from typing import Any

import pytest

from bot.llm.check import MAX_TOOLS, check_messages, check_tools

Json = dict[str, Any]

USER: Json = {"role": "user", "content": "hi"}


def call(identity: str = "call_1", name: str = "read", arguments: Any = "{}") -> Json:
    """A tool call as it stands in an assistant message."""
    function = {"name": name, "arguments": arguments}
    return {"id": identity, "type": "function", "function": function}


def turn(*calls: Any) -> Json:
    """An assistant message with calls."""
    return {"role": "assistant", "content": None, "tool_calls": list(calls)}


def answer(identity: str = "call_1", content: Any = "done") -> Json:
    """A tool message."""
    return {"role": "tool", "tool_call_id": identity, "content": content}


def tool(name: Any = "read", **function: Any) -> Json:
    """A tool on offer."""
    parameters: Json = {"type": "object", "properties": {}}
    return {"type": "function", "function": {"name": name, "parameters": parameters, **function}}


def test_a_sound_conversation_has_no_problems() -> None:
    """All roles, parallel calls answered in another order, text with calls, a name."""
    assert check_messages([
        {"role": "system", "content": "s"},
        {"role": "developer", "content": "d"},
        {**USER, "name": "ana"},
        turn(call("a"), call("b")),
        answer("b"),
        answer("a"),
        USER,
        {"role": "assistant", "content": "ok", "tool_calls": [call("c")]},
        answer("c"),
        {"role": "assistant", "content": "done"},
    ]) == []  # fmt: skip


FAULTS: list[tuple[list[Any], str]] = [
    ([], "no messages"),
    ([{"content": "x"}], "role None"),
    ([{"role": "robot", "content": "x"}], "role 'robot'"),
    ([{"role": ["user"], "content": "x"}], "role"),
    ([{"role": "user"}], "content is missing"),
    ([{"role": "user", "content": 5}], "content is missing or isn't text"),
    ([{"role": "user", "content": " "}], "content is empty"),
    ([{"role": "user", "content": "a\0"}], "NUL"),
    ([{"role": "user", "content": "a\ud83d"}], "lone surrogate"),
    ([{**USER, "by": "ana"}], "key 'by'"),
    ([{**USER, "name": "Ana Ruiz"}], "name 'Ana Ruiz'"),
    ([{"role": "system", "content": ""}], "content is empty"),
    ([{"role": "assistant", "content": None}], "content is missing"),
    ([{"role": "assistant", "content": ""}], "content is empty"),
    ([{"role": "assistant", "content": "x", "tool_calls": []}], "tool_calls is empty"),
    ([{"role": "assistant", "content": "x", "tool_calls": {}}], "isn't a list"),
    ([turn("x")], "isn't an object"),
    ([turn(call("")), answer("")], "id is missing"),
    ([turn(call("x" * 41)), answer("x" * 41)], "id is missing or too long"),
    ([turn(call("a"), call("a")), answer("a")], "'a' is there twice"),
    ([turn({"id": "a", "type": "other"}), answer("a")], "isn't a function call"),
    ([turn({"id": "a", "type": "function"}), answer("a")], "isn't a function call"),
    ([turn(call(name="")), answer()], "function name ''"),
    ([turn(call(name="a b")), answer()], "function name 'a b'"),
    ([turn(call(name="x" * 65)), answer()], "function name"),
    ([turn(call(arguments={})), answer()], "aren't a JSON object"),
    ([turn(call(arguments='{"a":')), answer()], "aren't a JSON object"),
    ([turn(call(arguments="[]")), answer()], "aren't a JSON object"),
    ([turn(call(arguments='{"a":"\ud83d"}')), answer()], "arguments of a tool call holds"),
    ([USER, answer()], "no open tool call"),
    ([turn(call()), answer("other"), answer()], "answers 'other'"),
    ([turn(call()), answer(), answer()], "answers 'call_1'"),
    ([turn(call()), {"role": "tool", "content": "x"}, answer()], "answers None"),
    ([turn(call()), answer(content="")], "content is empty"),
    ([turn(call())], "'call_1' has no result"),
    ([turn(call()), USER, answer()], "'call_1' has no result"),
    ([turn(call("a"), call("b")), answer("a"), turn(call("c")), answer("c")], "'b' has no"),
]


@pytest.mark.parametrize(("messages", "problem"), FAULTS)
def test_a_fault_is_named(messages: list[Json], problem: str) -> None:
    """One fault each, found and named."""
    assert any(problem in found for found in check_messages(messages)), check_messages(messages)


def test_the_message_at_fault_is_named() -> None:
    """The sentence says which message it is about."""
    assert check_messages([USER, turn(call()), USER]) == [
        "message 1: the tool call 'call_1' has no result"
    ]


@pytest.mark.parametrize(
    ("tools", "problem"),
    [
        ([{"type": "web_search"}], "isn't a function"),
        ([{"type": "function"}], "isn't a function"),
        ([tool("a b")], "name 'a b'"),
        ([tool(None)], "name None"),
        ([tool("a"), tool("a")], "'a' is there twice"),
        ([tool(parameters={"type": "array"})], "aren't an object schema"),
        ([tool(f"t{n}") for n in range(MAX_TOOLS + 1)], "more than 128"),
    ],
)
def test_a_fault_of_a_tool_is_named(tools: list[Json], problem: str) -> None:
    """The tools on offer are checked too."""
    assert any(problem in found for found in check_tools(tools)), check_tools(tools)


def test_sound_tools_have_no_problems() -> None:
    """Parameters may be left out."""
    assert check_tools([tool("a"), {"type": "function", "function": {"name": "b"}}]) == []
