"""The client of any server that speaks OpenAI's chat completions."""

import asyncio
import json
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Literal, cast

from openai import AsyncAzureOpenAI, AsyncOpenAI, AsyncStream, OpenAIError, Timeout

from bot.llm.ready import Messages, Tools, encoded
from bot.llm.stream import Calls, Garbled, Piece, piece
from bot.llm.trouble import is_filtered, of_error, trouble
from bot.ports import ModelReply, ModelRequest, RawCall, Usage

Finish = Literal["stop", "tool_calls", "length", "content_filter"]
OnText = Callable[[str], None]

# OpenAI's words first, then what other servers say in their place.
_FINISHES: dict[str, Finish] = {
    "stop": "stop",
    "tool_calls": "tool_calls",
    "length": "length",
    "content_filter": "content_filter",
    "function_call": "tool_calls",
    "eos": "stop",
    "end_turn": "stop",
    "stop_sequence": "stop",
    "tool_use": "tool_calls",
    "max_tokens": "length",
    "safety": "content_filter",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelSettings:
    """Where the model is and how long we wait for it.

    No `base_url` means OpenAI's own; with `azure_api_version` it is an Azure endpoint.
    """

    model: str
    api_key: str = field(default="", repr=False)
    base_url: str | None = None
    azure_api_version: str | None = None
    connect_timeout_s: float = 5
    # Between two pieces of an answer. The client's own 600 s would leave a dead call unnoticed.
    read_timeout_s: float = 60
    # For a whole answer: a server's keep-alives reset the time above for ever.
    total_timeout_s: float = 600


class OpenAIModel:
    """Implements `ports.Model`. Close it with `close` when no call is under way."""

    def __init__(self, settings: ModelSettings, clock: Callable[[], float] = time.time) -> None:
        self._settings = settings
        self._clock = clock
        self._client = _client(settings)
        self._head = encoded({
            "model": settings.model,
            "stream": True,
            "stream_options": {"include_usage": True},
        })[:-1]  # fmt: skip

    async def reply(self, request: ModelRequest, on_text: OnText | None = None) -> ModelReply:
        """The model's whole reply; `on_text` is called with each piece of its text.

        Raises ModelTrouble, without sending anything if the request itself is wrong.
        """
        messages, tools = Messages.of(request.messages), Tools.of(request.tools)
        problems = messages.problems + tools.problems
        if problems:
            raise trouble("bad_request", f"It was not sent: {problems[0]}.")
        answer = _Answer(on_text)
        limit = asyncio.timeout(self._settings.total_timeout_s)
        try:
            async with limit:
                await self._read(self._body(messages, tools, closing=request.closing), answer)
        except TimeoutError as error:
            if not limit.expired():
                raise  # the caller's own, from `on_text`
            raise trouble("timeout") from error
        return answer.reply()

    async def close(self) -> None:
        """Closes the connections."""
        await self._client.close()

    async def _read(self, body: bytes, answer: "_Answer") -> None:
        began = False
        azure = bool(self._settings.azure_api_version)
        try:
            stream = await self._client.post(
                "/chat/completions",
                # Chunks as they are: making typed objects of them costs more than all the rest,
                # and promises nothing, since nothing is validated.
                cast_to=object,
                # Azure's client makes the path by the model that it finds in a body.
                body=cast(object, json.loads(body)) if azure else None,
                content=None if azure else body,
                stream=True,
                stream_cls=AsyncStream[object],
            )
            began = True
            async with stream:
                async for chunk in stream:
                    answer.add(chunk)
        # The last two: a chunk that is no JSON, or no text.
        except (OpenAIError, json.JSONDecodeError, UnicodeDecodeError) as error:
            if is_filtered(error):
                answer.filtered()
            # Once the model has said that it finished, only figures can be missing.
            elif not (began and answer.finished):
                raise of_error(error, self._clock(), began=began) from error

    def _body(self, messages: Messages, tools: Tools, *, closing: bool) -> bytes:
        # Servers refuse an empty list of tools, and some of them a history with calls without any:
        # so who may call none is still offered them.
        more = (b',"tools":', tools.json) if tools else ()
        none = (b',"tool_choice":"none"',) if tools and closing else ()
        return b"".join((self._head, b',"messages":', messages.json, *more, *none, b"}"))


class _Answer:
    """A reply while it comes in. Chunks aren't validated by the client, so nothing is sure."""

    def __init__(self, on_text: OnText | None) -> None:
        self._on_text = on_text
        self._text: list[str] = []
        self._refusal: list[str] = []
        self._calls = Calls()
        self._finish = ""
        self._usage = Usage()

    @property
    def finished(self) -> bool:
        """Whether the model has said why it stopped."""
        return bool(self._finish)

    def add(self, chunk: object) -> None:
        """Takes the next chunk."""
        usage = _get(chunk, "usage")
        if usage is not None:
            self._usage = Usage(_count(usage, "prompt_tokens"), _count(usage, "completion_tokens"))
        choices = _get(chunk, "choices")
        for choice in cast(list[object], choices)[:1] if isinstance(choices, list) else []:
            self._add_delta(_get(choice, "delta"))
            finish = _get(choice, "finish_reason")
            self._finish = finish if isinstance(finish, str) and finish else self._finish

    def filtered(self) -> None:
        """The server refused to answer at all."""
        self._finish = "content_filter"

    def reply(self) -> ModelReply:
        """The reply; raises ModelTrouble if it isn't a whole one."""
        finish = _FINISHES.get(self._finish.lower())
        if finish is None:
            raise trouble("cut")
        calls = self._whole_calls(finish)
        if finish in {"stop", "tool_calls"}:
            finish = "tool_calls" if calls else "stop"
        refusal = "".join(self._refusal)
        return ModelReply("".join(self._text), calls, finish, refusal or None, self._usage)

    def _whole_calls(self, finish: Finish) -> tuple[RawCall, ...]:
        try:
            return self._calls.done()
        except Garbled as error:
            if finish == "length":
                return ()  # none of its calls would run anyway
            raise trouble("cut", "A tool call in it can't be put together.") from error

    def _add_delta(self, delta: object) -> None:
        text = _text(_get(delta, "content"))
        if text:
            self._text.append(text)
            if self._on_text is not None:
                self._on_text(text)
        self._refusal.append(_text(_get(delta, "refusal")))
        for part in _pieces(delta):
            self._calls.add(part)


def _client(settings: ModelSettings) -> AsyncOpenAI:
    timeout = Timeout(settings.read_timeout_s, connect=settings.connect_timeout_s)
    # A local server needs no key, but the client insists on one.
    key = settings.api_key or "none"
    if settings.azure_api_version and settings.base_url:
        return AsyncAzureOpenAI(
            azure_endpoint=settings.base_url,
            api_version=settings.azure_api_version,
            api_key=key,
            timeout=timeout,
            max_retries=0,  # retries are events of the run, seen and bounded
        )
    return AsyncOpenAI(base_url=settings.base_url, api_key=key, timeout=timeout, max_retries=0)


def _pieces(delta: object) -> Iterable[Piece]:
    calls = _get(delta, "tool_calls")
    for call in cast(list[object], calls) if isinstance(calls, list) else []:
        function = _get(call, "function")
        yield piece(
            _get(call, "index"),
            _get(call, "id"),
            _get(function, "name"),
            _get(function, "arguments"),
        )
    old = _get(delta, "function_call")
    if old is not None:
        yield piece(None, None, _get(old, "name"), _get(old, "arguments"))


def _get(thing: object, name: str) -> object:
    return cast(dict[str, object], thing).get(name) if isinstance(thing, dict) else None


def _text(content: object) -> str:
    """Text, or the text of its parts: some servers stream a list of them."""
    if isinstance(content, str):
        return content
    parts = cast(list[object], content) if isinstance(content, list) else []
    texts = [_get(part, "text") for part in parts]
    return "".join(text for text in texts if isinstance(text, str))


def _count(usage: object, name: str) -> int:
    value = _get(usage, name)
    return value if isinstance(value, int) else 0
