"""Slack's failures, mapped once to what they mean for whoever owes the call."""

from collections.abc import Mapping
from typing import cast

import aiohttp
from slack_sdk.errors import SlackApiError

from blocks.check import BadBlocks
from bot.log import get
from bot.ports.chat import ChatTrouble
from bot.slack.fields import strings, text

log = get(__name__)

NO_ACCESS_S = 60.0  # a token that doesn't work needs an operator; asking more often helps nobody
BUSY_S = 5.0  # for a Retry-After that can't be read
LONGEST_S = 3600.0
LONGEST_WORDS = 1500  # of what Slack says of a payload

NO_ACCESS = frozenset(
    "invalid_auth not_authed account_inactive token_revoked token_expired missing_scope"
    " not_allowed_token_type no_permission org_login_required ekm_access_denied accesslimited"
    " two_factor_setup_required enterprise_is_restricted".split()
)
_NOWHERE = frozenset(
    "channel_not_found not_in_channel is_archived thread_not_found cannot_reply_to_message"
    " messages_tab_disabled team_not_found message_not_found user_not_in_channel"
    " external_channel_migrating is_inactive access_denied user_not_found user_disabled"
    " user_not_visible cannot_dm_bot method_not_supported_for_channel_type"
    " team_access_not_granted".split()
)
_BUSY = frozenset("ratelimited rate_limited message_limit_exceeded".split())
_HICCUPS = frozenset(
    "internal_error fatal_error service_unavailable request_timeout team_added_to_org".split()
)

# Whatever aiohttp raises before a byte has left.
_NEVER_SENT = (aiohttp.ClientConnectorError, aiohttp.ConnectionTimeoutError, aiohttp.InvalidURL)


class NotYet(Exception):
    """A call didn't leave: its turn is `wait_s` away; 0 if nobody can say."""

    def __init__(self, wait_s: float) -> None:
        super().__init__(f"its turn is {wait_s:g} s away")
        self.wait_s = wait_s


FAILURES = (SlackApiError, aiohttp.ClientError, TimeoutError, OSError, BadBlocks, NotYet)


def trouble(error: Exception) -> ChatTrouble:
    """What a failed call means. `error` is one of FAILURES."""
    match error:
        case SlackApiError():
            return _refused(error)
        case NotYet():
            return ChatTrouble("wait", "Slack's limits are reached", error.wait_s)
        case BadBlocks():
            return ChatTrouble("refused", f"the message breaks Slack's limits: {error}")
        case _:
            kind = "wait" if isinstance(error, _NEVER_SENT) else "unclear"
            words = f"Slack couldn't be reached ({type(error).__name__})"
            return ChatTrouble(kind, words)


def code(error: Exception) -> str:
    """Slack's own word for a failure, such as "ratelimited"; "" if it gave none."""
    return text(_data(error), "error") if isinstance(error, SlackApiError) else ""


def limited_for(error: SlackApiError) -> float | None:
    """Seconds that Slack says to wait; None if it didn't speak of a limit."""
    limited = _status(error) == 429 or code(error) in _BUSY
    return _retry_after(error) if limited else None


def _refused(error: SlackApiError) -> ChatTrouble:
    said, status = code(error), _status(error)
    words = f"Slack answered {said or status or 'nothing that can be read'}"
    limited = limited_for(error)
    if limited is not None:
        return ChatTrouble("wait", words, limited)
    if said in NO_ACCESS:
        log.error("Slack refuses our token", why=said)
        return ChatTrouble("wait", words, NO_ACCESS_S)
    if said in _HICCUPS or not said:
        return ChatTrouble("unclear", words)
    if said in _NOWHERE or said.startswith("restricted_action"):
        return ChatTrouble("nowhere", words)
    # What we don't know would be refused again, so it isn't tried for ever.
    return ChatTrouble("refused", words + _details(error))


def _details(error: SlackApiError) -> str:
    """What Slack says is wrong with a payload, and where."""
    told = strings(_data(error), "response_metadata", "messages")
    said = "; ".join(one.removeprefix("[ERROR] ") for one in told)
    return f": {said[:LONGEST_WORDS]}" if said else ""


def _answer(error: SlackApiError) -> object:
    """The SDK hands over whatever it could read: its own answer, aiohttp's, or a dict."""
    return cast(object, error.response)


def _data(error: SlackApiError) -> object:
    answer = _answer(error)
    return getattr(answer, "data", answer)


def _status(error: SlackApiError) -> int:
    answer = _answer(error)
    found = getattr(answer, "status_code", None) or getattr(answer, "status", 0)
    return found if isinstance(found, int) else 0


def _retry_after(error: SlackApiError) -> float:
    headers = getattr(_answer(error), "headers", None)
    if not isinstance(headers, Mapping):
        return BUSY_S
    named = cast(Mapping[object, object], headers).items()
    given = {str(name).lower(): str(value) for name, value in named}.get("retry-after")
    try:
        return min(max(float(given or BUSY_S), 0.0), LONGEST_S)
    except ValueError:
        return BUSY_S
