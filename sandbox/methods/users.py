"""users.* and usergroups.*."""

from sandbox.errors import ApiError
from sandbox.jsons import Json
from sandbox.methods.conversations import kinds_asked, page
from sandbox.methods.conversations import public as public_channel
from sandbox.people import BOT_USER, TEAM, Person
from sandbox.registry import SCOPE_OF, Call, method


def _public(call: Call, person: Person) -> Json:
    return person.public(email=call.slack.manifest.allows(frozenset(["users:read.email"])))


@method("users.info", "user! include_locale:bool", scopes="users:read")
async def info(call: Call) -> Json:
    """One person."""
    return {"user": _public(call, call.person())}


@method("users.list", "cursor limit:int include_locale:bool team_id", scopes="users:read")
async def listing(call: Call) -> Json:
    """Everybody."""
    everybody = [_public(call, person) for person in call.slack.workspace.people.values()]
    shown, more = page(call, everybody, 100)
    return {"members": shown, "response_metadata": more["response_metadata"]}


@method(
    "users.conversations",
    "user types exclude_archived:bool team_id cursor limit:int",
)
async def conversations(call: Call) -> Json:
    """The channels that a person, else the bot itself, is a member of."""
    kinds = kinds_asked(call)
    for kind in sorted(kinds):
        call.need(f"{SCOPE_OF[kind]}:read")
    user = call.person().id if call.text("user") else BOT_USER
    found = [
        public_channel(channel)
        for channel in call.slack.workspace.channels.values()
        if channel.kind in kinds
        and user in channel.members
        and (channel.kind == "channel" or BOT_USER in channel.members)
        and not (channel.archived and call.flag("exclude_archived"))
    ]
    shown, more = page(call, found, 100)
    return {"channels": shown, "response_metadata": more["response_metadata"]}


@method("users.lookupByEmail", "email!", scopes="users:read.email")
async def lookup_by_email(call: Call) -> Json:
    """The person with this address."""
    for person in call.slack.workspace.people.values():
        shown = person.public()
        if shown["profile"].get("email") == call.text("email") and not person.deleted:
            return {"user": shown}
    raise ApiError("users_not_found")


@method(
    "usergroups.users.list",
    "usergroup! include_disabled:bool team_id cursor limit:int",
    scopes="usergroups:read",
)
async def usergroup_users(call: Call) -> Json:
    """The ids of a group's members."""
    group = call.slack.workspace.usergroups.get(call.text("usergroup"))
    if group is None:
        raise ApiError("no_such_subteam")
    return {"users": group["users"]}


@method(
    "usergroups.list",
    "include_count:bool include_disabled:bool include_users:bool team_id",
    scopes="usergroups:read",
)
async def usergroups(call: Call) -> Json:
    """All groups."""
    shown: list[Json] = []
    for key, group in call.slack.workspace.usergroups.items():
        public: Json = {
            "id": key,
            "team_id": TEAM,
            "is_usergroup": True,
            "handle": group["handle"],
            "name": group["name"],
            "date_delete": 0,
        }
        if call.flag("include_users"):
            public["users"] = group["users"]
        if call.flag("include_count"):
            public["user_count"] = len(group["users"])
        shown.append(public)
    return {"usergroups": shown}
