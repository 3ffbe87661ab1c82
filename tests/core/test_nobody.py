"""What nobody can answer: refused at once, and whoever asked hears which setting is missing."""

from dataclasses import replace

import pytest

from bot.core.policy import Facts, judge
from bot.core.rules import Person, Policy, Rule
from bot.core.state import Run
from bot.core.terms import Approvers
from bot.core.verdicts import Refuse
from tests.core import world
from tests.core.world import ANA, fold

RULE = Rule("refunds", ("*",), "ask", approvers=Approvers(roles=("approver",)))
ANA_TOO = Person("ana", "Ana", ANA.team, ANA.user, ("approver",))
BEN = Person("ben", "Ben", "T1", "UBEN", ("approver",))
CHI = Person("chi", "Chi", "T1", "UCHI", ("approver",))
ELI = Person("eli", "Eli", "T1", "UELI", ("requester",))
MORE = "an admin may add people to the approvers of refunds in the bot's configuration"


def _judged(rule: Rule, *people: Person, direct: bool = False) -> Refuse:
    found = judge(Facts("refund", "medium", ANA, direct=direct), Policy((rule,), people, "v1"))
    assert isinstance(found, Refuse)
    return found


@pytest.mark.parametrize(
    ("rule", "people", "words"),
    [
        (RULE, (ELI,), "nobody who could answer is linked;"),
        (RULE, (ANA_TOO, ELI), "nobody who could answer is linked but whoever asked for it;"),
        (replace(RULE, count=2), (ANA_TOO, BEN), "it wants 2 of them and only one who could"),
        (replace(RULE, count=3), (BEN, CHI), "it wants 3 of them and only 2 who could answer are"),
    ],
)
def test_too_few_people_are_said(rule: Rule, people: tuple[Person, ...], words: str) -> None:
    """With what an admin would do about it."""
    found = _judged(rule, *people)
    assert found.reason.startswith(f"the rule refunds asks people, but {words}")
    assert found.reason.endswith(MORE) and found.told and not found.limit


def test_an_owner_that_is_missing_is_said() -> None:
    """It isn't a matter of how many there are."""
    found = _judged(replace(RULE, owners=1), BEN, CHI)
    assert "it wants an owner among them and too few who could answer are" in found.reason
    assert found.reason.endswith(
        "an admin may give the role owner to one of its approvers in the bot's configuration"
    )


def test_everybody_of_later_tiers_counts() -> None:
    """They would be asked at once."""
    later = replace(RULE, next=((60, Approvers(people=("eli",))),), count=2)
    assert "only one who could answer is linked" in _judged(later, ANA_TOO, ELI).reason


def test_whom_a_direct_message_does_not_reach() -> None:
    """The setting is the ops channel."""
    found = _judged(RULE, BEN, direct=True)
    assert found.told and "name one in ops_channels" in found.reason


def _say(run: Run) -> list[tuple[str, tuple[str, ...]]]:
    return [(say.words, say.titles) for say in run.says if say.kind == "limit"]


def test_whoever_asked_hears_of_it_once() -> None:
    """Whatever the model says; calls of one turn and one reason stand together."""
    nobody, other = Refuse("nobody is there", nobody=True), Refuse("ask in a channel", nobody=True)
    run = world.acting(3)
    run = fold(run, world.judged("c1", nobody), world.judged("c2", nobody))
    run = fold(run, world.judged("c3", other))
    one, two = ("run refund",), ("run refund", "run refund")
    assert _say(run) == [("nobody is there", two), ("ask in a channel", one)]
    assert [call.state.kind for call in run.calls] == ["refused"] * 3
    assert run.tally.refused == 3 and not run.tally.limit


def test_a_question_is_another_matter() -> None:
    """The model has asked it, and hears that nobody may answer."""
    run = world.acting()
    (call,) = run.calls
    run = replace(run, calls=(replace(call, tool="askUser"),))
    after = fold(run, world.judged("c1", Refuse("nobody may answer it", nobody=True)))
    assert not _say(after)
