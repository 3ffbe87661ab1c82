"""What a click hands out for a while: triggers for views, and response URLs."""

import secrets
from dataclasses import dataclass

from sandbox.clock import Clock
from sandbox.errors import ApiError
from sandbox.ids import fresh
from sandbox.jsons import Json
from sandbox.patience import Ran
from sandbox.people import TEAM
from sandbox.store import Store

TRIGGER_S = 3.0
URL_S = 30 * 60.0
URL_USES = 5


@dataclass(slots=True)
class Trigger:
    """Who acted, until when it counts, and from inside which modal, if any.

    `until` is in seconds that this process ran, and the clock was turned forward.
    """

    user: str
    until: float
    view: str | None
    used: bool = False


class Triggers:
    """Triggers: 3 s, one use."""

    def __init__(self, clock: Clock, ran: Ran) -> None:
        self._clock = clock
        self._ran = ran
        self._triggers: dict[str, Trigger] = {}

    def mint(self, user: str, view: str | None = None) -> str:
        """A trigger_id for what the person has just done."""
        first = str(int(self._clock.now() * 1000))
        trigger = f"{first}.10229338706656.{secrets.token_hex(16)}"
        self._triggers[trigger] = Trigger(user, self._now() + TRIGGER_S, view)
        return trigger

    def use(self, trigger_id: str) -> Trigger:
        """Exchange it; raises ApiError invalid_, exchanged_ or expired_trigger_id."""
        trigger = self._triggers.get(trigger_id)
        if trigger is None:
            raise ApiError("invalid_trigger_id")
        if trigger.used:
            raise ApiError("exchanged_trigger_id")
        if self._now() > trigger.until:
            raise ApiError("expired_trigger_id")
        trigger.used = True
        return trigger

    def _now(self) -> float:
        return self._ran.seconds() + self._clock.ahead


class Hooks:
    """Response URLs: 5 uses within 30 minutes, kept over a restart."""

    def __init__(self, clock: Clock, store: Store) -> None:
        self._clock = clock
        self._store = store
        self._hooks = store.load("hook")
        self.base_url = ""

    def mint(self, kind: str, about: Json) -> str:
        """A URL under /actions/ or /commands/ for `about`: {channel, user, ts?, ...}."""
        key = f"{fresh('')}/{secrets.token_hex(12)}"
        hook = {**about, "kind": kind, "uses": 0, "until": self._clock.now() + URL_S}
        self._hooks[key] = hook
        self._store.put("hook", key, hook)
        return f"{self.base_url}/{kind}/{TEAM}/{key}"

    def use(self, key: str) -> Json:
        """Count a use; raises ApiError expired_url or used_url."""
        hook = self._hooks.get(key)
        if hook is None or self._clock.now() > hook["until"]:
            raise ApiError("expired_url")
        if hook["uses"] >= URL_USES:
            raise ApiError("used_url")
        hook["uses"] += 1
        self._store.put("hook", key, hook)
        return hook
