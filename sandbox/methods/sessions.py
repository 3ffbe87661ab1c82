"""assistant.threads.* and agents.sessions.*: what is shown for an agent's thread."""

from sandbox.errors import ApiError, invalid_arguments
from sandbox.jsons import Json, is_list, is_obj
from sandbox.methods.chat import named
from sandbox.people import Channel
from sandbox.registry import Call, method

_WHO = "icon_emoji icon_url username"
STATUSES = ("active", "processing", "suspended", "closed")
MOST_PROMPTS = 4
MOST_LOADING = 10
MOST_TITLE = 200
# The event of a person's Stop.
STOPPED = "agent_session_stopped"


def _thread(call: Call) -> tuple[Channel, str]:
    channel = call.visible("channel_id")
    if call.slack.workspace.message(channel.id, call.text("thread_ts")) is None:
        raise ApiError("invalid_thread_ts")
    return channel, call.text("thread_ts")


@method(
    "assistant.threads.setStatus",
    f"channel_id! thread_ts! status loading_messages:json {_WHO}",
    scopes="assistant:write chat:write",
)
async def set_status(call: Call) -> Json:
    """Show what the agent is doing; an empty status clears it."""
    channel, thread_ts = _thread(call)
    if "status" not in call.args:
        raise invalid_arguments("missing required field: status [json-pointer:/status]")
    named(call)
    loading = call.args.get("loading_messages", [])
    if not is_list(loading) or len(loading) > MOST_LOADING:
        raise invalid_arguments("no more than 10 items allowed [json-pointer:/loading_messages]")
    call.slack.agent.show(channel.id, thread_ts, call.text("status"), loading)
    return {}


@method(
    "assistant.threads.setSuggestedPrompts",
    "channel_id! thread_ts title prompts!:json",
    scopes="assistant:write",
)
async def set_suggested_prompts(call: Call) -> Json:
    """Offer up to four prompts."""
    if not call.slack.manifest.agent:
        raise ApiError("not_agent_app")
    channel = call.visible("channel_id")
    prompts = call.args["prompts"]
    if not is_list(prompts) or not 1 <= len(prompts) <= MOST_PROMPTS:
        raise invalid_arguments("no more than 4 items allowed [json-pointer:/prompts]")
    if not all(is_obj(p) and p.get("title") and p.get("message") for p in prompts):
        raise invalid_arguments("missing required field: message [json-pointer:/prompts]")
    thread_ts = _thread(call)[1] if call.args.get("thread_ts") else ""
    call.slack.workspace.put_session(
        channel.id, thread_ts, prompts=prompts, prompts_title=call.text("title")
    )
    return {}


@method("assistant.threads.setTitle", "channel_id! thread_ts! title!", scopes="assistant:write")
async def set_title(call: Call) -> Json:
    """Name a thread."""
    channel, thread_ts = _thread(call)
    call.slack.workspace.put_session(channel.id, thread_ts, title=call.text("title"))
    return {}


@method(
    "agents.sessions.setStatus",
    f"status! channel_id thread_ts title initiator_user_id {_WHO}",
    scopes="chat:write",
)
async def session_status(call: Call) -> Json:
    """Set the state of a session; the first call makes it."""
    _need_agent(call)
    named(call)
    if call.text("status") not in STATUSES:
        raise ApiError("invalid_status")
    if call.text("initiator_user_id"):
        call.person("initiator_user_id")
    if not call.text("thread_ts"):
        raise ApiError("thread_ts_required")
    channel, thread_ts = _thread(call)
    fields: Json = {"status": call.text("status")}
    known = f"{channel.id}/{thread_ts}" in call.slack.workspace.sessions
    if call.text("title") and not known:
        fields["title"] = call.text("title")[:MOST_TITLE]
    session = call.slack.workspace.put_session(channel.id, thread_ts, **fields)
    status = session["status"]
    shown: Json = {"status": status, "agent_status": status, "title": session.get("title", "")}
    if not call.slack.manifest.hears(STOPPED):
        words = f"missing_{STOPPED}_event_subscription"
        shown |= {"warning": words, "response_metadata": {"warnings": [words]}}
    return shown


def _need_agent(call: Call) -> None:
    if not call.slack.manifest.agent:
        raise ApiError("feature_disabled")


@method("agents.sessions.rename", "channel_id! title! thread_ts", scopes="chat:write")
async def rename(call: Call) -> Json:
    """Give a session another title."""
    _need_agent(call)
    channel = call.visible("channel_id")
    if not 1 <= len(call.text("title")) <= MOST_TITLE:
        raise ApiError("invalid_name")
    if f"{channel.id}/{call.text('thread_ts')}" not in call.slack.workspace.sessions:
        raise ApiError("session_not_found")
    if channel.archived:
        raise ApiError("is_archived")
    call.slack.workspace.put_session(channel.id, call.text("thread_ts"), title=call.text("title"))
    return {}
