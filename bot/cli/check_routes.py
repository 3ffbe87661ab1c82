"""The look of `signoff check` at the channels that cards are routed to."""

from typing import cast

from bot.cli.finding import Finding, note, ok, problem
from bot.config import ConfigTrouble, load
from bot.core.live import once
from bot.core.rules import Policy
from bot.ports import ChatTrouble
from bot.settings import Settings
from bot.slack.access import Client
from bot.slack.errors import FAILURES, code, trouble
from bot.slack.fields import flag, obj, text
from bot.slack.identity import identify, web_client
from bot.slack.places import shared_outside

NO_OPS = (
    "there is no ops channel: high and critical calls are asked in the thread, and what a thread "
    "can't show (direct messages, shared channels) is refused"
)
HOW = "name one under ops_channels of the agent, if that isn't what you want"


async def check_routes(settings: Settings) -> list[Finding]:
    """Of every channel that a rule or the agent names; a note if none takes what must be routed."""
    try:
        policy = load(settings.config).policy
    except ConfigTrouble:
        return []  # said already
    token = settings.slack_bot_token
    found = [] if policy.ops_channels or not _asks(policy) else [note("routes", NO_OPS, HOW)]
    routes = once([*policy.ops_channels, *(rule.route for rule in policy.rules if rule.route)])
    if not routes or token is None:
        return found
    async with web_client(token.get_secret_value(), settings.slack_api_url) as client:
        try:
            await identify(client)
        except ChatTrouble:
            return found  # said already
        return [*found, *[await _look(client, channel) for channel in routes]]


def _asks(policy: Policy) -> bool:
    """Whether some rule may ask people."""
    asked = (rule.verdict in ("ask", "by_risk") for rule in policy.rules)
    return policy.human_in_the_loop and any(asked)


async def _look(client: Client, channel: str) -> Finding:
    try:
        answer = await client.conversations_info(channel=channel)
    except FAILURES as error:
        why = code(error) or trouble(error).words
        words = f"cards are routed to {channel}, which can't be seen: {why}"
        return problem("routes", words, "write the id of a channel that is there; invite the bot")
    found = obj(cast("object", answer.data), "channel")
    name = f"#{text(found, 'name') or channel}"
    if flag(found, "is_archived"):
        return problem("routes", f"cards are routed to {name}, which is archived", "name another")
    if shared_outside(found):
        words = f"cards are routed to {name}, which is shared with another company"
        return problem("routes", words, "name a channel of your own company: none is posted there")
    if not flag(found, "is_member"):
        words = f"cards are routed to {name}, but the bot isn't in it"
        return problem("routes", words, f"in {name}: /invite the bot")
    return ok("routes", f"cards are routed to {name}")
