"""The looks of `signoff check` at the tokens themselves, before Slack is asked about them."""

import re
from collections.abc import Mapping

from pydantic import SecretStr

from bot.cli.finding import Finding, problem
from bot.settings import Settings

WHERE = "api.slack.com/apps, your app"

# What a value is by how it begins; the longer beginnings first.
_EXPIRING = "a bot token that expires"
_KINDS: Mapping[str, str] = {
    "xoxe.xoxb-": _EXPIRING,
    "xoxe-": "a refresh token",
    "xoxb-": "a bot token",
    "xapp-": "an app-level token",
    "xoxp-": "a person's token",
    "xoxa-": "an old workspace token",
    "xoxs-": "a browser session's token",
    "xoxc-": "a browser session's token",
    "xwfp-": "a workflow's token",
}
_SECRET = re.compile(r"[0-9a-f]{32}")
_APP_OF = re.compile(r"xapp-\d+-(A[A-Z0-9]+)-")
_AROUND = " \t\r\n\"'`“”‘’"

_WANTED: Mapping[str, tuple[str, str]] = {
    "SLACK_BOT_TOKEN": ("a bot token", "Install App: the token that starts with xoxb-"),
    "SLACK_APP_TOKEN": (
        "an app-level token",
        "Basic Information, App-Level Tokens, with connections:write: it starts with xapp-",
    ),
    "SLACK_SIGNING_SECRET": (
        "a signing secret",
        "Basic Information, App Credentials, Signing Secret: 32 letters and digits",
    ),
}


def token_findings(settings: Settings) -> list[Finding]:
    """What is wrong with the tokens by their looks; nothing of them is shown."""
    given = {name: value for name, value in _given(settings).items() if value}
    swapped = _swapped(given)
    if swapped:
        return [swapped]
    return [wrong for name, value in given.items() if (wrong := _wrong(name, value)) is not None]


def app_of(token: str) -> str | None:
    """The app's id that stands in an app-level token."""
    found = _APP_OF.match(token.strip(_AROUND))
    return found[1] if found else None


def _given(settings: Settings) -> dict[str, str]:
    def plain(secret: SecretStr | None) -> str:
        return "" if secret is None else secret.get_secret_value()

    return {
        "SLACK_BOT_TOKEN": plain(settings.slack_bot_token),
        "SLACK_APP_TOKEN": plain(settings.slack_app_token),
        "SLACK_SIGNING_SECRET": plain(settings.slack_signing_secret),
    }


def _swapped(given: Mapping[str, str]) -> Finding | None:
    """Two values that each belong in the other's place."""
    kinds = {name: kind(value.strip(_AROUND)) for name, value in given.items()}
    for name, found in kinds.items():
        for other, its in kinds.items():
            if name < other and (found, its) == (_WANTED[other][0], _WANTED[name][0]):
                words = f"{name} and {other} are swapped"
                return problem("slack", words, "give each the other's value")
    return None


def kind(value: str) -> str:
    """What a value is, in words, by its looks."""
    for start, words in _KINDS.items():
        if value.startswith(start):
            return words
    return "a signing secret" if _SECRET.fullmatch(value) else "no token of Slack's"


def _wrong(name: str, value: str) -> Finding | None:
    bare = value.strip(_AROUND)
    wanted, where = _WANTED[name]
    if bare != value:
        words = f"{name} has spaces or quotes around it"
        return problem("slack", words, "remove them: the value alone, on one line")
    found = kind(bare)
    if found == _EXPIRING:
        words = f"{name} is a token that expires after 12 hours and isn't renewed"
        how = "token rotation can't be turned off again: make a new app from manifest.yml"
        return problem("slack", words, how)
    # A secret may look different one day; only what is surely something else is told.
    if found == wanted or (wanted == "a signing secret" and found == "no token of Slack's"):
        return None
    return problem("slack", f"{name} holds {found}, not {wanted}", f"{WHERE}, {where}")
