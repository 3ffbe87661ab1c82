"""Switching kinds of calls off in a thread, and on again by a button."""

from pathlib import Path

from tests.stories.conftest import nobody_refunded
from tests.support import wait_until
from tests.world import Message, World, world

TASK = "@signoff refund order 1042, it arrived broken"
REFUND = {"name": "refund_order", "arguments": {"order_id": 1042, "reason": "it arrived broken"}}
LOOK = {"name": "look_up_order", "arguments": {"order_id": 1042}}
OFF = "writes are switched off in this thread"


async def _off(slack: World, who: str = "ana", what: str = "writes") -> tuple[Message, Message]:
    """A thread whose first task is done, and in which something was switched off."""
    await slack.plays({"text": "Ready."})
    task = await slack.person(who).says("@signoff are you there?")
    await slack.message(task.ts, "Ready.")
    await slack.person(who).says(f"@signoff {what} off", thread=task.ts)
    return task, await slack.message(task.ts, "switched off in this thread by")


async def test_what_is_switched_off_is_refused_and_nobody_is_asked(slack: World) -> None:
    """In the thread's next task too; reads go on, and the model is told the reason."""
    task, told = await _off(slack)
    assert "U0ANA" in told.text and "calls that change something are refused" in told.text
    await slack.plays({"calls": [LOOK, REFUND]}, {"text": "I may only look."})
    await slack.person("ana").says(TASK, thread=task.ts)
    await slack.message(task.ts, "I may only look.")
    looked, refused = (await slack.results())[-2:]
    assert "1042" in looked and '"outcome": "refused"' in refused and OFF in refused
    assert not any(m.buttons for m in await slack.messages(task.ts))
    nobody_refunded(slack)


async def test_data_is_a_switch_of_its_own(slack: World) -> None:
    """A tool that shares data isn't run, not even to read."""
    task, _ = await _off(slack, what="data")
    await slack.plays({"calls": [LOOK]}, {"text": "I may not look."})
    await slack.person("ana").says("@signoff look at order 1042", thread=task.ts)
    await slack.message(task.ts, "I may not look.")
    assert "data is switched off in this thread" in (await slack.results())[-1]
    ana = slack.person("ana")
    await ana.says("@signoff status", thread=task.ts)
    assert "Switched off in this thread: data." in await ana.hears("is done")


async def test_only_the_button_turns_it_on_and_only_for_some(slack: World) -> None:
    """Eli asks and is refused at the button, and so is Ben, who approves; Ana, who asked, isn't."""
    task, _ = await _off(slack)
    await slack.person("eli").says("@signoff writes on", thread=task.ts)
    asked = await slack.message(task.ts, "wants writes turned on")
    assert asked.buttons == ["Turn on writes"] and "<@U0ANA>" in asked.text
    for name in ("eli", "ben"):
        await slack.person(name).clicks(asked, "Turn on writes")
        await slack.person(name).hears("Only whoever asked for this task or an admin can turn")
    await slack.person("chi").says("@signoff writes on", thread=task.ts)
    await slack.person("chi").hears("asked in this thread a moment ago")

    await slack.person("ana").clicks(asked, "Turn on writes")
    on = await slack.message(task.ts, "Writes were turned on again in this thread by")
    assert (on.ts, on.buttons) == (asked.ts, []) and "U0ANA" in on.text
    await slack.person("ana").says(TASK, thread=task.ts)
    await slack.person("ben").clicks(await slack.card(task.ts), "Approve once")
    await slack.message(task.ts, "Refunded order 1042")
    assert slack.shop("select count(*) from refunds") == [(1,)]


async def test_a_card_posted_before_the_switch_is_decided_after_it(slack: World) -> None:
    """While writes are off a yes is refused in words; an admin turns them on, and it counts."""
    await slack.plays({"calls": [REFUND]}, {"text": "Done at last."})
    task = await slack.person("ana").says(TASK)
    card = await slack.card(task.ts)
    await slack.person("chi").says("@signoff writes off", thread=task.ts)
    await slack.message(task.ts, "Writes were switched off")
    await slack.person("ben").clicks(card, "Approve once")
    await slack.person("ben").hears("was switched off in this thread after the card was posted")
    nobody_refunded(slack)

    await slack.person("chi").says("@signoff writes on", thread=task.ts)
    asked = await slack.message(task.ts, "wants writes turned on")
    await slack.person("dee").clicks(asked, "Turn on writes")
    await slack.message(task.ts, "Writes were turned on again")
    await slack.person("ben").clicks(card, "Approve once")
    await slack.message(task.ts, "Done at last.")
    assert slack.shop("select count(*) from refunds") == [(1,)]


async def test_a_colleague_switches_nothing_and_no_task_has_no_switch(slack: World) -> None:
    """Who may not stop the run may not switch either; without any task there is nothing to."""
    await slack.plays({"calls": [REFUND]})
    task = await slack.person("ana").says(TASK)
    await slack.card(task.ts)
    await slack.person("eli").says("@signoff writes off", thread=task.ts)
    await slack.person("eli").hears("Only whoever asked, an approver or an admin can do that.")
    await slack.person("ana").says("@signoff writes on", thread=task.ts)
    await slack.person("ana").hears("That is so already")
    alone = await slack.person("eli").says("good morning")
    await slack.person("eli").says("@signoff writes off", thread=alone.ts)
    await slack.person("eli").hears("Nothing is running in this thread.")


async def test_a_bot_killed_while_it_draws_the_answer_draws_it_again(
    tmp_path: Path, redis: str
) -> None:
    """kill -9 right after the press: the switch is on, and the button goes all the same."""
    async with world(tmp_path, redis, bot=False) as slack:
        bot = await slack.start("all")
        task, _ = await _off(slack)
        await slack.person("ana").says("@signoff writes on", thread=task.ts)
        asked = await slack.message(task.ts, "wants writes turned on")
        await slack.faults(kind="slow", method="chat.update", seconds=2)
        await slack.person("ana").clicks(asked, "Turn on writes")
        bot.kill()
        await bot.wait()
        await slack.start("all")
        on = await slack.message(task.ts, "Writes were turned on again in this thread by")
        assert (on.ts, on.buttons) == (asked.ts, [])


async def test_the_record_says_who_switched(slack: World) -> None:
    """Off, asked, on: each with the person."""
    task, _ = await _off(slack)
    await slack.person("eli").says("@signoff writes on", thread=task.ts)
    asked = await slack.message(task.ts, "wants writes turned on")
    await slack.person("dee").clicks(asked, "Turn on writes")
    await slack.message(task.ts, "Writes were turned on again")

    async def record() -> str | None:
        async with slack.store() as store:
            run = await store.past(f"T0SIGNOFF/{_channel(slack)}/{task.ts}")
            lines = "\n".join(await store.audit(run)) if run else ""
        return lines if "turned on" in lines else None

    lines = await wait_until(record, "the record")
    for what, who in (("switched off", "ANA"), ("asked for", "ELI"), ("turned on", "DEE")):
        assert any(
            f'"writes {what}"' in line and f'"U0{who}"' in line for line in lines.split("\n")
        )


def _channel(slack: World) -> str:
    channels = slack.sandbox.slack.workspace.channels.values()
    return next(one.id for one in channels if one.name == "support")
