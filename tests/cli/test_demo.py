"""`signoff demo` as people start it: a real local Slack and Redis, with and without a real bot."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Generator
from pathlib import Path

import pytest

from tests.cli.support import alive, children_of, pids
from tests.support import wait_until

# A bot that only says that it is there: starts quicker, and fails when it is told to.
FAKE_BOT = """
import os, pathlib, sys, time
if (pathlib.Path(os.environ["SIGNOFF_SHOP"]).parent / "broken").exists():
    sys.exit("the tools can't be loaded")
print(*sys.argv[1:], os.environ["SLACK_API_URL"], os.environ["OPENAI_BASE_URL"])
pathlib.Path(os.environ["SIGNOFF_READY_FILE"]).touch()
while True:
    time.sleep(1)
"""
START = """
import pathlib, sys
from bot.cli.demo import Options, Programs, run_demo
folder = pathlib.Path(sys.argv[1])
bot = (sys.executable, sys.argv[2]) if len(sys.argv) > 2 else (sys.executable, "-m", "bot")
sys.exit(run_demo(Options(folder / "d", 0, workers=2, browser=False), Programs(bot=bot)))
"""
LONG_S = 120.0


class Running:
    """A demo in a process of its own."""

    def __init__(self, folder: Path, name: str, *, fake: bool) -> None:
        self.folder = folder / "d"
        self._out = folder / name
        bot = folder / "fake_bot.py"
        bot.write_text(FAKE_BOT)
        with self._out.open("wb") as out:
            self.process = subprocess.Popen(
                [sys.executable, "-c", START, str(folder), *([str(bot)] if fake else [])],
                stdout=out,
                stderr=subprocess.STDOUT,
            )

    @property
    def out(self) -> str:
        """What it has printed so far."""
        return self._out.read_text()

    async def says(self, words: str) -> None:
        """Returns once it has printed `words`."""
        await wait_until(
            lambda: words in self.out or self.process.poll() is not None, words, LONG_S
        )
        assert words in self.out

    def children(self) -> list[int]:
        """The pids of everything that it has started."""
        return children_of(self.process.pid)

    async def end(self, number: int = signal.SIGINT) -> int:
        """Its exit code after a signal."""
        self.process.send_signal(number)
        return await self.code()

    async def code(self) -> int:
        """Its exit code, once it has ended."""
        await wait_until(lambda: self.process.poll() is not None, "the demo has ended", LONG_S)
        return self.process.returncode


Starts = Callable[..., Running]


@pytest.fixture
def starts(tmp_path: Path) -> Generator[Starts]:
    """Starts demos; none is left afterwards."""
    begun: list[Running] = []

    def start(*, fake: bool = True) -> Running:
        begun.append(Running(tmp_path, f"out-{len(begun)}", fake=fake))
        return begun[-1]

    yield start
    for running in begun:
        running.process.kill()
        running.process.wait()


def redis_pid(folder: Path) -> int:
    """The process of the demo's Redis, as it says itself."""
    elsewhere = folder / "redis" / "socket"
    path = elsewhere.read_text() if elsewhere.exists() else str(folder / "redis" / "s")
    with socket.socket(socket.AF_UNIX) as peer:
        peer.connect(path)
        peer.sendall(b"INFO server\r\n")
        info = peer.recv(65_536).decode()
    return int(info.partition("process_id:")[2].split()[0])


@pytest.mark.timeout(300)
async def test_a_demo_from_start_to_end(starts: Starts) -> None:
    """One address once all are ready; each part is a process that comes back; nothing is left."""
    demo = starts()
    await demo.says("Ctrl-C ends it.")
    assert demo.out.count("http://127.0.0.1:") == 1
    assert "scripted model" in demo.out
    [bot], workers = pids(demo.folder / "bot.pid"), pids(demo.folder / "workers.pid")
    assert len({bot, *workers}) == 3
    assert f"kill -9 {bot}" in demo.out
    assert (demo.folder.stat().st_mode & 0o777) == 0o700
    log = (demo.folder / "logs" / "bot.log").read_text()
    assert log.startswith("run --role all http://127.0.0.1:")
    assert "/model/v1" in log

    os.kill(bot, signal.SIGKILL)
    await demo.says("The bot was killed (signal 9). Starting it again…")
    await demo.says("The bot is back.")
    assert pids(demo.folder / "bot.pid") not in ([], [bot])
    assert pids(demo.folder / "workers.pid") == workers

    os.kill(workers[1], signal.SIGKILL)
    await demo.says("Worker 2 is back.")
    assert pids(demo.folder / "workers.pid")[0] == workers[0]

    os.kill(redis_pid(demo.folder), signal.SIGKILL)
    await demo.says("Redis had ended. It was started again.")

    second = starts()
    await second.says(f"already (process {demo.process.pid})")
    assert await second.code() == 1

    everything = demo.children()
    assert len(everything) == 5
    assert await demo.end() == 0
    assert [pid for pid in everything if alive(pid)] == []
    left = sorted(path.name for path in demo.folder.iterdir())
    assert left == ["lock", "logs", "redis", "secret.key", "shop.sqlite", "slack"]


@pytest.mark.timeout(300)
async def test_nothing_outlives_a_killed_demo_and_the_next_goes_on(starts: Starts) -> None:
    """kill -9 of the supervisor ends every child; the same folder starts again."""
    demo = starts()
    await demo.says("Ctrl-C ends it.")
    everything = [*demo.children(), redis_pid(demo.folder)]
    assert len(set(everything)) == 5
    demo.process.kill()
    await wait_until(lambda: not any(map(alive, everything)), "all are gone")
    demo.process.wait()
    again = starts()
    await again.says("Ctrl-C ends it.")
    assert await again.end(signal.SIGTERM) == 0


@pytest.mark.timeout(300)
async def test_a_part_that_can_not_start_ends_it_in_words(starts: Starts, tmp_path: Path) -> None:
    """What its log says last is shown, and the exit code is 1."""
    (tmp_path / "d").mkdir()
    (tmp_path / "d" / "broken").touch()
    demo = starts()
    await demo.says("can't start. The end of ")
    assert await demo.code() == 1
    assert "  the tools can't be loaded" in demo.out
    assert "http://" not in demo.out


@pytest.mark.timeout(300)
async def test_it_can_be_stopped_while_it_starts(starts: Starts) -> None:
    """Ctrl-C before the address is printed is no error, and leaves nothing."""
    demo = starts()
    await demo.says("Starting")
    begun = await wait_until(demo.children, "a part has begun", LONG_S)
    assert "Ctrl-C" not in demo.out
    assert await demo.end() == 0
    assert [pid for pid in begun if alive(pid)] == []


@pytest.mark.timeout(300)
async def test_the_real_bot_comes_back(starts: Starts) -> None:
    """`python -m bot run` says when it works, comes back after kill -9, and ends when asked."""
    demo = starts(fake=False)
    await demo.says("Ctrl-C ends it.")
    [bot] = pids(demo.folder / "bot.pid")
    os.kill(bot, signal.SIGKILL)
    await demo.says("The bot is back.")
    assert await demo.end() == 0
    assert "Traceback" not in (demo.folder / "logs" / "bot.log").read_text()
