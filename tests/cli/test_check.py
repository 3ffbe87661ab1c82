"""`signoff check` finds what would keep a start from working, and says what to do."""

import re
import shutil
from collections.abc import AsyncGenerator
from pathlib import Path

import pytest
from click.testing import CliRunner

from bot.cli import main
from bot.cli.check import findings
from bot.cli.check_manifest import manifest_findings
from bot.cli.check_pages import page_findings
from bot.cli.check_parts import check_model, check_redis, config_findings
from bot.cli.check_slack import check_slack
from bot.cli.finding import Finding
from bot.core.rules import Person
from bot.settings import Settings, load_settings
from bot.store import EmbeddedRedis, RedisStore
from sandbox.server import Sandbox
from tests.walls.tree import ROOT

PLAIN = Settings.model_validate({})

HTTP_OFF = {"SLACK_APP_TOKEN": None, "SLACK_SIGNING_SECRET": None}


@pytest.fixture
async def slack() -> AsyncGenerator[Sandbox]:
    """A local Slack with its scripted model."""
    async with Sandbox.start() as sandbox:
        yield sandbox


@pytest.fixture
def good(
    bare: pytest.MonkeyPatch, tmp_path: Path, slack: Sandbox, redis: EmbeddedRedis
) -> pytest.MonkeyPatch:
    """An environment and a folder in which all is well; the monkeypatch to spoil it with."""
    for name in ("signoff.yaml", "manifest.yml"):
        shutil.copy(ROOT / name, tmp_path)
    bare.chdir(tmp_path)
    values = {
        "SLACK_API_URL": slack.api_url,
        "SLACK_BOT_TOKEN": slack.bot_token,
        "SLACK_APP_TOKEN": slack.app_token,
        "REDIS_URL": redis.url,
        "OPENAI_BASE_URL": f"{slack.url}/model/v1",
        "OPENAI_API_KEY": "any",
        "SIGNOFF_MODEL": "signoff-scripted-demo",
    }
    for name, value in values.items():
        bare.setenv(name, value)
    return bare


def settings(spoil: pytest.MonkeyPatch, **values: str | None) -> Settings:
    """The settings after some were changed, or unset."""
    for name, value in values.items():
        if value is None:
            spoil.delenv(name, raising=False)
        else:
            spoil.setenv(name, value)
    return load_settings()


def problems(found: list[Finding]) -> list[str]:
    """The words of what is wrong."""
    return [f"{one.area}: {one.words}" for one in found if one.state == "problem"]


async def test_all_is_well(good: pytest.MonkeyPatch) -> None:
    """Every part is looked at, and nothing is found; asked live, the model answers."""
    for live in (False, True):
        found = await findings(settings(good), live=live)
        assert problems(found) == []
        areas = {one.area for one in found if one.state == "ok"}
        slack = {"manifest", "slack", "scopes", "clock", "channels"}
        assert areas == slack | {"settings", "policy", "tools", "redis", "model"}


async def test_looking_changes_nothing(good: pytest.MonkeyPatch, redis: EmbeddedRedis) -> None:
    """A namespace that was only looked at takes any shard count afterwards."""
    await findings(settings(good, SIGNOFF_NAMESPACE="looked", SIGNOFF_SHARDS="4"))
    async with RedisStore.open(redis.url, namespace="looked:", shards=2) as store:
        assert store.shards == 2
    [words] = problems(await check_redis(settings(good)))
    assert words == "redis: its runs are in 2 shards, but SIGNOFF_SHARDS is 4"


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"SLACK_BOT_TOKEN": None}, "SLACK_BOT_TOKEN is missing"),
        ({"SLACK_BOT_TOKEN": "xoxb-0-wrong"}, "SLACK_BOT_TOKEN: Slack doesn't know this token"),
        ({"SLACK_APP_TOKEN": "xapp-wrong"}, "SLACK_APP_TOKEN: Slack doesn't know this token"),
        (HTTP_OFF, "neither SLACK_APP_TOKEN nor SLACK_SIGNING_SECRET is set: nothing can come in"),
        (
            {"SLACK_API_URL": "http://127.0.0.1:1/"},
            "auth.test can't be reached (ClientConnectorError)",
        ),
    ],
)
async def test_tokens_that_do_not_work_are_named(
    good: pytest.MonkeyPatch, values: dict[str, str | None], words: str
) -> None:
    """Which one and why; before it was spoilt nothing was wrong."""
    assert problems(await check_slack(settings(good), (), ())) == []
    found = await check_slack(settings(good, **values), (), ())
    assert f"slack: {words}" in problems(found)
    assert all(one.fix for one in found if one.state == "problem")


