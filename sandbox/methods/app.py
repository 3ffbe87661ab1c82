"""auth.test, apps.connections.open, bots.info, team.info and blocks.validate."""

from sandbox import people
from sandbox.errors import ApiError, invalid_arguments
from sandbox.jsons import Json, is_obj
from sandbox.people import BOT_USER, DOMAINS, NAMES, TEAM
from sandbox.registry import Call, method
from sandbox.strict.check import Problem, message_problems, view_problems


@method("auth.test", token="any")
async def auth_test(call: Call) -> Json:
    """Who the token is."""
    user = call.slack.workspace.people.get(call.grant.user)
    shown: Json = {
        "url": f"{call.slack.base_url}/",
        "team": NAMES[TEAM],
        "user": user.name if user else people.BOT_NAME,
        "team_id": TEAM,
        "user_id": user.id if user else BOT_USER,
        "app_id": people.APP,
        "is_enterprise_install": False,
    }
    if user is None or user.bot:
        shown["bot_id"] = people.BOT
    left_s = call.slack.grants.left_s(call.grant)
    return shown if left_s is None else {**shown, "expires_in": left_s}


@method("apps.connections.open", token="app")
async def connections_open(call: Call) -> Json:
    """A WebSocket address with a ticket for one connection."""
    base = call.slack.base_url.replace("http", "ws", 1)
    return {"url": f"{base}/link/?ticket={call.slack.hub.ticket()}&app_id={call.grant.user}"}


@method("bots.info", "bot team_id", scopes="users:read")
async def bots_info(call: Call) -> Json:
    """The bot itself."""
    if call.text("bot") not in ("", people.BOT):
        raise ApiError("bot_not_found")
    bot = {
        "id": people.BOT,
        "deleted": False,
        "name": people.BOT_NAME,
        "app_id": people.APP,
        "user_id": BOT_USER,
    }
    return {"bot": bot}


@method("team.info", "team domain", scopes="team:read")
async def team_info(call: Call) -> Json:
    """The workspace."""
    team = call.text("team") or TEAM
    if team not in NAMES:
        raise ApiError("team_not_found")
    return {"team": {"id": team, "name": NAMES[team], "domain": DOMAINS[team]}}


@method("blocks.validate", "blocks:json view:json message:json", token="any")
async def blocks_validate(call: Call) -> Json:
    """Check blocks, a view or a message without sending them."""
    if len(call.args) != 1:
        raise invalid_arguments("exactly one of blocks, view, message is required")
    ((name, value),) = call.args.items()
    if name == "blocks":
        problems = message_problems(value, at="")
    elif not is_obj(value):
        problems = [Problem("must be an object", "")]
    elif name == "view":
        problems = view_problems(value, at="")
    else:
        problems = message_problems(value.get("blocks", []))
    if problems:
        errors = [_failed(problem) for problem in problems]
        raise ApiError(f"invalid_{name}", errors=errors)
    return {}


def _failed(problem: Problem) -> Json:
    return {"code": "failed_constraint", "message": problem.message, "pointer": problem.at}
