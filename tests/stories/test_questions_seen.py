"""Questions in lists, words and figures: told apart from approvals, to whom they concern."""

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

from bot.core.checkpoint import load_record
from bot.ports import Look
from tests.stories import ops_tools
from tests.stories.looking import home, told
from tests.stories.ops import asked, call, ops
from tests.stories.test_questions import REGIONS, ask, questioned
from tests.support import wait_until
from tests.world import Message, World

OPEN = "Question: Which region?"


async def _open(slack: World, where: str = "support") -> tuple[Message, Message]:
    """Ana's task, and the card of the question that came of it."""
    await slack.plays({"calls": [ask(options=REGIONS)]}, {"text": "All done here."})
    task = await slack.person("ana").says("@signoff please see to checkout", where)
    return task, await slack.message(task.ts, OPEN)


# --- lists ---------------------------------------------------------------------------------------


async def test_what_waits_for_ones_answer_is_listed_for_them(tmp_path: Path, redis: str) -> None:
    """With its number, words and a link; nobody is offered a decision, and no risk is named."""
    async with ops(tmp_path, redis) as slack:
        ana, ben = slack.person("ana"), slack.person("ben")
        task, card = await _open(slack)
        mine = await told(ana, "/approvals", "", "Waiting for your answer:")
        assert "Which region?, a question, answer by" in mine and "Open question" in mine
        assert "Q-1>*" in mine and f"/archives/C0SUPPORT/p{card.ts.replace('.', '')}" in mine
        assert "risk" not in mine and "pprove" not in mine and "decide" not in mine
        bens = await told(ben, "/approvals", "", "Nothing waits for your decision or answer")
        assert "1 more open for others" in bens and "Q-1" not in bens
        assert "Q-1" in await told(ben, "/approvals", "open", "Open, by deadline")
        assert "waits for Q-1" in await told(ana, "/task", "status", "Your runs at work")
        shown = await home(slack, "ana", "To answer")
        assert "Open question" in shown and "Nothing waits for your decision." in shown
        assert "To answer" not in await home(slack, "ben", "Nothing waits for your decision.")

        await ana.clicks(card, "eu-west-1")
        await slack.message(task.ts, "All done here.")
        await told(ana, "/approvals", "", "Nothing waits for your decision or answer")
        settled = await told(ben, "/approvals", "since:7d", "Settled, newest first")
        assert "Q-1" in settled and "answered by <@U0ANA>" in settled
        assert "eu-west-1" not in settled
        assert "is done (1 answered)" in await told(ana, "/task", "list", "Your runs of the last")
        assert "To answer" not in await home(slack, "ana", "You have no run at work")


async def test_a_decision_and_an_answer_wait_in_one_list(tmp_path: Path, redis: str) -> None:
    """Each in its own words."""
    rules = "    - {name: anyone, tools: note, verdict: by_risk}\n"
    async with ops(tmp_path, redis, rules) as slack:
        task = await asked(slack, "ana", "support", call("note"), ask(options=REGIONS))
        await slack.message(task.ts, OPEN)
        await slack.card(task.ts)
        ana = slack.person("ana")
        mine = await told(ana, "/approvals", "", "Waiting for your decision or answer:")
        assert "low risk, decide by" in mine and "a question, answer by" in mine


async def test_a_private_question_shows_outsiders_no_words(tmp_path: Path, redis: str) -> None:
    """Its number and until when, as of any request."""
    async with ops(tmp_path, redis) as slack:
        await _open(slack, "private-deals")
        inside = await told(slack.person("dee"), "/approvals", "open", "Q-1")
        assert "Which region?" in inside
        outside = await told(slack.person("chi"), "/approvals", "open", "Q-1")
        assert "a question, answer by" in outside and "in a private conversation" in outside
        assert "region" not in outside and "archives" not in outside


