"""/sandbox/golden: the payloads that the bot's views are held to, for the page's gallery."""

import json
from pathlib import Path

from aiohttp import web

from sandbox.jsons import Json, is_obj

DEFAULT = Path(__file__).resolve().parent.parent / "tests/blocks/golden"
# What a name begins with says what it is; anything unknown is shown too, as "other".
OTHER = "other"
_GROUPS = {
    "card": "cards",
    "plain": "plain",
    "told": "told",
    "modal": "modals",
    "form": "forms",
    "home": "homes",
    "list": "lists",
    "answer": "answers",
    "opening": "openings",
    "own": "own",
    "timeline": "timelines",
    "refusal": "refusals",
    "alarm": "notices",
    "switch": "notices",
    "already": "notices",
    "apology": "notices",
    "help": "notices",
    "nothing": "notices",
    "reminder": "notices",
    "run": "notices",
    "status": "notices",
}
# Their second word is a state, what follows a detail of it.
_OF_STATES = ("cards", "plain", "told")


def add_routes(app: web.Application, folder: Path = DEFAULT) -> None:
    """Give the golden files of a folder, read anew each time."""

    async def serve(_request: web.Request) -> web.Response:
        answer = web.json_response(golden(folder), headers={"Cache-Control": "no-store"})
        answer.enable_compression()
        return answer

    app.router.add_get("/sandbox/golden", serve)


def golden(folder: Path) -> list[Json]:
    """Every golden file of a folder by name; none if there is no such folder."""
    return [_entry(file) for file in sorted(folder.glob("*.json"))]


def group_of(name: str) -> str:
    """What kind of view a golden file draws."""
    return _GROUPS.get(name.split("-")[0], OTHER)


def title_of(name: str) -> str:
    """The name in words: `card-approved-done` is `Approved: done`."""
    group, (first, *rest) = group_of(name), name.split("-")
    if group in _OF_STATES and rest:
        first, rest = rest[0] + (":" if rest[1:] else ""), rest[1:]
    elif group not in ("notices", OTHER) and rest:
        first, rest = rest[0], rest[1:]
    words = " ".join([first, *rest])
    return words[:1].upper() + words[1:]


def _entry(file: Path) -> Json:
    payload = _payload(file)
    kind = payload.get("type")
    return {
        "name": file.stem,
        "group": group_of(file.stem),
        "title": title_of(file.stem),
        "surface": kind if kind in ("modal", "home") else "message",
        "payload": payload,
    }


def _payload(file: Path) -> Json:
    """What a file holds; a message that says so if it is being written or isn't JSON."""
    try:
        payload: object = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        return {"text": f"{file.name} can't be read: {error}"}
    return payload if is_obj(payload) else {"text": f"{file.name} isn't a JSON object"}
