"""The store's time, turned forward by hand: what a deadline needs passes when a test says so.

A test that waited for it would have to do all that comes before within it, on any machine.
"""

from collections.abc import Callable, Generator
from contextlib import contextmanager
from hashlib import sha1

from bot.store import scripts
from bot.store.scripts import Script

TIME = "local clock = call('TIME')\n"


@contextmanager
def turning() -> Generator[Callable[[float], None]]:
    """Gives a function that lets seconds pass, for every store of this process, until the end.

    What lapses in Redis by itself, which are keys, knows nothing of them.
    """
    loaded = scripts._ALL  # pyright: ignore[reportPrivateUsage]
    real, passed = dict(loaded), 0.0

    def passes(seconds: float) -> None:
        nonlocal passed
        passed += seconds
        loaded.update({name: _later(script, passed) for name, script in real.items()})

    try:
        yield passes
    finally:
        loaded.update(real)


def _later(script: Script, seconds: float) -> Script:
    assert TIME in script.text
    text = script.text.replace(TIME, f"{TIME}clock[1] = clock[1] + {seconds:g}\n")
    return Script(text, sha1(text.encode(), usedforsecurity=False).hexdigest())
