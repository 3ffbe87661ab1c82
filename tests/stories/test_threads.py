"""What a thread remembers, and the words that steer a run in it."""

from tests.world import World

TASK = "@signoff refund order 1042, it arrived broken"


async def test_a_second_task_knows_the_first(slack: World) -> None:
    """A new task in a thread whose run has ended is told what was said in it."""
    ana = slack.person("ana")
    await slack.plays({"text": "Order 1042 is a ceramic lamp."}, {"text": "It cost 59.90."})
    task = await ana.says("@signoff what was in order 1042?")
    await slack.message(task.ts, "a ceramic lamp")
    await ana.says("@signoff and what did it cost?", thread=task.ts)
    await slack.message(task.ts, "It cost 59.90")
    asked = str((await slack.requests())[-1]["body"]["messages"])
    assert "what was in order 1042?" in asked
    assert "Order 1042 is a ceramic lamp." in asked


async def test_status_says_where_a_run_stands(slack: World) -> None:
    """Privately, while it waits and after it has ended."""
    ana, ben = slack.person("ana"), slack.person("ben")
    task = await ana.says(TASK)
    card = await slack.card(task.ts)
    await ana.says("@signoff status", thread=task.ts)
    assert "refund order 1042" in await ana.hears("waiting for people")
    await ben.clicks(card, "Approve once")
    await slack.message(task.ts, "Refunded order 1042")
    await ana.says("@signoff status", thread=task.ts)
    told = await ana.hears("is done")
    assert "3 steps. Calls: 1 allowed, 1 approved." in told
    assert "A-1: refund_order approved by" in told and "U0BEN" in told


async def test_ask_again_in_the_thread_takes_up_a_rejected_action(slack: World) -> None:
    """After a rejection the run has ended; whoever asked says *ask again*, and a new card comes."""
    ana, ben = slack.person("ana"), slack.person("ben")
    task = await ana.says(TASK)
    card = await slack.card(task.ts)
    await ben.clicks(card, "Reject…")
    await ben.submits({"Why, or how instead": "not before Friday"})
    await slack.message(task.ts, "not before Friday", but="Approval needed")
    await slack.plays(
        {"calls": [{"name": "refund_order", "arguments": {"order_id": 1042, "reason": "broken"}}]},
        {"text": "All done now."},
    )
    await ana.says("@signoff ask again", thread=task.ts)
    again = await slack.card(task.ts)
    assert again.ts != card.ts
    await ben.clicks(again, "Approve once")
    await slack.message(task.ts, "All done now.")
    assert slack.shop("select count(*) from refunds") == [(1,)]
