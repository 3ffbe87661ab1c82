"""Edits: what a change of the arguments does to a request, its call, its votes and the model."""

import json
from dataclasses import replace

import pytest

from bot.core.canon import digest
from bot.core.due import due
from bot.core.effects import PostCard, RunTool
from bot.core.events import CardPosted, Clicked, Entry, Event, Ticked, WentStale
from bot.core.ids import Who
from bot.core.request import Change, Request, Revised
from bot.core.run import advance
from bot.core.state import Run
from bot.core.terms import Approvers, AskSpec, NextTier
from bot.core.transcript import lines
from bot.core.verdicts import Allow, Ask, Refuse, Verdict
from tests.core import world
from tests.core.world import ANA, ARGS, ASK, BEN, CHI, ELI, SPEC, T0, checked, click, decide, fold

NEW = '{"amount":20,"order":1042}'
HIGH = replace(SPEC, risk="high", reminders_s=())


def edit(request: Request, by: Who = BEN, args: str = NEW, **more: str) -> Clicked:
    """An edit of the revision that the request has now."""
    made = click("edit", request.id, by, id=f"edit-{by.user}-{args}", revision=request.revision)
    return Clicked(replace(made.click, args=args, **more))


def revised(verdict: Verdict = ASK, **more: object) -> Revised:
    """What the gate says of the new arguments."""
    found = Revised(verdict, "refund 20 of order 1042", "Refunds 20.00", able=(BEN, CHI))
    return replace(found, **more)


def edited(run: Run, made: Clicked, says: Revised | None = None, now: Verdict = ASK) -> Run:
    """The run after an edit and its look-up."""
    return fold(run, made, replace(checked(made, now, policy="v2"), revised=says or revised()))


def only(run: Run) -> Request:
    """The run's one request."""
    (request,) = run.requests
    return request


def test_at_medium_an_edit_is_its_makers_yes() -> None:
    """The number stays; revision, digest, words and arguments are new, and it may run."""
    run, request = world.waiting()
    after = edited(run, edit(request, reason="he kept the shoes"))
    now = only(after)
    assert (now.number, now.revision, now.args) == (request.number, 2, NEW)
    assert now.digest == digest("refund", NEW) != request.digest
    assert (now.title, now.will_do, now.undo) == ("refund 20 of order 1042", "Refunds 20.00", None)
    assert now.changes == (Change("amount", "", "20"),) and now.edited_by == BEN
    assert world.outcome(after, request.id) == "approved"
    assert [(v.who, v.reason) for v in now.votes] == [(BEN, "he kept the shoes")]
    call = after.call("c1")
    assert call and (call.args, call.digest) == (NEW, now.digest)
    assert call.state.kind == "ready" and call.state.policy == now.policy == "v2"
    assert RunTool("c1") in world.owed(after)
    assert now.draws > request.draws, "the card shows the difference"


def test_above_medium_whoever_edits_has_become_an_author() -> None:
    """Their edit is no yes, and they can't give one after it; somebody else can."""
    ask = Ask(HIGH)
    run, request = world.waiting(ask)
    after = edited(run, edit(request, reason="less"), revised(ask), ask)
    now = only(after)
    assert (now.revision, now.votes, now.ended, world.state(after)) == (2, (), None, "waiting")
    own = decide(after, click("approve", request.id, BEN, revision=2, reason="mine"), ask)
    assert world.notes(own) == ["own_request"] and only(own).votes == ()
    other = decide(after, click("approve", request.id, CHI, revision=2, reason="fine"), ask)
    assert world.outcome(other, request.id) == "approved" and world.state(other) == "ready"


def test_an_author_by_an_edit_stays_one_where_the_requester_may_decide() -> None:
    """The rule lets whoever asks decide; who changed it at high risk can't all the same."""
    ask = Ask(replace(HIGH, exclude_requester=False))
    run, request = world.waiting(ask)
    after = edited(run, edit(request), revised(ask, able=(ANA, BEN, CHI)), ask)
    own = decide(after, click("approve", request.id, BEN, revision=2, reason="mine"), ask)
    assert world.notes(own) == ["own_request"]
    asker = decide(after, click("approve", request.id, ANA, revision=2, reason="fine"), ask)
    assert world.outcome(asker, request.id) == "approved"


