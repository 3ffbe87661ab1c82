"""What people see when somebody changes a call before saying yes to it."""

from pathlib import Path

import pytest

from tests.stories.conftest import nobody_refunded
from tests.stories.forms import modal
from tests.world import Message, World, changed, world

TASK = "@signoff refund order 1042, it arrived broken"
REFUND = {"name": "refund_order", "arguments": {"order_id": 1042, "reason": "it arrived broken"}}


async def _asked(slack: World, text: str = TASK) -> tuple[Message, Message]:
    """Ana's task and the card that came of it."""
    task = await slack.person("ana").says(text)
    return task, await slack.card(task.ts)


async def test_an_approver_changes_the_amount_and_says_yes_with_it(slack: World) -> None:
    """Only what was changed runs; card and model say what was changed and by whom."""
    await slack.plays({"calls": [REFUND]}, {"text": "Refunded a part of it."})
    task, card = await _asked(slack)
    ben = slack.person("ben")
    await ben.clicks(card, "Edit…")
    view = await ben.view()
    assert "it arrived broken" in str(view) and "order_id" in str(view)
    sent = await ben.submits({"amount": "20", "Your reason": "half is enough"})
    assert sent == {"status": "ok"}

    await slack.message(task.ts, "Refunded a part of it.")
    assert slack.shop("select amount from refunds") == [(20.0,)]
    settled = await slack.message(task.ts, "Approved: refund order 1042")
    assert (
        settled.ts == card.ts and "Changed by" in settled.text and "half is enough" in settled.text
    )
    assert "U0BEN" in settled.text and "20.00 euros" in settled.text
    (result,) = await slack.results()
    assert result.startswith('{"outcome": "approved_with_changes"')
    assert '"changes": {"amount": {"to": 20}}, "by": "Ben Ode"' in result
    assert "Refunded 20.00 euros" in result


async def test_what_the_tool_does_not_take_is_said_at_the_field(slack: World) -> None:
    """The form stays open with what was typed, and nothing is changed."""
    task, card = await _asked(slack)
    ben = slack.person("ben")
    await ben.clicks(card, "Edit…")
    same = await ben.submits({})
    assert "Nothing is changed yet" in str(same["errors"])
    negative = await ben.submits({"amount": "-5"})
    (amount,) = [b["block_id"] for b in (await modal(ben))["blocks"]
                 if b["type"] == "input" and b["label"]["text"] == "amount"]  # fmt: skip
    assert list(negative["errors"]) == [amount]
    empty = await ben.submits({"amount": "5", "reason": " "})
    assert "errors" in empty
    assert (await slack.card(task.ts)).buttons == card.buttons
    nobody_refunded(slack)


async def test_a_change_that_the_policy_refuses_is_told_with_the_reason(
    tmp_path: Path, redis: str
) -> None:
    """The policy is asked about the new arguments; the card stands as it was."""
    small = (
        "tools: refund_order\n",
        "tools: refund_order\n      args: {amount: {max: 50, optional: true}}\n",
    )
    rule = "{name: big, tools: refund_order, verdict: refuse, reason: those go by phone}"
    no = ("    - name: restarts\n", f"    - {rule}\n    - name: restarts\n")
    async with world(tmp_path, redis, config=changed(tmp_path, small, no)) as slack:
        await slack.plays({"calls": [REFUND]})
        task, card = await _asked(slack)
        ben = slack.person("ben")
        await ben.clicks(card, "Edit…")
        assert (await ben.submits({"amount": "59"}))["status"] == "ok"
        told = await ben.hears("nothing was changed")
        assert "those go by phone" in told
        assert (await slack.card(task.ts)).raw["blocks"] == card.raw["blocks"]
        nobody_refunded(slack)


@pytest.mark.parametrize(
    ("who", "words"),
    [("eli", "You can't decide A-1."), ("gus", "Guests can't decide here.")],
)
async def test_who_may_not_decide_may_not_change_it(slack: World, who: str, words: str) -> None:
    """The form opens for all who see the card; the right is looked up when it is sent."""
    task, card = await _asked(slack)
    person = slack.person(who)
    await person.clicks(card, "Edit…")
    assert (await person.submits({"amount": "20"}))["status"] == "ok"
    await person.hears(words)
    assert (await slack.card(task.ts)).raw["blocks"] == card.raw["blocks"]
    nobody_refunded(slack)


def _two(folder: Path) -> Path:
    """A configuration in which a refund needs two people."""
    three = ("user: U0DEE}\n    roles: [admin]", "user: U0DEE}\n    roles: [admin, approver]")
    return changed(
        folder, ("    - name: restarts\n", "      count: 2\n\n    - name: restarts\n"), three
    )


