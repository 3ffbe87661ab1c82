"""The chat port on Slack."""

import time
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace

from blocks.answer import outgrown
from blocks.elements import Payload
from bot.core.ids import Thread, Who
from bot.core.request import Copy, PersonFacts, Request
from bot.core.state import Note, Run, Say
from bot.core.timeline import Status
from bot.log import get
from bot.ports.chat import ChatTrouble
from bot.slack import asides, notes, opening, present, words
from bot.slack.access import Client
from bot.slack.called import Called
from bot.slack.cards import Cards, told, under
from bot.slack.errors import FAILURES, code
from bot.slack.files import Files, Paper
from bot.slack.groups import SetNames, SlackGroups
from bot.slack.identity import Identity
from bot.slack.paced import unhurried
from bot.slack.parse import Place
from bot.slack.people import People
from bot.slack.pieces import Names
from bot.slack.places import Places
from bot.slack.posts import Post, Posts
from bot.slack.private import Private
from bot.slack.progress import Progress
from bot.slack.twins import Twins

log = get(__name__)

SEEN = "eyes"  # the reaction that says: read
CORRECTED = "pencil2"  # and this one: read as it is now
ANSWER_MESSAGES = 4  # that an answer may take before it goes in a file
SHOWN_S = 10.0  # Slack shows a shared file later than it says so; looked for sooner, it isn't there
_TO_DECIDERS = ("reminder", "escalated", "handed_over", "emergency", "review_due")
_ELSEWHERE = ("command:", "stop:")  # ids of clicks that weren't made in the run's thread
_NO_REACTION = frozenset(
    "already_reacted message_not_found not_reactable too_many_reactions too_many_emoji"
    " thread_locked no_item_specified bad_timestamp is_archived channel_not_found"
    " not_in_channel missing_scope no_permission".split()
)


