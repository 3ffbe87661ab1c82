"""What people gave in confidence reaches the tool that may have it, and nothing else."""

import base64
import json
from collections.abc import AsyncGenerator
from typing import Annotated, Any

import pytest
from pydantic import Field

from bot.core.rules import Policy, Rule
from bot.store import RedisStore
from bot.tools.python import tool
from bot.tools.registry import Registry
from tests.engine.bench import BEN, PEOPLE, SETTINGS, Bench, calls, serving, words
from tests.store.proxy import fault_proxy

SECRET, PIN, NEVER = "Zwiebel-77-kuchen", 4711_0815, "secret:" + "A" * 22
KEYS = (bytes(32),)
GOT: list[object] = []
CONFIG: dict[str, str] = {}

Marked = Field(json_schema_extra={"x-sensitive": True})
Login = Annotated[str, Field(min_length=1, max_length=20), Marked]
Pin = Annotated[int, Field(ge=1), Marked]


@tool(risk="medium", title="log {user} in")
def log_in(user: str, password: Login = "", pin: Pin = 1, note: str = "") -> str:
    """Logs somebody in."""
    GOT.append((user, password, pin))
    CONFIG.update({"password": password} if password else {})
    if note == "fails":
        raise ValueError(f"bad login {password}")
    return f"{user} is in with {password} and {pin}" + "." * (30_000 if note == "long" else 0)


@tool(risk="read", title="read the configuration", shares="config")
def read_config() -> str:
    """Reads what was saved, as a tool may write it."""
    coded = base64.b64encode(f"ana:{CONFIG['password']}".encode()).decode()
    return f"plain {CONFIG['password']}, Basic {coded}, hex {CONFIG['password'].encode().hex()}."


@pytest.fixture
async def confident(bench: Bench) -> AsyncGenerator[Bench]:
    """A bench with a vault, on which a task has been said, and nothing has been got."""
    GOT.clear()
    bench.toolbox = Registry([log_in, read_config])
    bench.policy = Policy((Rule("all", ("*",), "allow"),), PEOPLE, "v1", 1)
    bench.vault = bench.store.confided.vault(KEYS)
    await bench.says()
    yield bench


async def call_of(bench: Bench, **args: object) -> None:
    """The model makes a call with these arguments, and it comes to its end."""
    bench.model.plays(calls("log_in", arguments=json.dumps({"user": "ana", **args})), words("ok"))
    await bench.moves(bench.worker())


async def kept(bench: Bench, value: object) -> str:
    """The reference of a value that somebody gave this run."""
    assert bench.vault is not None
    return await bench.vault.keep(bench.run, json.dumps(value))


async def test_the_tool_gets_the_value_and_the_model_does_not(confident: Bench) -> None:
    """Nor does the record; what the tool says of it is hidden, in numbers too."""
    password, pin = await kept(confident, SECRET), await kept(confident, PIN)
    await call_of(confident, password=password, pin=pin)
    assert GOT == [("ana", SECRET, PIN)]
    assert await confident.results() == ["ana is in with [hidden] and [hidden]"]
    asked = str([request.messages for request in confident.model.requests])
    told = str(confident.ledger.read()) + str(await confident.store.audit(confident.run))
    for value in (SECRET, str(PIN)):
        assert value not in asked and value not in told


async def test_what_one_tool_saved_no_other_tells(confident: Bench) -> None:
    """Neither plain nor encoded: a result is without all that its run was given in confidence."""
    password = await kept(confident, SECRET)
    log = calls("log_in", arguments=json.dumps({"user": "ana", "password": password}))
    confident.model.plays(log, calls("read_config"), words("ok"))
    await confident.moves(confident.worker())
    assert CONFIG == {"password": SECRET}
    assert (await confident.results())[-1] == "plain [hidden], Basic YW5hO[hidden], hex [hidden]."


async def test_a_call_is_asked_about_with_its_reference(confident: Bench) -> None:
    """What was approved is the reference, which its digest stands for."""
    confident.policy = Policy((Rule("all", ("*",), "by_risk"),), PEOPLE, "v1", 1)
    password = await kept(confident, SECRET)
    await call_of(confident, password=password)
    assert GOT == [] and len(confident.told("card")) == 1
    await confident.clicks(BEN, "approve")
    await confident.moves(confident.worker())
    assert GOT == [("ana", SECRET, 1)]
    assert SECRET not in str(confident.ledger.read())


