"""What several commands need: settings or an end in words."""

from collections.abc import Generator, Mapping
from contextlib import contextmanager

import click

from bot.config import Config, ConfigTrouble
from bot.ports import StoreDown, ToolSpec
from bot.settings import Settings, SettingsTrouble, load_settings
from bot.store.redis import ShardMismatch


def settings_or_end() -> Settings:
    """This process's settings; what is wrong with them ends the command."""
    try:
        return load_settings()
    except SettingsTrouble as trouble:
        raise click.ClickException(f"the settings are wrong:\n{trouble}") from None


def specs_of(config: Config) -> Mapping[str, ToolSpec]:
    """The tools that a configuration names; ConfigTrouble says why they can't be used."""
    from bot.config.host import tools_of

    return tools_of(config).specs()


@contextmanager
def in_words() -> Generator[None]:
    """Troubles that a person can mend end the command with their words, not with a traceback."""
    try:
        yield
    except ConfigTrouble as trouble:
        raise click.ClickException(str(trouble)) from None
    except SettingsTrouble as trouble:
        raise click.ClickException(str(trouble)) from None
    except StoreDown as trouble:
        raise click.ClickException(f"{trouble.words} See REDIS_URL.") from None
    except ShardMismatch as trouble:
        raise click.ClickException(f"{trouble} (SIGNOFF_SHARDS)") from None
