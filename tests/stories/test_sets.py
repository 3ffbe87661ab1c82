"""Live sets: whoever is in the group, in the channel or on call when they click decides."""

import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from bot.core.ids import run_of
from bot.slack import groups
from tests.calendar.ics import event
from tests.calendar.ics import ics as calendar_of
from tests.stories.conftest import nobody_refunded
from tests.support import wait_until
from tests.world import Message, World, changed, world

TASK = "@signoff refund order 1042, it arrived broken"
WHO = "      approvers: {roles: [approver]}\n      deadline: 1h\n"
METHOD = "usergroups.users.list"
ON_CALL = """\
schedules:
  payments:
    rota:
      people: [ben, chi]
      starts: 2020-01-01T09:00
      every: 366d
      zone: Europe/Madrid
      overrides: [{from: 2020-01-01T09:00, to: 2120-01-01T09:00, person: ben}]
policy:
"""


@asynccontextmanager
async def _deciding(
    folder: Path, redis: str, approvers: str, *more: tuple[str, str]
) -> AsyncGenerator[World]:
    """A world whose refunds are decided by these approvers."""
    who = WHO.replace("{roles: [approver]}", approvers)
    file = changed(folder, (WHO, who), *more)
    async with world(folder, redis, config=file, reload_s=0.05) as made:
        yield made


async def _asked(slack: World) -> tuple[Message, Message]:
    """Ana's task and the card that came of it."""
    task = await slack.person("ana").says(TASK)
    return task, await slack.card(task.ts)


async def _refunded(slack: World, task: Message, by: str) -> None:
    """Asserts that the refund was approved by somebody, and made once."""
    assert f"U0{by.upper()}" in (await slack.message(task.ts, "Approved once by")).text
    await wait_until(
        lambda: slack.shop("select count(*) from refunds") == [(1,)], "the refund was made"
    )


async def _recorded(slack: World, card: Message, what: str) -> list[dict[str, Any]]:
    """What the record says of a kind of thing."""
    run = run_of(card.raw["metadata"]["event_payload"]["id"])
    assert run is not None
    async with slack.store() as store:
        lines = [json.loads(line) for line in await store.audit(run)]
    return [line for line in lines if line["what"] == what]


async def test_a_member_of_the_group_decides(tmp_path: Path, redis: str) -> None:
    """The card names the group and who is in it; who has the role but isn't in it, doesn't."""
    async with _deciding(tmp_path, redis, "{groups: S0ONCALL}") as slack:
        await slack.group("oncall", remove=["chi"], add=["gus", "ana"])
        task, card = await _asked(slack)
        assert "1 of @oncall" in card.text and "U0BEN" in card.text
        assert "U0CHI" not in card.text and "U0GUS" not in card.text, "only who is linked counts"
        chi = slack.person("chi")
        await chi.clicks(card, "Approve once")
        refused = await chi.hears("It needs 1 of @oncall")
        assert "you aren't in that group" in refused
        await slack.person("ana").clicks(card, "Approve once")
        await slack.person("ana").hears("You asked for this, so someone else has to decide.")
        nobody_refunded(slack)
        await slack.person("ben").clicks(card, "Approve once")
        await _refunded(slack, task, "ben")


@pytest.mark.case("F04")
async def test_whoever_was_taken_out_of_the_group_decides_nothing(
    tmp_path: Path, redis: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the group as it is at the click, a minute after it was last read."""
    monkeypatch.setattr(groups, "MEMBERS_S", -1.0)  # a minute has always passed
    async with _deciding(tmp_path, redis, "{groups: S0ONCALL}") as slack:
        task, card = await _asked(slack)
        await slack.group("oncall", remove=["ben"], add=["dee"])
        await slack.person("ben").clicks(card, "Approve once")
        refused = await slack.person("ben").hears("you aren't in that group")
        assert "U0DEE" in refused and "U0BEN" not in refused, "who is in it now"

        async def redrawn() -> bool:
            text = (await slack.card(task.ts)).text
            return "U0DEE" in text and "U0BEN" not in text

        await wait_until(redrawn, "the card names who is in it now")
        nobody_refunded(slack)
        await slack.person("dee").clicks(card, "Approve once")
        await _refunded(slack, task, "dee")
        (refused,) = await _recorded(slack, card, "attempt refused")
        assert (refused["by"], refused["why"]) == ("U0BEN", "not_approver")
        (yes,) = await _recorded(slack, card, "approval")
        assert (yes["by"], yes["roles"], yes["sets"]) == ("U0DEE", ["admin"], ["group:S0ONCALL"])


async def test_a_group_that_cannot_be_read_at_the_click_is_said(
    tmp_path: Path, redis: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing changes, neither yes nor no; once it can be read, the same click counts."""
    monkeypatch.setattr(groups, "MEMBERS_S", -1.0)
    async with _deciding(tmp_path, redis, "{groups: S0ONCALL}") as slack:
        task, card = await _asked(slack)
        await slack.faults(kind="error", method=METHOD, error="fatal_error", times=1)
        ben = slack.person("ben")
        await ben.clicks(card, "Approve once")
        await ben.hears("I couldn't check your group just now, so I changed nothing. Try again in")
        assert (await slack.card(task.ts)).buttons == card.buttons
        nobody_refunded(slack)
        await ben.clicks(card, "Approve once")
        await _refunded(slack, task, "ben")


async def test_a_group_that_cannot_be_read_asks_nobody(tmp_path: Path, redis: str) -> None:
    """The model is told why, and nothing was run; asked again, it is read."""
    async with _deciding(tmp_path, redis, "{groups: S0ONCALL}") as slack:
        await slack.faults(kind="error", method=METHOD, error="missing_scope", times=1)
        refund = {"name": "refund_order", "arguments": {"order_id": 1042, "reason": "broken"}}
        await slack.plays({"calls": [refund]}, {"text": "Nobody could be asked."})
        task = await slack.person("ana").says(TASK)
        await slack.message(task.ts, "Nobody could be asked.")
        told = json.loads((await slack.results())[-1])
        assert told["outcome"] == "refused"
        assert "I couldn't read the user group S0ONCALL just now" in told["reason"]
        assert not any('"approve"' in m.text for m in await slack.messages(task.ts))
        nobody_refunded(slack)
        again, card = await _asked(slack)
        await slack.person("chi").clicks(card, "Approve once")
        await _refunded(slack, again, "chi")


async def test_a_member_of_the_channel_decides(tmp_path: Path, redis: str) -> None:
    """The requester's role is no bar to Eli, who is in it; a guest never decides."""
    async with _deciding(tmp_path, redis, "{channels: [C0OPS]}") as slack:
        task, card = await _asked(slack)
        assert "1 of the members of #ops" in card.text and "U0ELI" in card.text
        await slack.person("gus").clicks(card, "Approve once")
        await slack.person("gus").hears("Guests can't decide here.")
        nobody_refunded(slack)
        await slack.person("eli").clicks(card, "Approve once")
        await _refunded(slack, task, "eli")


async def test_whoever_is_on_call_at_the_click_decides(tmp_path: Path, redis: str) -> None:
    """Ben was when the card came; he has handed over to Chi since."""
    on_call = ("policy:\n", ON_CALL)
    async with _deciding(tmp_path, redis, "{schedules: payments}", on_call) as slack:
        task, card = await _asked(slack)
        assert "1 of those on call for payments" in card.text
        assert "U0BEN" in card.text and "U0CHI" not in card.text
        file = slack.settings.config
        file.write_text(file.read_text().replace("person: ben", "person: chi"))

        async def handed_over() -> bool:
            async with slack.store() as store:
                return len(await store.notes()) == 2

        await wait_until(handed_over, "the changed rota is on the record")
        await slack.person("ben").clicks(card, "Approve once")
        await slack.person("ben").hears("It needs 1 of those on call for payments")
        nobody_refunded(slack)
        await slack.person("chi").clicks(card, "Approve once")
        await _refunded(slack, task, "chi")


async def test_a_reminder_calls_whoever_is_on_call_by_then(tmp_path: Path, redis: str) -> None:
    """Chi has taken over from Ben since the card came; nobody has pressed anything."""
    over = datetime.now(ZoneInfo("Europe/Madrid")) + timedelta(seconds=4)
    handover = f"{over:%Y-%m-%dT%H:%M:%S}"
    on_call = ON_CALL.replace("to: 2120-01-01T09:00, person: ben", f"to: {handover}, person: ben")
    on_call = on_call.replace("people: [ben, chi]", "people: [chi]")
    asks = ("reminders: [15m, 30m]", "reminders: [7s]")
    more = (("policy:\n", on_call), asks)
    async with _deciding(tmp_path, redis, "{schedules: payments}", *more) as slack:
        task, card = await _asked(slack)
        assert "U0BEN" in card.text and "U0CHI" not in card.text
        told = await slack.message(task.ts, "still needs a decision")
        assert "<@U0CHI>" in told.text and "U0BEN" not in told.text

        async def redrawn() -> bool:
            text = (await slack.card(task.ts)).text
            return "U0CHI" in text and "U0BEN" not in text

        await wait_until(redrawn, "the card names who is on call now")
        nobody_refunded(slack)


async def test_whose_event_is_now_decides(tmp_path: Path, redis: str) -> None:
    """By a calendar's file; without it nobody is asked."""
    always = {"start": ":20200101T090000Z", "end": ":21200101T090000Z"}
    file = tmp_path / "oncall.ics"
    schedule = f"{{ical: {file}, people: {{chi@signoff.test: chi, Ben Ode: ben}}}}"
    more = ("policy:\n", f"schedules:\n  payments: {schedule}\npolicy:\n")
    async with _deciding(tmp_path, redis, "{schedules: payments}", more) as slack:
        refund = {"name": "refund_order", "arguments": {"order_id": 1042, "reason": "broken"}}
        await slack.plays({"calls": [refund]}, {"text": "Nobody could be asked."})
        first = await slack.person("ana").says(TASK)
        await slack.message(first.ts, "Nobody could be asked.")
        assert "I couldn't read who is on call for payments" in (await slack.results())[-1]
        file.write_bytes(calendar_of(event("ATTENDEE:mailto:chi@signoff.test", **always)))
        task, card = await _asked(slack)
        await slack.person("ben").clicks(card, "Approve once")
        await slack.person("ben").hears("It needs 1 of those on call for payments")
        nobody_refunded(slack)
        await slack.person("chi").clicks(card, "Approve once")
        await _refunded(slack, task, "chi")
