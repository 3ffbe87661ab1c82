"""The vault's port: values that nobody but a tool may see, by their reference.

Every method raises StoreDown.
"""

from collections.abc import Iterable
from typing import Protocol


class Vault(Protocol):
    """Sensitive values, encrypted, each for one run; deleted some time after it is over."""

    async def keep(self, run: str, value: str) -> str:
        """Keeps a value, as its JSON; answers its reference (core.references)."""
        ...

    async def reveal(self, run: str, reference: str) -> str | None:
        """The value's JSON; None if this run has none of that reference, or has it no more."""
        ...

    async def references(self, run: str) -> tuple[str, ...]:
        """The references of all that this run was given."""
        ...

    async def forget(self, run: str, given: Iterable[str]) -> None:
        """Deletes the values of references that nobody will ask for."""
        ...
