"""The card says how a call differs from those before it."""

from pathlib import Path
from typing import Any

from tests.stories.ops import asked, call, ops
from tests.world import World

USUAL = {"order_id": 1042, "amount": 2, "reason": "a late parcel"}


def _refund(amount: float) -> dict[str, Any]:
    return {"name": "refund_order", "arguments": {**USUAL, "amount": amount}}


async def _refunded(slack: World, n: int, amount: float) -> str:
    """A refund in a thread of its own, approved; what its card said while it was open."""
    await slack.plays({"calls": [_refund(amount)]}, {"text": f"Refund {n} is done."})
    task = await slack.person("ana").says(f"@signoff refund number {n} of order 1042")
    card = await slack.card(task.ts)
    await slack.person("ben").clicks(card, "Approve once")
    await slack.message(task.ts, f"Refund {n} is done.")
    return card.text


async def test_after_five_refunds_a_larger_one_is_unusual(slack: World) -> None:
    """By what was refunded of this order so far; the first ones have nothing to differ from."""
    for n, amount in enumerate((2, 3, 2, 4, 2)):
        assert "Unusual" not in await _refunded(slack, n, amount)
    assert "Unusual" not in await _refunded(slack, 5, 4)
    assert "*Unusual*  amount 20, usually 2–4 (last 6 runs)" in (
        (await _refunded(slack, 6, 20)).encode().decode("unicode_escape")
    )
    assert len(slack.shop("select * from refunds")) == 7


NORMS = """\
    - {name: db, tools: restart, verdict: ask, data: [customer, payment],
       usual: {service: [web, api]}}
    - {name: pods, tools: scale, verdict: ask, usual: {count: {min: 2, max: 10}}}
"""


async def test_what_the_rule_does_not_call_usual_is_named_from_the_first_call_on(
    tmp_path: Path, redis: str
) -> None:
    """On a card alone, on a batch's row, and after an edit; the kinds of data stand there too."""
    async with ops(tmp_path, redis, NORMS) as slack:
        calls = (call("restart", "db"), call("restart", "web"), call("scale", "web", count=0))
        task = await asked(slack, "ana", "support", *calls)
        batch = await slack.message(task.ts, "2 approvals needed")
        assert batch.text.count("*Unusual*") == 1 and batch.text.count("*Data*") == 2
        assert "*Unusual*  service db, usually web, api, by the policy" in batch.text
        assert "*Data*  customer, payment" in batch.text
        single = await slack.message(task.ts, "Approval needed: scale web to 0")
        assert "count 0, usually 2\\u201310, by the policy" in single.text
        assert "*Data*" not in single.text
        ben = slack.person("ben")
        await ben.clicks(single, "Edit…")
        await ben.submits({"count": "4"})
        edited = await slack.message(task.ts, "Approval needed: scale web to 4")
        assert edited.ts == single.ts and "*Unusual*" not in edited.text
