"""The toolbox runs what has started, within bounds, and answers in words."""

import asyncio
import threading
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.core.call import Call, Started, allow, start
from bot.mask import HIDDEN
from bot.tools.python import ToolContext, ToolError, tool
from bot.tools.registry import MAX_RESULT_CHARS, Registry, bounded, load
from tests.support import wait_until


def started(name: str) -> Started:
    """The saved start of a call, made as the core makes it."""
    ready = allow(Call("c1", name, "{}", "digest"), 0, "policy")
    begun = start(ready, "a1", 0, 1) if ready else None
    assert begun is not None
    assert isinstance(begun.state, Started)
    return begun.state


async def ran(one: Any, **args: Any) -> tuple[bool, str, str]:
    """Ok, text and summary of a tool's run."""
    result = await Registry([one]).run(started(one.spec.name), args, "k1")
    return result.ok, result.text, result.summary


@dataclass
class Point:
    """A result that is no JSON by itself."""

    x: int


RESULTS: list[tuple[Any, str]] = [
    ("plain {text}", "plain {text}"),
    ({"a": 1, "é": [True, None]}, '{"a": 1, "é": [true, null]}'),
    (None, "done"),
    (Point(1), '{"x": 1}'),
    ({1}, "[1]"),
    (b"\xff", '"_w=="'),
    ("a\ud83d\0", "a\ufffd\ufffd"),
    ({"a": "\ud83d"}, '{"a": "\ufffd"}'),
    ("", ""),
]


@pytest.mark.parametrize(("value", "text"), RESULTS)
async def test_results_become_text(value: Any, text: str) -> None:
    """Text as it is, else JSON; nothing that could break a store or a server."""

    @tool(risk="read")
    def give() -> Any:
        """Give."""
        return value

    @tool(risk="read")
    async def give_async() -> Any:
        """Give."""
        return value

    assert (await ran(give))[:2] == (True, text)
    assert (await ran(give_async))[:2] == (True, text)


async def test_an_odd_object_is_told_somehow() -> None:
    """A result of an unknown kind doesn't fail the call: it has run."""

    @tool(risk="read")
    def give() -> object:
        """Give."""
        return {"x": threading.Lock()}

    assert "lock" in (await ran(give))[1]


async def test_the_context_is_given() -> None:
    """Call, attempt and idempotency key."""

    @tool(risk="low")
    def tell(context: ToolContext, x: int) -> str:
        """Tell."""
        return f"{context.call} {context.attempt} {context.key} {x}"

    assert (await ran(tell, x=1))[1] == "c1 a1 k1 1"


async def test_wrong_arguments_never_reach_the_tool() -> None:
    """The toolbox checks by itself too."""
    calls: list[int] = []

    @tool(risk="low")
    def note(x: int) -> None:
        """Note."""
        calls.append(x)

    ok, text, _ = await ran(note, x="1")
    assert (ok, text) == (False, 'error: invalid: x: the value is not of type "integer"')
    result = await Registry([note]).run(started("other"), {}, "k")
    assert not result.ok
    assert "there is no tool of that name; the tools are note" in result.text
    assert calls == []


async def test_exceptions_are_told_without_secrets() -> None:
    """Class and message, no trace, nothing that mustn't be seen."""

    @tool(risk="low")
    def fail(how: str) -> None:
        """Fail."""
        if how == "no":
            raise ToolError("Order 7 is closed.")
        if how == "exit":
            raise SystemExit("bye")
        if how == "stop":
            raise StopIteration
        if how == "empty":
            raise KeyError
        raise ConnectionError("postgres://app:hunter2@db/shop is down\0\ud83d" + "x" * 9_999)

    assert (await ran(fail, how="no"))[:2] == (False, "error: Order 7 is closed.")
    assert (await ran(fail, how="exit"))[:2] == (False, "error: RuntimeError: SystemExit: bye")
    assert (await ran(fail, how="stop"))[:2] == (False, "error: RuntimeError: StopIteration")
    assert (await ran(fail, how="empty"))[:2] == (False, "error: KeyError")
    ok, text, summary = await ran(fail, how="db")
    assert not ok
    assert text.startswith(f"error: ConnectionError: postgres://app:{HIDDEN}@db/shop is down\ufffd")
    assert len(text) < 1_100
    assert len(summary) <= 200
    assert "hunter2" not in text + summary
    assert "Traceback" not in text


async def test_a_tool_that_fails_on_the_loop() -> None:
    """An async tool that leaves by exit or cancels itself has failed, and nothing else has."""

    @tool(risk="low")
    async def fail(how: str) -> None:
        """Fail."""
        if how == "exit":
            raise SystemExit(3)
        if how == "own time-out":
            raise TimeoutError("upstream took 5 s")
        raise asyncio.CancelledError

    assert (await ran(fail, how="exit"))[1] == "error: SystemExit: 3"
    assert (await ran(fail, how="cancel"))[1] == "error: the tool cancelled itself"
    assert (await ran(fail, how="own time-out"))[1] == "error: TimeoutError: upstream took 5 s"


