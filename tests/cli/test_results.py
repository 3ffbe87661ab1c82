"""`signoff runs show` against a real store: for people, and as JSON."""

import asyncio
import json
from collections.abc import Iterator
from typing import cast

import pytest
from click.testing import CliRunner, Result

from bot.cli import main
from bot.core import gist
from bot.core.effects import CallModel
from bot.core.events import Event
from bot.core.ids import shard_of
from bot.ports import Commit, Listed, Taken, ToThread
from bot.store import EmbeddedRedis, RedisStore
from tests.core import world
from tests.core.test_checkpoint import story, told

NAMESPACE = "cli-results"
THREAD = next(name for n in range(1000) if shard_of(name := f"T1/C1/{n}.0", 8) == 3)


@pytest.fixture
def signoff(bare: pytest.MonkeyPatch, redis: EmbeddedRedis) -> None:
    """The command's environment names the server, which holds a run that is told in full."""
    bare.setenv("REDIS_URL", redis.url)
    bare.setenv("SIGNOFF_NAMESPACE", NAMESPACE)
    asyncio.run(_kept(redis, story()))


def show(*arguments: str) -> Result:
    """The command's exit code and output."""
    return CliRunner().invoke(main, ["runs", "show", *arguments])


def asked() -> Iterator[Event]:
    """A task whose agent asked which region, and was told."""
    yield world.first()
    yield world.began("m1", CallModel(1, 1))
    yield world.replied("m1", 1, calls=1, tool="askUser", args=world.REGIONS)
    yield world.judged("c1", world.ASKS, args=world.REGIONS)
    answer = world.click("submit", f"{world.RUN}.1", world.ANA)
    yield from (answer, world.checked(answer))


async def _kept(redis: EmbeddedRedis, events: Iterator[Event], namespace: str = NAMESPACE) -> None:
    log, run = told(events)
    listed = Listed(
        person=run.requester.key, number=0, about=gist.dump_about(gist.about(run)),
        doing=gist.dump_doing(gist.doing(run)),
    )  # fmt: skip
    async with RedisStore.open(redis.url, namespace=f"{namespace}:") as store:
        await store.enqueue(ToThread(THREAD, True, run.id), "key", "{}")
        taken = await store.take(run.id, 0, 3)
        if not isinstance(taken, Taken) or taken.version:
            return
        await store.commit(
            Commit(run=run.id, fence=taken.fence, version=0, id="1", folded_to=1, audit_head="x",
                   entries=tuple(log), listed=listed)
        )  # fmt: skip


@pytest.mark.usefixtures("signoff")
def test_a_run_is_shown_by_its_number_and_by_its_id() -> None:
    """State, steps, figures, and each decision with whom, when and why."""
    done = show("R-778")
    assert done.exit_code == 0, done.output
    assert done.output.startswith(f"R-778 ({world.RUN}): running\n")
    assert "A-1042 refund: approved by Ben Ode: fine" in done.output
    assert "refund: refused: the policy refuses it" in done.output
    assert show(world.RUN).output == done.output


@pytest.mark.usefixtures("signoff")
def test_a_program_reads_the_same_as_json() -> None:
    """In the shape of `GET /v1/runs/{id}`."""
    said = cast("dict[str, object]", json.loads(show("R-778", "--json").output))
    assert (said["run"], said["number"], said["state"]) == (world.RUN, 778, "running")
    counts = cast("dict[str, int]", said["counts"])
    assert {name: n for name, n in counts.items() if n} == {"approved": 1, "stale": 1, "refused": 1}
    assert [one["outcome"] for one in cast("list[dict[str, str]]", said["decisions"])] == [
        "approved", "run_again"]  # fmt: skip


def test_a_question_is_shown_with_who_answered_and_not_what(
    bare: pytest.MonkeyPatch, redis: EmbeddedRedis
) -> None:
    """By its own number, and counted."""
    bare.setenv("REDIS_URL", redis.url)
    bare.setenv("SIGNOFF_NAMESPACE", "cli-results-asked")
    asyncio.run(_kept(redis, asked(), "cli-results-asked"))
    done = show("R-778")
    assert "calls: 1 answered; questions asked: 1" in done.output
    assert "Q-1042 askUser: answered by Ana Ruiz\n" in done.output
    assert '"us"' not in show("R-778", "--json").output


@pytest.mark.usefixtures("signoff")
def test_what_is_not_there_is_said() -> None:
    """No such number, no such id, and what names no run."""
    for name in ("R-1", "3.nobody0000"):
        assert (show(name).exit_code, show(name).output) == (
            1, f"There is no run {name}, or it is no longer kept.\n")  # fmt: skip
    assert "names no run" in show("A-1").output
