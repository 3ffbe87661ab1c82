"""Tokens: what each kind may do, how they are given, expire, are refreshed and revoked."""

from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any, cast

import pytest
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from sandbox.grants import CLIENT_ID
from tests.sandbox.driver import Driver, driving
from tests.support import wait_until

Json = dict[str, Any]
# slack_sdk sends the client's secret as HTTP Basic in a way that aiohttp is about to drop.
pytestmark = pytest.mark.filterwarnings("ignore:BasicAuth is deprecated")
HALF_A_DAY_S = 43_200


@pytest.fixture
async def driver(tmp_path: Path) -> AsyncGenerator[Driver]:
    """A sandbox without a manifest, which allows everything."""
    async with driving(manifest_path=tmp_path / "none.yml") as driver:
        yield driver


def client(driver: Driver, token: str = "") -> AsyncWebClient:
    """A client with another token."""
    return AsyncWebClient(token=token, base_url=driver.sandbox.api_url, retry_handlers=[])


async def access(driver: Driver, **args: Any) -> Json:
    """oauth.v2.access with the app's own id and secret."""
    given: Json = {
        "client_id": CLIENT_ID,
        "client_secret": driver.sandbox.slack.tokens.client_secret,
        **args,
    }
    return cast("Json", (await client(driver).oauth_v2_access(**given)).data)


async def code(driver: Driver, **wanted: Any) -> str:
    """A code that somebody agreed to."""
    return str((await driver.post("app/authorize", **wanted))["code"])


async def refused(driver: Driver, **args: Any) -> str:
    """The error of oauth.v2.access."""
    with pytest.raises(SlackApiError) as error:
        await access(driver, **args)
    return str(cast("object", error.value.response["error"]))


async def state_of(driver: Driver, token: str) -> str:
    """ "ok", or why the token is refused."""
    try:
        await client(driver, token).auth_test()
    except SlackApiError as error:
        return str(cast("object", error.response["error"]))
    return "ok"


def events(driver: Driver, kind: str) -> list[Json]:
    """The events of a kind that wait for a bot."""
    pending = driver.sandbox.slack.store.load("pending").values()
    return [e["envelope"]["event"] for e in pending if e["envelope"]["event"]["type"] == kind]


class TestInstalling:
    async def test_a_code_gives_tokens_once(self, driver: Driver) -> None:
        """The bot's token, and the person's if their scopes were asked for."""
        given = await code(driver, user="ana", user_scope="users:read")
        answer = await access(driver, code=given)
        assert (answer["token_type"], answer["bot_user_id"]) == ("bot", "U0SIGNOFF")
        assert "refresh_token" not in answer
        assert await state_of(driver, answer["access_token"]) == "ok"
        authed = answer["authed_user"]
        own: Any = await client(driver, authed["access_token"]).auth_test()
        assert (own["user_id"], "bot_id" in own) == ("U0ANA", False)
        assert own.headers["x-oauth-scopes"] == "users:read"
        with pytest.raises(SlackApiError, match="not_allowed_token_type"):
            await client(driver, authed["access_token"]).chat_postMessage(channel="C0OPS", text="x")
        assert await refused(driver, code=given) == "invalid_code"

    async def test_what_is_wrong_is_named(self, driver: Driver) -> None:
        """Client, secret, code, address and kind of grant have their errors."""
        given = await code(driver, redirect_uri="https://bot.test/back")
        for args, error in (
            ({"client_id": "1.2"}, "invalid_client_id"),
            ({"client_secret": "x"}, "bad_client_secret"),
            ({"code": "x"}, "invalid_code"),
            ({"code": given, "redirect_uri": "https://elsewhere.test"}, "bad_redirect_uri"),
            ({"grant_type": "odd"}, "invalid_grant_type"),
            ({"grant_type": "refresh_token", "refresh_token": "x"}, "invalid_refresh_token"),
        ):
            assert await refused(driver, **args) == error
        old = await code(driver)
        await driver.post("clock", advance_s=601)
        assert await refused(driver, code=old) == "invalid_code"

    async def test_the_page_sends_the_installer_back_with_a_code(self, driver: Driver) -> None:
        """The state comes back unchanged."""
        url = f"{driver.sandbox.url}/oauth/v2/authorize"
        query = {"client_id": CLIENT_ID, "redirect_uri": "https://bot.test/back", "state": "s 1"}
        async with driver.http.get(url, params=query, allow_redirects=False) as answer:
            back = answer.headers["Location"]
        assert back.startswith("https://bot.test/back?code=")
        assert back.endswith("&state=s+1")
        given = back.partition("code=")[2].partition("&")[0]
        assert (await access(driver, code=given, redirect_uri=query["redirect_uri"]))["ok"]
        async with driver.http.get(url, params={**query, "client_id": "1"}) as answer:
            assert answer.status == 400


