"""An example set: a small shop and its services in a real SQLite file.

The file is named by SIGNOFF_SHOP (`shop.sqlite` in the working directory if unset), made and filled
on first use. Nothing here touches a real process: a restart updates a row.
"""

import hashlib
import os
import sqlite3
from collections.abc import Generator
from contextlib import contextmanager
from decimal import Decimal
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field

from bot.tools.python import ToolContext, ToolError, tool
from bot.tools.shop_data import BUSY_TIMEOUT_S, prepare

OrderId = Annotated[int, Field(description="The order's number, for example 1042.", ge=1)]
Environment = Annotated[Literal["prod", "staging"], "Where the service runs."]
Service = Annotated[str, "The service's name, for example checkout.", Field(max_length=60)]
Reason = Annotated[str, "Why, in a few words for the books.", Field(min_length=1, max_length=300)]
Amount = Annotated[
    float | None,
    Field(description="In euros; leave it out to refund all that is left.", gt=0, le=100_000),
]
Courier = Annotated[str, "The courier's name, for example Parcelo.", Field(max_length=60)]
ApiKey = Annotated[
    str,
    Field(
        description="The new key; ask a person for it on a web page.",
        min_length=12,
        max_length=200,
        json_schema_extra={"x-sensitive": True},
    ),
]


@tool(risk="read", idempotent=True, shares="data", title="look up order {order_id}")
def look_up_order(order_id: OrderId) -> dict[str, Any]:
    """Look up an order: customer, item, total and refunded in euros, status."""
    with _shop() as db:
        order = _order(db, order_id)
        return {**order, "refunded": _refunded(db, order)}


@tool(
    risk="read",
    idempotent=True,
    shares="data",
    title="look at {service} in {environment}",
    target="{environment} / {service}",
)
def service_health(service: Service, environment: Environment = "prod") -> dict[str, Any]:
    """Look at a service's health: status, slowest 1 % in milliseconds, number of pods."""
    with _shop() as db:
        return _service(db, service, environment)


def _refund_preview(order_id: int, amount: float | None) -> str:
    with _shop() as db:
        order = _order(db, order_id)
        euros = _euros(_amount(db, order, amount) / 100)
        return f"Refunds {euros} to {order['customer']} for order {order_id} ({order['item']})"


def _refund_target(order_id: int) -> str:
    with _shop() as db:
        return f"order {order_id} of {_order(db, order_id)['customer']}"


@tool(
    risk="medium",
    title="refund order {order_id}",
    preview=_refund_preview,
    target=_refund_target,
    undo="A refund can't be taken back; charge the customer again",
)
def refund_order(
    order_id: OrderId, reason: Reason, context: ToolContext, amount: Amount = None
) -> str:
    """Pay an order back to its customer, all of what is left or a part of it."""
    with _shop(write=True) as db:
        known = db.execute("SELECT * FROM refunds WHERE key = ?", (context.key,)).fetchone()
        if known is not None:
            return f"This refund is on the books already, as number {known['id']}."
        order = _order(db, order_id)
        cents = _amount(db, order, amount)
        number = db.execute(
            "INSERT INTO refunds (order_id, amount, reason, key, at)"
            " VALUES (?, ?, ?, ?, strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))",
            (order_id, cents / 100, reason, context.key),
        ).lastrowid
        left = _cents(order["total"]) - _cents(_refunded(db, order))
        status = "partly refunded" if left else "refunded"
        db.execute("UPDATE orders SET status = ? WHERE id = ?", (status, order_id))
        return (
            f"Refunded {_euros(cents / 100)} to {order['customer']} for order {order_id}"
            f" ({order['item']}), refund number {number}."
        )


def _restart_preview(service: str, environment: str) -> str:
    with _shop() as db:
        found = _service(db, service, environment)
        return f"Restarts {found['pods']} pods of {service} in {environment}, one after another"


@tool(
    risk="medium",
    title="restart {service} in {environment}",
    preview=_restart_preview,
    target="{environment} / {service}",
    undo="A restart can't be taken back; the pods come up by themselves",
)
def restart_service(
    service: Service, context: ToolContext, environment: Environment = "prod"
) -> str:
    """Restart all pods of a service, one after another."""
    with _shop(write=True) as db:
        found = _service(db, service, environment)
        known = db.execute("SELECT * FROM restarts WHERE key = ?", (context.key,)).fetchone()
        if known is not None:
            return f"This restart is on the books already, as number {known['id']}."
        number = db.execute(
            "INSERT INTO restarts (service, environment, key, at)"
            " VALUES (?, ?, ?, strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))",
            (service, environment, context.key),
        ).lastrowid
        db.execute(
            "UPDATE services SET status = 'healthy', p99_ms = min(p99_ms, 240)"
            " WHERE name = ? AND environment = ?",
            (service, environment),
        )
        pods = found["pods"]
        return (
            f"Restarted {service} in {environment}: {pods} of {pods} pods ready, number {number}."
        )


