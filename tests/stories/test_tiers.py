"""High and critical calls, later tiers, vetoes, and emergencies, as people see them."""

from pathlib import Path

from tests.stories.ops import asked, call, ops
from tests.stories.ops_tools import DONE
from tests.world import Message, Person, World

CRITICAL = '    - {name: by-risk, tools: "*", verdict: by_risk, step_up: off}\n'
WHY = "checkout is down and nobody answers me"


async def _reviews(person: Person, card: Message, reason: str) -> None:
    await person.clicks(card, "Review & approve…")
    await person.submits({"Reason": reason})


async def test_a_critical_call_takes_two_people_one_of_them_an_owner(
    tmp_path: Path, redis: str
) -> None:
    """Two approvers aren't enough; the card says what is missing, and reasons are required."""
    async with ops(tmp_path, redis, CRITICAL) as slack:
        task = await asked(slack, "ana", "support", call("erase", "old-shop"))
        card = await slack.message(task.ts, "Approval needed: erase old-shop")
        ben = slack.person("ben")
        await ben.clicks(card, "Review & approve…")
        blank = await ben.submits({"Reason": " "})
        assert blank["response_action"] == "errors"
        await ben.submits({"Reason": "backed up"})
        half = await slack.message(task.ts, "1 of 2 approvals")
        assert "an owner" in half.text
        await _reviews(slack.person("chi"), half, "me too")
        both = await slack.message(task.ts, "2 of 2 approvals")
        assert DONE == [] and "an owner" in both.text
        await _reviews(slack.person("dee"), both, "mine to give")
        await slack.message(task.ts, "All done here.")
        assert DONE == ["erase old-shop"]


async def test_a_critical_call_is_refused_until_the_policy_does_without_a_sign_in(
    tmp_path: Path, redis: str
) -> None:
    """The model is told what an admin could write; nobody is asked."""
    async with ops(tmp_path, redis) as slack:
        task = await asked(slack, "ana", "support", call("erase", "old-shop"))
        await slack.message(task.ts, "All done here.")
        assert "step_up: off in the rule by-risk" in (await slack.results())[-1]
        assert not [m for m in await slack.messages(task.ts) if "Approval needed" in m.text]
        assert DONE == []


async def test_the_next_tier_is_called_and_may_decide(tmp_path: Path, redis: str) -> None:
    """Once, by mention under the card; before that it may not."""
    rules = """\
    - name: restarts
      tools: "*"
      verdict: ask
      approvers: {people: [ben]}
      next: [{people: [eli], after: 10m}]
"""
    async with ops(tmp_path, redis, rules) as slack:
        task = await asked(slack, "ana", "support", call("restart"))
        card = await slack.card(task.ts)
        eli = slack.person("eli")
        await eli.clicks(card, "Approve once")
        await eli.hears("You can't decide A-")
        slack.passes(600)
        told = await slack.message(task.ts, "so more people may now")
        assert "<@U0BEN>" in told.text and "<@U0ELI>" in told.text
        joined = await slack.message(task.ts, "also asked")
        assert joined.ts == card.ts
        await eli.clicks(joined, "Approve once")
        await slack.message(task.ts, "All done here.")
        assert DONE == ["restart checkout"]
        said = [m for m in await slack.messages(task.ts) if "so more people may now" in m.text]
        assert len(said) == 1


async def test_a_veto_may_say_no_and_never_yes(tmp_path: Path, redis: str) -> None:
    """Whoever has it is refused a yes in words."""
    rules = """\
    - {name: restarts, tools: "*", verdict: ask, approvers: {people: [ben]}, veto: {people: [eli]}}
"""
    async with ops(tmp_path, redis, rules) as slack:
        task = await asked(slack, "ana", "support", call("restart"))
        card = await slack.card(task.ts)
        eli = slack.person("eli")
        await eli.clicks(card, "Approve once")
        await eli.hears("You can't decide A-")
        await eli.clicks(card, "Reject…")
        await eli.submits({"Why, or how instead": "the audit runs today"})
        await slack.message(task.ts, "All done here.")
        assert DONE == [] and "the audit runs today" in (await slack.results())[-1]


# --- emergencies ---------------------------------------------------------------------------------

GLASS = """\
    - {name: restarts, tools: restart, verdict: ask, breakglass: {people: [eli]}}
    - {name: by-risk, tools: "*", verdict: by_risk}
"""