async def test_over_http_a_secret_is_enough(good: pytest.MonkeyPatch) -> None:
    """Without an app token Slack is received at an address, which is said."""
    found = await check_slack(settings(good, **{**HTTP_OFF, "SLACK_SIGNING_SECRET": "s"}), (), ())
    assert problems(found) == []
    assert found[-2].words == "receives over HTTP on 127.0.0.1:3000"
    assert (found[-1].state, "/slack/events" in found[-1].fix) == ("note", True)


async def test_scopes_and_teams_are_compared(good: pytest.MonkeyPatch) -> None:
    """A scope that the manifest has and the token hasn't; a person of another team."""
    people = (Person("zoe", "Zoe", "T9", "U9"), Person("ana", "Ana", "T0SIGNOFF", "U0ANA"))
    found = await check_slack(settings(good), ("chat:write", "admin:all"), people)
    assert problems(found) == ["scopes: the token lacks admin:all"]
    notes = [one.words for one in found if one.state == "note" and one.area == "slack"]
    assert notes == ["not of this team: zoe"]


async def test_a_slack_that_speaks_no_slack_is_said(
    good: pytest.MonkeyPatch, slack: Sandbox
) -> None:
    """An address that answers something else, and a server that hides the scopes."""
    found = await check_slack(settings(good, SLACK_API_URL=f"{slack.url}/sandbox/"), ("a",), ())
    assert problems(found)[0].startswith("slack: ")


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"OPENAI_API_KEY": None, "OPENAI_BASE_URL": None}, r"no model is named"),
        ({"SIGNOFF_MODEL": "gpt-9"}, r"http\S+ has no model gpt-9"),
        ({"OPENAI_BASE_URL": "http://127.0.0.1:1/v1"}, r"\S+ can't be reached \(\w+\)"),
    ],
)
async def test_a_model_that_can_not_be_used_is_said(
    good: pytest.MonkeyPatch, values: dict[str, str | None], words: str
) -> None:
    """None named, unknown, or away; the same settings unspoilt are fine."""
    assert problems(await check_model(settings(good), False)) == []
    [found] = await check_model(settings(good, **values), False)
    assert (found.state, bool(found.fix)) == ("problem", True)
    assert re.fullmatch(words, found.words)


async def test_a_server_without_a_list_is_asked_only_live(
    good: pytest.MonkeyPatch, slack: Sandbox
) -> None:
    """No list is no problem; live, an address that isn't a model's is one."""
    spoilt = settings(good, OPENAI_BASE_URL=f"{slack.url}/nothing")
    [found] = await check_model(spoilt, False)
    assert (found.state, "lists no models (HTTP 404)" in found.words) == ("note", True)
    [asked] = await check_model(spoilt, True)
    assert asked.state == "problem"
    [azure] = await check_model(settings(good, OPENAI_API_VERSION="2024-10-21"), False)
    assert azure.state == "note"


