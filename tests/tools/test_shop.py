"""The example shop: a real file, real rows, and refusals in words."""

import multiprocessing
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bot.tools.python import ToolContext, ToolError
from bot.tools.registry import load
from bot.tools.shop import (
    look_up_order,
    refund_order,
    replace_courier_key,
    restart_service,
    service_health,
)


@pytest.fixture(name="file", autouse=True)
def shop_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A shop of the test's own."""
    path = tmp_path / "shop.sqlite"
    monkeypatch.setenv("SIGNOFF_SHOP", str(path))
    yield path


def rows(file: Path, sql: str) -> list[Any]:
    """What stands in the file."""
    with closing(sqlite3.connect(file)) as db:
        return db.execute(sql).fetchall()


def context(key: str) -> ToolContext:
    """The context of a call with that idempotency key."""
    return ToolContext("c1", "a1", key)


def test_it_is_filled_on_first_use(file: Path) -> None:
    """The orders and services of the examples."""
    assert look_up_order(1042) == {
        "id": 1042, "customer": "Ines Maro", "item": "Ceramic lamp", "total": 59.9,
        "status": "delivered", "placed_at": "2026-11-12T17:05:00Z", "refunded": 0.0,
    }  # fmt: skip
    assert rows(file, "SELECT min(id), max(id), count(*) FROM orders") == [(1000, 1199, 200)]
    names = rows(file, "SELECT DISTINCT name FROM services ORDER BY name")
    assert names == [("catalog",), ("checkout",), ("mailer",)]


def test_the_default_file_is_in_the_working_directory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a setting."""
    monkeypatch.delenv("SIGNOFF_SHOP")
    monkeypatch.chdir(tmp_path)
    look_up_order(1040)
    assert (tmp_path / "shop.sqlite").exists()


def test_a_refund_is_one_row(file: Path) -> None:
    """Amount, reason and key are on the books, and the order shows it."""
    said = refund_order(1042, "arrived broken", context("k1"))
    assert said == (
        "Refunded 59.90 euros to Ines Maro for order 1042 (Ceramic lamp), refund number 1."
    )
    assert rows(file, "SELECT order_id, amount, reason, key FROM refunds") == [
        (1042, 59.9, "arrived broken", "k1")
    ]
    order = look_up_order(1042)
    assert (order["status"], order["refunded"]) == ("refunded", 59.9)


def test_the_same_key_refunds_once(file: Path) -> None:
    """A second try of one call, even by a process that doesn't know of the first."""
    refund_order(1042, "broken", context("k1"), 10)
    assert "on the books already, as number 1" in refund_order(1042, "broken", context("k1"), 10)
    assert rows(file, "SELECT count(*) FROM refunds") == [(1,)]


def test_a_refund_in_parts(file: Path) -> None:
    """Up to the total and not a cent more."""
    refund_order(1042, "dent", context("k1"), 19.9)
    assert look_up_order(1042)["status"] == "partly refunded"
    with pytest.raises(
        ToolError, match=r"Only 40\.00 euros of order 1042 .*59\.90 euros, refunded 19\.90 euros"
    ):
        refund_order(1042, "more", context("k2"), 40.01)
    refund_order(1042, "rest", context("k3"))
    with pytest.raises(ToolError, match=r"Order 1042 is already refunded, all 59\.90"):
        refund_order(1042, "again", context("k4"))
    assert rows(file, "SELECT amount FROM refunds ORDER BY id") == [(19.9,), (40.0,)]


def test_refused_refunds_change_nothing(file: Path) -> None:
    """An unknown order, half a cent."""
    with pytest.raises(ToolError, match="There is no order 7"):
        refund_order(7, "x", context("k1"))
    with pytest.raises(ToolError, match="two decimals"):
        refund_order(1042, "x", context("k1"), 1.005)
    assert rows(file, "SELECT count(*) FROM refunds") == [(0,)]


@pytest.mark.parametrize("amount", [0, -5, 1e9])
def test_amounts_have_bounds(amount: float) -> None:
    """They are refused before anybody is asked."""
    args = {"order_id": 1042, "reason": "x", "amount": amount}
    assert "amount" in str(load("bot.tools.shop").check("refund_order", args))


def test_health_and_restart(file: Path) -> None:
    """A restart is a row and a changed row."""
    assert service_health("checkout")["status"] == "degraded"
    assert service_health("checkout", "staging")["pods"] == 2
    said = restart_service("checkout", context("k1"))
    assert said == "Restarted checkout in prod: 6 of 6 pods ready, number 1."
    assert "already, as number 1" in restart_service("checkout", context("k1"))
    assert service_health("checkout") == {
        "name": "checkout", "environment": "prod", "status": "healthy", "p99_ms": 240, "pods": 6,
    }  # fmt: skip
    assert rows(file, "SELECT service, environment, key FROM restarts") == [
        ("checkout", "prod", "k1")
    ]
    with pytest.raises(
        ToolError, match=r"no service payroll\. There are catalog, checkout, mailer"
    ):
        restart_service("payroll", context("k2"))
    with pytest.raises(ToolError, match="no service payroll"):
        service_health("payroll")


