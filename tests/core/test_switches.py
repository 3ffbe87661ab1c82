"""What a switch refuses, and how it is switched: off by words, on by a button alone."""

from dataclasses import replace

import pytest

from bot.core import settling
from bot.core.effects import PostSay, RunTool
from bot.core.events import SayPosted, WentStale
from bot.core.ids import Who
from bot.core.policy import Facts, judge
from bot.core.request import Copy
from bot.core.rules import Policy, Rule
from bot.core.state import Run
from bot.core.switches import SWITCHES, Off, Switch, is_switch, reason, refusal
from bot.core.terms import RISKS, Risk
from bot.core.verdicts import Refuse
from tests.core import world
from tests.core.world import ANA, BEN, CHI, DEE, ELI, GUS, MINUTE, T0, checked, click, fold

HERE = Copy("C1", "1700000009.000100")
ALLOW_ALL = Policy((Rule("all", ("*",), "allow"),), (), "v1")


def _facts(risk: Risk, shares: str | None, off: tuple[Switch, ...]) -> Facts:
    return Facts("t", risk, ANA, shares=shares, off=off)


def _off(run: Run, switch: Switch = "writes") -> Run:
    return fold(run, click("switch_off", "", ANA, switch=switch))


def _press(run: Run, who: Who, switch: Switch = "writes", *, copy: Copy | None = HERE) -> Run:
    made = click("switch_on", "", who, switch=switch, copy=copy)
    return fold(run, made, checked(made))


# --- what they refuse ----------------------------------------------------------------------------


@pytest.mark.parametrize("risk", RISKS)
@pytest.mark.parametrize("shares", [None, "data", "config"])
def test_a_switch_refuses_its_kind_and_nothing_else(risk: Risk, shares: str | None) -> None:
    """Whatever isn't only read is a write; before any rule, even one that allows everything."""
    for switch in SWITCHES:
        kind = shares == switch or (switch == "writes" and risk != "read")
        verdict = judge(_facts(risk, shares, (switch,)), ALLOW_ALL)
        assert (isinstance(verdict, Refuse) and is_switch(verdict)) is kind
    assert refusal((), risk, shares) is None


def test_the_refusal_says_how_to_turn_it_on() -> None:
    """To the model and to people, word for word."""
    assert reason("writes") == (
        "writes are switched off in this thread; @signoff writes on asks to turn them on"
    )
    assert reason("data") == (
        "data is switched off in this thread; @signoff data on asks to turn it on"
    )
    assert not is_switch(Refuse("the policy refuses it"))


# --- off -----------------------------------------------------------------------------------------


def test_the_requester_switches_off_at_once() -> None:
    """The thread is told by whom; the same again changes nothing."""
    run = _off(world.new())
    assert run.off == (Off("writes", ANA, T0),)
    said = run.says[-1]
    assert (said.kind, said.words, said.by, said.copy) == ("switched_off", "writes", ANA, None)
    again = fold(run, click("switch_off", "", ANA, id="k2", switch="writes"))
    assert (again.off, world.notes(again)) == (run.off, ["switch_already"])
    assert [o.switch for o in _off(run, "data").off] == ["writes", "data"]


@pytest.mark.parametrize(
    ("who", "told"), [(BEN, []), (DEE, []), (ELI, ["not_yours"]), (GUS, ["guest"])]
)
def test_others_switch_off_if_they_might_stop_the_run(who: Who, told: list[str]) -> None:
    """Approvers and admins; others are refused in words, and nothing is switched."""
    made = click("switch_off", "", who, switch="config")
    run = fold(world.new(), made)
    assert run.off == (), "not before it is known who it is"
    run = fold(run, checked(made))
    assert (world.notes(run), bool(run.off)) == (told, not told)


def test_what_is_off_stays_off_when_the_run_has_ended() -> None:
    """And may be switched then too: it is the thread's."""
    run = world.turn(_off(world.new()), world.replied("m1", 1, text="Done."))
    assert run.phase.kind == "done" and run.switched_off == ("writes",)
    assert _off(run, "data").switched_off == ("writes", "data")
    later = replace(world.first(), off=run.off)
    assert fold(None, later).switched_off == ("writes",)


def test_a_call_that_was_approved_before_does_not_run() -> None:
    """It went stale, with the switch's own reason."""
    run, request = world.approved()
    run = fold(_off(run), WentStale("c1", reason("writes"), ask=False))
    assert world.state(run) == "refused stale"
    assert world.outcome(run, request.id) == "stale"
    assert RunTool("c1") not in world.owed(run)


