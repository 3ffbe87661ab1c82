"""Plans where others have a word: a review hook, sets that change, and cards in another channel."""

from collections.abc import Generator
from pathlib import Path

import pytest

from bot.slack import groups
from tests.stories import host, ops_tools
from tests.stories.ops import OPS, call, everywhere, ops
from tests.stories.ops_tools import DONE
from tests.stories.test_plans import API, PLANS, WEB, approves, plan, proposed
from tests.support import wait_until
from tests.world import Json, Message, World

REVIEW = "review: tests.stories.host:watch\n"
FREE = "    - {name: free, tools: restart, verdict: allow}\n"
ROUTED = f"{PLANS}  ops_channels: [C0APPROVALS]\n"
ONCALL = """\
    - {name: noting, tools: note, verdict: ask, approvers: {anyone: true}, exclude_requester: false}
    - {name: all, tools: "*", verdict: ask, approvers: {groups: S0ONCALL}}
"""
CATALOG, MAILER = call("restart", "catalog"), call("restart", "mailer")


@pytest.fixture(autouse=True)
def _open() -> Generator[None]:
    """The review has closed nothing."""
    host.CLOSED.clear()
    yield
    host.CLOSED.clear()


async def test_a_step_that_the_review_asks_about_needs_a_yes_and_then_runs(
    tmp_path: Path, redis: str
) -> None:
    """Its reason stands on the plan's card; the review's question was answered by the plan."""
    async with ops(tmp_path, redis, FREE, agent=PLANS, more=REVIEW) as slack:
        thread = await proposed(slack, plan(WEB, CATALOG), {"calls": [WEB]}, {"calls": [CATALOG]})
        card = await slack.message(thread, "Approval needed: a plan of 2 steps")
        assert "catalog was restarted twice today" in card.text and "needs no yes" in card.text
        assert DONE == []
        await slack.person("ben").clicks(card, "Approve once")
        await slack.message(thread, "All done here.")
        assert DONE == ["restart web", "restart catalog"]
        assert len(await everywhere(slack, "Approval needed")) == 0
        await slack.message(thread, "2 of 2 steps done")


@pytest.mark.parametrize(
    ("step", "why"),
    [
        (MAILER, "step 2 of the plan (restart) is refused: the mailer is never restarted by me"),
        (call("restart", "broken"), "review error: RuntimeError"),
        (call("restart", "all"), 'the review wants other arguments: {\\"service\\":\\"web\\"}'),
    ],
)
async def test_a_step_that_the_review_refuses_or_changes_refuses_the_plan(
    tmp_path: Path, redis: str, step: Json, why: str
) -> None:
    """Nobody is asked, nothing runs, and the model hears which step and why."""
    async with ops(tmp_path, redis, agent=PLANS, more=REVIEW) as slack:
        thread = await proposed(slack, plan(WEB, step))
        await slack.message(thread, "All done here.")
        assert why in (await slack.results())[-1]
        assert DONE == [] and await everywhere(slack, "Approval needed") == []


async def test_the_review_has_its_word_on_each_step_again(tmp_path: Path, redis: str) -> None:
    """What it refuses by then isn't run under the plan's yes, and the plan ends."""
    async with ops(tmp_path, redis, agent=PLANS, more=REVIEW) as slack:
        odd = call("note", "between")
        thread = await proposed(slack, plan(WEB, API), {"calls": [WEB, odd]}, {"calls": [API]})
        await approves(slack, thread)
        between = await slack.message(thread, "Approval needed: note between")
        await slack.message(thread, "1 of 2 steps done")
        host.CLOSED.add("api")
        await slack.person("ana").clicks(between, "Approve once")
        await slack.message(thread, "All done here.")
        assert "api is closed by now" in (await slack.results())[-1]
        assert DONE == ["restart web", "note between"]
        over = await slack.message(thread, "1 of 2 steps done")
        assert "Stop the plan" not in over.buttons


