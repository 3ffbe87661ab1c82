"""The looks of `signoff check` at Slack: tokens, scopes, the clock, and the way in."""

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC
from email.utils import parsedate_to_datetime
from typing import Any, cast
from urllib.parse import parse_qs, urlsplit

import aiohttp

from bot.cli.check_channels import channel_findings
from bot.cli.check_manifest import PATH, SCOPES, explained
from bot.cli.check_tokens import WHERE, app_of, token_findings
from bot.cli.finding import Finding, note, ok, problem
from bot.core.rules import Person
from bot.settings import Settings

TIMEOUT = aiohttp.ClientTimeout(total=10)
# Slack's signatures are refused at 300 s; from here on the clock is worth mending. What an answer
# takes on its way, and Slack's whole seconds, are far less.
CLOCK_S = 60
REFUSED_S = 300

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


@dataclass(frozen=True, slots=True)
class Answer:
    """Slack's answer, its headers, and how far its clock is ahead of ours, in seconds."""

    body: Mapping[str, Any]
    headers: Mapping[str, str] = field(default_factory=dict[str, str])
    ahead_s: float | None = None

    @property
    def ok(self) -> bool:
        """Whether Slack did it."""
        return self.body.get("ok") is True

    def text(self, name: str) -> str:
        """A string of the body; empty if it isn't there."""
        return str(self.body.get(name) or "")


class Asking:
    """Slack's Web API with one token."""

    def __init__(self, http: aiohttp.ClientSession, base: str, token: str) -> None:
        self._http = http
        self._base = base
        self._headers = {"Authorization": f"Bearer {token}"}

    async def call(self, method: str, **arguments: str) -> Answer:
        """Slack's answer; one that says `unreachable` if there is none."""
        url = f"{self._base}{method}"
        try:
            async with self._http.post(url, headers=self._headers, data=arguments) as answer:
                body: object = await answer.json(content_type=None)
                found = cast("dict[str, Any]", body) if isinstance(body, dict) else {}
                if not found:
                    return Answer({"error": f"HTTP {answer.status}"})
                return Answer(found, answer.headers, _ahead(answer.headers.get("Date")))
        except (aiohttp.ClientError, TimeoutError, OSError, ValueError) as error:
            return Answer({"error": "unreachable", "why": type(error).__name__})


def _ahead(date: str | None) -> float | None:
    """How far a Date header is ahead of our clock."""
    try:
        said = parsedate_to_datetime(date or "")
    except ValueError:
        return None
    return said.replace(tzinfo=said.tzinfo or UTC).timestamp() - time.time()


async def check_slack(
    settings: Settings, scopes: tuple[str, ...], people: tuple[Person, ...]
) -> list[Finding]:
    """Whether Slack takes the tokens, and they carry what the app needs."""
    wrong = token_findings(settings)
    if wrong:
        return wrong  # Slack would only say that it doesn't know them
    found: list[Finding] = []
    async with aiohttp.ClientSession(timeout=TIMEOUT, trust_env=True) as session:
        app = None
        if settings.slack_bot_token is None:
            how = f"{WHERE}, Install App: the token that starts with xoxb-"
            found.append(problem("slack", "SLACK_BOT_TOKEN is missing", how))
        else:
            token = settings.slack_bot_token.get_secret_value()
            bot = Asking(session, settings.slack_api_url, token)
            answer = await bot.call("auth.test")
            found += _bot(answer, scopes, people)
            if answer.ok:
                found += await channel_findings(bot.call, answer.text("user"))
                app = await _app(bot, answer)
        found += await _receiving(session, settings, app)
    return found


def _bot(answer: Answer, scopes: tuple[str, ...], people: tuple[Person, ...]) -> list[Finding]:
    if not answer.ok:
        return [_refused("SLACK_BOT_TOKEN", "auth.test", answer, "Install App"), *_clock(answer)]
    team = answer.text("team_id")
    found = [ok("slack", f"@{answer.text('user')} in {answer.text('team')} ({team})")]
    found += _scopes(answer.headers.get("x-oauth-scopes"), scopes)
    found += _clock(answer)
    strangers = [person.id for person in people if person.team != team]
    if strangers:
        words = f"not of this team: {', '.join(strangers[:8])}"
        found.append(note("slack", words, "they can't be linked here; see slack.team of people"))
    return found


