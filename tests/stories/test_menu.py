"""The ⋯ menu of a card: an answer in place of a result, a question, another name, and a pass."""

from pathlib import Path

import pytest

from tests.stories.conftest import nobody_refunded
from tests.world import Message, World, changed, world

TASK = "@signoff refund order 1042, it arrived broken"
REFUND = {"name": "refund_order", "arguments": {"order_id": 1042, "reason": "it arrived broken"}}
WORDS = {"answer": "Answer instead…", "ask": "Ask the requester…", "hand": "Hand over…",
         "pass": "I can't take this"}  # fmt: skip


async def _asked(slack: World) -> tuple[Message, Message]:
    """Ana's task and the card that came of it."""
    task = await slack.person("ana").says(TASK)
    return task, await slack.card(task.ts)


async def test_an_approver_answers_in_place_of_the_tool(slack: World) -> None:
    """Card, requester and model get the words and whose they are; nothing was run."""
    task, card = await _asked(slack)
    await slack.plays({"text": "He has his money already."})
    ben = slack.person("ben")
    await ben.clicks(card, WORDS["answer"])
    blank = await ben.submits({"Answer": "  "})
    assert "blank text" in str(blank["errors"])
    assert (await ben.submits({"Answer": "Paid back by phone on Monday."}))["status"] == "ok"
    told = await slack.message(task.ts, "Answered: refund order 1042 (A-")
    assert "<@U0ANA>" in told.text and "Paid back by phone on Monday." in told.text
    await slack.message(task.ts, "He has his money already.")
    settled = next(m for m in await slack.messages(task.ts) if m.ts == card.ts)
    assert "Answered: refund order 1042" in settled.text and "U0BEN" in settled.text
    assert settled.buttons == ["Details"]
    result = (await slack.results())[-1]
    assert '"outcome": "answered", "text": "Paid back by phone on Monday."' in result
    assert '"by": "Ben Ode"' in result
    nobody_refunded(slack)


async def test_an_approver_asks_the_requester_before_deciding(slack: World) -> None:
    """Ana is mentioned in the thread; her reply stands on the card, which is decided after it."""
    task, card = await _asked(slack)
    await slack.plays({"calls": [REFUND]}, {"text": "Done."})
    ben = slack.person("ben")
    await ben.clicks(card, WORDS["ask"])
    view = await ben.view()
    (label,) = [b["label"]["text"] for b in view["view"]["blocks"] if b["type"] == "input"]
    assert label.startswith("Question to Ana")
    assert (await ben.submits({label: "Did he send it back?"}))["status"] == "ok"
    asked = await slack.message(task.ts, "Did he send it back?")
    assert asked.text.startswith("<@U0ANA> ") and "deciding refund order 1042" in asked.text
    assert (await slack.card(task.ts)).buttons == card.buttons
    await slack.person("ana").says("yes, on Friday", thread=task.ts)
    since = await slack.message(task.ts, "Since then")
    assert since.ts == card.ts and "yes, on Friday" in since.text
    nobody_refunded(slack)


async def test_an_approver_hands_it_to_another(slack: World) -> None:
    """Chi is asked by a mention and comes first on the card; her yes is as good as Ben's."""
    task, card = await _asked(slack)
    assert card.text.index("U0BEN") < card.text.index("U0CHI")
    ben = slack.person("ben")
    await ben.clicks(card, WORDS["hand"])
    assert (await ben.submits({"Who should decide?": "U0CHI"}))["status"] == "ok"
    asked = await slack.message(task.ts, "Please decide")
    assert asked.text.startswith("<@U0CHI> ") and "refund order 1042" in asked.text

    handed = await slack.message(task.ts, "(now <@U0CHI>")
    assert handed.ts == card.ts
    await slack.person("chi").clicks(handed, "Approve once")
    await slack.message(task.ts, "Refunded order 1042")


