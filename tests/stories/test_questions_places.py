"""Where a question stands, who answers it there, and what becomes of it where it can't stand."""

import json
from pathlib import Path

import pytest

from bot.cli.cards import compared
from sandbox.people import Channel
from tests.stories import ops_tools
from tests.stories.ops import BY_RISK, OPS, asked, ops
from tests.stories.test_questions import REGIONS, ask
from tests.stories.test_questions_seen import OPEN
from tests.support import wait_until
from tests.world import Json, Message, World

ROUTED = "  ops_channels: [C0APPROVALS]\n"
NOWHERE = "  ops_channels: [C0NOWHERE]\n"
BENS = """\
    - name: regions
      tools: askUser
      verdict: ask
      approvers: {people: [ben]}
      deadline: 1h
"""


def form(channel: str = "C0APPROVALS") -> Json:
    """A call of `askHuman` in an ops channel: yes or no."""
    asks = {"question": "Is the shop open?", "schema": {"type": "boolean"}, "channel": channel}
    return {"name": "askHuman", "arguments": asks}


async def _routed(slack: World, words: str = "Question: Is the shop open?") -> Message:
    """The card at the root of the ops channel."""

    async def found() -> Message | None:
        there = (
            m for m in await slack.messages() if m.channel == OPS and not m.raw.get("thread_ts")
        )
        return next((m for m in there if words in m.text), None)

    return await wait_until(found, f"a question in {OPS}")


async def _told(slack: World) -> Json:
    return json.loads((await slack.results())[-1])


# --- in an ops channel ---------------------------------------------------------------------------


async def test_in_an_ops_channel_anyone_linked_answers(tmp_path: Path, redis: str) -> None:
    """The thread has a stub; whoever isn't linked is refused; one line says who answered."""
    async with ops(tmp_path, redis, agent=ROUTED) as slack:
        workspace = slack.sandbox.slack.workspace
        channel = workspace.channel(OPS)
        assert channel is not None
        channel.members.add("U0GUS")
        task = await asked(slack, "ana", "support", form())
        card = await _routed(slack)
        stub = await slack.message(task.ts, "Question: Is the shop open?")
        assert stub.buttons == ["Open the question"] and "Asked in another channel" in stub.text
        assert f"/archives/C0SUPPORT/p{task.ts.replace('.', '')}" in card.text
        await slack.person("gus").clicks(card, "Yes")
        await slack.person("gus").hears("Guests can't")
        await slack.person("eli").clicks(card, "Yes")
        await slack.message(task.ts, "All done here.")
        for message in (
            await _routed(slack, "Answered: Is the shop open?"),
            await slack.message(task.ts, "Answered: Is the shop open?"),
        ):
            assert message.ts in (card.ts, stub.ts) and "U0ELI" in message.text
        line = await slack.message(task.ts, "answered “Is the shop open?” (Q-1)")
        assert "<@U0ANA>" in line.text and "U0ELI" in line.text
        assert await _told(slack) == {"action": "submit", "values": True}


async def test_an_ops_channel_that_takes_no_post_falls_back_to_the_thread(
    tmp_path: Path, redis: str
) -> None:
    """Whoever is there may answer it there."""
    async with ops(tmp_path, redis, agent=NOWHERE) as slack:
        task = await asked(slack, "ana", "support", form("C0NOWHERE"))
        card = await slack.message(task.ts, "Question: Is the shop open?")
        await slack.person("ana").clicks(card, "No")
        await slack.message(task.ts, "All done here.")
        assert await _told(slack) == {"action": "submit", "values": False}


async def test_a_deleted_card_is_posted_again_and_the_stub_follows(
    tmp_path: Path, redis: str
) -> None:
    """The new one takes the answer."""
    async with ops(tmp_path, redis, agent=ROUTED) as slack:
        task = await asked(slack, "ana", "support", form())
        card = await _routed(slack)
        await slack.message(task.ts, "Open the question")
        await slack.person("dee").deletes(card)

        async def again() -> Message | None:
            found = await _routed(slack)
            return found if found.ts != card.ts else None

        new = await wait_until(again, "the question stands again")
        await slack.message(task.ts, f"/archives/C0APPROVALS/p{new.ts.replace('.', '')}")
        await slack.person("chi").clicks(new, "Yes")
        await slack.message(task.ts, "All done here.")


