"""A bare environment and a server for the commands that need one."""

from collections.abc import Generator

import pytest

from bot.settings import Settings, env_names
from bot.store import EmbeddedRedis


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """An environment without any of our names; the monkeypatch that made it."""
    for field in Settings.model_fields.values():
        for name in env_names(field):
            monkeypatch.delenv(name, raising=False)
            monkeypatch.delenv(f"{name}_FILE", raising=False)
    return monkeypatch


@pytest.fixture(scope="module")
def redis(tmp_path_factory: pytest.TempPathFactory) -> Generator[EmbeddedRedis]:
    """One server for a module."""
    with EmbeddedRedis(tmp_path_factory.mktemp("redis")) as server:
        yield server
