"""`signoff check` against a Slack, a manifest and tokens that are wrong in one thing at a time."""

import shutil
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner

from bot.cli import main
from bot.cli.check_manifest import COMMANDS, EVENTS, SCOPES, SHORTCUTS, manifest_findings
from bot.cli.check_slack import check_slack
from bot.cli.finding import Finding
from bot.settings import Settings, load_settings
from sandbox.people import BOT_USER
from sandbox.server import Sandbox
from tests.walls.tree import ROOT

Json = dict[str, Any]
MANIFEST: Json = yaml.safe_load((ROOT / "manifest.yml").read_text("utf-8"))
URL = "https://signoff.example.test/slack/events"


@pytest.fixture
async def slack() -> AsyncGenerator[Sandbox]:
    """A local Slack."""
    async with Sandbox.start() as sandbox:
        yield sandbox


def with_tokens(env: pytest.MonkeyPatch, slack: Sandbox, **values: str | None) -> Settings:
    """The settings for this Slack, some of them changed or unset."""
    given: dict[str, str | None] = {
        "SLACK_API_URL": slack.api_url,
        "SLACK_BOT_TOKEN": slack.bot_token,
        "SLACK_APP_TOKEN": slack.app_token,
        **values,
    }
    for name, value in given.items():
        if value is not None:
            env.setenv(name, value)
        else:
            env.delenv(name, raising=False)
    return load_settings()


async def look(settings: Settings) -> list[Finding]:
    """What is found of Slack."""
    return await check_slack(settings, tuple(SCOPES), ())


def told(found: list[Finding], state: str) -> list[str]:
    """The words of the findings in a state; a problem or note says what to do."""
    some = [one for one in found if one.state == state]
    assert state == "ok" or all(one.fix for one in some)
    return [one.words for one in some]


class TestTokens:
    async def test_right_ones_are_right(self, bare: pytest.MonkeyPatch, slack: Sandbox) -> None:
        """So that each wrong one below is wrong by itself."""
        found = await look(with_tokens(bare, slack, SLACK_SIGNING_SECRET="0" * 32))
        assert told(found, "problem") == []

    @pytest.mark.parametrize(
        ("name", "value", "words"),
        [
            ("SLACK_BOT_TOKEN", " {bot}", "SLACK_BOT_TOKEN has spaces or quotes around it"),
            ("SLACK_BOT_TOKEN", '"{bot}"', "SLACK_BOT_TOKEN has spaces or quotes around it"),
            ("SLACK_APP_TOKEN", "{app}\n", "SLACK_APP_TOKEN has spaces or quotes around it"),
            (
                "SLACK_BOT_TOKEN",
                "xoxp-1-2",
                "SLACK_BOT_TOKEN holds a person's token, not a bot token",
            ),
            (
                "SLACK_APP_TOKEN",
                "{bot}",
                "SLACK_APP_TOKEN holds a bot token, not an app-level token",
            ),
            (
                "SLACK_BOT_TOKEN",
                "secret",
                "SLACK_BOT_TOKEN holds no token of Slack's, not a bot token",
            ),
            (
                "SLACK_SIGNING_SECRET",
                "{bot}",
                "SLACK_SIGNING_SECRET holds a bot token, not a signing secret",
            ),
            (
                "SLACK_BOT_TOKEN",
                "xoxe.xoxb-1-2",
                "SLACK_BOT_TOKEN is a token that expires after 12 hours and isn't renewed",
            ),
        ],
    )
    async def test_a_wrong_one_is_told_by_its_looks(
        self, bare: pytest.MonkeyPatch, slack: Sandbox, name: str, value: str, words: str
    ) -> None:
        """Which, and what it is instead; the token itself isn't shown."""
        value = value.format(bot=slack.bot_token, app=slack.app_token)
        found = await look(with_tokens(bare, slack, **{name: value}))
        assert told(found, "problem") == [words]
        assert value.strip(' "\n') not in str(found)

    async def test_swapped_ones_are_one_mistake(
        self, bare: pytest.MonkeyPatch, slack: Sandbox
    ) -> None:
        """Said once, not as two wrong tokens."""
        swapped = {"SLACK_BOT_TOKEN": slack.app_token, "SLACK_APP_TOKEN": slack.bot_token}
        found = await look(with_tokens(bare, slack, **swapped))
        assert told(found, "problem") == ["SLACK_APP_TOKEN and SLACK_BOT_TOKEN are swapped"]

    async def test_both_are_of_one_app(self, bare: pytest.MonkeyPatch, slack: Sandbox) -> None:
        """An app token of another app lets events of that one in."""
        other = slack.slack.grants.give("app", "A0OTHER")["access_token"]
        found = await look(with_tokens(bare, slack, SLACK_APP_TOKEN=other))
        words = "SLACK_APP_TOKEN is of the app A0OTHER, SLACK_BOT_TOKEN of A0SIGNOFF"
        assert told(found, "problem") == [words]

    async def test_a_revoked_one_is_told(self, bare: pytest.MonkeyPatch, slack: Sandbox) -> None:
        """And nothing more is asked with it."""
        slack.slack.grants.revoke("bot", {BOT_USER})
        found = await look(with_tokens(bare, slack))
        assert told(found, "problem") == ["SLACK_BOT_TOKEN: the token was revoked"]
        assert "channels" not in {one.area for one in found}


