"""An instant model: a raw HTTP server that plays one approval lifecycle.

It decides by the last message alone: a person's words lead to the ungated call `look_up_order`, its
result to the gated `refund_order`, and that one's result to a last answer. It reads no more of a
request than that, so that a long transcript costs it next to nothing; its time is nobody's.
"""

import asyncio
import itertools
import json
import sys
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

LOOK_UP = ("look_up_order", '{"order_id": 1042}')
REFUND = ("refund_order", '{"order_id": 1042, "reason": "the parcel was lost"}')
ANSWER = "Order 1042 is paid back: 129.90 euros went to the customer's card, as Ben agreed."
REFUNDED = b"refunded"  # a word that only the result of `refund_order` holds
NEAR = 400  # bytes round the last role in which a tool's short result stands

_ids = itertools.count(1)


def reply(body: bytes) -> tuple[tuple[str, str] | None, str]:
    """The call or the words that come next, by the last message of the request."""
    at = body.rfind(b'"role"')
    role = body[at + 6 : at + 20].replace(b" ", b"")
    if not role.startswith(b':"tool"'):
        return LOOK_UP, ""
    if REFUNDED in body[max(0, at - NEAR) : at + NEAR]:
        return None, ANSWER
    return REFUND, ""


def whole(body: bytes) -> bytes:
    """The reply as one JSON body."""
    call, words = reply(body)
    message: dict[str, Any] = {"role": "assistant", "content": words or None}
    if call:
        message["tool_calls"] = [_call(call)]
    finish = "tool_calls" if call else "stop"
    choice = {"index": 0, "message": message, "finish_reason": finish, "logprobs": None}
    made = {**_head("chat.completion"), "choices": [choice], "usage": _usage()}
    return json.dumps(made).encode()


def pieces(body: bytes) -> Iterator[bytes]:
    """The reply as server-sent events."""
    call, words = reply(body)
    deltas: list[dict[str, Any]] = [{"role": "assistant", "content": None if call else ""}]
    if call:
        name, arguments = call
        first = {**_call((name, "")), "index": 0}
        half = len(arguments) // 2
        deltas.append({"tool_calls": [first]})
        for part in (arguments[:half], arguments[half:]):
            deltas.append({"tool_calls": [{"index": 0, "function": {"arguments": part}}]})
    deltas += [{"content": part} for part in _parts(words)]
    head = _head("chat.completion.chunk")
    for delta in deltas:
        yield _event({**head, "choices": [_choice(delta, None)]})
    yield _event({**head, "choices": [_choice({}, "tool_calls" if call else "stop")]})
    yield _event({**head, "choices": [], "usage": _usage()})
    yield b"data: [DONE]\n\n"


class Model(asyncio.Protocol):
    """One connection: requests come in, replies leave at once."""

    def __init__(self) -> None:
        self._held = b""
        self._transport: asyncio.WriteTransport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """See asyncio.Protocol."""
        assert isinstance(transport, asyncio.WriteTransport)
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        """See asyncio.Protocol."""
        self._held += data
        while (cut := self._held.find(b"\r\n\r\n")) >= 0:
            ends = cut + 4 + _length(self._held[:cut])
            if len(self._held) < ends:
                return
            body, self._held = self._held[cut + 4 : ends], self._held[ends:]
            self._answer(body)

    def _answer(self, body: bytes) -> None:
        assert self._transport is not None
        if b'"stream":true' in body or b'"stream": true' in body:
            made = b"".join(b"%x\r\n%s\r\n" % (len(p), p) for p in pieces(body)) + b"0\r\n\r\n"
            head = b"Content-Type: text/event-stream\r\nTransfer-Encoding: chunked"
        else:
            made = whole(body)
            head = b"Content-Type: application/json\r\nContent-Length: %d" % len(made)
        self._transport.write(b"HTTP/1.1 200 OK\r\n" + head + b"\r\n\r\n" + made)


def _length(head: bytes) -> int:
    for line in head.split(b"\r\n"):
        name, _, value = line.partition(b":")
        if name.lower() == b"content-length":
            return int(value)
    return 0


def _head(kind: str) -> dict[str, Any]:
    return {"id": "chatcmpl-1", "object": kind, "created": 1_700_000_000, "model": "instant"}


def _call(call: tuple[str, str]) -> dict[str, Any]:
    function = {"name": call[0], "arguments": call[1]}
    return {"id": f"call_{next(_ids)}", "type": "function", "function": function}


def _choice(delta: dict[str, Any], finish: str | None) -> dict[str, Any]:
    return {"index": 0, "delta": delta, "finish_reason": finish}


def _usage() -> dict[str, int]:
    return {"prompt_tokens": 400, "completion_tokens": 20, "total_tokens": 420}


def _parts(words: str) -> Iterator[str]:
    for at in range(0, len(words), 12):
        yield words[at : at + 12]


def _event(made: dict[str, Any]) -> bytes:
    return b"data: " + json.dumps(made).encode() + b"\n\n"


async def main() -> None:
    """Serves until its input ends, on a port that it names on its first line."""
    loop = asyncio.get_running_loop()
    server = await loop.create_server(Model, "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await loop.run_in_executor(None, sys.stdin.read)


if __name__ == "__main__":
    with suppress(KeyboardInterrupt):
        asyncio.run(main())
