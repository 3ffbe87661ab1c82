"""Time: reminders, the next tier, and the end of a yes for a while; each once."""

from dataclasses import replace

from bot.core.due import lapsed, over, wake_at
from bot.core.events import Ticked
from bot.core.state import Run
from bot.core.terms import Approvers, NextTier
from bot.core.verdicts import Ask
from tests.core import world
from tests.core.world import ANA, BEN, CHI, DEE, ELI, MINUTE, T0, click, decide, fold

LATER = Approvers(people=("ueli",))
TIERED = replace(
    world.SPEC, next=(NextTier(1800, LATER), NextTier(2400, Approvers(roles=("admin",))))
)
ASK = Ask(TIERED)


def _waiting() -> Run:
    judged = replace(world.judged("c1", ASK), able=(BEN, CHI), later=((ELI,), (DEE, BEN)))
    return world.card(fold(world.acting(), judged), f"{world.RUN}.1")


def _at(run: Run, minutes: int) -> Run:
    at = T0 + minutes * MINUTE
    assert lapsed(run, at)
    return fold(run, Ticked(), at=at)


def test_the_next_tier_joins_at_its_time_and_is_told_once() -> None:
    """Those who were asked before may still decide; the reminder of the same moment isn't said."""
    run = _waiting()
    early = decide(run, click("approve", run.requests[0].id, ELI), ASK)
    assert world.notes(early) == ["not_approver"]
    joined = _at(run, 30)
    request = joined.requests[0]
    assert (request.tier, request.able, request.reminded) == (1, (BEN, CHI, ELI), 2)
    assert world.says(joined) == ["escalated"]
    assert request.draws > run.requests[0].draws
    assert wake_at(joined, T0 + 30 * MINUTE) == T0 + 40 * MINUTE
    for who in (ELI, BEN):
        decided = decide(joined, click("approve", request.id, who), ASK)
        assert world.outcome(decided, request.id) == "approved"


def test_after_an_outage_only_the_latest_is_said() -> None:
    """Both tiers have joined, and nobody is named twice."""
    run = _at(_waiting(), 50)
    assert (run.requests[0].tier, run.requests[0].able) == (2, (BEN, CHI, ELI, DEE))
    assert world.says(run) == ["escalated"]
    assert not lapsed(run, T0 + 50 * MINUTE)


def test_a_settled_request_calls_nobody_any_more() -> None:
    """What was still to be said of it is dropped."""
    run = _at(_waiting(), 30)
    run = decide(run, click("reject", run.requests[0].id, CHI, reason="no"), ASK)
    assert "escalated" not in world.says(run)
    assert not lapsed(run, T0 + 50 * MINUTE)


def test_expiry_comes_after_every_tier() -> None:
    """And says nothing of them."""
    run = _at(_waiting(), 60)
    assert world.outcome(run, run.requests[0].id) == "expired"
    assert world.says(run) == ["decision"]


def test_a_stricter_policy_of_today_counts_for_a_later_tier_too() -> None:
    """Who joined by the card's terms alone may not decide."""
    run = _at(_waiting(), 30)
    request = run.requests[0].id
    after = decide(run, click("approve", request, ELI), world.ASK)
    assert world.notes(after) == ["not_approver"]


def test_a_veto_may_say_no_and_never_yes() -> None:
    """Beside the set, from the start."""
    ask = Ask(replace(world.SPEC, veto=LATER))
    run, request = world.waiting(ask)
    yes = decide(run, click("approve", request.id, ELI), ask)
    assert world.notes(yes) == ["not_approver"]
    no = decide(run, click("reject", request.id, ELI, reason="not today"), ask)
    assert world.outcome(no, request.id) == "rejected"


def test_an_owner_must_be_among_those_who_say_yes() -> None:
    """Two approvers are enough people and still not enough."""
    ask = Ask(replace(world.SPEC, count=2, owners=1, approvers=Approvers(anyone=True)))
    run, request = world.waiting(ask)
    for who in (BEN, CHI):
        run = decide(run, click("approve", request.id, who), ask)
    assert world.state(run) == "waiting"
    owner = click("approve", request.id, DEE)
    facts = replace(world.facts(DEE), roles=("owner",))
    run = fold(run, owner, world.checked(owner, ask, facts_=facts))
    assert world.state(run) == "ready"
    assert [vote.owner for vote in run.requests[0].votes] == [False, False, True]


# --- a yes for a while ---------------------------------------------------------------------------

GRANTS = Ask(replace(world.SPEC, grants=True))


def _granted(who: world.Who = BEN) -> Run:
    run, request = world.waiting(GRANTS)
    return decide(run, click("grant", request.id, who), GRANTS)


def test_a_yes_for_a_while_approves_and_holds_its_thread() -> None:
    """Until its time is over the run is not over, so that what comes next comes under it."""
    run = _granted()
    request = run.requests[0]
    assert (world.state(run), request.grant and request.grant.until) == ("ready", T0 + 60 * MINUTE)
    done = fold(run, world.began("a1", world.RunTool("c1")), world.done("a1", "c1"))
    done = world.turn(done, world.replied("m2", 2, text="done"))
    quiet = replace(done, says=(), requests=tuple(replace(r, copies=()) for r in done.requests))
    assert not over(quiet)
    assert wake_at(quiet, T0) == T0 + 60 * MINUTE
    lapsed_ = fold(quiet, Ticked(), at=T0 + 60 * MINUTE)
    assert over(lapsed_) and not lapsed(lapsed_, T0 + 61 * MINUTE)


