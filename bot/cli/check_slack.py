"""The looks of `signoff check` at the app's manifest and at Slack."""

from pathlib import Path
from typing import Any, cast

import aiohttp
import yaml

from bot.cli.finding import Finding, note, ok, problem
from bot.core.policy import Person
from bot.settings import Settings

TIMEOUT = aiohttp.ClientTimeout(total=10)

# Without these the bot hears nothing of what people ask for.
EVENTS = ("app_mention", "message.channels", "message.groups", "message.im")

_TOKENS = "api.slack.com/apps, your app"
_ERRORS = {
    "invalid_auth": "Slack doesn't know this token",
    "not_authed": "Slack saw no token",
    "account_inactive": "the token's app was removed from the workspace",
    "token_revoked": "the token was revoked",
    "token_expired": "the token has expired",
    "missing_scope": "the token lacks a scope",
    "not_allowed_token_type": "this is another kind of token",
    "ratelimited": "Slack wants us to wait a minute",
}


def manifest_findings(path: Path, settings: Settings) -> tuple[tuple[str, ...], list[Finding]]:
    """The scopes that the app asks for, and what is wrong with its manifest."""
    if not path.exists():
        return (), [note("manifest", f"{path} isn't here, so scopes can't be compared")]
    try:
        data: object = yaml.safe_load(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        return (), [problem("manifest", f"{path} can't be read: {type(error).__name__}")]
    scopes = tuple(str(scope) for scope in _list(data, "oauth_config", "scopes", "bot"))
    found: list[Finding] = []
    if not scopes:
        found.append(problem("manifest", f"{path} asks for no bot scopes"))
    missing = sorted(
        set(EVENTS) - set(_list(data, "settings", "event_subscriptions", "bot_events"))
    )
    if missing:
        words = f"{path} doesn't subscribe to {', '.join(missing)}"
        found.append(problem("manifest", words, "add them under event_subscriptions, bot_events"))
    socket_mode = _at(data, "settings", "socket_mode_enabled") is True
    if socket_mode != (settings.slack_app_token is not None):
        found.append(_mode(path, socket_mode=socket_mode))
    return scopes, found or [ok("manifest", f"{path}: {len(scopes)} scopes")]


def _mode(path: Path, *, socket_mode: bool) -> Finding:
    if socket_mode:
        words = f"{path} says Socket Mode, but there is no SLACK_APP_TOKEN"
        return problem("manifest", words, "set it, or turn Socket Mode off and give request URLs")
    words = f"{path} says HTTP, but SLACK_APP_TOKEN is set, which means Socket Mode"
    return problem("manifest", words, "turn Socket Mode on, or unset SLACK_APP_TOKEN")


async def check_slack(
    settings: Settings, scopes: tuple[str, ...], people: tuple[Person, ...]
) -> list[Finding]:
    """Whether Slack takes the tokens, and they carry what the app needs."""
    found: list[Finding] = []
    async with aiohttp.ClientSession(timeout=TIMEOUT, trust_env=True) as session:
        if settings.slack_bot_token is None:
            how = f"{_TOKENS}, Install App: the token that starts with xoxb-"
            found.append(problem("slack", "SLACK_BOT_TOKEN is missing", how))
        else:
            token = settings.slack_bot_token.get_secret_value()
            answer, granted = await _call(session, settings, "auth.test", token)
            found += _bot(answer, granted, scopes, people)
        found.append(await _receiving(session, settings))
    return found


def _bot(
    answer: dict[str, Any], granted: str | None, scopes: tuple[str, ...], people: tuple[Person, ...]
) -> list[Finding]:
    if not answer.get("ok"):
        return [_refused("SLACK_BOT_TOKEN", "auth.test", answer, "Install App")]
    team = str(answer.get("team_id", ""))
    found = [ok("slack", f"{answer.get('user')} in {answer.get('team')} ({team})")]
    lacking = sorted(set(scopes) - set((granted or "").replace(" ", "").split(",")))
    if granted is None and scopes:
        found.append(note("slack", "Slack doesn't say which scopes the token has"))
    elif lacking:
        how = f"{_TOKENS}, OAuth & Permissions: add them, then reinstall"
        found.append(problem("slack", f"the token lacks {', '.join(lacking)}", how))
    strangers = [person.id for person in people if person.team != team]
    if strangers:
        words = f"not of this team: {', '.join(strangers[:8])}"
        found.append(note("slack", words, "they can't be linked here; see slack.team of people"))
    return found


async def _receiving(session: aiohttp.ClientSession, settings: Settings) -> Finding:
    """By which way Slack's events come in."""
    if settings.slack_app_token is not None:
        token = settings.slack_app_token.get_secret_value()
        answer, _ = await _call(session, settings, "apps.connections.open", token)
        if answer.get("ok"):
            return ok("slack", "Socket Mode can be opened")
        where = "Basic Information, App-Level Tokens, with connections:write"
        return _refused("SLACK_APP_TOKEN", "apps.connections.open", answer, where)
    if settings.slack_signing_secret is None:
        how = f"set SLACK_APP_TOKEN for Socket Mode, or the secret: {_TOKENS}, Basic Information"
        words = "neither SLACK_APP_TOKEN nor SLACK_SIGNING_SECRET is set: nothing can come in"
        return problem("slack", words, how)
    return ok("slack", f"receives over HTTP on {settings.host}:{settings.port}")


def _refused(name: str, method: str, answer: dict[str, Any], where: str) -> Finding:
    error = str(answer.get("error", ""))
    if error == "unreachable":
        words = f"{method} can't be reached ({answer.get('why')})"
        return problem("slack", words, "see SLACK_API_URL and the network")
    words = f"{name}: {_ERRORS.get(error, f'{method} says {error}')}"
    return problem("slack", words, f"{_TOKENS}, {where}")


async def _call(
    session: aiohttp.ClientSession, settings: Settings, method: str, token: str
) -> tuple[dict[str, Any], str | None]:
    """Slack's answer, and the scopes of the token if it says them."""
    headers = {"Authorization": f"Bearer {token}"}
    try:
        async with session.post(f"{settings.slack_api_url}{method}", headers=headers) as answer:
            body: object = await answer.json(content_type=None)
            found = cast("dict[str, Any]", body) if isinstance(body, dict) else {}
            if not found:
                return {"error": f"HTTP {answer.status}"}, None
            return found, answer.headers.get("x-oauth-scopes")
    except (aiohttp.ClientError, TimeoutError, OSError, ValueError) as error:
        return {"error": "unreachable", "why": type(error).__name__}, None


def _at(data: object, *keys: str) -> object:
    for key in keys:
        if not isinstance(data, dict):
            return None
        data = cast("dict[str, object]", data).get(key)
    return data


def _list(data: object, *keys: str) -> list[Any]:
    found = _at(data, *keys)
    return cast("list[Any]", found) if isinstance(found, list) else []
