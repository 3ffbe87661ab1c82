"""The card says how a call differs from those before it."""

from typing import Any

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