async def test_a_redis_that_is_away_or_no_address_is_said(
    good: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Each in its own words."""
    away = await check_redis(settings(good, REDIS_URL=f"unix://{tmp_path}/none"))
    assert problems(away)[0].startswith("redis: Redis can't be reached")
    odd = await check_redis(settings(good, REDIS_URL="redis://x:port/0"))
    assert problems(odd)[0].startswith("redis: REDIS_URL can't be read")


async def test_the_guide_shows_what_is_said(good: pytest.MonkeyPatch) -> None:
    """Each line that docs/slack.md proves a step by is one that is said; figures and names vary."""
    guide = (ROOT / "docs/slack.md").read_text("utf-8")
    shown = re.findall(r"^ok +(\w+) +(.+)$", guide, re.MULTILINE)
    said = [(one.area, one.words) for one in await findings(settings(good)) if one.state == "ok"]
    plain = {(area, _without_figures(words)) for area, words in said}
    assert {(area, _without_figures(words)) for area, words in shown} <= plain
    assert {area for area, _ in shown} == {area for area, _ in said} - {"settings"}


def _without_figures(words: str) -> str:
    """Words without numbers, and without the model, which is another one in the guide."""
    return re.sub(r"\S+ at https?://\S+|version \w+|[\d.]+", "*", words)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("bot.tools.shop", "bot.tools.shopp", r"tools: can't be used: ModuleNotFoundError: .*"),
        ("bot.tools.shop", "bot.mask", r"tools: can't be used: .*no tools"),
        ("refund_order", "refund_ordr", r"policy: .*matches no tool; did you mean refund_order\?"),
        ("verdict: by_risk", "verdict: maybe", r"policy: .*\.yaml:\d+:16: .* is maybe; write .*"),
    ],
)
def test_a_policy_that_does_not_fit_is_a_problem(
    tmp_path: Path, old: str, new: str, words: str
) -> None:
    """With line and column where it is the file's."""
    path = tmp_path / "s.yaml"
    text = (ROOT / "signoff.yaml").read_text("utf-8")
    path.write_text(text, "utf-8")
    found, people = config_findings(path, PLAIN)
    assert (problems(found), len(people)) == ([], 5)
    path.write_text(text.replace(old, new), "utf-8")
    [wrong] = problems(config_findings(path, PLAIN)[0])
    assert re.fullmatch(words, wrong)


@pytest.mark.parametrize(
    ("name", "state", "words"),
    [
        ("tests.stories.host:look", "ok", "tests.stories.host:look is asked about each call"),
        ("tests.stories.host:lok", "problem", r".*s\.yaml:2:9: can't be used: .* no function lok"),
        ("tests.stories.hots:look", "problem", r".*can't be used: ModuleNotFoundError: .*"),
    ],
)
def test_a_review_hook_is_tried(tmp_path: Path, name: str, state: str, words: str) -> None:
    """It is imported, as at a start; with line and column if it can't be used."""
    path = tmp_path / "s.yaml"
    path.write_text(f"policy: block_all\nreview: {name}\n")
    found = config_findings(path, PLAIN)[0][-1]
    assert (found.area, found.state) == ("review", state)
    assert re.fullmatch(words, found.words)


def test_a_policy_that_asks_nobody_is_announced(tmp_path: Path) -> None:
    """Autonomy is allowed, and said; so is an agent without tools."""
    path = tmp_path / "s.yaml"
    path.write_text("policy: allow_all")
    found, _ = config_findings(path, PLAIN)
    assert [one.state for one in found] == ["ok", "note", "ok"]
    assert "allow_all" in found[1].words
    assert found[2].words == "none: the agent can only talk"


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("      - app_mention\n", "", "doesn't subscribe to app_mention"),
        ("    bot:\n", "    user:\n", "asks for no bot scopes"),
        ("socket_mode_enabled: true", "socket_mode_enabled: false", "says HTTP, but"),
        ("_metadata:", "\t_metadata:", "can't be read: ScannerError"),
        ("oauth_config:", "oauth:", "asks for no bot scopes"),
    ],
)
def test_a_manifest_that_does_not_fit_is_a_problem(
    good: pytest.MonkeyPatch, tmp_path: Path, old: str, new: str, words: str
) -> None:
    """Events, scopes and the way in are compared with what the bot needs."""
    path = tmp_path / "manifest.yml"
    scopes, found = manifest_findings(path, settings(good))
    assert (problems(found), "chat:write" in scopes) == ([], True)
    path.write_text(path.read_text("utf-8").replace(old, new), "utf-8")
    assert any(words in line for line in problems(manifest_findings(path, settings(good))[1]))


def test_socket_mode_needs_its_token(good: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """And a manifest that isn't there is only a note."""
    spoilt = settings(good, SLACK_APP_TOKEN=None)
    path = tmp_path / "manifest.yml"
    [words] = problems(manifest_findings(path, spoilt)[1])
    assert "says Socket Mode, but there is no SLACK_APP_TOKEN" in words
    path.unlink()
    assert [one.state for one in manifest_findings(path, spoilt)[1]] == ["note"]


def test_the_command_counts_what_is_to_fix(bare: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Problems with what to do, and exit code 1; settings that can't be read end it early."""
    bare.chdir(tmp_path)
    bare.setenv("REDIS_URL", f"unix://{tmp_path}/none")
    done = CliRunner().invoke(main, ["check"])
    assert done.exit_code == 1
    assert "\nPROBLEM  redis     Redis can't be reached" in done.output
    assert "\n                   → start Redis 6.2 or later, or set REDIS_URL\n" in done.output
    count = done.output.count("PROBLEM")
    assert done.output.endswith(f"\n{count} to fix.\n")
    bare.setenv("SIGNOFF_SHARDS", "many")
    early = CliRunner().invoke(main, ["check"])
    assert (early.exit_code, early.output.count("PROBLEM")) == (1, 1)
    assert "SIGNOFF_SHARDS" in early.output


PAGES = {"SIGNOFF_PUBLIC_URL": "https://forms.example", "SIGNOFF_SECRET_KEY": "A" * 43}


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({}, ["note: there are none: a password"]),
        (PAGES, ["ok: web forms are at https://forms.example", "note: the server listens on 127"]),
        ({**PAGES, "SIGNOFF_HOST": "0.0.0.0"}, ["ok: web forms"]),  # noqa: S104 - in a container
        (
            {**PAGES, "SIGNOFF_PUBLIC_URL": "http://localhost:3000"},
            ["ok: web forms", "note: only browsers on this machine"],
        ),
    ],
)
def test_web_forms_are_looked_at(given: dict[str, str], said: list[str]) -> None:
    """There need be none; where there are, whether a browser gets to them."""
    found = page_findings(Settings.model_validate(given))
    told = [f"{one.state}: {one.words}" for one in found]
    assert len(told) == len(said)
    assert all(line.startswith(start) for line, start in zip(told, said, strict=True)), told
