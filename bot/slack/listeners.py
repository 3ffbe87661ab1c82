"""The door: everything that Slack sends is saved before it is acknowledged, or answered in words.

Slack sends an event again when we fail; a click or a form never, so those who clicked are always
told. Nothing goes unacknowledged: every kind of payload has a listener.
"""

import re
import secrets
from collections import OrderedDict
from collections.abc import Awaitable
from typing import Any, TypeVar

from slack_bolt.async_app import AsyncAck, AsyncApp
from slack_bolt.authorization import AuthorizeResult

from blocks import notice
from blocks.elements import Payload
from blocks.modal import error_view
from bot.core.request import Click
from bot.log import get
from bot.ports.board import Board
from bot.ports.inbox import Inbox
from bot.ports.store import StoreDown
from bot.slack import acks, amended, commands, pressed, replies, saving, shortcuts
from bot.slack.access import Client
from bot.slack.acks import Fault
from bot.slack.admins import Admins
from bot.slack.amended import CardGone, Gone, Reworded
from bot.slack.commands import Looks, Tasked, WantsTask
from bot.slack.eyes import Eyes
from bot.slack.fields import obj, text
from bot.slack.forms.door import FormDoor
from bot.slack.hometab import HomeTab
from bot.slack.identity import Identity, make_client
from bot.slack.modals import Modals
from bot.slack.overview import Lookout
from bot.slack.parse import Commanded, HomeOpened, NotForUs, Opened, Place, Removed, Said, Told
from bot.slack.people import People
from bot.slack.pressed import Linked, Opens, Pressed, Stops, Submitted
from bot.slack.private import Private
from bot.slack.prompts import Prompt, Prompts
from bot.slack.quiet import quiet_logger
from bot.slack.shortcuts import Filed, HandedOver, Hands
from bot.slack.tasking import Tasking
from bot.slack.tasks import Tasks
from bot.slack.twins import Twins
from bot.within import within

log = get(__name__)
T = TypeVar("T")

SAVE_S = 2.0  # Slack waits 3 s
MOST_ANSWERED = 2_000
_ANY = re.compile("")


def make_app(  # noqa: PLR0917
    client: Client,
    signing_secret: str,
    inbox: Inbox,
    me: Identity,
    tasks: Tasks | None = None,
    twins: Twins | None = None,
    *,
    board: Board,
    save_s: float = SAVE_S,
    prompts: tuple[Prompt, ...] = (),
) -> AsyncApp:
    """The Bolt app. `tasks` holds what acknowledgements don't wait for: close it at the end.

    `signing_secret` may be "" when only Socket Mode is used: every HTTP request is then refused.
    """
    granted = AuthorizeResult(
        enterprise_id=None,
        team_id=me.team,
        bot_user_id=me.bot_user,
        bot_id=me.bot_id,
        bot_token=client.token,
    )

    async def authorize() -> AuthorizeResult:
        return granted  # fixed: an acknowledgement must not wait for a call to Slack

    app = AsyncApp(
        name="signoff",
        logger=quiet_logger(),
        process_before_response=True,
        # With an empty secret anybody could sign; nobody knows this one.
        signing_secret=signing_secret or secrets.token_hex(32),
        client=make_client(None, client.base_url, client.session),
        authorize=authorize,
        ignoring_self_events_enabled=False,  # parse decides what isn't for us
        attaching_conversation_kwargs_enabled=False,
    )
    tasks = tasks or Tasks()
    offers = Prompts(client, tasks, prompts)
    twins = twins or Twins(Admins(client, tasks, tuple))
    door = Door(client, inbox, me, tasks, twins, board=board, save_s=save_s, prompts=offers)
    door.forms.listen(app)  # before those that take anything
    app.event(_ANY)(door.event)
    app.action(_ANY)(door.action)
    app.view(_ANY)(door.view)
    app.view_closed(_ANY)(door.view)
    app.command(_ANY)(door.command)
    app.shortcut(_ANY)(door.shortcut)
    return app


