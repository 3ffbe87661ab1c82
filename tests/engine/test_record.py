"""The record of a run: who, when, what exactly, why, and by what right (promise 10)."""

import json
from hashlib import sha256
from typing import Any

from structlog.testing import capture_logs

from bot.core.canon import digest
from bot.core.checkpoint import dump_event
from bot.core.events import Clicked
from bot.core.request import Click
from bot.core.rules import Policy, Rule
from bot.engine import unbroken
from bot.engine.audit import chained
from bot.ports import ToRun
from tests.engine.bench import ANA, BEN, CHI, PEOPLE, Bench, calls, run_twice, words


async def _record(bench: Bench, what: str) -> list[dict[str, Any]]:
    """The lines of a kind, without what every line has."""
    found = await bench.store.audit(bench.run)
    assert unbroken(found)
    lines: list[dict[str, Any]] = [json.loads(line) for line in found]
    assert [line["n"] for line in lines] == list(range(1, len(lines) + 1))
    assert all(line["run"] == bench.run and line["at"] > 0 for line in lines)
    every = ("n", "at", "run", "number", "prev", "what")
    return [
        {k: v for k, v in line.items() if k not in every} for line in lines if line["what"] == what
    ]


async def test_the_log_joins_a_runs_number_with_its_id_and_quotes_nobody(bench: Bench) -> None:
    """An operator who is told `R-1` finds the run; the words of the task aren't in any line."""
    bench.model.plays(words("done"))
    with capture_logs() as lines:
        await bench.says("refund it, secretly")
        await bench.moves(bench.worker())
    (begun,) = [line for line in lines if line["event"] == "run begun"]
    assert begun["run"] == bench.run
    (asked,) = [json.loads(line) for line in await bench.store.audit(bench.run)]
    assert begun["number"] == asked["number"]
    assert "secretly" not in str(lines)


async def test_an_allowed_call_is_on_record_with_its_result(bench: Bench) -> None:
    """What exactly was run, by which policy, in which attempt, and how it ended."""
    bench.model.plays(calls("peek"), words("done"))
    await bench.says()
    await bench.moves(bench.worker())
    call = {"call": "c1", "tool": "peek", "digest": digest("peek", "{}")}
    assert await _record(bench, "asked") == [{"by": "U1ANA", "ts": "1.0"}]
    (ready,) = await _record(bench, "call ready")
    assert ready == {**call, "args": {}, "by": "policy", "policy": "v1"}
    (started,) = await _record(bench, "call started")
    assert started == {**call, "attempt": started["attempt"]}
    assert await _record(bench, "call finished") == [{"call": "c1", "tool": "peek", "ok": True}]


async def test_what_the_policy_refuses_is_on_record_with_the_reason(bench: Bench) -> None:
    """Which rule, and what was off; what looks like a secret is hidden."""
    words_ = "not on Fridays; token=ghp_0123456789abcdefghijABCDEFGHIJ012345"
    bench.policy = Policy((Rule("no", ("*",), "refuse", reason=words_),), PEOPLE, "v1", 1)
    bench.model.plays(calls("peek"), words("no"))
    await bench.says()
    await bench.moves(bench.worker())
    (refused,) = await _record(bench, "call refused")
    assert refused["why"] == "refused" and refused["reason"].startswith("not on Fridays")
    assert "ghp_" not in refused["reason"]


async def test_a_decision_is_on_record_with_its_right(bench: Bench) -> None:
    """What was asked by which rule, who tried in vain and why, who said no and why."""
    bench.model.plays(calls("hit"), words("not done"))
    await bench.says()
    await bench.moves(bench.worker())
    await bench.clicks(ANA, "approve")
    await bench.clicks(BEN, "reject", reason="too early")
    await bench.moves(bench.worker())
    await bench.clicks(CHI, "approve")
    await bench.moves(bench.worker())
    call = {"call": "c1", "tool": "hit", "digest": digest("hit", "{}")}
    request = {"request": f"{bench.run}.1", "a_number": 1, "call": "c1"}
    assert await _record(bench, "call waiting") == [
        {**call, "args": {}, "request": f"{bench.run}.1"}
    ]
    (asked,) = await _record(bench, "people asked")
    assert asked == {**request, "rule": "all", "digest": call["digest"], "policy": "v1"}
    (no,) = await _record(bench, "request rejected")
    by = {"by": "U1BEN", "roles": ["approver"]}
    assert no == {**request, **by, "reason": "too early", "digest": call["digest"]}
    refused = {"call": "c1", "tool": "hit", "why": "rejected"}
    assert await _record(bench, "call refused") == [refused]
    tried = await _record(bench, "attempt refused")
    assert [(t["by"], t["why"]) for t in tried] == [("U1ANA", "not_linked"), ("U1CHI", "already")]


