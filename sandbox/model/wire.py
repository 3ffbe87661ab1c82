"""The shapes of the OpenAI chat completion protocol, whole and as a stream of chunks."""

import json
import re
import time
from collections.abc import Iterator
from typing import Any, Literal

from sandbox.model.play import Call

Json = dict[str, Any]
NAME = "signoff-scripted-demo"
PIECE = 24  # characters of arguments a delta: small enough that a reader must put them together
Style = Literal["plain", "no_index", "one_index", "arguments_first", "whole"]


def usage(messages: object, text: str | None, calls: tuple[Call, ...]) -> Json:
    """Give plausible token counts: four characters a token."""
    prompt = len(json.dumps(messages, ensure_ascii=False)) // 4 + 1
    written = len(text or "") + sum(len(call.name) + len(call.arguments) for call in calls)
    completion = written // 4 + 1
    return {
        "prompt_tokens": prompt,
        "completion_tokens": completion,
        "total_tokens": prompt + completion,
    }


def message(text: str | None, calls: tuple[Call, ...], refusal: str | None) -> Json:
    """Give the assistant's message of a whole completion."""
    said: Json = {"role": "assistant", "content": text, "refusal": refusal}
    if calls:
        said["tool_calls"] = [_whole_call(call) for call in calls]
    return said


def completion(ident: str, said: Json, finish: str | None, used: Json) -> Json:
    """Give a whole completion."""
    choice = {"index": 0, "message": said, "logprobs": None, "finish_reason": finish}
    return {
        "id": ident,
        "object": "chat.completion",
        "created": int(time.time()),
        "model": NAME,
        "choices": [choice],
        "usage": used,
    }


def chunk(ident: str, delta: Json, finish: str | None = None) -> Json:
    """Give one chunk of a streamed completion."""
    choice = {"index": 0, "delta": delta, "logprobs": None, "finish_reason": finish}
    return {**_envelope(ident), "choices": [choice]}


def usage_chunk(ident: str, used: Json) -> Json:
    """Give the chunk without choices that carries the token counts."""
    return {**_envelope(ident), "choices": [], "usage": used}


def deltas(said: Json, calls: tuple[Call, ...], style: Style) -> Iterator[Json]:
    """Give a message in pieces: the role, its words, then its calls in the style asked for."""
    yield {"role": "assistant", "content": None if calls and not said["content"] else ""}
    for key in ("content", "refusal"):
        for word in re.findall(r"\s*\S+\s*?|\s+$", said[key] or ""):
            yield {key: word}
    for at, call in enumerate(calls):
        for part in _call_deltas(at, call, style):
            yield {"tool_calls": [part]}


def _call_deltas(at: int, call: Call, style: Style) -> Iterator[Json]:
    where: Json = {"index": 0 if style == "one_index" else at}
    if style == "no_index":
        where = {}
    head = {"id": call.id, "type": "function"}
    if style in ("no_index", "whole"):
        function = {"name": call.name, "arguments": call.arguments}
        yield {**where, **head, "function": function}
        return
    pieces = [call.arguments[at : at + PIECE] for at in range(0, len(call.arguments), PIECE)]
    if style == "arguments_first":
        for piece in pieces:
            yield {**where, "function": {"arguments": piece}}
        yield {**where, **head, "function": {"name": call.name, "arguments": ""}}
        return
    yield {**where, **head, "function": {"name": call.name, "arguments": ""}}
    for piece in pieces:
        yield {**where, "function": {"arguments": piece}}


def _whole_call(call: Call) -> Json:
    function = {"name": call.name, "arguments": call.arguments}
    return {"id": call.id, "type": "function", "function": function}


def _envelope(ident: str) -> Json:
    return {
        "id": ident,
        "object": "chat.completion.chunk",
        "created": int(time.time()),
        "model": NAME,
    }
