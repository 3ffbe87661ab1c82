"""`signoff check`: looks at everything that a start needs, and says what to fix."""

import asyncio
from pathlib import Path

import click

from bot.cli.check_manifest import manifest_findings
from bot.cli.check_pages import page_findings
from bot.cli.check_parts import check_model, check_redis, config_findings
from bot.cli.check_routes import check_routes
from bot.cli.check_sets import check_sets
from bot.cli.check_slack import check_slack
from bot.cli.finding import Finding, ok, problem
from bot.settings import Settings, SettingsTrouble, load_settings

MARKS = {"ok": "ok", "note": "note", "problem": "PROBLEM"}


def check_all(*, live: bool) -> int:
    """Prints what was found; 0 if nothing is wrong, else 1."""
    try:
        settings = load_settings()
    except SettingsTrouble as trouble:
        found = [problem("settings", line) for line in str(trouble).splitlines()]
    else:
        found = asyncio.run(findings(settings, live=live))
    for finding in found:
        _print(finding)
    problems = sum(finding.state == "problem" for finding in found)
    click.echo(f"\n{problems} to fix." if problems else "\nAll is well.")
    return 1 if problems else 0


async def findings(settings: Settings, *, live: bool = False) -> list[Finding]:
    """Every finding; nothing is changed anywhere. `live` asks the model for a word."""
    config, people = config_findings(settings.config, settings)
    scopes, manifest = manifest_findings(Path("manifest.yml"), settings)
    # One after the other: an import that one needs would count as another's slowness.
    outside = [
        await check_slack(settings, scopes, people),
        await check_sets(settings),
        await check_routes(settings),
        await check_redis(settings),
        await check_model(settings, live),
    ]
    return [
        ok("settings", "are readable"),
        *config,
        *manifest,
        *page_findings(settings),
        *(finding for part in outside for finding in part),
    ]


def _print(finding: Finding) -> None:
    lines = finding.words.splitlines() or [""]
    click.echo(f"{MARKS[finding.state]:8} {finding.area:9} {lines[0]}")
    for line in lines[1:]:
        click.echo(f"{'':18} {line}")
    if finding.fix:
        click.echo(f"{'':18} → {finding.fix}")
