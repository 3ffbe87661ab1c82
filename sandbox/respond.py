"""Answers by response_url: new, replacing or deleting, private or for all."""

import json

from aiohttp import web

from sandbox.content import content_of
from sandbox.errors import ApiError
from sandbox.faults import Faults, before, limited, reset
from sandbox.jsons import Json, is_obj
from sandbox.limits import Limits
from sandbox.messages import Messages
from sandbox.people import BOT_USER
from sandbox.quirks import Quirks
from sandbox.recorder import Recorder
from sandbox.triggers import Hooks
from sandbox.workspace import Workspace


class Responder:
    """Shows in a channel what the app answers to an interaction."""

    def __init__(self, workspace: Workspace, messages: Messages, quirks: Quirks) -> None:
        self._quirks = quirks
        self._workspace = workspace
        self._messages = messages

    def show(self, hook: Json, body: Json) -> None:
        """Carry out an answer for the interaction that `hook` describes; raises ApiError."""
        channel = self._workspace.channels[hook["channel"]]
        original = None if hook["kind"] == "commands" else hook.get("ts")
        if original and body.get("delete_original"):
            self._delete(hook)
            return
        content = content_of(body, self._quirks)
        thread_ts = body.get("thread_ts")
        if original and body.get("replace_original"):
            self._replace(hook, content)
        elif body.get("response_type") == "in_channel":
            self._messages.post(channel, content, thread_ts=thread_ts)
        else:
            self._messages.whisper(channel, hook["user"], content, thread_ts=thread_ts)

    def _delete(self, hook: Json) -> None:
        channel = self._workspace.channels[hook["channel"]]
        message = self._workspace.message(channel.id, hook["ts"])
        if message is not None:
            self._messages.delete(channel, message)
        else:
            self._workspace.drop_ephemeral(channel.id, hook["ts"])

    def _replace(self, hook: Json, content: Json) -> None:
        channel = self._workspace.channels[hook["channel"]]
        content.setdefault("blocks", None)
        message = self._workspace.message(channel.id, hook["ts"])
        if message is not None:
            self._messages.change(channel, message, content, BOT_USER)
            return
        whisper = self._workspace.ephemeral(channel.id, hook["ts"])
        if whisper is not None:
            changed = {**whisper, **content}
            kept = {key: value for key, value in changed.items() if value is not None}
            self._workspace.put_ephemeral(channel.id, kept)


class ResponseUrls:
    """POST /actions/… and /commands/…."""

    def __init__(
        self,
        *,
        hooks: Hooks,
        responder: Responder,
        faults: Faults,
        limits: Limits,
        recorder: Recorder,
    ) -> None:
        self._limits = limits
        self._hooks = hooks
        self._responder = responder
        self._faults = faults
        self._recorder = recorder

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """`ok`, or 404 expired_url and used_url, or 400 and what is wrong."""
        fault = self._faults.strike("response_url")
        early = await before(fault, request)
        if early is not None:
            return early
        try:
            body: object = json.loads(await request.text())
        except ValueError:
            body = None
        if not is_obj(body):
            return web.Response(status=400, text="invalid_payload")
        key = f"{request.match_info['key']}/{request.match_info['secret']}"
        wait_s = self._limits.answer(key)
        if wait_s is not None:
            return limited(wait_s)
        try:
            self._responder.show(self._hooks.use(key), body)
            self._recorder.record("response_url", body)
        except ApiError as error:
            self._recorder.record("response_url", body, error=error)
            status = 404 if error.code in ("expired_url", "used_url") else 400
            return web.Response(status=status, text=error.code)
        if fault is not None and fault.kind == "reset_after_commit":
            return reset(request)
        return web.Response(text="ok")