async def test_cards_finds_and_mends_a_question(tmp_path: Path, redis: str) -> None:
    """Its card and its stub, each compared with the record."""
    async with ops(tmp_path, redis, agent=ROUTED) as slack:
        task = await asked(slack, "ana", "support", form())
        card, stub = await _routed(slack), await slack.message(task.ts, "Open the question")

        async def states(*, repair: bool = False) -> list[str]:
            return [one.state for one in await compared(slack.settings, repair=repair)]

        async def mended() -> bool:
            return await states() == ["same", "same"]

        await wait_until(mended, "both stand as drawn")
        workspace = slack.sandbox.slack.workspace
        for channel, message in (("C0APPROVALS", card), ("C0SUPPORT", stub)):
            workspace.messages[channel][message.ts]["blocks"].pop()
        assert await states(repair=True) == ["differs", "differs"]
        await wait_until(mended, "both are drawn again", 20)


# --- in the thread -------------------------------------------------------------------------------


async def test_a_deleted_question_is_asked_again(tmp_path: Path, redis: str) -> None:
    """In the thread, with the same number."""
    async with ops(tmp_path, redis) as slack:
        task = await asked(slack, "ana", "support", ask(options=REGIONS))
        card = await slack.message(task.ts, OPEN)
        await slack.person("dee").deletes(card)
        again = await slack.message(task.ts, OPEN, but=card.ts)
        assert "Q-1" in again.text
        await slack.person("ana").clicks(again, "eu-west-1")
        await slack.message(task.ts, "All done here.")


async def test_a_deleted_task_stops_the_run_and_its_question(tmp_path: Path, redis: str) -> None:
    """The card says why nobody can answer it any more."""
    async with ops(tmp_path, redis) as slack:
        task = await asked(slack, "ana", "support", ask(options=REGIONS))
        card = await slack.message(task.ts, OPEN)
        await slack.person("ana").deletes(task)
        stopped = await slack.message(task.ts, "Stopped: Which region?")
        assert stopped.ts == card.ts and stopped.buttons == []
        assert "The message that asked for this was deleted. Nobody can answer" in stopped.text


async def test_a_question_in_a_direct_message(tmp_path: Path, redis: str) -> None:
    """It stands there and nowhere else."""
    async with ops(tmp_path, redis, agent=ROUTED) as slack:
        task = await asked(slack, "ana", "signoff", ask(options=REGIONS))
        card = await slack.message(task.ts, OPEN)
        await slack.person("ana").clicks(card, "us-east-1")
        await slack.message(task.ts, "All done here.")
        assert not [m for m in await slack.messages() if m.channel == OPS]


async def test_a_shared_channel_shows_no_question(tmp_path: Path, redis: str) -> None:
    """With nowhere else to ask the model is told why; the thread hears that nobody was asked."""
    async with ops(tmp_path, redis) as slack:
        task = await asked(slack, "ana", "partners", ask(options=REGIONS))
        notice = await slack.message(task.ts, "Not asked: Q-1.")
        assert "<@U0ANA>" in notice.text and "shared with another company" in notice.text
        await slack.message(task.ts, "All done here.")
        told = await _told(slack)
        assert told["outcome"] == "refused" and "shared with another company" in told["reason"]
        assert not any("region" in m.text for m in await slack.messages(task.ts))


async def test_a_shared_channels_question_is_answered_in_the_ops_channel(
    tmp_path: Path, redis: str
) -> None:
    """By whoever asked for the task; the shared thread sees nothing of it."""
    async with ops(tmp_path, redis, agent=ROUTED) as slack:
        task = await asked(slack, "ana", "partners", ask(options=REGIONS))
        card = await _routed(slack, OPEN)
        await slack.person("ben").clicks(card, "eu-west-1")
        await slack.person("ben").hears("can't answer Q-1")
        await slack.person("ana").clicks(card, "eu-west-1")
        await slack.message(task.ts, "All done here.")
        assert not any("region" in m.text for m in await slack.messages(task.ts))


# --- whom a rule names ---------------------------------------------------------------------------