@pytest.mark.parametrize(
    ("spec", "able", "taken"),
    [
        (HIGH, (BEN,), False),
        (HIGH, (BEN, CHI), True),
        (replace(HIGH, count=2), (BEN, CHI), False),
        (replace(HIGH, approvers=Approvers(anyone=True)), (), True),
        (replace(HIGH, owners=1), (BEN, CHI), True),
        (replace(HIGH, owners=1), (BEN, ELI), False),
        (SPEC, (BEN,), True),
    ],
)
def test_an_edit_that_leaves_nobody_to_decide_is_refused(
    spec: AskSpec, able: tuple[Who, ...], taken: bool
) -> None:
    """Whoever edits at high risk is no longer of those who decide; too few left means no."""
    run, request = world.waiting(Ask(spec))
    after = edited(run, edit(request), revised(Ask(spec), able=able, owners=(BEN, CHI)), Ask(spec))
    assert world.notes(after) == ([] if taken else ["edit_alone"])
    assert only(after).revision == (2 if taken else 1)
    if not taken:
        assert after.requests == run.requests and after.calls == run.calls


@pytest.mark.parametrize(
    ("says", "note", "words"),
    [
        (None, "cant_verify", ""),
        (revised(Refuse("over the limit")), "edit_refused", "over the limit"),
        (revised(bad="amount: is not a number"), "edit_invalid", "amount: is not a number"),
        (revised(Allow("x"), bad="no"), "edit_invalid", "no"),
    ],
)
def test_an_edit_that_is_not_taken_changes_nothing(
    says: Revised | None, note: str, words: str
) -> None:
    """The policy's reason is told; without an answer of the gate nothing is known."""
    run, request = world.waiting()
    made = edit(request)
    after = fold(run, made, replace(checked(made), revised=says))
    assert [(n.kind, n.words) for n in after.notes] == [(note, words)]
    assert after.requests == run.requests and after.calls == run.calls


def test_the_same_arguments_and_rejected_ones_are_no_edit() -> None:
    """What this run was told not to do isn't reached by an edit either."""
    run, request = world.waiting()
    same = edited(run, edit(request, args=ARGS))
    assert (world.notes(same), only(same).revision) == (["edit_same"], 1)
    barred = edited(replace(run, denied=(digest("refund", NEW),)), edit(request))
    assert (world.notes(barred), only(barred).revision) == (["edit_refused"], 1)


@pytest.mark.parametrize(
    ("who", "note"), [(ELI, "not_approver"), (ANA, "own_request"), (world.GUS, "guest")]
)
def test_who_may_not_decide_may_not_edit(who: Who, note: str) -> None:
    """The requester neither, where somebody else has to decide."""
    run, request = world.waiting()
    after = edited(run, edit(request, who))
    assert world.notes(after) == [note] and after.requests == run.requests


def test_an_edit_may_mend_what_the_policy_allows_no_longer() -> None:
    """Today's refusal of the old arguments is no bar; a narrower set of today is."""
    run, request = world.waiting()
    mended = edited(run, edit(request), now=Refuse("too much"))
    assert world.outcome(mended, request.id) == "approved"
    narrow = Ask(replace(SPEC, approvers=Approvers(roles=("owner",))))
    assert world.notes(edited(run, edit(request), now=narrow)) == ["not_approver"]


def test_an_edit_counts_by_the_terms_of_the_new_arguments() -> None:
    """Another set decides then; what policy would simply allow keeps its card's terms."""
    run, request = world.waiting()
    owners = Ask(replace(SPEC, approvers=Approvers(roles=("owner",)), rule="big"))
    after = edited(run, edit(request), revised(owners, able=(CHI,)))
    assert (only(after).spec, only(after).votes, only(after).able) == (owners.spec, (), (CHI,))
    late = click("approve", request.id, BEN, revision=2)
    assert world.notes(decide(after, late, owners)) == ["not_approver"]
    allowed = edited(run, edit(request), revised(Allow("small")))
    assert only(allowed).spec == SPEC and world.outcome(allowed, request.id) == "approved"
    asked = edited(run, edit(request), revised(Ask(replace(SPEC, reason_required=True))))
    assert only(asked).votes == () and only(asked).ended is None


