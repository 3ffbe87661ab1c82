"""What becomes of a task without a thread when processes die, or Redis is away."""

import os
import signal
from pathlib import Path

from bot.store import EmbeddedRedis
from tests.stories.test_ways_in import ORDERED, hand, root, roots, task
from tests.support import wait_until
from tests.world import Message, World, world

ASKED = "how is checkout doing?"


async def killed_while_posting(slack: World) -> Message:
    """The worker dies while its root is on the way; the root arrives all the same."""
    worker = await slack.start("worker")
    await slack.faults(kind="slow", method="chat.postMessage", seconds=1, times=1)
    assert (await task(slack, "ana", ASKED))["status"] == "ok"
    await wait_until(lambda: slack.sandbox.slack.faults.left == 0, "the root is on its way")
    worker.kill()
    await worker.wait()
    return await root(slack, ASKED)


async def test_a_task_is_kept_while_nobody_works(tmp_path: Path, redis: str) -> None:
    """It was acknowledged and everybody died: whoever starts next posts it, once."""
    async with world(tmp_path, redis, bot=False) as slack:
        web = await slack.start("web")
        await task(slack, "ana", ASKED)
        await slack.person("ana").hears("work in its thread")
        web.kill()
        await web.wait()
        assert await roots(slack, ASKED) == []
        await slack.plays({"text": "All is well."})
        await slack.start("all")
        found = await root(slack, ASKED)
        await slack.message(found.ts, "All is well.")
        assert len(await roots(slack, ASKED)) == 1 and len(await slack.requests()) == 1


async def test_a_root_of_a_dead_worker_is_found(tmp_path: Path, redis: str) -> None:
    """kill -9 between the post and its place on record: one root, and one answer under it."""
    async with world(tmp_path, redis, bot=False) as slack:
        await slack.start("web")
        found = await killed_while_posting(slack)
        await slack.plays({"text": "All is well."})
        await slack.start("worker")
        await slack.message(found.ts, "All is well.")
        assert len(await roots(slack, ASKED)) == 1 and len(await slack.requests()) == 1


async def test_replies_before_the_thread_is_known_are_kept(tmp_path: Path, redis: str) -> None:
    """With a mention and without: they wait for the root's run, and start none of their own."""
    async with world(tmp_path, redis, bot=False) as slack:
        await slack.start("web")
        found = await killed_while_posting(slack)

        async def acknowledged() -> bool:
            sent = (await slack.state())["deliveries"]
            return all(one["status"] not in ("pending", "retrying") for one in sent)

        # One after the other: of two that are on their way at once Slack promises no order.
        await slack.person("chi").says("only the api", channel="support", thread=found.ts)
        await wait_until(acknowledged, "the first is saved")
        await slack.person("ben").says("@signoff and the shop", thread=found.ts)
        await wait_until(acknowledged, "both are saved")
        await slack.plays(*([{"text": "All is well."}] * 3))
        await slack.start("worker")

        async def heard() -> str | None:
            everything = str(await slack.heard()) if await slack.requests() else ""
            return everything if "and the shop" in everything else None

        told = await wait_until(heard, "the model is told of both", 20)
        assert told.index(ASKED) < told.index("only the api") < told.index("and the shop")
        await slack.message(found.ts, "All is well.")
        assert len(await roots(slack, ASKED)) == 1


async def test_a_stop_before_the_thread_is_known_stops_the_task(tmp_path: Path, redis: str) -> None:
    """It is kept like any reply: no model is asked."""
    async with world(tmp_path, redis, bot=False) as slack:
        await slack.start("web")
        found = await killed_while_posting(slack)
        await slack.person("ana").says("@signoff stop", thread=found.ts)
        await slack.start("worker")
        await slack.message(found.ts, "was stopped")


async def test_without_redis_nothing_is_begun_in_words(tmp_path: Path) -> None:
    """The command, the form and the shortcut all say so; the form keeps what was typed."""
    with EmbeddedRedis(tmp_path / "redis", fsync="always") as server:
        async with world(tmp_path, server.url) as slack:
            ana, ben = slack.person("ana"), slack.person("ben")
            note = await ana.says(ORDERED)
            await slack.does("ana", "shortcut", callback_id="new_task")
            await ana.view()
            await hand(slack, "ben", note)
            await ben.view()
            assert server.pid is not None
            os.kill(server.pid, signal.SIGKILL)

            assert (await task(slack, "ana", ORDERED))["status"] == "ok"
            await ana.hears("I can't save anything just now, so nothing was started.")
            filled = {"What should I do?": ORDERED, "Where should I work?": "C0OPS"}
            sent = await ana.submits(filled)
            assert "I can't save anything just now" in sent["errors"]["task"]
            sent = await ben.submits({"What should I do?": ORDERED})
            assert "I can't save anything just now" in sent["errors"]["words"]
            await hand(slack, "chi", note)
            view = (await slack.person("chi").view())["view"]
            assert "I can't save anything just now" in str(view["blocks"])

            await wait_until(server.revive, "the server is started again")
            assert await ana.submits(filled) == {"status": "ok"}
            await root(slack, "it arrived broken")
            assert len(await roots(slack, "it arrived broken")) == 1
