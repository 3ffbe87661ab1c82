"""What people see when the model or its server is bad at its job."""

from pathlib import Path
from typing import Any

import pytest

from tests.world import Message, World, changed, world

REFUND = {"name": "refund_order", "arguments": {"order_id": 1042, "reason": "it arrived broken"}}
LOOK = {"name": "look_up_order", "arguments": {"order_id": 1042}}
FEW_TRIES = ("agent:", "agent:\n  max_model_tries: 2")


async def _asked(slack: World, *steps: dict[str, Any]) -> Message:
    """Ana's task, to which the model gives these replies."""
    await slack.plays(*steps)
    return await slack.person("ana").says("@signoff see to order 1042")


async def _nothing_happened(slack: World, task: Message) -> None:
    assert slack.shop("select count(*) from refunds") == [(0,)]
    assert not any(m.buttons for m in await slack.messages(task.ts))


# --- calls ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "arguments", ["{order: 1042", "", "[1042]", '{"order_id": 1042}{}', "null"]
)
async def test_arguments_that_are_no_object_go_back_to_the_model(
    slack: World, arguments: str
) -> None:
    """The model is told what is wrong with its arguments; nobody is asked and nothing runs."""
    bad = {**REFUND, "arguments": arguments}
    task = await _asked(slack, {"calls": [bad]}, {"text": "I can't do it."})
    await slack.message(task.ts, "I can't do it.")
    (told,) = await slack.results()
    assert '"outcome": "invalid"' in told and '"error": "' in told
    await _nothing_happened(slack, task)


async def test_half_a_character_stops_nothing(slack: World) -> None:
    """In arguments it is refused, in a text it is shown as a replacement character."""
    half = {**REFUND, "arguments": '{"order_id": 1042, "reason": "broken \ud83d"}'}
    task = await _asked(
        slack, {"text": "Let me \ud83d see.", "calls": [half]}, {"text": "No \0 \ud83d"}
    )
    answer = await slack.message(task.ts, "No ")
    assert answer.raw["blocks"][-1]["text"] == "No \ufffd \ufffd"
    (told,) = await slack.results()
    assert "half a character" in told
    await _nothing_happened(slack, task)


async def test_an_unknown_tool_is_named_and_the_others_go_on(slack: World) -> None:
    """The model gets the real names of the tools, and its other call of that turn still runs."""
    calls: list[dict[str, Any]] = [{"name": "drop_database", "arguments": {}}, LOOK]
    task = await _asked(slack, {"calls": calls}, {"text": "That one doesn't exist."})
    await slack.message(task.ts, "That one doesn't exist.")
    unknown, found = await slack.results()
    assert "drop_database" in unknown and "look_up_order, refund_order" in unknown
    assert '"customer"' in found
    await _nothing_happened(slack, task)


async def test_calls_with_the_same_or_no_id_get_each_their_own_result(slack: World) -> None:
    """Two calls of one id and one without any are three calls with three results in order."""
    calls = [
        {"id": name, "name": "look_up_order", "arguments": {"order_id": order}}
        for name, order in (("same", 1040), ("same", 1041), ("", 1042))
    ]
    task = await _asked(slack, {"calls": calls}, {"text": "Three orders."})
    await slack.message(task.ts, "Three orders.")
    heard = await slack.heard()
    made = next(m for m in heard if m.get("tool_calls"))["tool_calls"]
    told = [m for m in heard if m["role"] == "tool"]
    assert [c["id"] for c in made] == [m["tool_call_id"] for m in told]
    assert len({c["id"] for c in made}) == 3
    assert all(str(n) in m["content"] for n, m in zip((1040, 1041, 1042), told, strict=True))


async def test_an_id_used_in_three_turns_names_three_calls(slack: World) -> None:
    """A model that calls everything call_0 gets the right result of each turn."""
    turns = [
        {"calls": [{"id": "call_0", "name": "look_up_order", "arguments": {"order_id": n}}]}
        for n in (1040, 1041, 1042)
    ]
    task = await _asked(slack, *turns, {"text": "All three seen."})
    await slack.message(task.ts, "All three seen.")
    told = [m for m in await slack.heard() if m["role"] == "tool"]
    assert len({m["tool_call_id"] for m in told}) == 3
    assert all(str(n) in m["content"] for n, m in zip((1040, 1041, 1042), told, strict=True))


# --- replies that are none -----------------------------------------------------------------------


async def test_an_empty_reply_is_asked_for_once_more(slack: World) -> None:
    """The model is told that its reply was empty, and the second one is the answer."""
    task = await _asked(slack, {"text": "  "}, {"text": "Sorry, here I am."})
    await slack.message(task.ts, "Sorry, here I am.")
    assert "Your reply was empty" in (await slack.heard())[-1]["content"]


async def test_a_model_that_stays_silent_ends_the_run_in_words(slack: World) -> None:
    """After two empty replies the thread is told so, and what to do."""
    task = await _asked(slack, {"text": ""}, {"text": ""})
    ended = await slack.message(task.ts, "The model gave empty replies")
    assert "<@U0ANA>" in ended.text and "Ask again" in ended.text
    assert len(await slack.requests()) == 2


@pytest.mark.parametrize(
    "reply",
    [
        {"refusal": "I can't help with that."},
        {"text": "part of it", "finish": "content_filter"},
        {"calls": [REFUND], "finish": "content_filter"},
    ],
)
async def test_a_refusal_or_filter_is_told_and_runs_nothing(
    slack: World, reply: dict[str, Any]
) -> None:
    """The person is told that the model declined; a call that came along is not run."""
    task = await _asked(slack, reply)
    said = await slack.message(task.ts, "The model declined")
    assert "<@U0ANA>" in said.text
    await _nothing_happened(slack, task)
    assert len(await slack.requests()) == 1


