"""The HTTP side: completions, the list of models, and the test channel."""

import asyncio
import json
import secrets
import socket
import struct
from collections.abc import Awaitable, Callable
from typing import Any

from aiohttp import web

from sandbox.model import wire
from sandbox.model.check import BadRequest, check_request
from sandbox.model.play import reply
from sandbox.model.script import BadScript, Script, Step

Json = dict[str, Any]
NO_KEY = BadRequest(
    "You didn't provide an API key. You need to provide your API key in an Authorization header"
    " using Bearer auth (i.e. Authorization: Bearer YOUR_KEY)."
)
BAD_JSON = BadRequest(
    "We could not parse the JSON body of your request. (HINT: This likely means you aren't using"
    " your HTTP library correctly.)"
)
LARGEST_BODY = 64 * 1024 * 1024  # a conversation of thousands of messages still gets an answer
LOOK_S = 0.05  # how often a silent answer looks whether its reader is still there


class Model:
    """The scripted model of one server: its script, its journal, and whether it is closing."""

    def __init__(self) -> None:
        """Start with an empty script."""
        self.script = Script()
        self.closing = asyncio.Event()


MODEL: web.AppKey[Model] = web.AppKey("scripted model", Model)


def create_app(prefix: str = "/model") -> web.Application:
    """Give an application that is only the scripted model."""
    app = web.Application(client_max_size=LARGEST_BODY)
    add_routes(app, prefix)
    return app


def add_routes(app: web.Application, prefix: str = "/model") -> None:
    """Add the model under `prefix`: OpenAI's base URL is then `{prefix}/v1`."""
    app[MODEL] = Model()
    app.on_shutdown.append(_close)
    app.router.add_post(f"{prefix}/v1/chat/completions", completions)
    app.router.add_get(f"{prefix}/v1/models", models)
    app.router.add_post(f"{prefix}/script", add_script)
    app.router.add_get(f"{prefix}/script", show_script)
    app.router.add_delete(f"{prefix}/script", clear_script)
    app.router.add_get(f"{prefix}/requests", requests)


async def _close(app: web.Application) -> None:
    app[MODEL].closing.set()


async def models(request: web.Request) -> web.StreamResponse:
    """List the one model."""
    if not request.headers.get("Authorization"):
        return web.json_response(NO_KEY.body(), status=401)
    card = {"id": wire.NAME, "object": "model", "created": 0, "owned_by": "signoff-sandbox"}
    return web.json_response({"object": "list", "data": [card]})


async def add_script(request: web.Request) -> web.StreamResponse:
    """Append the posted steps; 400 with the reason if they aren't understood."""
    script = request.app[MODEL].script
    try:
        script.add(await request.json())
    except (BadScript, json.JSONDecodeError) as error:
        return web.json_response({"error": str(error)}, status=400)
    return web.json_response({"waiting": len(script.steps)})


async def show_script(request: web.Request) -> web.StreamResponse:
    """Say how many steps still wait."""
    return web.json_response({"waiting": len(request.app[MODEL].script.steps)})


async def clear_script(request: web.Request) -> web.StreamResponse:
    """Forget the waiting steps and the journal."""
    request.app[MODEL].script.clear()
    return web.json_response({"waiting": 0})


async def requests(request: web.Request) -> web.StreamResponse:
    """Give the journal: each request's body and how it was answered, oldest first."""
    return web.json_response({"requests": request.app[MODEL].script.requests})


async def completions(request: web.Request) -> web.StreamResponse:
    """Answer a chat completion: by the script if it has a step for it, else by the examples."""
    script = request.app[MODEL].script
    entry: Json = {"body": None, "status": 200}
    script.note(entry)
    if not request.headers.get("Authorization"):
        return _refuse(entry, NO_KEY, 401)
    try:
        body: Any = json.loads(await request.read())
    except ValueError:
        return _refuse(entry, BAD_JSON, 400)
    entry["body"] = body
    if fault := check_request(body):
        return _refuse(entry, fault, 400)
    step = script.take(body["messages"]) or _example(body)
    return await Answer(request, body, step, entry).send()