class SlackChat:
    """`ports.Chat`: posts, pictures, private words and people, by one client; with its `groups`."""

    def __init__(
        self,
        client: Client,
        me: Identity,
        clock: Callable[[], float] = time.monotonic,
        twins: Twins | None = None,
        *,
        answer_messages: int = ANSWER_MESSAGES,
    ) -> None:
        self._twins = twins
        self._client = client
        self._answer_messages = answer_messages
        self._files = Files(client)
        self._people = People(client, me.team, clock)
        self.groups = SlackGroups(client, me.team, clock)
        self._called = Called(self._people, SetNames(client, clock))
        self._posts = Posts(client, me)
        self._private = Private(client)
        self._places = Places(client, self._people, clock)
        self._cards = Cards(self._posts, me, self._people, self._places, self._called)
        self._progress = Progress(client, self._posts)

    async def post_card(
        self, run: Run, request: Request, *, look: bool, plain: bool, stub: bool = False
    ) -> Copy:
        """See ports.Chat."""
        return await self._cards.post(run, request, look=look, plain=plain, stub=stub)

    async def draw_card(self, run: Run, request: Request, copy: Copy) -> bool:
        """See ports.Chat."""
        return await self._cards.draw(run, request, copy)

    async def post_say(self, run: Run, say: Say, text: str, *, look: bool) -> None:
        """See ports.Chat. Parts that stand already are left out."""
        request = run.request(say.request) if say.request else None
        extra = (*_switchers(run, say), *asides.named(say))
        if say.kind == "stopped":
            extra = (Who(run.thread.team, say.words),)
            run = await self._for_readers(run)
        say = await self._untitled(run, say)
        names = await self._names(run, request, extra=extra)
        if say.copy is not None:
            async with told():
                payload = words.say(run, say, text, names)[0]
                await self._posts.redraw(say.copy.channel, say.copy.ts, payload)
            return
        # Whoever decides is spoken to under the card, wherever that is; everybody else here.
        there = under(run, request) if say.kind in _TO_DECIDERS else run.thread
        standing: dict[str, Post] = {}
        if look:
            async with told():
                standing = await self._posts.marked(there)
        mark = f"{run.id}:{say.key}"
        payloads = words.say(run, say, text, names)
        if request and there == run.thread and await self._places.shared(there):
            payloads = [words.about_here(run, say, request, names)]
        long = say.kind == "answer" and (len(payloads) > self._answer_messages or outgrown(text))
        # Where parts of it stand already, Slack took no file before: the rest follows them.
        if long and f"{mark}:0" not in standing:
            first, paper = words.first(run, say, text, names), words.paper(run, say, text)
            if await self._filed(run.thread, first, paper, f"{mark}:first", standing):
                return
        for part, payload in enumerate(payloads):
            await self._post_part(there, payload, f"{mark}:{part}", standing)

    async def post_opening(self, run: Run, text: str, *, look: bool) -> Thread:
        """See ports.Chat. In a thread it is found like any post; a root, in its channel."""
        async with told():
            return await opening.post(self._posts, run, text, look=look)

    async def note(self, run: Run, note: Note, response_url: str | None) -> None:
        """See ports.Chat. Raises only when Slack asks to wait; who can't be reached is logged."""
        request = run.request(note.request) if note.request else None
        names = await self._names(run, request)
        if note.kind == "status":
            run = await self._for_readers(run)
        # What the thread takes no more is told outside of it, as is who isn't looking at it.
        channel = "" if note.kind == "unposted" else run.thread.channel
        elsewhere = response_url and note.key.startswith(_ELSEWHERE)
        place = Place(channel, note.to.user, "" if elsewhere else run.thread.ts, response_url)
        async with told():
            await self._private.tell(place, notes.note(run, note, names))

    async def show_status(self, run: Run, status: Status) -> None:
        """See ports.Chat."""
        await self._progress.status(run, status)

    async def show_progress(self, run: Run, *, look: bool) -> str | None:
        """See ports.Chat."""
        run = await self._for_readers(run)
        able = (who for request in run.requests for who in request.able)
        names = await self._called.names(able, run.requests)
        async with told():
            with unhurried():
                return await self._progress.timeline(run, names, look=look)

    async def react(self, thread: Thread, ts: str, *, edited: bool = False) -> bool:
        """See ports.Chat. A reaction that can't be set is done."""
        name = CORRECTED if edited else SEEN
        async with told():
            try:
                await self._client.reactions_add(channel=thread.channel, timestamp=ts, name=name)
            except FAILURES as error:
                if code(error) not in _NO_REACTION:
                    raise
                return code(error) != "already_reacted"
        return True

    def twin(self, how: str) -> None:
        """See ports.Chat."""
        if self._twins is not None:
            self._twins.seen(how)

    def shut(self) -> str | None:
        """See ports.Chat."""
        return self._client.refused

    def refuse(self, why: str | None) -> None:
        """See ports.Chat."""
        self._client.refused = why

    async def knock(self) -> bool:
        """See ports.Chat."""
        try:
            await self._client.auth_test()
        except FAILURES:
            return False
        return True

    async def apologise(self, thread: Thread, run: str) -> None:
        """See ports.Chat."""
        async with told():
            await self._posts.send(thread, words.apology(run), f"{run}:parked")

    async def person(self, who: Who) -> PersonFacts:
        """See ports.Chat."""
        return await self._people.facts(who)

    async def _for_readers(self, run: Run) -> Run:
        """The run without details of its requests where another company reads."""
        shared = run.requests and await self._places.shared(run.thread)
        return replace(run, requests=()) if shared else run

    async def _untitled(self, run: Run, say: Say) -> Say:
        """The post without the titles of calls where another company reads."""
        shared = say.titles and await self._places.shared(run.thread)
        return replace(say, titles=()) if shared else say

    async def _filed(
        self, thread: Thread, first: Payload, paper: Paper, mark: str, standing: dict[str, Post]
    ) -> bool:
        """Posts the first lines and then the file; False where Slack takes no file."""
        if paper.name in standing:
            return True
        async with _looked(standing), told():
            file = await self._files.upload(paper)
        if file is None:
            return False
        await self._post_part(thread, first, mark, standing)
        try:
            async with _looked(standing), told():
                return await self._files.share(thread, file, paper)
        except ChatTrouble as found:
            wait_s = max(found.retry_after_s, SHOWN_S)
            raise ChatTrouble(found.kind, found.words, wait_s) from found

    async def _post_part(
        self, thread: Thread, payload: Payload, mark: str, standing: dict[str, Post]
    ) -> None:
        """Posts one message, without its blocks if Slack refuses them."""
        try:
            await self._post_once(thread, payload, mark, standing)
        except ChatTrouble as found:
            if found.kind != "refused":
                raise
            log.warning("post sent as plain text", mark=mark, why=found.words)
            for n, piece in enumerate(words.bare(payload)):
                await self._post_once(thread, piece, f"{mark}.{n}", standing)

    async def _post_once(
        self, thread: Thread, payload: Payload, mark: str, standing: dict[str, Post]
    ) -> None:
        if mark in standing:
            return
        async with _looked(standing), told():
            standing[mark] = await self._posts.send(thread, payload, mark)

    async def _names(self, run: Run, request: Request | None, extra: tuple[Who, ...] = ()) -> Names:
        group = present.shown(run, request) if request else (run.requester,)
        return await self._called.names((*group, *extra), (request,) if request else ())


def _switchers(run: Run, say: Say) -> tuple[Who, ...]:
    """Whom a post about a switch names."""
    return tuple(who for who in (say.by, *(off.by for off in run.off)) if who)


@asynccontextmanager
async def _looked(standing: dict[str, Post]) -> AsyncGenerator[None]:
    """Where something of a post stands already, whoever tries again has to look."""
    try:
        yield
    except ChatTrouble as found:
        if found.kind == "wait" and standing:
            raise ChatTrouble("unclear", found.words, found.retry_after_s) from found
        raise