def test_a_couriers_key(file: Path) -> None:
    """It is replaced once, only by another one, and doesn't stand in the file."""
    said = replace_courier_key("Parcelo", "pk-first-key-1", context("k1"))
    assert said == "Replaced the API key of Parcelo: parcels are booked with the new one."
    assert replace_courier_key("Parcelo", "pk-first-key-1", context("k1")) == said
    with pytest.raises(ToolError, match="the key that Parcelo has already"):
        replace_courier_key("Parcelo", "pk-first-key-1", context("k2"))
    with pytest.raises(ToolError, match=r"no courier Owlpost\. There are Northmail, Parcelo\."):
        replace_courier_key("Owlpost", "pk-first-key-1", context("k3"))
    assert rows(file, "SELECT change_key FROM couriers ORDER BY name") == [("",), ("k1",)]
    assert b"pk-first" not in file.read_bytes()


def test_an_older_file_gets_what_is_new_and_keeps_its_rows(file: Path) -> None:
    """The one of a demo that ran before there were couriers."""
    refund_order(1042, "broken", context("k1"))
    with closing(sqlite3.connect(file)) as db:
        db.execute("DROP TABLE couriers")
        db.execute("PRAGMA user_version = 1")
    assert look_up_order(1042)["status"] == "refunded"
    assert rows(file, "SELECT count(*) FROM couriers") == [(2,)]
    assert rows(file, "SELECT count(*) FROM services") == [(6,)]


def test_the_cards_words() -> None:
    """What a refund and a restart will do, looked up in the shop."""
    shop = load("bot.tools.shop")
    facts = shop.facts("refund_order", {"order_id": 1042, "reason": "broken"})
    assert facts.title == "refund order 1042"
    assert facts.will_do == "Refunds 59.90 euros to Ines Maro for order 1042 (Ceramic lamp)"
    assert facts.target == "order 1042 of Ines Maro"
    assert facts.undo == "A refund can't be taken back; charge the customer again"
    part = shop.facts("refund_order", {"order_id": 1042, "reason": "broken", "amount": 5})
    assert part.will_do == "Refunds 5.00 euros to Ines Maro for order 1042 (Ceramic lamp)"
    nothing = shop.facts("refund_order", {"order_id": 7, "reason": "broken"})
    assert (nothing.title, nothing.will_do) == ("refund order 7", None)
    facts = shop.facts("restart_service", {"service": "checkout"})
    assert facts.title == "restart checkout in prod"
    assert facts.will_do == "Restarts 6 pods of checkout in prod, one after another"
    assert facts.target == "prod / checkout"
    facts = shop.facts("replace_courier_key", {"courier": "Parcelo", "key": "secret:0123456789"})
    assert facts.title == "replace the API key of Parcelo"
    assert facts.will_do == (
        "Parcels of Parcelo are booked with the new key; the one of 2026-03-17 is forgotten"
    )
    risks = {name: spec.risk for name, spec in shop.specs().items()}
    assert risks == {
        "look_up_order": "read", "service_health": "read",
        "refund_order": "medium", "restart_service": "medium",
        "replace_courier_key": "medium",
    }  # fmt: skip
    assert not shop.specs()["refund_order"].idempotent


def _refund(key: str) -> str:
    try:
        return refund_order(1042, "broken", context(key))
    except ToolError as error:
        return str(error)


def test_processes_that_start_at_once_fill_and_refund_once(file: Path) -> None:
    """Four processes find no file, and each wants to refund all of one order."""
    with multiprocessing.get_context("spawn").Pool(4) as pool:
        said = pool.map(_refund, ["k1", "k2", "k3", "k4"], chunksize=1)
        pool.close()
        pool.join()  # by itself each ends; the pool's own end would kill them at it
    assert sum(text.startswith("Refunded 59.90") for text in said) == 1
    assert sum("already refunded" in text for text in said) == 3
    assert rows(file, "SELECT count(*), total(amount) FROM refunds") == [(1, 59.9)]
    assert rows(file, "SELECT count(*) FROM orders") == [(200,)]


def test_threads_that_start_at_once_fill_it_once(file: Path) -> None:
    """The toolbox runs sync tools in threads."""
    barrier = threading.Barrier(8)
    found: list[Any] = []

    def look() -> None:
        barrier.wait(20)
        found.append(look_up_order(1042)["customer"])

    threads = [threading.Thread(target=look) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert found == ["Ines Maro"] * 8
    assert rows(file, "SELECT count(*) FROM orders") == [(200,)]
