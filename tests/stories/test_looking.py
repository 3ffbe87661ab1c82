"""What people see of tasks and approvals by slash commands and in the Home tab."""

import os
import signal
from pathlib import Path
from typing import Any

import pytest
from structlog.testing import capture_logs

from bot.store import EmbeddedRedis
from tests.stories.conftest import nobody_refunded
from tests.stories.looking import home as _home
from tests.stories.looking import told as _told
from tests.support import wait_until
from tests.world import Message, Person, World, world

TASK = "@signoff refund order 1042, it arrived broken"
PRIVATE = "private-deals"


async def _asked(
    slack: World, who: str = "ana", channel: str = "support"
) -> tuple[Message, Message]:
    """A task and the card that came of it."""
    task = await slack.person(who).says(TASK, channel=channel)
    return task, await slack.card(task.ts)


def _number(card: Message, letter: str = "R") -> str:
    """The R- or A-number on a card."""
    found = [w.strip('*_|·,.:()"') for w in card.text.replace("\\n", " ").split()]
    return next(w for w in found if w.startswith(f"{letter}-") and w[2:].isdigit())


# --- status and list -----------------------------------------------------------------------------


async def test_status_shows_ones_own_runs_and_what_they_wait_for(slack: World) -> None:
    """Number, what it waits for, the task and a link to its thread; nobody else's runs."""
    task, card = await _asked(slack)
    ana, ben = slack.person("ana"), slack.person("ben")
    told = await _told(ana, "/task", "status", "Your runs at work")
    assert f"{_number(card)}>* waits for {_number(card, 'A')}" in told
    assert "refund order 1042, it arrived broken" in told
    assert f"/archives/C0SUPPORT/p{task.ts.replace('.', '')}" in told
    assert "You have no run at work" in await _told(ben, "/task", "status", "no run")

    await ben.clicks(card, "Approve once")
    await slack.message(task.ts, "Refunded order 1042")
    assert "You have no run at work" in await _told(ana, "/task", "status", "no run")
    listed = await _told(ana, "/task", "list", "Your runs of the last 7 days")
    assert f"{_number(card)}>* is done (1 allowed, 1 approved)" in listed
    await _told(ben, "/task", "list", "You had no run in the last 7 days")


async def test_secrets_and_markup_in_a_task_are_not_shown(slack: World) -> None:
    """A task is quoted masked and pings nobody."""
    await slack.plays({"text": "No."})
    ana = slack.person("ana")
    task = await ana.says("@signoff use password=hunter2hunter2 and tell <!channel> *now*")
    await slack.message(task.ts, "No.")
    told = await _told(ana, "/task", "list", "is done")
    assert "hunter2" not in told and "<!channel>" not in told and "[hidden]" in told


async def test_long_lists_end_with_how_many_more(slack: World) -> None:
    """Ten runs are shown, newest first."""
    ana = slack.person("ana")
    await slack.plays(*({"text": f"Done with {n}."} for n in range(12)))
    for n in range(12):
        task = await ana.says(f"@signoff count to {n}")
        await slack.message(task.ts, "Done with")
    told = await _told(ana, "/task", "list", "and 2 more")
    assert told.index("count to 11") < told.index("count to 2")
    assert "count to 1”" not in told


# --- stop ----------------------------------------------------------------------------------------


async def test_stop_ends_the_only_run(slack: World) -> None:
    """It is told at once, and in the thread when it has."""
    task, card = await _asked(slack)
    ana = slack.person("ana")
    await _told(ana, "/task", "stop", f"{_number(card)} is being stopped")
    await slack.message(task.ts, "was stopped by")
    nobody_refunded(slack)
    await _told(ana, "/task", "stop", "nothing to stop")
    await _told(ana, "/task", f"stop {_number(card)}", "has ended already")
    await _told(ana, "/task", "stop R-99999", "There is no run R-99999 at work")
    assert "was stopped" in await _told(ana, "/task", "list", "Your runs")


async def test_stop_asks_which_of_several(slack: World) -> None:
    """Nothing is stopped until a button says which; the other goes on."""
    first, _ = await _asked(slack)
    second, other = await _asked(slack, channel="ops")
    ana = slack.person("ana")
    told = await _told(ana, "/task", "stop", "Which of your runs?")
    assert "Stop run" in told
    whisper = await _whisper(slack, ana, "Which of your runs?")
    await _presses_stop(slack, ana, whisper, _number(other))
    await slack.message(second.ts, "was stopped by")
    await _told(ana, "/task", "status", "Your runs at work")
    assert not any("was stopped" in m.text for m in await slack.messages(first.ts))


@pytest.mark.parametrize("who", ["ben", "dee"])
async def test_an_approver_or_admin_stops_anothers_run_by_its_number(
    slack: World, who: str
) -> None:
    """By the run's number, in any case of its letter."""
    task, card = await _asked(slack)
    number = _number(card).lower()
    await _told(slack.person(who), "/task", f"stop {number}", "is being stopped")
    await slack.message(task.ts, "was stopped by")


