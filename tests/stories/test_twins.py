"""Two copies of the bot on one app by mistake, each with its own records: seen, said, harmless."""

import json
from pathlib import Path

from tests.support import wait_until
from tests.world import Message, World, world

OTHER = "Another copy of me"
WRONG = "another installation of me"


def _cards(messages: list[Message]) -> list[Message]:
    return [m for m in messages if "Exact action" in m.text]


async def _twins(slack: World) -> None:
    """Two processes that know nothing of each other; Slack deals to them in turn."""
    await slack.start("all", SIGNOFF_SOCKETS="1")
    await slack.start("all", SIGNOFF_SOCKETS="1", SIGNOFF_NAMESPACE=f"{slack.namespace}-twin")


async def test_a_task_that_both_got_is_done_once(tmp_path: Path, redis: str) -> None:
    """A mention comes as two events, one to each: whoever acknowledges it first has the task."""
    async with world(tmp_path, redis, bot=False) as slack:
        await _twins(slack)
        ana = slack.person("ana")
        tasks = [await ana.says(f"@signoff refund order {n}, it broke") for n in range(1040, 1046)]
        for task in tasks:
            await slack.message(task.ts, "Exact action")

        async def yielded() -> list[Message]:
            threads = [await slack.messages(task.ts) for task in tasks]
            return [m for thread in threads for m in thread if OTHER in m.text]

        await wait_until(yielded, "one of them says that it left a task alone")
        for task in tasks:
            assert len(_cards(await slack.messages(task.ts))) == 1
        await wait_until(lambda: _told(slack), "Dee, an admin, is told what is wrong")


async def test_a_click_at_the_wrong_copy_is_answered(tmp_path: Path, redis: str) -> None:
    """In words; the right copy decides when its turn comes, and exactly once."""
    async with world(tmp_path, redis, bot=False) as slack:
        await _twins(slack)
        task = await slack.person("ana").says("@signoff refund order 1042, it arrived broken")
        card = await slack.message(task.ts, "Exact action")
        ben = slack.person("ben")
        for _ in range(4):
            await ben.clicks(card, "Approve once", stale=True)
        await ben.hears(WRONG)
        await slack.message(task.ts, "Approved once by")
        await slack.message(task.ts, "Refunded order 1042")
        assert slack.shop("select count(*) from refunds") == [(1,)]

        async def answered() -> bool:
            return len([w for w in await ben.whispers() if WRONG in w or "approved this" in w]) == 3

        await wait_until(answered, "three of four clicks are answered, one decides")

        async def looked() -> bool:
            await ben.clicks(card, "Details", stale=True)
            return await _views(slack, WRONG)

        await wait_until(looked, "the wrong copy says so in a modal")


async def test_more_sockets_than_ours_are_seen_at_the_start(tmp_path: Path, redis: str) -> None:
    """The second copy says in its log that Slack counts more connections than it has itself."""
    async with world(tmp_path, redis, bot=False) as slack:
        await _twins(slack)
        counted = await wait_until(lambda: _counted(tmp_path), "it is said")
        assert counted == [(2, 1)]


async def test_two_processes_of_one_installation_are_no_twins(tmp_path: Path, redis: str) -> None:
    """They share their records, and count each other."""
    async with world(tmp_path, redis, bot=False) as slack:
        await slack.start("all")
        await slack.start("all")
        assert "more connections" not in (tmp_path / "bot.log").read_text()
        task = await slack.person("ana").says("@signoff refund order 1042, it arrived broken")
        card = await slack.card(task.ts)
        await slack.person("ben").clicks(card, "Approve once")
        await slack.message(task.ts, "Refunded order 1042")
        assert not [m for m in await slack.messages(task.ts) if OTHER in m.text]


async def _told(slack: World) -> bool:
    dee = slack.user("dee")
    workspace = slack.sandbox.slack.workspace
    mine = [c for c in workspace.channels.values() if c.kind == "im" and dee in c.members]
    return any("Two installations" in str(m) for c in mine for m in workspace.timeline(c.id))


async def _views(slack: World, words: str) -> bool:
    return any(words in json.dumps(view) for view in (await slack.state())["views"])


def _counted(folder: Path) -> list[tuple[int, int]]:
    lines = [json.loads(line) for line in (folder / "bot.log").read_text().splitlines()]
    return [(one["connections"], one["ours"]) for one in lines if "connections" in one]
