"""Who is in a user group or a channel, by what Slack says of it now."""

import asyncio
from typing import Any

import pytest

from bot.ports.sets import SetTrouble
from bot.slack import groups, membership
from bot.slack.groups import MEMBERS_S, NAMES_AGAIN_S, NAMES_S, SetNames, SlackGroups
from sandbox.people import TEAM
from tests.slack.world import World

ONCALL = frozenset({f"{TEAM}/U0BEN", f"{TEAM}/U0CHI"})


def _groups(world: World) -> SlackGroups:
    return SlackGroups(world.client, TEAM, lambda: world.clock[0])


def _names(world: World) -> SetNames:
    return SetNames(world.client, lambda: world.clock[0])


def _counted(world: World, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The methods that are called from now on."""
    called, call = list[str](), world.client.api_call

    async def counted(api_method: str, **given: Any) -> Any:
        called.append(api_method)
        return await call(api_method, **given)

    monkeypatch.setattr(world.client, "api_call", counted)
    return called


async def test_a_group_is_known_for_a_minute_at_most(world: World) -> None:
    """Whoever was taken out of it can't decide a minute later."""
    found = _groups(world)
    assert await found.members("group:S0ONCALL") == ONCALL
    world.sandbox.slack.workspace.usergroups["S0ONCALL"]["users"] = ["U0CHI"]
    world.clock[0] = MEMBERS_S
    assert await found.members("group:S0ONCALL") == ONCALL
    world.clock[0] = MEMBERS_S + 1
    assert await found.members("group:S0ONCALL") == {f"{TEAM}/U0CHI"}


@pytest.mark.parametrize("name", ["group:S0ONCALL", "channel:C0OPS"])
async def test_a_failure_is_never_kept(world: World, name: str) -> None:
    """Neither in place of what was known a minute ago, nor for the next who asks."""
    found = _groups(world)
    method = "usergroups.users.list" if name.startswith("group") else "conversations.members"
    members = await found.members(name)
    world.clock[0] = MEMBERS_S + 1
    for error in ("fatal_error", "missing_scope", "ratelimited"):
        await world.fault("error", method, error=error)
        with pytest.raises(SetTrouble, match=error):
            await found.members(name)
    assert await found.members(name) == members


async def test_an_unknown_group_is_unreadable(world: World) -> None:
    """No such group, and no such channel, is no empty set."""
    found = _groups(world)
    with pytest.raises(SetTrouble, match="no_such_subteam"):
        await found.members("group:S0NONE")
    with pytest.raises(SetTrouble, match="channel_not_found"):
        await found.members("channel:C0NONE")


async def test_those_who_ask_at_once_share_a_look_up(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a failure, too; who stops waiting takes it from nobody."""
    found, called = _groups(world), _counted(world, monkeypatch)
    asked = [asyncio.create_task(found.members("group:S0ONCALL")) for _ in range(20)]
    await asyncio.sleep(0)
    asked[0].cancel()
    with pytest.raises(asyncio.CancelledError):
        await asked[0]
    assert await asyncio.gather(*asked[1:]) == [ONCALL] * 19
    assert called == ["usergroups.users.list"]

    world.clock[0] = MEMBERS_S + 1
    await world.fault("error", "usergroups.users.list", error="fatal_error")
    both = [found.members("group:S0ONCALL") for _ in range(2)]
    failed = await asyncio.gather(*both, return_exceptions=True)
    assert [type(one) for one in failed] == [SetTrouble, SetTrouble]


async def test_members_of_a_channel_are_read_to_the_last_page(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of one that has too many to be read, nobody is taken for a member."""
    monkeypatch.setattr(membership, "PAGE", 2)
    channel = world.sandbox.slack.workspace.channels["C0OPS"]
    found = await _groups(world).members("channel:C0OPS")
    assert found == {f"{TEAM}/{user}" for user in channel.members} and len(found) > 4
    monkeypatch.setattr(groups, "MOST", 4)
    with pytest.raises(SetTrouble, match="more than 4 members"):
        await _groups(world).members("channel:C0OPS")


async def test_sets_are_called_as_in_slack(world: World) -> None:
    """A group by its handle, a public channel by its name; what isn't known by nothing."""
    found = _names(world)
    sets = ("group:S0ONCALL", "group:S0NONE", "channel:C0OPS", "channel:C0DEALS", "schedule:x")
    assert await found.of(sets) == {"group:S0ONCALL": "@oncall", "channel:C0OPS": "#ops"}


async def test_a_name_is_asked_for_once_in_a_while(world: World) -> None:
    """One that is known after an hour, one that Slack didn't tell after a minute."""
    found, name = _names(world), ("group:S0ONCALL",)
    await world.fault("error", "usergroups.list", error="fatal_error")
    assert await found.of(name) == {}
    assert await found.of(name) == {}
    world.clock[0] = NAMES_AGAIN_S
    assert await found.of(name) == {"group:S0ONCALL": "@oncall"}
    world.sandbox.slack.workspace.usergroups["S0ONCALL"]["handle"] = "payments"
    world.clock[0] += NAMES_S - 1
    assert await found.of(name) == {"group:S0ONCALL": "@oncall"}
    world.clock[0] += 1
    assert await found.of(name) == {"group:S0ONCALL": "@payments"}


async def test_a_slow_name_is_done_without(world: World) -> None:
    """A card doesn't wait for it."""
    await world.fault("slow", "conversations.info", seconds=5)
    assert await _names(world).of(("channel:C0OPS",), 0.05) == {}
