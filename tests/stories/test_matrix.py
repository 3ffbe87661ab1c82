"""Every way to settle a request, wherever its copies stand: all of them say so, and alike."""

from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.core.ids import Who
from bot.core.request import Click
from bot.engine.inbox import StoreInbox
from tests.stories.copies import Copies, Standing, copies
from tests.stories.ops import asked, call, everywhere, ops
from tests.stories.ops_tools import DONE
from tests.support import wait_until
from tests.world import Message, Person, World

ROUTED = "  ops_channels: [C0APPROVALS]\n"
WHY = "checkout is down and nobody answers me"


@dataclass
class Case:
    """One request that is open, with its copies."""

    slack: World
    task: Message
    card: Standing
    held: Copies
    nth: int | None = None

    def person(self, name: str) -> Person:
        """Somebody."""
        return self.slack.person(name)

    async def press(self, who: str, button: str) -> Person:
        """Presses a button of the request's own row."""
        person = self.person(who)
        row = self.card.rows(button)[self.nth] if self.nth is not None else ""
        await person.clicks(self.card, button, row=row)
        return person

    async def choose(self, who: str, entry: str) -> Person:
        """Chooses from the ⋯ menu."""
        person = self.person(who)
        await person.clicks(self.card, entry)
        return person

    async def say(self, words: str) -> None:
        """Ana says it in the thread of her task."""
        await self.person("ana").says(f"@signoff {words}", self.task.channel, self.task.ts)


# --- where a request's copies are ----------------------------------------------------------------


@dataclass(frozen=True)
class Place:
    """Where a request's copies stand. `rule` and `agent` are keys of the configuration."""

    channel: str = "support"
    rule: str = ""
    agent: str = ""
    calls: tuple[str, ...] = ("checkout",)
    stub: bool = False
    then: Callable[[Case], Awaitable[Standing]] | None = None


async def _twin(case: Case) -> Standing:
    """A second post of the card, as of a reply that was lost, becomes a copy at a click on it."""
    channel = case.slack.sandbox.slack.workspace.channel(case.card.channel)
    assert channel is not None
    content = {part: deepcopy(case.card.raw[part]) for part in ("text", "blocks", "metadata")}
    posts = case.slack.sandbox.slack.messages
    ts = posts.post(channel, content, thread_ts=case.task.ts)["ts"]
    (stray,) = [one for one in await case.held.standing() if one.ts == ts]
    await case.person("eli").clicks(stray, "Approve once")

    async def adopted() -> bool:
        known = (await case.held.record()).request.copies
        return len(known) == 2 and await case.held.agree()

    await wait_until(adopted, "the stray copy is on record")
    return stray


async def _deleted(case: Case) -> Standing:
    """The card is deleted, and stands again."""
    await case.person("dee").deletes(case.card)

    async def again() -> Standing | None:
        found = [one for one in await case.held.standing() if one.ts != case.card.ts]
        return found[0] if found and await case.held.agree() else None

    return await wait_until(again, "the card stands again")


PLACES = {
    "thread": Place(),
    "routed": Place(rule="      route: C0APPROVALS\n", stub=True),
    "direct": Place("signoff", agent=ROUTED, stub=True),
    "private": Place("private-deals"),
    "batch": Place(calls=("web", "checkout")),
    "routed batch": Place(rule="      route: C0APPROVALS\n", calls=("web", "checkout"), stub=True),
    "twin": Place(then=_twin),
    "reposted": Place(then=_deleted),
}

# --- how it is settled ---------------------------------------------------------------------------


@dataclass(frozen=True)
class Way:
    """How a request is settled: what its copies say then, and what has run of it.

    `all`: it settles whatever waits in the run. `ends`: nothing comes after it.
    """

    do: Callable[[Case], Awaitable[object]]
    title: str
    ran: tuple[str, ...] = ()
    rule: str = ""
    all: bool = False
    ends: bool = False


async def _click(case: Case) -> None:
    await case.press("ben", "Approve once")


async def _modal(case: Case) -> None:
    ben = await case.press("ben", "Reject…")
    assert (await ben.submits({"Why, or how instead": "not today"}))["status"] == "ok"


async def _withdraw(case: Case) -> None:
    await case.say("withdraw")


async def _stop(case: Case) -> None:
    await case.say("stop")


async def _task_gone(case: Case) -> None:
    await case.person("ana").deletes(case.task)


async def _time(case: Case) -> None:
    """Nobody does anything."""
    case.slack.passes(3600)


async def _next_tier(case: Case) -> None:
    async def reached() -> bool:
        return (await case.held.record()).request.tier == 1 and await case.held.agree()

    case.slack.passes(600)
    await wait_until(reached, "the next tier is asked")
    await case.press("dee", "Approve once")


async def _mail(case: Case) -> None:
    """As every way in does in the end: an event in the run's mailbox."""
    request = case.held.request
    yes = Click("mailed", "approve", request, 1, Who("T0SIGNOFF", "U0BEN", "Ben Ode"))
    inbox = StoreInbox(case.held.store, case.held.store.shards)
    sent = await inbox.clicked(yes, key="mailed", response_url=None)
    assert sent.status == "queued"


async def _glass(case: Case) -> None:
    number = (await case.held.record()).request.number
    words = f"breakglass A-{number} {WHY}"
    await case.slack.does("eli", "command", command="/task", text=words, channel="ops")


async def _edit(case: Case) -> None:
    ben = await case.press("ben", "Edit…")
    assert (await ben.submits({"service": "api"}))["status"] == "ok"


async def _answer(case: Case) -> None:
    ben = await case.choose("ben", "Answer instead…")
    assert (await ben.submits({"Answer": "It is up again."}))["status"] == "ok"


