"""Imports go one way: each contract of pyproject.toml passes a clean tree and no wrong one."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.walls.tree import ROOT

# One module a layer and adapter is enough: the contracts name packages.
CLEAN = {
    "bot/__init__.py": "",
    "bot/__main__.py": "import bot.cli",
    "bot/cli.py": "import bot.app",
    "bot/app.py": "import bot.config, bot.engine, bot.slack.listeners, bot.store.scripts, bot.log",
    "bot/config.py": "import bot.core.policy, bot.settings",
    "bot/review.py": "import dataclasses",
    "bot/settings.py": "import os",
    "bot/log.py": "import structlog",
    "bot/engine.py": "import asyncio, time, bot.ports, bot.core.call",
    "bot/ports.py": "import bot.core.call",
    "bot/core/__init__.py": "",
    "bot/core/call.py": "import dataclasses, hashlib, json",
    "bot/core/policy.py": "import bot.core.call, pydantic",
    "bot/slack/__init__.py": "",
    "bot/slack/listeners.py": "import slack_bolt, slack_sdk, bot.ports, blocks.card",
    "bot/store/__init__.py": "",
    "bot/store/scripts.py": "import redis, cryptography, bot.ports",
    "bot/llm/__init__.py": "",
    "bot/llm/openai.py": "import openai, bot.ports",
    "bot/tools/__init__.py": "",
    "bot/tools/registry.py": "import bot.ports",
    "bot/calendar/__init__.py": "",
    "bot/calendar/shifts.py": "import icalendar, recurring_ical_events, bot.ports",
    "bot/web/__init__.py": "",
    "bot/web/http.py": "import aiohttp, bot.ports",
    "blocks/__init__.py": "",
    "blocks/card.py": "import re",
    "sandbox/__init__.py": "",
    "sandbox/server.py": "import aiohttp, time",
}

WRONG = [
    ("bot/core/call.py", "import bot.ports", {"one way"}),
    ("bot/ports.py", "import bot.engine", {"one way", "adapters know ports, not the engine"}),
    ("bot/engine.py", "import bot.store.scripts", {"one way"}),
    ("bot/app.py", "import bot.cli", {"one way"}),
    ("bot/slack/listeners.py", "import bot.store.scripts", {"one way"}),
    ("bot/tools/registry.py", "import bot.llm.openai", {"one way"}),
    ("bot/store/scripts.py", "import bot.engine", {"adapters know ports, not the engine"}),
    ("bot/web/http.py", "import bot.config", {"one way", "config is read once"}),
    ("bot/core/call.py", "import time", {"core is sans-IO"}),
    ("bot/core/policy.py", "def judge():\n    import asyncio", {"core is sans-IO"}),
    ("bot/core/policy.py", "import logging", {"core is sans-IO"}),
    ("blocks/card.py", "import bot.core.call", {"blocks is a leaf"}),
    ("blocks/card.py", "import os", {"blocks is a leaf"}),
    ("bot/engine.py", "import blocks.card", {"only slack draws"}),
    ("bot/web/http.py", "import redis.asyncio", {"redis has one importer"}),
    ("bot/web/http.py", "from slack_sdk import web", {"slack's libraries have one importer"}),
    ("bot/engine.py", "import slack_bolt", {"slack's libraries have one importer"}),
    ("bot/tools/registry.py", "import openai", {"openai has one importer"}),
    ("bot/web/http.py", "import cryptography", {"keys have one user"}),
    ("bot/web/http.py", "import icalendar", {"calendars have one reader"}),
    ("bot/calendar/shifts.py", "import bot.slack.listeners", {"one way"}),
    (
        "sandbox/server.py",
        "import blocks.card",
        {"the local Slack shares no belief with the bot", "only slack draws"},
    ),
    ("sandbox/server.py", "import bot.ports", {"the local Slack shares no belief with the bot"}),
    ("bot/cli.py", "import sandbox.server", {"nothing of ours imports the local Slack"}),
]


def broken(root: Path) -> set[str]:
    """The contracts that import-linter finds broken in the tree below `root`."""
    shutil.copy(ROOT / "pyproject.toml", root)
    done = subprocess.run(
        [Path(sys.executable).parent / "lint-imports", "--no-logo", "--no-cache"],
        cwd=root,
        env={**os.environ, "PYTHONPATH": str(root), "NO_COLOR": "1", "COLUMNS": "200"},
        capture_output=True,
        text=True,
        check=False,
    )
    found = set(re.findall(r"^(.*\S) BROKEN", done.stdout, re.MULTILINE))
    assert done.returncode == (1 if found else 0), done.stdout + done.stderr
    assert "kept" in done.stdout, done.stdout + done.stderr
    return found


def plant(root: Path, files: dict[str, str]) -> None:
    """Write a tree."""
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text + "\n", "utf-8")


def test_the_shape_itself_passes(tmp_path: Path) -> None:
    """Each import that the design wants is allowed."""
    plant(tmp_path, CLEAN)
    assert broken(tmp_path) == set()


@pytest.mark.parametrize(("module", "line", "contracts"), WRONG)
def test_a_planted_import_is_found(
    tmp_path: Path, module: str, line: str, contracts: set[str]
) -> None:
    """One wrong import breaks the contract that forbids it, and no other."""
    plant(tmp_path, {**CLEAN, module: f"{CLEAN[module]}\n{line}"})
    assert broken(tmp_path) == contracts
