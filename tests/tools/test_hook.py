"""The review hook: the host's function, called within bounds; whatever goes wrong is a no."""

import asyncio
import sys
import threading
from collections.abc import Callable, Generator
from contextlib import suppress
from types import ModuleType
from typing import Any

import pytest

from bot.review import Allow, Answer, Ask, Change, Proposal, Refuse, Requester
from bot.tools.hook import MAX_HUNG, Hook, load_hook
from tests.support import wait_until

PROPOSAL = Proposal(
    step=1,
    thought="",
    tool="hit",
    arguments={"times": 1},
    conversation=(),
    requester=Requester("T1", "U1"),
    channel="C1",
    agent="a",
    run=1,
    risk="low",
)


@pytest.fixture
def released() -> Generator[threading.Event]:
    """What hung threads wait for; set at the end."""
    event = threading.Event()
    yield event
    event.set()


@pytest.mark.parametrize("answer", [Allow(), Change({"times": 2}), Ask("why"), Refuse("no")])
async def test_a_function_s_answer_is_given_on(answer: Answer) -> None:
    """Sync, in a thread of its own, or async, on the loop."""
    threads: list[str] = []

    def look(proposal: Proposal) -> Answer:
        threads.append(threading.current_thread().name)
        assert proposal is PROPOSAL
        return answer

    async def look_async(proposal: Proposal) -> Answer:
        await asyncio.sleep(0)
        return look(proposal)

    assert await Hook(look).review(PROPOSAL) == answer
    assert await Hook(look_async).review(PROPOSAL) == answer
    assert threads == ["review", threading.main_thread().name]


def _raises(error: BaseException) -> Callable[[Proposal], Answer]:
    def look(proposal: Proposal) -> Answer:
        raise error

    return look


def _raises_async(error: BaseException) -> Callable[[Proposal], Any]:
    async def look(proposal: Proposal) -> Answer:
        raise error

    return look


@pytest.mark.parametrize("make", [_raises, _raises_async])
@pytest.mark.parametrize(
    ("error", "words"),
    [
        (ValueError("no such table"), "ValueError: no such table"),
        (KeyError(), "KeyError"),
        (SystemExit(1), "SystemExit: 1"),
        (RuntimeError("password=hunter2 is wrong"), "RuntimeError: password=[hidden] is wrong"),
    ],
)
async def test_an_error_refuses(
    make: Callable[[BaseException], Callable[[Proposal], object]], error: BaseException, words: str
) -> None:
    """In words without secrets; leaving by exit is an error like any other."""
    answer = await Hook(make(error)).review(PROPOSAL)
    assert isinstance(answer, Refuse) and words in answer.reason
    assert answer.reason.startswith("review error: ")


async def test_an_async_hook_that_cancels_itself_refuses() -> None:
    """It isn't taken for our own cancelling."""
    answer = await Hook(_raises_async(asyncio.CancelledError())).review(PROPOSAL)
    assert answer == Refuse("review error: it cancelled itself")


@pytest.mark.parametrize(
    "answer", [None, True, "allow", {}, Refuse(None), Ask(7), Change(["times"])]  # type: ignore[arg-type]
)  # fmt: skip
async def test_what_is_no_answer_refuses(answer: object) -> None:
    """Nor is one of ours that holds something else than it should."""
    found = await Hook(lambda _: answer).review(PROPOSAL)
    assert found == Refuse(f"review error: it answered with {type(answer).__name__}")


async def test_a_hung_function_refuses_in_time(released: threading.Event) -> None:
    """A thread that doesn't come back, and a coroutine that heeds no cancelling."""

    def hangs(proposal: Proposal) -> Answer:
        released.wait()
        return Allow()

    free = asyncio.Event()

    async def stubborn(proposal: Proposal) -> Answer:
        while not free.is_set():
            with suppress(asyncio.CancelledError):
                await free.wait()
        return Allow()

    for function in (hangs, stubborn):
        answer = await Hook(function, 0.05).review(PROPOSAL)
        assert answer == Refuse("review error: no answer within 0.05 s")
    released.set()
    free.set()
    await wait_until(lambda: len(asyncio.all_tasks()) == 1, "both have come back")


async def test_a_hook_that_hangs_always_gets_no_more_threads(released: threading.Event) -> None:
    """Beyond a bound nothing is asked of it, until some have come back."""
    started: list[Proposal] = []

    def hangs(proposal: Proposal) -> Answer:
        started.append(proposal)
        released.wait()
        return Allow()

    hook = Hook(hangs, 0.05)
    await asyncio.gather(*(hook.review(PROPOSAL) for _ in range(MAX_HUNG)))
    await wait_until(lambda: len(started) == MAX_HUNG, "all threads have begun")
    answer = await hook.review(PROPOSAL)
    assert len(started) == MAX_HUNG
    assert isinstance(answer, Refuse) and "haven't come back" in answer.reason
    released.set()

    async def again() -> bool:
        return await hook.review(PROPOSAL) == Allow()

    await wait_until(again, "it is asked again")


# --- loading -------------------------------------------------------------------------------------


class _Callable:
    def __call__(self, proposal: Proposal) -> Answer:
        return Allow()


def _two(proposal: Proposal, other: int) -> Answer:
    return Allow()


def _none() -> Answer:
    return Allow()


def _more(proposal: Proposal, other: int = 1) -> Answer:
    return Allow()


@pytest.fixture
def module(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """A module of the host."""
    made = ModuleType("hosts_own")
    for name, value in {
        "look": _more, "two": _two, "none": _none, "word": "no function", "one": _Callable(),
    }.items():  # fmt: skip
        setattr(made, name, value)
    monkeypatch.setitem(sys.modules, "hosts_own", made)
    return made


@pytest.mark.parametrize("name", ["look", "one"])
async def test_a_hook_is_found_by_module_and_name(module: ModuleType, name: str) -> None:
    """Anything that can be called with a proposal will do."""
    assert await load_hook(f"{module.__name__}:{name}").review(PROPOSAL) == Allow()


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("hosts_own:gone", "the module hosts_own has no function gone"),
        ("hosts_own:word", "hosts_own:word isn't a function"),
        ("hosts_own:two", "hosts_own:two must take one argument, the proposal"),
        ("hosts_own:none", "hosts_own:none must take one argument, the proposal"),
    ],
)
def test_what_can_be_no_hook_is_refused(module: ModuleType, name: str, words: str) -> None:
    """With what is wrong about it."""
    with pytest.raises(ValueError) as error:
        load_hook(name)
    assert str(error.value) == words
