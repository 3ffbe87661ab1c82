"""The review's port: what the host's own code says of a call."""

from typing import Protocol

from bot.review import Answer, Proposal


class Reviewer(Protocol):
    """A look at each call that the policy doesn't refuse."""

    async def review(self, proposal: Proposal) -> Answer:
        """Its answer, in bounded time. Whatever goes wrong is a refusal in words."""
        ...