async def _grant(case: Case) -> None:
    ben = await case.choose("ben", "Allow for 1 h…")
    assert (await ben.submits({}))["status"] == "ok"


async def _pass(case: Case) -> None:
    await case.choose("ben", "I can't take this")
    await case.choose("chi", "I can't take this")


RAN = ("restart checkout",)
WAYS = {
    "click": Way(_click, "Approved", RAN),
    "modal": Way(_modal, "Rejected"),
    "withdraw": Way(_withdraw, "Withdrawn", all=True),
    "stop": Way(_stop, "Stopped", all=True, ends=True),
    "task deleted": Way(_task_gone, "Stopped", all=True, ends=True),
    "expiry": Way(_time, "Expired, nobody decided", rule="      deadline: 1h\n", all=True),
    "next tier": Way(
        _next_tier, "Approved", RAN, rule="      next: [{people: [dee], after: 10m}]\n"
    ),
    "mail": Way(_mail, "Approved", RAN),
    "emergency": Way(_glass, "Emergency, no approval", RAN),
    "edit": Way(_edit, "Approved", ("restart api",)),
    "answer": Way(_answer, "Answered"),
    "grant": Way(_grant, "Allowed for 1 h", RAN),
    "nobody can": Way(_pass, "Expired, nobody decided"),
}
NO_MENU = "a line of a batch card has neither Edit… nor the ⋯ menu"
LEFT_OUT = {
    ("edit", "batch"): NO_MENU,
    ("answer", "batch"): NO_MENU,
    ("grant", "batch"): NO_MENU,
    ("nobody can", "batch"): NO_MENU,
    ("edit", "routed batch"): NO_MENU,
    ("answer", "routed batch"): NO_MENU,
    ("grant", "routed batch"): NO_MENU,
    ("nobody can", "routed batch"): NO_MENU,
    ("nobody can", "private"): "Chi, who would have to pass too, isn't in that channel",
}
CASES = [(way, place) for way in WAYS for place in PLACES if (way, place) not in LEFT_OUT]

RULE = """\
    - name: restarts
      tools: restart
      verdict: ask
      approvers: {roles: [approver]}
      breakglass: {people: [eli]}
"""


@asynccontextmanager
async def _asked(folder: Path, redis: str, way: Way, place: Place) -> AsyncGenerator[Case]:
    async with AsyncExitStack() as stack:
        rules = f"{RULE}{place.rule}{way.rule}"
        slack = await stack.enter_async_context(ops(folder, redis, rules, place.agent))
        calls = [call("restart", name) for name in place.calls]
        task = await asked(slack, "ana", place.channel, *calls)

        async def cards() -> list[Message]:
            return await everywhere(slack, "Exact action")

        (card,) = await wait_until(cards, "a card")
        held = await stack.enter_async_context(copies(slack, card))

        async def whole() -> bool:
            stubs = [one.stub for one in await held.standing()]
            return any(stubs) == place.stub and await held.agree()

        await wait_until(whole, "all copies stand as they are to")
        (first,) = [one for one in await held.standing() if not one.stub]
        last = len(calls) - 1  # the card is the first one's
        held.request = f"{held.request.removesuffix('1')}{len(calls)}"
        case = Case(slack, task, first, held, last or None)
        if place.then:
            case.card = await place.then(case)
        yield case


@pytest.mark.parametrize(("way", "place"), CASES, ids=[f"{w}, {p}" for w, p in CASES])
async def test_all_copies_say_how_it_was_settled(
    tmp_path: Path, redis: str, way: str, place: str
) -> None:
    """The same title and decision in each; none can be decided any more; what was allowed ran."""
    how, where = WAYS[way], PLACES[place]
    async with _asked(tmp_path, redis, how, where) as case:
        await how.do(case)

        async def settled() -> bool:
            request = (await case.held.record()).request
            told = bool(request.result) if how.ran else request.ended is not None
            return told and await case.held.agree()

        await wait_until(settled, f"all copies agree; {case.held.why}")
        waits = len(where.calls) > 1 and not how.all
        if not waits:
            last = "was stopped" if how.ends else "All done here."
            await case.slack.message(case.task.ts, last)
            await wait_until(case.held.agree, "they still agree")
        await _alike(case, how, where)
        assert tuple(DONE) == how.ran


async def _alike(case: Case, way: Way, place: Place) -> None:
    request = case.held.request
    found = await case.held.standing((await case.held.record()).request.batch)
    cards = [one for one in found if not one.stub]
    assert len(found) - len(cards) == place.stub
    assert len(cards) == 1 + (place.then is _twin)
    assert found and not any(one.live(request) for one in found)
    decision = cards[0].part("state", request)
    assert "*Decision*" in decision
    if len(place.calls) > 1:
        _alike_in_batch(request, way, found)
        return
    for one in found:
        assert one.part("stub" if one.stub else "state", request) == decision
        assert f" {way.title}: {way.ran[0] if way.ran else 'restart checkout'}" in one.title


def _alike_in_batch(request: str, way: Way, found: list[Standing]) -> None:
    """The stub of a batch counts the calls and says of each how it stands."""
    other = request.removesuffix("2") + "1"
    for one in found:
        assert ("all decided" if way.all else "1 of 2 decided") in one.title
        if not one.stub:
            assert bool(one.live(other)) != way.all
            continue
        lines = one.part("stub", other)
        assert f"{way.title}: restart checkout (A-" in lines
        assert (f"{way.title}: restart web (A-" in lines) == way.all
        assert ("1 of 2 calls waits" in lines) != way.all


def test_what_is_left_out_is_a_case_with_a_reason() -> None:
    """Nothing is left out that isn't there."""
    assert all(way in WAYS and place in PLACES and why for (way, place), why in LEFT_OUT.items())
