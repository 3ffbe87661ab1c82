"""A request's messages: its card in the thread or an ops channel, the stub of one, their redrawing.

A card outside of its thread shows nothing of what was said in a private one.
"""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import replace

from blocks.batch import batch_card
from blocks.card import approval_card
from blocks.elements import Payload, message
from blocks.modal import readable
from blocks.plain import plain_card
from blocks.question import question_stub
from blocks.stub import batch_stub, stub_card
from blocks.views import ApprovalCard, Settled
from bot.core import batching, superseding
from bot.core.ids import Thread, Who
from bot.core.request import Copy, Request
from bot.core.state import Run
from bot.log import get
from bot.ports.chat import ChatTrouble
from bot.slack import present, questions
from bot.slack.called import Called
from bot.slack.errors import FAILURES, code, trouble
from bot.slack.identity import Identity
from bot.slack.links import link
from bot.slack.own import draw as own
from bot.slack.paced import urgent
from bot.slack.people import People
from bot.slack.places import SHARED, Places
from bot.slack.posts import Post, Posts

log = get(__name__)

TOO_LONG = (
    "the call is longer than anybody can read here before a yes; make it shorter, or split it"
)
# Slack's clock stamps the post and Redis's the request: a card is looked for from this much before.
EARLIER_S = 300
_GONE = ("message_not_found", "cant_update_message")


class Cards:
    """Posts cards and stubs, and draws them again. Raises ChatTrouble."""

    def __init__(
        self, posts: Posts, me: Identity, people: People, places: Places, called: Called
    ) -> None:
        self._posts = posts
        self._me = me
        self._people = people
        self._places = places
        self._called = called

    async def post(
        self, run: Run, request: Request, *, look: bool, plain: bool, stub: bool = False
    ) -> Copy:
        """Where it stands. One that was found gets drawn again: its picture is unknown.

        What is too long to be read by whoever decides has no place anywhere.
        """
        mark = stub_mark(request) if stub else request.id
        place = run.thread if stub else place_of(run, request)
        async with told(request.id):
            found = await self._found(place, mark, request) if look else None
            if found:
                return Copy(found.channel, found.ts, stub=stub)
            if not stub:
                request = await self._places.admitted(run, request)
            elif await self._places.shared(run.thread):
                raise ChatTrouble("nowhere", SHARED)
            payload = await self._payload(run, request, plain=plain, stub=stub)
            with urgent():
                post = await self._posts.send(place, payload, mark)
        return Copy(post.channel, post.ts, request.draws, stub)

    async def draw(self, run: Run, request: Request, copy: Copy) -> bool:
        """False if that message is gone. What Slack refuses is drawn plainer: an old picture would
        lie.
        """
        able = tuple(who for who in request.able if not self._people.left(who))
        request = replace(request, able=able)
        if request.kind == "question":
            return await self._redraw(copy, await self._question(run, request, stub=copy.stub))
        views = await self._views(run, request)
        if copy.stub:
            return await self._redraw(copy, self._stub(request, views))
        try:
            return await self._redraw(copy, _drawn(views, plain=request.plain))
        except ChatTrouble as found:
            if found.kind != "refused" or request.plain:
                raise
            log.warning("card drawn plainer", request=request.id, why=found.words)
        return await self._redraw(copy, _drawn(views, plain=True))

    async def _payload(self, run: Run, request: Request, *, plain: bool, stub: bool) -> Payload:
        if request.kind == "question":
            return await self._question(run, request, stub=stub)
        views = await self._views(run, request)
        if request.kind == "approval" and not all(map(readable, views)):
            raise ChatTrouble("nowhere", TOO_LONG)
        return self._stub(request, views) if stub else _drawn(views, plain=plain)

    async def _question(self, run: Run, request: Request, *, stub: bool) -> Payload:
        names = await self._called.names(present.shown(run, request), (request,))
        private = bool(request.at) and await self._places.private(run.thread)
        thread = None if private or not request.at else link(self._me.url, run.thread)
        card = own.worded(questions.card(run, request, names, thread=thread), run, request)
        if stub:
            return question_stub(card, self._address(request))
        return own.drawn(card, run, request)

    async def _found(self, place: Thread, mark: str, request: Request) -> Post | None:
        if place.ts:
            return (await self._posts.marked(place)).get(mark)
        since = request.asked_at / 1000 - EARLIER_S
        return await self._posts.root(place.channel, mark, since)

    async def _views(self, run: Run, request: Request) -> list[ApprovalCard]:
        """What the card shows: one request, or all of its batch."""
        known = run.request(request.id) or request
        gone = [who for who in known.able if who not in request.able]
        together = [
            request if one.id == request.id else _without(one, gone)
            for one in batching.members(run, request)
        ]
        shown = (who for one in together for who in present.shown(run, one))
        names = self._called.names(shown, tuple(together))
        if not request.at:
            known = await names
            drawn = [present.card(run, one, known) for one in together]
        else:
            known, private = await asyncio.gather(names, self._places.private(run.thread))
            thread = link(self._me.url, run.thread)
            drawn = [
                present.card(run, one, known, private=private, thread=thread) for one in together
            ]
        return [self._onward(run, one, view) for one, view in zip(together, drawn, strict=True)]

    def _onward(self, run: Run, request: Request, view: ApprovalCard) -> ApprovalCard:
        """The card, with where the one stands that took its place, if one did."""
        other = superseding.replaced_by(run, request)
        if other is None or not isinstance(view.state, Settled):
            return view
        return replace(view, state=replace(view.state, next_url=self._address(other)))

    def _address(self, request: Request) -> str | None:
        """Of a request's card; None where none stands."""
        card = request.cards[-1] if request.cards else None
        return link(self._me.url, Thread(self._me.team, card.channel, card.ts)) if card else None

    def _stub(self, request: Request, views: list[ApprovalCard]) -> Payload:
        where = self._address(request)
        if len(views) > 1:
            return batch_stub(views, request.at, where)
        return stub_card(views[0], request.at, where)

    async def _redraw(self, copy: Copy, payload: Payload) -> bool:
        async with told():
            try:
                with urgent():
                    await self._posts.redraw(copy.channel, copy.ts, payload)
            except FAILURES as error:
                if code(error) not in _GONE:
                    raise
                return False
        return True