def test_what_was_sensitive_stays_so() -> None:
    """A looser rule for the new arguments shows nobody what they hold."""
    run, request = world.waiting(Ask(replace(HIGH, sensitive=("key",))))
    after = edited(run, edit(request), revised(Ask(replace(HIGH, sensitive=("pin",)))))
    assert only(after).spec.sensitive == ("key", "pin")


def test_an_edit_voids_who_said_yes_before() -> None:
    """They said it to something else: of two, whoever edits is the first again."""
    two = Ask(replace(SPEC, count=2))
    run, request = world.waiting(two)
    run = decide(run, click("approve", request.id, BEN), two)
    after = edited(run, edit(request, CHI), revised(two), two)
    assert [v.who for v in only(after).votes] == [CHI] and world.state(after) == "waiting"
    both = decide(after, click("approve", request.id, BEN, id="again", revision=2), two)
    assert world.outcome(both, request.id) == "approved"


def test_the_first_saved_wins_and_the_other_is_told() -> None:
    """Two edits, or an edit and a yes, of one revision, whichever look-up comes back first."""
    ask = Ask(HIGH)
    run, request = world.waiting(ask)
    first, second = edit(request, BEN), edit(request, CHI, '{"amount":30,"order":1042}')
    yes = click("approve", request.id, CHI, reason="fine")
    run = fold(run, first, second, yes)
    run = fold(run, checked(yes, ask), replace(checked(second, ask), revised=revised(ask)))
    assert only(run).revision == 1, "what was saved first is judged first"
    run = fold(run, replace(checked(first, ask), revised=revised(ask)))
    assert (only(run).args, only(run).revision, only(run).ended) == (NEW, 2, None)
    assert [(n.kind, n.to) for n in run.notes] == [("changed", CHI), ("changed", CHI)]
    late = fold(run, edit(replace(request, revision=1), CHI, '{"order":1}'))
    assert world.notes(late)[-1] == "changed"


def test_changes_are_told_against_what_the_model_had_sent() -> None:
    """However often it was edited; what is put back as it was is no change."""
    ask = Ask(HIGH)
    run, request = world.waiting(ask)
    run = edited(run, edit(request, BEN), revised(ask), ask)
    run = edited(
        run, edit(only(run), CHI, '{"order":1043}'), revised(ask, able=(BEN, CHI, ELI)), ask
    )
    assert only(run).changes == (Change("order", "1042", "1043"),)
    assert [who.user for who in only(run).authors[2:]] == ["UBEN", "UCHI"]
    eli = replace(HIGH, approvers=Approvers(roles=("approver",), people=("ueli",)))
    back = edited(run, edit(only(run), CHI, ARGS), revised(Ask(eli), able=(BEN, CHI, ELI)), ask)
    assert world.notes(back) == ["own_request"], "an author by an edit edits no more"


def test_times_are_kept_and_an_edit_reminds_nobody() -> None:
    """The deadline comes sooner by the new terms, never later; what is past isn't said again."""
    run, request = world.waiting(Ask(replace(HIGH, reminders_s=(900, 1800))))
    spec = replace(HIGH, deadline_s=7200, reminders_s=(60, 600, 3000))
    made = edit(request)
    says = replace(checked(made, ASK), revised=revised(Ask(spec)))
    after = fold(fold(run, made, at=T0 + 900_000), says, at=T0 + 900_000)
    assert (only(after).deadline, only(after).reminded) == (request.deadline, 2)
    assert world.says(after) == []
    short = replace(says, revised=revised(Ask(replace(spec, deadline_s=60))))
    sooner = fold(fold(run, made, at=T0 + 900_000), short, at=T0 + 900_000)
    assert only(sooner).deadline == T0 + 960_000