async def test_an_edit_voids_the_yes_before_and_old_buttons_are_refused(
    tmp_path: Path, redis: str
) -> None:
    """Ben says yes to all of it, Chi changes it to 20: Ben has to say yes to that."""
    async with world(tmp_path, redis, config=_two(tmp_path)) as slack:
        await slack.plays({"calls": [REFUND]}, {"text": "Twenty it is."})
        task, card = await _asked(slack)
        ben, chi = slack.person("ben"), slack.person("chi")
        await ben.clicks(card, "Approve once")
        await slack.message(task.ts, "1 of 2 approvals")
        await chi.clicks(card, "Edit…")
        assert (await chi.submits({"amount": "20"}))["status"] == "ok"
        edited = await slack.message(task.ts, "Changed by")
        assert "1 of 2 approvals" in edited.text and edited.ts == card.ts
        old = {"ts": card.ts, "channel": card.channel, "stale": True}
        await slack.does("dee", "click", **old, text="Approve once")
        await ben.clicks(edited, "Approve once")
        await slack.message(task.ts, "Twenty it is.")
        assert slack.shop("select amount from refunds") == [(20.0,)]


async def test_of_two_edits_the_first_saved_wins(tmp_path: Path, redis: str) -> None:
    """Both had the form open: the second is told at its field that the plan changed."""
    async with world(tmp_path, redis, config=_two(tmp_path)) as slack:
        task, card = await _asked(slack)
        ben, chi = slack.person("ben"), slack.person("chi")
        await ben.clicks(card, "Edit…")
        await chi.clicks(card, "Edit…")
        await ben.view()
        await chi.view()
        assert (await ben.submits({"amount": "20"}))["status"] == "ok"
        await slack.message(task.ts, "Changed by")
        late = await chi.submits({"amount": "30"})
        assert "The plan changed" in str(late["errors"])
        nobody_refunded(slack)


async def test_an_edit_outlives_the_process(tmp_path: Path, redis: str) -> None:
    """The bot is killed after an edit and before the second yes; another one runs what it says."""
    async with world(tmp_path, redis, bot=False, config=_two(tmp_path)) as slack:
        await slack.start("all")
        await slack.plays({"calls": [REFUND]}, {"text": "Twenty it is."})
        task, card = await _asked(slack)
        ben, chi = slack.person("ben"), slack.person("chi")
        await ben.clicks(card, "Edit…")
        assert (await ben.submits({"amount": "20"}))["status"] == "ok"
        edited = await slack.message(task.ts, "Changed by")
        slack.processes[0].kill()
        await slack.processes[0].wait()
        await slack.start("all")
        await chi.clicks(edited, "Approve once")
        await slack.message(task.ts, "Twenty it is.")
        assert slack.shop("select amount from refunds") == [(20.0,)]
        assert "approved_with_changes" in (await slack.results())[0]


async def test_at_high_risk_who_changes_it_does_not_decide_it(tmp_path: Path, redis: str) -> None:
    """Ben changes it and may not approve it then; Chi reviews what it has become."""
    tools = tmp_path / "risky.py"
    tools.write_text(
        "from bot.tools.python import tool\n\n\n"
        '@tool(risk="high", title="scale {service} to {count}")\n'
        "def scale(service: str, count: int) -> str:\n"
        '    """Scale a service."""\n'
        '    return f"{service} has {count} pods"\n'
    )
    scaling = "{name: scaling, tools: scale, verdict: ask, approvers: {roles: [approver]}}"
    rule = ("    - name: restarts\n", f"    - {scaling}\n    - name: restarts\n")
    extra = ("  - bot.tools.shop\n", "  - bot.tools.shop\n  - risky\n")
    call = {"name": "scale", "arguments": {"service": "checkout", "count": 0}}
    config = changed(tmp_path, rule, extra)
    async with world(tmp_path, redis, bot=False, config=config) as slack:
        await slack.start("all", PYTHONPATH=str(tmp_path))
        await slack.plays({"calls": [call]}, {"text": "Scaled."})
        task = await slack.person("ana").says("@signoff scale checkout down")
        card = await slack.message(task.ts, "Approval needed: scale checkout to 0")
        ben, chi = slack.person("ben"), slack.person("chi")
        await ben.clicks(card, "Edit…")
        assert "somebody else decides" in str(await ben.view())
        assert (await ben.submits({"count": "1"}))["status"] == "ok"
        edited = await slack.message(task.ts, "Approval needed: scale checkout to 1")
        assert edited.ts == card.ts and "Changed by" in edited.text
        await ben.clicks(edited, "Review & approve…")
        await ben.submits({"Reason": "I say so"})
        await ben.hears("someone else has to decide")
        await chi.clicks(edited, "Edit…")
        assert (await chi.submits({"count": "2"}))["status"] == "ok"
        await chi.hears("nobody would be left who may")
        await chi.clicks(edited, "Review & approve…")
        assert (await chi.submits({"Reason": "one is enough"}))["status"] == "ok"
        await slack.message(task.ts, "Scaled.")
        (result,) = await slack.results()
        assert '"changes": {"count": {"from": 0, "to": 1}}, "by": "Ben Ode"' in result
        assert "checkout has 1 pods" in result
