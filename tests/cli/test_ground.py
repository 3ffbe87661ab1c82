"""What a demo stands on: its folder, its port, its environment."""

import json
import os
import socket
from pathlib import Path

import pytest

from bot.cli.demo import DemoTrouble, Options, run_demo
from bot.cli.ground import free_port, has_display, kept_env, own, real_model, tokens_of


@pytest.fixture(autouse=True)
def no_model(monkeypatch: pytest.MonkeyPatch) -> None:
    """An environment that names no model."""
    for name in ("OPENAI_API_KEY", "OPENAI_API_KEY_FILE", "OPENAI_BASE_URL"):
        monkeypatch.delenv(name, raising=False)


def test_a_busy_port_is_said_in_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Which port, and what to type instead; the demo ends with 1 and has started nothing."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert run_demo(Options(tmp_path / "d", port, browser=False)) == 1
    words = capsys.readouterr().err
    assert f"The port {port} is taken by another program" in words
    assert f"make demo PORT={port + 1}, or signoff demo --port {port + 1}" in words
    assert [path.name for path in (tmp_path / "d").iterdir()] == ["lock"]


def test_a_free_port_is_taken_as_it_is() -> None:
    """0 becomes a real one, and that one is given back unchanged."""
    port = free_port(0)
    assert port > 0
    assert free_port(port) == port


def test_a_folder_belongs_to_one_demo(tmp_path: Path) -> None:
    """A second one is refused with the first one's process; after its end it is welcome."""
    folder = tmp_path / "deep" / "d"
    with own(folder) as mine:
        assert mine == folder
        assert folder.stat().st_mode & 0o777 == 0o700
        words = rf"runs in .* already \(process {os.getpid()}\)"
        with pytest.raises(DemoTrouble, match=words), own(folder):
            pass
    with own(folder):
        assert (folder / "lock").read_text() == f"{os.getpid()}\n"


def test_a_folder_that_can_not_be_made_is_named(tmp_path: Path) -> None:
    """A file in its place: in words, with what to do."""
    (tmp_path / "file").touch()
    words = r"can't be used: .* Name another --dir"
    with pytest.raises(DemoTrouble, match=words), own(tmp_path / "file"):
        pass


def test_what_points_elsewhere_is_not_passed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """A real workspace's tokens never reach the demo's bot, nor does a proxy."""
    monkeypatch.setenv("SLACK_BOT_TOKEN", "xoxb-real")
    monkeypatch.setenv("REDIS_URL", "redis://real")
    monkeypatch.setenv("http_proxy", "http://proxy")
    monkeypatch.setenv("SIGNOFF_LEASE_MS", "5000")
    env = kept_env()
    assert not {"SLACK_BOT_TOKEN", "REDIS_URL", "http_proxy"} & set(env)
    assert (env["SIGNOFF_LEASE_MS"], env["PATH"]) == ("5000", os.environ["PATH"])


def test_a_real_model_keeps_its_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a model named it is that one, and the way to it stays."""
    monkeypatch.setenv("http_proxy", "http://proxy")
    assert (real_model(), "http_proxy" in kept_env()) == (False, False)
    monkeypatch.setenv("OPENAI_BASE_URL", "http://model/v1")
    assert (real_model(), "http_proxy" in kept_env()) == (True, True)


def test_a_browser_needs_a_display(monkeypatch: pytest.MonkeyPatch) -> None:
    """On Linux without one, none is opened; elsewhere there always is one."""
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.setattr("sys.platform", "linux")
    assert not has_display()
    monkeypatch.setenv("DISPLAY", ":0")
    assert has_display()
    monkeypatch.delenv("DISPLAY")
    monkeypatch.setattr("sys.platform", "darwin")
    assert has_display()


def test_tokens_count_once_slack_answers(tmp_path: Path) -> None:
    """A file that an earlier one left is not enough."""
    (tmp_path / "tokens.json").write_text(json.dumps({"url": "x"}))
    assert tokens_of(tmp_path, free_port(0)) is None
    assert tokens_of(tmp_path / "none", 1) is None
