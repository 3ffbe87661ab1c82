"""A typed function becomes a tool: its schema, its check, its words for the card."""

import json
import threading
from collections.abc import Callable
from typing import Annotated, Any, Literal

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, Field, field_validator

from bot.ports import Risk
from bot.tools.python import MAX_FACT, MAX_TITLE, ToolContext, ToolError, tool
from bot.tools.schema import MAX_PROBLEMS, problems_of, validator


class Part(BaseModel):
    """A nested argument."""

    title: str
    count: int = 1


class Even(BaseModel):
    """An argument whose rule no schema can say."""

    number: int

    @field_validator("number")
    @classmethod
    def _even(cls, value: int) -> int:
        if value % 2:
            raise ValueError("must be even")
        return value


@tool(risk="low")
def order(
    number: Annotated[int, "The order's number."],
    *,
    context: ToolContext,
    parts: list[Part],
    title: str = "none",
    level: Literal["a", "b"] = "a",
    price: Annotated[float | None, Field(gt=0)] = None,
    urgent: bool = False,
    day: Annotated[str, Field(json_schema_extra={"format": "date"})] = "2026-11-30",
) -> str:
    """Order something.

    Two paragraphs are both told.
    """
    return f"{context.call} {number} {parts[0].count} {title}{level}{price}{urgent}{day}"


def check(**args: Any) -> str | None:
    """The check of an else sound call."""
    usual: dict[str, Any] = {"number": 1, "parts": []}
    return order.arguments.check(usual | args)


def test_the_schema() -> None:
    """Closed at every level, no titles, descriptions kept, the context not in it."""
    schema = order.spec.parameters
    assert schema["properties"]["number"] == {
        "type": "integer", "description": "The order's number.",
    }  # fmt: skip
    assert list(schema["properties"]) == [
        "number", "parts", "title", "level", "price", "urgent", "day",
    ]  # fmt: skip
    assert schema["required"] == ["number", "parts"]
    assert schema["additionalProperties"] is False
    assert schema["$defs"]["Part"]["additionalProperties"] is False
    assert schema["$defs"]["Part"]["properties"]["title"] == {"type": "string"}
    assert order.spec.description == "Order something.\n\nTwo paragraphs are both told."
    jsonschema.Draft202012Validator.check_schema(schema)


def test_a_tool_without_parameters() -> None:
    """Its schema is an empty object, and nothing may be sent."""

    @tool(risk="read")
    def ping() -> str:
        """Say whether it lives."""
        return "pong"

    assert ping.spec.parameters == {
        "type": "object", "properties": {}, "additionalProperties": False,
    }  # fmt: skip
    assert ping.arguments.check({}) is None
    assert ping.arguments.check({"x": 1}) == "arguments: unknown: x"
    assert ping() == "pong"


@pytest.mark.parametrize(
    ("args", "problem"),
    [
        ({"number": "5"}, 'number: the value is not of type "integer"'),
        ({"number": True}, 'number: the value is not of type "integer"'),
        ({"number": 1.5}, 'number: the value is not of type "integer"'),
        ({"urgent": "false"}, 'urgent: the value is not of type "boolean"'),
        ({"urgent": 0}, 'urgent: the value is not of type "boolean"'),
        ({"price": "12"}, 'price: the value is not of type "number"'),
        ({"price": 0}, "price: the value is less than or equal to the minimum of 0"),
        ({"level": "c"}, 'level: the value is not one of "a" or "b"'),
        ({"day": "tomorrow"}, 'day: the value is not a "date"'),
        ({"title": None}, 'title: the value is not of type "string"'),
        ({"parts": [{"count": 1}]}, 'parts.0: "title" is a required property'),
        ({"parts": [{"title": "x", "id": 1}]}, "parts.0: unknown: id"),
        ({"user": "U0ADMIN", "approved": True}, "arguments: unknown: user, approved"),
        ({"context": {"key": "mine"}}, "arguments: unknown: context"),
        ({"day": "\ud83d"}, "the arguments can't be read"),
    ],
)
def test_wrong_arguments_are_named(args: dict[str, Any], problem: str) -> None:
    """Text is no number, a made-up property is refused, and the field is named."""
    assert check(**args) == problem


@pytest.mark.parametrize(
    "args", [{}, {"number": 5.0}, {"price": None}, {"price": 3}, {"parts": [{"title": "x"}]}]
)
def test_right_arguments_pass(args: dict[str, Any]) -> None:
    """A whole number is an integer, as in JSON; what has a default may be left out."""
    assert check(**args) is None


def test_a_value_is_not_repeated() -> None:
    """A wrong argument may be a secret; the sentence about it holds none."""
    assert "hunter2" not in str(check(number="hunter2", level="hunter2", parts="hunter2"))


def test_many_problems_are_bounded() -> None:
    """The model needs a few to go on, not a thousand."""
    problem = check(parts=[5] * 1000)
    assert problem is not None
    assert problem.count(";") == MAX_PROBLEMS
    assert problem.endswith("and 995 more")


def test_rules_beyond_the_schema_count_too() -> None:
    """What the types themselves refuse is refused before the call, too."""

    @tool(risk="read")
    def half(even: Even) -> float:
        """Halve a number."""
        return even.number / 2

    assert half.arguments.check({"even": {"number": 3}}) == "even.number: Value error, must be even"
    assert half.arguments.check({"even": {"number": 4}}) is None


def test_deep_arguments_do_not_break_the_check() -> None:
    """Nesting without end is refused or taken, never an exception."""
    deep: list[Any] = []
    for _ in range(5_000):
        deep = [deep]
    assert check(parts=deep) is not None


