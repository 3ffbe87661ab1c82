"""The ground that a demo stands on: its folder, its port, its environment, the word to stop."""

import base64
import errno
import fcntl
import json
import os
import secrets
import signal
import socket
import sys
import threading
from collections.abc import Generator
from contextlib import closing, contextmanager
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from types import FrameType
from typing import TextIO, cast

from bot.ports.keyring import KEY_BYTES

# Would point the demo's bot to a real workspace or store, and never belong here.
_FOREIGN = (
    "SLACK_", "REDIS_URL", "SIGNOFF_CONFIG", "SIGNOFF_SHOP", "SIGNOFF_PORT", "SIGNOFF_HOST",
    "SIGNOFF_PUBLIC_URL", "SIGNOFF_SECRET_KEY",
)  # fmt: skip

# Slack's client would ask a proxy for 127.0.0.1 too.
_PROXIES = ("http_proxy", "https_proxy", "all_proxy")

# Below those that Linux and macOS give out when any will do.
_LASTING = range(20_000, 30_000)
_TRIES = 100

_REAL = ("OPENAI_API_KEY", "OPENAI_API_KEY_FILE", "OPENAI_BASE_URL")


class DemoTrouble(Exception):
    """The demo can't start; the text says why and what to do."""


def real_model() -> bool:
    """Whether the environment names a model that isn't the scripted one."""
    return any(os.environ.get(name) for name in _REAL)


def has_display() -> bool:
    """Whether a browser could show itself."""
    if not sys.platform.startswith("linux"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def kept_env() -> dict[str, str]:
    """Our environment without what would lead elsewhere."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(_FOREIGN)}
    if not real_model():
        kept = {name: value for name, value in kept.items() if name.lower() not in _PROXIES}
    return {**kept, "PYTHONUNBUFFERED": "1"}


def tokens_of(folder: Path, port: int) -> dict[str, str] | None:
    """How to get in to the local Slack, once it answers."""
    try:
        found = cast("dict[str, str]", json.loads((folder / "tokens.json").read_text("utf-8")))
        # Not urllib, which would ask a proxy.
        with closing(HTTPConnection("127.0.0.1", port, timeout=2)) as connection:
            connection.request("GET", "/sandbox/state")
            return found if connection.getresponse().status == 200 else None
    except (OSError, ValueError, HTTPException):
        return None


def free_port(port: int) -> int:
    """The port, or a free one for 0; DemoTrouble if it is taken."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                words = f"The port {port} is taken by another program (or another demo)."
            else:
                words = f"The port {port} can't be used: {error.strerror}."
            other = port + 1 if 1024 <= port < 65_535 else 8801
            how = f"make demo PORT={other}, or signoff demo --port {other}"
            raise DemoTrouble(f"{words} Choose another one: {how}.") from None
        return cast("int", probe.getsockname()[1])


def secret_key(folder: Path) -> Path:
    """The file of the key that links and secrets are kept with, made at the first start."""
    path, new = folder / "secret.key", folder / "secret.key.new"
    if not path.exists():
        new.touch(0o600)
        new.write_bytes(base64.b64encode(secrets.token_bytes(KEY_BYTES)) + b"\n")
        new.rename(path)  # whole, or not there
    return path


def lasting_port() -> int:
    """A free port that no system gives to others by itself, so that who listens there can come back
    to it; DemoTrouble if none is found.
    """
    for _ in range(_TRIES):
        try:
            return free_port(secrets.choice(_LASTING))
        except DemoTrouble:
            continue
    raise DemoTrouble(f"I found no free port from {_LASTING[0]} to {_LASTING[-1]} for web forms.")


@contextmanager
def own(folder: Path) -> Generator[Path]:
    """The folder, made if need be and ours alone; DemoTrouble if another demo has it."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = (folder / "lock").open("a+", encoding="utf-8")
    except OSError as error:
        raise DemoTrouble(
            f"{folder} can't be used: {error.strerror}. Name another --dir."
        ) from None
    with lock:
        _lock(lock, folder)
        yield folder


def _lock(lock: TextIO, folder: Path) -> None:
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        lock.seek(0)
        raise DemoTrouble(
            f"A demo runs in {folder} already (process {lock.read().strip() or 'unknown'}). "
            "End it with Ctrl-C first, or give this one a folder of its own with --dir."
        ) from None
    lock.truncate(0)
    lock.write(f"{os.getpid()}\n")
    lock.flush()


@contextmanager
def stop_signals() -> Generator[threading.Event]:
    """An event that Ctrl-C and SIGTERM set, in place of breaking off what we are at."""
    stop = threading.Event()

    def told(_number: int, _frame: FrameType | None) -> None:
        stop.set()

    before = {n: signal.signal(n, told) for n in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)}
    try:
        yield stop
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
