"""Slack's failures, mapped once to what they mean."""

import socket

import aiohttp
import pytest
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_slack_response import AsyncSlackResponse
from structlog.testing import capture_logs

from blocks.check import BadBlocks
from bot.ports.chat import ChatTrouble
from bot.slack.errors import BUSY_S, LONGEST_S, NO_ACCESS_S, code, trouble
from bot.slack.identity import identify, make_client


def answer(data: object, status: int = 200, headers: dict[str, str] | None = None) -> SlackApiError:
    """What the SDK raises for an answer of Slack."""
    response = AsyncSlackResponse(
        client=None,
        http_verb="POST",
        api_url="https://slack.com/api/chat.postMessage",
        req_args={},
        data=data,  # pyright: ignore[reportArgumentType]
        headers=headers or {},
        status_code=status,
    )
    return SlackApiError("The request to the Slack API failed.", response)


def said(error: str, status: int = 200) -> SlackApiError:
    """An answer with Slack's own word for what went wrong."""
    return answer({"ok": False, "error": error}, status)


@pytest.mark.parametrize(
    ("headers", "wait"),
    [
        ({"Retry-After": "7"}, 7),
        ({"retry-after": "0"}, 0),
        ({"Retry-After": "-3"}, 0),
        ({"Retry-After": "99999"}, LONGEST_S),
        ({"Retry-After": "soon"}, BUSY_S),
        ({}, BUSY_S),
    ],
)
def test_a_rate_limit_says_how_long_to_wait(headers: dict[str, str], wait: float) -> None:
    """As Slack says; a few seconds where that can't be read."""
    found = trouble(answer({"ok": False, "error": "ratelimited"}, 429, headers))

    assert (found.kind, found.retry_after_s) == ("wait", wait)


def test_a_limit_without_headers_waits_too() -> None:
    """Whatever the SDK hands over in place of an answer."""
    found = trouble(SlackApiError("x", {"ok": False, "error": "rate_limited"}))
    assert (found.kind, found.retry_after_s) == ("wait", BUSY_S)


@pytest.mark.parametrize("error", ["invalid_auth", "token_revoked", "account_inactive"])
def test_a_token_that_does_not_work_waits_long_and_is_logged(error: str) -> None:
    """An operator has to look; nothing is given up."""
    with capture_logs() as logs:
        found = trouble(said(error))

    assert (found.kind, found.retry_after_s) == ("wait", NO_ACCESS_S)
    assert [line["why"] for line in logs] == [error]


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        ("channel_not_found", "nowhere"),
        ("not_in_channel", "nowhere"),
        ("is_archived", "nowhere"),
        ("thread_not_found", "nowhere"),
        ("restricted_action_read_only_channel", "nowhere"),
        ("invalid_blocks", "refused"),
        ("msg_too_long", "refused"),
        ("something_new", "refused"),
        ("internal_error", "unclear"),
        ("fatal_error", "unclear"),
    ],
)
def test_each_word_of_slack_means_one_thing(error: str, kind: str) -> None:
    """What is unknown is never tried for ever."""
    assert trouble(said(error)).kind == kind


@pytest.mark.parametrize(
    "error",
    [
        answer({}, 503),
        answer("<html>", 502),
        SlackApiError("unreadable", "<html>"),
        aiohttp.ServerDisconnectedError(),
        aiohttp.ClientOSError(104, "reset"),
        TimeoutError(),
        OSError(),
    ],
)
def test_after_a_cut_nobody_knows_whether_it_happened(error: Exception) -> None:
    """Whoever tries again looks first."""
    assert trouble(error).kind == "unclear"


async def test_what_never_left_may_be_sent_again() -> None:
    """A refused connection carried nothing."""
    with pytest.raises(ChatTrouble) as refused:
        await identify(make_client("xoxb-1", f"http://127.0.0.1:{closed_port()}/api/"))

    assert refused.value.kind == "wait"
    assert trouble(aiohttp.ConnectionTimeoutError()).kind == "wait"


def closed_port() -> int:
    """A port that was free a moment ago."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        return server.getsockname()[1]


def test_what_slack_says_of_a_payload_is_told() -> None:
    """So that whoever wrote it can mend it; no longer than anybody reads."""
    messages = [
        "[ERROR] no more than 25 items allowed [json-pointer:/blocks/0/elements]",
        "x" * 9000,
    ]
    data = {"ok": False, "error": "invalid_blocks", "response_metadata": {"messages": messages}}
    words = trouble(answer(data)).words
    wanted = "invalid_blocks: no more than 25 items allowed [json-pointer:/blocks/0/elements]; x"
    assert wanted in words and len(words) < 1600


def test_what_breaks_slacks_limits_is_refused_before_it_is_sent() -> None:
    """The words say which limit."""
    assert trouble(BadBlocks([])).kind == "refused"


def test_a_code_is_slacks_own_word_or_nothing() -> None:
    """Never taken from another error's text."""
    assert code(said("is_archived")) == "is_archived"
    assert code(answer("<html>", 502)) == ""
    assert code(TimeoutError("is_archived")) == ""
