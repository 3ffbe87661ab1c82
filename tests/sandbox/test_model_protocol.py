"""The wire protocol as the official client reads it, the refusals, and the test channel."""

import asyncio
import json
from typing import Any

import openai
import pytest
from openai.types.chat import ChatCompletionChunk

from sandbox.model.check import check_messages
from tests.sandbox.model_support import TOOLS, Json, Talker, called, result, talking, user
from tests.support import wait_until

HELLO: Any = [{"role": "user", "content": "hello"}]
ASK: Any = [{"role": "user", "content": "refund order 1042, it arrived broken"}]


async def stream(model: Talker, messages: Any = HELLO, **more: Any) -> list[ChatCompletionChunk]:
    """Give the chunks of a streamed completion."""
    chunks = await model.client.chat.completions.create(
        model="any", messages=messages, stream=True, **more
    )
    return [chunk async for chunk in chunks]


def finishes(chunks: list[ChatCompletionChunk]) -> list[str | None]:
    """Give the finish reasons that came."""
    reasons = [choice.finish_reason for chunk in chunks for choice in chunk.choices]
    return [one for one in reasons if one]


async def test_a_whole_completion() -> None:
    """The client parses calls, finish reason and usage; the model says its name."""
    async with talking() as model:
        tools: Any = TOOLS
        got = await model.client.chat.completions.create(model="any", messages=ASK, tools=tools)
        assert got.model == "signoff-scripted-demo"
        assert got.choices[0].finish_reason == "tool_calls"
        assert got.choices[0].message.content is None
        call: Any = (got.choices[0].message.tool_calls or [])[0]
        assert (call.function.name, call.function.arguments) == (
            "look_up_order",
            '{"order_id": 1042}',
        )
        assert got.usage
        assert got.usage.prompt_tokens > 5
        assert got.usage.total_tokens == got.usage.prompt_tokens + got.usage.completion_tokens


async def test_a_streamed_completion_puts_together() -> None:
    """Deltas in small pieces, one finish reason, then usage in a chunk without choices."""
    async with talking() as model:
        chunks = await stream(model, stream_options={"include_usage": True})
        text = "".join(c.choices[0].delta.content or "" for c in chunks if c.choices)
        assert "scripted demo model" in text
        assert "\n• refund order 1042" in text
        assert finishes(chunks) == ["stop"]
        assert not chunks[-1].choices
        assert chunks[-1].usage


async def test_streamed_calls_have_indices() -> None:
    """The client's own accumulator rebuilds parallel calls."""
    async with talking() as model:
        await model.script(
            {"calls": [{"name": "f", "arguments": {"x": "y" * 60}}, {"name": "g"}], "text": "So:"}
        )
        async with model.client.chat.completions.stream(model="any", messages=HELLO) as live:
            got = await live.get_final_completion()
        calls = got.choices[0].message.tool_calls or []
        assert [one.function.name for one in calls] == ["f", "g"]
        assert json.loads(calls[0].function.arguments) == {"x": "y" * 60}
        assert got.choices[0].message.content == "So:"


async def test_the_list_of_models() -> None:
    """The one model is listed."""
    async with talking() as model:
        assert [one.id async for one in model.client.models.list()] == ["signoff-scripted-demo"]


async def test_a_key_is_needed() -> None:
    """No Authorization header is a 401, as it is for real."""
    async with talking() as model:
        for method, path in (("GET", "models"), ("POST", "chat/completions")):
            url = f"{model.root}/v1/{path}"
            async with model.http.request(method, url, json={}) as answer:
                assert answer.status == 401
                assert "API key" in (await answer.json())["error"]["message"]