def test_next_tiers_of_other_terms_start_anew() -> None:
    """Who was asked as the next tier for other arguments has no say in these."""
    tiers = (NextTier(60, Approvers(people=("ueli",))),)
    run, request = world.waiting(Ask(replace(HIGH, next=tiers)))
    run = replace(run, requests=(replace(only(run), tier=1),))
    says = revised(Ask(replace(HIGH, next=tiers)), later=((ELI,),))
    same = edited(run, edit(request), says)
    assert (only(same).tier, only(same).able) == (1, (BEN, CHI, ELI))
    assert only(edited(run, edit(request), revised(Ask(HIGH)))).tier == 0


def told(run: Run, *events: Event) -> list[str]:
    """What the model is told of results by these events."""
    found: list[str] = []
    for event in events:
        after = advance(run, Entry(T0, event))
        found += [json.loads(one)["text"] for one in lines(run, after, event)]
        run = after
    return found


def test_the_model_is_told_what_changed_and_by_whom() -> None:
    """With the tool's result, or with a person's word that it ran."""
    run, request = world.waiting()
    run = fold(edited(run, edit(request)), world.began("a1", RunTool("c1")))
    (text,) = told(run, world.done("a1", "c1"))
    head, _, rest = text.partition("\n")
    assert json.loads(head) == {
        "outcome": "approved_with_changes", "changes": {"amount": {"to": 20}}, "by": "Ben Ode",
    }  # fmt: skip
    assert rest == "a1 refunded"
    run = fold(run, world.Lost("a1"), world.unsure("c1"))
    ran = click("ran", run.requests[-1].id, ANA, reason="I saw it")
    (text,) = told(run, ran, checked(ran))
    assert "approved_with_changes" in text and '"outcome": "ran"' in text


def test_a_change_outlives_an_approval_that_went_stale() -> None:
    """The new request is for the changed call and says so; an author stays one."""
    ask = Ask(HIGH)
    run, request = world.waiting(ask)
    run = edited(run, edit(request, BEN), revised(ask), ask)
    run = decide(run, click("approve", request.id, CHI, revision=2, reason="fine"), ask)
    run = fold(run, WentStale("c1", "the tool has changed", ask=True))
    run = fold(run, world.judged("c1", ask, args=NEW))
    again = run.requests[-1]
    assert again.id != request.id and again.changes == only_changes()
    own = decide(run, click("approve", again.id, BEN, reason="mine"), ask)
    assert world.notes(own) == ["own_request"]
    run = decide(run, click("approve", again.id, CHI, id="y2", reason="fine"), ask)
    run = fold(run, world.began("a1", RunTool("c1")))
    assert "approved_with_changes" in told(run, world.done("a1", "c1"))[0]


def only_changes() -> tuple[Change, ...]:
    """What NEW changes of ARGS."""
    return (Change("amount", "", "20"),)


def test_what_was_not_run_says_nothing_of_changes() -> None:
    """The model gets the rejection alone."""
    ask = Ask(HIGH)
    run, request = world.waiting(ask)
    run = edited(run, edit(request, BEN), revised(ask), ask)
    no = click("reject", request.id, CHI, revision=2, reason="no")
    (text,) = told(run, no, checked(no, ask))
    assert json.loads(text) == {"outcome": "rejected", "reason": "no", "by": "Chi Wu"}


@pytest.mark.parametrize("state", ["approved", "expired"])
def test_what_is_settled_is_not_edited(state: str) -> None:
    """Nor what has lapsed, though no tick has come."""
    run, request = world.waiting()
    if state == "approved":
        run = decide(run, click("approve", request.id))
        late = fold(run, edit(request))
        assert world.notes(late) == ["already"]
    else:
        late = fold(run, edit(request), at=request.deadline + 1)
        assert world.notes(late) == ["expired"]
    assert only(late).revision == 1


