"""Sensitive arguments at the gate: whoever calls them so, they are so in every call of the tool."""

import json
from typing import Annotated

from pydantic import Field

from bot.core.call import Call
from bot.core.matchers import Argument, Under
from bot.core.rules import Policy, Rule
from bot.engine import Gate, readings
from bot.ports import ToolResult
from bot.tools.python import tool
from bot.tools.registry import Registry
from tests.engine.bench import PEOPLE, Bench, calls, words

Word = Annotated[str, Field(json_schema_extra={"x-sensitive": True})]


@tool(risk="medium", title="set {word} of {account}")
def set_word(account: str, word: Word = "", hint: str = "") -> str:
    """Sets a word."""
    return f"set {word}"


TOOLS = Registry([set_word])
LATER = Rule("later", ("set_*",), "by_risk", sensitive=("hint",))
POLICY = Policy((Rule("all", ("*",), "allow"), LATER), PEOPLE, "v1", 1)
ARGS = '{"account":"till","hint":"h1nt","word":"hunter2"}'


def test_the_tool_and_every_rule_for_it_name_them() -> None:
    """Also a rule that doesn't come to speak; one for other tools or risks doesn't count."""
    assert Gate(POLICY, TOOLS).sensitive("set_word") == ("hint", "word")
    others = Rule("o", ("get_*",), "by_risk", sensitive=("account",))
    high = Rule("h", ("*",), "by_risk", risks=("high",), sensitive=("account",))
    policy = Policy((others, high), PEOPLE, "v1", 1)
    assert Gate(policy, TOOLS).sensitive("set_word") == ("word",)
    assert Gate(policy, TOOLS).sensitive("no_such_tool") == ()


async def test_the_record_of_an_allowed_call_hides_them(bench: Bench) -> None:
    """No card was drawn; the record and the answer hide them all the same, the tool got them."""
    bench.toolbox, bench.policy = TOOLS, POLICY
    bench.model.plays(calls("set_word", arguments=ARGS), words("It is hunter2 (h1nt)."))
    await bench.says()
    await bench.moves(bench.worker())
    record = [json.loads(line) for line in await bench.store.audit(bench.run)]
    (ready,) = [line for line in record if line["what"] == "call ready"]
    assert ready["args"] == {"account": "till", "hint": "[hidden]", "word": "[hidden]"}
    assert "hunter2" not in str(record) and "h1nt" not in str(record)
    assert bench.said("answer") == ["It is [hidden] ([hidden])."]
    assert await bench.results() == ["set hunter2"]


async def test_a_refusal_does_not_quote_them(bench: Bench) -> None:
    """It says what is off with an argument, and stands on cards and records."""
    under = Rule(
        "places", ("*",), "allow", args=(Argument("word", (Under(("/srv",)),)),),
        sensitive=("word",),
    )  # fmt: skip
    bench.toolbox, bench.policy = TOOLS, Policy((under,), PEOPLE, "v1", 1)
    args = '{"account":"till","word":"/SRV/hunter2"}'
    bench.model.plays(calls("set_word", arguments=args), words("It was refused."))
    await bench.says()
    await bench.moves(bench.worker())
    (told,) = await bench.results()
    assert "the rule places can't be applied: word is [hidden], not under /srv" in told


def test_the_summary_of_a_result_is_for_people() -> None:
    """The text is for the model, which proposed the value."""
    call = Call("c1", "set_word", ARGS, "d", sensitive=("word",))
    done = readings.ran("a1", call, ToolResult(True, "set hunter2", "set hunter2"))
    assert (done.text, done.summary) == ("set hunter2", "set [hidden]")