GOOD: list[list[Json]] = [
    [user("a")],
    [{"role": "system", "content": ""}, user("a"), {"role": "assistant", "content": ""}],
    [called("1", "2"), result("2"), result("1"), user("b")],
    [called("1"), result("1"), called("1"), result("1")],
    [{"role": "assistant", "content": None, "refusal": "no"}],
    [{"role": "user", "content": [{"type": "text", "text": "a"}]}],
]
BAD: list[tuple[object, str]] = [
    (None, "Missing required parameter: 'messages'"),
    ("hello", "expected an array of objects"),
    ([], "empty array"),
    (["hello"], "expected an object"),
    ([{"content": "a"}], "Missing required parameter: 'messages[0].role'"),
    ([{"role": "robot", "content": "a"}], "Invalid value: 'robot'"),
    ([{"role": "user", "content": None}], "expected a string, got null"),
    ([{"role": "assistant", "content": None}], "expected a string, got null"),
    ([{"role": "user", "content": 5}], "expected one of a string or array"),
    ([{"role": "user", "content": []}], "empty array"),
    ([result("1")], "must be a response to a preceeding message"),
    ([called("1"), result("2")], "'2' not found in 'tool_calls'"),
    ([called("1"), result("1"), result("1")], "Duplicate value for 'tool_call_id' of '1'"),
    ([called("1")], "did not have response messages: 1"),
    ([called("1", "2"), result("1"), user("a")], "did not have response messages: 2"),
    ([called("1"), user("a"), result("1")], "did not have response messages: 1"),
    ([called("1"), {"role": "tool", "content": "a"}], "Missing required parameter"),
    ([called("1", "1"), result("1")], "Duplicate value"),
    ([called("")], "empty string"),
    ([called("i" * 41)], "maximum length 40"),
    ([called("1", name=""), result("1")], "empty string"),
    ([called("1", name="a b"), result("1")], "does not match pattern"),
    ([called("1", name="n" * 65), result("1")], "maximum length 64"),
    ([called("1", arguments={}), result("1")], "expected a string, but got an object"),
    ([{**called("1"), "role": "user"}], "'tool_calls' is not allowed for role 'user'"),
    ([{"role": "assistant", "content": "a", "tool_calls": []}], "empty array"),
    ([{"role": "assistant", "content": "a", "tool_calls": {}}], "expected an array"),
    ([{"role": "assistant", "content": "a", "tool_calls": ["f"]}], "expected an object"),
    (
        [{"role": "assistant", "content": "a", "tool_calls": [{"id": "1", "type": "function"}]}],
        "Missing required parameter: 'messages[0].tool_calls[0].function'",
    ),
]


@pytest.mark.parametrize("messages", GOOD)
def test_good_conversations_pass(messages: list[Json]) -> None:
    """What the real API takes is taken."""
    assert check_messages(messages) is None


@pytest.mark.parametrize(("messages", "words"), BAD)
async def test_broken_conversations_are_refused(messages: object, words: str) -> None:
    """Each is a 400 in OpenAI's shape, and the journal has it."""
    async with talking() as model:
        status, body = await model.ask(messages)
        assert status == 400
        assert words in body["error"]["message"]
        assert body["error"].keys() == {"message", "type", "param", "code"}
        assert body["error"]["type"] == "invalid_request_error"
        assert (await model.journal())[0]["status"] == 400


BAD_REQUESTS: list[tuple[Json, str]] = [
    ({"mesages": []}, "Unrecognized request argument supplied: mesages"),
    ({"model": ""}, "model parameter"),
    ({"stream_options": {"include_usage": True}}, "stream_options"),
    ({"tool_choice": "auto"}, "tool_choice"),
    ({"tools": []}, "empty array"),
    ({"tools": {}}, "expected an array"),
    ({"tools": ["f"]}, "expected an object"),
    ({"tools": [{"type": "function"}]}, "Missing required parameter: 'tools[0].function'"),
    ({"tools": [{"type": "magic", "function": {"name": "f"}}]}, "'magic'"),
    ({"tools": [{"type": "function", "function": {"name": "a.b"}}]}, "pattern"),
    (
        {"tools": [{"type": "function", "function": {"name": "f", "parameters": {}}}]},
        "Invalid schema for function 'f'",
    ),
    ({"tools": TOOLS * 33}, "array too long"),
]


@pytest.mark.parametrize(("more", "words"), BAD_REQUESTS)
async def test_broken_requests_are_refused(more: Json, words: str) -> None:
    """What surrounds the messages is checked too."""
    async with talking() as model:
        status, body = await model.ask(HELLO, **more)
        assert status == 400
        assert words in body["error"]["message"]