class Door:
    """The listeners: acknowledge, parse, hand on, return."""

    def __init__(
        self,
        client: Client,
        inbox: Inbox,
        me: Identity,
        tasks: Tasks,
        twins: Twins,
        *,
        board: Board,
        prompts: Prompts,
        save_s: float = SAVE_S,
    ) -> None:
        self._save_s = save_s
        self._client = client
        self._twins = twins
        self._inbox = inbox
        self._me = me
        self._tasks = tasks
        self._prompts = prompts
        self._private = Private(client)
        people = People(client, me.team)
        eyes = Eyes(client, board, me, people)
        self._modals = Modals(
            client, inbox, self._private, people, self._foreign, board=board, readers=eyes.readers
        )
        self._home = HomeTab(client, board, eyes)
        private = self._private
        self.forms = FormDoor(
            client, inbox, board, eyes,
            private=private, edits=self._modals.edits, tasks=tasks, save_s=save_s,
        )  # fmt: skip
        self._lookout = Lookout(board, eyes, self._home, self._private, tasks, within_s=save_s)
        self._tasking = Tasking(client, inbox, me, self._private, people, save_s=save_s)
        self._answered: OrderedDict[str, None] = OrderedDict()

    async def event(self, body: dict[str, Any]) -> None:
        """An event: what raises here is not acknowledged, so Slack sends it again."""
        # One branch a kind: splitting the match would hide that it is complete.
        match amended.event(body, self._me):
            case Said() as said:
                await self._said(said)
            case Reworded() | Gone() | CardGone() as change:
                await self._in_time(saving.amended(self._inbox, change))
            case Commanded() as commanded:
                await self._commanded(commanded)
            case Told() as told:
                self._answer(told.key, told.place, replies.told(told.what))
            case Removed(why):
                self._client.refused = why
            case HomeOpened() | Opened() as opened:
                self._opened(opened)
            case NotForUs(why):
                log.debug("not for us", why=why)

    async def action(self, body: dict[str, Any], ack: AsyncAck) -> None:
        """A button: saved or answered, then acknowledged."""
        match pressed.action(body, self._me):
            case Pressed() as click:
                await self._clicked(click)
            case Opens() as opens:
                self._tasks.start(self._modals.open(opens))
            case Stops() as stops:
                await self._lookout.stop(stops)
            case Linked():
                pass
            case NotForUs() as why:
                self._tell(pressed.place(body), replies.not_for_us(why))
        await ack()

    async def view(self, body: dict[str, Any], ack: AsyncAck) -> None:
        """A submitted modal closes, or stays with words at its field; a closed one is nothing."""
        if text(body, "type") != "view_submission":
            await ack()
            return
        match shortcuts.submission(body, self._me) or pressed.submission(body, self._me):
            case Filed() | HandedOver() as form:
                errors = await self._tasking.submitted(form)
                await (ack(response_action="errors", errors=errors) if errors else ack())
            case Told():
                await ack(acks.becomes(error_view(text(replies.outsider(), "text"))))
            case Submitted() as sent:
                fault = await self._submitted(sent)
                if fault is not None:
                    await ack(acks.stays(obj(body, "view"), fault))
                else:
                    await ack()
            case NotForUs() as why:
                view = error_view(text(replies.not_for_us(why), "text"))
                await ack(acks.becomes(view))

    async def command(self, body: dict[str, Any], ack: AsyncAck) -> None:
        """A slash command is answered privately."""
        match commands.command(body, self._me):
            case Looks() as looks:
                payload = await self._lookout.ask(looks)
            case Tasked() as order:
                payload = await self._tasking.ordered(order)
            case WantsTask() as wanted:
                self._tasks.start(self._tasking.form(wanted))
                payload = None
            case Told():
                payload = replies.outsider()
            case NotForUs() as why:
                payload = replies.not_for_us(why)
        await (ack(acks.privately(payload)) if payload else ack())

    async def shortcut(self, body: dict[str, Any], ack: AsyncAck) -> None:
        """A shortcut opens a form, or is answered privately."""
        match shortcuts.shortcut(body, self._me):
            case WantsTask() as wanted:
                self._tasks.start(self._tasking.form(wanted))
            case Hands() as hands:
                self._tasks.start(self._tasking.hand(hands))
            case Told() as told:
                self._tell(told.place, replies.outsider())
            case NotForUs() as why:
                self._tell(pressed.place(body), replies.not_for_us(why))
        await ack()

    def _opened(self, opened: HomeOpened | Opened) -> None:
        if isinstance(opened, Opened):
            self._prompts.offer(opened)
        else:
            self._tasks.start(self._home.draw(opened.by))

    async def _said(self, said: Said) -> None:
        saved = await self._in_time(saving.said(self._inbox, said))
        if saved.status == "parked":
            self._answer(said.key, said.place, notice.apology(saved.run))

    async def _commanded(self, said: Commanded) -> None:
        saved = await self._in_time(saving.commanded(self._inbox, said))
        if saved.status in ("not_for_us", "gone"):
            self._answer(said.key, said.place, notice.nothing_running())

    async def _clicked(self, click: Pressed) -> None:
        answer = await self._saved(click)
        if answer is not None:
            self._tell(click.place, answer)

    async def _saved(self, click: Pressed) -> Payload | None:
        """Saves a click; None if it was, else the words for whoever clicked."""
        try:
            found = await self._in_time(saving.pressed(self._inbox, click))
        except (StoreDown, TimeoutError) as error:
            log.error("click not saved", request=click.click.request, why=saving.why(error))
            return replies.store_down()
        if found.status in ("gone", "not_for_us") and self._foreign(click.home):
            return replies.other_copy()
        return replies.unheard(found)

    def _foreign(self, home: str) -> bool:
        """Whether another installation posted it."""
        foreign = bool(home and self._me.home) and home != self._me.home
        if foreign:
            self._twins.seen("something that it posted was pressed")
        return foreign

    async def _submitted(self, sent: Submitted) -> Fault | None:
        """Saves a submission; None if it was, else the words for its field, or for several."""
        try:
            read = await self._in_time(self._modals.read(sent))
            if not isinstance(read, Click):
                return read
            found = await self._in_time(self._inbox.clicked(read, key=sent.key, response_url=None))
        except (StoreDown, TimeoutError) as error:
            log.error("form not saved", request=sent.click.request, why=saving.why(error))
            return text(replies.store_down(), "text")
        answer = replies.unheard(found)
        if answer and self._twins.known:
            answer = replies.other_copy()
        return text(answer, "text") if answer else None

    def _answer(self, key: str, place: Place, payload: Payload) -> None:
        """Answers a message once, though it arrives as two events and as retries."""
        if key in self._answered:
            return
        self._answered[key] = None
        if len(self._answered) > MOST_ANSWERED:
            self._answered.popitem(last=False)
        self._tell(place, payload)

    def _tell(self, place: Place, payload: Payload) -> None:
        self._tasks.start(self._private.tell_or_log(place, payload))

    async def _in_time(self, work: Awaitable[T]) -> T:
        async with within(self._save_s):
            return await work
