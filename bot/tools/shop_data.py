"""The example shop's tables and what stands in them at first."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

BUSY_TIMEOUT_S = 10
VERSION = 2  # 2: couriers

_TABLES = (
    """CREATE TABLE IF NOT EXISTS orders (
        id INTEGER PRIMARY KEY, customer TEXT NOT NULL, item TEXT NOT NULL, total REAL NOT NULL,
        status TEXT NOT NULL, placed_at TEXT NOT NULL)""",
    """CREATE TABLE IF NOT EXISTS refunds (
        id INTEGER PRIMARY KEY, order_id INTEGER NOT NULL REFERENCES orders (id),
        amount REAL NOT NULL, reason TEXT NOT NULL, key TEXT NOT NULL UNIQUE, at TEXT NOT NULL)""",
    """CREATE TABLE IF NOT EXISTS services (
        id INTEGER PRIMARY KEY, name TEXT NOT NULL, environment TEXT NOT NULL,
        status TEXT NOT NULL, p99_ms INTEGER NOT NULL, pods INTEGER NOT NULL,
        UNIQUE (name, environment))""",
    """CREATE TABLE IF NOT EXISTS restarts (
        id INTEGER PRIMARY KEY, service TEXT NOT NULL, environment TEXT NOT NULL,
        key TEXT NOT NULL UNIQUE, at TEXT NOT NULL)""",
    """CREATE TABLE IF NOT EXISTS couriers (
        name TEXT PRIMARY KEY, digest TEXT NOT NULL, change_key TEXT NOT NULL,
        changed_at TEXT NOT NULL)""",
)

_FIRST, _LAST = 1000, 1199  # so that there is an order for each of many tries
_NAMED = (
    (1040, "Tomas Lind", "Oak shelf", 129.00, "delivered", "2026-11-09T10:12:00Z"),
    (1041, "Wei Zhang", "Linen curtain", 74.50, "delivered", "2026-11-10T08:40:00Z"),
    (1042, "Ines Maro", "Ceramic lamp", 59.90, "delivered", "2026-11-12T17:05:00Z"),
    (1043, "Priya Nair", "Desk chair", 249.00, "shipped", "2026-11-14T13:22:00Z"),
    (1044, "Jonas Weber", "Wool blanket", 89.95, "delivered", "2026-11-15T09:01:00Z"),
    (1045, "Amara Obi", "Wall clock", 39.00, "delivered", "2026-11-17T19:48:00Z"),
    (1046, "Lucia Ferri", "Dining table", 640.00, "shipped", "2026-11-18T11:30:00Z"),
    (1047, "Sam Carter", "Plant stand", 45.20, "delivered", "2026-11-20T15:16:00Z"),
    (1048, "Noor Haddad", "Floor mirror", 185.00, "packed", "2026-11-23T07:55:00Z"),
    (1049, "Eva Novak", "Bath towels", 32.40, "delivered", "2026-11-24T20:09:00Z"),
    (1050, "Kofi Mensah", "Reading lamp", 54.00, "paid", "2026-11-26T12:44:00Z"),
)


def _orders() -> Iterator[tuple[int, str, str, float, str, str]]:
    """The named orders among older and newer ones, which repeat their customers and items."""
    named = {order[0]: order for order in _NAMED}
    for number in range(_FIRST, _LAST + 1):
        _, customer, item, total, _, _ = _NAMED[number % len(_NAMED)]
        day = f"2026-{9 + number % 2:02}-{1 + number % 28:02}T12:00:00Z"
        yield named.get(number, (number, customer, item, total, "delivered", day))


_SERVICES = (
    ("checkout", "prod", "degraded", 8200, 6),
    ("checkout", "staging", "healthy", 210, 2),
    ("catalog", "prod", "healthy", 130, 4),
    ("catalog", "staging", "healthy", 150, 1),
    ("mailer", "prod", "healthy", 95, 2),
    ("mailer", "staging", "down", 0, 0),
)
_COURIERS = (
    ("Northmail", "", "", "2026-08-03T09:30:00Z"),
    ("Parcelo", "", "", "2026-03-17T14:05:00Z"),
)


def create(path: Path) -> None:
    """The shop's file, filled, if it isn't there yet."""
    with closing(sqlite3.connect(path, timeout=BUSY_TIMEOUT_S, isolation_level=None)) as db:
        prepare(db)


def prepare(db: sqlite3.Connection) -> None:
    """Makes and fills the tables that aren't there yet; several processes may try at once."""
    if _version(db) == VERSION:
        return
    db.execute("BEGIN IMMEDIATE")  # waits for whoever is at it
    if _version(db) != VERSION:
        # A file of an older version keeps its rows.
        for table in _TABLES:
            db.execute(table)
        db.executemany("INSERT OR IGNORE INTO orders VALUES (?, ?, ?, ?, ?, ?)", _orders())
        db.executemany(
            "INSERT OR IGNORE INTO services (name, environment, status, p99_ms, pods)"
            " VALUES (?, ?, ?, ?, ?)",
            _SERVICES,
        )
        db.executemany("INSERT OR IGNORE INTO couriers VALUES (?, ?, ?, ?)", _COURIERS)
        db.execute(f"PRAGMA user_version = {VERSION}")
    db.execute("COMMIT")


def _version(db: sqlite3.Connection) -> int:
    return int(db.execute("PRAGMA user_version").fetchone()[0])