async def test_who_said_yes_and_left_the_group_does_not_count_for_the_next_step(
    tmp_path: Path, redis: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is asked about, of those who are in the group by now."""
    monkeypatch.setattr(groups, "MEMBERS_S", -1.0)  # each look is a new one
    async with ops(tmp_path, redis, ONCALL, agent=PLANS) as slack:
        odd = call("note", "between")
        thread = await proposed(slack, plan(WEB, API), {"calls": [WEB, odd]}, {"calls": [API]})
        await approves(slack, thread)
        between = await slack.message(thread, "Approval needed: note between")
        await slack.message(thread, "1 of 2 steps done")
        await slack.group("oncall", remove=["ben"], add=["dee"])
        await slack.person("ana").clicks(between, "Approve once")
        card = await slack.message(thread, "Approval needed: restart api")
        assert "api" not in "".join(DONE)
        await slack.person("ben").clicks(card, "Approve once")
        await slack.person("ben").hears("You can't decide A-")
        await slack.person("dee").clicks(card, "Approve once")
        await slack.message(thread, "All done here.")
        assert DONE == ["restart web", "note between", "restart api"]


async def test_who_left_the_group_while_a_step_was_held_does_not_count_at_its_start(
    tmp_path: Path, redis: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The step was let go under the plan and waited for the one before it."""
    monkeypatch.setattr(groups, "MEMBERS_S", -1.0)
    async with ops(tmp_path, redis, ONCALL, agent=PLANS) as slack:
        slow = call("drain", "web")
        thread = await proposed(slack, plan(slow, API), {"calls": [slow, API]})
        await approves(slack, thread)
        await wait_until(lambda: DONE == ["drain web"], "the first step runs")
        await slack.group("oncall", remove=["ben"], add=["dee"])
        ops_tools.GATES[0].set()
        card = await slack.message(thread, "Approval needed: restart api")
        assert DONE == ["drain web", "drained web"]
        await slack.person("dee").clicks(card, "Approve once")
        await slack.message(thread, "All done here.")
        assert DONE == ["drain web", "drained web", "restart api"]


async def _routed(slack: World, words: str) -> Message:
    async def found() -> Message | None:
        there = [m for m in await everywhere(slack, words) if m.channel == OPS]
        return there[-1] if there else None

    return await wait_until(found, f"a card in {OPS} that says {words!r}")


async def test_a_plan_from_a_direct_message_is_approved_in_the_ops_channel(
    tmp_path: Path, redis: str
) -> None:
    """With its exact steps and none of the private words; both places say how it goes on."""
    async with ops(tmp_path, redis, agent=ROUTED) as slack:
        secret = plan(WEB, API, title="Our secret relaunch")
        why = "because of our secret relaunch"
        secret["arguments"]["steps"][0]["why"] = why
        turns = ({"calls": [WEB]}, {"calls": [API]}, {"text": "All done here."})
        await slack.plays({"calls": [secret], "text": "I saw your secret plan."}, *turns)
        task = await slack.person("ana").says("do our secret relaunch", "signoff")
        card = await _routed(slack, "Approval needed: a plan of 2 steps")
        assert "secret" not in card.text and "/archives/D" not in card.text
        assert "restart web" in card.text and "restart api" in card.text
        stub = await slack.message(task.ts, "Approval needed: a plan of 2 steps")
        assert stub.buttons == ["Open the card"]
        await slack.person("ben").clicks(card, "Details")
        assert "secret" not in str(await slack.person("ben").view())
        await slack.person("ben").clicks(card, "Approve once")
        await slack.message(task.ts, "All done here.")
        assert DONE == ["restart web", "restart api"]
        done = await _routed(slack, "2 of 2 steps done")
        assert done.ts == card.ts and "secret" not in done.text
        assert (await slack.message(task.ts, "2 of 2 steps done")).ts == stub.ts


async def test_a_plan_of_low_steps_stays_in_the_direct_message(tmp_path: Path, redis: str) -> None:
    """Whoever asks may decide those, and sees them there."""
    async with ops(tmp_path, redis, agent=ROUTED) as slack:
        one, two = call("note", "one"), call("note", "two")
        await slack.plays({"calls": [plan(one, two)]}, {"calls": [one, two]}, {"text": "Noted."})
        task = await slack.person("ana").says("note both", "signoff")
        card = await slack.message(task.ts, "Approval needed: a plan of 2 steps")
        await slack.person("ana").clicks(card, "Approve once")
        await slack.message(task.ts, "Noted.")
        assert DONE == ["note one", "note two"]


async def test_a_plan_from_a_direct_message_without_an_ops_channel_is_refused(
    tmp_path: Path, redis: str
) -> None:
    """Nobody who may decide it would see it; the model hears which step."""
    async with ops(tmp_path, redis, agent=PLANS) as slack:
        await slack.plays({"calls": [plan(call("note", "one"), API)]}, {"text": "Can't."})
        task = await slack.person("ana").says("restart api", "signoff")
        await slack.message(task.ts, "Can't.")
        assert "step 2 of the plan (restart) is refused" in (await slack.results())[-1]
        assert DONE == [] and await everywhere(slack, "Approval needed") == []
