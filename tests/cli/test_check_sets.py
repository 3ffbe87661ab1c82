"""`signoff check` reads each set that a rule names, and says who is on call."""

from pathlib import Path

import pytest

from bot.cli.check_sets import check_sets
from bot.settings import load_settings
from sandbox.server import Sandbox
from tests.calendar.ics import event, ics
from tests.config.people import PEOPLE

HERE = (
    PEOPLE.replace("team: T1", "team: T0SIGNOFF")
    .replace("user: U1", "user: U0ANA")
    .replace("user: U2", "user: U0BEN")
)
ALWAYS = {"start": ":20200101T090000Z", "end": ":21200101T090000Z"}


async def look(
    env: pytest.MonkeyPatch, folder: Path, approvers: str, schedules: str = "{}"
) -> list[tuple[str, str, bool]]:
    """State, words and whether there is something to do, of each finding."""
    file = folder / "signoff.yaml"
    rule = f"{{name: r, tools: x, verdict: ask, approvers: {approvers}}}"
    file.write_text(f"{HERE}schedules: {schedules}\npolicy:\n  rules:\n    - {rule}\n")
    env.setenv("SIGNOFF_CONFIG", str(file))
    async with Sandbox.start() as slack:
        env.setenv("SLACK_API_URL", slack.api_url)
        env.setenv("SLACK_BOT_TOKEN", slack.bot_token)
        found = await check_sets(load_settings())
    return [(one.state, one.words, bool(one.fix)) for one in found]


@pytest.mark.parametrize(
    ("approvers", "state", "words"),
    [
        ("{groups: S0ONCALL}", "ok", "the user group S0ONCALL: Ben"),
        ("{groups: S0ADMINS}", "problem", "nobody in the user group S0ADMINS stands in the policy's"
         " people"),
        ("{groups: S0NONE}", "problem", "the user group S0NONE can't be read: Slack answered "
         "no_such_subteam"),
        ("{channels: C0DEALS}", "ok", "the members of the channel C0DEALS: Ana, Ben"),
        ("{channels: C0NONE}", "problem", "the members of the channel C0NONE can't be read: Slack "
         "answered channel_not_found"),
    ],
)  # fmt: skip
async def test_each_set_is_read(
    bare: pytest.MonkeyPatch, tmp_path: Path, approvers: str, state: str, words: str
) -> None:
    """A set of which nobody is linked is as good as none."""
    assert await look(bare, tmp_path, approvers) == [(state, words, state == "problem")]


async def test_who_is_on_call_is_said(bare: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Of every schedule, also of one that no rule names."""
    calendar = tmp_path / "oncall.ics"
    calendar.write_bytes(ics(event("SUMMARY:Ben on call", **ALWAYS)))
    people = "people: {ben on call: ben}"
    rota = "{people: ana, starts: 2020-01-01T09:00, every: 7d, zone: Europe/Madrid}"
    later = rota.replace("2020", "2120")
    schedules = (
        f"{{now: {{rota: {rota}}}, later: {{rota: {later}}}, file: {{ical: {calendar}, {people}}},"
        f" secret: {{ical_env: SIGNOFF_SOME_CALENDAR, {people}}}}}"
    )
    found = await look(bare, tmp_path, "{schedules: file}", schedules)
    assert found == [
        ("ok", "who is on call for file: Ben", False),
        ("ok", "who is on call for now: Ana", False),
        ("problem", "who is on call for later: nobody is, now", True),
        ("problem", "who is on call for secret can't be read: SIGNOFF_SOME_CALENDAR isn't set: it "
         "holds the calendar's address", True),
    ]  # fmt: skip


async def test_nothing_is_said_where_there_is_nothing_to_read(
    bare: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """No set, no token, a token that Slack refuses, a file that can't be read: said elsewhere."""
    assert await look(bare, tmp_path, "{roles: approver}") == []
    assert await look(bare, tmp_path, "{roles: aprover}") == []
    assert len(await look(bare, tmp_path, "{groups: S0ONCALL}")) == 1
    async with Sandbox.start() as slack:
        bare.setenv("SLACK_API_URL", slack.api_url)
        bare.setenv("SLACK_BOT_TOKEN", "xoxb-wrong")
        assert await check_sets(load_settings()) == []
    bare.delenv("SLACK_BOT_TOKEN")
    assert await check_sets(load_settings()) == []
