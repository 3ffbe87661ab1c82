"""A plan is approved once: exactly its calls then run without asking again, in their order."""

import json
from pathlib import Path

import pytest

from tests.stories import ops_tools
from tests.stories.ops import asked, call, config, everywhere, ops
from tests.stories.ops_tools import DONE
from tests.support import wait_until
from tests.world import Json, World, world

PLANS = "  plans: true\n"
WEB, API, DB = call("restart", "web"), call("restart", "api"), call("restart", "db")
LOOK = call("look", "web")
CRITICAL = '    - {name: by-risk, tools: "*", verdict: by_risk, step_up: off}\n'


def plan(*steps: Json, title: str = "Restart the shop") -> Json:
    """A proposed plan of these calls."""
    made = [{"tool": step["name"], "arguments": step["arguments"]} for step in steps]
    return {"name": "propose_plan", "arguments": {"title": title, "steps": made}}


async def proposed(slack: World, proposal: Json, *turns: Json) -> str:
    """The thread of a task for which the model proposes this, and then plays these turns."""
    await slack.plays({"calls": [proposal]}, *turns, {"text": "All done here."})
    return (await slack.person("ana").says("@signoff please restart the shop", "support")).ts


async def approves(slack: World, thread: str, who: str = "ben") -> None:
    """One yes to the plan."""
    card = await slack.message(thread, "Approval needed: a plan of")
    await slack.person(who).clicks(card, "Approve once")


async def _loaded(slack: World, times: int) -> bool:
    async with slack.store() as store:
        notes = [json.loads(line) for line in await store.notes()]
    return len([note for note in notes if note["what"] == "policy loaded"]) == times


async def test_one_yes_lets_exactly_these_calls_go(tmp_path: Path, redis: str) -> None:
    """Three steps, one card, one click; the card shows what became of each."""
    async with ops(tmp_path, redis, agent=PLANS) as slack:
        turns = ({"calls": [LOOK]}, {"calls": [WEB]}, {"calls": [API]})
        thread = await proposed(slack, plan(LOOK, WEB, API), *turns)
        card = await slack.message(thread, "Approval needed: a plan of 3 steps")
        assert all(words in card.text for words in ("restart web", "restart api", "look at web"))
        assert "needs no yes" in card.text and "Restart the shop" in card.text
        assert DONE == []
        await slack.person("ana").clicks(card, "Approve once")
        await slack.person("ana").hears("someone else has to decide")
        await slack.person("ben").clicks(card, "Approve once")
        await slack.message(thread, "All done here.")
        assert DONE == ["restart web", "restart api"]
        done = await slack.message(thread, "3 of 3 steps done")
        assert done.ts == card.ts and "Stop the plan" not in done.buttons
        assert len(await everywhere(slack, "Exact action")) <= 1
        assert '"outcome": "plan_approved"' in (await slack.results())[0]


async def test_all_steps_in_one_turn_go_one_after_the_other(tmp_path: Path, redis: str) -> None:
    """The model may send them together; their order stays."""
    async with ops(tmp_path, redis, agent=PLANS) as slack:
        thread = await proposed(slack, plan(WEB, API, DB), {"calls": [WEB, API, DB]})
        await approves(slack, thread)
        await slack.message(thread, "All done here.")
        assert DONE == ["restart web", "restart api", "restart db"]
        await slack.message(thread, "3 of 3 steps done")


async def test_another_value_is_asked_about(tmp_path: Path, redis: str) -> None:
    """A changed step, a fourth call and one out of order each get a card of their own."""
    async with ops(tmp_path, redis, agent=PLANS) as slack:
        turns = ({"calls": [DB]}, {"calls": [API]}, {"calls": [WEB]})
        thread = await proposed(slack, plan(WEB, API), *turns)
        await approves(slack, thread)
        for name in ("db", "api"):
            card = await slack.message(thread, f"Approval needed: restart {name}")
            assert f"restart {name}" not in DONE
            await slack.person("chi").clicks(card, "Approve once")
            await slack.message(thread, f"restarted {name}")
        await slack.message(thread, "All done here.")
        assert DONE == ["restart db", "restart api", "restart web"]
        assert await slack.message(thread, "1 of 2 steps done")