async def test_calls_of_a_reply_that_was_cut_off_never_run(slack: World) -> None:
    """A reply over its length limit runs nothing, even if its call looks whole; twice ends it."""
    cut = {"calls": [REFUND], "finish": "length"}
    task = await _asked(slack, cut, cut)
    ended = await slack.message(task.ts, "cut off at their length limit")
    assert "Ask for a smaller step" in ended.text
    assert len(await slack.requests()) == 2
    assert "cut off at its length limit" in (await slack.heard())[-1]["content"]
    await _nothing_happened(slack, task)


async def test_after_a_cut_reply_a_whole_one_counts(slack: World) -> None:
    """The second, whole reply is the answer; of the first nothing is posted."""
    cut = {"text": "The beginning of", "finish": "length"}
    task = await _asked(slack, cut, {"text": "The whole answer."})
    await slack.message(task.ts, "The whole answer.")
    assert not any("beginning" in m.text for m in await slack.messages(task.ts))


# --- servers -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "fault",
    [
        {"calls": [REFUND], "finish": None},
        {"calls": [REFUND], "cut_after": 2},
        {"text": "half of an ans", "reset": True},
        {"error": {"status": 500}},
        {"error": {"status": 429, "headers": {"Retry-After": "1"}}},
    ],
    ids=["no finish", "cut", "reset", "500", "429"],
)
async def test_a_passing_fault_is_only_a_wait(slack: World, fault: dict[str, Any]) -> None:
    """The model is asked again with the same words; nothing of the broken reply is used."""
    task = await _asked(slack, fault, {"text": "Here is the answer."})
    await slack.message(task.ts, "Here is the answer.")
    first, second = await slack.requests()
    assert first["body"]["messages"] == second["body"]["messages"]
    assert len([m for m in await slack.messages(task.ts) if m.ts != task.ts]) == 1
    await _nothing_happened(slack, task)


TOO_LONG = {
    "error": {
        "message": "This model's maximum context length is 128 tokens.",
        "type": "invalid_request_error",
        "param": "messages",
        "code": "context_length_exceeded",
    }
}


@pytest.mark.parametrize(
    ("error", "why", "now"),
    [
        ({"status": 429, "body": "insufficient_quota"}, "used up its quota", "admin"),
        ({"status": 429, "headers": {"Retry-After": "7200"}}, "wait 7200 s", "Ask again later"),
        ({"status": 400, "body": TOO_LONG}, "too long for the model", "new thread"),
        ({"status": 401}, "refused our key", "admin"),
        ({"status": 400}, "refused the request", "admin"),
    ],
    ids=["quota", "hours", "context", "key", "request"],
)
async def test_a_lasting_fault_is_told_at_once(
    slack: World, error: dict[str, Any], why: str, now: str
) -> None:
    """The model isn't asked again; the thread is told why the run ended and what to do now."""
    task = await _asked(slack, {"error": error})
    ended = await slack.message(task.ts, why)
    assert "<@U0ANA>" in ended.text and now in ended.text
    assert len(await slack.requests()) == 1


async def test_a_server_that_stays_down_ends_the_run_in_words(tmp_path: Path, redis: str) -> None:
    """After the tries that the config allows the thread is told; a new message tries anew."""
    async with world(tmp_path, redis, config=changed(tmp_path, FEW_TRIES)) as slack:
        task = await _asked(slack, {"error": {"status": 503}}, {"error": {"status": 500}})
        ended = await slack.message(task.ts, "server is in trouble")
        assert "<@U0ANA>" in ended.text and "Ask again" in ended.text
        assert len(await slack.requests()) == 2
        await slack.plays({"text": "Back again."})
        await slack.person("ana").says("@signoff and now?", thread=task.ts)
        await slack.message(task.ts, "Back again.")


async def test_at_the_step_limit_the_model_answers_with_what_it_has(
    tmp_path: Path, redis: str
) -> None:
    """Its last call isn't run, it may make none any more, and its answer says that it stopped."""
    few = ("max_steps: 8", "max_steps: 2")
    async with world(tmp_path, redis, config=changed(tmp_path, few)) as slack:
        steps = [*[{"calls": [LOOK]}] * 2, {"calls": [REFUND]}, {"text": "I only looked so far."}]
        task = await _asked(slack, *steps)
        answer = await slack.message(task.ts, "I only looked so far.")
        assert "Stopped after 2 steps, the limit of one task" in answer.text
        choices = [one["body"].get("tool_choice") for one in await slack.requests()]
        assert choices == [None, None, None, "none"]
        assert "(refund_order) were not run" in (await slack.heard())[-1]["content"]
        await _nothing_happened(slack, task)


async def test_a_model_that_only_calls_at_its_last_step_ends_in_words(
    tmp_path: Path, redis: str
) -> None:
    """It was asked for an answer and called again: the run fails, and nothing more is run."""
    few = ("max_steps: 8", "max_steps: 2")
    async with world(tmp_path, redis, config=changed(tmp_path, few)) as slack:
        task = await _asked(slack, *[{"calls": [LOOK]}] * 2, *[{"calls": [REFUND]}] * 2)
        ended = await slack.message(task.ts, "I stopped after 2 steps")
        assert "the last calls were not run" in ended.text and "smaller task" in ended.text
        await _nothing_happened(slack, task)
