"""Children are kept alive, listed truly, and end with their parent."""

import os
import signal
import subprocess
import sys
from collections.abc import Generator
from pathlib import Path

import pytest

from bot.cli import supervisor
from bot.cli.supervisor import Child, Spec, Supervisor, ended
from tests.cli.support import alive, pids
from tests.support import wait_until

WORKS = 'echo hello; touch "$READY"; exec sleep 60'


class Nursery:
    """A supervisor in a folder, what it said, and its children."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.said: list[str] = []
        self.supervisor = Supervisor(folder, self.said.append)
        self.children: list[Child] = []

    def spec(self, name: str = "kid", script: str = WORKS, pid_file: str = "kid.pid") -> Spec:
        """A child that runs a shell script."""
        ready = self.folder / f"{name}.ready"
        return Spec(
            name=name,
            label=f"The {name}",
            command=("/bin/sh", "-c", script),
            env={**os.environ, "READY": str(ready)},
            pid_file=self.folder / pid_file,
            ready_file=ready,
        )

    async def start(self, spec: Spec) -> Child:
        """A child that is ready."""
        child = self.begin(spec)
        await wait_until(lambda: child.ready, "the child is ready")
        return child

    def begin(self, spec: Spec) -> Child:
        """A child that was just started."""
        child = self.supervisor.start(spec)
        self.children.append(child)
        return child

    def tended(self, words: str) -> bool:
        """Whether it has said `words`, after another look at the children."""
        self.supervisor.tend()
        return words in self.said


@pytest.fixture
def nursery(tmp_path: Path) -> Generator[Nursery]:
    """A nursery that is empty again afterwards."""
    made = Nursery(tmp_path)
    yield made
    made.supervisor.stop(made.children, 0)


async def test_a_killed_child_is_started_again_and_said_so(nursery: Nursery) -> None:
    """Another process, the new pid in the file, one clear line, and one when it works again."""
    child = await nursery.start(nursery.spec())
    first = child.pid
    assert pids(nursery.folder / "kid.pid") == [first]
    assert (child.restarts, child.back_after_s) == (0, None)
    assert child.kill()
    await wait_until(lambda: nursery.tended("The kid is back."), "the child is back")
    assert nursery.said == [
        "The kid was killed (signal 9). Starting it again…",
        "The kid is back.",
    ]
    assert child.pid not in (None, first)
    assert child.restarts == 1
    assert child.back_after_s is not None and 0 < child.back_after_s < 60
    assert pids(nursery.folder / "kid.pid") == [child.pid]


async def test_a_ready_file_of_a_dead_process_does_not_count(nursery: Nursery) -> None:
    """What the last process left is removed before the next one starts."""
    spec = nursery.spec(script="exec sleep 60")
    assert spec.ready_file is not None
    spec.ready_file.touch()
    child = nursery.begin(spec)
    assert child.pid is not None
    assert not child.ready


async def test_one_that_dies_at_once_is_given_pauses(nursery: Nursery) -> None:
    """Twice without, then longer and longer; meanwhile the file names no process."""
    nursery.begin(nursery.spec(script="exit 3"))
    words = "The kid ended by itself (exit 3). Starting it again"
    await wait_until(lambda: nursery.tended(f"{words} in 0.5 s…"), "a pause of half a second")
    assert nursery.said == [f"{words}…", f"{words}…", f"{words} in 0.5 s…"]
    assert pids(nursery.folder / "kid.pid") == []
    await wait_until(lambda: nursery.tended(f"{words} in 1 s…"), "a pause of one second")


async def test_one_that_had_run_well_is_given_none(
    nursery: Nursery, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Deaths that lie far apart don't add up."""
    monkeypatch.setattr(supervisor, "_HEALTHY_S", 0.0)
    nursery.begin(nursery.spec(script="exit 3"))
    await wait_until(lambda: nursery.supervisor.tend() or len(nursery.said) > 4, "five deaths")
    assert {line for line in nursery.said if " in " in line} == set()