def _courier_preview(courier: str) -> str:
    with _shop() as db:
        day = _courier(db, courier)["changed_at"][:10]
        return f"Parcels of {courier} are booked with the new key; the one of {day} is forgotten"


@tool(
    risk="medium",
    title="replace the API key of {courier}",
    preview=_courier_preview,
    target="courier {courier}",
    undo="The old key can't be had back; replace it again",
)
def replace_courier_key(courier: Courier, key: ApiKey, context: ToolContext) -> str:
    """Book parcels of a courier with another API key from now on."""
    with _shop(write=True) as db:
        found = _courier(db, courier)
        if found["change_key"] != context.key:
            # The books have what tells keys apart, and not the key.
            digest = hashlib.sha256(key.encode()).hexdigest()
            if digest == found["digest"]:
                raise ToolError(f"That is the key that {courier} has already.")
            db.execute(
                "UPDATE couriers SET digest = ?, change_key = ?,"
                " changed_at = strftime('%Y-%m-%dT%H:%M:%SZ', 'now') WHERE name = ?",
                (digest, context.key, courier),
            )
        return f"Replaced the API key of {courier}: parcels are booked with the new one."


@contextmanager
def _shop(*, write: bool = False) -> Generator[sqlite3.Connection, None, None]:
    """The shop within one transaction; a writing one has the file to itself from its start."""
    path = Path(os.environ.get("SIGNOFF_SHOP") or "shop.sqlite")
    db = sqlite3.connect(path, timeout=BUSY_TIMEOUT_S, isolation_level=None)
    try:
        db.row_factory = sqlite3.Row
        prepare(db)
        db.execute("BEGIN IMMEDIATE" if write else "BEGIN")
        yield db
        db.execute("COMMIT")
    finally:
        db.close()  # what isn't committed is undone


def _order(db: sqlite3.Connection, order_id: int) -> dict[str, Any]:
    row = db.execute("SELECT * FROM orders WHERE id = ?", (order_id,)).fetchone()
    if row is None:
        raise ToolError(f"There is no order {order_id}.")
    return dict(row)


def _service(db: sqlite3.Connection, service: str, environment: str) -> dict[str, Any]:
    row = db.execute(
        "SELECT * FROM services WHERE name = ? AND environment = ?", (service, environment)
    ).fetchone()
    if row is None:
        names = [r["name"] for r in db.execute("SELECT DISTINCT name FROM services ORDER BY name")]
        raise ToolError(f"There is no service {service}. There are {', '.join(names)}.")
    found = dict(row)
    del found["id"]
    return found


def _courier(db: sqlite3.Connection, courier: str) -> dict[str, Any]:
    row = db.execute("SELECT * FROM couriers WHERE name = ?", (courier,)).fetchone()
    if row is None:
        names = [r["name"] for r in db.execute("SELECT name FROM couriers ORDER BY name")]
        raise ToolError(f"There is no courier {courier}. There are {', '.join(names)}.")
    return dict(row)


def _refunded(db: sqlite3.Connection, order: dict[str, Any]) -> float:
    row = db.execute("SELECT total(amount) AS sum FROM refunds WHERE order_id = ?", (order["id"],))
    return float(row.fetchone()["sum"])


def _amount(db: sqlite3.Connection, order: dict[str, Any], amount: float | None) -> int:
    """What is to be refunded, in cents; all that is left if no amount is named."""
    total, refunded = _cents(order["total"]), _cents(_refunded(db, order))
    left = total - refunded
    if left <= 0:
        raise ToolError(f"Order {order['id']} is already refunded, all {_euros(order['total'])}.")
    if amount is None:
        return left
    wanted = Decimal(str(amount)) * 100
    if wanted != int(wanted):
        raise ToolError("An amount has at most two decimals.")
    if wanted > left:
        raise ToolError(
            f"Only {_euros(left / 100)} of order {order['id']} can still be refunded"
            f" (total {_euros(total / 100)}, refunded {_euros(refunded / 100)})."
        )
    return int(wanted)


def _cents(euros: float) -> int:
    return round(euros * 100)


def _euros(amount: float) -> str:
    return f"{amount:.2f} euros"