async def test_a_call_that_is_no_call_is_on_record_without_arguments(bench: Bench) -> None:
    """What the model sent can't be read as arguments, so no digest stands for it."""
    bench.model.plays(calls("hit", arguments="[1"), words("sorry"))
    await bench.says()
    await bench.moves(bench.worker())
    (refused,) = await _record(bench, "call refused")
    assert refused["why"] == "invalid" and "args" not in refused


def test_the_lines_of_a_step_are_one_link() -> None:
    """The first names the link before; no line can be changed, dropped, moved, added or set apart,
    but for the last link, which nothing names yet.
    """
    facts = [{"n": n, "what": "x"} for n in range(1, 7)]
    first, head = chained("", facts[:1])
    second, after = chained(head, facts[1:4])
    third, last = chained(after, facts[4:])
    assert chained(last, []) == ([], last)
    whole = (*first, *second, *third)
    assert [line.count('"prev"') for line in whole] == [1, 1, 0, 0, 1, 0]
    assert unbroken(()) and unbroken(whole) and unbroken(whole[:4])
    for n in range(4):
        assert not unbroken((*whole[:n], *whole[n + 1 :]))
        assert not unbroken((*whole[:n], whole[n].replace("x", "y"), *whole[n + 1 :]))
        assert not unbroken((*whole[:n], whole[n], *whole[n:]))
        assert not unbroken((*whole[:n], whole[n + 1], whole[n], *whole[n + 2 :]))
    nameless = json.dumps({**json.loads(whole[1]), "prev": None}), '{"n":2,"what":"x"}'
    for line in nameless:
        assert not unbroken((whole[0], line, *whole[2:]))
    assert not unbroken(whole[1:]) and not unbroken(whole[2:])


def test_a_chain_of_single_lines_is_verified_too() -> None:
    """Records of before, in which each line names the one before it."""
    head, lines = "", list[str]()
    for n in range(1, 4):
        lines.append(json.dumps({"n": n, "prev": head}))
        head = sha256(lines[-1].encode()).hexdigest()
    further, _ = chained(head, [{"n": 4}, {"n": 5}])
    assert unbroken((*lines, *further))
    assert not unbroken((*lines[:2], *further)) and not unbroken((*lines[1:], *further))


async def test_a_stop_is_on_record_and_a_question_is_no_refused_attempt(bench: Bench) -> None:
    """Who stopped the run is written down; asking where it stands is no attempt at anything."""
    bench.model.plays(calls("hit"))
    await bench.says()
    await bench.moves(bench.worker())
    for action in ("status", "stop_run"):
        click = Click(action, action, "", 0, ANA)
        await bench.store.enqueue(ToRun(bench.run), action, dump_event(Clicked(click)))
    await bench.moves(bench.worker())
    assert [note["about"] for note in bench.told("note")] == ["status"]
    assert await _record(bench, "attempt refused") == []
    assert await _record(bench, "run stopped") == [{"by": "U1ANA"}]
    (stopped,) = await _record(bench, "request stopped")
    assert stopped["by"] == "U1ANA"


async def test_a_result_that_came_too_late_to_count_is_on_record(bench: Bench) -> None:
    """Run again by a person's word, and then the first result came back after all."""
    await run_twice(bench)
    first_start, _ = await _record(bench, "call started")
    (late,) = await _record(bench, "late result")
    assert late == {"call": "c1", "attempt": first_start["attempt"], "ok": True}
