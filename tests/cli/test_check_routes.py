"""`signoff check` looks at each channel that cards are routed to."""

from pathlib import Path

import pytest

from bot.cli.check_routes import check_routes
from bot.settings import load_settings
from sandbox.server import Sandbox
from tests.config.people import PEOPLE


async def look(
    env: pytest.MonkeyPatch, folder: Path, agent: str, rule: str = "verdict: by_risk"
) -> list[tuple[str, str]]:
    """State and words of each finding; a note or problem says what to do."""
    file = folder / "signoff.yaml"
    rules = f'policy:\n  rules:\n    - {{name: r, tools: "*", {rule}}}\n'
    file.write_text(f"{PEOPLE}agent: {agent}\n{rules}")
    env.setenv("SIGNOFF_CONFIG", str(file))
    async with Sandbox.start() as slack:
        slack.slack.workspace.channels["C0OPS"].members.discard("U0SIGNOFF")
        env.setenv("SLACK_API_URL", slack.api_url)
        env.setenv("SLACK_BOT_TOKEN", slack.bot_token)
        found = await check_routes(load_settings())
    assert all(one.state == "ok" or one.fix for one in found)
    return [(one.state, one.words) for one in found]


@pytest.mark.parametrize(
    ("channel", "state", "words"),
    [
        ("C0APPROVALS", "ok", "cards are routed to #ops-approvals"),
        ("C0OPS", "problem", "cards are routed to #ops, but the bot isn't in it"),
        ("C0PARTNERS", "problem", "#partners, which is shared with another company"),
        ("C0NOWHERE", "problem", "C0NOWHERE, which can't be seen: channel_not_found"),
    ],
)
async def test_each_route_is_looked_at(
    bare: pytest.MonkeyPatch, tmp_path: Path, channel: str, state: str, words: str
) -> None:
    """An ops channel and a rule's own route alike."""
    found = await look(bare, tmp_path, f"{{ops_channels: [{channel}]}}")
    assert [one[0] for one in found] == [state] and words in found[0][1]
    ruled = await look(
        bare, tmp_path, "{ops_channels: [C0APPROVALS]}", f"verdict: ask, route: {channel}"
    )
    assert found[0] in ruled


async def test_no_ops_channel_is_worth_knowing(bare: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Unless nobody is ever asked."""
    assert [one[0] for one in await look(bare, tmp_path, "{}")] == ["note"]
    assert await look(bare, tmp_path, "{}", "verdict: refuse") == []
    assert await look(bare, tmp_path, "{human_in_the_loop: false}") == []
