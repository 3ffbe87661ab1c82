"""The client against a real HTTP server that plays scripted replies and faults."""

import asyncio
import json
from collections.abc import AsyncGenerator
from dataclasses import replace
from typing import Any

import pytest
from aiohttp import web

from bot.core.ids import Thread, Who
from bot.core.state import Run
from bot.llm.openai import ModelSettings, OpenAIModel
from bot.llm.prompt import AgentPrompter
from bot.ports import ModelReply, ModelRequest, ModelTrouble, RawCall, Usage
from bot.tools.shop import look_up_order
from tests.sandbox.model_support import Talker, talking
from tests.support import wait_until

Json = dict[str, Any]

KEY = "sk-secret-0123456789"
TOOL: Json = {
    "type": "function",
    "function": {"name": "read", "parameters": {"type": "object", "properties": {}}},
}
HELLO = ModelRequest([{"role": "user", "content": "hello"}], [TOOL], "0.aaaaaaaaaa")


@pytest.fixture(name="server")
async def running_server() -> AsyncGenerator[Talker]:
    """A scripted model."""
    async with talking() as talker:
        yield talker


@pytest.fixture(name="settings")
def made_settings(server: Talker) -> ModelSettings:
    """Settings that lead to it."""
    return ModelSettings(model="any", api_key=KEY, base_url=f"{server.root}/v1")


@pytest.fixture(name="model")
async def made_model(settings: ModelSettings) -> AsyncGenerator[OpenAIModel]:
    """The client under test; its clock stands still."""
    model = OpenAIModel(settings, clock=lambda: 1_796_000_000.0)
    yield model
    await model.close()


async def trouble(model: OpenAIModel, request: ModelRequest = HELLO) -> ModelTrouble:
    """What a call fails with; never a word of the key or of a server's body."""
    with pytest.raises(ModelTrouble) as caught:
        await model.reply(request)
    assert KEY not in caught.value.words
    assert "BODY" not in caught.value.words
    return caught.value


def chunk(delta: Json, finish: str | None = None) -> Json:
    """A chunk as it stands in a stream."""
    return {"id": "x", "choices": [{"index": 0, "delta": delta, "finish_reason": finish}]}


async def test_text_comes_in_pieces_and_whole(server: Talker, model: OpenAIModel) -> None:
    """Deltas go out as they come; the reply has them all, and the tokens used."""
    await server.script({"text": "Hello there, this is quite a long answer."})
    pieces: list[str] = []
    reply = await model.reply(HELLO, pieces.append)
    assert reply.text == "".join(pieces) == "Hello there, this is quite a long answer."
    assert (reply.calls, reply.finish, reply.refusal) == ((), "stop", None)
    assert reply.usage.prompt > 0
    assert reply.usage.completion > 0


@pytest.mark.parametrize("deltas", ["plain", "no_index", "one_index", "arguments_first", "whole"])
async def test_parallel_calls_in_every_style(
    server: Talker, model: OpenAIModel, deltas: str
) -> None:
    """Two calls come out right, however the server cuts them."""
    arguments = json.dumps({"text": "a long argument that is cut into several pieces"})
    made = [
        {"id": "call_a", "name": "read", "arguments": arguments},
        {"id": "call_b", "name": "write", "arguments": '{"b": 2}'},
    ]
    await server.script({"text": "Looking.", "calls": made, "deltas": deltas})
    reply = await model.reply(HELLO)
    assert reply.finish == "tool_calls"
    assert [(c.name, c.arguments) for c in reply.calls] == [
        ("read", arguments), ("write", '{"b": 2}'),
    ]  # fmt: skip
    assert reply.text == "Looking."


async def test_what_is_sent(server: Talker, model: OpenAIModel) -> None:
    """Messages and tools as given, streamed with usage; no empty list of tools."""
    await model.reply(HELLO)
    await model.reply(replace(HELLO, tools=[]))
    first, second = [entry["body"] for entry in await server.journal()]
    assert first["messages"] == HELLO.messages
    assert first["tools"] == [TOOL]
    assert (first["stream"], first["stream_options"]) == (True, {"include_usage": True})
    assert "tools" not in second
    assert "tool_choice" not in first
    await model.reply(replace(HELLO, tools=[TOOL], closing=True))
    last = (await server.journal())[-1]["body"]
    assert (last["tools"], last["tool_choice"]) == ([TOOL], "none"), "it may call none any more"


