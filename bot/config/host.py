"""The host's own code that signoff.yaml names: loaded at the start, or refused with its place."""

from bot.config.build import Config
from bot.config.tree import ConfigTrouble, Path_, Problem
from bot.settings import Settings
from bot.tools.hook import Hook, load_hook
from bot.tools.registry import Registry, load_all

OF_LEASE = 3


def tools_of(config: Config) -> Registry:
    """The tools; ConfigTrouble says why they can't be used."""
    try:
        return load_all(config.tools)
    except Exception as error:  # a tools module is anybody's code
        raise _trouble(config, ("tools",), error) from error


def hook_of(config: Config, settings: Settings) -> Hook | None:
    """The review hook, if one is named; ConfigTrouble says why it can't be used.

    A run is taken from a worker that is silent for a lease, and a step may wait for it twice.
    """
    if not config.review:
        return None
    longest = settings.lease_ms / 1000 / OF_LEASE
    if settings.review_s > longest:
        words = f"SIGNOFF_REVIEW_S is over a third of SIGNOFF_LEASE_MS; write {longest:.1f} or less"
        raise ConfigTrouble(config.file, [Problem(config.tree.place(("review",)), words)])
    try:
        return load_hook(config.review, settings.review_s)
    except Exception as error:  # so is its module
        raise _trouble(config, ("review",), error) from error


def _trouble(config: Config, at: Path_, error: Exception) -> ConfigTrouble:
    # Our own refusals speak for themselves; of others the kind is half of what they say.
    words = str(error) if type(error) is ValueError else f"{type(error).__name__}: {error}"
    return ConfigTrouble(config.file, [Problem(config.tree.place(at), f"can't be used: {words}")])