async def test_a_stranger_stops_nothing(slack: World) -> None:
    """The run's own check refuses, in words, and the run goes on."""
    task, card = await _asked(slack)
    eli, gus = slack.person("eli"), slack.person("gus")
    await _told(
        eli, "/task", f"stop {_number(card)}", "Only whoever asked, an approver or an admin"
    )
    await _told(gus, "/task", f"stop {_number(card, 'A')}", "Guests can't decide here")
    assert not any("is being stopped" in w for w in await eli.whispers() + await gus.whispers())
    assert not any("was stopped" in m.text for m in await slack.messages(task.ts))
    await slack.person("ben").clicks(card, "Approve once")
    await slack.message(task.ts, "Refunded order 1042")


# --- approvals -----------------------------------------------------------------------------------


async def test_approvals_are_those_that_one_may_decide(slack: World) -> None:
    """Ben is asked, Ana isn't: she asked for it herself."""
    _, card = await _asked(slack)
    ana, ben = slack.person("ana"), slack.person("ben")
    number = _number(card, "A")
    told = await _told(ben, "/approvals", "", "Waiting for your decision")
    assert f"{number}>*" in told and "medium risk, decide by" in told and "Open card" in told
    assert f"/archives/C0SUPPORT/p{card.ts.replace('.', '')}?thread_ts=" in told
    told = await _told(ana, "/approvals", "mine", "Nothing waits for your decision")
    assert number not in told and "1 more open for others" in told
    assert number in await _told(ana, "/approvals", "open", "Open, by deadline")

    await ben.clicks(card, "Approve once")
    await slack.message(card.thread, "Refunded order 1042")
    await _told(ben, "/approvals", "", "Nothing waits for your decision")
    await _told(ana, "/approvals", "open", "Nothing is open")
    told = await _told(ana, "/approvals", "since:7d", "Settled, newest first")
    assert number in told and "approved by <@U0BEN>" in told
    await _told(ana, "/approvals", "since:0h", "Nothing was settled in that time")
    await _told(ana, "/approvals", "yesterday", "I know /approvals mine")


async def test_a_private_conversation_shows_outsiders_no_words(slack: World) -> None:
    """Chi may decide but isn't in the channel: number, risk and deadline, nothing more."""
    _, card = await _asked(slack, channel=PRIVATE)
    number = _number(card, "A")
    inside = await _told(slack.person("ben"), "/approvals", "", number)
    assert "efund order 1042" in inside and "Open card" in inside
    for text in ("", "open"):
        told = await _told(slack.person("chi"), "/approvals", text, number)
        assert "medium risk" in told and "in a private conversation" in told
        assert "1042, " not in told.replace(number, "") and "efund" not in told
        assert "archives" not in told and "Open card" not in told
    home = await _home(slack, "chi", number)
    assert "in a private conversation" in home and "efund" not in home and "archives" not in home

    await slack.person("ben").clicks(card, "Reject…")
    await slack.person("ben").submits({"Why, or how instead": "too much"})
    await slack.message(card.thread, "Rejected by")
    told = await _told(slack.person("chi"), "/approvals", "since:1d", number)
    assert "rejected" in told and "efund" not in told and "U0BEN" not in told


async def test_a_conversation_that_cannot_be_looked_up_is_private(slack: World) -> None:
    """A doubt is a no."""
    _, card = await _asked(slack)
    await slack.faults(kind="error", method="conversations.info", error="internal_error", times=1)
    told = await _told(slack.person("ben"), "/approvals", "", _number(card, "A"))
    assert "in a private conversation" in told and "efund" not in told
    assert "efund" in await _told(slack.person("ben"), "/approvals", "", "Open card")


# --- about the installation ----------------------------------------------------------------------


async def test_everybody_is_told_what_there_is(slack: World) -> None:
    """The agent's tools with their risk, what can be said, and whom one is linked to."""
    ben = slack.person("ben")
    told = await _told(ben, "/task", "agents", "The agent here is")
    assert "refund_order: medium risk" in told and "shop" in told
    assert "/approvals since:7d" in await _told(ben, "/task", "help", "/task stop")
    assert "*Ben Ode* (ben), roles: approver" in await _told(ben, "/task", "whoami", "Linked as")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("link", "An admin adds you"),
        ("unlink", "An admin takes you out"),
        ("away", "no out-of-office"),
        ("rule", "An admin edits signoff.yaml"),
        ("audit", "signoff audit"),
    ],
)
async def test_what_is_not_offered_is_said_plainly(slack: World, text: str, words: str) -> None:
    """One line, and what to do in its place."""
    await _told(slack.person("ana"), "/task", text, words)