async def test_a_late_tool_is_told_as_late() -> None:
    """An async tool is stopped; the thread of a sync one runs on, and the result says so."""
    release, finished = threading.Event(), threading.Event()
    stopped: list[bool] = []

    @tool(risk="low", timeout_s=0.05)
    def hang() -> None:
        """Hang."""
        release.wait(20)
        finished.set()

    @tool(risk="low", timeout_s=0.05)
    async def hang_async() -> None:
        """Hang."""
        try:
            await asyncio.Event().wait()
        finally:
            stopped.append(True)

    ok, text, _ = await ran(hang_async)
    assert (ok, stopped) == (False, [True])
    assert text == "error: the tool did not finish within 0.05 s and may have taken effect"
    ok, text, _ = await ran(hang)
    assert not ok
    assert text.endswith("it can't be stopped and may still be running")
    assert not finished.is_set()
    release.set()
    await wait_until(finished.is_set, "the thread to end")


async def test_cancelling_a_run_passes() -> None:
    """A worker that shuts down isn't held up by a tool, and gets no made-up result."""
    began = threading.Event()
    release = threading.Event()

    @tool(risk="low")
    def hang() -> None:
        """Hang."""
        began.set()
        release.wait(20)

    run = asyncio.create_task(ran(hang))
    await wait_until(began.is_set, "the tool to begin")
    run.cancel()
    with pytest.raises(asyncio.CancelledError):
        await run
    release.set()


async def test_sync_tools_run_beside_each_other() -> None:
    """More at once than any pool has threads, and the loop stays free."""
    count = 40
    barrier = threading.Barrier(count)

    @tool(risk="read")
    def meet() -> str:
        """Meet."""
        barrier.wait(20)
        return "met"

    results = await asyncio.gather(*(ran(meet) for _ in range(count)))
    assert [text for _, text, _ in results] == ["met"] * count


async def test_a_huge_result_is_bounded() -> None:
    """Head and tail stay, and the size is said."""

    @tool(risk="read")
    def big() -> str:
        """Give."""
        return "HEAD" + "x" * 5_000_000 + "TAIL"

    ok, text, summary = await ran(big)
    assert ok
    assert len(text) == MAX_RESULT_CHARS
    assert text.startswith("HEADx")
    assert text.endswith("xTAIL")
    assert "[5,000,008 characters in all, the middle is left out]" in text
    assert len(summary) == 200


@given(st.text(max_size=300), st.integers(0, 200))
def test_bounds_hold(text: str, limit: int) -> None:
    """Never longer than the limit and the notice, and short text stays."""
    cut = bounded(text, limit)
    assert cut == text if len(text) <= limit else len(cut) <= max(limit, 70)


async def test_the_summary_is_one_masked_line() -> None:
    """It stands on the card."""

    @tool(risk="read")
    def give() -> str:
        """Give."""
        return "\n\nDone:\tpassword=hunter2\n" + "y" * 500

    _, text, summary = await ran(give)
    assert summary.startswith(f"Done: password={HIDDEN} yyy")
    assert len(summary) == 200
    assert "hunter2" in text  # what a tool returns is data; the toolset decides what it may return


def test_specs_and_facts() -> None:
    """By name and unchangeable; of an unknown tool there is only its name."""

    @tool(
        risk="critical", idempotent=True, timeout_s=5, shares="config", data=("customer",),
        title="wipe {x}",
    )  # fmt: skip
    def wipe(x: int) -> None:
        """Wipe."""

    registry = Registry([wipe])
    spec = registry.specs()["wipe"]
    assert (spec.risk, spec.idempotent, spec.timeout_s, spec.shares) == (
        "critical", True, 5, "config",
    )  # fmt: skip
    assert spec.data == ("customer",)
    assert registry.facts("wipe", {"x": 1}).title == "wipe 1"
    assert registry.facts("wi\npe", {}).title == "wi pe"
    assert registry.check("Wipe", {"x": 1}) == ("there is no tool of that name; the tools are wipe")
    with pytest.raises(TypeError):
        registry.specs()["other"] = spec  # pyright: ignore[reportIndexIssue]
    with pytest.raises(ValueError, match="two tools have the name wipe"):
        Registry([wipe, wipe])


def test_load_a_toolset() -> None:
    """By the module's name; one without tools is a mistake."""
    names = set(load("bot.tools.shop").specs())
    assert names == {
        "look_up_order", "service_health", "refund_order", "restart_service", "replace_courier_key",
    }  # fmt: skip
    with pytest.raises(ValueError, match="json has no tools"):
        load("json")
    with pytest.raises(ImportError):
        load("no.such.module")
