"""Every payload the bot sends, kept so that it can be checked against the real Slack later."""

import json
from collections import deque
from collections.abc import Callable
from pathlib import Path

from sandbox.errors import ApiError
from sandbox.ids import fresh
from sandbox.jsons import Json, copy, is_list, obj
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

    Each is `{id, at, method, kind, surface, ok, error, pointers, doubts, bytes, payload}`:
    `pointers` is what Slack says of a refusal, `doubts` what the real Slack might refuse, which
    `lint` is told too. `tell` publishes each entry without its payload, and each new line of lint.
    """

    def __init__(
        self,
        folder: Path | None,
        lint: list[str],
        tell: Callable[[str, Json], None],
        now: Callable[[], float],
    ) -> None:
        self.payloads: deque[Json] = deque(maxlen=KEPT)
        self._lint = lint
        self._tell = tell
        self._now = now
        self._file = None if folder is None else (folder / "payloads.jsonl").open("a")

    def record(self, method: str, payload: Json, *, error: ApiError | str = "") -> None:
        """Keep one payload under the method (or way) that it came by, if people would see it."""
        if method not in _KINDS:
            return
        kind, surface = _KINDS[method]
        if surface == "modal" and obj(payload.get("view")).get("type") == "home":
            surface = "home"
        code = error.code if isinstance(error, ApiError) else error
        entry: Json = {
            "id": fresh("Pl"),
            "at": self._now(),
            "method": method,
            "kind": kind,
            "surface": surface,
            "ok": not code,
            "error": code or None,
            "pointers": _pointers(error) if isinstance(error, ApiError) else [],
            "doubts": [] if code else doubts(payload, surface),
            "bytes": len(json.dumps(payload, ensure_ascii=False).encode()),
            "payload": copy(payload),
        }
        self.payloads.append(entry)
        if self._file is not None:
            self._file.write(json.dumps(entry) + "\n")
            self._file.flush()
        self._tell("payload", brief(entry))
        self._note(method, entry["doubts"])

    def find(self, payload: str) -> Json | None:
        """The entry of that id, if it is still kept."""
        return next((each for each in reversed(self.payloads) if each["id"] == payload), None)

    def _note(self, method: str, words: list[str]) -> None:
        for each in words:
            line = f"{method}: {each}"
            if line not in self._lint:
                self._lint.append(line)
                self._tell("lint", {"line": line})

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            self._file.close()


def brief(entry: Json) -> Json:
    """An entry without its payload."""
    return {key: value for key, value in entry.items() if key != "payload"}


def _pointers(error: ApiError) -> list[str]:
    """Slack's own words on where the fault is."""
    messages = obj(error.extra.get("response_metadata")).get("messages")
    return [str(each) for each in messages] if is_list(messages) else []
