"""Posting once: a mark in each post's metadata says what it is, so that it can be found again."""

from collections.abc import AsyncGenerator
from dataclasses import dataclass
from typing import cast

from slack_sdk.web.async_client import AsyncWebClient

from blocks.check import checked
from blocks.elements import Payload
from bot.core.ids import Thread
from bot.slack.fields import HOME, Json, items, text
from bot.slack.identity import Identity
from bot.slack.private import QUIET

EVENT = "signoff_post"
LITERAL = {"parse": "none", "link_names": False}  # an edit's own default looks for names and links
PAGE = 200  # messages a page, as many as Slack recommends


@dataclass(frozen=True, slots=True)
class Post:
    """A message of ours that stands."""

    channel: str
    ts: str


class Posts:
    """Messages in threads. Methods raise errors.FAILURES."""

    def __init__(self, client: AsyncWebClient, me: Identity) -> None:
        self._client = client
        self._me = me

    async def send(self, thread: Thread, payload: Payload, mark: str) -> Post:
        """Posts in a thread, or in the channel if it has no `ts`, and answers where."""
        body = {
            "channel": thread.channel,
            **({"thread_ts": thread.ts} if thread.ts else {}),
            "metadata": {"event_type": EVENT, "event_payload": self._payload(mark)},
            **checked(payload),
            **QUIET,
        }
        answer = await self._client.api_call("chat.postMessage", json=body)
        data = cast(object, answer.data)
        return Post(text(data, "channel") or thread.channel, text(data, "ts"))

    def _payload(self, mark: str) -> Json:
        return {"id": mark, HOME: self._me.home} if self._me.home else {"id": mark}

    async def redraw(self, channel: str, ts: str, payload: Payload) -> None:
        """Replaces a message; text and blocks both, or Slack may keep showing the old ones."""
        body = {"channel": channel, "ts": ts, **checked(payload), **LITERAL}
        await self._client.api_call("chat.update", json=body)

    async def marked(self, thread: Thread) -> dict[str, Post]:
        """Our marked posts of a thread by mark, and our files there by name; the first of each."""
        found: dict[str, Post] = {}
        about = {"channel": thread.channel, "ts": thread.ts}
        async for message in self._pages("conversations.replies", about):
            mark = self._mark(message)
            if mark is not None:
                found.setdefault(mark, Post(thread.channel, text(message, "ts")))
            for file in items(message, "files"):
                found.setdefault(text(file, "name"), Post(thread.channel, text(message, "ts")))
        return found

    async def root(self, channel: str, mark: str, since: float) -> Post | None:
        """The message of a channel that has a mark; looks at those from `since` on, in epoch s."""
        about = {"channel": channel, "oldest": f"{since:.6f}"}
        found: Post | None = None
        async for message in self._pages("conversations.history", about):
            if self._mark(message) == mark:
                found = Post(channel, text(message, "ts"))  # newest first: the first one stays
        return found

    def _mark(self, message: Json) -> str | None:
        """The mark of a post of ours; anybody's else are none."""
        ours = text(message, "user") == self._me.bot_user
        if not ours or text(message, "metadata", "event_type") != EVENT:
            return None
        return text(message, "metadata", "event_payload", "id")

    async def _pages(self, method: str, about: dict[str, str]) -> AsyncGenerator[Json]:
        cursor: str | None = None
        while True:
            params = {**about, "limit": PAGE, "include_all_metadata": True, "cursor": cursor}
            answer = await self._client.api_call(method, http_verb="GET", params=params)
            data = cast(object, answer.data)
            for message in items(data, "messages"):
                yield message
            cursor = text(data, "response_metadata", "next_cursor") or None
            if cursor is None:
                return
