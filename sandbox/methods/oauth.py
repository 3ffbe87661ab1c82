"""oauth.v2.access and auth.revoke: how tokens come and go."""

import secrets

from sandbox.errors import ApiError
from sandbox.grants import CLIENT_ID
from sandbox.jsons import Json
from sandbox.people import APP, BOT_USER, NAMES, TEAM
from sandbox.registry import Call, method

_TEAM: Json = {"id": TEAM, "name": NAMES[TEAM]}


@method(
    "oauth.v2.access",
    "client_id client_secret code redirect_uri grant_type refresh_token code_verifier",
    token="none",
)
async def access(call: Call) -> Json:
    """Tokens for a code or a refresh token; the client's secret may come as HTTP Basic."""
    if call.text("client_id") != CLIENT_ID:
        raise ApiError("invalid_client_id")
    secret = call.slack.tokens.client_secret
    if not secrets.compare_digest(call.text("client_secret").encode(), secret.encode()):
        raise ApiError("bad_client_secret")
    if call.text("code_verifier"):
        raise ApiError("invalid_code_verifier")
    match call.text("grant_type") or "authorization_code":
        case "authorization_code":
            return _installed(call)
        case "refresh_token":
            return _answer(call, call.slack.grants.refresh(call.text("refresh_token")), {})
        case _:
            raise ApiError("invalid_grant_type")


def _installed(call: Call) -> Json:
    grants = call.slack.grants
    if call.slack.manifest.scopes == frozenset():
        raise ApiError("no_scopes")
    agreed = grants.exchange(call.text("code"), call.text("redirect_uri"))
    authed: Json = {"id": agreed.user}
    if agreed.user_scope:
        own = grants.give("user", agreed.user, agreed.user_scope)
        authed |= {"scope": agreed.user_scope, "token_type": "user", **own}
    return _answer(call, grants.give("bot", BOT_USER), authed)


def _answer(call: Call, given: Json, authed: Json) -> Json:
    is_user = str(given["access_token"]).removeprefix("xoxe.").startswith("xoxp")
    return {
        "app_id": APP,
        "authed_user": authed,
        "scope": ",".join(sorted(call.slack.manifest.scopes or ())),
        "token_type": "user" if is_user else "bot",
        "bot_user_id": BOT_USER,
        "team": _TEAM,
        "enterprise": None,
        "is_enterprise_install": False,
        **given,
    }


@method("auth.revoke", "test:bool", token="any")
async def revoke(call: Call) -> Json:
    """Give the calling token up; `test` only asks."""
    if call.flag("test"):
        return {"revoked": False}
    grant = call.grant
    call.slack.grants.revoke(grant.kind, {grant.user})
    if grant.kind == "bot":
        call.slack.events.tokens_revoked(bot=[grant.user])
    elif grant.kind == "user":
        call.slack.events.tokens_revoked(oauth=[grant.user])
    return {"revoked": True}