async def test_whom_a_rule_names_answers_and_the_requester_may_only_cancel(
    tmp_path: Path, redis: str
) -> None:
    """Ana asked for the task and isn't in the set: she is told who answers."""
    async with ops(tmp_path, redis, BENS + BY_RISK) as slack:
        task = await asked(slack, "ana", "support", ask(options=REGIONS))
        card = await slack.message(task.ts, OPEN)
        assert "<@U0BEN>" in card.text
        await slack.person("ana").clicks(card, "eu-west-1")
        await slack.person("ana").hears("it asks <@U0BEN>")
        await slack.person("ben").clicks(card, "us-east-1")
        line = await slack.message(task.ts, "answered “Which region?” (Q-1)")
        assert line.text.count("<@U0ANA>") and "U0BEN" in line.text
        await slack.message(task.ts, "All done here.")
        assert await _told(slack) == {"action": "submit", "values": {"answer": "us-east-1"}}


async def test_a_rule_for_forms_holds_for_one_by_the_short_name(tmp_path: Path, redis: str) -> None:
    """`askUser {request}` is the same form: whom the rule names is asked, not whoever asked."""
    rules = BENS.replace("askUser", "askHuman")
    async with ops(tmp_path, redis, rules + BY_RISK) as slack:
        request: Json = {"question": "Which region?", "schema": {"type": "boolean"}}
        call: Json = {"name": "askUser", "arguments": {"request": request}}
        task = await asked(slack, "ana", "support", call)
        card = await slack.message(task.ts, OPEN)
        await slack.person("ana").clicks(card, "Yes")
        await slack.person("ana").hears("it asks <@U0BEN>")
        await slack.person("ben").clicks(card, "No")
        await slack.message(task.ts, "All done here.")
        assert await _told(slack) == {"action": "submit", "values": False}


async def test_the_next_tier_may_answer_too(tmp_path: Path, redis: str) -> None:
    """Called under the card in a question's words, once its time has come."""
    rules = f"{BENS}      next: [{{people: [eli], after: 10m}}]\n{BY_RISK}"
    async with ops(tmp_path, redis, rules) as slack:
        task = await asked(slack, "ana", "support", ask(options=REGIONS))
        card = await slack.message(task.ts, OPEN)
        slack.passes(600)
        post = await slack.message(task.ts, "nobody has answered “Which region?” (Q-1)")
        assert "<@U0ELI>" in post.text and "more people may now. Answer by" in post.text
        await slack.person("eli").clicks(card, "eu-west-1")
        await slack.message(task.ts, "All done here.")


@pytest.mark.parametrize("ops_channel", ["", ROUTED], ids=["nowhere else", "ops channel"])
async def test_a_private_channel_without_whom_a_rule_names(
    tmp_path: Path, redis: str, ops_channel: str
) -> None:
    """Nobody is waited for who can't see the question: it goes elsewhere, or isn't asked."""
    async with ops(tmp_path, redis, BENS + BY_RISK, agent=ops_channel) as slack:
        only = Channel("G0TWO", "two", "group", {"U0ANA", "U0DEE", "U0SIGNOFF"})
        slack.sandbox.slack.workspace.save_channel(only)
        task = await asked(slack, "ana", "two", ask(options=REGIONS))
        if ops_channel:
            await slack.person("ben").clicks(await _routed(slack, OPEN), "eu-west-1")
            await slack.message(task.ts, "All done here.")
            assert (await _told(slack))["action"] == "submit"
            return
        notice = await slack.message(task.ts, "Not asked: “Which region?” (Q-1)")
        assert "too few who may answer are in it. Invite 1 of them (Ben Ode)" in notice.text
        await slack.message(task.ts, "All done here.")
        assert "only members see" in (await _told(slack))["reason"]


async def test_a_lone_question_runs_nothing_whoever_answers(tmp_path: Path, redis: str) -> None:
    """A person of a rule who says yes to a question has let no call go."""
    async with ops(tmp_path, redis, BENS + BY_RISK) as slack:
        task = await asked(slack, "ana", "support", ask("Restart?", options=["Yes", "No"]))
        card = await slack.message(task.ts, "Question: Restart?")
        await slack.person("ben").clicks(card, "Yes")
        await slack.message(task.ts, "All done here.")
        assert ops_tools.DONE == []
