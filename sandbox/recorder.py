"""Every payload the bot sends, kept so that it can be checked against the real Slack later."""

import json
from collections import deque
from pathlib import Path

from sandbox.jsons import Json

KEPT = 10_000


class Recorder:
    """The last payloads in memory, and all of them in a file if there is a folder."""

    def __init__(self, folder: Path | None) -> None:
        self.payloads: deque[Json] = deque(maxlen=KEPT)
        self._file = None if folder is None else (folder / "payloads.jsonl").open("a")

    def record(self, method: str, payload: Json) -> None:
        """Keep one payload under the method (or way) that it came by."""
        entry: Json = {"method": method, "payload": payload}
        self.payloads.append(entry)
        if self._file is not None:
            self._file.write(json.dumps(entry) + "\n")
            self._file.flush()

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            self._file.close()