@pytest.mark.parametrize(
    ("to", "words"),
    [
        ("U0GUS", "guests decide nothing here"),
        ("U0ELI", "they aren't in the group that decides it"),
        ("U0ANA", "someone else has to decide"),
        ("U0BEN", "decide it yourself"),
        ("U0SIGNOFF", "bots decide nothing here"),
    ],
)
async def test_nobody_is_handed_what_they_could_not_decide(
    slack: World, to: str, words: str
) -> None:
    """Ben is told why; nobody is mentioned and the card stands as it was."""
    task, card = await _asked(slack)
    ben = slack.person("ben")
    await ben.clicks(card, WORDS["hand"])
    assert (await ben.submits({"Who should decide?": to}))["status"] == "ok"
    assert words in await ben.hears("I handed it over to nobody")
    assert (await slack.card(task.ts)).raw["blocks"] == card.raw["blocks"]
    assert not any("Please decide" in m.text for m in await slack.messages(task.ts))


async def test_when_everybody_passes_the_requester_is_told(slack: World) -> None:
    """One tap each; the card says who passed, and isn't waited for in vain."""
    task, card = await _asked(slack)
    await slack.plays({"text": "Nobody could take it."})
    await slack.person("ben").clicks(card, WORDS["pass"])
    await slack.person("ben").hears("I don't wait for you with this any more.")
    passed = await slack.message(task.ts, "can't take it")
    assert passed.ts == card.ts and passed.buttons == card.buttons
    await slack.person("chi").clicks(passed, WORDS["pass"])
    told = await slack.message(task.ts, "<@U0ANA> Everyone who may decide said")
    assert "nothing was run" in told.text and "ask again" in told.text
    await slack.message(task.ts, "Nobody could take it.")
    result = (await slack.results())[-1]
    assert '"outcome": "expired"' in result and "can't take it" in result
    nobody_refunded(slack)


@pytest.mark.parametrize("entry", ["answer", "ask", "hand", "pass"])
async def test_the_menu_is_the_same_for_all_and_rights_are_looked_up(
    slack: World, entry: str
) -> None:
    """Eli, who decides nothing, is refused in words whichever he chooses."""
    task, card = await _asked(slack)
    eli = slack.person("eli")
    await eli.clicks(card, WORDS[entry])
    if entry != "pass":
        view = await eli.view()
        (label,) = [b["label"]["text"] for b in view["view"]["blocks"] if b["type"] == "input"]
        given = "U0CHI" if entry == "hand" else "let me"
        assert (await eli.submits({label: given}))["status"] == "ok"
    words = await eli.hears("You can't decide A-")
    assert "you aren't in that group" in words
    assert (await slack.card(task.ts)).raw["blocks"] == card.raw["blocks"]
    nobody_refunded(slack)


async def test_a_pass_and_a_hand_over_outlive_the_process(tmp_path: Path, redis: str) -> None:
    """The bot is killed in between; the other one knows who passed and whom it was handed to."""
    dee = ("user: U0DEE}\n    roles: [admin]", "user: U0DEE}\n    roles: [approver]")
    async with world(tmp_path, redis, bot=False, config=changed(tmp_path, dee)) as slack:
        await slack.start("all")
        task, card = await _asked(slack)
        ben = slack.person("ben")
        await slack.person("chi").clicks(card, WORDS["pass"])
        await slack.message(task.ts, "can't take it")
        await ben.clicks(card, WORDS["hand"])
        assert (await ben.submits({"Who should decide?": "U0DEE"}))["status"] == "ok"
        await slack.message(task.ts, "(now <@U0DEE>")
        slack.processes[0].kill()
        await slack.processes[0].wait()
        await slack.start("all")
        await slack.plays({"text": "Nobody could take it."})
        handed = await slack.card(task.ts)
        await slack.person("dee").clicks(handed, WORDS["pass"])
        await ben.clicks(handed, WORDS["pass"])
        await slack.message(task.ts, "Everyone who may decide said")
        nobody_refunded(slack)