def _refuse(entry: Json, fault: BadRequest, status: int) -> web.Response:
    entry.update(status=status, refused=fault.message)
    return web.json_response(fault.body(), status=status)


def _example(body: Json) -> Step:
    may_call = body.get("tool_choice") != "none"
    said = reply(body["messages"], body.get("tools"), may_call=may_call)
    return Step(said.text, said.calls, "tool_calls" if said.calls else "stop")


class Answer:
    """One answer on its way, with whatever fault its step asks for."""

    def __init__(self, request: web.Request, body: Json, step: Step, entry: Json) -> None:
        """Prepare to send; nothing leaves yet."""
        self._request = request
        self._body = body
        self._step = step
        self._entry = entry
        self._id = f"chatcmpl-{secrets.token_hex(12)}"
        self._used = wire.usage(body["messages"], step.text, step.calls)

    async def send(self) -> web.StreamResponse:
        """Send all that the step lets out."""
        step = self._step
        if step.hang_after is None:
            await self._hang()
        if failure := step.failure:
            self._entry["status"] = failure.status
            return web.Response(
                status=failure.status,
                text=failure.body,
                content_type="application/json",
                headers=failure.headers,
            )
        stream = bool(self._body.get("stream"))
        how: Callable[[], Awaitable[web.StreamResponse]] = self._stream if stream else self._whole
        return await how()

    async def _whole(self) -> web.StreamResponse:
        step = self._step
        if step.reset_after is not None:
            self._reset()
        said = wire.message(step.text, step.calls, step.refusal)
        finish = None if step.cut_after is not None else step.finish
        return web.json_response(wire.completion(self._id, said, finish, self._used))

    async def _stream(self) -> web.StreamResponse:
        step = self._step
        out = web.StreamResponse(headers={"Content-Type": "text/event-stream; charset=utf-8"})
        await out.prepare(self._request)
        for at, data in enumerate([*self._chunks(), None]):
            if step.hang_after == at:
                await self._hang()
            if step.reset_after == at:
                self._reset()
                return out
            if step.cut_after == at or data is None:
                break
            try:
                await out.write(f"data: {data}\n\n".encode())
            except ConnectionError:
                self._entry["left"] = True
                return out
        await out.write_eof()
        return out

    def _chunks(self) -> list[str]:
        step = self._step
        if step.raw_chunks is not None:
            return list(step.raw_chunks)
        said = wire.message(step.text, step.calls, step.refusal)
        parts = [wire.chunk(self._id, one) for one in wire.deltas(said, step.calls, step.deltas)]
        if step.finish is not None:
            parts.append(wire.chunk(self._id, {}, step.finish))
        options: Json = self._body.get("stream_options") or {}
        if options.get("include_usage"):
            parts = [{**part, "usage": None} for part in parts]
            parts.append(wire.usage_chunk(self._id, self._used))
        # Only ASCII: a lone surrogate, which models do send, has no other form.
        return [*map(json.dumps, parts), "[DONE]"]

    async def _hang(self) -> None:
        """Be silent for the step's time, but not after the reader left or the server closes."""
        closing = self._request.app[MODEL].closing
        loop = asyncio.get_running_loop()
        until = loop.time() + self._step.hang_s
        while (left := until - loop.time()) > 0 and not closing.is_set():
            transport = self._request.transport
            if transport is None or transport.is_closing():
                self._entry["left"] = True
                return
            try:
                await asyncio.wait_for(closing.wait(), min(left, LOOK_S))
            except TimeoutError:
                continue

    def _reset(self) -> None:
        """Break the connection as a crashed server does: an RST, not an orderly end."""
        transport = self._request.transport
        if transport is None:
            return
        sock: socket.socket | None = transport.get_extra_info("socket")
        if sock is not None:
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        transport.abort()