def _scopes(granted: str | None, asked: tuple[str, ...]) -> list[Finding]:
    """Which of the scopes that the bot needs, or its manifest asks for, the token lacks."""
    if granted is None:
        words = "Slack doesn't say which the token has"
        return [note("scopes", words, "see whether SLACK_API_URL is Slack's own")]
    lacking = sorted({*asked, *SCOPES} - set(granted.replace(" ", "").split(",")))
    if not lacking:
        return [ok("scopes", f"all {len(SCOPES)} that it needs")]
    words = f"the token lacks{explained(lacking, SCOPES)}"
    how = f"{WHERE}, OAuth & Permissions: add them, then reinstall"
    return [problem("scopes", words, how)]


def _clock(answer: Answer) -> list[Finding]:
    if answer.ahead_s is None:
        return []
    off_s = abs(answer.ahead_s)
    if off_s <= CLOCK_S:
        return [ok("clock", f"within {CLOCK_S} s of Slack's")]
    way = "behind" if answer.ahead_s > 0 else "ahead of"
    words = f"this machine's clock is {off_s:.0f} s {way} Slack's"
    how = f"let it be set by NTP: from {REFUSED_S} s on every request of Slack's is refused"
    return [problem("clock", words, how)]


async def _app(bot: Asking, answer: Answer) -> str | None:
    """The app that the bot's token is of, if Slack tells."""
    if answer.text("app_id"):
        return answer.text("app_id")
    told = (await bot.call("bots.info", bot=answer.text("bot_id"))).body.get("bot")
    return cast("dict[str, Any]", told).get("app_id") if isinstance(told, dict) else None


async def _receiving(
    session: aiohttp.ClientSession, settings: Settings, app: str | None
) -> list[Finding]:
    """By which way Slack's events come in."""
    if settings.slack_app_token is not None:
        token = settings.slack_app_token.get_secret_value()
        return await _sockets(Asking(session, settings.slack_api_url, token), token, app)
    if settings.slack_signing_secret is None:
        how = f"set SLACK_APP_TOKEN for Socket Mode, or the secret: {WHERE}, Basic Information"
        words = "neither SLACK_APP_TOKEN nor SLACK_SIGNING_SECRET is set: nothing can come in"
        return [problem("slack", words, how)]
    words = "whether Slack reaches it can't be seen from here"
    how = (
        f"{WHERE}, Event Subscriptions: the address that ends in {PATH} must say Verified;"
        " from outside, /healthz on it answers 200"
    )
    return [
        ok("slack", f"receives over HTTP on {settings.host}:{settings.port}"),
        note("slack", words, how),
    ]


async def _sockets(asking: Asking, token: str, app: str | None) -> list[Finding]:
    answer = await asking.call("apps.connections.open")
    if not answer.ok:
        where = "Basic Information, App-Level Tokens, with connections:write"
        return [_refused("SLACK_APP_TOKEN", "apps.connections.open", answer, where)]
    named = parse_qs(urlsplit(answer.text("url")).query).get("app_id")
    its = named[0] if named else app_of(token)
    if app and its and its != app:
        words = f"SLACK_APP_TOKEN is of the app {its}, SLACK_BOT_TOKEN of {app}"
        how = "take both from one app: events of the one wouldn't be answered by the other"
        return [problem("slack", words, how)]
    return [ok("slack", "Socket Mode can be opened")]


def _refused(name: str, method: str, answer: Answer, where: str) -> Finding:
    error = answer.text("error")
    if error == "unreachable":
        words = f"{method} can't be reached ({answer.text('why')})"
        return problem("slack", words, "see SLACK_API_URL and the network")
    words = f"{name}: {_ERRORS.get(error, f'{method} says {error}')}"
    return problem("slack", words, f"{WHERE}, {where}")
