"""A card that the agent draws itself: framed, answered by whoever may, and never an approval."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.blocks.own import CLEANED, IMITATION, LETTER, SEND, button, row, says, select
from tests.stories.ops import OPS, config, ops
from tests.support import wait_until
from tests.world import Json, Message, World, world

ROUTED = "  ops_channels: [C0APPROVALS]\n"
FIRST = "Question: Which letter shall I send?"


def ask(blocks: object = LETTER, **more: object) -> Json:
    """A call of `hitl_slackBlocks`."""
    return {"name": "hitl_slackBlocks", "arguments": {"blocks": blocks, **more}}


async def asked(slack: World, *calls: Json) -> Message:
    """Ana's task, in which the model makes these calls and then says that it is done."""
    await slack.plays({"calls": [*calls]}, {"text": "All done here."})
    return await slack.person("ana").says("@signoff please see to the letter", "support")


async def told(slack: World) -> Any:
    """The newest result that the model was told."""
    return json.loads((await slack.results())[-1])


async def refused(slack: World, task: Message) -> str:
    """Why the model's card was shown to nobody, once the run is done."""
    await slack.message(task.ts, "All done here.")
    assert not [m for m in await slack.messages() if "Question" in m.text]
    return (await slack.results())[-1]


async def chooses(slack: World, who: str, card: Message, name: str, value: object) -> None:
    """Somebody chooses in an element of a card."""
    place: Json = {"channel": card.channel, "ts": card.ts}
    await slack.does(who, "click", **place, action_id=name, value=value)


async def in_ops(slack: World, words: str) -> Message:
    """The card at the root of the ops channel, once it is there."""

    async def found() -> Message | None:
        there = (m for m in await slack.messages() if m.channel == OPS and m.thread == m.ts)
        return next((m for m in there if words in m.text), None)

    return await wait_until(found, f"a card in {OPS}")


async def test_a_card_is_answered_with_what_was_chosen_on_it(tmp_path: Path, redis: str) -> None:
    """Anyone linked may; what the other elements hold comes along; the card then says who."""
    async with ops(tmp_path, redis) as slack:
        task = await asked(slack, ask(fallback="I send draft A", modals={"change": SEND}))
        card = await slack.message(task.ts, FIRST)
        assert card.buttons == ["Use draft A", "Use draft B", "Change it…", "Cancel question"]
        assert "Question from agent ops; answering runs nothing" in card.text
        assert "I send draft A" in card.text and "nyone linked" in card.text
        await chooses(slack, "ben", card, "theirs:1", "1")
        await slack.person("ben").clicks(card, "Use draft B")
        done = await slack.message(task.ts, "Answered: Which letter shall I send?")
        assert done.ts == card.ts and done.buttons == []
        assert "Use draft B" in done.text and "German" in done.text and "<@U0BEN>" in done.text
        await slack.message(task.ts, "All done here.")
        values = {"language": "german", "use_b": "b"}
        assert await told(slack) == {"action": "use_b", "values": values}


async def test_a_buttons_modal_answers_when_it_is_sent(tmp_path: Path, redis: str) -> None:
    """Its own values alone, by the model's names; closing it answers nothing."""
    async with ops(tmp_path, redis) as slack:
        task = await asked(slack, ask(modals={"change": SEND}))
        card = await slack.message(task.ts, FIRST)
        await slack.person("ana").clicks(card, "Change it…")
        view = (await slack.person("ana").view())["view"]
        assert view["title"]["text"] == "Change the letter"
        assert "answering runs nothing" in str(view["blocks"][0])
        await slack.person("ana").submits({"New text": "Dear all <!here>", "Copies": "2"})
        done = await slack.message(task.ts, "Answered: Which letter shall I send?")
        assert "Change it…" in done.text and "Dear all &lt;\\u2060!here&gt;" in done.text
        await slack.message(task.ts, "All done here.")
        values = {"text": "Dear all <!here>", "tone": None, "day": None, "copies": "2"}
        assert await told(slack) == {"action": "change", "values": values}


async def test_the_one_element_of_a_card_answers_by_being_chosen(
    tmp_path: Path, redis: str
) -> None:
    """It needs no button then."""
    async with ops(tmp_path, redis) as slack:
        only = [says("Which host?"), row(select("host", "web-1", "web-2"))]
        task = await asked(slack, ask(only, question="Which host is it?"))
        card = await slack.message(task.ts, "Question: Which host is it?")
        await chooses(slack, "ana", card, "theirs:1", "1")
        await slack.message(task.ts, "All done here.")
        assert await told(slack) == {"action": "host", "values": {"host": "web-2"}}


async def test_pings_and_hidden_links_never_reach_slack(tmp_path: Path, redis: str) -> None:
    """What the model wrote is shown as text."""
    async with ops(tmp_path, redis) as slack:
        task = await asked(slack, ask(CLEANED))
        card = await slack.message(task.ts, "Go on")
        shown = json.dumps(card.raw["blocks"])
        assert "<!here>" not in shown and "<!channel>" not in shown and "<@U0BEN>" not in shown
        assert "<https://evil.example/x|https:\\u2060//intranet.example (evil.example)>" in shown


async def test_an_imitation_of_an_approval_is_shown_to_nobody(tmp_path: Path, redis: str) -> None:
    """The model is told which texts, and where."""
    async with ops(tmp_path, redis) as slack:
        why = await refused(slack, await asked(slack, ask(IMITATION)))
        assert "/blocks/0/text/text" in why and "Approval needed" in why
        assert "Approve once" in why and "Nobody was asked." in why


