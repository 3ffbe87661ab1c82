"""The look of `signoff check` at live sets: that each can be read, and that somebody is in it."""

from collections.abc import Iterable

from bot.calendar.source import IcalCalendars
from bot.cli.finding import Finding, ok, problem
from bot.config import ConfigTrouble, load
from bot.core.ids import Who
from bot.core.live import in_words, named_by, once
from bot.core.rota import Calendar
from bot.core.rules import Policy
from bot.engine import Clock, LiveSets
from bot.ports import ChatTrouble
from bot.ports.sets import SetTrouble
from bot.settings import Settings
from bot.slack.groups import SlackGroups
from bot.slack.identity import identify, web_client

NAMED = 8


async def check_sets(settings: Settings) -> list[Finding]:
    """Of all sets and schedules that the policy names; nothing if there are none."""
    try:
        policy = load(settings.config).policy
    except ConfigTrouble:
        return []  # said already
    names = sets_of(policy)
    token = settings.slack_bot_token
    if not names or token is None:
        return []
    async with web_client(token.get_secret_value(), settings.slack_api_url) as client:
        try:
            me = await identify(client)
        except ChatTrouble:
            return []  # said already
        reader = LiveSets(SlackGroups(client, me.team), IcalCalendars(), Clock())
        return [await _look(reader, policy, name) for name in names]


def sets_of(policy: Policy) -> tuple[str, ...]:
    """Every live set that a rule names, and every schedule."""
    named = (name for rule in policy.rules for name in named_by(rule))
    schedules = (f"schedule:{schedule.name}" for schedule in policy.schedules)
    return once([*named, *schedules])


async def _look(reader: LiveSets, policy: Policy, name: str) -> Finding:
    try:
        members = await reader.members(policy, name)
    except SetTrouble as trouble:
        return problem(
            "sets", f"{in_words(name)} can't be read: {trouble.words}", _fix(policy, name)
        )
    linked = [p.name for p in policy.people if Who(p.team, p.user).key in members]
    if linked:
        return ok("sets", f"{in_words(name)}: {_some(linked)}")
    if name.startswith("schedule:"):
        words = f"{in_words(name)}: nobody is, now"
        return problem("sets", words, "see its starts, or who is meant by the calendar's events")
    words = f"nobody in {in_words(name)} stands in the policy's people"
    return problem("sets", words, "add those who may decide to people, with their Slack ids")


def _some(names: Iterable[str]) -> str:
    shown = list(names)
    more = [f"{len(shown) - NAMED} more"] if len(shown) > NAMED else []
    return ", ".join([*shown[:NAMED], *more])


def _fix(policy: Policy, name: str) -> str:
    kind, _, of = name.partition(":")
    if kind == "group":
        return "see its id, and whether the token has usergroups:read"
    if kind == "channel":
        return "see its id, and invite the bot to it"
    schedule = policy.schedule(of)
    source = schedule.by if schedule and isinstance(schedule.by, Calendar) else None
    return f"see {source.source_env or 'its address'}" if source else "see schedules"
