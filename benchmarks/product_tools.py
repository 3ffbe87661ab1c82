"""The two tools as a bot's module; each start of the gated one is noted with its run."""

import os
import time
from functools import cache

from bot.tools.python import ToolContext, tool

STARTS = "SIGNOFF_BENCH_STARTS"  # names the file that starts are noted in


@cache
def _file() -> int:
    return os.open(os.environ[STARTS], os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)


@tool(risk="read", idempotent=True, title="look up order {order_id}")
async def look_up_order(order_id: int) -> str:
    """Look up an order: customer, item, total in euros, status."""
    return f'{{"order": {order_id}, "item": "desk lamp", "euros": 129.90, "status": "lost"}}'


@tool(risk="medium", title="refund order {order_id}", undo="A refund can't be taken back.")
async def refund_order(order_id: int, reason: str, context: ToolContext) -> str:
    """Pay money back for an order."""
    run = context.key.rpartition(":")[0]
    os.write(_file(), f"{run} {time.perf_counter():.6f}\n".encode())
    return f"refunded 129.90 euros for order {order_id}: {reason}"
