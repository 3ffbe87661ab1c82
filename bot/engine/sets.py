"""Live sets as the gate needs them: read at once, and what can't be read is left out."""

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass, field

import structlog

from bot.core.ids import Who
from bot.core.rota import Rota, on_call
from bot.core.rules import Live, Policy
from bot.engine.desk import Clock
from bot.ports.sets import Calendars, Groups, SetTrouble
from bot.within import within

log = structlog.get_logger(__name__)

READ_S = 5.0  # for all sets of a rule; a verdict that waits longer holds its run up


@dataclass(frozen=True, slots=True)
class LiveSets:
    """Reads sets by their names (core.live). `clock` is kept at the store's time."""

    groups: Groups
    calendars: Calendars
    clock: Clock

    async def read(self, policy: Policy, names: Iterable[str]) -> Live:
        """The members of each set that could be read. Never raises."""
        wanted = tuple(names)
        found = await asyncio.gather(*(self._read(policy, name) for name in wanted))
        return {
            name: members
            for name, members in zip(wanted, found, strict=True)
            if members is not None
        }

    def once(self) -> "OneReading":
        """The sets as the verdicts of one step see them."""
        return OneReading(self)

    async def members(self, policy: Policy, name: str) -> frozenset[str]:
        """The `Who.key`s of a set's members. Raises SetTrouble."""
        kind, _, of = name.partition(":")
        return await (
            self._on_call(policy, of) if kind == "schedule" else self.groups.members(name)
        )

    async def _read(self, policy: Policy, name: str) -> frozenset[str] | None:
        try:
            async with within(READ_S):
                return await self.members(policy, name)
        except SetTrouble as trouble:
            log.warning("set not read", set=name, why=trouble.words)
        except TimeoutError:
            log.warning("set not read", set=name, why=f"nothing came within {READ_S:g} s")
        except Exception:  # whatever went wrong: nobody is in it
            log.exception("set not read", set=name)
        return None

    async def _on_call(self, policy: Policy, name: str) -> frozenset[str]:
        schedule = policy.schedule(name)
        if schedule is None:
            raise SetTrouble(f"the policy has no schedule {name} any more")
        if isinstance(schedule.by, Rota):
            person = on_call(schedule.by, self.clock.now())
            ids = frozenset[str]() if person is None else frozenset({person})
        else:
            ids = await self.calendars.on_call(schedule.by, self.clock.now())
        return frozenset(Who(p.team, p.user).key for p in policy.people if p.id in ids)


@dataclass(frozen=True, slots=True)
class OneReading:
    """Each set is read once, and so is one that can't be: a step of many calls waits for it once.

    Or its worker would hold the run for longer than its lease, and lose it each time.
    """

    sets: LiveSets
    known: dict[str, frozenset[str] | None] = field(
        default_factory=dict[str, frozenset[str] | None]
    )

    async def read(self, policy: Policy, names: Iterable[str]) -> Live:
        """The members of each set that could be read. Never raises."""
        wanted = tuple(names)
        unknown = tuple(name for name in wanted if name not in self.known)
        found: Live = await self.sets.read(policy, unknown) if unknown else {}
        self.known.update((name, found.get(name)) for name in unknown)
        known = ((name, self.known[name]) for name in wanted)
        return {name: members for name, members in known if members is not None}
