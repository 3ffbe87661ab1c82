"""The Web API's door: argument forms, tokens, scopes, what is unknown, and the coverage table."""

import json
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from slack_sdk.errors import SlackApiError

from sandbox.coverage import COVERAGE
from sandbox.registry import METHODS
from tests.sandbox.driver import Driver, driving

SECTION = [{"type": "section", "text": {"type": "mrkdwn", "text": "hello"}}]


@pytest.fixture
async def driver(tmp_path: Path) -> AsyncGenerator[Driver]:
    """A sandbox without a manifest, which allows everything."""
    async with driving(manifest_path=tmp_path / "none.yml") as driver:
        yield driver


async def call(driver: Driver, method: str, **options: Any) -> dict[str, Any]:
    """POST with the bot's token; options as aiohttp takes them."""
    headers = {"Authorization": f"Bearer {driver.sandbox.bot_token}"} | options.pop("headers", {})
    url = driver.sandbox.api_url + method
    async with driver.http.post(url, headers=headers, **options) as response:
        return await response.json()


class TestForms:
    @pytest.mark.parametrize("form", ["query", "urlencoded", "json", "multipart"])
    async def test_every_form_of_arguments_is_read(self, driver: Driver, form: str) -> None:
        """Nested values are JSON values in a JSON body and JSON text everywhere else."""
        text = {"channel": "C0OPS", "text": "hi", "blocks": json.dumps(SECTION)}
        options: dict[str, Any] = {"data": text}
        if form == "query":
            options = {"params": text}
        elif form == "json":
            options = {"json": {**text, "blocks": SECTION}}
        elif form == "multipart":
            with aiohttp.MultipartWriter("form-data") as writer:
                for name, value in text.items():
                    writer.append(value).set_content_disposition("form-data", name=name)
            options = {"data": writer}
        answer = await call(driver, "chat.postMessage", **options)
        assert answer["ok"], answer
        assert answer["message"]["blocks"][0]["text"]["verbatim"] is False

    async def test_a_token_may_be_an_argument(self, driver: Driver) -> None:
        """Without a header the argument `token` counts."""
        data = {"token": driver.sandbox.bot_token}
        async with driver.http.post(driver.sandbox.api_url + "auth.test", data=data) as response:
            answer = await response.json()
        assert (answer["ok"], answer["user_id"]) == (True, "U0SIGNOFF")

    async def test_blocks_that_are_no_json_have_their_own_error(self, driver: Driver) -> None:
        """Text that can't be parsed is invalid_blocks_format, not a list of problems."""
        data = {"channel": "C0OPS", "blocks": "[{"}
        assert (await call(driver, "chat.postMessage", data=data))["error"] == (
            "invalid_blocks_format"
        )


class TestRefusals:
    @pytest.mark.parametrize(
        ("headers", "error"),
        [
            ({"Authorization": ""}, "not_authed"),
            ({"Authorization": "Bearer xoxb-wrong"}, "invalid_auth"),
        ],
    )
    async def test_a_bad_token_is_refused(
        self, driver: Driver, headers: dict[str, str], error: str
    ) -> None:
        """No token and a wrong token have different errors."""
        assert (await call(driver, "chat.delete", headers=headers))["error"] == error

    async def test_each_kind_of_token_has_its_methods(self, driver: Driver) -> None:
        """The app-level token opens sockets only, and the bot's token does not."""
        app = {"Authorization": f"Bearer {driver.sandbox.app_token}"}
        wrong = "not_allowed_token_type"
        assert (await call(driver, "chat.postMessage", headers=app))["error"] == wrong
        assert (await call(driver, "apps.connections.open"))["error"] == wrong
        assert (await call(driver, "apps.connections.open", headers=app))["ok"]

    async def test_what_is_unknown_or_missing_is_refused(self, driver: Driver) -> None:
        """An unknown method, an unknown argument and a missing one are all errors."""
        assert (await call(driver, "chat.shout"))["error"] == "unknown_method"
        answer = await call(driver, "chat.delete", data={"channel": "C0OPS", "loud": "1"})
        assert answer["error"] == "invalid_arguments"
        assert answer["response_metadata"]["messages"] == [
            "[ERROR] invalid additional property: loud [json-pointer:/loud]",
            "[ERROR] missing required field: ts [json-pointer:/ts]",
        ]

    async def test_a_scope_that_the_manifest_lacks_is_named(self, tmp_path: Path) -> None:
        """missing_scope says what is needed and what the app has; the address is left out."""
        manifest = tmp_path / "manifest.yml"
        manifest.write_text("oauth_config: {scopes: {bot: [users:read, channels:read]}}")
        async with driving(manifest_path=manifest) as driver:
            with pytest.raises(SlackApiError) as refused:
                await driver.client.chat_postMessage(channel="C0OPS", text="x")
            assert refused.value.response["needed"] == "chat:write"
            assert refused.value.response["provided"] == "channels:read,users:read"
            info = await driver.client.users_info(user="U0ANA")
            assert "email" not in info["user"]["profile"]  # pyright: ignore[reportOptionalSubscript]
            assert (await driver.client.conversations_info(channel="C0OPS"))["ok"]
            with pytest.raises(SlackApiError, match="missing_scope"):
                await driver.client.conversations_info(channel="C0DEALS")


def test_the_coverage_table_names_exactly_the_methods_that_exist() -> None:
    """What is called absent is absent, and everything else is served."""
    assert {name for name, (part, _) in COVERAGE.items() if part != "absent"} == set(METHODS)
