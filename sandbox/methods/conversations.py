"""conversations.*: reading channels and threads, opening direct messages."""

import base64
import binascii
import re

from sandbox.errors import ApiError, invalid_arguments
from sandbox.ids import fresh
from sandbox.jsons import Json
from sandbox.people import BOT_USER, TEAM, Channel
from sandbox.registry import Call, method

_PAGE = "cursor limit:int"
_RANGE = "oldest latest inclusive:bool include_all_metadata:bool"
_TS = re.compile(r"\d+(\.\d+)?")
MOST = 999
# Dee, the admin, made all of the channels.
_CREATOR = "U0DEE"
_KINDS = {
    "public_channel": "channel",
    "private_channel": "group",
    "im": "im",
    "mpim": "mpim",
}


def public(channel: Channel) -> Json:
    """The channel object."""
    shown: Json = {
        "id": channel.id,
        "created": channel.created,
        "is_archived": channel.archived,
        "is_channel": channel.kind == "channel",
        "is_group": channel.kind == "group",
        "is_im": channel.kind == "im",
        "is_mpim": channel.kind == "mpim",
        "is_private": channel.kind != "channel",
        "is_shared": bool(channel.shared_with),
        "is_ext_shared": bool(channel.shared_with),
        "is_org_shared": False,
        "is_member": BOT_USER in channel.members,
        "context_team_id": TEAM,
    }
    if channel.kind == "im":
        return shown | {"user": channel.partner()}
    if channel.shared_with:
        shown["connected_team_ids"] = list(channel.shared_with)
    said: Json = {"value": "", "creator": "", "last_set": 0}
    shown |= {"creator": _CREATOR, "topic": said, "purpose": dict(said)}
    return shown | {"name": channel.name, "name_normalized": channel.name}


def page(call: Call, items: list[Json] | list[str], standard: int) -> tuple[list[Json], Json]:
    """One page of the items as asked for, and the response_metadata that leads to the next."""
    limit = int(call.args.get("limit") or standard)
    if not 0 < limit <= 1000:
        raise ApiError("invalid_limit")
    start = _start(call.text("cursor"))
    shown: list[Json] = list(items[start : start + limit])  # type: ignore[arg-type]
    more = start + limit < len(items)
    cursor = base64.b64encode(f"next:{start + limit}".encode()).decode() if more else ""
    return shown, {"has_more": more, "response_metadata": {"next_cursor": cursor}}


def _start(cursor: str) -> int:
    if not cursor:
        return 0
    try:
        word, _, number = base64.b64decode(cursor, validate=True).decode().partition(":")
    except (binascii.Error, UnicodeDecodeError):
        raise ApiError("invalid_cursor") from None
    if word != "next" or not number.isdecimal():
        raise ApiError("invalid_cursor")
    return int(number)


def _within(call: Call, messages: list[Json]) -> list[Json]:
    """The messages between oldest and latest, with or without the ends."""
    for name in ("oldest", "latest"):
        if call.args.get(name) and not _TS.fullmatch(call.text(name)):
            raise ApiError(f"invalid_ts_{name}")
    oldest = float(call.text("oldest") or 0)
    latest = float(call.text("latest") or "inf")
    if call.flag("inclusive"):
        return [m for m in messages if oldest <= float(m["ts"]) <= latest]
    return [m for m in messages if oldest < float(m["ts"]) < latest]


def _seen(call: Call, message: Json) -> Json:
    """The message as an app reads it; metadata only if asked for and allowed."""
    with_metadata = call.flag("include_all_metadata")
    if with_metadata:
        call.need("metadata.message:read")
    return {k: v for k, v in message.items() if with_metadata or k != "metadata"}


@method("conversations.replies", f"channel! ts! {_PAGE} {_RANGE}")
async def replies(call: Call) -> Json:
    """A thread: its root and the replies in order."""
    channel = call.readable("history")
    thread = call.slack.workspace.thread(channel.id, call.text("ts"))
    if not thread:
        raise ApiError("thread_not_found")
    root, rest = thread[0], _within(call, thread[1:])
    shown, more = page(call, [root, *rest], MOST)
    return {"messages": [_seen(call, message) for message in shown], **more}


@method("conversations.history", f"channel! {_PAGE} {_RANGE}")
async def history(call: Call) -> Json:
    """The channel's messages outside threads, newest first."""
    channel = call.readable("history")
    everything = call.slack.workspace.messages.get(channel.id, {}).values()
    top = [m for m in everything if _is_top(m)]
    newest = sorted(_within(call, top), key=lambda m: m["ts"], reverse=True)
    shown, more = page(call, newest, 100)
    return {"messages": [_seen(call, m) for m in shown], "pin_count": 0, **more}