def stub_mark(request: Request) -> str:
    """By which a stub is found again."""
    return f"{request.id}:stub"


def place_of(run: Run, request: Request) -> Thread:
    """Where a card is to stand: in the run's thread, or at the root of another channel."""
    return Thread(run.thread.team, request.at, "") if request.at else run.thread


def under(run: Run, request: Request | None) -> Thread:
    """The thread in which those who decide are spoken to: under the card."""
    card = request.cards[-1] if request and request.cards else None
    if request is None or card is None or card.channel == run.thread.channel:
        return run.thread
    return Thread(run.thread.team, card.channel, card.ts)


def _without(request: Request, gone: list[Who]) -> Request:
    """One of a batch may have been edited since, and is for others then."""
    return replace(request, able=tuple(who for who in request.able if who not in gone))


def _drawn(views: list[ApprovalCard], *, plain: bool) -> Payload:
    if len(views) > 1:
        whole = batch_card(views)
        # It has no plainer form with buttons: at least its words are true.
        return message(str(whole["text"]), []) if plain else whole
    return plain_card(views[0]) if plain else approval_card(views[0])


@asynccontextmanager
async def told(request: str = "") -> AsyncGenerator[None]:
    """Turns Slack's failures into the port's; a refused card, which goes plainer, is an error."""
    try:
        yield
    except FAILURES as error:
        found = trouble(error)
        if request and found.kind == "refused":
            log.error("card refused", request=request, why=found.words)
        raise found from error