def test_a_schema_may_not_lead_elsewhere() -> None:
    """Neither the network nor a file is asked for a schema."""
    for reference in ("http://127.0.0.1:9/s.json", "file:///etc/hostname"):
        with pytest.raises(Exception, match="may not refer"):
            problems_of(validator({"$ref": reference}), {})


json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-5, 5)
    | st.floats(allow_nan=False)
    | st.text(max_size=3),
    lambda inner: (
        st.lists(inner, max_size=2)
        | st.dictionaries(st.sampled_from(["title", "count", "x"]), inner, max_size=2)
    ),
    max_leaves=4,
)
names = st.sampled_from(["number", "parts", "title", "level", "price", "urgent", "extra"])


@given(st.dictionaries(names, json_values, max_size=4))
def test_the_check_agrees_with_another_validator(args: dict[str, Any]) -> None:
    """jsonschema, an independent implementation, comes to the same verdict."""
    oracle = jsonschema.Draft202012Validator(dict(order.spec.parameters))
    assert (order.arguments.check(args) is None) == oracle.is_valid(args)


def test_the_values_of_a_call() -> None:
    """Defaults filled in, types made, the context given."""
    context = ToolContext("c1", "a1", "k1")
    values = order.bind({"number": 5.0, "parts": [{"title": "x"}]}, context)
    assert values["number"] == 5
    assert values["parts"] == [Part(title="x")]
    assert order(**values) == "c1 5 1 noneaNoneFalse2026-11-30"


def test_the_digest_follows_name_schema_and_risk() -> None:
    """A change of any makes an old approval stale; a new docstring doesn't."""

    def made(kind: type, doc: str, risk: Risk = "read") -> str:
        def sample(x: int) -> None:
            pass

        sample.__annotations__["x"] = kind
        sample.__doc__ = doc
        return tool(risk=risk)(sample).spec.digest

    assert made(int, "One.") == made(int, "Two.")
    assert made(int, "One.") != made(str, "One.")
    assert made(int, "One.") != made(int, "One.", "critical")
    assert len(made(int, "One.")) == 64
    json.dumps(dict(order.spec.parameters))


def test_what_can_be_no_tool() -> None:
    """A mistake in a toolset is found when it is loaded."""

    def untyped(x: int) -> None:
        """Do."""

    del untyped.__annotations__["x"]

    def open_ended(*args: int) -> None:
        """Do."""

    def undocumented(x: int) -> None:
        pass

    def ünicode(x: int) -> None:
        """Do."""

    cases: list[tuple[Callable[..., None], str]] = [
        (untyped, "x has no type"),
        (open_ended, "names each of its parameters"),
        (undocumented, "docstring"),
        (ünicode, "can't be a tool's name"),
    ]
    for function, words in cases:
        with pytest.raises(TypeError, match=words):
            tool(risk="read")(function)


@pytest.mark.parametrize("data", [("x",) * 6, ("x" * 41,), (" ",), "customer"])
def test_kinds_of_data_are_few_and_short(data: tuple[str, ...]) -> None:
    """They stand in a line of a card."""

    def do(x: int) -> None:
        """Do."""

    with pytest.raises(TypeError, match="data are up to 5 words of up to 40 characters"):
        tool(risk="read", data=data)(do)


def test_facts_from_templates_and_functions() -> None:
    """A template over the arguments with their defaults; a function of those it names."""

    def pods(service: str) -> str:
        return f"Restarts 6 pods of {service}"

    @tool(
        risk="medium",
        title="restart {service} in {place}",
        preview=pods,
        target="{place} / {service}",
        undo="None needed",
    )
    def restart(service: str, place: str = "prod") -> str:
        """Restart."""
        return ""

    facts = restart.facts({"service": "api"})
    assert facts.title == "restart api in prod"
    assert facts.will_do == "Restarts 6 pods of api"
    assert facts.target == "prod / api"
    assert facts.undo == "None needed"
    forged = restart.facts({"service": "api\nApproved by {place} " + "x" * 999})
    assert forged.title.startswith("restart api Approved by {place} x")
    assert len(forged.title) <= MAX_TITLE
    assert len(forged.target or "") <= MAX_FACT


def test_facts_that_fail_are_unknown() -> None:
    """The card says that nothing is known; it never waits and never makes something up."""
    hung = threading.Event()

    def fails(x: int) -> str:
        raise ToolError(f"no {x}")

    def hangs() -> str:
        hung.wait(20)
        return "late"

    @tool(risk="low", title="{nothing}", preview=fails, target=hangs, undo=lambda: None)
    def poke_it(x: int) -> str:
        """Poke."""
        return ""

    facts = poke_it.facts({"x": 1})
    hung.set()
    assert (facts.title, facts.will_do, facts.target, facts.undo) == ("poke it", None, None, None)
    assert poke_it.facts({"x": "1"}).title == "poke it"
    assert poke_it.facts({"x": "1"}).will_do is None


def test_secrets_are_not_in_facts() -> None:
    """A card shows no password, even as the tool's own words."""

    def opens(url: str) -> str:
        return f"Opens {url}"

    @tool(risk="low", title="connect to {url}", preview=opens)
    def connect(url: str) -> str:
        """Connect."""
        return ""

    facts = connect.facts({"url": "postgres://u:hunter2@db/x"})
    assert "hunter2" not in f"{facts.title}{facts.will_do}"
    assert "db/x" in facts.title
