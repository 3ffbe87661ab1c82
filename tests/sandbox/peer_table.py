"""Where npm's `emulate` and the sandbox differ, and whose side the facts are on.

A row names steps and differences by patterns (`*` is anything). `ours` and `theirs` say who does as
Slack does; `neither` marks what one of them leaves out, or what is not known. Each row must be
needed, and each difference must have its row: tests/sandbox/test_peer.py.
"""

from typing import NamedTuple


class Row(NamedTuple):
    """Steps, differences, whose side the facts are on, and why."""

    steps: str
    difference: str
    side: str
    why: str


ROWS = (
    # Refusals. What `emulate` takes, Slack doesn't.
    Row("reply to nothing", "cannot_reply_to_message | ok", "ours", "a thread needs its root"),
    Row("post bad blocks", "invalid_blocks | ok", "ours", "it validates no Block Kit"),
    Row("post odd blocks", "invalid_blocks_format | *", "ours", "what is no JSON has its own code"),
    Row("history at a bad cursor", "invalid_cursor | ok", "ours", "it starts over"),
    Row("replies to nothing", "thread_not_found | ok", "ours", "it answers an empty thread"),
    Row("list odd kinds", "invalid_types | ok", "ours", "it ignores unknown kinds"),
    Row("upload nothing", "missing_argument | ok", "ours", "a length of 0 is no length"),
    Row(
        "open *",
        "invalid_arguments | invalid_view",
        "ours",
        "views.* list what is wrong under invalid_arguments; invalid_view is blocks.validate's",
    ),
    Row("whisper to nobody", "user_not_in_channel | user_not_found", "ours", "its only such code"),
    Row(
        "delete in no channel", "channel_not_found | message_not_found", "ours", "where comes first"
    ),
    Row("post no channel", "invalid_arguments | channel_not_found", "neither", "not known"),
    Row("react without a name", "invalid_arguments | invalid_name", "neither", "not known"),
    Row(
        "post by name",
        "channel_not_found | ok",
        "theirs",
        "Slack takes a public channel's name too; the sandbox holds the bot to ids",
    ),
    # Messages
    Row("*", "message*.app_id only ours", "ours", "a bot's message names its app"),
    Row("*", "message*.bot_id only ours", "ours", "a bot's message names its bot"),
    Row("*", "message*.bot_profile only ours", "ours", "a bot's message tells its profile"),
    Row("*", "message*.team only ours", "ours", "every message names its team"),
    Row("*", "message*.parent_user_id only ours", "ours", "a reply names who wrote the root"),
    Row("*", "message*.latest_reply only ours", "ours", "a root tells of its replies"),
    Row("*", "message*.reply_users_count only ours", "ours", "a root tells of its replies"),
    Row("update*", "message.thread_ts only ours", "ours", "a root with replies is in its thread"),
    Row("history", "messages.each.metadata only theirs", "ours", "only when it is asked for"),
    Row("who", "is_enterprise_install only ours", "ours", "auth.test says it"),
    Row("replies", "response_metadata only ours", "neither", "an empty cursor, or none"),
    Row("history*", "pin_count only ours", "ours", "it counts no pins"),
    # Channels
    Row("*", "channel*.context_team_id only ours", "ours", "it has one team"),
    Row("*", "channel*.is_*shared only ours", "ours", "it shares no channels"),
    Row("list", "channels.each.connected_team_ids only ours", "ours", "it shares no channels"),
    Row("*", "channel*.is_open only theirs", "neither", "the sandbox closes nothing"),
    Row("*", "channel*.last_read only theirs", "neither", "the sandbox has no read marks"),
    Row("info*", "channel.num_members only theirs", "ours", "only when it is asked for"),
    Row("open", "channel.num_members only theirs", "ours", "a direct message has none"),
    Row("open", "channel.name* only theirs", "ours", "a direct message has no name"),
    Row("open", "channel.creator only theirs", "ours", "nobody creates a direct message"),
    Row("open", "channel.topic only theirs", "neither", "direct messages may have one"),
    Row("open", "channel.purpose only theirs", "neither", "direct messages may have one"),
    # People
    Row("*", "*.is_*restricted only ours", "ours", "it has no guests"),
    Row("*", "*.is_stranger only ours", "ours", "it has no other companies"),
    Row("*", "*.is_app_user only ours", "ours", "Slack says it"),
    Row("*", "*.is_owner only ours", "ours", "Slack says it"),
    Row("*", "*.tz* only ours", "ours", "everybody has a time zone"),
    Row("*", "*.profile.team only ours", "ours", "a profile names its team"),
    Row("*", "*.profile.* only theirs", "neither", "the bot reads neither pictures nor status"),
    # Views
    Row("*", "view.app_installed_team_id only ours", "ours", "recorded views have it"),
    Row("*", "view.title.emoji only ours", "ours", "Slack fills in emoji: true"),
    Row(
        "home*", "view.* only theirs", "neither", "a Home tab has no title, close or submit to give"
    ),
)
