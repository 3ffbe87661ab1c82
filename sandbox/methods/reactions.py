"""reactions.*."""

import re

from sandbox.errors import ApiError
from sandbox.jsons import Json, objects
from sandbox.people import BOT_USER, Channel
from sandbox.registry import Call, method

_TS = re.compile(r"\d+\.\d+")
_NAME = re.compile(r"[a-z0-9_+'-]+(::skin-tone-[2-6])?")


def _item(call: Call) -> tuple[Channel, Json]:
    channel = call.visible()
    if not _TS.fullmatch(call.text("timestamp")):
        raise ApiError("bad_timestamp")
    if not _NAME.fullmatch(call.text("name")):
        raise ApiError("invalid_name")
    message = call.slack.workspace.message(channel.id, call.text("timestamp"))
    if message is None:
        raise ApiError("message_not_found")
    if channel.archived:
        raise ApiError("is_archived")
    return channel, message


@method("reactions.add", "channel! timestamp! name!", scopes="reactions:write")
async def add(call: Call) -> Json:
    """React to a message."""
    channel, message = _item(call)
    react(message, call.text("name"), BOT_USER)
    call.slack.workspace.put_message(channel.id, message, "changed")
    return {}


def react(message: Json, name: str, user: str) -> None:
    """Put a person's reaction on the message; raises already_reacted."""
    reactions: list[Json] = message.setdefault("reactions", [])
    for reaction in reactions:
        if reaction["name"] == name:
            if user in reaction["users"]:
                raise ApiError("already_reacted")
            reaction["users"].append(user)
            reaction["count"] += 1
            return
    reactions.append({"name": name, "users": [user], "count": 1})


@method("reactions.remove", "channel! timestamp! name!", scopes="reactions:write")
async def remove(call: Call) -> Json:
    """Take a reaction back."""
    channel, message = _item(call)
    take_back(message, call.text("name"), BOT_USER)
    call.slack.workspace.put_message(channel.id, message, "changed")
    return {}


def take_back(message: Json, name: str, user: str) -> None:
    """Remove a person's reaction from the message; raises no_reaction."""
    for reaction in objects(message.get("reactions")):
        if reaction["name"] == name and user in reaction["users"]:
            reaction["users"].remove(user)
            reaction["count"] -= 1
            message["reactions"] = [r for r in message["reactions"] if r["count"]]
            return
    raise ApiError("no_reaction")
