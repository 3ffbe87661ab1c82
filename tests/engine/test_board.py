"""The board: what people are shown is what the run's own steps have written."""

from bot.core.ids import shard_of
from bot.engine import Gate, StoreBoard
from tests.engine.bench import ANA, BEN, Bench, calls, words
from tests.store.helpers import raw


def board(bench: Bench) -> StoreBoard:
    """A board on the bench's store."""
    return StoreBoard(bench.store, lambda: Gate(bench.policy, bench.toolbox), "ops")


async def test_a_run_is_seen_from_its_question_to_its_end(bench: Bench) -> None:
    """By whoever asked, with its request; settled, the request is with those that ended."""
    bench.model.plays(calls("hit"), words("done"))
    await bench.says()
    await bench.moves(bench.worker())
    seen = await board(bench).overview(ANA, since=0)
    ((entry,), (record,)) = seen.runs, seen.open
    assert entry.live and entry.doing.waiting == 1 and entry.run == record.run.id
    assert (await board(bench).overview(BEN, number=entry.about.number)).numbered is not None
    assert (seen.open_count, seen.ended, seen.ended_count) == (1, (), 0)

    await bench.clicks(BEN, "reject")
    await bench.moves(bench.worker())
    seen = await board(bench).overview(ANA, since=0)
    assert (seen.open, len(seen.ended), seen.runs[0].doing.phase) == ((), 1, "done")
    assert (await board(bench).overview(BEN, number=entry.about.number)).numbered is None


async def test_what_a_newer_version_wrote_is_left_out(bench: Bench) -> None:
    """It is counted, and nobody guesses at it."""
    bench.model.plays(calls("hit"))
    await bench.says()
    await bench.moves(bench.worker())
    (record,) = (await board(bench).overview(ANA)).open
    run, number = record.run.id, record.request.id.rpartition(".")[2]
    shard = shard_of(record.run.thread.key, bench.store.shards)
    await raw(bench.store, "HSET", f"{{q{shard}}}run:{run}", "doing", '{"v":99,"doing":{}}')
    await raw(bench.store, "HSET", f"{{q{shard}}}req:{run}", number, '{"v":99,"record":{}}')
    seen = await board(bench).overview(ANA)
    assert (seen.runs, seen.runs_count, seen.open, seen.open_count) == ((), 1, (), 1)
