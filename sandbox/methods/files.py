"""files.*: uploads in two steps."""

from sandbox.content import new_content
from sandbox.errors import ApiError, invalid_arguments
from sandbox.jsons import Json, is_list, is_obj
from sandbox.people import BOT_USER, Channel
from sandbox.registry import Call, method
from sandbox.uploads import Upload

MOST_SNIPPET = 1_000_000
MOST_ALT = 1_000
MOST_CHANNELS = 100


@method(
    "files.getUploadURLExternal",
    "filename! length!:int snippet_type alt_txt",
    scopes="files:write",
)
async def get_upload_url(call: Call) -> Json:
    """An address to send the bytes to."""
    length: int = call.args["length"]
    if length <= 0:
        raise ApiError("missing_argument")
    if call.text("snippet_type") and length > MOST_SNIPPET:
        raise ApiError("snippet_too_large")
    if len(call.text("alt_txt")) > MOST_ALT:
        raise invalid_arguments(
            f"must be less than {MOST_ALT + 1} characters [json-pointer:/alt_txt]"
        )
    upload = call.slack.uploads.announce(call.text("filename"), length)
    return {"upload_url": f"{call.slack.base_url}/upload/{upload.id}", "file_id": upload.id}


@method(
    "files.completeUploadExternal",
    "files!:json channel_id channels thread_ts initial_comment blocks:json",
    scopes="files:write",
)
async def complete_upload(call: Call) -> Json:
    """Share uploaded files in a channel, or keep them private."""
    uploads = _uploads(call)
    shown = [call.slack.uploads.public(upload) for upload in uploads]
    names = (call.text("channels") or call.text("channel_id")).split(",")
    if len(names) > MOST_CHANNELS:
        raise ApiError("channels_limit_exceeded")
    for channel in [_channel(call, name) for name in names if name]:
        content: Json = {"text": ""}
        if call.text("initial_comment") or call.args.get("blocks"):
            given = {"text": call.text("initial_comment"), "blocks": call.args.get("blocks")}
            content = new_content(given, call.slack.quirks)
        content |= {"files": shown, "subtype": "file_share", "upload": True}
        call.slack.messages.post(channel, content, thread_ts=call.args.get("thread_ts"))
    return {"files": shown}


def _uploads(call: Call) -> list[Upload]:
    files = call.args["files"]
    if not is_list(files) or not files:
        raise invalid_arguments("must provide at least 1 items [json-pointer:/files]")
    found: list[Upload] = []
    for each in files:
        upload = call.slack.uploads.files.get(str(each.get("id"))) if is_obj(each) else None
        if upload is None or upload.body is None:
            raise ApiError("file_not_found")
        upload.title = str(each.get("title") or upload.filename)
        call.slack.uploads.keep(upload)
        found.append(upload)
    return found


def _channel(call: Call, name: str) -> Channel:
    channel = call.slack.workspace.channels.get(name)
    if channel is None:
        raise ApiError("channel_not_found")
    if BOT_USER not in channel.members:
        raise ApiError("not_in_channel" if channel.kind == "channel" else "channel_not_found")
    if channel.archived or channel.posting == "read_only":
        raise ApiError("posting_to_channel_denied")
    return channel
