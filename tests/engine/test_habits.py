"""What is usual: noted when calls have run, compared on the next card, in nobody's way."""

from collections.abc import Mapping, Sequence

import pytest
from structlog.testing import capture_logs

from bot.core.rules import Policy, Rule
from bot.core.terms import Approvers
from bot.ports import StoreDown
from bot.tools.python import ToolError, tool
from bot.tools.registry import Registry
from tests.engine.bench import BEN, PEOPLE, Bench, calls, words

LARGE = Rule("large", ("pay",), "ask", when="args.amount > 10")
POLICY = Policy((LARGE, Rule("all", ("*",), "allow")), PEOPLE, "v1", 1)


@tool(risk="medium", title="pay {amount}", target="{to}")
def pay(amount: int, to: str = "ana", word: str = "w") -> str:
    """Pays."""
    if to == "nobody":
        raise ToolError("no such person")
    return f"paid {amount}"


class _Down:
    """A store that is away."""

    async def note(self, tool: str, target: str, values: Mapping[str, str]) -> None:
        """See ports.Habits."""
        raise StoreDown("Redis is away.")

    async def earlier(
        self, tool: str, target: str, names: Sequence[str]
    ) -> Mapping[str, tuple[str, ...]]:
        """See ports.Habits."""
        raise StoreDown("Redis is away.")


@pytest.fixture(autouse=True)
def _pays(bench: Bench) -> None:
    bench.toolbox = Registry([*bench.toolbox.tools, pay])
    bench.policy, bench.habits = POLICY, bench.store.habits


async def _paid(bench: Bench, *arguments: str) -> None:
    bench.model.plays(*(calls("pay", arguments=one) for one in arguments), words("done"))
    await bench.says(ts=f"{len(bench.model.requests) + 1}.0")
    await bench.moves(bench.worker())


async def _unusual(bench: Bench) -> str:
    record = await bench.inbox.record(f"{bench.run}.1")
    assert record is not None
    return record.request.unusual


async def test_five_calls_that_ran_make_a_habit(bench: Bench) -> None:
    """Those that policy allowed count as well; the card of the sixth says what differs."""
    await _paid(bench, *(f'{{"amount":{n}}}' for n in (4, 5, 6, 5, 4)), '{"amount":50}')
    assert await _unusual(bench) == "amount 50, usually 4–6 (last 5 runs)"
    await bench.clicks(BEN, "approve")
    await bench.moves(bench.worker())
    await _paid(bench, '{"amount":40}')
    assert await _unusual(bench) == ""


async def test_four_calls_make_none_nor_do_those_of_another_target(bench: Bench) -> None:
    """What was paid to Eve says nothing of Ana; a call that failed says nothing at all."""
    fails = '{"amount":4,"to":"nobody"}'
    await _paid(bench, *['{"amount":4,"to":"eve"}'] * 3, *[fails] * 3, '{"amount":50}')
    assert await _unusual(bench) == ""
    found = await bench.store.habits.earlier("pay", "nobody", ["amount"])
    assert found["amount"] == ()


async def test_a_sensitive_argument_is_neither_kept_nor_compared(bench: Bench) -> None:
    """Not even as a hash."""
    hides = Rule("large", ("pay",), "ask", when="args.amount > 10", sensitive=("word",))
    bench.policy = Policy((hides, POLICY.rules[1]), PEOPLE, "v1", 1)
    await _paid(bench, *['{"amount":4,"word":"hunter2"}'] * 5, '{"amount":50,"word":"other"}')
    assert await _unusual(bench) == "amount 50, usually 4 (last 5 runs)"
    found = await bench.store.habits.earlier("pay", "ana", ["word", "amount"])
    assert found["word"] == () and len(found["amount"]) == 5


async def test_looking_is_not_noted_unless_people_were_asked(bench: Bench) -> None:
    """Read calls are many, and few of them have a card."""
    bench.model.plays(calls("peek"), words("done"))
    await bench.says()
    await bench.moves(bench.worker())

    @tool(risk="read")
    def export(rows: int) -> str:
        """Exports."""
        return str(rows)

    bench.toolbox = Registry([export])
    asks = Rule("asks", ("*",), "ask", approvers=Approvers(roles=("approver",)))
    bench.policy = Policy((asks,), PEOPLE, "v1", 1)
    bench.model.plays(calls("export", arguments='{"rows":5}'), words("done"))
    await bench.says(ts="2.0")
    await bench.moves(bench.worker())
    await bench.clicks(BEN, "approve")
    await bench.moves(bench.worker())
    found = await bench.store.habits.earlier("export", "", ["rows"])
    assert found["rows"] == ("5",)


async def test_a_store_that_is_away_costs_a_card_its_line_only(bench: Bench) -> None:
    """The call runs, people are asked, and the log says why nothing is said."""
    bench.habits = _Down()
    with capture_logs() as lines:
        await _paid(bench, '{"amount":4}', '{"amount":50}')
    assert await _unusual(bench) == "" and len(bench.told("card")) == 1
    assert await bench.results() == ["paid 4"]
    said = {line["event"] for line in lines if line.get("tool") == "pay"}
    assert {"call not noted", "earlier calls not read"} <= said
