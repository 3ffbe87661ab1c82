"""A commit whose reply is lost for good: nothing of it has left, and no one is asked in vain."""

from bot.store import RedisStore
from tests.engine.bench import BEN, Bench, calls, serving, words
from tests.engine.conftest import TIMES
from tests.store.proxy import fault_proxy


async def test_a_start_that_may_be_saved_but_never_left_is_taken_back(
    bench: Bench, redis: str
) -> None:
    """The start was saved, the worker couldn't know: the tool runs once, and no one is asked."""
    bench.model.plays(calls("hit"), words("done"))
    await bench.says()
    await bench.moves(bench.worker())
    await bench.clicks(BEN, "approve")
    async with (
        fault_proxy(redis) as proxy,
        RedisStore.open(proxy.url, namespace=bench.namespace, times=TIMES) as far,
    ):

        def probe(point: str) -> None:
            # The step with the decision and the start: its reply is lost at each resend.
            if point == "before_commit" and point not in seen:
                proxy.losses = 4
            seen.append(point)

        seen: list[str] = []
        await bench.moves(bench.worker(store=far, probe=probe))
        assert bench.told("hit") == []
    async with serving(bench.worker()):
        await bench.until(lambda: bench.said("answer"), "the answer")
    assert len(bench.told("hit")) == 1
    assert [line["about"] for line in bench.told("card")] == ["approval"]
    record = await bench.record()
    assert record.count("call started") == 2 and "call unsure" not in record