def test_a_yes_while_it_is_off_is_refused_in_its_own_words() -> None:
    """The card stays open: it may be decided once the switch is on."""
    run, request = world.waiting()
    run = world.decide(_off(run), click("approve", request.id), Refuse(reason("writes")))
    assert world.notes(run) == ["switched_off"]
    assert run.requests[-1].ended is None
    policy = world.decide(run, click("approve", request.id, CHI), Refuse("no"))
    assert world.notes(policy)[-1] == "policy_now_refuses"


# --- on ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("who", [ANA, DEE, ELI, GUS])
def test_words_only_ask_whoever_says_them(who: Who) -> None:
    """The requester and an admin too: nothing is on until the button is pressed."""
    run = fold(_off(world.new()), click("ask_switch_on", "", who, switch="writes"))
    assert run.switched_off == ("writes",)
    assert (run.says[-1].kind, run.says[-1].by) == ("switch_ask", who)


def test_it_is_not_asked_again_and_again() -> None:
    """Within five minutes whoever asks is told where the button is."""
    run = fold(_off(world.new()), click("ask_switch_on", "", ELI, switch="writes"))
    soon = click("ask_switch_on", "", CHI, id="k2", switch="writes")
    run = fold(run, soon, at=T0 + 5 * MINUTE - 1)
    assert (world.says(run).count("switch_ask"), world.notes(run)) == (1, ["switch_asked"])
    late = click("ask_switch_on", "", CHI, id="k3", switch="writes")
    assert world.says(fold(run, late, at=T0 + 5 * MINUTE)).count("switch_ask") == 2


def test_nothing_is_asked_about_what_is_on() -> None:
    """It says so instead."""
    run = fold(world.new(), click("ask_switch_on", "", ELI, switch="data"))
    assert (world.says(run), world.notes(run)) == ([], ["switch_already"])


@pytest.mark.parametrize(
    ("who", "told"),
    [(ANA, []), (DEE, []), (BEN, ["switch_not_yours"]), (ELI, ["switch_not_yours"]),
     (GUS, ["guest"])],
)  # fmt: skip
def test_only_the_requester_and_admins_turn_on(who: Who, told: list[str]) -> None:
    """An approver may stop a run and switch off, but not open what others have closed."""
    run = _press(_off(world.new()), who)
    assert (world.notes(run), run.switched_off) == (told, ("writes",) if told else ())
    drawn = [s for s in run.says if s.kind == "switched_on"]
    assert [(s.by, s.copy) for s in drawn] == ([] if told else [(who, HERE)])


def test_an_unlinked_requester_turns_nothing_on() -> None:
    """Who isn't linked decides nothing, and may still switch off."""
    made = click("switch_on", "", ANA, switch="writes", copy=HERE)
    unlinked = replace(world.facts(ANA), person=None, roles=())
    run = fold(_off(world.new()), made, checked(made, facts_=unlinked))
    assert (run.switched_off, world.notes(run)) == (("writes",), ["not_linked"])


def test_a_second_press_is_told_and_its_message_drawn() -> None:
    """Two questions stood: the button of the other is gone after it was pressed."""
    run = _press(_off(world.new()), ANA)
    other = Copy("C1", "1700000010.000100")
    run = fold(run, click("switch_on", "", DEE, id="k2", switch="writes", copy=other))
    assert world.notes(run) == ["switch_already"]
    assert [(s.by, s.copy) for s in run.says[-2:]] == [(ANA, HERE), (None, other)]


def test_it_is_drawn_until_that_is_done() -> None:
    """As any post: owed until it is known to stand, whoever died meanwhile."""
    run = _press(_off(world.new()), ANA)
    for _ in range(2):
        (key,) = [e.say for e in world.owed(run) if isinstance(e, PostSay)]
        run = fold(run, world.began(f"p{key}", PostSay(key)), SayPosted(f"p{key}", key))
    assert not [e for e in world.owed(run) if isinstance(e, PostSay)]


def test_a_run_that_was_stopped_is_switched_as_any() -> None:
    """The next task of the thread takes its switches over."""
    run = _off(settling.stop(world.new(), ANA, T0))
    assert (run.phase.kind, run.switched_off) == ("stopped", ("writes",))
    assert _press(run, ANA).switched_off == ()
