"""A- and R-numbers, reserved in blocks; gaps are fine (PROTOCOL.md 1.12)."""

from bot.ports import Store


class Numbers:
    """Hands out numbers of one kind; asks the store once a block."""

    def __init__(self, store: Store, kind: str, block: int) -> None:
        self._store = store
        self._kind = kind
        self._block = block
        self._next = 0
        self._end = 0

    async def take(self) -> int:
        """The next number."""
        if self._next >= self._end:
            first = await self._store.numbers(self._kind, self._block)
            self._next, self._end = first, first + self._block
        self._next += 1
        return self._next - 1