class TestRotation:
    async def test_a_token_expires_and_is_refreshed_once(self, driver: Driver) -> None:
        """After 12 h it is token_expired; the refresh token counts once."""
        await driver.post("app/rotation", on=True)
        first = await access(driver, code=await code(driver))
        assert (first["expires_in"], first["access_token"][:10]) == (HALF_A_DAY_S, "xoxe.xoxb-")
        assert (await client(driver, first["access_token"]).auth_test())["expires_in"]
        await driver.post("clock", advance_s=HALF_A_DAY_S)
        assert await state_of(driver, first["access_token"]) == "token_expired"
        again: Json = {"grant_type": "refresh_token", "refresh_token": first["refresh_token"]}
        second = await access(driver, **again)
        assert await state_of(driver, second["access_token"]) == "ok"
        assert second["refresh_token"] != first["refresh_token"]
        assert await refused(driver, **again) == "invalid_refresh_token"

    async def test_the_manifest_can_ask_for_it(self, tmp_path: Path) -> None:
        """And tokens and their state survive a restart of the workspace."""
        manifest = tmp_path / "manifest.yml"
        manifest.write_text(
            "{settings: {token_rotation_enabled: true}, oauth_config: {scopes: {bot: [commands]}}}"
        )
        options: Json = {"folder": tmp_path / "slack", "manifest_path": manifest}
        async with driving(**options) as driver:
            given = await access(driver, code=await code(driver, user_scope="users:read"))
            assert "refresh_token" in given["authed_user"]
        async with driving(**options) as driver:
            assert await state_of(driver, given["access_token"]) == "ok"
            refresh = given["authed_user"]["refresh_token"]
            new = await access(driver, grant_type="refresh_token", refresh_token=refresh)
            assert new["token_type"] == "user"


class TestRevoking:
    async def test_the_bots_token_is_revoked(self, driver: Driver) -> None:
        """Every call says so afterwards, and the app is told."""
        assert (await driver.post("app/revoke"))["revoked"] == ["U0SIGNOFF"]
        assert await state_of(driver, driver.sandbox.bot_token) == "token_revoked"
        (event,) = events(driver, "tokens_revoked")
        assert event["tokens"] == {"oauth": [], "bot": ["U0SIGNOFF"]}

    async def test_only_a_persons_token_is_revoked(self, driver: Driver) -> None:
        """The bot goes on."""
        answer = await access(driver, code=await code(driver, user="ana", user_scope="users:read"))
        await driver.post("app/revoke", oauth=["ana"])
        own = answer["authed_user"]["access_token"]
        assert await state_of(driver, own) == "token_revoked"
        assert await state_of(driver, driver.sandbox.bot_token) == "ok"
        (event,) = events(driver, "tokens_revoked")
        assert event["tokens"] == {"oauth": ["U0ANA"], "bot": []}
        assert (await driver.post("app/revoke", oauth=["zoe"]))["http"] == 404

    async def test_an_app_gives_its_own_token_up(self, driver: Driver) -> None:
        """auth.revoke with test only asks."""
        assert (await driver.client.auth_revoke(test=True))["revoked"] is False
        assert await state_of(driver, driver.sandbox.bot_token) == "ok"
        assert (await driver.client.auth_revoke())["revoked"] is True
        assert await state_of(driver, driver.sandbox.bot_token) == "token_revoked"
        assert len(events(driver, "tokens_revoked")) == 1
        given = await access(driver, code=await code(driver, user="ana", user_scope="users:read"))
        await client(driver, given["authed_user"]["access_token"]).auth_revoke()
        assert events(driver, "tokens_revoked")[-1]["tokens"]["oauth"] in ([], ["U0ANA"])

    async def test_an_uninstalled_app_hears_both_events_and_no_more(self, driver: Driver) -> None:
        """Its tokens are account_inactive; a new installation has a new token."""
        await driver.post("app/uninstall")
        await driver.does("ana", "say", channel="dm", text="anybody?")
        assert await state_of(driver, driver.sandbox.bot_token) == "account_inactive"
        assert len(events(driver, "app_uninstalled")) == len(events(driver, "tokens_revoked")) == 1
        assert events(driver, "message") == []
        token = (await driver.post("app/install"))["bot_token"]
        assert await state_of(driver, token) == "ok"
        await driver.does("ana", "say", channel="dm", text="there?")
        await wait_until(lambda: events(driver, "message"), "events again")
        assert (await driver.post("app/odd"))["http"] == 404
