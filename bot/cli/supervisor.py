"""Child processes kept alive: started again when they die, ended with their parent.

Everything happens in the main thread: a child's tie to its parent is to the thread that made it.
"""

import ctypes
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from time import monotonic, sleep

# A child that lived this long (s) had started well: its next death is met with no pause.
_HEALTHY_S = 10.0
_PAUSES_S = (0.0, 0.0, 0.5, 1.0, 2.0, 4.0, 8.0)

# A log that grew beyond this (bytes) is put aside when its process starts.
_LOG_BYTES = 10_000_000

_LOOK_S = 0.02
_PR_SET_PDEATHSIG = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Spec:
    """A child: `label` names it to people, `pid_file` lists it, with others of the same file.

    It is ready once `ready_file` exists; without one, once it runs.
    """

    name: str
    label: str
    command: tuple[str, ...]
    env: Mapping[str, str]
    cwd: Path | None = None
    pid_file: Path | None = None
    ready_file: Path | None = None


@dataclass(slots=True, eq=False)
class Child:
    """A spec's process, now or next; `again_at` is when it is started again.

    `back_after_s` is how long it was away at its last death, once it works again.
    """

    spec: Spec
    process: subprocess.Popen[bytes] | None = None
    since: float = 0.0
    deaths: int = 0
    again_at: float | None = None
    returning: bool = False
    restarts: int = 0
    died: float = 0.0
    back_after_s: float | None = None

    @property
    def pid(self) -> int | None:
        """The process's id while it runs."""
        alive = self.process is not None and self.process.poll() is None
        return self.process.pid if self.process is not None and alive else None

    @property
    def ready(self) -> bool:
        """Whether it runs and has said that it works."""
        ready_file = self.spec.ready_file
        return self.pid is not None and (ready_file is None or ready_file.exists())

    def kill(self) -> bool:
        """SIGKILL, as a crash would be; False if it doesn't run."""
        if self.process is None or self.pid is None:
            return False
        self.process.kill()
        return True


class Supervisor:
    """Starts children, keeps them and their pid files, and ends them. `say` tells a person."""

    def __init__(self, logs: Path, say: Callable[[str], None]) -> None:
        self._logs = logs
        self._say = say
        self._children: list[Child] = []

    def start(self, spec: Spec) -> Child:
        """Starts a child that is kept from now on."""
        child = Child(spec)
        self._children.append(child)
        self._launch(child)
        return child

    def log(self, spec: Spec) -> Path:
        """Where a child's output goes."""
        return self._logs / f"{spec.name}.log"

    def tend(self) -> None:
        """Starts what has died again, at once or after a pause; call it often."""
        for child in self._children:
            if child.again_at is not None:
                if monotonic() >= child.again_at:
                    self._launch(child)
            elif child.pid is None:
                self._mourn(child)
            elif child.returning and child.ready:
                child.returning = False
                child.back_after_s = monotonic() - child.died
                self._say(f"{child.spec.label} is back.")

    def stop(self, children: Sequence[Child], grace_s: float) -> None:
        """Ends children: asked first, killed after `grace_s`; they aren't started again."""
        self._children = [child for child in self._children if child not in children]
        for child in children:
            if child.pid is not None:
                os.kill(child.pid, signal.SIGTERM)
        ends = monotonic() + grace_s
        while any(child.pid is not None for child in children) and monotonic() < ends:
            sleep(_LOOK_S)
        for child in children:
            _bury(child)

    def _launch(self, child: Child) -> None:
        spec = child.spec
        if spec.ready_file is not None:
            spec.ready_file.unlink(missing_ok=True)
        log = self.log(spec)
        if log.exists() and log.stat().st_size > _LOG_BYTES:
            log.replace(log.with_suffix(".old.log"))
        with log.open("ab") as output:
            child.process = subprocess.Popen(
                spec.command,
                env=dict(spec.env),
                cwd=spec.cwd,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                # A group of its own: Ctrl-C reaches only us, and we end them in order.
                process_group=0,
                preexec_fn=_die_with_parent(),
            )
        child.since, child.again_at = monotonic(), None
        self._write_pids(spec.pid_file)

    def _mourn(self, child: Child) -> None:
        """Says how a child ended and when it starts again."""
        code = child.process.returncode if child.process is not None else 0
        if monotonic() - child.since > _HEALTHY_S:
            child.deaths = 0
        pause = _PAUSES_S[min(child.deaths, len(_PAUSES_S) - 1)]
        child.deaths += 1
        if not child.returning:
            child.died, child.back_after_s = monotonic(), None
        child.returning = True
        child.again_at = monotonic() + pause
        when = f" in {pause:g} s" if pause else ""
        self._say(f"{child.spec.label} {ended(code)}. Starting it again{when}…")
        child.restarts += 1
        if pause:
            self._write_pids(child.spec.pid_file)
        else:
            self._launch(child)

    def _write_pids(self, path: Path | None) -> None:
        """The pids of all that share a file, one a line, never half written."""
        if path is None:
            return
        pids = [child.pid for child in self._children if child.spec.pid_file == path]
        half = path.with_name(f"{path.name}.new")
        half.write_text("".join(f"{pid}\n" for pid in pids if pid is not None), "utf-8")
        half.replace(path)


def _bury(child: Child) -> None:
    if child.process is not None:
        child.process.kill()
        child.process.wait()
    for path in (child.spec.pid_file, child.spec.ready_file):
        if path is not None:
            path.unlink(missing_ok=True)


def ended(code: int) -> str:
    """How a process ended, in words, from its return code."""
    if code >= 0:
        return f"ended by itself (exit {code})"
    with suppress(ValueError):
        if -code not in (signal.SIGKILL, signal.SIGTERM):
            return f"crashed ({signal.Signals(-code).name})"
    return f"was killed (signal {-code})"


def _die_with_parent() -> Callable[[], None] | None:
    """On Linux the kernel kills the child when we are gone, however that came about."""
    if not sys.platform.startswith("linux"):
        return None
    libc = ctypes.CDLL(None)  # loaded before the fork: little is safe between fork and exec
    parent = os.getpid()

    def ask() -> None:
        libc.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:
            os._exit(1)  # it was gone before we asked

    return ask