async def test_each_step_goes_once(tmp_path: Path, redis: str) -> None:
    """The same call a second time is asked about."""
    async with ops(tmp_path, redis, agent=PLANS) as slack:
        thread = await proposed(slack, plan(WEB, API), {"calls": [WEB]}, {"calls": [WEB]})
        await approves(slack, thread)
        card = await slack.message(thread, "Approval needed: restart web")
        assert DONE == ["restart web"]
        await slack.person("ben").clicks(card, "Reject…")
        await slack.person("ben").submits({"Why, or how instead": "once is enough"})
        await slack.message(thread, "All done here.")
        assert DONE == ["restart web"]


async def test_a_new_word_ends_the_plan(tmp_path: Path, redis: str) -> None:
    """Whatever it says: what is left is asked about."""
    async with ops(tmp_path, redis, agent=PLANS) as slack:
        odd = call("note", "between")
        thread = await proposed(slack, plan(WEB, API), {"calls": [WEB, odd]}, {"calls": [API]})
        await approves(slack, thread)
        between = await slack.message(thread, "Approval needed: note between")
        await slack.message(thread, "1 of 2 steps done")
        await slack.person("ana").says("@signoff hold on, the api is fine", thread=thread)
        over = await slack.message(thread, "people wrote in the thread")
        assert "Stop the plan" not in over.buttons
        await slack.person("ana").clicks(await slack.message(thread, "newer message"), "Review…")
        await slack.person("ana").submits({})
        await slack.message(thread, "Approval needed: restart api")
        assert between.ts and DONE == ["restart web", "note between"]


async def test_the_plan_is_stopped_by_a_button(tmp_path: Path, redis: str) -> None:
    """By whoever asked; the rest is asked about."""
    async with ops(tmp_path, redis, agent=PLANS) as slack:
        odd = call("note", "between")
        thread = await proposed(slack, plan(WEB, API), {"calls": [WEB, odd]}, {"calls": [API]})
        await approves(slack, thread)
        between = await slack.message(thread, "Approval needed: note between")
        card = await slack.message(thread, "1 of 2 steps done")
        await slack.person("ana").clicks(card, "Stop the plan")
        await slack.message(thread, "stopped it")
        await slack.person("ana").clicks(between, "Approve once")
        await slack.message(thread, "Approval needed: restart api")
        assert DONE == ["restart web", "note between"]


async def test_a_plan_takes_the_strictest_tier_of_its_calls(tmp_path: Path, redis: str) -> None:
    """Two people, one of them an owner, reasons; a medium step wants somebody of its set too."""
    rules = "    - {name: web, tools: restart, verdict: ask, approvers: {people: [chi, dee]}}\n"
    async with ops(tmp_path, redis, rules + CRITICAL, agent=PLANS) as slack:
        turns = ({"calls": [WEB]}, {"calls": [call("erase", "old")]})
        thread = await proposed(slack, plan(WEB, call("erase", "old")), *turns)
        card = await slack.message(thread, "Approval needed: a plan of 2 steps")
        assert "critical risk" in card.text
        for who in ("ben", "chi", "dee"):
            person = slack.person(who)
            await person.clicks(card, "Review & approve…")
            await person.submits({"Reason": "backed up"})
            if who == "ben":
                await person.hears("but not each of them")
            if who == "chi":
                card = await slack.message(thread, "1 of 2 approvals")
                assert "an owner" in card.text and DONE == []
        await slack.message(thread, "All done here.")
        assert DONE == ["restart web", "erase old"]


@pytest.mark.parametrize(
    ("steps", "said"),
    [
        ((WEB, call("erase", "old")), "step 2 of the plan (erase) is refused"),
        ((WEB, call("scale", "web", count=1000)), "step 2 (scale)"),
        ((WEB, call("nothing", "web")), "there is no tool named"),
        ((WEB,), "2 to 10 steps"),
        ((LOOK, call("look", "api")), "no_approval_needed"),
    ],
)
async def test_what_is_no_plan_is_told_to_the_model(
    tmp_path: Path, redis: str, steps: tuple[Json, ...], said: str
) -> None:
    """With which step and why; nobody is asked and nothing runs."""
    async with ops(tmp_path, redis, agent=PLANS) as slack:
        thread = await proposed(slack, plan(*steps))
        await slack.message(thread, "All done here.")
        assert said in (await slack.results())[-1] and DONE == []
        assert not [m for m in await slack.messages(thread) if "Approval needed" in m.text]