async def test_a_body_that_is_not_json() -> None:
    """Neither broken JSON nor a list is a request."""
    async with talking() as model:
        for data in (b"{", b"[]"):
            url = f"{model.root}/v1/chat/completions"
            headers = {"Authorization": "Bearer x"}
            async with model.http.post(url, data=data, headers=headers) as answer:
                assert answer.status == 400
                assert "could not parse" in (await answer.json())["error"]["message"]


async def test_steps_are_played_in_order_and_by_match() -> None:
    """A step waits for its conversation; when none is left the examples answer again."""
    async with talking() as model:
        await model.script({"text": "for cats", "match": "cat"}, {"text": "one"}, {"text": "two"})
        asked = ["dog", "a cat", "dog", "dog"]
        heard = [(await model.turn([user(one)]))["content"] for one in asked]
        assert heard[:3] == ["one", "for cats", "two"]
        assert "scripted demo" in heard[3]
        journal = await model.journal()
        assert [one["body"]["messages"][0]["content"] for one in journal] == asked
        assert "any" not in json.dumps([one.get("headers") for one in journal])


async def test_a_script_that_is_not_understood_is_refused() -> None:
    """A typing error in a test is found at once, and no step of that script is kept."""
    async with talking() as model:
        bad: list[Any] = [{}, ["text"], [{"txt": "a"}], [{"text": "a"}, {"deltas": "odd"}]]
        for data in bad:
            async with model.http.post(f"{model.root}/script", json=data) as answer:
                assert answer.status == 400
        async with model.http.get(f"{model.root}/script") as answer:
            assert await answer.json() == {"waiting": 0}


async def test_forgetting() -> None:
    """Steps and journal can be cleared between tests."""
    async with talking() as model:
        await model.turn([user("a")])
        await model.script({"text": "never"})
        async with model.http.delete(f"{model.root}/script") as answer:
            assert await answer.json() == {"waiting": 0}
        assert await model.journal() == []


async def test_a_clean_cut_has_no_finish_reason() -> None:
    """The stream ends as if it were whole, which the client doesn't notice."""
    async with talking() as model:
        await model.script({"text": "one two three", "cut_after": 3}, {"text": "a", "cut_after": 0})
        chunks = await stream(model)
        assert len(chunks) == 3
        assert finishes(chunks) == []
        status, body = await model.ask(HELLO)
        assert (status, body["choices"][0]["finish_reason"]) == (200, None)


async def test_a_reset_breaks_the_connection() -> None:
    """Before the first byte or in the middle, the client sees a broken connection."""
    async with talking() as model:
        await model.script({"text": "a b", "reset": True, "reset_after": 2}, {"reset": True})
        got: list[ChatCompletionChunk] = []
        chunks = await model.client.chat.completions.create(
            model="any", messages=HELLO, stream=True
        )
        with pytest.raises(Exception, match=r"[Cc]onnection|[Rr]ead|peer"):
            async for chunk in chunks:
                got.append(chunk)
        assert len(got) <= 2
        with pytest.raises(openai.APIConnectionError):
            await model.client.chat.completions.create(model="any", messages=HELLO)


async def test_errors_carry_their_status_code_and_headers() -> None:
    """Rate limit, used-up quota, server error and a body of one's own."""
    async with talking() as model:
        await model.script(
            {"error": {"status": 429, "headers": {"Retry-After": "7"}}},
            {"error": {"status": 429, "body": "insufficient_quota"}},
            {"error": {"status": 500}},
            {"error": {"status": 400, "body": {"error": {"code": "context_length_exceeded"}}}},
        )
        got: list[openai.APIStatusError] = []
        for _ in range(4):
            with pytest.raises(openai.APIStatusError) as caught:
                await stream(model)
            got.append(caught.value)
        assert [one.status_code for one in got] == [429, 429, 500, 400]
        assert got[0].response.headers["Retry-After"] == "7"
        assert [one.code for one in got] == [
            "rate_limit_exceeded",
            "insufficient_quota",
            None,
            "context_length_exceeded",
        ]
        assert [one["status"] for one in await model.journal()] == [429, 429, 500, 400]


