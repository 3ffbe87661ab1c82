"""The one list of outcomes (PRODUCT.md 4): what a card says and offers, what the model gets."""

import json
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import get_args

import pytest

from blocks.views import Outcome
from bot.core import emergency
from bot.slack import groups
from tests.stories import test_crashes
from tests.stories.deadly import HITS
from tests.stories.ops import OPS, asked, call, everywhere, ops
from tests.stories.ops_tools import DONE, GATES
from tests.world import Message, World

WHY = "checkout is down and nobody answers me"
NONE = "Nothing was run."
HERE, MENU, ASKING, OUTCOMES = (
    f"tests.stories.{name}" for name in ("test_states", "test_menu", "test_asking", "test_outcomes")
)

# Row → the stories that hold its title, its words, its buttons and what the model gets.
ROWS: dict[str, tuple[str, ...]] = {
    "pending, 1 of 2": (f"{HERE}.test_one_of_two",),
    "approved": (f"{HERE}.test_approved",),
    "approved with changes": (
        "tests.stories.test_editing.test_an_approver_changes_the_amount_and_says_yes_with_it",
    ),
    "rejected": (f"{ASKING}.test_a_rejection_needs_a_reason_which_everybody_gets",),
    "guided": (f"{HERE}.test_guided",),
    "answered": (f"{MENU}.test_an_approver_answers_in_place_of_the_tool",),
    "expired": (f"{ASKING}.test_what_nobody_decides_lapses_without_a_click",),
    "withdrawn": (f"{HERE}.test_withdrawn",),
    "superseded": (f"{HERE}.test_superseded",),
    "stale": (
        f"{HERE}.test_stale",
        "tests.engine.test_gate.test_policy_that_refuses_meanwhile_stops_an_approved_call",
    ),
    "stopped": (f"{HERE}.test_stopped_before_it_ran", f"{HERE}.test_stopped_while_it_ran"),
    "limit": (
        f"{HERE}.test_limit",
        f"{HERE}.test_no_place_to_ask",
        f"{OUTCOMES}.test_too_many_questions_are_not_asked",
    ),
    "failed": (f"{OUTCOMES}.test_a_tool_that_says_no_is_a_failure_on_the_card",),
    "unknown": (f"{HERE}.test_unknown",),
    "granted": (f"{HERE}.test_allowed_used_and_revoked", f"{HERE}.test_allowed_until_it_is_over"),
    "emergency": (f"{HERE}.test_emergency_and_its_review", f"{HERE}.test_emergency_not_reviewed"),
    "cancelled": ("tests.stories.test_questions.test_a_question_is_cancelled",),
    "unanswered": ("tests.stories.test_questions.test_nobody_answers",),
}


def test_every_row_has_its_stories() -> None:
    """A state that a card can show has a story."""
    assert {*ROWS} >= {*get_args(Outcome)}
    for name in (name for names in ROWS.values() for name in names):
        module, _, test = name.rpartition(".")
        assert callable(getattr(import_module(module), test)), name


def _shows(card: Message, title: str, buttons: Sequence[str], *words: str) -> None:
    """The card's header, what it says somewhere, and all of its buttons."""
    blocks = card.raw["blocks"]
    assert blocks[0]["text"]["text"] == title
    said = json.dumps(blocks, ensure_ascii=False)
    assert [word for word in words if word not in said] == []
    assert card.buttons == [*buttons]


async def test_one_of_two(tmp_path: Path, redis: str) -> None:
    """Who has said yes and why, and who is still needed."""
    rules = "    - {name: all, tools: restart, verdict: ask, count: 2, reason_required: true}\n"
    async with ops(tmp_path, redis, rules) as slack:
        task = await asked(slack, "ana", "support", call("restart"))
        card = await slack.message(task.ts, "Approval needed")
        ben = slack.person("ben")
        await ben.clicks(card, "Review & approve…")
        await ben.submits({"Reason": "checked"})
        half = await slack.message(task.ts, "1 of 2 approvals")
        needed = "still needed: 1 of the approver role, not <@U0BEN>, not <@U0ANA>"
        _shows(half, "⏳ 1 of 2 approvals: restart checkout",
               ["Review &amp; approve…", "Reject…", "Edit…", "Details"],
               "✔ <@U0BEN>", "“checked”", needed)  # fmt: skip
        assert DONE == []


