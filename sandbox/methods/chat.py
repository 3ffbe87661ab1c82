"""chat.*: posting, changing and deleting what the bot says."""

from sandbox.content import content_of, new_content
from sandbox.elements import find_all
from sandbox.errors import ApiError, RateLimited
from sandbox.jsons import Json
from sandbox.people import BOT_USER, Channel
from sandbox.registry import Call, method

_CONTENT = "text blocks:json attachments:json markdown_text metadata:json"
_STYLE = "parse link_names:bool mrkdwn:bool unfurl_links:bool unfurl_media:bool"
_WHO = "username icon_emoji icon_url as_user:bool"
MOST_UPDATE_TEXT = 4_000
MOST_TEXT = 40_000


def writable(call: Call) -> Channel:
    """The channel to write into: an id, or a person's id for the direct message."""
    workspace = call.slack.workspace
    person = workspace.people.get(call.text("channel"))
    if person is not None and person.id != BOT_USER:
        channel = workspace.direct(person)
    else:
        channel = call.visible()
    public = "chat:write.public" in (call.slack.manifest.scopes or ())
    if BOT_USER not in channel.members and not public:
        raise ApiError("not_in_channel")
    if channel.archived:
        raise ApiError("is_archived")
    _may_post(call, channel)
    return channel


def _may_post(call: Call, channel: Channel) -> None:
    """Refuse what the channel's settings, or those of the app's messages tab, don't allow."""
    if channel.kind == "im" and not call.slack.manifest.messages_tab:
        raise ApiError("messages_tab_disabled")
    threaded = bool(call.args.get("thread_ts"))
    if {"read_only": True, "thread_only": not threaded, "non_threadable": threaded}.get(
        channel.posting
    ):
        raise ApiError(f"restricted_action_{channel.posting}_channel")


def named(call: Call) -> None:
    """Refuse a name or icon of one's own without its scope."""
    if any(call.args.get(key) for key in ("username", "icon_emoji", "icon_url")):
        call.need("chat:write.customize")


def reply_to(call: Call, channel: Channel) -> str | None:
    """The thread to reply in; a timestamp without a message is refused."""
    thread_ts = call.args.get("thread_ts")
    if thread_ts is not None and call.slack.workspace.message(channel.id, thread_ts) is None:
        raise ApiError("cannot_reply_to_message")
    return thread_ts


def _mine(call: Call, ts: str, refusal: str) -> tuple[Channel, Json]:
    """The bot's own message in a channel; message_not_found or `refusal` otherwise."""
    channel = call.visible()
    message = call.slack.workspace.message(channel.id, ts)
    if message is None and call.slack.workspace.ephemeral(channel.id, ts) is not None:
        raise ApiError(refusal)
    if message is None or message.get("subtype") == "tombstone":
        raise ApiError("message_not_found")
    if message.get("user") != BOT_USER:
        raise ApiError(refusal)
    return channel, message


def _shown(message: Json) -> Json:
    return {key: value for key, value in message.items() if key != "ephemeral_to"}


@method(
    "chat.postMessage",
    f"channel! {_CONTENT} {_STYLE} {_WHO} thread_ts reply_broadcast:bool client_msg_id",
    scopes="chat:write",
)
async def post_message(call: Call) -> Json:
    """Post into a channel, a thread or a direct message."""
    channel = writable(call)
    named(call)
    wait_s = call.slack.limits.post(channel.id)
    if wait_s is not None:
        raise RateLimited(wait_s)
    thread_ts = reply_to(call, channel)
    content = new_content(call.args, call.slack.quirks)
    message = call.slack.messages.post(
        channel, content, thread_ts=thread_ts, broadcast=call.flag("reply_broadcast")
    )
    answer: Json = {"channel": channel.id, "ts": message["ts"], "message": _shown(message)}
    if len(call.text("text")) > MOST_TEXT:
        answer["response_metadata"] = {"warnings": ["message_truncated"]}
    return answer


@method(
    "chat.update",
    f"channel! ts! {_CONTENT} parse link_names:bool as_user:bool reply_broadcast:bool"
    " file_ids:json",
    scopes="chat:write",
)
async def update(call: Call) -> Json:
    """Change a message of the bot's; what is not given is kept, blocks too."""
    channel, message = _mine(call, call.text("ts"), "cant_update_message")
    if call.slack.streams.running(channel.id, message["ts"]):
        raise ApiError("streaming_state_conflict")
    if channel.archived:
        raise ApiError("is_archived")
    if len(call.text("text")) > MOST_UPDATE_TEXT:
        raise ApiError("msg_too_long")
    clears = call.args.get("metadata") == {}
    content = content_of(call.args, call.slack.quirks)
    if "text" not in call.args:
        content["text"] = message["text"]
    if "blocks" not in content and any(find_all(message.get("blocks"))):
        words = f"chat.update of {channel.id}/{message['ts']} with buttons but without blocks"
        call.slack.workspace.lint.append(words)
    if clears:
        content["metadata"] = None
    changed = call.slack.messages.change(channel, message, content, BOT_USER)
    answer: Json = {"channel": channel.id, "ts": message["ts"]}
    return {**answer, "text": changed["text"], "message": _shown(changed)}


@method("chat.delete", "channel! ts! as_user:bool", scopes="chat:write")
async def delete(call: Call) -> Json:
    """Delete a message of the bot's."""
    channel, message = _mine(call, call.text("ts"), "cant_delete_message")
    call.slack.messages.delete(channel, message)
    return {"channel": channel.id, "ts": call.text("ts")}


@method(
    "chat.postEphemeral",
    f"channel! user! {_CONTENT} parse link_names:bool {_WHO} thread_ts",
    scopes="chat:write",
)
async def post_ephemeral(call: Call) -> Json:
    """Show one member of a channel a message."""
    channel = writable(call)
    named(call)
    if call.text("user") not in channel.members:
        raise ApiError("user_not_in_channel")
    if len(call.text("text")) > MOST_TEXT:
        raise ApiError("msg_too_long")
    thread_ts = reply_to(call, channel)
    content = new_content(call.args, call.slack.quirks)
    message = call.slack.messages.whisper(channel, call.text("user"), content, thread_ts=thread_ts)
    return {"message_ts": message["ts"]}


@method("chat.getPermalink", "channel! message_ts!")
async def get_permalink(call: Call) -> Json:
    """An address of a message."""
    channel = call.visible()
    message = call.slack.workspace.message(channel.id, call.text("message_ts"))
    if message is None:
        raise ApiError("message_not_found")
    link = f"{call.slack.base_url}/archives/{channel.id}/p{message['ts'].replace('.', '')}"
    if message.get("thread_ts") not in (None, message["ts"]):
        link += f"?thread_ts={message['thread_ts']}&cid={channel.id}"
    return {"channel": channel.id, "permalink": link}
