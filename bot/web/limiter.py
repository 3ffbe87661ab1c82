"""A limit on links that aren't good, by address: guessing is hopeless, and shall be dull too."""

import time
from collections import OrderedDict
from collections.abc import Callable

MOST = 20  # bad links of one address in a window
WINDOW_S = 60.0
ADDRESSES = 10_000  # that are remembered; the longest unseen are forgotten


class Limiter:
    """Counts in this process only. What is good is never counted, nor held up."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._seen: OrderedDict[str, tuple[float, int]] = OrderedDict()

    def bad(self, address: str) -> bool:
        """Counts one; whether that address has had too many."""
        now = self._clock()
        since, count = self._seen.pop(address, (now, 0))
        if now - since >= WINDOW_S:
            since, count = now, 0
        self._seen[address] = (since, count + 1)
        if len(self._seen) > ADDRESSES:
            self._seen.popitem(last=False)
        return count + 1 > MOST
