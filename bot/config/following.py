"""Following signoff.yaml: a changed policy counts without a restart, a bad one never does."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path

import structlog

from bot.config.build import Config, load
from bot.config.fitting import check_tools
from bot.config.tree import ConfigTrouble
from bot.core.rules import Policy
from bot.ports import StoreDown, ToolSpec

log = structlog.get_logger(__name__)

Stamp = tuple[int, int, int]
# What a process reads once, at its start.
_FIXED = ("agent", "tools", "review", "limits", "prompts")


class Following:
    """The policy as its file says. `counted` gives a policy its number and puts it on the record;
    `tell` says to people why a changed file isn't used.
    """

    def __init__(
        self,
        config: Config,
        policy: Policy,
        specs: Mapping[str, ToolSpec],
        counted: Callable[[Policy], Awaitable[Policy]],
        tell: Callable[[ConfigTrouble], Awaitable[None]],
    ) -> None:
        self.policy = policy
        self._config = config
        self._path = Path(config.file)
        self._specs = specs
        self._counted = counted
        self._tell = tell
        self._seen = self._read = _stamp(self._path)
        self._trouble = ""

    async def follow(self, every_s: float) -> None:
        """Looks again and again; with 0 it never does."""
        while every_s:
            await asyncio.sleep(every_s)
            try:
                await self.look()
            except StoreDown as error:
                log.warning("policy not reloaded", why=error.words)
            except Exception:  # whatever is in the file, the next look is made
                log.exception("policy not reloaded")

    async def look(self) -> None:
        """Takes a changed file up, once it hasn't changed since the look before: while somebody is
        writing it, it is half of what they mean. Raises StoreDown; the next look tries again.
        """
        stamp, before = _stamp(self._path), self._seen
        self._seen = stamp
        if stamp == self._read or stamp != before:
            return
        try:
            config = load(self._path)
            check_tools(config, self._specs)
        except ConfigTrouble as trouble:
            await self._keep(trouble)
            self._read = stamp
            return
        await self._take(config)
        self._read, self._trouble = stamp, ""

    async def _take(self, config: Config) -> None:
        fixed = [name for name in _FIXED if getattr(config, name) != getattr(self._config, name)]
        if fixed:
            log.warning("restart to use what else has changed", changed=fixed)
        if config.policy.version == self.policy.version:
            return
        before, policy = self.policy, await self._counted(config.policy)
        self.policy = policy
        log.warning(
            "policy reloaded", version=policy.version, number=policy.number, before=before.version
        )
        for line in config.announcements:
            log.warning("announcement", why=line)

    async def _keep(self, trouble: ConfigTrouble) -> None:
        words = str(trouble)
        log.error("policy not reloaded", why=words, kept=self.policy.version)
        if words != self._trouble:
            await self._tell(trouble)
            self._trouble = words


def _stamp(path: Path) -> Stamp | None:
    """What changes when a file is written or replaced; None if there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino
