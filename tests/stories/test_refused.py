"""Refusals (PRODUCT.md 5): private, at once, and in exactly these words, wherever one can press."""

from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from blocks import ids
from blocks.pen import clock
from bot.core.checkpoint import load_record
from bot.core.request import Request
from bot.slack import groups
from tests.stories import ops as people
from tests.stories.copies import mark_of
from tests.stories.ops import asked, call, ops
from tests.stories.ops_tools import DONE
from tests.support import wait_until
from tests.world import Json, Message, Person, World

ROWS = {
    "not an approver": "test_who_is_not_in_the_set",
    "own request": "test_whoever_asked",
    "not linked": "test_who_is_not_linked",  # the link itself: LATER
    "guest": "test_a_guest",
    "outside member": "test_a_member_of_another_company",
    "already decided": "test_what_is_decided_already",
    "expired": "test_what_has_lapsed",
    "can't verify": "test_a_set_that_cannot_be_read",
    "changed": "test_a_card_that_was_changed",
}
LATER = {"needs a fresh sign-in": "no page signs anybody in yet", "[Link account]": "nor links"}

TEAM = """\
    - name: restarts
      tools: restart
      verdict: ask
      approvers: {groups: S0ONCALL}
"""
EXPIRES = f"{TEAM}      deadline: 1h\n"
CHANGED = "The plan changed after this card was posted. The current one is A-1."
SET = "1 of @oncall (now Ben Ode, Chi Wu)"
# What may be pressed on an open card, and what is filled into the form that it opens, if any.
PRESSES: dict[str, Json | None] = {
    "Approve once": None,
    "I can't take this": None,
    "Reject…": {"Why, or how instead": "no"},
    "Edit…": {"service": "api"},
    "Allow for 1 h…": {},
    "Answer instead…": {"Answer": "it is up"},
    "Ask the requester…": {"Question to Ana Ruiz": "why?"},
    "Hand over…": {"Who should decide?": "U0CHI"},
}
FORMS = {button: filled for button, filled in PRESSES.items() if filled is not None}


def test_every_row_has_a_story() -> None:
    """Those that are there have one here."""
    assert [test for test in ROWS.values() if test not in globals()] == []
    assert all(LATER.values())


@asynccontextmanager
async def _open(
    folder: Path, redis: str, rules: str = TEAM
) -> AsyncGenerator[tuple[World, Message]]:
    """Ana's task and its card, which stays as it is whatever is refused."""
    async with ops(folder, redis, rules) as slack:
        task = await asked(slack, "ana", "support", call("restart"))
        yield slack, await slack.card(task.ts)


async def _presses(person: Person, card: Message, buttons: Sequence[str] = (*PRESSES,)) -> None:
    """Presses each, and sends the form that it opens."""
    for button in buttons:
        await person.clicks(card, button)
        filled = PRESSES[button]
        if filled is None:
            continue
        sent = await person.submits(filled)
        assert sent["status"] == "ok", (button, sent)


async def _told(person: Person, words: str, times: int = len(PRESSES)) -> None:
    """Only they hear it, in these words and no others, as often as they pressed."""

    async def heard() -> list[str] | None:
        found = [said.split("\n")[0] for said in await person.whispers()]
        return found if len(found) == times else None

    assert set(await wait_until(heard, f"{times} private words")) == {words}


async def _unchanged(slack: World, card: Message) -> None:
    now = await slack.card(card.thread)
    assert (now.ts, now.raw["blocks"]) == (card.ts, card.raw["blocks"]) and DONE == []


async def _request(slack: World, card: Message) -> Request:
    mark = mark_of(card.raw)
    async with slack.store() as store:
        body = await store.request(str(mark))
    assert body is not None
    return load_record(body).request


# --- who may not ---------------------------------------------------------------------------------


async def test_who_is_not_in_the_set(tmp_path: Path, redis: str) -> None:
    """By a button, by the menu and by each form."""
    async with _open(tmp_path, redis) as (slack, card):
        eli = slack.person("eli")
        await _presses(eli, card)
        words = f"You can't decide A-1. It needs {SET}, and you aren't in that group."
        await _told(eli, words)
        await _unchanged(slack, card)


async def test_whoever_asked(tmp_path: Path, redis: str) -> None:
    """Though the set has them."""
    async with ops(tmp_path, redis, TEAM) as slack:
        await slack.group("oncall", add=["ana"])
        task = await asked(slack, "ana", "support", call("restart"))
        card, ana = await slack.card(task.ts), slack.person("ana")
        await _presses(ana, card)
        await _told(
            ana, "You asked for this, so someone else has to decide. @oncall has been told."
        )
        await _unchanged(slack, card)


async def test_who_is_not_linked(
    tmp_path: Path, redis: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """There is no page to link an account yet, so an admin is named."""
    linked = "".join(line for line in people.PEOPLE.splitlines(True) if "Eli" not in line)
    monkeypatch.setattr(people, "PEOPLE", linked)
    async with _open(tmp_path, redis) as (slack, card):
        eli = slack.person("eli")
        await _presses(eli, card)
        await _told(eli, "I don't know your account yet. Ask an admin to link it, "
                         "then press Approve again.")  # fmt: skip
        await _unchanged(slack, card)


async def test_a_guest(tmp_path: Path, redis: str) -> None:
    """Guests decide nothing."""
    async with _open(tmp_path, redis) as (slack, card):
        gus = slack.person("gus")
        await _presses(gus, card)
        await _told(gus, "Guests can't decide here.")
        await _unchanged(slack, card)


async def test_a_member_of_another_company(tmp_path: Path, redis: str) -> None:
    """In a channel that was shared after the card was posted."""
    async with _open(tmp_path, redis) as (slack, card):
        channel = slack.sandbox.slack.workspace.channel("support")
        assert channel is not None
        channel.members.add("U0OLGA")
        olga = slack.person("olga")
        await _presses(olga, card)
        await _told(olga, "Members of other companies can't decide here.")
        await _unchanged(slack, card)


async def test_a_set_that_cannot_be_read(
    tmp_path: Path, redis: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither a yes nor a no counts; the next press may."""
    async with _open(tmp_path, redis) as (slack, card):
        monkeypatch.setattr(groups, "MEMBERS_S", -1.0)
        await slack.faults(kind="error", method="usergroups.users.list", times=1_000)
        ben = slack.person("ben")
        await _presses(ben, card)
        await _told(ben, "I couldn't check your group just now, so I changed nothing. "
                         "Try again in a minute.")  # fmt: skip
        await _unchanged(slack, card)


# --- what can't be decided any more --------------------------------------------------------------


async def _late(person: Person, card: Message, words: str) -> None:
    """On an old picture of the card: a tap is told privately, a form opens with the words alone."""
    for button in PRESSES:
        place = {"channel": card.channel, "ts": card.ts, "text": button, "stale": True}
        await person.world.does(person.name, "click", **place)
        if PRESSES[button] is None:
            continue
        await _closed(person, words)
    await _told(person, words, len(PRESSES) - len(FORMS))


async def _closed(person: Person, words: str) -> None:
    """Closes a modal that has no form, only these words."""
    view = (await person.view())["view"]
    assert [block["text"]["text"] for block in view["blocks"]] == [words]
    await person.world.does(person.name, "close", view_id=view["id"])


async def _sends(person: Person, words: str, filled: Json) -> None:
    """A form that was open before stays, with the words at a field."""
    sent = await person.submits(filled)
    assert sent["response_action"] == "errors"
    assert [*sent["errors"].values()] == [words]


async def test_what_is_decided_already(tmp_path: Path, redis: str) -> None:
    """By whom and when."""
    async with _open(tmp_path, redis) as (slack, card):
        chi = slack.person("chi")
        await chi.clicks(card, "Reject…")
        await chi.view()
        await slack.person("ben").clicks(card, "Approve once")
        await slack.message(card.thread, "All done here.")
        ended = (await _request(slack, card)).ended
        assert ended is not None
        at = clock(ended.at // 1000)
        words = f"Ben Ode approved this at {at}. Nothing more to do."
        await _sends(chi, words, FORMS["Reject…"])
        await _late(slack.person("dee"), card, words)
        assert DONE == ["restart checkout"]


async def test_what_has_lapsed(tmp_path: Path, redis: str) -> None:
    """When, and what helps now."""
    async with _open(tmp_path, redis, EXPIRES) as (slack, card):
        chi = slack.person("chi")
        await chi.clicks(card, "Reject…")
        await chi.view()
        slack.passes(3600)
        await slack.message(card.thread, "All done here.")
        at = clock((await _request(slack, card)).deadline // 1000)
        words = f"This lapsed at {at} and nothing was run. Ask Ana Ruiz to send it again."
        await _sends(chi, words, FORMS["Reject…"])
        await _late(slack.person("ben"), card, words)
        assert DONE == []


async def test_what_everybody_passed_on_lapsed_then(tmp_path: Path, redis: str) -> None:
    """Not at its deadline, which is still to come."""
    async with _open(tmp_path, redis) as (slack, card):
        for name in ("ben", "chi"):
            await slack.person(name).clicks(card, "I can't take this")
        await slack.message(card.thread, "All done here.")
        ended = (await _request(slack, card)).ended
        assert ended is not None
        words = f"This lapsed at {clock(ended.at // 1000)} and nothing was run. "
        await _late(slack.person("dee"), card, f"{words}Ask Ana Ruiz to send it again.")


async def test_a_card_that_was_changed(tmp_path: Path, redis: str) -> None:
    """An edit keeps the number, so that is where the current one is."""
    rules = f"{TEAM}      count: 2\n"
    async with _open(tmp_path, redis, rules) as (slack, card):
        ben, chi = slack.person("ben"), slack.person("chi")
        await chi.clicks(card, "Reject…")
        await chi.view()
        await ben.clicks(card, "Edit…")
        await ben.submits({"service": "api"})
        await slack.message(card.thread, "1 of 2 approvals: restart api")
        await _sends(chi, CHANGED, FORMS["Reject…"])
        dee = slack.person("dee")
        await _pressed_old(dee, card)
        await _told(dee, CHANGED, 2)
        assert DONE == []


async def _pressed_old(person: Person, card: Message) -> None:
    """Presses the card as it was: a tap is answered, and what would open a form says so there."""
    (row,) = [block for block in card.raw["blocks"] if block["type"] == "actions"]
    place = {"channel": card.channel, "ts": card.ts, "block_id": row["block_id"], "stale": True}
    menu = [{"action_id": ids.MORE, "value": entry["text"]["text"]} for entry in _entries(row)]
    for pressed in ({"action_id": ids.REJECT}, {"action_id": ids.EDIT}, *menu[:-1]):
        await person.world.does(person.name, "click", **place, **pressed)
        await _closed(person, CHANGED)
    for pressed in ({"action_id": ids.APPROVE}, menu[-1]):
        await person.world.does(person.name, "click", **place, **pressed)


def _entries(row: Json) -> list[Json]:
    """Those of the ⋯ menu."""
    (menu,) = [element for element in row["elements"] if element["type"] == "overflow"]
    return menu["options"]