async def _number(slack: World, thread: str) -> str:
    card = await slack.card(thread)
    at = card.text.index("A-")
    return card.text[at : at + 12].split()[0].rstrip(".,:·")


async def test_an_emergency_goes_without_a_yes_in_the_open(tmp_path: Path, redis: str) -> None:
    """Said in the thread by whoever the rule names; everyone passed over is told, once."""
    async with ops(tmp_path, redis, GLASS) as slack:
        task = await asked(slack, "ana", "support", call("restart"))
        number = await _number(slack, task.ts)
        ben, eli = slack.person("ben"), slack.person("eli")
        await ben.says(f"@signoff breakglass {number} {WHY}", thread=task.ts)
        await ben.hears("You can't let A-1 go without a yes. Ask Eli Sato.")
        await eli.says(f"@signoff breakglass {number} too short", thread=task.ts)
        await eli.hears("20 characters or more")
        await eli.says(f"@signoff breakglass {number}: {WHY}", thread=task.ts)
        await slack.message(task.ts, "All done here.")
        assert DONE == ["restart checkout"]
        card = await slack.message(task.ts, "Emergency, no approval: restart checkout")
        assert WHY in card.text and "U0ELI" in card.text
        told = await slack.message(task.ts, "let restart checkout")
        assert "<@U0BEN>" in told.text and "<@U0CHI>" in told.text


async def test_an_emergency_by_command_and_its_review(tmp_path: Path, redis: str) -> None:
    """From anywhere; somebody else looks at it and says what they found."""
    async with ops(tmp_path, redis, GLASS) as slack:
        task = await asked(slack, "ana", "support", call("restart"))
        number = await _number(slack, task.ts)
        eli, chi = slack.person("eli"), slack.person("chi")
        await slack.does("eli", "command", command="/task", text=f"breakglass {number} {WHY}",
                         channel="ops")  # fmt: skip
        await slack.message(task.ts, "All done here.")
        card = await slack.message(task.ts, "Emergency, no approval")
        await slack.person("ana").clicks(card, "Review")
        await slack.person("ana").submits({"What did you find?": "fine by me"})
        await slack.person("ana").hears("You can't review A-1. Ask somebody who may decide it, an")
        await eli.clicks(card, "Review")
        await eli.submits({"What did you find?": "it was right"})
        await eli.hears("somebody else has to look at it")
        await chi.clicks(card, "Review")
        await chi.submits({"What did you find?": "right call, bad timing"})
        seen = await slack.message(task.ts, "right call, bad timing")
        assert seen.ts == card.ts and "Review" not in seen.buttons
        await slack.person("ben").clicks(card, "Review", stale=True)
        await slack.person("ben").submits({"What did you find?": "me too"})
        assert "U0CHI" in await slack.person("ben").hears("reviewed this at")


async def test_whoever_asked_does_not_look_at_it_while_others_could(
    tmp_path: Path, redis: str
) -> None:
    """Though they may decide such calls of others."""
    async with ops(tmp_path, redis, GLASS) as slack:
        task = await asked(slack, "ben", "support", call("restart"))
        number = await _number(slack, task.ts)
        await slack.person("eli").says(f"@signoff breakglass {number} {WHY}", thread=task.ts)
        await slack.message(task.ts, "All done here.")
        card = await slack.message(task.ts, "Emergency, no approval")
        await slack.person("ben").clicks(card, "Review")
        await slack.person("ben").submits({"What did you find?": "I wanted it"})
        await slack.person("ben").hears("You asked for this or changed it, so somebody else")
        await slack.person("chi").clicks(card, "Review")
        await slack.person("chi").submits({"What did you find?": "fine"})
        await slack.message(task.ts, "Reviewed by <@U0CHI>")


async def test_no_rule_no_emergency(tmp_path: Path, redis: str) -> None:
    """In words, and an unknown number too; the card waits on."""
    async with ops(tmp_path, redis) as slack:
        task = await asked(slack, "ana", "support", call("restart"))
        number = await _number(slack, task.ts)
        eli = slack.person("eli")
        await eli.says(f"@signoff breakglass {number} {WHY}", thread=task.ts)
        await eli.hears("No rule says who may do this in an emergency")
        await slack.does("eli", "command", command="/task", text=f"breakglass A-99999 {WHY}",
                         channel="ops")  # fmt: skip
        await eli.hears("no open request of that number")
        assert DONE == [] and (await slack.card(task.ts)).buttons