def _is_top(message: Json) -> bool:
    in_thread = message.get("thread_ts") not in (None, message["ts"])
    return not in_thread or message.get("subtype") == "thread_broadcast"


@method("conversations.info", "channel! include_num_members:bool include_locale:bool")
async def info(call: Call) -> Json:
    """One channel."""
    channel = call.readable("read")
    shown = public(channel)
    if call.flag("include_num_members"):
        shown["num_members"] = len(channel.members)
    return {"channel": shown}


@method("conversations.members", f"channel! {_PAGE}")
async def members(call: Call) -> Json:
    """The ids of a channel's members."""
    channel = call.readable("read")
    shown, more = page(call, sorted(channel.members), 100)
    return {"members": shown, "response_metadata": more["response_metadata"]}


def kinds_asked(call: Call) -> set[str]:
    """The kinds of channels that `types` names; raises invalid_types."""
    types = [kind.strip() for kind in (call.text("types") or "public_channel").split(",")]
    if any(kind not in _KINDS for kind in types):
        raise ApiError("invalid_types")
    return {_KINDS[kind] for kind in types}


@method(
    "conversations.list",
    f"types exclude_archived:bool team_id {_PAGE}",
    scopes="channels:read groups:read im:read mpim:read",
)
async def listing(call: Call) -> Json:
    """The channels that the bot may know of."""
    kinds = kinds_asked(call)
    found = [
        public(channel) | {"num_members": len(channel.members)}
        for channel in call.slack.workspace.channels.values()
        if channel.kind in kinds
        and (channel.kind == "channel" or BOT_USER in channel.members)
        and not (channel.archived and call.flag("exclude_archived"))
    ]
    shown, more = page(call, found, 100)
    return {"channels": shown, "response_metadata": more["response_metadata"]}


@method(
    "conversations.open",
    "channel users return_im:bool prevent_creation:bool",
    scopes="im:write mpim:write",
)
async def open_direct(call: Call) -> Json:
    """The direct message with one person, or with several."""
    workspace = call.slack.workspace
    if call.args.get("channel"):
        return _opened(call, call.visible(), fresh_one=False)
    users = [each.strip() for each in call.text("users").split(",") if each.strip()]
    if not users:
        raise ApiError("users_list_not_supplied")
    if len(users) > 8:
        raise ApiError("too_many_users")
    people = [workspace.people.get(user) for user in users]
    found = [person for person in people if person is not None]
    if len(found) != len(people):
        raise ApiError("user_not_found")
    if any(person.deleted for person in found):
        raise ApiError("user_disabled")
    before = len(workspace.channels)
    if len(found) == 1:
        channel = workspace.direct(found[0])
    else:
        channel = _group(call, {person.id for person in found} | {BOT_USER})
    return _opened(call, channel, fresh_one=len(workspace.channels) > before)


def _group(call: Call, everybody: set[str]) -> Channel:
    """The group direct message of exactly these people."""
    workspace = call.slack.workspace
    for channel in workspace.channels.values():
        if channel.kind == "mpim" and channel.members == everybody:
            return channel
    names = sorted(workspace.people[user].name for user in everybody - {BOT_USER})
    channel = Channel(fresh("G"), f"mpdm-{'--'.join(names)}-1", "mpim", everybody)
    workspace.save_channel(channel)
    return channel


def _opened(call: Call, channel: Channel, *, fresh_one: bool) -> Json:
    if channel.kind not in ("im", "mpim"):
        raise invalid_arguments("must be a direct message [json-pointer:/channel]")
    shown = public(channel) if call.flag("return_im") else {"id": channel.id}
    return (
        {"channel": shown}
        if fresh_one
        else {
            "channel": shown,
            "no_op": True,
            "already_open": True,
        }
    )


@method("conversations.join", "channel!", scopes="channels:join")
async def join(call: Call) -> Json:
    """Make the bot a member of a public channel."""
    channel = call.visible()
    if channel.kind != "channel":
        raise ApiError("method_not_supported_for_channel_type")
    if channel.archived:
        raise ApiError("is_archived")
    channel.members.add(BOT_USER)
    call.slack.workspace.save_channel(channel)
    return {"channel": public(channel)}
