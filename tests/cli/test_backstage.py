"""What the demo tells of its runs and processes: truly, to whoever has the token, masked."""

import asyncio
import json
from collections.abc import AsyncGenerator
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import aiohttp
import pytest

from bot.cli import telling
from bot.cli.backstage import Address, in_a_thread, serving
from bot.cli.parts import Part, Parts, RedisPart
from bot.core.checkpoint import VERSION, dump_entry, dump_event
from bot.core.events import Asked, Entry
from bot.core.ids import Thread, Who, shard_of
from bot.engine.audit import chained
from bot.ports import Commit, Taken, ToThread
from bot.store import EmbeddedRedis, RedisStore
from bot.store.archive import Archive, Kept
from tests.support import wait_until
from tests.world import World, world

Json = dict[str, Any]
ANA = Who("T1", "U0ANA", "Ana")
THREAD = Thread("T1", "C1", "1.0")
TASK = "@signoff refund order 1042, it arrived broken"


class Keeper:
    """One process that can be killed once."""

    def __init__(self) -> None:
        self.killed: list[str] = []

    def seen(self) -> list[Part]:
        """It alone."""
        return [
            Part(name="bot", label="The bot", pid=7, ready=True, restarts=2, since=1.5,
                 back_after_s=0.25)
        ]  # fmt: skip

    def kill(self, name: str) -> bool:
        """False the second time."""
        self.killed.append(name)
        return len(self.killed) == 1


@pytest.fixture
def keeper() -> Keeper:
    """A keeper that nobody asked yet."""
    return Keeper()


@pytest.fixture
async def stage(redis: EmbeddedRedis, keeper: Keeper) -> AsyncGenerator[Address]:
    """A backstage on an empty namespace."""
    async with serving(redis.url, "cli-backstage:", keeper) as address:
        yield address


async def asked(stage: Address, path: str, token: str | None = None, **post: Any) -> Json:
    """The answer and its status under `http`; a POST if there is a body."""
    headers = {"Authorization": f"Bearer {stage.token if token is None else token}"}
    how = ("POST", post) if post else ("GET", None)
    async with (
        aiohttp.ClientSession(headers=headers) as http,
        http.request(how[0], stage.url + path, json=how[1]) as answer,
    ):
        return {**await answer.json(), "http": answer.status}


class TestToken:
    @pytest.mark.parametrize("token", ["", "wrong", "wröng"])
    @pytest.mark.parametrize("path", ["/parts", "/runs", "/runs/3.abc", "/nothing"])
    async def test_without_it_nothing_is_told(self, stage: Address, token: str, path: str) -> None:
        """Each request needs it, for whatever path."""
        answer = await asked(stage, path, token)
        assert (answer["http"], set(answer)) == (401, {"http", "error"})

    async def test_without_it_nothing_is_killed(self, stage: Address, keeper: Keeper) -> None:
        """The one thing that it does."""
        assert (await asked(stage, "/kill", "wrong", part="bot"))["http"] == 401
        assert keeper.killed == []

    async def test_it_is_another_one_each_time(self, redis: EmbeddedRedis, stage: Address) -> None:
        """Made anew at each start."""
        async with serving(redis.url, "cli-backstage:", Keeper()) as other:
            assert (await asked(other, "/parts", stage.token))["http"] == 401
            assert (await asked(other, "/parts"))["http"] == 200


class TestParts:
    async def test_they_are_told_as_they_stand(self, stage: Address) -> None:
        """Names, pids, restarts, since when, and how long the last death lasted."""
        assert (await asked(stage, "/parts"))["parts"] == [
            {"name": "bot", "label": "The bot", "pid": 7, "ready": True, "restarts": 2,
             "since": 1.5, "back_after_s": 0.25}
        ]  # fmt: skip

    async def test_one_is_killed_by_its_name(self, stage: Address, keeper: Keeper) -> None:
        """Another name, no name and a dead one are refused in words."""
        assert (await asked(stage, "/kill", part="bot"))["killed"] == "bot"
        again = await asked(stage, "/kill", part="bot")
        assert (again["http"], again["error"]) == (409, "bot isn't running just now")
        for part in ("init", "", None, ["bot"]):
            refused = await asked(stage, "/kill", part=part)
            assert (refused["http"], refused["error"]) == (400, "part must be one of bot")
        assert keeper.killed == ["bot", "bot"]