async def test_children_of_one_file_stand_in_it_in_order(nursery: Nursery) -> None:
    """A line each; the death of one changes only its own."""
    one = await nursery.start(nursery.spec("one", pid_file="all.pid"))
    two = await nursery.start(nursery.spec("two", pid_file="all.pid"))
    gone, kept = one.pid, two.pid
    assert pids(nursery.folder / "all.pid") == [gone, kept]
    os.kill(gone or 0, signal.SIGKILL)
    await wait_until(lambda: nursery.tended("The one is back."), "the first is back")
    assert pids(nursery.folder / "all.pid") == [one.pid, kept]
    assert one.pid != gone


async def test_stop_asks_first_and_leaves_nothing(nursery: Nursery) -> None:
    """A child may end in its own way; its files go, and it isn't started again."""
    script = 'trap "echo goodbye; exit 0" TERM; touch "$READY"; while :; do sleep 0.02; done'
    child = await nursery.start(nursery.spec(script=script))
    pid = child.pid
    nursery.supervisor.stop([child], 10)
    nursery.supervisor.tend()
    assert not alive(pid or 0)
    assert "goodbye" in (nursery.folder / "kid.log").read_text()
    assert nursery.said == []
    assert [path.name for path in nursery.folder.iterdir()] == ["kid.log"]


async def test_stop_kills_who_does_not_listen(nursery: Nursery) -> None:
    """After the grace a child that ignores the request is gone too."""
    child = await nursery.start(
        nursery.spec(script='trap "" TERM; touch "$READY"; while :; do sleep 0.05; done')
    )
    pid = child.pid
    nursery.supervisor.stop([child], 0.1)
    assert not alive(pid or 0)


async def test_output_is_added_to_a_log_of_bounded_size(
    nursery: Nursery, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What one process wrote stands before what the next writes; a big log is put aside."""
    child = await nursery.start(nursery.spec())
    os.kill(child.pid or 0, signal.SIGKILL)
    await wait_until(lambda: nursery.tended("The kid is back."), "the child is back")
    assert (nursery.folder / "kid.log").read_text() == "hello\nhello\n"
    monkeypatch.setattr(supervisor, "_LOG_BYTES", 10)
    nursery.said.clear()
    os.kill(child.pid or 0, signal.SIGKILL)
    await wait_until(lambda: nursery.tended("The kid is back."), "the child is back")
    assert (nursery.folder / "kid.old.log").read_text() == "hello\nhello\n"
    assert (nursery.folder / "kid.log").read_text() == "hello\n"


async def test_children_end_with_a_parent_that_was_killed(tmp_path: Path) -> None:
    """kill -9 of the supervisor leaves no orphan."""
    code = f"""
import os, pathlib, signal
from bot.cli.supervisor import Spec, Supervisor
folder = pathlib.Path({str(tmp_path)!r})
command = ("/bin/sh", "-c", "trap '' TERM; while :; do sleep 0.05; done")
spec = Spec(name="kid", label="", command=command, env={{}}, pid_file=folder / "kid.pid")
Supervisor(folder, print).start(spec)
signal.pause()
"""
    with subprocess.Popen([sys.executable, "-c", code]) as parent:
        [kid] = await wait_until(lambda: pids(tmp_path / "kid.pid"), "the child is started")
        assert alive(kid)
        parent.kill()
    await wait_until(lambda: not alive(kid), "the child is gone")


@pytest.mark.parametrize(
    ("code", "words"),
    [
        (0, "ended by itself (exit 0)"),
        (2, "ended by itself (exit 2)"),
        (-9, "was killed (signal 9)"),
        (-15, "was killed (signal 15)"),
        (-11, "crashed (SIGSEGV)"),
        (-99, "was killed (signal 99)"),
    ],
)
def test_an_end_is_said_in_words(code: int, words: str) -> None:
    """By itself, killed or crashed."""
    assert ended(code) == words
