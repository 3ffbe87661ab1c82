"""chat.startStream, appendStream and stopStream."""

from sandbox.content import good_blocks, metadata_of
from sandbox.errors import ApiError
from sandbox.jsons import Json
from sandbox.methods.chat import named, reply_to, writable
from sandbox.methods.sessions import STATUSES, STOPPED
from sandbox.people import BOT_USER, Channel
from sandbox.registry import Call, method
from sandbox.streams import Stream, few
from sandbox.strict.normalise import stored_blocks

_PART = "markdown_text chunks:json"
MODES = ("timeline", "plan")


@method(
    "chat.startStream",
    f"channel! thread_ts {_PART} recipient_user_id recipient_team_id task_display_mode"
    " icon_emoji icon_url username",
    scopes="chat:write",
)
async def start_stream(call: Call) -> Json:
    """Start a message that grows."""
    channel = writable(call)
    named(call)
    thread_ts = reply_to(call, channel)
    if channel.kind != "im":
        _recipient(call)
    if not call.slack.manifest.hears(STOPPED):
        raise ApiError("not_subscribed_to_message_stream_stopped")
    mode = call.text("task_display_mode") or MODES[0]
    if mode not in MODES:
        raise ApiError("invalid_arguments")
    stream = call.slack.streams.new(mode)
    stream.take(call.args, call.slack.quirks)
    message = call.slack.messages.post(channel, stream.content(), thread_ts=thread_ts)
    call.slack.streams.start(channel.id, message["ts"], stream)
    _session(call, channel, message, "processing", streaming=message["ts"])
    return {"channel": channel.id, "ts": message["ts"]}


def _recipient(call: Call) -> None:
    for name in ("recipient_user_id", "recipient_team_id"):
        if not call.text(name):
            raise ApiError(f"missing_{name}")
    call.person("recipient_user_id")


@method("chat.appendStream", f"channel! ts! {_PART}", scopes="chat:write")
async def append_stream(call: Call) -> Json:
    """Let it grow."""
    channel, message, stream = _streaming(call)
    if not call.args.get("markdown_text") and not call.args.get("chunks"):
        raise ApiError("no_text")
    stream.take(call.args, call.slack.quirks)
    call.slack.streams.start(channel.id, message["ts"], stream)
    message |= stream.content()
    call.slack.workspace.put_message(channel.id, message, "changed")
    return {"channel": channel.id, "ts": message["ts"]}


@method(
    "chat.stopStream",
    f"channel! ts! {_PART} blocks:json metadata:json session_status",
    scopes="chat:write",
)
async def stop_stream(call: Call) -> Json:
    """End it, with blocks at the bottom if given."""
    channel, message, stream = _streaming(call)
    status = call.text("session_status") or "active"
    if status not in STATUSES:
        raise ApiError("invalid_status")
    blocks: list[Json] = call.args.get("blocks") or []
    few(blocks)
    good_blocks(blocks, call.slack.quirks)
    stream.take(call.args, call.slack.quirks)
    content = stream.content()
    content["blocks"] = [*content["blocks"], *stored_blocks(blocks)] or None
    if call.args.get("metadata") is not None:
        content["metadata"] = metadata_of(call.args["metadata"])
    call.slack.streams.end(channel.id, message["ts"])
    changed = call.slack.messages.change(channel, message, content, BOT_USER)
    _session(call, channel, message, status)
    return {"channel": channel.id, "ts": message["ts"], "message": changed}


def _streaming(call: Call) -> tuple[Channel, Json, Stream]:
    channel = call.visible()
    message = call.slack.workspace.message(channel.id, call.text("ts"))
    if message is None:
        raise ApiError("message_not_found")
    if message["user"] != BOT_USER:
        raise ApiError("message_not_owned_by_app")
    return channel, message, call.slack.streams.need(channel.id, message["ts"])


def _session(
    call: Call, channel: Channel, message: Json, status: str, *, streaming: str = ""
) -> None:
    thread = message.get("thread_ts", message["ts"])
    call.slack.workspace.put_session(channel.id, thread, status=status, streaming=streaming)
