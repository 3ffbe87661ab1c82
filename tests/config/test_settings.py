"""Settings come from the environment, secrets from files too, and faults are said by name."""

from pathlib import Path

import pytest

from bot.settings import Settings, SettingsTrouble, env_names, load_settings, settings_table
from tests.walls.tree import ROOT


@pytest.fixture(autouse=True)
def bare(monkeypatch: pytest.MonkeyPatch) -> None:
    """An environment without any of our names."""
    for field in Settings.model_fields.values():
        for name in env_names(field):
            monkeypatch.delenv(name, raising=False)
            monkeypatch.delenv(f"{name}_FILE", raising=False)


def test_nothing_opens_by_default() -> None:
    """Without an environment: loopback only, no tokens, nothing to log but ids."""
    settings = load_settings()
    assert (settings.host, settings.port, settings.log_level) == ("127.0.0.1", 3000, "info")
    assert (settings.slack_bot_token, settings.openai_api_key, settings.secrets) == (None, None, ())
    assert (settings.shards, settings.lease_ms, settings.start_limit_ms) == (8, 15_000, 2_000)


def test_a_secret_is_read_but_never_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its value is there for the client and for the log to hide, not in any text of it."""
    monkeypatch.setenv("SLACK_BOT_TOKEN", "xoxb-1-hidden")
    monkeypatch.setenv("REDIS_URL", "redis://:hidden@localhost/0")
    settings = load_settings()
    assert settings.secrets == ("xoxb-1-hidden",)
    assert settings.redis_url.get_secret_value() == "redis://:hidden@localhost/0"
    assert "hidden" not in f"{settings!r} {settings}"


def test_a_secret_may_stand_in_a_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """NAME_FILE names it, its line end doesn't count, and NAME itself comes first."""
    file = tmp_path / "token"
    file.write_text("from-file\n")
    monkeypatch.setenv("SLACK_BOT_TOKEN_FILE", str(file))
    assert load_settings().secrets == ("from-file",)
    monkeypatch.setenv("SLACK_BOT_TOKEN", "from-env")
    assert load_settings().secrets == ("from-env",)


def test_a_file_that_can_not_be_read_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Not silently no secret: the name of the setting and the reason."""
    monkeypatch.setenv("SLACK_APP_TOKEN_FILE", str(tmp_path / "none"))
    with pytest.raises(SettingsTrouble, match=r"SLACK_APP_TOKEN_FILE .* No such file"):
        load_settings()


def test_an_empty_variable_counts_as_unset(monkeypatch: pytest.MonkeyPatch) -> None:
    """As container platforms pass what isn't set."""
    monkeypatch.setenv("OPENAI_BASE_URL", "")
    monkeypatch.setenv("SIGNOFF_PORT", "")
    monkeypatch.setenv("PORT", "4000")
    assert (load_settings().openai_base_url, load_settings().port) == (None, 4000)


def test_our_own_port_comes_before_the_platforms(monkeypatch: pytest.MonkeyPatch) -> None:
    """SIGNOFF_PORT wins over PORT."""
    monkeypatch.setenv("PORT", "4000")
    monkeypatch.setenv("SIGNOFF_PORT", "5000")
    assert load_settings().port == 5000


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("SIGNOFF_LEASE_MS", "4999", "greater than or equal to 5000"),
        ("SIGNOFF_SHARDS", "0", "greater than or equal to 1"),
        ("SIGNOFF_KEEP_DAYS", "7", "greater than or equal to 8"),
        ("PORT", "x", "valid integer"),
        ("SLACK_API_URL", "https://slack.com/api", "pattern"),
        ("OPENAI_BASE_URL", "localhost", "pattern"),
        ("REDIS_URL", "http://x", "write redis://…, rediss://… or unix://…"),
        ("SIGNOFF_NAMESPACE", "a b", "pattern"),
        ("SIGNOFF_LOG_LEVEL", "loud", "'debug', 'info', 'warning' or 'error'"),
    ],
)
def test_a_wrong_value_is_named(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, words: str
) -> None:
    """The variable and what it should be; the value itself isn't repeated."""
    load_settings()
    monkeypatch.setenv(name, value)
    with pytest.raises(SettingsTrouble) as trouble:
        load_settings()
    assert words in str(trouble.value)
    assert str(trouble.value).startswith(("SIGNOFF_PORT" if name == "PORT" else name) + ": ")


def test_a_start_must_fit_well_into_a_lease(monkeypatch: pytest.MonkeyPatch) -> None:
    """Half the lease is the most; one more is refused in words."""
    monkeypatch.setenv("SIGNOFF_LEASE_MS", "8000")
    monkeypatch.setenv("SIGNOFF_START_LIMIT_MS", "4000")
    assert load_settings().start_limit_ms == 4000
    monkeypatch.setenv("SIGNOFF_START_LIMIT_MS", "4001")
    with pytest.raises(SettingsTrouble) as trouble:
        load_settings()
    assert str(trouble.value) == (
        "SIGNOFF_START_LIMIT_MS is over half of SIGNOFF_LEASE_MS; write 4000 or less"
    )


GOOD, OTHER = "A" * 42 + "8=", "B" * 42 + "8"


@pytest.mark.parametrize(
    ("address", "keys", "words"),
    [
        ("https://forms.example", "", "make one with `openssl rand -base64 32`"),
        ("http://forms.example", GOOD, "must begin with https://"),
        ("https://forms.example:x", GOOD, "write https://host"),
        ("https://forms.example/below", GOOD, "pattern"),
        ("https://ana@forms.example", GOOD, "pattern"),
        ("forms.example", GOOD, "pattern"),
        ("", "c2hvcnQ=", "key 1 has 5 bytes; write 32 in base64"),
        ("", f"{GOOD} no-base64!", "key 2 isn't base64"),
        ("", f"{GOOD},{GOOD}", "the same key stands there twice"),
    ],
)
def test_what_web_forms_need_is_said(
    monkeypatch: pytest.MonkeyPatch, address: str, keys: str, words: str
) -> None:
    """In words that repeat no key."""
    monkeypatch.setenv("SIGNOFF_PUBLIC_URL", address)
    monkeypatch.setenv("SIGNOFF_SECRET_KEY", keys)
    with pytest.raises(SettingsTrouble) as trouble:
        load_settings()
    assert words in str(trouble.value)
    assert GOOD not in str(trouble.value) and "no-base64" not in str(trouble.value)


@pytest.mark.parametrize("address", ["https://forms.example/", "http://127.0.0.1:3000",
                                     "http://localhost:3000", "http://[::1]:3000"])  # fmt: skip
def test_web_forms_have_an_address_and_keys(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    """With TLS, or on this machine; the first key is the newest, and the log hides each."""
    monkeypatch.setenv("SIGNOFF_PUBLIC_URL", address)
    monkeypatch.setenv("SIGNOFF_SECRET_KEY", f"{GOOD}, {OTHER}")
    settings = load_settings()
    assert [len(key) for key in settings.keys] == [32, 32]
    assert settings.keys[0][:30] == bytes(30)
    assert settings.secrets == (GOOD, OTHER)
    assert GOOD not in repr(settings)


def test_every_setting_is_explained_in_the_docs() -> None:
    """docs/settings.md holds the table as the code renders it, each with a sentence."""
    table = settings_table()
    assert table in (ROOT / "docs/settings.md").read_text("utf-8")
    for field in Settings.model_fields.values():
        assert field.description
        assert env_names(field)[0] in table
