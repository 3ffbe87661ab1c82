"""Several gated calls of one turn on one card."""

from pathlib import Path

from tests.stories.ops import asked, call, everywhere, ops
from tests.stories.ops_tools import DONE

THREE = (call("restart", "web"), call("restart", "api"), call("restart", "db"))


async def test_all_shown_are_approved_by_one_tap(tmp_path: Path, redis: str) -> None:
    """One card, three decisions, three results on it."""
    async with ops(tmp_path, redis) as slack:
        task = await asked(slack, "ana", "support", *THREE)
        card = await slack.message(task.ts, "3 approvals needed")
        assert all(f"restart {name}" in card.text for name in ("web", "api", "db"))
        assert card.buttons.count("Approve once") == 3
        await slack.person("ben").clicks(card, "Approve all shown")
        await slack.message(task.ts, "All done here.")
        assert sorted(DONE) == ["restart api", "restart db", "restart web"]
        done = await slack.message(task.ts, "all decided")
        assert done.ts == card.ts and done.text.count("restarted") >= 3
        assert len(await everywhere(slack, "Exact action")) <= 1


async def test_each_is_decided_by_itself(tmp_path: Path, redis: str) -> None:
    """One is rejected, one approved by each of two people; whoever asked may decide none."""
    async with ops(tmp_path, redis) as slack:
        task = await asked(slack, "ana", "support", *THREE)
        card = await slack.message(task.ts, "3 approvals needed")
        await slack.person("ana").clicks(card, "Approve all shown")
        await slack.person("ana").hears("someone else has to decide")
        await slack.person("ben").clicks(card, "Approve once", row=card.rows("Approve once")[1])
        card = await slack.message(task.ts, "1 of 3 decided")
        await slack.person("chi").clicks(card, "Reject…", row=card.rows("Reject…")[0])
        await slack.person("chi").submits({"Why, or how instead": "not the web"})
        card = await slack.message(task.ts, "2 of 3 decided")
        await slack.person("ben").clicks(card, "Approve once")
        await slack.message(task.ts, "All done here.")
        assert sorted(DONE) == ["restart api", "restart db"]
        results = await slack.results()
        assert '"outcome": "rejected"' in results[0] and "not the web" in results[0]


async def test_calls_of_another_risk_stand_apart(tmp_path: Path, redis: str) -> None:
    """A high call isn't approved in one tap with the others, and an allowed one doesn't wait."""
    async with ops(tmp_path, redis) as slack:
        more = (call("look"), call("restart", "web"), call("scale", count=1), call("restart", "db"))
        task = await asked(slack, "ana", "support", *more)
        batch = await slack.message(task.ts, "2 approvals needed")
        single = await slack.message(task.ts, "Approval needed: scale checkout to 1")
        assert "scale" not in batch.text and single.ts != batch.ts
        await slack.person("ben").clicks(batch, "Approve all shown")
        await slack.message(task.ts, "all decided")
        assert sorted(DONE) == ["restart db", "restart web"]


async def test_a_row_is_edited_answered_and_passed_like_a_card(tmp_path: Path, redis: str) -> None:
    """Each by itself from its ⋯ menu; whoever may not decide it is refused."""
    async with ops(tmp_path, redis) as slack:
        task = await asked(slack, "ana", "support", *THREE)
        card = await slack.message(task.ts, "3 approvals needed")
        web, api, _ = card.rows("Approve once")
        ben, eli = slack.person("ben"), slack.person("eli")
        await eli.clicks(card, "Edit…", row=web)
        await eli.submits({"service": "shop"})
        await eli.hears("You can't decide A-")
        await ben.clicks(card, "I can't take this", row=api)
        passed = await slack.message(task.ts, "can't take it")
        assert passed.ts == card.ts and "Approve all shown" in passed.buttons
        await ben.clicks(passed, "Edit…", row=passed.rows("Approve once")[0])
        await ben.submits({"service": "shop"})
        edited = await slack.message(task.ts, "1 of 3 decided")
        assert 'service: \\"web\\" \\u2192 \\"shop\\"' in edited.text
        await slack.message(task.ts, "Approved once")
        chi = slack.person("chi")
        await chi.clicks(edited, "Answer instead…", row=edited.rows("Approve once")[0])
        await chi.submits({"Answer": "it is up"})
        last = await slack.message(task.ts, "2 of 3 decided")
        await chi.clicks(last, "Hand over…")
        await chi.submits({"Who should decide?": "U0BEN"})
        await slack.message(task.ts, "<@U0BEN> Please decide restart db")
        await chi.clicks(last, "Ask the requester…")
        label = (await chi.view())["view"]["blocks"][1]["label"]["text"]
        await chi.submits({label: "Which db?"})
        await slack.message(task.ts, "Before deciding restart db")
        await ben.clicks(await slack.message(task.ts, "2 of 3 decided"), "Approve once")
        await slack.message(task.ts, "All done here.")
        assert sorted(DONE) == ["restart db", "restart shop"]
        results = await slack.results()
        assert "approved_with_changes" in results[0] and "it is up" in results[1]


async def test_an_edit_for_other_people_is_not_approved_with_the_rest(
    tmp_path: Path, redis: str
) -> None:
    """The row says who decides it now; the button for all is gone, and an old one leaves it."""
    rules = """\
    - {name: db, tools: restart, args: {service: {one_of: [db]}}, verdict: ask,
       approvers: {people: [dee]}}
    - {name: all, tools: "*", verdict: by_risk}
"""
    async with ops(tmp_path, redis, rules) as slack:
        two = (call("restart", "web"), call("restart", "api"), call("restart", "shop"))
        task = await asked(slack, "ana", "support", *two)
        card = await slack.message(task.ts, "3 approvals needed")
        ben = slack.person("ben")
        await ben.clicks(card, "Edit…", row=card.rows("Approve once")[0])
        await ben.submits({"service": "db"})
        edited = await slack.message(task.ts, "Changed by")
        assert edited.ts == card.ts and "Approve all shown" not in edited.buttons
        assert edited.text.count("*Who decides*") == 3 and "now <@U0DEE>" in edited.text
        await slack.does(
            "ben", "click", ts=card.ts, channel="support", stale=True, text="Approve all shown"
        )
        left = await slack.message(task.ts, "2 of 3 decided")
        await ben.clicks(left, "Approve once")
        await ben.hears("You can't decide A-")
        await slack.person("dee").clicks(left, "Approve once")
        await slack.message(task.ts, "All done here.")
        assert sorted(DONE) == ["restart api", "restart db", "restart shop"]
