"""Keeping claims alive from a thread, so that a busy event loop doesn't lose its tools."""

import threading
from collections.abc import Callable

import structlog

from bot.ports import Store, StoreDown

log = structlog.get_logger(__name__)


class Renewer:
    """Renews this process's claims every quarter of a lease while it is entered."""

    def __init__(self, store: Store, lease_ms: int) -> None:
        self._store = store
        self._lease = lease_ms
        self._held: dict[str, set[str]] = {}
        self._lock = threading.Lock()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="claims", daemon=True)

    def __enter__(self) -> "Renewer":
        """Starts the thread."""
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Ends the thread; claims that are left run out by themselves."""
        self._stop.set()
        self._thread.join(timeout=2)

    @property
    def idle(self) -> bool:
        """Whether no claim is held."""
        with self._lock:
            return not self._held

    def hold(self, run: str, attempt: str) -> Callable[[], None]:
        """Keeps a claim alive until the answered function is called."""
        with self._lock:
            self._held.setdefault(run, set()).add(attempt)

        def release() -> None:
            with self._lock:
                attempts = self._held.get(run, set())
                attempts.discard(attempt)
                if not attempts:
                    self._held.pop(run, None)

        return release

    def _run(self) -> None:
        while not self._stop.wait(self._lease / 4_000):
            with self._lock:
                held = {run: frozenset(attempts) for run, attempts in self._held.items()}
            if not held:
                continue
            try:
                self._store.renew(held, self._lease)
            except StoreDown as error:
                log.warning("claims not renewed", why=error.words)
            except Exception:
                # Without this thread every tool of the process would be taken for lost.
                log.exception("claims not renewed")
