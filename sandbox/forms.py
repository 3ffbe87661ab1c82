"""Reading a call's arguments from the query and from every kind of body."""

import base64
import binascii
import json
import re
from dataclasses import dataclass, field

from aiohttp import web

from sandbox.errors import ApiError
from sandbox.jsons import Json, is_obj

_JSON = "application/json"
_FORMS = ("application/x-www-form-urlencoded", "multipart/form-data", "text/plain")
_CHARSETS = ("utf-8", "iso-8859-1")
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


@dataclass(frozen=True, slots=True)
class Request:
    """A call as it came in: its arguments from all places, its token, and what Slack warns of."""

    args: Json
    token: str
    warnings: list[str] = field(default_factory=list[str])


async def read(request: web.Request) -> Request:
    """Merge query, form, JSON and multipart; raises ApiError for a body that can't be read."""
    args: Json = dict(request.query)
    warnings: list[str] = []
    if request.body_exists:
        warnings = _warnings(request)
        args |= await _body(request)
    _check_names(args)
    token = str(args.pop("token", "") or "")
    scheme, _, given = request.headers.get("Authorization", "").partition(" ")
    if scheme.lower() == "basic":
        args = {**_client(given), **args}
    return Request(args, given if scheme.lower() == "bearer" else token, warnings)


def _warnings(request: web.Request) -> list[str]:
    """Slack wants a charset with JSON and none with forms."""
    charset = request.charset
    if charset is not None and charset.lower() not in _CHARSETS:
        raise ApiError("invalid_charset")
    if request.content_type == _JSON:
        return [] if charset else ["missing_charset"]
    return ["superfluous_charset"] if charset and request.content_type in _FORMS[:2] else []


async def _body(request: web.Request) -> Json:
    if "Content-Type" not in request.headers:
        raise ApiError("missing_post_type")
    if request.content_type == _JSON:
        return _parsed(await request.read())
    if request.content_type not in _FORMS:
        # An empty body carries nothing that could be of the wrong type.
        if not await request.read():
            return {}
        raise ApiError("invalid_post_type")
    try:
        return dict(await request.post())
    except (ValueError, AssertionError, LookupError):
        raise ApiError("invalid_form_data") from None


def _parsed(text: bytes) -> Json:
    if not text:
        return {}
    try:
        value: object = json.loads(text)
    except ValueError:
        raise ApiError("invalid_json") from None
    if not is_obj(value):
        raise ApiError("json_not_object")
    return value


def _check_names(args: Json) -> None:
    for name in args:
        if "[" in name:
            raise ApiError("invalid_array_arg")
        if not _NAME.fullmatch(name):
            raise ApiError("invalid_arg_name")


def _client(given: str) -> Json:
    """The client's id and secret from HTTP Basic."""
    try:
        name, _, secret = base64.b64decode(given, validate=True).decode().partition(":")
    except (binascii.Error, UnicodeDecodeError):
        return {}
    return {"client_id": name, "client_secret": secret}
