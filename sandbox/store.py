"""What survives a restart: JSON documents by kind and key in one SQLite file."""

import json
import sqlite3
from pathlib import Path

from sandbox.jsons import Json


class Store:
    """Documents by (kind, key); in memory only if no folder is given."""

    def __init__(self, folder: Path | None) -> None:
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)
        self._db = sqlite3.connect(
            ":memory:" if folder is None else folder / "slack.sqlite", isolation_level=None
        )
        # A killed process loses nothing this way, only a power cut does.
        self._db.execute("PRAGMA journal_mode=WAL")
        self._db.execute("PRAGMA synchronous=OFF")
        self._db.execute(
            "CREATE TABLE IF NOT EXISTS docs"
            "(kind TEXT, key TEXT, body TEXT, PRIMARY KEY(kind, key)) WITHOUT ROWID"
        )

    def put(self, kind: str, key: str, body: Json) -> None:
        """Save a document; it is on disk's side of a crash when this returns."""
        self._db.execute("REPLACE INTO docs VALUES (?, ?, ?)", (kind, key, json.dumps(body)))

    def drop(self, kind: str, key: str) -> None:
        """Forget a document, if it is there."""
        self._db.execute("DELETE FROM docs WHERE kind = ? AND key = ?", (kind, key))

    def load(self, kind: str) -> dict[str, Json]:
        """All documents of a kind in the order of their keys."""
        rows = self._db.execute("SELECT key, body FROM docs WHERE kind = ? ORDER BY key", (kind,))
        return {key: json.loads(body) for key, body in rows}

    def close(self) -> None:
        """Close the file."""
        self._db.close()