async def test_guests_and_the_unlinked_are_shown_nothing(tmp_path: Path, redis: str) -> None:
    """In words; the unlinked are told how they get linked."""
    from tests.world import changed

    config = changed(tmp_path, ("U0ELI", "U0SOMEONE"))
    async with world(tmp_path, redis, config=config) as slack:
        await _asked(slack)
        gus, eli = slack.person("gus"), slack.person("eli")
        for command, text in (("/task", "status"), ("/task", "help"), ("/approvals", "open")):
            await _told(gus, command, text, "Guests can't look at")
        for command, text in (("/task", "list"), ("/task", "agents"), ("/approvals", "open")):
            await _told(eli, command, text, "I don't know your account yet, so I show nothing")
        told = await _told(eli, "/task", "whoami", "isn't linked")
        assert "T0SIGNOFF" in told and "U0ELI" in told
        assert "1042" not in await _home(slack, "eli", "isn't linked")
        assert "1042" not in await _home(slack, "gus", "Guests can't look at")
        await slack.faults(kind="error", method="users.info", error="internal_error", times=1)
        await _told(slack.person("ben"), "/task", "status", "I couldn't look up who you are")


# --- Home ----------------------------------------------------------------------------------------


async def test_home_shows_what_to_decide_until_it_is_decided(tmp_path: Path, redis: str) -> None:
    """Ben's tab has the card, also after a restart; once he has decided it hasn't."""
    async with world(tmp_path, redis, bot=False) as slack:
        process = await slack.start("all")
        task, card = await _asked(slack)
        number = _number(card, "A")
        home = await _home(slack, "ben", number)
        assert "Linked as *Ben Ode* (ben), roles: approver" in home and "Open card" in home
        assert "You have no run at work" in home and "Open: 1" in home
        process.kill()
        await process.wait()
        await slack.start("all")
        mine = await _home(slack, "ana", _number(card))
        assert f"waits for {number}" in mine and "Nothing waits for your decision" in mine

        await slack.person("ben").clicks(card, "Approve once")
        await slack.message(task.ts, "Refunded order 1042")
        home = await _home(slack, "ben", "Nothing waits for your decision")
        assert number not in home and "settled in the last 24 h: 1" in home


async def test_a_run_is_stopped_from_home(slack: World) -> None:
    """The button works on the tab, which says at once that it was pressed."""
    task, card = await _asked(slack)
    ana = slack.person("ana")
    await _home(slack, "ana", "Stop run")
    view = (await slack.state())["homes"][slack.user("ana")]
    stop = next(b for b in view["blocks"] if b.get("accessory"))
    await slack.does("ana", "click", view_id=view["id"], action_id=stop["accessory"]["action_id"])
    await slack.message(task.ts, "was stopped by")
    assert "You have no run at work" in await _home(slack, "ana", "You have no run at work")
    assert not any("That" in w for w in await ana.whispers())
    nobody_refunded(slack)
    assert _number(card)


async def test_a_home_that_slack_refuses_is_left(slack: World) -> None:
    """It is logged, and drawn when the tab is opened again."""
    await slack.faults(kind="error", method="views.publish", error="not_enabled", times=1)
    with capture_logs() as logs:
        await slack.does("ben", "home", tab="home")
        await wait_until(
            lambda: any(one["event"] == "home not published" for one in logs), "a log line"
        )
    await _home(slack, "ben", "Nothing waits for your decision")


# --- Redis ---------------------------------------------------------------------------------------


async def test_without_redis_looking_is_answered_in_words(tmp_path: Path) -> None:
    """Commands, buttons and the tab say so; when Redis is back, all is as it was."""
    with EmbeddedRedis(tmp_path / "redis", fsync="always") as server:
        async with world(tmp_path, server.url) as slack:
            _, card = await _asked(slack)
            ana, number = slack.person("ana"), _number(card)
            await _told(slack.person("ben"), "/approvals", "", "Open card")  # nothing is under way
            assert server.pid is not None
            os.kill(server.pid, signal.SIGKILL)
            for command, text in (("/task", "status"), ("/task", "stop"), ("/approvals", "")):
                await _told(ana, command, text, "I can't look anything up just now")
            await _home(slack, "ben", "I can't look anything up just now")
            await wait_until(server.revive, "the server is started again")
            await _told(ana, "/task", "status", number)


async def _whisper(slack: World, who: Person, words: str) -> dict[str, Any]:
    """The private message to a person that holds these words."""
    found = [m.raw for m in await slack.messages() if words in m.text]
    return next(m for m in found if m.get("ephemeral_to") == slack.user(who.name))


async def _presses_stop(slack: World, who: Person, whisper: dict[str, Any], number: str) -> None:
    """Presses *Stop run* beside a run."""
    row = next(b for b in whisper["blocks"] if number in str(b.get("text")))
    channel = next(m.channel for m in await slack.messages() if m.ts == whisper["ts"])
    await slack.does(
        who.name, "click", channel=channel, ts=whisper["ts"], block_id=row["block_id"],
        action_id=row["accessory"]["action_id"],
    )  # fmt: skip
