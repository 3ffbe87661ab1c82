"""`signoff unpark` and `audit` against a real store, and a `signoff run` that can't begin."""

import asyncio
import json
from pathlib import Path
from typing import cast

import pytest
from click.testing import CliRunner, Result

from bot.cli import main
from bot.core.ids import shard_of
from bot.engine.audit import chained
from bot.ports import Commit, Enqueued, Taken, ToThread
from bot.store import EmbeddedRedis, RedisStore

NAMESPACE = "cli-runs"
THREAD = "T1/C1/1.0"
SHARD = shard_of(THREAD, 8)
RUN = f"{SHARD}.abcdefghij"


@pytest.fixture
def signoff(bare: pytest.MonkeyPatch, redis: EmbeddedRedis) -> None:
    """The command's environment names the server."""
    bare.setenv("REDIS_URL", redis.url)
    bare.setenv("SIGNOFF_NAMESPACE", NAMESPACE)


def call(*arguments: str) -> Result:
    """The command's exit code and output."""
    return CliRunner().invoke(main, list(arguments))


async def _begin(redis: EmbeddedRedis, run: str, *, audit: tuple[str, ...], park: bool) -> None:
    async with RedisStore.open(redis.url, namespace=f"{NAMESPACE}:") as store:
        thread = next(name for n in range(1000) if shard_of(name := f"T1/C1/{run}.{n}", 8) == SHARD)
        sent = await store.enqueue(ToThread(thread, True, run), f"key-{run}", "{}")
        assert sent == Enqueued("queued", run)
        taken = cast("Taken", await store.take(run, 0, 1))
        await store.commit(
            Commit(run=run, fence=taken.fence, version=0, id=run, folded_to=1, entries=("{}",),
                   audit=audit, audit_head="x")
        )  # fmt: skip
        if park:
            assert await store.park(run, taken.fence)


@pytest.mark.usefixtures("signoff")
def test_a_parked_run_goes_on_once(redis: EmbeddedRedis) -> None:
    """The first unpark works, by a request's id too; the second has nothing to do."""
    asyncio.run(_begin(redis, RUN, audit=(), park=True))
    first, second = call("unpark", f"{RUN}.1"), call("unpark", RUN)
    assert (first.exit_code, first.output) == (0, f"The run {RUN} goes on.\n")
    assert (second.exit_code, "isn't parked" in second.output) == (1, True)


@pytest.mark.usefixtures("signoff")
def test_a_record_is_printed_and_judged(redis: EmbeddedRedis) -> None:
    """A whole chain ends with 0; one changed character, or no JSON at all, ends with 1."""
    (one,), head = chained("", [{"what": "asked"}])
    (two,), _ = chained(head, [{"what": "approval"}])
    records = {
        f"{SHARD}.wholechain": ((one, two), 0, "2 lines; the chain is whole."),
        f"{SHARD}.brokenlink": ((one.replace("asked", "ASKED"), two), 1, "THE CHAIN IS BROKEN"),
        f"{SHARD}.nojsonhere": (("[]",), 1, "THE CHAIN IS BROKEN"),
    }
    for run, (lines, code, words) in records.items():
        asyncio.run(_begin(redis, run, audit=lines, park=False))
        done = call("audit", run)
        assert (done.exit_code, done.stdout) == (code, "".join(f"{line}\n" for line in lines))
        assert words in done.stderr
    assert json.loads(one)["what"] == "asked"


@pytest.mark.usefixtures("signoff")
def test_what_is_not_there_is_said() -> None:
    """No record, and no run's id: both end with 1 and words."""
    none, odd = call("audit", "2.nobody0000"), call("unpark", "A-1042")
    assert (none.exit_code, none.stderr) == (1, "There is no record of a run 2.nobody0000.\n")
    assert (odd.exit_code, "A-1042 isn't a run's id" in odd.output) == (1, True)


@pytest.mark.usefixtures("signoff")
def test_another_shard_count_is_refused_in_words(bare: pytest.MonkeyPatch) -> None:
    """The count that the store was started with is named, and the setting."""
    call("audit", RUN)
    bare.setenv("SIGNOFF_SHARDS", "4")
    done = call("audit", RUN)
    assert (done.exit_code, "set it to 8. (SIGNOFF_SHARDS)" in done.output) == (1, True)


def test_a_redis_that_is_away_is_said(bare: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """In words, with the setting that names it."""
    bare.setenv("REDIS_URL", f"unix://{tmp_path}/none")
    done = call("unpark", RUN)
    assert done.exit_code == 1
    assert "Redis can't be reached" in done.output
    assert "See REDIS_URL." in done.output


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("SIGNOFF_SHARDS", "none", "Error: the settings are wrong:\nSIGNOFF_SHARDS: "),
        ("SIGNOFF_CONFIG", "no.yaml", "Error: no.yaml:1:1: there is no such file"),
        ("SIGNOFF_CONFIG", "signoff.yaml", "Error: SLACK_BOT_TOKEN is not set"),
    ],
)
def test_a_run_that_can_not_begin_says_why(
    bare: pytest.MonkeyPatch, tmp_path: Path, name: str, value: str, words: str
) -> None:
    """Settings, policy and tokens: an end with 1 and words, not a traceback."""
    ready = tmp_path / "ready"
    ready.touch()
    bare.setenv("SIGNOFF_READY_FILE", str(ready))
    bare.setenv(name, value)
    done = call("run")
    assert (done.exit_code, done.output[: len(words)]) == (1, words)
    assert ready.exists() == ("settings" in words)
