"""What Slack says to bodies that it can't read, or that it reads with a frown."""

import asyncio
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import pytest

from tests.sandbox.driver import Driver, driving

JSON = "application/json"
FORM = "application/x-www-form-urlencoded"


@pytest.fixture
async def driver(tmp_path: Path) -> AsyncGenerator[Driver]:
    """A sandbox without a manifest, which allows everything."""
    async with driving(manifest_path=tmp_path / "none.yml") as driver:
        yield driver


async def post(
    driver: Driver, body: bytes, content_type: str, method: str = "chat.postMessage"
) -> dict[str, Any]:
    """POST raw bytes with the bot's token; a channel comes in the query."""
    headers = {
        "Authorization": f"Bearer {driver.sandbox.bot_token}",
        "Content-Type": content_type,
    }
    url = f"{driver.sandbox.api_url}{method}?channel=C0OPS"
    async with driver.http.post(url, data=body, headers=headers) as response:
        return await response.json()


@pytest.mark.parametrize(
    ("body", "content_type", "error"),
    [
        (b"{", f"{JSON}; charset=utf-8", "invalid_json"),
        (b"[]", f"{JSON}; charset=utf-8", "json_not_object"),
        (b"{}", f"{JSON}; charset=klingon", "invalid_charset"),
        (b"--x\r\nnonsense", "multipart/form-data", "invalid_form_data"),
        (b"text=%80", f"{FORM}; charset=ascii", "invalid_charset"),
        (b"<a/>", "application/xml", "invalid_post_type"),
        (b"a%5B0%5D=x", FORM, "invalid_array_arg"),
        (b"a-b=x", FORM, "invalid_arg_name"),
        (b"token=&loud=1", FORM, "invalid_arguments"),
        (b"thread_ts=1", FORM, "cannot_reply_to_message"),
    ],
)
async def test_a_bad_body_has_its_error(
    driver: Driver, body: bytes, content_type: str, error: str
) -> None:
    """Each in Slack's own word."""
    assert (await post(driver, body, content_type))["error"] == error


async def test_arguments_of_query_and_body_are_one(driver: Driver) -> None:
    """The channel from the query, the text from the body; a charset is as Slack likes it."""
    for body, content_type, warning in (
        (b'{"text": "x"}', JSON, "missing_charset"),
        (b'{"text": "x"}', f"{JSON};charset=utf-8", None),
        (b"text=x", f"{FORM}; charset=utf-8", "superfluous_charset"),
        (b"text=x", FORM, None),
    ):
        answer = await post(driver, body, content_type)
        assert (answer["ok"], answer.get("warning")) == (True, warning)
        if warning:
            assert answer["response_metadata"]["warnings"] == [warning]


async def test_a_socket_is_asked_for_by_post(driver: Driver) -> None:
    """GET is insecure_request; other verbs are not served at all."""
    headers = {"Authorization": f"Bearer {driver.sandbox.app_token}"}
    url = driver.sandbox.api_url + "apps.connections.open"
    async with driver.http.get(url, headers=headers) as response:
        assert (await response.json())["error"] == "insecure_request"
    async with driver.http.delete(url, headers=headers) as response:
        assert response.status == 405
    async with driver.http.post(url, headers=headers) as response:
        assert response.headers["X-OAuth-Scopes"] == "connections:write"


async def test_a_caller_may_die_in_the_middle(
    driver: Driver, caplog: pytest.LogCaptureFixture
) -> None:
    """Half a body is no call, and nothing to complain of."""
    host, port = driver.sandbox.url.removeprefix("http://").split(":")
    _, writer = await asyncio.open_connection(host, int(port))
    head = f"POST /api/chat.postMessage HTTP/1.1\r\nHost: x\r\nContent-Type: {JSON}\r\n"
    writer.write(f'{head}Content-Length: 99\r\n\r\n{{"channel": "C0OPS"'.encode())
    await writer.drain()
    writer.transport.abort()
    assert (await driver.client.auth_test())["ok"]
    assert driver.messages("ops") == []
    assert [record for record in caplog.records if record.levelname == "ERROR"] == []