async def test_silence_times_out_and_the_server_sees_the_reader_leave() -> None:
    """Before the headers or between chunks; neither holds up the server's end."""
    async with talking() as model:
        await model.script({"hang_s": 600}, {"text": "a b", "hang_s": 600, "hang_after": 2})
        impatient = model.client.with_options(timeout=0.5)
        with pytest.raises(openai.APITimeoutError):
            await impatient.chat.completions.create(model="any", messages=HELLO)
        chunks = await impatient.chat.completions.create(model="any", messages=HELLO, stream=True)
        got: list[ChatCompletionChunk] = []
        with pytest.raises(Exception, match=r"(?i)time"):
            async for chunk in chunks:
                got.append(chunk)
        assert len(got) == 2

        async def both_left() -> bool:
            return [one.get("left") for one in await model.journal()] == [True, True]

        await wait_until(both_left, "the journal saying that both readers left")


async def test_a_pause_that_ends_is_followed_by_the_answer() -> None:
    """A slow answer is still an answer."""
    async with talking() as model:
        await model.script({"text": "late", "hang_s": 0.01})
        assert (await model.turn([user("a")]))["content"] == "late"


async def test_closing_ends_a_silence() -> None:
    """A server that stops doesn't wait for an answer that would take ten minutes."""
    async with asyncio.timeout(60):
        async with talking() as model:
            await model.script({"hang_s": 600, "text": "never"})
            asking = asyncio.create_task(model.ask(HELLO))
            await wait_until(model.journal, "the request to arrive")
        await asyncio.wait([asking])
        assert asking.done()
        asking.exception()


async def test_odd_calls_arrive_as_scripted() -> None:
    """Broken arguments, equal and empty ids, and an odd finish come through untouched."""
    async with talking() as model:
        calls = [
            {"id": "same", "name": "f", "arguments": "{broken"},
            {"id": "same", "name": "g"},
            {"id": "", "name": ""},
        ]
        await model.script({"calls": calls, "finish": "length"}, {"refusal": "I won't"})
        status, body = await model.ask(HELLO)
        assert status == 200
        choice = body["choices"][0]
        assert choice["finish_reason"] == "length"
        got = choice["message"]["tool_calls"]
        assert [one["id"] for one in got] == ["same", "same", ""]
        assert [one["function"]["arguments"] for one in got] == ["{broken", "{}", "{}"]
        refused = await stream(model)
        assert "".join(one.choices[0].delta.refusal or "" for one in refused) == "I won't"


@pytest.mark.parametrize(
    ("style", "indices"),
    [("no_index", [None, None]), ("one_index", [0, 0]), ("whole", [0, 1]), ("plain", [0, 1])],
)
async def test_call_deltas_come_in_other_servers_styles(
    style: str, indices: list[int | None]
) -> None:
    """Servers differ in how they number the calls of a stream."""
    async with talking() as model:
        await model.script({"calls": [{"name": "f"}, {"name": "g"}], "deltas": style})
        chunks: list[Any] = [one.to_dict() for one in await stream(model)]
        deltas = [chunk["choices"][0]["delta"] for chunk in chunks]
        parts = [part for one in deltas for part in one.get("tool_calls", [])]
        heads = [one for one in parts if one.get("id")]
        assert [one.get("index") for one in heads] == indices
        assert [one["function"]["name"] for one in heads] == ["f", "g"]


async def test_arguments_may_come_before_the_name() -> None:
    """The name can be the last thing that a server tells of a call."""
    async with talking() as model:
        call = {"name": "f", "arguments": {"long": "x" * 40}}
        await model.script({"calls": [call], "deltas": "arguments_first"})
        parts = [
            part
            for chunk in await stream(model)
            for part in chunk.choices[0].delta.tool_calls or []
        ]
        names = [part.function.name for part in parts if part.function]
        assert len(names) == 4
        assert names[:-1] == [None, None, None]
        assert names[-1] == "f"


async def test_raw_chunks_are_sent_as_they_are() -> None:
    """Anything can be put on the wire, an error inside the stream too."""
    async with talking() as model:
        await model.script(
            {"raw_chunks": [{"id": "x", "choices": []}, {"error": {"message": "overloaded"}}]},
            {"raw_chunks": ["not json"]},
        )
        with pytest.raises(openai.APIError, match="overloaded"):
            await stream(model)
        with pytest.raises(json.JSONDecodeError):
            await stream(model)