class TestScopes:
    async def test_each_lacking_scope_has_its_reason(
        self, bare: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        """The token's own scopes count, whatever the manifest on this machine asks for."""
        spoilt = {**MANIFEST, "oauth_config": {"scopes": {"bot": sorted(SCOPES)[2:]}}}
        path = tmp_path / "other.yml"
        path.write_text(yaml.safe_dump(spoilt), "utf-8")
        async with Sandbox.start(manifest_path=path) as slack:
            found = await check_slack(with_tokens(bare, slack), ("admin",), ())
        [words] = told(found, "problem")
        assert words.splitlines() == [
            "the token lacks",
            "admin",
            f"app_mentions:read: {SCOPES['app_mentions:read']}",
            f"assistant:write: {SCOPES['assistant:write']}",
        ]


class TestClock:
    @pytest.mark.parametrize(("ahead_s", "problems"), [(0, 0), (50, 0), (90, 1), (4000, 1)])
    async def test_a_clock_that_is_off_is_told(
        self, bare: pytest.MonkeyPatch, slack: Sandbox, ahead_s: float, problems: int
    ) -> None:
        """By the time in Slack's answer; a minute is too much, for five make signatures fail."""
        slack.slack.clock.advance(ahead_s)
        found = await look(with_tokens(bare, slack))
        assert len(told(found, "problem")) == problems
        [clock] = [one for one in found if one.area == "clock"]
        assert ("s behind Slack's" in clock.words) == bool(problems)


class TestChannels:
    async def test_where_it_is_and_who_else_sees_it(
        self, bare: pytest.MonkeyPatch, slack: Sandbox
    ) -> None:
        """All its channels, and those that another company shares."""
        found = [one for one in await look(with_tokens(bare, slack)) if one.area == "channels"]
        assert told(found, "ok") == [
            "in 5: #support, #ops, #ops-approvals, #private-deals, #partners"
        ]
        assert told(found, "note") == ["shared with another company: #partners"]

    async def test_no_channel_is_worth_a_note(
        self, bare: pytest.MonkeyPatch, slack: Sandbox
    ) -> None:
        """With the words to invite it by."""
        for channel in slack.slack.workspace.channels.values():
            channel.members.discard(BOT_USER)
        found = [one for one in await look(with_tokens(bare, slack)) if one.area == "channels"]
        assert [one.state for one in found] == ["note"]
        assert "/invite @signoff" in found[0].fix

    async def test_many_channels_come_in_pages(
        self, bare: pytest.MonkeyPatch, slack: Sandbox, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """All are counted, some are named."""
        monkeypatch.setattr("bot.cli.check_channels.PAGE", "2")
        monkeypatch.setattr("bot.cli.check_channels.NAMED", 3)
        found = await look(with_tokens(bare, slack))
        assert "in 5: #support, #ops, #ops-approvals, 2 more" in told(found, "ok")

    async def test_channels_that_can_not_be_seen_are_a_note(
        self, bare: pytest.MonkeyPatch, slack: Sandbox
    ) -> None:
        """Slack's refusal is told; nothing else stops."""
        slack.slack.faults.order(
            {"kind": "error", "method": "users.conversations", "error": "missing_scope"}
        )
        found = await look(with_tokens(bare, slack))
        assert "which channels it is in can't be seen: missing_scope" in told(found, "note")
        assert "Socket Mode can be opened" in told(found, "ok")


def _drop(*keys: str | int) -> Any:
    def spoil(manifest: Any) -> None:
        for key in keys[:-1]:
            manifest = manifest[key]
        del manifest[keys[-1]]

    return spoil


def _put(value: object, *keys: str | int) -> Any:
    def spoil(manifest: Any) -> None:
        for key in keys[:-1]:
            manifest = manifest[key]
        manifest[keys[-1]] = value

    return spoil


def _over_http(manifest: Json) -> None:
    manifest["settings"]["socket_mode_enabled"] = False
    manifest["settings"]["event_subscriptions"]["request_url"] = URL
    manifest["settings"]["interactivity"]["request_url"] = URL
    for command in manifest["features"]["slash_commands"]:
        command["url"] = URL


def _manifest(path: Path, *spoil: Any) -> Path:
    manifest = yaml.safe_load((ROOT / "manifest.yml").read_text("utf-8"))
    for each in spoil:
        each(manifest)
    file = path / "manifest.yml"
    file.write_text(yaml.safe_dump(manifest), "utf-8")
    return file


class TestManifest:
    def test_ours_asks_for_no_more_and_no_less(self) -> None:
        """Each scope, event, command and shortcut of manifest.yml has its reason here."""
        features, settings = MANIFEST["features"], MANIFEST["settings"]
        assert set(MANIFEST["oauth_config"]["scopes"]["bot"]) == set(SCOPES)
        assert set(settings["event_subscriptions"]["bot_events"]) == set(EVENTS)
        assert [one["command"] for one in features["slash_commands"]] == list(COMMANDS)
        assert {one["callback_id"]: one["type"] for one in features["shortcuts"]} == SHORTCUTS

    @pytest.mark.parametrize(
        ("spoil", "words"),
        [
            (
                _put([*sorted(SCOPES)[1:]], "oauth_config", "scopes", "bot"),
                "asks for no app_mentions:read: to hear when it is mentioned",
            ),
            (
                _put([*sorted(EVENTS)[:-2]], "settings", "event_subscriptions", "bot_events"),
                "doesn't subscribe to\nmessage.mpim: group direct messages\n"
                "tokens_revoked: when its token is revoked",
            ),
            (_drop("features", "slash_commands", 1), "has no slash command /approvals"),
            (
                _drop("features", "shortcuts", 0),
                "has no global shortcut with the callback_id new_task",
            ),
            (
                _put("task", "features", "shortcuts", 1, "callback_id"),
                "has no message shortcut with the callback_id hand_to_signoff",
            ),
            (
                _put(False, "settings", "interactivity", "is_enabled"),
                "has interactivity off: no button and no form would reach the bot",
            ),
            (_drop("features", "app_home", "home_tab_enabled"), "has no Home tab"),
            (
                _put(True, "features", "app_home", "messages_tab_read_only_enabled"),
                "lets nobody write to the bot directly",
            ),
            (
                _drop("features", "agent_view"),
                "has no agent_view: Slack shows no status and no Stop",
            ),
            (
                _put({}, "features", "assistant_view"),
                "has the older assistant_view, which Slack refuses for new apps",
            ),
            (_drop("features", "bot_user"), "has no bot user: there would be no token for it"),
            (
                _put(True, "settings", "token_rotation_enabled"),
                "has token rotation on: the bot's token would expire after 12 hours, and isn't"
                " renewed",
            ),
        ],
    )
    def test_what_the_bot_needs_is_told(
        self, bare: pytest.MonkeyPatch, tmp_path: Path, spoil: Any, words: str
    ) -> None:
        """One thing is missing, and one thing is said, with what to do."""
        bare.setenv("SLACK_APP_TOKEN", "xapp-1")
        assert told(manifest_findings(_manifest(tmp_path), load_settings())[1], "problem") == []
        path = _manifest(tmp_path, spoil)
        found = manifest_findings(path, load_settings())[1]
        assert told(found, "problem") == [f"{path} {words}"]

    @pytest.mark.parametrize(
        ("spoil", "words"),
        [
            (
                _drop("settings", "interactivity", "request_url"),
                "gives no https address that ends in /slack/events for interactivity",
            ),
            (
                _put("http://x.test/slack/events", "features", "slash_commands", 0, "url"),
                "gives no https address that ends in /slack/events for /task",
            ),
            (
                _put("https://x.test/", "settings", "event_subscriptions", "request_url"),
                "gives no https address that ends in /slack/events for event_subscriptions",
            ),
            (
                _put("https://x.test/slack/events", "features", "slash_commands", 1, "url"),
                "gives different addresses for event_subscriptions, interactivity, /task,"
                " /approvals",
            ),
        ],
    )
    def test_over_http_all_leads_to_one_place(
        self, bare: pytest.MonkeyPatch, tmp_path: Path, spoil: Any, words: str
    ) -> None:
        """Events, buttons and commands each have an address, and it is the same."""
        bare.setenv("SLACK_SIGNING_SECRET", "0" * 32)
        good = _manifest(tmp_path, _over_http)
        assert told(manifest_findings(good, load_settings())[1], "problem") == []
        path = _manifest(tmp_path, _over_http, spoil)
        found = manifest_findings(path, load_settings())[1]
        assert told(found, "problem") == [f"{path} {words}"]


def test_several_lines_are_printed_under_each_other(
    bare: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A list of scopes stands below its first line, indented like the rest."""
    shutil.copy(ROOT / "signoff.yaml", tmp_path)
    bare.chdir(tmp_path)
    bare.setenv("SLACK_API_URL", "http://127.0.0.1:1/")
    bare.setenv("REDIS_URL", f"unix://{tmp_path}/none")
    _manifest(tmp_path, _put(sorted(SCOPES)[2:], "oauth_config", "scopes", "bot"))
    out = CliRunner().invoke(main, ["check"]).output
    assert "PROBLEM  manifest  manifest.yml asks for no\n" in out
    assert "\n                   app_mentions:read: to hear when it is mentioned\n" in out