async def test_a_run_is_stopped_by_its_questions_number(tmp_path: Path, redis: str) -> None:
    """A stop ends the run; the card says who stopped it and takes no answer any more."""
    async with ops(tmp_path, redis) as slack:
        task, card = await _open(slack)
        ben = slack.person("ben")
        await told(ben, "/task", "stop Q-7", "There is no open request Q-7")
        await told(ben, "/task", "stop q-1", "is being stopped")
        await slack.message(task.ts, "was stopped by")
        stopped = await slack.message(task.ts, "Stopped: Which region?")
        assert stopped.ts == card.ts and "U0BEN" in stopped.text and stopped.buttons == []
        await slack.person("ana").clicks(card, "eu-west-1", stale=True)
        await slack.person("ana").hears("Q-1 was taken back")


# --- words in the thread -------------------------------------------------------------------------


async def test_status_says_what_waits_and_then_who_answered(tmp_path: Path, redis: str) -> None:
    """Who and when, never what."""
    async with ops(tmp_path, redis) as slack:
        task, card = await _open(slack)
        ana = slack.person("ana")
        await ana.says("@signoff status", thread=task.ts)
        assert "Q-1: Which region?, answer by" in await ana.hears("waiting for people")
        await ana.clicks(card, "us-east-1")
        await slack.message(task.ts, "All done here.")
        await ana.says("@signoff status", thread=task.ts)
        over = await ana.hears("Q-1: askUser answered by")
        assert "Calls: 1 answered." in over and "U0ANA" in over and "us-east-1" not in over
        # Whoever answered it themselves isn't told so.
        posts = [m.text for m in await slack.messages(task.ts) if m.ts != card.ts]
        assert not any("answered" in text and "I go on" in text for text in posts)


async def test_a_question_takes_no_yes_in_words(tmp_path: Path, redis: str) -> None:
    """By its number as it is written, or as approvals are; the question stays open."""
    async with ops(tmp_path, redis) as slack:
        task, card = await _open(slack)
        glass = "breakglass Q-1 nobody answers and checkout is down"
        for who, words in (("ben", "approve Q-1"), ("dee", "approve a-1"), ("chi", glass)):
            person = slack.person(who)
            await person.says(f"@signoff {words}", thread=task.ts)
            heard = await person.hears("Q-1 is a question, so there is nothing to approve")
            assert "<@U0ANA> can answer it" in heard
        await slack.person("ana").clicks(card, "eu-west-1")
        await slack.message(task.ts, "Answered: Which region?")


async def test_withdrawing_leaves_a_question_and_says_how_it_ends(
    tmp_path: Path, redis: str
) -> None:
    """Taking back what was asked for is about approvals; of those there are none."""
    async with ops(tmp_path, redis) as slack:
        task, card = await _open(slack)
        ana = slack.person("ana")
        await ana.says("@signoff withdraw", thread=task.ts)
        heard = await ana.hears("I wait for the answer to Q-1")
        assert "Cancel question" in heard and "stop" in heard
        await ana.clicks(card, "Cancel question")
        await slack.message(task.ts, "All done here.")
        await ana.says("@signoff ask again", thread=task.ts)
        await ana.hears("mention me with it in this thread")


async def test_withdrawing_takes_back_an_approval_beside_a_question(
    tmp_path: Path, redis: str
) -> None:
    """The question is still open."""
    async with ops(tmp_path, redis) as slack:
        task = await asked(slack, "ana", "support", call("restart"), ask(options=REGIONS))
        card = await slack.message(task.ts, OPEN)
        await slack.card(task.ts)
        await slack.person("ana").says("@signoff withdraw", thread=task.ts)
        await slack.message(task.ts, "Withdrawn: restart checkout")
        await slack.person("ana").clicks(card, "eu-west-1")
        await slack.message(task.ts, "All done here.")
        assert ops_tools.DONE == []


async def test_a_nudge_reminds_of_a_question_in_its_own_words(tmp_path: Path, redis: str) -> None:
    """It mentions who may answer; by its number, too."""
    async with ops(tmp_path, redis) as slack:
        task, _ = await _open(slack)
        await slack.person("ben").says("@signoff nudge Q-1", thread=task.ts)
        post = await slack.message(task.ts, "still needs an answer by")
        assert "<@U0ANA>" in post.text and "Which region?” (Q-1)" in post.text
        assert "decision" not in post.text