async def test_approved(tmp_path: Path, redis: str) -> None:
    """It says that it runs, and can be stopped; then what came of it."""
    async with ops(tmp_path, redis) as slack:
        task = await asked(slack, "ana", "support", call("drain"))
        card = await slack.card(task.ts)
        await slack.person("ben").clicks(card, "Approve once")
        running = await slack.message(task.ts, "Stop this call")
        title = "✅ Approved: drain checkout"
        _shows(running, title, ["Details", "Stop this call"], "Approved once by <@U0BEN>, ")
        GATES[0].set()
        await slack.message(task.ts, "All done here.")
        done = await slack.message(task.ts, "*Result*  Done ")
        _shows(done, title, ["Details"], "Approved once by <@U0BEN>, ", "*Result*  Done ")
        assert await slack.results() == ["drained checkout"]


async def test_guided(tmp_path: Path, redis: str) -> None:
    """How instead, by whom; nothing was run."""
    async with ops(tmp_path, redis) as slack:
        task = await asked(slack, "ana", "support", call("restart"))
        ben = slack.person("ben")
        await ben.clicks(await slack.card(task.ts), "Reject…")
        guide = "Guide: do it differently, as I say below"
        await ben.submits({"Why, or how instead": "one pod", "What should happen?": guide})
        await slack.message(task.ts, "All done here.")
        card = await slack.message(task.ts, "Sent back: restart", but="I go on with that")
        _shows(card, "↪️ Sent back: restart checkout", ["Details"],
               "Sent back by <@U0BEN>, ", "“one pod”", NONE)  # fmt: skip
        assert '{"outcome": "guidance", "text": "one pod"' in (await slack.results())[0]
        assert DONE == []


async def test_withdrawn(tmp_path: Path, redis: str) -> None:
    """By whom; nothing was run."""
    async with ops(tmp_path, redis) as slack:
        task = await asked(slack, "ana", "support", call("restart"))
        await slack.card(task.ts)
        await slack.person("ana").says("@signoff withdraw", thread=task.ts)
        await slack.message(task.ts, "All done here.")
        card = await slack.message(task.ts, "Withdrawn: restart")
        _shows(card, "↩️ Withdrawn: restart checkout", ["Details"],
               "Withdrawn by <@U0ANA>, ", NONE)  # fmt: skip
        assert '{"outcome": "withdrawn"' in (await slack.results())[0]
        assert DONE == []


async def test_superseded(tmp_path: Path, redis: str) -> None:
    """An edit for people of another channel is asked about there; the old card leads to it."""
    rules = """\
    - {name: db, tools: restart, args: {service: {one_of: [db]}}, verdict: ask,
       approvers: {people: [dee]}, route: C0APPROVALS}
    - {name: all, tools: "*", verdict: by_risk}
"""
    async with ops(tmp_path, redis, rules) as slack:
        task = await asked(slack, "ana", "support", call("restart", "web"))
        old = await slack.card(task.ts)
        ben, chi = slack.person("ben"), slack.person("chi")
        await ben.clicks(old, "Edit…")
        await chi.clicks(old, "Edit…")
        await chi.view()
        assert (await ben.submits({"service": "db"}))["status"] == "ok"
        await slack.message(task.ts, "Open A-21")  # workers take numbers in blocks of 20
        (card,) = [m for m in await everywhere(slack, "Approval needed") if m.channel == OPS]
        replaced = await slack.message(task.ts, "Replaced: restart web")
        assert replaced.ts == old.ts
        _shows(replaced, "🔁 Replaced: restart web", ["Open A-21"],
               "Changed by <@U0BEN>", "see A-21", NONE, card.ts.replace(".", ""))  # fmt: skip
        await slack.message(task.ts, "The card is in <#C0APPROVALS>")
        late = await chi.submits({"service": "api"})
        assert "The current one is A-21." in str(late["errors"])
        await slack.does(
            "chi", "click", ts=old.ts, channel="support", stale=True, text="Approve once"
        )
        await chi.hears("The current one is A-21.")
        assert "restart db" in card.text and "Changed by" in card.text and "A-21" in card.text
        await ben.clicks(card, "Approve once")
        await ben.hears("You can't decide A-21.")
        await slack.person("dee").clicks(card, "Approve once")
        await slack.message(task.ts, "All done here.")
        assert DONE == ["restart db"]
        assert '"by": "Ben Ode"' in (await slack.results())[0]
        assert "approved_with_changes" in (await slack.results())[0]