def test_a_use_is_counted_on_its_card() -> None:
    """The call that goes under it names it."""
    run = _granted()
    run = fold(run, world.began("a1", world.RunTool("c1")), world.done("a1", "c1"))
    run = world.turn(run, world.replied("m2", 2, calls=1))
    allowed = replace(world.judged("c2"), verdict=world.Allow("medium", run.requests[0].id))
    after = fold(run, allowed)
    call, grant = after.call("c2"), after.requests[0].grant
    assert call is not None and grant is not None
    assert (call.grant, call.state.kind, grant.used) == (run.requests[0].id, "ready", 1)
    assert after.requests[0].draws > run.requests[0].draws


def test_it_is_taken_back_by_whoever_asked_an_approver_or_an_admin() -> None:
    """Once, and others are refused."""
    run = _granted()
    request = run.requests[0].id
    for who in (ANA, CHI, DEE):
        back = decide(run, click("revoke", request, who), None)
        grant = back.requests[0].grant
        assert grant is not None and not grant.holds(T0) and grant.revoked_by == who
        again = decide(back, click("revoke", request, who, id="2"), None)
        assert world.notes(again) == ["already"]
    other = decide(run, click("revoke", request, ELI), None)
    assert world.notes(other) == ["not_approver"]


def test_stopping_the_run_takes_it_back() -> None:
    """Whatever is asked for in the thread after that is asked about again."""
    run = fold(_granted(), click("stop_run", "", ANA))
    grant = run.requests[0].grant
    assert grant is not None and not grant.holds(T0)


def test_nobody_gives_what_the_card_or_the_policy_of_today_does_not_let_them() -> None:
    """The call waits on."""
    run, request = world.waiting()
    assert world.notes(decide(run, click("grant", request.id), world.ASK)) == ["no_grant"]
    run, request = world.waiting(GRANTS)
    refused = decide(run, click("grant", request.id), world.ASK)
    assert (world.notes(refused), world.state(refused)) == (["no_grant"], "waiting")
    own = decide(run, click("grant", request.id, ANA), GRANTS)
    assert world.notes(own) == ["own_request"]


# --- break-glass ---------------------------------------------------------------------------------

GLASS = Ask(replace(world.SPEC, breakglass=LATER))
WHY = "checkout is down and nobody answers"


def test_an_emergency_lets_the_call_go_and_tells_everyone() -> None:
    """By whoever the rule names, and by nobody else, with a reason that says something."""
    run, request = world.waiting(GLASS)
    broken = decide(run, click("breakglass", request.id, ELI, reason=WHY), GLASS)
    assert world.outcome(broken, request.id) == "emergency"
    assert (world.state(broken), world.says(broken)) == ("ready", ["emergency"])
    for who in (BEN, DEE, ANA):
        refused = decide(run, click("breakglass", request.id, who, reason=WHY), GLASS)
        assert (world.notes(refused), world.state(refused)) == (["not_approver"], "waiting")
    short = fold(run, click("breakglass", request.id, ELI, reason=" too short, this one  "[:19]))
    assert world.notes(short) == ["short_reason"]


def test_no_rule_no_emergency() -> None:
    """Neither by the card nor by the policy of today."""
    run, request = world.waiting()
    assert world.notes(fold(run, click("breakglass", request.id, ELI, reason=WHY))) == [
        "no_breakglass"
    ]
    run, request = world.waiting(GLASS)
    after = decide(run, click("breakglass", request.id, ELI, reason=WHY), world.ASK)
    assert world.notes(after) == ["no_breakglass"]
    after = decide(run, click("breakglass", request.id, ELI, reason=WHY), world.REFUSE)
    assert world.notes(after) == ["policy_now_refuses"]


def test_an_emergency_is_named_by_its_number_in_the_thread() -> None:
    """An unknown number is nothing."""
    run, request = world.waiting(GLASS)
    named = click("breakglass", "", ELI, reason=WHY, number=request.number)
    assert world.outcome(decide(run, named, GLASS), request.id) == "emergency"
    other = click("breakglass", "", ELI, reason=WHY, number=7)
    assert world.notes(fold(run, other)) == ["no_number"]


def test_somebody_else_looks_at_it_within_a_day() -> None:
    """Else that is said once; whoever did it can't be the one."""
    run, request = world.waiting(GLASS)
    run = decide(run, click("breakglass", request.id, ELI, reason=WHY), GLASS)
    own = decide(run, click("reviewed", request.id, ELI, reason="fine"), None)
    assert world.notes(own) == ["own_emergency"]
    seen = decide(run, click("reviewed", request.id, CHI, reason="right call"), None)
    assert seen.requests[0].reviewed is not None
    twice = decide(seen, click("reviewed", request.id, BEN, reason="me too"), None)
    assert world.notes(twice) == ["already"]
    day = T0 + 24 * 60 * MINUTE
    due = fold(run, Ticked(), at=day)
    assert world.says(due) == ["emergency", "review_due"]
    assert not lapsed(due, day + MINUTE)
    late = decide(due, click("reviewed", request.id, CHI, reason="late, sorry"), None)
    assert late.requests[0].reviewed is not None