async def test_too_many_questions_are_told_in_words_for_people(tmp_path: Path, redis: str) -> None:
    """Not in those that tell the model what to do instead."""
    agent = "  max_questions: 1\n  on_question_limit: decide for yourself\n"
    async with ops(tmp_path, redis, agent=agent) as slack:
        again = {"calls": [ask("And which zone?"), ask("And which rack?")]}
        task = await questioned(slack, {"calls": [ask(options=REGIONS)]}, again)
        await slack.person("ana").clicks(await slack.message(task.ts, OPEN), "eu-west-1")
        post = await slack.message(task.ts, "as many questions as one task may")
        assert "<@U0ANA>" in post.text and "say it in this thread" in post.text
        await slack.message(task.ts, "All done here.")
        assert "decide for yourself" in (await slack.results())[-1]
        posts = [m.text for m in await slack.messages(task.ts)]
        assert not any("decide for yourself" in text for text in posts)
        assert sum("as many questions" in text for text in posts) == 1


# --- the record ----------------------------------------------------------------------------------


async def _lines(slack: World, *what: str) -> list[dict[str, Any]]:
    """The record's lines of these kinds, of the only run."""
    async with slack.store() as store:
        seen = await store.look(Look(person="", runs=0, requests=9, since=0))
        (body,) = (*seen.open, *seen.ended)
        found = [json.loads(line) for line in await store.audit(load_record(body).run.id)]
    return [one for one in found if one["what"] in what]


async def test_the_record_has_who_answered_and_not_what(tmp_path: Path, redis: str) -> None:
    """A digest stands for the values; whoever tried in vain is there too."""
    async with ops(tmp_path, redis) as slack:
        task, card = await _open(slack)
        await slack.person("eli").clicks(card, "eu-west-1")
        await slack.person("eli").hears("can't answer Q-1")
        await slack.person("ana").clicks(card, "us-east-1")
        await slack.message(task.ts, "All done here.")
        (shown,) = await _lines(slack, "question asked")
        assert (shown["q_number"], shown["rule"]) == (1, "questions")
        (tried,) = await _lines(slack, "attempt refused")
        assert (tried["by"], tried["why"]) == ("U0ELI", "not_approver")
        (done,) = await _lines(slack, "question answered")
        assert (done["by"], done["action"]) == ("U0ANA", "submit")
        assert done["values"] == sha256(b'{"answer": "us-east-1"}').hexdigest()
        assert "us-east-1" not in json.dumps(done)


async def test_the_record_has_how_a_question_ended_without_an_answer(
    tmp_path: Path, redis: str
) -> None:
    """By whom it was ended; a lapsed one by nobody."""
    async with ops(tmp_path, redis, agent="  answer_within: 1h\n") as slack:
        task = await questioned(slack, {"calls": [ask(options=REGIONS)]})
        await slack.message(task.ts, OPEN)
        slack.passes(3600)
        await slack.message(task.ts, "Nobody answered: Which region?")
        (lapsed,) = await _lines(slack, "question unanswered")
        assert "by" not in lapsed and "values" not in lapsed


# --- the timeline --------------------------------------------------------------------------------


async def test_the_timeline_waits_for_whoever_is_asked(slack: World) -> None:
    """By name, with the question's number: its words are the agent's and stand on the card."""
    await slack.plays({"calls": [ask(options=REGIONS)]}, {"text": "All done here."})
    task = await slack.person("ana").says("@signoff please see to checkout")
    waiting = await slack.message(task.ts, "question Q-1: waiting for Ana Ruiz")
    assert "region" not in waiting.text
    sent = slack.sandbox.slack.recorder.payloads

    def status() -> str:
        found = [p["payload"] for p in sent if p["method"] == "agents.sessions.setStatus"]
        return next((one["status"] for one in reversed(found)), "")

    await wait_until(lambda: status() == "suspended", "the session is suspended")
    await slack.person("ana").clicks(await slack.message(task.ts, OPEN), "eu-west-1")
    await slack.message(task.ts, "question Q-1: answered")
