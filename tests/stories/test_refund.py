"""The first story: a task, a card, a refusal, an approval, an answer."""

from tests.world import World

TASK = "@signoff refund order 1042, it arrived broken"


async def test_an_approved_refund_runs_once_and_the_card_says_who(slack: World) -> None:
    """Ana asks, may not approve it herself, Ben approves, and all of it is told."""
    ana, ben = slack.person("ana"), slack.person("ben")
    task = await ana.says(TASK)
    card = await slack.card(task.ts)
    assert slack.shop("select count(*) from refunds") == [(0,)]

    await ana.clicks(card, "Approve once")
    assert "You asked for this, so someone else has to decide" in await ana.hears("You asked")
    assert slack.shop("select count(*) from refunds") == [(0,)]

    assert (await ben.clicks(card, "Approve once"))["status"] == "ok"
    answer = await slack.message(task.ts, "Refunded order 1042")
    settled = await slack.message(task.ts, "Approved once by")
    assert slack.shop("select order_id, amount from refunds") == [(1042, 59.9)]
    assert settled.ts == card.ts
    assert "U0BEN" in settled.text
    assert "Approve once" not in settled.buttons
    assert "<@U0ANA>" in answer.text