@pytest.mark.parametrize("note", ["fails", "long"])
async def test_neither_an_error_nor_a_cut_lets_it_out(confident: Bench, note: str) -> None:
    """It is hidden before anything is shortened."""
    password = await kept(confident, SECRET)
    await call_of(confident, password=password, note=note)
    assert GOT == [("ana", SECRET, 1)]
    (said,) = await confident.results()
    assert "[hidden]" in said and SECRET[:6] not in said


@pytest.mark.parametrize(("args", "said"), [
    ({"note": NEVER}, "note: a reference such as secret:… can be given only in an argument"),
    ({"password": f"x{NEVER}"}, "must be the whole value"),
    ({"password": NEVER}, f"{NEVER} isn't kept any more, or isn't of this task."),
])  # fmt: skip
async def test_what_is_no_value_of_this_task_is_refused(
    confident: Bench, args: dict[str, str], said: str
) -> None:
    """In words to the model; the tool doesn't run."""
    await call_of(confident, **args)
    assert GOT == []
    assert said in (await confident.results())[0]


async def test_a_value_of_another_run_is_not_given(confident: Bench) -> None:
    """Whoever knows the reference."""
    assert confident.vault is not None
    await call_of(confident, password=await confident.vault.keep("0.other", json.dumps(SECRET)))
    assert GOT == []
    assert "isn't of this task" in (await confident.results())[0]


async def test_a_value_has_to_fit_the_tool(confident: Bench) -> None:
    """It is checked once it is known; what is wrong is said without it."""
    long, text = await kept(confident, SECRET * 2), await kept(confident, "x")
    await call_of(confident, password=long, pin=text)
    assert GOT == []
    (said,) = await confident.results()
    assert "value is longer than 20 characters" in said and "pin: " in said
    assert SECRET not in said


@tool(risk="medium", title="pay")
def pay(amount: Annotated[float, Marked] = 0, blob: Annotated[dict[str, Any], Marked] = {}) -> str:  # noqa: B006
    """Pays."""
    GOT.append((amount, blob))
    return f"{amount}, {int(amount)}"


async def test_a_number_is_hidden_however_it_is_written(confident: Bench) -> None:
    """With the digits that it came with, and without those that say nothing."""
    confident.toolbox = Registry([pay])
    assert confident.vault is not None
    amount = await confident.vault.keep(confident.run, "47110.0")
    confident.model.plays(calls("pay", arguments=json.dumps({"amount": amount})), words("ok"))
    await confident.moves(confident.worker())
    assert GOT == [(47110.0, {})]
    assert await confident.results() == ["[hidden], [hidden]"]


async def test_a_deeply_nested_value_harms_nobody(confident: Bench) -> None:
    """It may be as deep as any answer."""
    confident.toolbox = Registry([pay])
    assert confident.vault is not None
    deep = await confident.vault.keep(confident.run, '{"a":' * 64 + "1" + "}" * 64)
    confident.model.plays(calls("pay", arguments=json.dumps({"blob": deep})), words("ok"))
    await confident.moves(confident.worker())
    assert len(GOT) == 1
    assert await confident.results() == ["0, 0"]


async def test_without_a_vault_there_is_nothing(confident: Bench) -> None:
    """As if it had lapsed."""
    password, confident.vault = await kept(confident, SECRET), None
    await call_of(confident, password=password)
    assert GOT == [] and "isn't kept any more" in (await confident.results())[0]


async def test_a_store_that_is_away_is_asked_again(confident: Bench, redis: str) -> None:
    """The tool waits, and what became of it is known all the time."""
    password = await kept(confident, SECRET)
    async with (
        fault_proxy(redis) as proxy,
        RedisStore.open(proxy.url, namespace=confident.namespace) as far,
    ):
        confident.vault = far.confided.vault(KEYS)
        proxy.refusing = True
        await proxy.cut()
        await call_of(confident, password=password)
        assert GOT == [] and confident.told("card") == []
        proxy.refusing = False
        async with serving(confident.worker(settings=SETTINGS)):
            await confident.until(lambda: confident.said("answer"), "the answer")
    assert GOT == [("ana", SECRET, 1)]