async def test_what_is_ready_is_sent_as_it_is(server: Talker, model: OpenAIModel) -> None:
    """A transcript's messages and an agent's tools, half of a pair too, as their plain copies."""
    lines = [json.dumps({"k": "user", "by": "Zoë", "text": "né \ud83d 😀\n\u2028x"})]
    prompter, ana = AgentPrompter(), Who("T1", "U1", "Ana Ruiz")
    thread = Thread("T1", "C1", "1.2")
    run = Run(
        id="0.a", number=1, agent="ops", thread=thread,
        requester=ana, steerer=ana, asked_at=0, spoke=ana,
    )  # fmt: skip
    ready = ModelRequest(
        prompter.messages(run, lines), prompter.tools([look_up_order.spec]), run.id
    )
    await model.reply(ready)
    await model.reply(ModelRequest(list(ready.messages), list(ready.tools), run.id))
    first, second = [entry["body"] for entry in await server.journal()]
    assert first == second
    assert first["messages"] == list(ready.messages)
    assert first["messages"][1]["content"].startswith("From Zoë:\n> né \ufffd 😀\n> ")
    assert first["tools"] == list(ready.tools)


async def test_a_wrong_history_is_not_sent(server: Talker, model: OpenAIModel) -> None:
    """The check stands before the call."""
    orphan = {"role": "tool", "tool_call_id": "call_1", "content": "x"}
    found = await trouble(model, replace(HELLO, messages=[*HELLO.messages, orphan]))
    assert found.kind == "bad_request"
    assert "It was not sent: message 1" in found.words
    found = await trouble(model, replace(HELLO, tools=[TOOL, TOOL]))
    assert found.kind == "bad_request"
    assert await server.journal() == []


RAW: list[tuple[list[Json | str], ModelReply]] = [
    (  # no usage, content in parts, a refusal, no [DONE]
        [chunk({"content": [{"type": "text", "text": "a"}, {"x": 1}]}), chunk({"refusal": "no"}),
         chunk({"content": 5}), chunk({}, "stop")],
        ModelReply("a", (), "stop", "no", Usage()),
    ),
    (  # "stop" with calls, then usage with a null
        [chunk({"tool_calls": [{"function": {"name": "read", "arguments": {"a": 1}}}]}, "stop"),
         {"choices": [], "usage": {"prompt_tokens": 7, "completion_tokens": None}}],
        ModelReply("", (RawCall("", "read", '{"a": 1}'),), "tool_calls", None, Usage(7, 0)),
    ),
    (  # the older form of a call
        [chunk({"function_call": {"name": "read", "arguments": "{"}}),
         chunk({"function_call": {"arguments": "}"}}), chunk({}, "function_call")],
        ModelReply("", (RawCall("", "read", "{}"),), "tool_calls", None, Usage()),
    ),
    (  # calls announced, none made; choices missing, null, and of another kind
        [{"id": "x"}, {"choices": None}, {"choices": [None]}, chunk({"content": "hm"}),
         chunk({"tool_calls": [None]}), chunk({"tool_calls": {}}, "tool_calls")],
        ModelReply("hm", (), "stop", None, Usage()),
    ),
    (  # cut at the token limit: the reason stays, with or without sound calls
        [chunk({"tool_calls": [{"index": 0, "id": "a", "function": {"name": "rm"}}]}),
         chunk({}, "length")],
        ModelReply("", (RawCall("a", "rm", ""),), "length", None, Usage()),
    ),
    (
        [chunk({"tool_calls": [{"index": 0, "function": {"arguments": '{"a'}}]}, "max_tokens")],
        ModelReply("", (), "length", None, Usage()),
    ),
    ([chunk({}, "content_filter")], ModelReply("", (), "content_filter", None, Usage())),
    # the connection breaks or spoils after the model said that it finished
    ([chunk({"content": "all"}, "end_turn"), "{"], ModelReply("all", (), "stop", None, Usage())),
]  # fmt: skip


@pytest.mark.parametrize(("chunks", "expected"), RAW)
async def test_odd_streams(
    server: Talker, model: OpenAIModel, chunks: list[Json | str], expected: ModelReply
) -> None:
    """Whatever a server leaves out or adds, a whole reply is understood."""
    await server.script({"raw_chunks": chunks})
    assert await model.reply(HELLO) == expected


