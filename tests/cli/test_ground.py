"""What a demo stands on: its folder, its port, its environment."""

import json
import os
import socket
from pathlib import Path

import pytest

from bot.cli.demo import DemoTrouble, Options, run_demo
from bot.cli.ground import (
    free_port,
    has_display,
    kept_env,
    own,
    real_model,
    secret_key,
    tokens_of,
)
from bot.cli.specs import DEFAULT_PROGRAMS, Specs
from bot.settings import load_settings


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
    monkeypatch.setenv("SIGNOFF_PUBLIC_URL", "https://signoff.example.com")
    monkeypatch.setenv("SIGNOFF_SECRET_KEY_FILE", "/run/secrets/key")
    monkeypatch.setenv("SIGNOFF_LEASE_MS", "5000")
    env = kept_env()
    assert not {"SLACK_BOT_TOKEN", "REDIS_URL", "http_proxy"} & set(env)
    assert not {"SIGNOFF_PUBLIC_URL", "SIGNOFF_SECRET_KEY_FILE"} & set(env)
    assert (env["SIGNOFF_LEASE_MS"], env["PATH"]) == ("5000", os.environ["PATH"])


def test_the_key_of_web_forms_is_made_once(tmp_path: Path) -> None:
    """It is its owner's alone, and a later start finds it again."""
    path = secret_key(tmp_path)
    made = path.read_bytes()
    assert path.stat().st_mode & 0o777 == 0o600
    assert secret_key(tmp_path).read_bytes() == made
    assert [one.name for one in tmp_path.iterdir()] == ["secret.key"]


def test_the_bot_serves_web_forms_on_this_machine_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a port of their own, whatever the environment says of an address; all parts know it."""
    monkeypatch.setenv("SIGNOFF_HOST", "192.0.2.1")
    tokens = {"url": "http://127.0.0.1:1", "app_token": "xapp-1", "bot_token": "xoxb-1",
              "signing_secret": "s"}  # fmt: skip
    specs = Specs(tmp_path, DEFAULT_PROGRAMS)
    env = specs.env(tokens, "redis://127.0.0.1:1", tmp_path / "signoff.yaml")
    for name in os.environ:
        monkeypatch.delenv(name)
    for name, value in env.items():
        monkeypatch.setenv(name, value)
    settings = load_settings()
    assert settings.host == "127.0.0.1"
    assert settings.public_url == f"http://127.0.0.1:{settings.port}"
    assert 20_000 <= settings.port < 30_000
    assert len(settings.keys) == 1
    worker = specs.workers(env, 1)[0].env
    assert worker["SIGNOFF_PUBLIC_URL"] == settings.public_url


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
