"""The shelf: what is kept for a while outside of runs. Every method raises StoreDown."""

from typing import Protocol


class Shelf(Protocol):
    """Short-lived things by an opaque name, and threads of ours whose root is on its way."""

    async def keep(self, name: str, body: str) -> None:
        """Keeps a text for an hour."""
        ...

    async def kept(self, name: str) -> str | None:
        """The text of that name, or None."""
        ...

    async def expect(self, channel: str, run: str) -> None:
        """From now on a run's root may stand in a channel before its thread is indexed."""
        ...

    async def arrived(self, channel: str, run: str) -> None:
        """The run's thread is indexed, or there will be none."""
        ...

    async def expected(self, channel: str) -> bool:
        """Whether a reply in a channel may be to a root that isn't indexed yet."""
        ...