SPOILT: list[list[Json | str]] = [
    [],
    [chunk({"content": "Hel"}), "[DONE]"],
    [chunk({"content": "Hel"}, "")],
    [chunk({"content": "Hel"}), "{"],
    [chunk({"content": "Hel"}, "error")],
    [chunk({"tool_calls": [{"index": 0, "function": {"arguments": '{"a'}}]}, "tool_calls")],
]


@pytest.mark.parametrize("chunks", SPOILT)
async def test_a_stream_that_is_no_reply(
    server: Talker, model: OpenAIModel, chunks: list[Json | str]
) -> None:
    """No finish reason, no JSON, a piece of a call without a place: cut, never a reply."""
    await server.script({"raw_chunks": chunks})
    assert (await trouble(model)).kind == "cut"


async def test_a_cut_and_a_reset_mean_cut(server: Talker, model: OpenAIModel) -> None:
    """A clean end in the middle raises nothing in the client; a broken connection does."""
    await server.script(
        {"text": "a long answer", "cut_after": 1}, {"text": "a long answer", "reset": True}
    )
    assert (await trouble(model)).kind == "cut"
    assert (await trouble(model)).kind == "cut"


async def test_silence_is_a_timeout(server: Talker, settings: ModelSettings) -> None:
    """Before the first byte and between two pieces."""
    model = OpenAIModel(replace(settings, read_timeout_s=0.2))
    await server.script(
        {"text": "late", "hang_s": 20}, {"text": "late", "hang_s": 20, "hang_after": 1}
    )
    assert (await trouble(model)).kind == "timeout"
    assert (await trouble(model)).kind == "timeout"
    await model.close()


async def test_an_answer_without_an_end_is_a_timeout(
    server: Talker, settings: ModelSettings
) -> None:
    """The whole answer has a limit too, whatever keeps the connection alive."""
    model = OpenAIModel(replace(settings, total_timeout_s=0.2))
    await server.script({"text": "late", "hang_s": 20})
    assert (await trouble(model)).kind == "timeout"
    await model.close()


async def test_cancelling_closes_the_connection(server: Talker, model: OpenAIModel) -> None:
    """The server sees at once that nobody listens any more."""
    await server.script({"text": "late", "hang_s": 20, "hang_after": 1})
    pieces: list[str] = []
    call = asyncio.create_task(model.reply(HELLO, pieces.append))

    async def asked() -> bool:
        return len(await server.journal()) == 1

    await wait_until(asked, "the request to arrive")
    call.cancel()
    with pytest.raises(asyncio.CancelledError):
        await call

    async def left() -> bool:
        return bool((await server.journal())[0].get("left"))

    await wait_until(left, "the server to see that we left")


async def test_an_error_of_the_listener_is_its_own(server: Talker, model: OpenAIModel) -> None:
    """What `on_text` raises isn't taken for the server's trouble."""
    await server.script({"text": "a"}, {"text": "a"})

    def slow(_: str) -> None:
        raise TimeoutError("mine")

    def wrong(_: str) -> None:
        raise ValueError("mine")

    with pytest.raises(TimeoutError, match="mine"):
        await model.reply(HELLO, slow)
    with pytest.raises(ValueError, match="mine"):
        await model.reply(HELLO, wrong)


async def test_nobody_there() -> None:
    """A refused connection is the server's trouble, not a cut answer."""
    model = OpenAIModel(ModelSettings(model="any", base_url="http://127.0.0.1:9/v1"))
    found = await trouble(model)
    assert (found.kind, found.words) == (
        "server", "The model's server is in trouble. It can't be reached.",
    )  # fmt: skip
    await model.close()


def error(status: int, code: str | None = None, message: str = "BODY", **more: Any) -> Json:
    """A scripted error answer."""
    body = {"error": {"message": f"BODY {message}", "type": more.pop("type", None), "code": code}}
    return {"error": {"status": status, "body": body, **more}}


DATE = {"Retry-After": "Mon, 30 Nov 2026 00:53:25 GMT"}

