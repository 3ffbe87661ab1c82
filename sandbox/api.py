"""/api/{method}: tokens, scopes, limits and faults in front of every method."""

from email.utils import formatdate

from aiohttp import web

from sandbox import methods as _methods
from sandbox.errors import ApiError, RateLimited
from sandbox.faults import before, limited, reset
from sandbox.forms import Request, read
from sandbox.grants import Grant
from sandbox.jsons import Json, copy
from sandbox.registry import METHODS, NOBODY, Call, Method, checked, missing_scope
from sandbox.slack import Slack

# Importing the package fills METHODS.
ALL = _methods.ALL
_POST_ONLY = frozenset(["apps.connections.open"])
_APP_SCOPES = "connections:write"


class Api:
    """Serves the Web API of one workspace."""

    def __init__(self, slack: Slack) -> None:
        self._slack = slack

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """Answer a call as Slack does: 200 with ok true or false, unless a fault strikes."""
        if request.method not in ("GET", "POST"):
            return web.Response(status=405, headers={"Allow": "GET, POST"})
        name = request.match_info["method"]
        fault = self._slack.faults.strike(name)
        early = await before(fault, request)
        if early is not None:
            return early
        try:
            response = await self._answer(name, request)
        except ConnectionResetError:
            # The caller died before it had said everything.
            return reset(request)
        if fault is not None and fault.kind == "reset_after_commit":
            return reset(request)
        return response

    async def _answer(self, name: str, request: web.Request) -> web.Response:
        method = METHODS.get(name)
        grant = NOBODY
        try:
            if method is None:
                raise ApiError("unknown_method", req_method=name)
            if name in _POST_ONLY and request.method != "POST":
                raise ApiError("insecure_request")
            call = await read(request)
            grant = self._admit(method, call.token)
            answer = {"ok": True, **await self._run(method, grant, call)}
            _warn(answer, call.warnings)
        except ApiError as error:
            answer = {"ok": False, "error": error.code, **error.extra}
        except RateLimited as refused:
            return limited(refused.seconds)
        return web.json_response(answer, headers=self._headers(method, grant))

    async def _run(self, method: Method, grant: Grant, call: Request) -> Json:
        wait_s = self._slack.limits.take(method.name)
        if wait_s is not None:
            raise RateLimited(wait_s)
        args = checked(method, call.args)
        # A handler may change its arguments while it works.
        sent = copy(args)
        try:
            answer = await method.run(Call(self._slack, args, grant))
        except ApiError as error:
            self._slack.recorder.record(method.name, sent, error=error)
            raise
        self._slack.recorder.record(method.name, sent)
        return answer

    def _admit(self, method: Method, token: str) -> Grant:
        """Refuse a missing or wrong token, the wrong kind, and a missing scope."""
        if method.token == "none":
            return NOBODY
        grant = self._slack.grants.admit(token)
        if method.token not in (grant.kind, "any"):
            raise ApiError("not_allowed_token_type")
        if grant.kind == "bot" and not self._slack.manifest.allows(method.scopes):
            raise missing_scope(self._slack, method.scopes)
        return grant

    def _headers(self, method: Method | None, grant: Grant) -> dict[str, str]:
        """Slack's time; what the token may do, if there is one, and what the method needs."""
        date = {"Date": formatdate(self._slack.clock.now(), usegmt=True)}
        if grant is NOBODY:
            return date
        scopes = ",".join(sorted(self._slack.manifest.scopes or ()))
        if grant.kind == "app":
            scopes = _APP_SCOPES if grant.user else ""
        accepted = ",".join(sorted(method.scopes)) if method else ""
        return date | {
            "X-OAuth-Scopes": scopes if grant.scopes is None else grant.scopes,
            "X-Accepted-OAuth-Scopes": accepted,
        }


def _warn(answer: Json, warnings: list[str]) -> None:
    """Add what the form of the call deserves to what the method itself warned of."""
    if warnings:
        metadata = answer.setdefault("response_metadata", {})
        every = [*metadata.get("warnings", []), *warnings]
        metadata["warnings"] = every
        answer["warning"] = ",".join(every)
