"""Recorded payloads are put before Slack's own judge; here the sandbox plays that one too."""

import asyncio
import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest

from sandbox.server import Sandbox
from tests.sandbox.driver import driving
from tests.walls.tree import ROOT

SECTION = {"type": "section", "text": {"type": "mrkdwn", "text": "x"}}
GOLDEN = ROOT / "tests/blocks/golden"


async def validate(sandbox: Sandbox | None, *places: Path) -> tuple[int | None, str, str]:
    """The script's exit code and what it says; without a sandbox it has no token."""
    ours = {"SLACK_BOT_TOKEN", "SLACK_API_URL"}
    env = {name: value for name, value in os.environ.items() if name not in ours}
    if sandbox is not None:
        env |= {"SLACK_BOT_TOKEN": f" {sandbox.bot_token}\n", "SLACK_API_URL": sandbox.api_url}
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        ROOT / "scripts/validate_slack.py",
        *places,
        env=env,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    out, err = await process.communicate()
    return process.returncode, out.decode(), err.decode()


async def test_what_was_sent_is_asked_about_once(tmp_path: Path) -> None:
    """Messages and views, each once; what was refused before isn't asked about again."""
    async with driving(tmp_path) as driver:
        for words in ("a", "a", "b"):
            text = {"type": "mrkdwn", "text": words}
            await driver.client.chat_postMessage(
                channel="C0OPS", text="x", blocks=[{**SECTION, "text": text}]
            )
        with pytest.raises(Exception, match="invalid_blocks"):
            await driver.client.chat_postMessage(
                channel="C0OPS", text="x", blocks=[{"type": "sektion"}]
            )
        home = {"type": "home", "blocks": [SECTION]}
        await driver.client.views_publish(user_id="U0ANA", view=home)
        code, out, err = await validate(driver.sandbox, tmp_path)
    assert (code, out, err) == (0, "3 payloads, 0 refused.\n", "")


async def test_refusals_are_told_with_their_places(tmp_path: Path) -> None:
    """Where it was recorded, in Slack's words, with a pointer; Slack's wish to wait is heeded."""
    long = {**SECTION, "text": {"type": "mrkdwn", "text": "x" * 3001}}
    untitled: dict[str, Any] = {"type": "modal", "blocks": [SECTION]}
    entries = [
        {"method": "chat.postMessage", "payload": {"text": "x", "blocks": [SECTION]}},
        {"method": "chat.update", "payload": {"text": "x", "blocks": [long]}},
        {"method": "views.open", "payload": {"view": untitled}},
    ]
    file = tmp_path / "payloads.jsonl"
    file.write_text("".join(f"{json.dumps(entry)}\n" for entry in entries), "utf-8")
    async with driving() as driver:
        await driver.post("faults", kind="ratelimited", method="blocks.validate", retry_after=1)
        code, out, err = await validate(driver.sandbox, file)
    assert (code, err) == (1, "")
    assert out.splitlines() == [
        "payloads.jsonl:2 chat.update: must be less than 3001 characters at /0/text/text",
        "payloads.jsonl:3 views.open: missing required field: title at /",
        "3 payloads, 2 refused.",
    ]


async def test_the_goldens_are_taken() -> None:
    """What the bot draws, by the judge's own method."""
    async with driving() as driver:
        code, out, err = await validate(driver.sandbox, GOLDEN)
    assert (code, err) == (0, "")
    assert out.endswith(", 0 refused.\n")
    assert int(out.split()[0]) > len(list(GOLDEN.glob("card-*.json")))


async def test_a_slack_that_does_not_look_is_no_pass(tmp_path: Path) -> None:
    """An answer that says nothing of the payload ends it; so does having no token."""
    async with driving() as driver:
        await driver.post("faults", kind="error", method="blocks.validate", error="fatal_error")
        code, out, err = await validate(driver.sandbox, GOLDEN)
    assert (code, out) == (1, "")
    assert "not checked: " in err
    assert "fatal_error" in err
    code, out, err = await validate(None, tmp_path)
    assert (code, out) == (2, "")
    assert "SLACK_BOT_TOKEN is not set" in err
