"""`signoff` says what it can do, at once."""

import subprocess
import sys

import pytest
from click.testing import CliRunner

from bot.cli import main

HEAVY = {
    "aiohttp", "asyncio", "hiredis", "openai", "pydantic", "pydantic_settings", "redis",
    "slack_bolt", "slack_sdk", "structlog", "yaml",
}  # fmt: skip


@pytest.mark.parametrize("command", [[], ["demo"], ["check"]])
def test_help_imports_nothing_heavy(command: list[str]) -> None:
    """What takes long to import is imported by the part that needs it."""
    code = (
        "import sys; from bot.cli import main\n"
        f"main({[*command, '--help']!r}, standalone_mode=False)\n"
        "print('MODULES', *{name.partition('.')[0] for name in sys.modules})"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    usage, _, modules = done.stdout.partition("MODULES")
    assert "Usage: " in usage
    assert "click" in modules.split()
    assert HEAVY & set(modules.split()) == set()


def test_every_command_is_listed_with_a_sentence() -> None:
    """Each has a line in the overview and a help of its own."""
    runner = CliRunner()
    overview = runner.invoke(main, ["--help"]).output
    for name in ("run", "check", "demo", "unpark", "audit"):
        assert f"\n  {name} " in overview
        assert runner.invoke(main, [name, "-h"]).exit_code == 0


@pytest.mark.parametrize(
    "arguments",
    [["run", "--role", "boss"], ["demo", "--port", "70000"], ["demo", "--workers", "-1"]],
)
def test_what_makes_no_sense_is_refused(arguments: list[str]) -> None:
    """Wrong options end with usage, before anything is started."""
    done = CliRunner().invoke(main, arguments)
    assert (done.exit_code, "Invalid value" in done.output) == (2, True)


def test_python_m_bot_is_the_command() -> None:
    """`python -m bot` names itself as people call it."""
    done = subprocess.run(
        [sys.executable, "-m", "bot", "--help"], capture_output=True, text=True, check=True
    )
    assert done.stdout.startswith("Usage: signoff ")