class TestNothing:
    @pytest.mark.parametrize("path", ["/runs/3.nobody", "/runs/x", "/runs/3.a%3Ab", "/else"])
    async def test_what_is_not_there_is_said(self, stage: Address, path: str) -> None:
        """404 and words, for an unknown run and for what can't be a run's id."""
        answer = await asked(stage, path)
        assert (answer["http"], bool(answer["error"])) == (404, True)

    async def test_an_empty_store_has_no_runs_and_nothing_is_written(
        self, redis: EmbeddedRedis, stage: Address
    ) -> None:
        """Not even the number of shards, which is for the bot to fix."""
        assert (await asked(stage, "/runs"))["runs"] == []
        record = await asked(stage, "/runs/3.nobody/record")
        assert (record["lines"], record["whole"]) == ([], True)
        async with Archive.open(redis.url, namespace="cli-backstage:") as archive:
            assert await archive.runs() == ()
        async with RedisStore.open(redis.url, namespace="cli-backstage:", shards=4) as store:
            assert store.shards == 4

    async def test_a_redis_that_is_away_is_said(self, tmp_path: Path) -> None:
        """503 and words, while processes are still told."""
        async with serving(f"unix://{tmp_path}/none", "x:", Keeper()) as stage:
            answer = await asked(stage, "/runs")
            assert (answer["http"], "can't be reached" in answer["error"]) == (503, True)
            assert (await asked(stage, "/parts"))["http"] == 200


@pytest.fixture
async def slack(tmp_path: Path, redis: EmbeddedRedis) -> AsyncGenerator[World]:
    """A world with a bot."""
    async with world(tmp_path, redis.url) as made:
        yield made


async def seen(slack: World, path: str) -> Json:
    """What the page gets of the backstage."""
    async with slack.http.get(f"{slack.sandbox.url}/sandbox/backstage/{path}") as response:
        return await response.json()


async def test_a_refund_is_told_step_by_step(slack: World) -> None:
    """By the page's own way: the list, each step in words, the sizes, the record and its chain."""
    task = await slack.person("ana").says(TASK)
    card = await slack.card(task.ts)
    (listed,) = (await seen(slack, "runs"))["runs"]
    assert (listed["by"], listed["thread_ts"], listed["waiting"]) == ("U0ANA", task.ts, 1)
    waiting = await seen(slack, f"runs/{listed['id']}")
    assert waiting["stands"].startswith("waiting for people: A-")
    assert [each["outcome"] for each in waiting["requests"]] == [None]

    await slack.person("ben").clicks(card, "Approve once")
    await slack.message(task.ts, "Refunded order 1042")

    async def over() -> Json | None:
        run = await seen(slack, f"runs/{listed['id']}")
        return run if run["phase"] == "done" else None

    run = await wait_until(over, "the run is done")
    words = [step["words"] for step in run["steps"]]
    assert words[0] == "asked for a task: “refund order 1042, it arrived broken”"
    assert run["steps"][0]["by"] == "U0ANA"
    gate = next(text for text in words if text.startswith("The gate on refund_order"))
    assert "one person must say yes" in gate
    assert any(text.startswith("refund_order ran: ") for text in words)
    (yes,) = [step for step in run["steps"] if step["kind"] == "clicked"]
    assert (yes["by"], yes["words"].startswith("said yes to A-")) == ("U0BEN", True)
    _adds_up(run)

    record = await seen(slack, f"runs/{listed['id']}/record")
    assert (record["whole"], record["broken_at"]) == (True, None)
    assert ("approval", "U0BEN") in [(line["what"], line.get("by")) for line in record["lines"]]


def _adds_up(run: Json) -> None:
    """The steps' bytes are those of the log and of the transcript; times never go back."""
    size, steps = run["size"], run["steps"]
    assert sum(step["bytes"] for step in steps) == size["events"]
    assert sum(step["lines"] for step in steps) == size["transcript"]
    assert steps[-1]["total"] == size["events"] + size["transcript"]
    assert size["total"] == sum(value for name, value in size.items() if name != "total")
    assert steps[0]["after_ms"] is None
    assert all(step["after_ms"] >= 0 for step in steps[1:])