async def test_without_the_flag_there_are_no_plans(tmp_path: Path, redis: str) -> None:
    """The model isn't offered one, and a proposal is a call of a tool that doesn't exist."""
    async with ops(tmp_path, redis) as slack:
        task = await asked(slack, "ana", "support", plan(WEB, API))
        await slack.message(task.ts, "All done here.")
        offers = (await slack.requests())[0]["body"]["tools"]
        assert "propose_plan" not in [tool["function"]["name"] for tool in offers]
        assert "there is no tool named 'propose_plan'" in (await slack.results())[-1]


async def test_a_rejected_plan_runs_nothing(tmp_path: Path, redis: str) -> None:
    """The model hears why; the same plan isn't asked again."""
    async with ops(tmp_path, redis, agent=PLANS) as slack:
        thread = await proposed(slack, plan(WEB, API), {"calls": [plan(WEB, API)]})
        card = await slack.message(thread, "Approval needed: a plan of 2 steps")
        await slack.person("chi").clicks(card, "Reject…")
        await slack.person("chi").submits({"Why, or how instead": "not on a friday"})
        await slack.message(thread, "All done here.")
        first, second = (await slack.results())[-2:]
        assert "not on a friday" in first and "it isn't asked again" in second
        assert DONE == []


async def test_a_plan_outlives_the_process(tmp_path: Path, redis: str) -> None:
    """Killed between two steps; another one goes on under the same yes."""
    file = config(tmp_path, agent=PLANS)
    async with world(tmp_path, redis, config=file, bot=False) as slack:
        bot = await slack.start("all")
        odd = call("note", "between")
        turns = ({"calls": [LOOK, odd]}, {"calls": [API]})
        thread = await proposed(slack, plan(LOOK, API, WEB), *turns)
        await approves(slack, thread)
        between = await slack.message(thread, "Approval needed: note between")
        await slack.message(thread, "1 of 3 steps done")
        bot.kill()
        await bot.wait()
        await slack.start("all")
        await slack.person("ana").clicks(between, "Approve once")
        await slack.message(thread, "2 of 3 steps done")
        await slack.message(thread, "All done here.")
        await slack.message(thread, "the task ended")


async def test_a_step_that_fails_ends_the_plan(tmp_path: Path, redis: str) -> None:
    """Those behind it wait for it, and are asked about."""
    async with ops(tmp_path, redis, agent=PLANS) as slack:
        ops_tools.BROKEN.add("web")
        thread = await proposed(slack, plan(WEB, API), {"calls": [WEB, API]})
        await approves(slack, thread)
        over = await slack.message(thread, "step 1 failed")
        assert "0 of 2 steps done" in over.text
        card = await slack.message(thread, "Approval needed: restart api")
        await slack.person("chi").clicks(card, "Approve once")
        await slack.message(thread, "All done here.")
        assert DONE == ["restart api"]


async def test_a_stricter_policy_ends_what_is_left(tmp_path: Path, redis: str) -> None:
    """It counts for a step whose plan was approved before: refused is refused."""
    ops_tools.reset()
    file = config(tmp_path, agent=PLANS)
    async with world(tmp_path, redis, config=file, reload_s=0.05) as slack:
        odd = call("note", "between")
        thread = await proposed(slack, plan(WEB, API), {"calls": [WEB, odd]}, {"calls": [API]})
        await approves(slack, thread)
        between = await slack.message(thread, "Approval needed: note between")
        await slack.message(thread, "1 of 2 steps done")
        stop = "    - {name: stop, tools: restart, verdict: refuse, reason: not today}\n"
        file.write_text(file.read_text().replace("  rules:\n", f"  rules:\n{stop}"))
        await wait_until(lambda: _loaded(slack, 2), "the changed policy is on the record")
        await slack.person("ana").clicks(between, "Approve once")
        await slack.message(thread, "All done here.")
        assert DONE == ["restart web", "note between"]
        assert "not today" in (await slack.results())[-1]