async def test_stale(tmp_path: Path, redis: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ben said yes and left the group before the other one did: others are asked anew."""
    monkeypatch.setattr(groups, "MEMBERS_S", -1.0)  # each look is a new one
    rules = (
        "    - {name: all, tools: restart, verdict: ask, count: 2, approvers: {groups: S0ONCALL}}\n"
    )
    async with ops(tmp_path, redis, rules) as slack:
        task = await asked(slack, "ana", "support", call("restart"))
        card = await slack.card(task.ts)
        await slack.person("ben").clicks(card, "Approve once")
        half = await slack.message(task.ts, "1 of 2 approvals")
        await slack.group("oncall", remove=["ben"], add=["dee"])
        await slack.person("chi").clicks(half, "Approve once")
        stale = await slack.message(task.ts, "Not run: restart", but="<@U0ANA> Not run")
        assert stale.ts == card.ts and DONE == []
        _shows(stale, "⚠️ Not run: restart checkout", ["Ask again"],
               "but not run: somebody who said yes may not decide it any more", NONE)  # fmt: skip
        again = await slack.card(task.ts)
        assert again.ts != card.ts
        await slack.person("chi").clicks(again, "Approve once")
        half = await slack.message(task.ts, "1 of 2 approvals")
        await slack.person("dee").clicks(half, "Approve once")
        await slack.message(task.ts, "All done here.")
        assert await slack.results() == ["restarted checkout"]


async def test_stopped_before_it_ran(tmp_path: Path, redis: str) -> None:
    """By whom, and that nothing was run; the run has ended, so no model is told."""
    async with ops(tmp_path, redis) as slack:
        task = await asked(slack, "ana", "support", call("restart"))
        await slack.card(task.ts)
        await slack.person("chi").says("@signoff stop", thread=task.ts)
        await slack.message(task.ts, "was stopped")
        card = await slack.message(task.ts, "Stopped: restart")
        _shows(card, "⏹ Stopped: restart checkout", ["Details"], "Stopped by <@U0CHI>, ", NONE)
        assert len(await slack.requests()) == 1 and DONE == []


async def test_stopped_while_it_ran(tmp_path: Path, redis: str) -> None:
    """By whom, and that part of it may be done; the model is told that it was stopped."""
    async with ops(tmp_path, redis) as slack:
        task = await asked(slack, "ana", "support", call("drain"))
        await slack.person("ben").clicks(await slack.card(task.ts), "Approve once")
        running = await slack.message(task.ts, "Stop this call")
        await slack.person("ana").clicks(running, "Stop this call")
        await slack.message(task.ts, "All done here.")
        card = await slack.message(task.ts, "Stopped by")
        assert card.ts == running.ts
        assert DONE == ["drain checkout"]
        _shows(card, "⏹ Stopped: drain checkout", ["Details"], "Stopped by <@U0ANA>, ",
               "It had started, and part of it may be done.")  # fmt: skip
        told = "a person stopped this call while it ran; part of it may be done"
        assert await slack.results() == [f'{{"outcome": "stopped", "reason": "{told}"}}']


async def test_no_place_to_ask(tmp_path: Path, redis: str) -> None:
    """No card takes the question: whoever asked is told at once, and so is the model."""
    async with ops(tmp_path, redis) as slack:
        await slack.faults(kind="error", method="chat.postMessage", error="restricted_action")
        task = await asked(slack, "ana", "support", call("restart"))
        await slack.message(task.ts, "All done here.")
        told = await slack.message(task.ts, "Not asked: restart checkout (A-1)")
        assert "Slack answered restricted_action" in told.text
        assert told.text.startswith("<@U0ANA> ") and NONE in told.text and told.buttons == []
        assert '{"outcome": "refused", "reason": ' in (await slack.results())[0]
        assert DONE == []


async def test_limit(tmp_path: Path, redis: str) -> None:
    """One card for the turn's calls; a later turn's are told to the model alone."""
    async with ops(tmp_path, redis, agent="  max_approvals: 1\n") as slack:
        await slack.plays(
            {"calls": [call("restart", "web")]},
            {"calls": [call("restart", "api"), call("restart", "db")]},
            {"calls": [call("restart", "shop")]},
            {"text": "All done here."},
        )
        task = await slack.person("ana").says("@signoff restart everything")
        await slack.person("ben").clicks(await slack.card(task.ts), "Approve once")
        await slack.message(task.ts, "All done here.")
        (told,) = [m for m in await slack.messages(task.ts) if "Not asked" in m.text]
        _shows(told, "⛔ Not asked: 2 calls", [], "<@U0ANA> This run has asked once", NONE,
               "• restart api", "• restart db")  # fmt: skip
        results = await slack.results()
        assert (
            all('{"outcome": "limit", ' in result for result in results[1:]) and len(results) == 4
        )
        assert DONE == ["restart web"]


ANSWERS = {
    "It ran": ("ana", "<@U0ANA> said it ran, ", '{"outcome": "ran", "by": "Ana Ruiz"'),
    "Run it again": ("ben", "<@U0BEN> had it run again, ", "cut"),
    "Leave it": ("chi", "<@U0CHI> left it as it is, ",
                 '{"outcome": "unknown_outcome", "by": "Chi Wu"}'),
}  # fmt: skip


@pytest.mark.parametrize("button", ANSWERS)
async def test_unknown(tmp_path: Path, redis: str, button: str) -> None:
    """When it was started and by whose yes; nobody runs it again by itself; what a person said."""
    who, said, told = ANSWERS[button]
    async with test_crashes.cable(tmp_path, redis) as (slack, hits):
        bot = await slack.start("all", **{HITS: str(hits)})
        question, task = await test_crashes.lost(slack, bot)
        title = "❓ Outcome unknown: cut the cable"
        _shows(question, title, ["It ran", "Run it again", "Leave it"], "approved by <@U0BEN>",
               "the bot stopped before the result came back", "still be running until")  # fmt: skip
        await slack.person(who).clicks(question, button)
        await slack.message(task.ts, "Cut it is")
        settled = await slack.message(task.ts, said)
        _shows(settled, title, ["Details"], "*Then*  ")
        assert (await slack.results())[-1].startswith(told)
        assert hits.read_text() == "hit\n" * (2 if who == "ben" else 1)


async def _allowed(slack: World, span: str) -> Message:
    """A task whose call is allowed for a while; the card that says so."""
    task = await asked(slack, "ana", "support", call("restart"))
    ben = slack.person("ben")
    await ben.clicks(await slack.card(task.ts), f"Allow for {span}…")
    assert (await ben.submits({}))["status"] == "ok"
    await slack.message(task.ts, "All done here.")
    return await slack.message(task.ts, f"✅ Allowed for {span}")


async def test_allowed_used_and_revoked(tmp_path: Path, redis: str) -> None:
    """For whom, what and how long; how often it was used; who took it back."""
    async with ops(tmp_path, redis) as slack:
        card = await _allowed(slack, "1 h")
        title = "✅ Allowed for 1 h: restart checkout"
        _shows(card, title, ["Revoke"], "Allowed by <@U0BEN>, ", "until ",
               "for <@U0ANA>, in this thread, this tool with these values; "
               "not used yet")  # fmt: skip
        await slack.plays({"calls": [call("restart")]}, {"text": "Once more."})
        await slack.person("ana").says("@signoff once more", thread=card.thread)
        await slack.message(card.thread, "Once more.")
        used = await slack.message(card.thread, "used once")
        _shows(used, title, ["Revoke"])
        assert (await slack.results())[-1] == "restarted checkout"
        assert DONE == ["restart checkout"] * 2
        await slack.person("ana").clicks(used, "Revoke")
        gone = await slack.message(card.thread, "Revoked by")
        _shows(gone, "✅ Allowed for 1 h, revoked: restart checkout", [], "Revoked by <@U0ANA>, ",
               "Equal calls are asked about again.")  # fmt: skip


async def test_allowed_until_it_is_over(tmp_path: Path, redis: str) -> None:
    """Nobody can take back what has ended, and the card says that it has."""
    rules = '    - {name: by-risk, tools: "*", verdict: by_risk, grant_for: 1h}\n'
    async with ops(tmp_path, redis, rules) as slack:
        card = await _allowed(slack, "1 h")
        slack.passes(3600)
        over = await slack.message(card.thread, "now over: restart checkout")
        _shows(over, "✅ Allowed for 1 h, now over: restart checkout", [],
               "This is over: equal calls are asked about again.")  # fmt: skip


async def _emergency(slack: World) -> Message:
    """A call that Eli lets go without a yes."""
    task = await asked(slack, "ana", "support", call("restart"))
    await slack.card(task.ts)
    await slack.person("eli").says(f"@signoff breakglass A-1 {WHY}", thread=task.ts)
    await slack.message(task.ts, "All done here.")
    assert await slack.results() == ["restarted checkout"]
    card = await slack.message(task.ts, "🚨 Emergency, no approval: restart checkout")
    assert "Result" in card.text
    return card


GLASS = "    - {name: all, tools: restart, verdict: ask, breakglass: {people: [eli]}}\n"


async def test_emergency_and_its_review(tmp_path: Path, redis: str) -> None:
    """By whom, why, past whom, until when it is to be reviewed; then who did and what they say."""
    async with ops(tmp_path, redis, GLASS) as slack:
        card = await _emergency(slack)
        title = "🚨 Emergency, no approval: restart checkout"
        _shows(card, title, ["Review"], "Run without an approval by <@U0ELI>, ", f"“{WHY}”",
               "Skipped: <@U0BEN>, <@U0CHI>.", "Review due by ")  # fmt: skip
        chi = slack.person("chi")
        await chi.clicks(card, "Review")
        await chi.submits({"What did you find?": "right call"})
        seen = await slack.message(card.thread, "Reviewed by")
        _shows(seen, title, [], "Reviewed by <@U0CHI>, ", "“right call”")


async def test_emergency_not_reviewed(
    tmp_path: Path, redis: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """When nobody looked in time they are told once more, and the button is there for them."""
    monkeypatch.setattr(emergency, "REVIEW_MS", 1_000)
    async with ops(tmp_path, redis, GLASS) as slack:
        card = await _emergency(slack)
        told = await slack.message(card.thread, "nobody has")
        assert "<@U0BEN>" in told.text and "<@U0CHI>" in told.text and "A-1" in told.text
        card = await slack.message(card.thread, "Review due.")
        _shows(card, "🚨 Emergency, no approval: restart checkout", ["Review"])
        chi = slack.person("chi")
        await chi.clicks(card, "Review")
        await chi.submits({"What did you find?": "late, but right"})
        assert (await slack.message(card.thread, "“late, but right”")).buttons == []
