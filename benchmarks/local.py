"""Processes beside the measured one; each ends when its input does, whatever becomes of us."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

READY_S = 60.0
END_S = 15.0


class Child:
    """A process that is spoken to in lines."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process

    def line(self) -> str:
        """Its next line."""
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line, f"{self.process.args} has ended"
        return line.strip()

    def used(self) -> dict[str, Any]:
        """What a bot's process says that it has used."""
        assert self.process.stdin is not None
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        return json.loads(self.line())


@contextmanager
def child(
    module: str, *words: str, env: Mapping[str, str] | None = None, log: Path | None = None
) -> Generator[Child]:
    """A module of ours as a process, which ends with the block or with us."""
    errors = log.open("ab") if log else None
    with subprocess.Popen(
        [sys.executable, "-m", module, *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=errors,
        env={**os.environ, **(env or {})},
        text=True,
    ) as process:
        try:
            yield Child(process)
        finally:
            assert process.stdin is not None
            process.stdin.close()
            process.terminate()
            try:
                process.wait(END_S)
            except subprocess.TimeoutExpired:
                process.kill()


@contextmanager
def model_server() -> Generator[str]:
    """The address of an instant model."""
    with child("benchmarks.model_server") as model:
        yield f"http://127.0.0.1:{model.line()}/v1"


@contextmanager
def slack_server(bot: str = "") -> Generator[str]:
    """The address of a Slack that answers at once; `bot` is where it sends signed requests."""
    with child("benchmarks.slack_server", bot) as slack:
        yield slack.line()


@contextmanager
def bot_process(role: str, env: Mapping[str, str], folder: Path) -> Generator[Child]:
    """The bot, ready."""
    ready, log = folder / f"ready-{time.monotonic_ns()}", folder / "bot.log"
    more = {"SIGNOFF_READY_FILE": str(ready)}
    with child("benchmarks.bot_process", role, env={**env, **more}, log=log) as bot:
        ends = time.monotonic() + READY_S
        while not ready.exists():
            assert bot.process.poll() is None, log.read_text()[-4000:]
            assert time.monotonic() < ends, "the bot isn't ready"
            time.sleep(0.005)
        yield bot
