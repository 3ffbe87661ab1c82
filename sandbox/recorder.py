"""Every payload the bot sends, kept so that it can be checked against the real Slack later."""

import json
from collections import deque
from pathlib import Path

from sandbox.jsons import Json, copy, obj
from sandbox.strict.doubts import doubts

KEPT = 10_000
# The kind of a payload by how it came, and the surface that its blocks are on.
_KINDS: dict[str, tuple[str, str | None]] = {
    "chat.postMessage": ("message", "message"),
    "chat.update": ("update", "message"),
    "chat.delete": ("delete", None),
    "chat.postEphemeral": ("ephemeral", "message"),
    "chat.startStream": ("stream", "message"),
    "chat.appendStream": ("stream", "message"),
    "chat.stopStream": ("stream", "message"),
    "views.open": ("view", "modal"),
    "views.push": ("view", "modal"),
    "views.update": ("view", "modal"),
    "views.publish": ("home", "home"),
    "files.completeUploadExternal": ("file", "message"),
    "assistant.threads.setStatus": ("session", None),
    "assistant.threads.setSuggestedPrompts": ("session", None),
    "assistant.threads.setTitle": ("session", None),
    "agents.sessions.setStatus": ("session", None),
    "agents.sessions.rename": ("session", None),
    "response_url": ("response_url", "message"),
    "view_submission": ("submission", "modal"),
    "slash_command": ("command", "message"),
    "block_suggestion": ("options", None),
}


class Recorder:
    """The last payloads in memory, and all of them in a file if there is a folder.

    Each is `{method, kind, surface, ok, error, payload}`. `lint` is told what in them the real
    Slack might refuse.
    """

    def __init__(self, folder: Path | None, lint: list[str]) -> None:
        self.payloads: deque[Json] = deque(maxlen=KEPT)
        self._lint = lint
        self._file = None if folder is None else (folder / "payloads.jsonl").open("a")

    def record(self, method: str, payload: Json, *, error: str = "") -> None:
        """Keep one payload under the method (or way) that it came by, if people would see it."""
        if method not in _KINDS:
            return
        kind, surface = _KINDS[method]
        if surface == "modal" and obj(payload.get("view")).get("type") == "home":
            surface = "home"
        entry: Json = {"method": method, "kind": kind, "surface": surface, "ok": not error}
        entry |= {"error": error or None, "payload": copy(payload)}
        self.payloads.append(entry)
        if self._file is not None:
            self._file.write(json.dumps(entry) + "\n")
            self._file.flush()
        if not error:
            self._note(method, doubts(payload, surface))

    def _note(self, method: str, words: list[str]) -> None:
        for each in words:
            line = f"{method}: {each}"
            if line not in self._lint:
                self._lint.append(line)

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            self._file.close()
