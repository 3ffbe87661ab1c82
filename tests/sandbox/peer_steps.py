"""What both Slacks are asked, in order."""

from typing import Any

from tests.sandbox.peer import Step

Json = dict[str, Any]


def _plain(text: str) -> Json:
    return {"type": "plain_text", "text": text}


SECTION: list[Json] = [{"type": "section", "text": {"type": "mrkdwn", "text": "A & B"}}]
META: Json = {"event_type": "card", "event_payload": {"id": "r1"}}
SUPPORT: Json = {"channel": "{support}"}
POST: Json = {**SUPPORT, "ts": "{post}"}


def modal(title: str, **more: object) -> Json:
    """A view of one section."""
    return {"type": "modal", "title": _plain(title), "blocks": SECTION, **more}


HOME: Json = {"type": "home", "blocks": SECTION}

STEPS = (
    Step("who", "auth.test"),
    # Messages
    Step("post", "chat.postMessage", {**SUPPORT, "text": "A & B"}, {"post": "ts"}),
    Step("post blocks", "chat.postMessage", {**SUPPORT, "text": "x", "blocks": SECTION}),
    Step("post metadata", "chat.postMessage", {**SUPPORT, "text": "x", "metadata": META}),
    Step(
        "reply",
        "chat.postMessage",
        {**SUPPORT, "text": "one", "thread_ts": "{post}"},
        {"reply": "ts"},
    ),
    Step(
        "history",
        "conversations.history",
        {**SUPPORT, "limit": "1"},
        {"more": "response_metadata.next_cursor"},
    ),
    Step("history goes on", "conversations.history", {**SUPPORT, "limit": "1", "cursor": "{more}"}),
    Step(
        "post to a person", "chat.postMessage", {"channel": "{ben}", "text": "x"}, {"dm": "channel"}
    ),
    Step("post by name", "chat.postMessage", {"channel": "support", "text": "x"}),
    Step("post nothing", "chat.postMessage", SUPPORT),
    Step("post nowhere", "chat.postMessage", {"channel": "{nowhere}", "text": "x"}),
    Step("post no channel", "chat.postMessage", {"text": "x"}),
    Step("reply to nothing", "chat.postMessage", {**SUPPORT, "text": "x", "thread_ts": "1.000001"}),
    Step("post odd blocks", "chat.postMessage", {**SUPPORT, "text": "x", "blocks": "no json"}),
    Step(
        "post bad blocks",
        "chat.postMessage",
        {**SUPPORT, "text": "x", "blocks": [{"type": "sektion"}]},
    ),
    Step("post odd metadata", "chat.postMessage", {**SUPPORT, "text": "x", "metadata": "no json"}),
    Step("update", "chat.update", {**POST, "text": "C"}),
    Step("update blocks", "chat.update", {**POST, "text": "C", "blocks": SECTION}),
    Step("update nothing", "chat.update", POST),
    Step("update nowhere", "chat.update", {**SUPPORT, "ts": "1.000001", "text": "x"}),
    Step("whisper", "chat.postEphemeral", {**SUPPORT, "user": "{ana}", "text": "x"}),
    Step("whisper to nobody", "chat.postEphemeral", {**SUPPORT, "user": "{nobody}", "text": "x"}),
    Step("whisper nothing", "chat.postEphemeral", {**SUPPORT, "user": "{ana}"}),
    Step("link", "chat.getPermalink", {**SUPPORT, "message_ts": "{post}"}),
    Step("link to a reply", "chat.getPermalink", {**SUPPORT, "message_ts": "{reply}"}),
    Step("link to nothing", "chat.getPermalink", {**SUPPORT, "message_ts": "1.000001"}),
    # Channels
    Step("history of nowhere", "conversations.history", {"channel": "{nowhere}"}),
    Step("history at a bad cursor", "conversations.history", {**SUPPORT, "cursor": "rubbish"}),
    Step("replies", "conversations.replies", POST),
    Step("replies to nothing", "conversations.replies", {**SUPPORT, "ts": "1.000001"}),
    Step("info", "conversations.info", SUPPORT),
    Step("info of private", "conversations.info", {"channel": "{private-deals}"}),
    Step("info of nowhere", "conversations.info", {"channel": "{nowhere}"}),
    Step("members", "conversations.members", SUPPORT),
    Step("list", "conversations.list", {"types": "public_channel,private_channel"}),
    Step("list odd kinds", "conversations.list", {"types": "sektion"}),
    Step("open", "conversations.open", {"users": "{ana}", "return_im": "true"}),
    Step("open again", "conversations.open", {"users": "{ana}"}),
    Step("open a group", "conversations.open", {"users": "{ana},{ben}"}),
    Step("open nobody", "conversations.open", {"users": "{nobody}"}),
    Step("open without people", "conversations.open"),
    # Reactions
    Step("react", "reactions.add", {**SUPPORT, "timestamp": "{post}", "name": "eyes"}),
    Step("react again", "reactions.add", {**SUPPORT, "timestamp": "{post}", "name": "eyes"}),
    Step("react to nothing", "reactions.add", {**SUPPORT, "timestamp": "1.000001", "name": "eyes"}),
    Step("react without a name", "reactions.add", {**SUPPORT, "timestamp": "{post}"}),
    Step("take back", "reactions.remove", {**SUPPORT, "timestamp": "{post}", "name": "eyes"}),
    Step("take back again", "reactions.remove", {**SUPPORT, "timestamp": "{post}", "name": "eyes"}),
    # People
    Step("person", "users.info", {"user": "{ana}"}),
    Step("nobody", "users.info", {"user": "{nobody}"}),
    Step("people", "users.list", {"limit": "2"}),
    Step("by address", "users.lookupByEmail", {"email": "ben@signoff.test"}),
    Step("by no address", "users.lookupByEmail", {"email": "nobody@signoff.test"}),
    # Files
    Step(
        "upload address",
        "files.getUploadURLExternal",
        {"filename": "a.txt", "length": "5"},
        {"file": "file_id"},
    ),
    Step("upload nothing", "files.getUploadURLExternal", {"filename": "a.txt", "length": "0"}),
    Step("complete unsent", "files.completeUploadExternal", {"files": [{"id": "{file}"}]}),
    Step("complete nothing", "files.completeUploadExternal", {"files": [{"id": "F0NOTHING"}]}),
    # Views
    Step("home", "views.publish", {"user_id": "{ana}", "view": HOME}, {"hash": "view.hash"}),
    Step("home anew", "views.publish", {"user_id": "{ana}", "view": HOME, "hash": "{hash}"}),
    Step("home too late", "views.publish", {"user_id": "{ana}", "view": HOME, "hash": "1.abc"}),
    Step("home of nobody", "views.publish", {"user_id": "{nobody}", "view": HOME}),
    Step(
        "open view", "views.open", {"view": modal("One", external_id="x1")}, {"view": "view.id"}, ""
    ),
    Step("open without trigger", "views.open", {"view": modal("One"), "trigger_id": "1.2.3"}),
    Step("open untitled", "views.open", {"view": {"type": "modal", "blocks": SECTION}}, {}, ""),
    Step("open odd view", "views.open", {"view": "no json"}, {}, ""),
    Step("open a home", "views.open", {"view": HOME}, {}, ""),
    Step(
        "open the same external id", "views.open", {"view": modal("Two", external_id="x1")}, {}, ""
    ),
    Step("push", "views.push", {"view": modal("Two")}, {"second": "view.id"}, "view"),
    Step("push again", "views.push", {"view": modal("Three")}, {"third": "view.id"}, "second"),
    Step("push too deep", "views.push", {"view": modal("Four")}, {}, "third"),
    Step("change view", "views.update", {"view_id": "{third}", "view": modal("3")}),
    Step(
        "change by external id",
        "views.update",
        {"external_id": "x1", "view": modal("1", external_id="x1")},
    ),
    Step(
        "change view too late",
        "views.update",
        {"view_id": "{third}", "view": modal("3"), "hash": "1.abc"},
    ),
    Step("change no view", "views.update", {"view_id": "V0NOTHING", "view": modal("3")}),
    # The end
    Step("delete", "chat.delete", {**SUPPORT, "ts": "{reply}"}),
    Step("delete again", "chat.delete", {**SUPPORT, "ts": "{reply}"}),
    Step("delete in no channel", "chat.delete", {"channel": "{nowhere}", "ts": "{post}"}),
)