def test_an_edit_in_a_form_that_did_not_show_all_is_no_yes() -> None:
    """Nobody approves what they haven't read; it is read on the card, and approved there."""
    run, request = world.waiting()
    made = edit(request)
    after = edited(run, Clicked(replace(made.click, tapped=True)))
    assert (only(after).revision, only(after).votes, world.state(after)) == (2, (), "waiting")


def test_an_edit_to_what_is_asked_in_another_channel_is_another_request() -> None:
    """Those who decide it there would never see this card; the call waits for theirs."""
    elsewhere = Ask(replace(SPEC, route="COPS"))
    run, request = world.waiting()
    run = decide(run, click("ask_requester", request.id, CHI, reason="all of it?"))
    late = T0 + 40 * world.MINUTE
    looked = replace(checked(edit(request), ASK), revised=revised(elsewhere, number=2000))
    after = fold(fold(run, edit(request)), looked, at=late)
    old, new = after.requests
    assert old.ended is not None
    assert (old.ended.outcome, old.ended.by, old.ended.instead) == ("superseded", BEN, "2000")
    assert (old.args, old.revision, old.draws > request.draws) == (request.args, 1, True)
    assert (new.number, new.revision, new.at, new.args) == (2000, 1, "COPS", NEW)
    assert (new.deadline, new.votes, new.copies) == (late + 60 * world.MINUTE, (), ())
    assert [change.name for change in new.changes] == ["amount"] and new.edited_by == BEN
    assert world.state(after) == "waiting" and after.asked == run.asked
    assert [e.request for e in due(after, late) if isinstance(e, PostCard)] == [new.id]
    refused = fold(after, click("approve", request.id, CHI))
    assert world.notes(refused)[-1] == "changed"
    done = decide(after, click("approve", new.id, CHI), elsewhere, at=late)
    assert world.state(done) == "ready"


def test_the_card_that_was_replaced_is_drawn_again_once_the_new_one_stands() -> None:
    """Only then its button has somewhere to lead."""
    elsewhere = Ask(replace(SPEC, route="COPS"))
    run, request = world.waiting()
    run = edited(run, edit(request), revised(elsewhere, number=2000))
    before = run.requests[0].draws
    run = fold(run, world.began("p", PostCard(run.requests[1].id)))
    run = fold(run, CardPosted("p", run.requests[1].id, "COPS", "17.5", 1))
    assert run.requests[0].draws == before + 1


def test_an_edit_to_another_channel_is_refused_without_a_number_or_anybody_left() -> None:
    """Then nothing has changed; and one to where the card stands is a revision."""
    elsewhere = Ask(replace(SPEC, route="COPS"))
    run, request = world.waiting()
    after = edited(run, edit(request), revised(elsewhere))
    assert only(after).revision == 1 and world.notes(after) == ["edit_refused"]
    high = Ask(replace(HIGH, route="COPS"))
    alone = revised(high, number=2000, able=(BEN,))
    after = edited(run, edit(request), alone)
    assert only(after).ended is None and world.notes(after) == ["edit_alone"]
    run, request = world.waiting(elsewhere)
    assert only(edited(run, edit(request), revised(elsewhere), elsewhere)).revision == 2


def test_what_somebody_made_of_a_call_stays_theirs_when_it_is_proposed_anew() -> None:
    """Or they would let it lapse, have it asked again, and say yes to their own values."""
    ask = Ask(HIGH)
    run, request = world.waiting(ask)
    run = edited(run, edit(request, reason="less"), revised(ask), ask)
    run = fold(run, Ticked(), at=only(run).deadline)
    run = decide(run, click("ask_again", request.id, BEN, revision=2), ask)
    run = world.turn(run, world.replied("m2", run.turn, calls=1, args=NEW))
    run = fold(run, world.judged("c2", ask, args=NEW))
    anew = run.requests[-1].id
    own = decide(run, click("approve", anew, BEN, id="own", reason="mine"), ask)
    assert "own_request" in world.notes(own)
    other = decide(run, click("approve", anew, CHI, reason="fine"), ask)
    assert world.outcome(other, anew) == "approved"
