"""The chat's port: where people are.

Every post carries a mark in its metadata, made from the run and what is posted, so that a post
whose reply was lost is found by a later one with `look`.
"""

from typing import Literal, Protocol

from bot.core.ids import Thread, Who
from bot.core.request import Copy, PersonFacts, Request
from bot.core.state import Note, Run, Say
from bot.core.timeline import Status


class ChatTrouble(Exception):
    """A chat call failed.

    `kind`: `wait` (rate limited or down, try after `retry_after_s`), `unclear` (it may have
    happened: look before sending again), `refused` (this payload never goes), `nowhere` (the place
    is gone or closed to us).
    """

    def __init__(
        self,
        kind: Literal["wait", "unclear", "refused", "nowhere"],
        words: str,
        retry_after_s: float = 0,
    ) -> None:
        super().__init__(words)
        self.kind: Literal["wait", "unclear", "refused", "nowhere"] = kind
        self.words = words
        self.retry_after_s = retry_after_s


class Chat(Protocol):
    """Posts, pictures, private words and people. Every method raises ChatTrouble."""

    async def post_card(
        self, run: Run, request: Request, *, look: bool, plain: bool, stub: bool = False
    ) -> Copy:
        """Posts a request's card where it belongs, or the thread's stub of it; answers where.

        `look`: it may stand there already. `plain`: Slack refused the full card.
        """
        ...

    async def draw_card(self, run: Run, request: Request, copy: Copy) -> bool:
        """Redraws one copy; False if that message is gone."""
        ...

    async def post_say(self, run: Run, say: Say, text: str, *, look: bool) -> None:
        """Posts what is owed in the thread; `text` is the model's answer, if it is one."""
        ...

    async def post_opening(self, run: Run, text: str, *, look: bool) -> Thread:
        """Posts what was asked in the run's thread, or as the root of one; answers the thread."""
        ...

    async def note(self, run: Run, note: Note, response_url: str | None) -> None:
        """Tells one person privately, by whatever way still reaches them."""
        ...

    async def show_status(self, run: Run, status: Status) -> None:
        """Shows the session's status; the first one names the session after its task.

        May be repeated. `wait` and `unclear`: again later; anything else: never in this run.
        """
        ...

    async def show_progress(self, run: Run, *, look: bool) -> str | None:
        """Posts the run's timeline, or draws the one that stands; answers its ts, None if gone.

        `look`: one may stand there already.
        """
        ...

    async def react(self, thread: Thread, ts: str, *, edited: bool = False) -> bool:
        """Acknowledges a message with a reaction; False if it stood there already.

        `edited`: its correction, with another.
        """
        ...

    def twin(self, how: str) -> None:
        """Another copy of the bot is connected to the same app: whoever runs it hears of it."""
        ...

    def shut(self) -> str | None:
        """Why the chat refuses our token, as far as this process knows; None if it doesn't."""
        ...

    def refuse(self, why: str | None) -> None:
        """Takes over what another process found: that the chat refuses our token, or takes it."""
        ...

    async def knock(self) -> bool:
        """Asks whether the chat takes our token again. Never raises."""
        ...

    async def apologise(self, thread: Thread, run: str) -> None:
        """Says in the thread that the run was parked, and what to do."""
        ...

    async def person(self, who: Who) -> PersonFacts:
        """What Slack knows of a user: guest, outside, bot, deactivated; links are not its matter.

        `known` is False when Slack couldn't be asked.
        """
        ...