ERRORS: list[tuple[Json, str, float | None]] = [
    (error(429), "rate", None),
    (error(429, headers={"Retry-After": "3"}), "rate", 3),
    (error(429, headers={"Retry-After": "11180"}), "rate", 11180),
    (error(429, headers={"retry-after-ms": "1500", "Retry-After": "9"}), "rate", 1.5),
    (error(429, headers=DATE), "rate", 5),
    (error(429, headers={"Retry-After": "Mon, 30 Nov 2020 00:53:25 -0000"}), "rate", 0),
    (error(429, headers={"Retry-After": "soon"}), "rate", None),
    (error(429, headers={"Retry-After": "inf"}), "rate", None),
    (error(429, "insufficient_quota"), "quota", None),
    (error(429, type="insufficient_quota"), "quota", None),
    (error(402), "quota", None),
    (error(401), "auth", None),
    (error(403), "auth", None),
    (error(404), "bad_request", None),
    (error(408), "timeout", None),
    (error(413), "context", None),
    (error(400, "context_length_exceeded"), "context", None),
    (error(400, message="This model's maximum context length is 8192 tokens"), "context", None),
    (error(400), "bad_request", None),
    (error(422), "bad_request", None),
    (error(500), "server", None),
    (error(500, message="context length"), "server", None),
    (error(503, headers={"Retry-After": "2"}), "server", 2),
    (error(529), "server", None),
]


@pytest.mark.parametrize(("step", "kind", "wait"), ERRORS)
async def test_errors_have_kinds(
    server: Talker, model: OpenAIModel, step: Json, kind: str, wait: float | None
) -> None:
    """Each status and code has one kind; nothing is tried twice by the client itself."""
    await server.script(step)
    found = await trouble(model)
    assert (found.kind, found.retry_after_s) == (kind, wait)
    assert len(await server.journal()) == 1


async def test_the_words_say_how_long(server: Talker, model: OpenAIModel) -> None:
    """A person reads them in the thread."""
    await server.script(error(429, headers={"Retry-After": "2.2"}), error(500))
    assert (await trouble(model)).words == (
        "The model's server says that we call it too often. It asks us to wait 3 s."
    )
    assert (await trouble(model)).words == "The model's server is in trouble (status 500)."


@pytest.mark.parametrize(
    ("inside", "kind"),
    [
        ({"message": "BODY", "code": "rate_limit_exceeded"}, "rate"),
        ({"message": "BODY", "type": "insufficient_quota"}, "quota"),
        ({"message": "BODY: the prompt is too long"}, "context"),
        ({"message": "BODY", "code": 500}, "server"),
        ("BODY", "server"),
    ],
)
async def test_errors_inside_a_stream(
    server: Talker, model: OpenAIModel, inside: Json | str, kind: str
) -> None:
    """They come under status 200, after text."""
    await server.script({"raw_chunks": [chunk({"content": "Hel"}), {"error": inside}]})
    assert (await trouble(model)).kind == kind


async def test_a_filtered_prompt_is_an_answer(server: Talker, model: OpenAIModel) -> None:
    """Some servers say it by status 400; it is no fault of the request's form."""
    await server.script(error(400, "content_filter"))
    assert await model.reply(HELLO) == ModelReply("", (), "content_filter", None, Usage())


async def test_a_key_is_not_shown(settings: ModelSettings) -> None:
    """Settings may be logged."""
    assert KEY not in repr(settings)


async def test_azure() -> None:
    """The deployment stands in the path, the version in the query, the key in its own header."""
    seen: list[tuple[str, str, str | None]] = []
    bodies: list[Json] = []

    async def answer(request: web.Request) -> web.Response:
        version = request.query.get("api-version", "")
        seen.append((request.path, version, request.headers.get("api-key")))
        bodies.append(await request.json())
        text = f"data: {json.dumps(chunk({'content': 'hi'}, 'stop'))}\n\ndata: [DONE]\n\n"
        return web.Response(text=text, content_type="text/event-stream")

    app = web.Application()
    app.router.add_post("/{path:.*}", answer)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    model = OpenAIModel(
        ModelSettings(
            model="gpt-prod",
            api_key=KEY,
            base_url=f"http://127.0.0.1:{runner.addresses[0][1]}",
            azure_api_version="2026-06-01",
        )
    )
    assert (await model.reply(HELLO)).text == "hi"
    assert seen == [("/openai/deployments/gpt-prod/chat/completions", "2026-06-01", KEY)]
    assert (bodies[0]["messages"], bodies[0]["tools"]) == (HELLO.messages, [TOOL])
    assert (bodies[0]["model"], bodies[0]["stream"]) == ("gpt-prod", True)
    await model.close()
    await runner.cleanup()
