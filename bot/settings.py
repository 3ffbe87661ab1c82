"""Settings of a process, from its environment; secrets from files too.

Each name may end in `_FILE` to name a file that holds the value, as container platforms mount
secrets. Nothing here opens anything by default.
"""

import os
from pathlib import Path
from typing import Any, Literal

from pydantic import (
    AliasChoices,
    Field,
    SecretStr,
    ValidationError,
    field_validator,
    model_validator,
)
from pydantic.fields import FieldInfo
from pydantic_core import PydanticCustomError
from pydantic_settings import (
    BaseSettings,
    EnvSettingsSource,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    SettingsError,
)

from bot.ports.keyring import keys_of, texts_of, web_trouble

Level = Literal["debug", "info", "warning", "error"]


class SettingsTrouble(Exception):
    """The environment can't be used; the text says all that is wrong, one line each."""


class Settings(BaseSettings):
    """What a process needs to know of where it runs."""

    model_config = SettingsConfigDict(
        extra="ignore",
        frozen=True,
        env_ignore_empty=True,
        hide_input_in_errors=True,
        use_attribute_docstrings=True,
    )

    slack_bot_token: SecretStr | None = Field(None, validation_alias="SLACK_BOT_TOKEN")
    """The bot's token, `xoxb-…`: api.slack.com/apps, Install App."""

    slack_app_token: SecretStr | None = Field(None, validation_alias="SLACK_APP_TOKEN")
    """The app's token for Socket Mode, `xapp-…`. Without it Slack is received over HTTP."""

    sockets: int = Field(2, validation_alias="SIGNOFF_SOCKETS", ge=1, le=5)
    """Socket Mode connections of one process: while one is renewed, another still hears clicks."""

    slack_signing_secret: SecretStr | None = Field(None, validation_alias="SLACK_SIGNING_SECRET")
    """What HTTP requests of Slack are signed with: Basic Information, App Credentials."""

    slack_api_url: str = Field(
        "https://slack.com/api/", validation_alias="SLACK_API_URL", pattern=r"^https?://.+/$"
    )
    """Where Slack's Web API is, with a slash at the end; another one is a local Slack."""

    redis_url: SecretStr = Field(
        SecretStr("redis://127.0.0.1:6379/0"), validation_alias="REDIS_URL"
    )
    """The Redis (6.2 or later) or Valkey that holds the runs: `redis://`, `rediss://`, `unix://`."""

    openai_api_key: SecretStr | None = Field(None, validation_alias="OPENAI_API_KEY")
    """The model server's key; local servers often need none."""

    openai_base_url: str | None = Field(
        None, validation_alias="OPENAI_BASE_URL", pattern=r"^https?://.+"
    )
    """An OpenAI-compatible server, such as `http://localhost:11434/v1`. Unset: OpenAI's own."""

    openai_api_version: str | None = Field(None, validation_alias="OPENAI_API_VERSION")
    """Azure's API version; with it OPENAI_BASE_URL is an Azure endpoint."""

    model: str = Field("gpt-4.1", validation_alias="SIGNOFF_MODEL", min_length=1)
    """The model's name, as its server knows it."""

    model_read_timeout_s: float = Field(
        60, validation_alias="SIGNOFF_MODEL_READ_TIMEOUT_S", ge=1, le=600
    )
    """Seconds without a byte of the model's answer, after which it is asked again."""

    model_total_timeout_s: float = Field(
        600, validation_alias="SIGNOFF_MODEL_TOTAL_TIMEOUT_S", ge=1, le=3600
    )
    """Seconds for one whole answer of the model."""

    config: Path = Field(Path("signoff.yaml"), validation_alias="SIGNOFF_CONFIG")
    """The file with people, tools and policy."""

    reload_s: float = Field(5.0, validation_alias="SIGNOFF_RELOAD_S", ge=0, le=3600)
    """Seconds between looks at whether people or policy have changed in that file; 0: never."""

    namespace: str = Field(
        "signoff", validation_alias="SIGNOFF_NAMESPACE", pattern=r"^[a-z0-9][a-z0-9_-]{0,40}$"
    )
    """What every key in Redis begins with, so that several installations can share a server."""

    shards: int = Field(8, validation_alias="SIGNOFF_SHARDS", ge=1, le=1024)
    """Parts that the runs are spread over. Fixed at the first start; another number is refused."""

    lease_ms: int = Field(15_000, validation_alias="SIGNOFF_LEASE_MS", ge=5_000, le=600_000)
    """Milliseconds without a sign of life, after which another worker takes over what is owed."""

    start_limit_ms: int = Field(2_000, validation_alias="SIGNOFF_START_LIMIT_MS", ge=100, le=60_000)
    """Milliseconds within which a tool leaves once its start is saved; later, it doesn't leave."""

    keep_days: int = Field(30, validation_alias="SIGNOFF_KEEP_DAYS", ge=8, le=3_650)
    """Days that a run is kept after it was last touched. The record of decisions is kept longer."""

    stale_after_s: int = Field(900, validation_alias="SIGNOFF_STALE_AFTER_S", ge=10, le=86_400)
    """Seconds after which an approved call that hasn't started is asked again, not run."""

    review_s: float = Field(5.0, validation_alias="SIGNOFF_REVIEW_S", ge=0.1, le=60)
    """Seconds that the `review` hook has for one call; a third of SIGNOFF_LEASE_MS at most."""

    usual_days: int = Field(90, validation_alias="SIGNOFF_USUAL_DAYS", ge=0, le=3_650)
    """Days that values of calls that ran are kept, for *Unusual* on cards; 0: none are."""

    filling_s: int = Field(300, validation_alias="SIGNOFF_FILLING_S", ge=1, le=86_400)
    """Seconds for which a form that somebody has open can't be taken over by another person."""

    max_tries: int = Field(5, validation_alias="SIGNOFF_MAX_TRIES", ge=2, le=100)
    """Times that work on a run may fail before it is set aside and its thread is told."""

    max_retry_after_s: int = Field(
        120, validation_alias="SIGNOFF_MAX_RETRY_AFTER_S", ge=1, le=3_600
    )
    """Seconds that a model server may ask to wait; at more the run ends and says so."""

    max_runs: int = Field(64, validation_alias="SIGNOFF_MAX_RUNS", ge=1, le=10_000)
    """Runs that one process takes up at a time."""

    sweep_s: float = Field(1.0, validation_alias="SIGNOFF_SWEEP_S", ge=0.05, le=30)
    """Seconds between looks at what passing time has made due, deadlines among it."""

    drain_s: float = Field(10.0, validation_alias="SIGNOFF_DRAIN_S", ge=0, le=600)
    """Seconds that a process which is told to stop lets its tools and posts finish."""

    answer_messages: int = Field(4, validation_alias="SIGNOFF_ANSWER_MESSAGES", ge=1, le=50)
    """Messages that an answer may take; the whole of a longer one goes in a file."""

    pace: float = Field(1.0, validation_alias="SIGNOFF_PACE", ge=0, le=1_000)
    """Calls of all processes to Slack, times its documented limits; 0 sets them no limit."""

    save_s: float = Field(2.0, validation_alias="SIGNOFF_SAVE_S", ge=0.1, le=2.8)
    """Seconds that saving a click or a message may take; Slack itself waits 3."""

    progress_every_s: float = Field(3.0, validation_alias="SIGNOFF_PROGRESS_EVERY_S", ge=1, le=600)
    """Seconds between two pictures of a run's timeline; Slack advises 3 for one message."""

    host: str = Field("127.0.0.1", validation_alias="SIGNOFF_HOST", min_length=1)
    """The address to listen on; `0.0.0.0` in a container."""

    port: int = Field(3000, validation_alias=AliasChoices("SIGNOFF_PORT", "PORT"), ge=0, le=65_535)
    """The port for Slack's requests and health; 0 takes a free one."""

    public_url: str | None = Field(
        None, validation_alias="SIGNOFF_PUBLIC_URL", pattern=r"^https?://[^/?#@\s]+/?$"
    )
    """Where browsers reach this process, as `https://host`. Unset: there are no web forms."""

    secret_key: SecretStr | None = Field(None, validation_alias="SIGNOFF_SECRET_KEY")
    """32 random bytes in base64, for web forms; of several, parted by commas, the first is used."""

    link_s: int = Field(600, validation_alias="SIGNOFF_LINK_S", ge=60, le=3_600)
    """Seconds in which the form behind a link can be opened and sent."""

    secret_keep_h: int = Field(24, validation_alias="SIGNOFF_SECRET_KEEP_H", ge=0, le=168)
    """Hours that a secret is kept once its run is over; 7 days in all at most."""

    log_level: Level = Field("info", validation_alias="SIGNOFF_LOG_LEVEL")
    """How much is logged: debug, info, warning or error. Message texts never are."""

    log_format: Literal["json", "plain"] = Field("json", validation_alias="SIGNOFF_LOG_FORMAT")
    """`json`, one object a line, or `plain` for reading."""

    ready_file: Path | None = Field(None, validation_alias="SIGNOFF_READY_FILE")
    """A file that is made once the process works, and removed when it ends."""

    @field_validator("redis_url")
    @classmethod
    def _redis_scheme(cls, value: SecretStr) -> SecretStr:
        if not value.get_secret_value().startswith(("redis://", "rediss://", "unix://")):
            raise PydanticCustomError("redis_url", "write redis://…, rediss://… or unix://…")
        return value

    @model_validator(mode="after")
    def _start_within_lease(self) -> "Settings":
        if self.start_limit_ms * 2 > self.lease_ms:
            raise PydanticCustomError(
                "start_limit",
                "SIGNOFF_START_LIMIT_MS is over half of SIGNOFF_LEASE_MS; write {limit} or less",
                {"limit": self.lease_ms // 2},
            )
        return self

    @model_validator(mode="after")
    def _web_forms(self) -> "Settings":
        if trouble := web_trouble(self.public_url, _plain(self.secret_key)):
            raise PydanticCustomError("web_forms", "{why}", {"why": trouble})
        return self

    @property
    def keys(self) -> tuple[bytes, ...]:
        """The keys of links and secrets, the newest first; none if none are set."""
        return keys_of(_plain(self.secret_key))

    @property
    def secrets(self) -> tuple[str, ...]:
        """The values that must never be seen, for the log to hide."""
        tokens = (self.slack_bot_token, self.slack_app_token, self.slack_signing_secret)
        plain = map(_plain, (*tokens, self.openai_api_key))
        return tuple(filter(None, (*plain, *texts_of(_plain(self.secret_key)))))

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """What is passed to the constructor, else the environment, else the files it names."""
        del dotenv_settings, file_secret_settings
        return init_settings, env_settings, _FileSource(settings_cls)


class _FileSource(EnvSettingsSource):
    """NAME_FILE in place of NAME."""

    def get_field_value(self, field: FieldInfo, field_name: str) -> tuple[Any, str, bool]:
        """The content of the file that the environment names, without the line end."""
        for name in env_names(field):
            path = os.environ.get(f"{name}_FILE")
            if path:
                return _content(name, path), name, False
        return None, field_name, False


def load_settings() -> Settings:
    """The settings of this process; SettingsTrouble if any is missing or wrong."""
    try:
        return Settings()  # pyright: ignore[reportCallIssue] - all come from the environment
    except SettingsError as error:
        # A source's own words come wrapped.
        raise (error.__cause__ or error) from None
    except ValidationError as error:
        lines = [_line(d["loc"], d["msg"]) for d in error.errors(include_input=False)]
        raise SettingsTrouble("\n".join(lines)) from None


def env_names(field: FieldInfo) -> tuple[str, ...]:
    """The environment's names of a setting, the first one first."""
    alias = field.validation_alias
    if isinstance(alias, AliasChoices):
        return tuple(str(choice) for choice in alias.choices)
    return (str(alias),)


def settings_table() -> str:
    """All settings as a Markdown table, for docs/settings.md."""
    rows = ["| name | default | what it is |", "| --- | --- | --- |"]
    for field in Settings.model_fields.values():
        names = " or ".join(f"`{name}`" for name in env_names(field))
        rows.append(f"| {names} | {_default(field)} | {field.description or ''} |")
    return "\n".join(rows) + "\n"


def _default(field: FieldInfo) -> str:
    value: object = field.get_default()
    if value is None:
        return "–"
    shown = value.get_secret_value() if isinstance(value, SecretStr) else str(value)
    return f"`{shown}`"


def _plain(secret: SecretStr | None) -> str:
    return secret.get_secret_value() if secret else ""


def _content(name: str, path: str) -> str:
    try:
        return Path(path).read_text("utf-8").rstrip("\r\n")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or type(error).__name__
        raise SettingsTrouble(f"{name}_FILE names a file that can't be read: {reason}") from None


def _line(loc: tuple[int | str, ...], message: str) -> str:
    words = message[:1].lower() + message[1:]
    return f"{loc[0]}: {words}" if loc else message