async def test_secrets_are_hidden_in_runs_and_records(redis: EmbeddedRedis) -> None:
    """In words, in an event's fields and in a record's, by a field's name too."""
    event = Asked("use token=s3cr3tvalue99 and xoxb-1234567890", ANA, THREAD, "1.0", run="0.x")
    namespace, run = "cli-masked:", f"{shard_of(THREAD.key, 8)}.masked"
    audit, head = chained("", [{"what": "asked", "args": {"password": "hunter2hunter2"}}])
    async with RedisStore.open(redis.url, namespace=namespace) as store:
        await store.enqueue(ToThread(THREAD.key, True, run), "k", dump_event(event))
        taken = cast("Taken", await store.take(run, 0, 1))
        await store.commit(
            Commit(run=run, fence=taken.fence, version=0, id="a", folded_to=1,
                   entries=(dump_entry(Entry(5, replace(event, run=run))),),
                   audit=tuple(audit), audit_head=head)
        )  # fmt: skip
    async with serving(redis.url, namespace, Keeper()) as stage:
        told = json.dumps([await asked(stage, f"/runs/{run}"),
                           await asked(stage, f"/runs/{run}/record")])  # fmt: skip
    assert told.count("[hidden]") >= 5
    assert not any(secret in told for secret in ("s3cr3tvalue99", "1234567890", "hunter2"))


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ({"password": "correct horse, battery"}, {"password": "[hidden]"}),
        ({"db": {"api_key": ["one two", "three"]}}, {"db": {"api_key": ["[hidden]", "[hidden]"]}}),
        ({"token": {"value": "a b", "n": 4711}}, {"token": {"value": "[hidden]", "n": "[hidden]"}}),
        ({"secret": "", "password": None}, {"secret": "", "password": None}),
        ({"args": '{"password": "correct horse"}'}, {"args": '{"password": "[hidden]"}'}),
        ({"order": 1042, "tokens": 7, "why": "it"}, {"order": 1042, "tokens": 7, "why": "it"}),
    ],
)  # fmt: skip
def test_a_field_named_like_a_secret_is_hidden_whole(value: object, shown: object) -> None:
    """Every word of it, and all that is in it."""
    assert telling.masked(value) == shown


def test_a_broken_chain_names_its_first_wrong_line() -> None:
    """A changed line is found where the next one disowns it; one that is no JSON by itself."""
    (one,), head = chained("", [{"what": "asked"}])
    (two,), head = chained(head, [{"what": "approval"}])
    (three,), _ = chained(head, [{"what": "run stopped"}])
    assert telling.record((one, two, three))["broken_at"] is None
    assert telling.record((one, two.replace("approval", "rejection"), three))["broken_at"] == 2
    assert telling.record((one, "no json", three))["broken_at"] == 1
    assert telling.record(())["whole"] is True


def test_an_entry_that_can_not_be_read_is_said_and_the_others_are_shown() -> None:
    """As one that a newer version wrote."""
    first = dump_entry(Entry(5, Asked("x", ANA, THREAD, "1.0", run="0.x")))
    newer = first.replace(f'{{"v":{VERSION},', '{"v":9,')
    kept = Kept(
        run="0.x", header={"version": "2"}, log=(first, newer), lines=("{}",), snapshot=0,
        mail=(), requests={},
    )  # fmt: skip
    run = telling.run(kept)
    assert len(run["steps"]) == 1
    assert run["unread"].startswith("Entry 2 can't be read: ")
    nothing = telling.run(replace(kept, log=(newer,)))
    assert (nothing["steps"], nothing["unread"][:7]) == ([], "Entry 1")


async def test_it_serves_beside_a_program_without_a_loop(redis: EmbeddedRedis) -> None:
    """In a thread of its own, which is over with the context."""

    def visit() -> tuple[Address, Json]:
        with in_a_thread(redis.url, "cli-thread:", Keeper()) as stage:
            return stage, asyncio.run(asked(stage, "/parts"))

    stage, told = await asyncio.to_thread(visit)
    assert told["parts"][0]["name"] == "bot"
    with pytest.raises(aiohttp.ClientConnectorError):
        await asked(stage, "/parts")


async def test_a_killed_redis_comes_back_and_says_how_long_it_took(tmp_path: Path) -> None:
    """It is killed once; whoever tends it starts it again."""
    with EmbeddedRedis(tmp_path) as server:
        redis = RedisPart(server)
        parts = Parts(lambda: (), redis)
        (before,) = parts.seen()
        assert (before.ready, before.restarts, before.back_after_s) == (True, 0, None)
        assert parts.kill("redis")
        assert parts.seen()[0].ready is False
        assert (parts.kill("redis"), parts.kill("nobody")) == (False, False)
        await wait_until(lambda: parts.seen()[0].pid is None, "its end")
        assert redis.tend()
        (after,) = parts.seen()
        assert (after.ready, after.restarts, redis.tend()) == (True, 1, False)
        assert after.pid != before.pid
        assert after.back_after_s is not None and 0 < after.back_after_s < 30
