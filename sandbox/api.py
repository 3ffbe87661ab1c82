"""/api/{method}: reading a call in every form, tokens, scopes, faults, answers."""

import json
from dataclasses import dataclass

from aiohttp import web

from sandbox import methods as _methods
from sandbox.errors import ApiError, RateLimited
from sandbox.faults import before, limited, reset
from sandbox.jsons import Json, is_obj
from sandbox.registry import METHODS, Call, Method, checked, missing_scope
from sandbox.slack import Slack

# Importing the package fills METHODS.
ALL = _methods.ALL
# The methods whose payloads people see.
_RECORDED = ("chat.", "views.", "files.complete", "assistant.", "agents.")


@dataclass(frozen=True, slots=True)
class Request:
    """A call as it came in: its arguments from all places, and its token."""

    args: Json
    token: str


async def read(request: web.Request) -> Request:
    """Merge query, form, JSON and multipart; raises ApiError for a body that can't be read."""
    args: Json = dict(request.query)
    content_type = request.content_type
    if content_type == "application/json":
        args |= _parsed(await request.text())
    elif content_type in ("application/x-www-form-urlencoded", "multipart/form-data"):
        args |= dict(await request.post())
    token = str(args.pop("token", ""))
    scheme, _, bearer = request.headers.get("Authorization", "").partition(" ")
    return Request(args, bearer if scheme.lower() == "bearer" else token)


def _parsed(text: str) -> Json:
    if not text:
        return {}
    try:
        value: object = json.loads(text)
    except ValueError:
        raise ApiError("invalid_json") from None
    if not is_obj(value):
        raise ApiError("json_not_object")
    return value


class Api:
    """Serves the Web API of one workspace."""

    def __init__(self, slack: Slack) -> None:
        self._slack = slack

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """Answer a call as Slack does: 200 with ok true or false, unless a fault strikes."""
        name = request.match_info["method"]
        fault = self._slack.faults.strike(name)
        early = await before(fault, request)
        if early is not None:
            return early
        method = METHODS.get(name)
        try:
            answer = {"ok": True, **await self._call(name, method, request)}
        except ApiError as error:
            answer = {"ok": False, "error": error.code, **error.extra}
        except RateLimited as refused:
            return limited(refused.seconds)
        if fault is not None and fault.kind == "reset_after_commit":
            return reset(request)
        return web.json_response(answer, headers=self._headers(method))

    async def _call(self, name: str, method: Method | None, request: web.Request) -> Json:
        if method is None:
            raise ApiError("unknown_method", req_method=name)
        call = await read(request)
        self._admit(method, call.token)
        wait_s = self._slack.limits.take(name)
        if wait_s is not None:
            raise RateLimited(wait_s)
        if name.startswith(_RECORDED):
            self._slack.recorder.record(name, call.args)
        return await method.run(Call(self._slack, checked(method, call.args)))

    def _admit(self, method: Method, token: str) -> None:
        """Refuse a missing or wrong token, the wrong kind, and a missing scope."""
        if not token:
            raise ApiError("not_authed")
        tokens = self._slack.tokens
        kind = {tokens.bot: "bot", tokens.app: "app"}.get(token)
        if kind is None:
            raise ApiError("invalid_auth")
        if method.token not in (kind, "any"):
            raise ApiError("not_allowed_token_type")
        if not self._slack.manifest.allows(method.scopes):
            raise missing_scope(self._slack, method.scopes)

    def _headers(self, method: Method | None) -> dict[str, str]:
        scopes = ",".join(sorted(self._slack.manifest.scopes or ()))
        accepted = ",".join(sorted(method.scopes)) if method else ""
        return {"X-OAuth-Scopes": scopes, "X-Accepted-OAuth-Scopes": accepted}
