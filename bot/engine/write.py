"""Writing: one step becomes one commit, with the starts of what is due in it."""

from collections.abc import Callable
from dataclasses import dataclass

from bot.core.due import due
from bot.core.state import Run
from bot.engine.desk import Clock
from bot.engine.fold import Folder, newer
from bot.engine.perform import Start, Volatile
from bot.engine.sending import Sender
from bot.engine.settings import EngineSettings
from bot.engine.step import Step, fresh_id
from bot.ports import Committed, Fenced, Mail, More, Store, StoreDown


@dataclass(frozen=True, slots=True)
class Written:
    """A committed step: what to perform, and the mail that came meanwhile."""

    run: Run | None
    starts: tuple[Start, ...]
    mail: tuple[Mail, ...]


@dataclass(frozen=True, slots=True)
class Writer:
    """Commits steps."""

    store: Store
    fold: Folder
    sender: Sender
    clock: Clock
    settings: EngineSettings
    probe: Callable[[str], None]

    async def write(self, step: Step) -> Written | None:
        """One commit, with the starts of what is due in it; None if others have to go on."""
        desk, starts = step.desk, list[Start]()
        while True:
            now = self.clock.now()
            starts += await self.fold.begin(step)
            volatile = step.run and any(isinstance(e, Volatile) for e in due(step.run, now))
            again, ttl_s = now + self.settings.lease_ms if volatile else None, self.settings.keep_s
            commit = step.commit(now, ttl_s=ttl_s, again_at=again, encode=fresh_id)
            self.probe("before_commit")
            try:
                outcome = await self.store.commit(commit)
            except StoreDown:
                self.sender.never_left(desk.id, starts)
                raise
            self.probe("after_commit")
            match outcome:
                case Fenced():
                    self.sender.never_left(desk.id, starts)
                    return None
                case More(mail=mail):
                    if newer(desk, mail):
                        return None
                    await self.fold.mail(step, mail)
                case Committed():
                    self.clock.sync(outcome.now)
                    step.saved(commit)
                    desk.saved(step.run, outcome, step.folded_to)
                    return Written(step.run, tuple(starts), outcome.mail)
