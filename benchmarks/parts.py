"""What the engine works with here: an instant chat, two tools, a policy, and stores that tell."""

import logging
import time
from dataclasses import replace
from itertools import count

import structlog

from bot.core.ids import Thread, Who
from bot.core.request import Copy, PersonFacts, Request
from bot.core.rules import Person, Policy, Rule
from bot.core.state import Note, Run, Say
from bot.core.timeline import Status
from bot.llm.openai import OnText, OpenAIModel
from bot.ports import Commit, Committed, ModelReply, ModelRequest
from bot.ports.store import Already, Fenced, More
from bot.store import RedisStore
from bot.tools.python import ToolContext, tool
from bot.tools.registry import Registry

TEAM, CHANNEL = "T0BENCH", "C0BENCH"
ANA = Who(TEAM, "U0ANA", "Ana Ruiz")
BEN = Who(TEAM, "U0BEN", "Ben Ode")
PEOPLE = (
    Person("ana", "Ana Ruiz", TEAM, ANA.user, ("requester",)),
    Person("ben", "Ben Ode", TEAM, BEN.user, ("approver",)),
)
POLICY = Policy((Rule("all", ("*",), "by_risk"),), PEOPLE, "v1", 1)


def quiet() -> None:
    """Lets only warnings be logged."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))


class Moments:
    """When things happened to a run, by its id, in s of the process's own clock.

    `started` holds the process's own time too, with which a start costs what it costs.
    """

    def __init__(self) -> None:
        self.replied: dict[str, float] = {}
        self.paused: dict[str, float] = {}
        self.started: dict[str, tuple[float, float]] = {}


class InstantChat:
    """The Chat port: answers at once, and remembers where the cards stand."""

    def __init__(self) -> None:
        self.cards: dict[str, tuple[str, Copy]] = {}
        self._ts = count(1)

    async def post_card(
        self, run: Run, request: Request, *, look: bool, plain: bool, stub: bool = False
    ) -> Copy:
        """See ports.Chat."""
        copy = Copy(CHANNEL, self._stamp())
        self.cards[run.id] = (request.id, copy)
        return copy

    async def draw_card(self, run: Run, request: Request, copy: Copy) -> bool:
        """See ports.Chat."""
        return True

    async def post_say(self, run: Run, say: Say, text: str, *, look: bool) -> None:
        """See ports.Chat."""

    async def post_opening(self, run: Run, text: str, *, look: bool) -> Thread:
        """See ports.Chat."""
        return run.thread if run.thread.ts else replace(run.thread, ts=self._stamp())

    async def note(self, run: Run, note: Note, response_url: str | None) -> None:
        """See ports.Chat."""

    async def show_status(self, run: Run, status: Status) -> None:
        """See ports.Chat."""

    async def show_progress(self, run: Run, *, look: bool) -> str | None:
        """See ports.Chat."""
        return run.display.ts or self._stamp()

    async def react(self, thread: Thread, ts: str, *, edited: bool = False) -> bool:
        """See ports.Chat."""
        return True

    def twin(self, how: str) -> None:
        """See ports.Chat."""

    def shut(self) -> str | None:
        """See ports.Chat."""
        return None

    def refuse(self, why: str | None) -> None:
        """See ports.Chat."""

    async def knock(self) -> bool:
        """See ports.Chat."""
        return True

    async def apologise(self, thread: Thread, run: str) -> None:
        """See ports.Chat."""
        raise AssertionError(f"run {run} was parked")

    async def person(self, who: Who) -> PersonFacts:
        """See ports.Chat."""
        return PersonFacts(who, known=True)

    def _stamp(self) -> str:
        return f"{1_700_000_000 + next(self._ts)}.000100"


class TellingModel(OpenAIModel):
    """The real adapter; notes when a run's latest reply was there."""

    moments: Moments

    async def reply(self, request: ModelRequest, on_text: OnText | None = None) -> ModelReply:
        """See ports.Model."""
        reply = await super().reply(request, on_text)
        self.moments.replied[request.run] = time.perf_counter()
        return reply


class TellingStore(RedisStore):
    """The real store; notes when a pause was saved, and tells of runs that are over."""

    moments: Moments

    def over(self, run: str) -> None:
        """A run's last commit was saved."""

    async def commit(self, step: Commit) -> Committed | Already | Fenced | More:
        """See ports.Store."""
        result = await super().commit(step)
        if isinstance(result, Committed):
            if step.deadlines and step.run not in self.moments.paused:
                self.moments.paused[step.run] = time.perf_counter()
            if step.last:
                self.over(step.run)
        return result


def toolbox(moments: Moments) -> Registry:
    """The ungated and the gated tool."""

    @tool(risk="read", idempotent=True, title="look up order {order_id}")
    async def look_up_order(order_id: int) -> str:
        """Look up an order: customer, item, total in euros, status."""
        return f'{{"order": {order_id}, "item": "desk lamp", "euros": 129.90, "status": "lost"}}'

    @tool(risk="medium", title="refund order {order_id}", undo="A refund can't be taken back.")
    async def refund_order(order_id: int, reason: str, context: ToolContext) -> str:
        """Pay money back for an order."""
        at = time.perf_counter(), time.process_time()
        moments.started[context.key.rpartition(":")[0]] = at
        return f"refunded 129.90 euros for order {order_id}: {reason}"

    return Registry([look_up_order, refund_order])
