"""What all processes of one installation share beside its runs."""

from typing import Protocol


class Shared(Protocol):
    """Small facts in the store. Every method raises StoreDown when the server is away."""

    async def home(self) -> str:
        """This installation's own id: made at its first start, the same in all its processes."""
        ...

    async def shut(self) -> str | None:
        """Why the chat refuses our token, if a process found that it does."""
        ...

    async def set_shut(self, why: str | None) -> None:
        """Tells all processes that the chat refuses our token, or takes it again."""
        ...

    async def present(self, kind: str, member: str, ms: int) -> int:
        """Says for `ms` that `member` is there; answers how many of its kind are."""
        ...
