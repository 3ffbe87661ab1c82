"""A question at the gate: it is asked of this installation, or of nobody."""

import json

import pytest

from bot.core.call import Call
from bot.core.events import Judged
from bot.core.verdicts import Ask, Refuse
from bot.engine import Gate
from bot.engine.questioning import questioned
from tests.engine.bench import POLICY
from tests.engine.test_gate import RUN, TOOLS

GATE = Gate(POLICY, TOOLS, installations=("T1", "E1"))


async def _number() -> int:
    return 1043


async def _asked(**more: object) -> Judged:
    args = json.dumps({"schema": {"type": "boolean"}, "question": "Shall I?", **more})
    call = Call("c1", "askHuman", args, "d")
    return await questioned(GATE, RUN, call, number=_number)


@pytest.mark.parametrize("named", ["", "T1", "E1"])
async def test_an_installation_goes_by_its_team_and_its_enterprise(named: str) -> None:
    """Left out, it is this one."""
    judged = await _asked(**({"installationId": named} if named else {}))
    assert isinstance(judged.verdict, Ask) and judged.number == 1043


async def test_another_installation_is_refused_to_the_model() -> None:
    """Nobody is asked."""
    judged = await _asked(installationId="E2")
    assert isinstance(judged.verdict, Refuse) and "no installation E2" in judged.bad