async def test_what_slack_refuses_goes_back_to_the_model(tmp_path: Path, redis: str) -> None:
    """In Slack's own words, so that it can mend the card; nobody else hears of it."""
    async with ops(tmp_path, redis) as slack:
        words = "must be less than 3001 characters [json-pointer:/blocks/4/text/text]"
        await slack.faults(
            kind="error", method="chat.postMessage", error="invalid_blocks", messages=[words]
        )
        task = await asked(slack, ask())
        why = await refused(slack, task)
        assert "invalid_blocks" in why and words in why
        assert [m.text for m in await slack.messages(task.ts) if "asked" in m.text] == []


async def test_a_card_in_an_ops_channel(tmp_path: Path, redis: str) -> None:
    """The thread has a stub of it; anyone linked there answers."""
    async with ops(tmp_path, redis, agent=ROUTED) as slack:
        task = await asked(slack, ask(channel="C0APPROVALS", installationId="T0SIGNOFF"))
        card = await in_ops(slack, FIRST)
        stub = await slack.message(task.ts, "Asked in another channel")
        assert "Use draft A" not in stub.buttons
        await slack.person("chi").clicks(card, "Use draft A")
        await slack.message(task.ts, "All done here.")
        await in_ops(slack, "Answered: Which letter shall I send?")
        await slack.message(task.ts, "Answered: Which letter shall I send?")
        assert (await told(slack))["action"] == "use_a"


@pytest.mark.parametrize(
    ("place", "why"),
    [
        ({"channel": "C0SUPPORT"}, "none of the agent's ops_channels"),
        ({"channel": "C0APPROVALS", "installationId": "T0OTHER"}, "no installation T0OTHER"),
    ],
)
async def test_elsewhere_nobody_is_asked(tmp_path: Path, redis: str, place: Json, why: str) -> None:
    """A channel that isn't one of the agent's, a workspace that isn't ours."""
    async with ops(tmp_path, redis, agent=ROUTED) as slack:
        assert why in await refused(slack, await asked(slack, ask(**place)))


async def test_who_isnt_linked_answers_nothing(tmp_path: Path, redis: str) -> None:
    """Neither by a button nor by a modal; the card stays open."""
    path = config(tmp_path)
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join(line for line in lines if "id: dee" not in line))
    async with world(tmp_path, redis, config=path) as slack:
        task = await asked(slack, ask(modals={"change": SEND}))
        card = await slack.message(task.ts, FIRST)
        dee = slack.person("dee")
        await dee.clicks(card, "Use draft A")
        await dee.hears("don't know your account")
        await dee.clicks(card, "Change it…")
        assert "know your account" in json.dumps(await dee.view())
        await slack.person("ana").clicks(card, "Use draft A")
        await slack.message(task.ts, "Answered: Which letter")


async def test_two_answer_and_the_first_wins(tmp_path: Path, redis: str) -> None:
    """Whoever comes late, by a button or in a modal that was open, is told who answered."""
    async with ops(tmp_path, redis) as slack:
        task = await asked(slack, ask(modals={"change": SEND}))
        card = await slack.message(task.ts, FIRST)
        ana, ben = slack.person("ana"), slack.person("ben")
        await ana.clicks(card, "Change it…")
        await ana.view()
        await ben.clicks(card, "Use draft B")
        await slack.message(task.ts, "Answered: Which letter")
        await slack.person("chi").clicks(card, "Use draft A", stale=True)
        await slack.person("chi").hears("answered this")
        await ana.submits({"New text": "Dear all"})
        assert "answered this" in json.dumps(await ana.view())
        await slack.message(task.ts, "All done here.")
        assert (await told(slack))["action"] == "use_b"


async def test_a_card_is_cancelled(tmp_path: Path, redis: str) -> None:
    """By our own button."""
    async with ops(tmp_path, redis) as slack:
        task = await asked(slack, ask())
        card = await slack.message(task.ts, FIRST)
        await slack.person("ana").clicks(card, "Cancel question")
        done = await slack.message(task.ts, "Not answered: Which letter")
        assert done.buttons == []
        await slack.message(task.ts, "All done here.")
        assert await told(slack) == {"action": "cancel", "values": None}


async def test_nobody_answers_a_card(tmp_path: Path, redis: str) -> None:
    """The fallback is on the card, and comes back; what was asked can still be read."""
    async with ops(tmp_path, redis, agent="  answer_within: 1h\n") as slack:
        task = await asked(slack, ask(fallback="I send draft A"))
        await slack.message(task.ts, FIRST)
        slack.passes(3600)
        done = await slack.message(task.ts, "Nobody answered: Which letter")
        assert "I send draft A" in done.text and "Draft B" not in str(done.buttons)
        await slack.message(task.ts, "All done here.")
        wanted = {"action": "unanswered", "values": None, "fallback": "I send draft A"}
        assert await told(slack) == wanted


async def test_secrets_on_a_card_are_masked(tmp_path: Path, redis: str) -> None:
    """In its texts; an answer's value is the model's own all the same."""
    async with ops(tmp_path, redis) as slack:
        secret = "ghp_0123456789abcdefghijABCDEFGHIJ012345"
        blocks = [says(f"Is {secret} yours?"), row(button("Yes", "yes", value="v"))]
        task = await asked(slack, ask(blocks, question="Is it yours?"))
        card = await slack.message(task.ts, "Is it yours?")
        assert secret not in card.text and "[hidden]" in card.text
        await slack.person("ana").clicks(card, "Yes")
        await slack.message(task.ts, "All done here.")
        assert await told(slack) == {"action": "yes", "values": {"yes": "v"}}
