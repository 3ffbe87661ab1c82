"""A run's requests as cards: what is shown is what is on record, and no secret."""

import json
from dataclasses import replace
from typing import Any, get_args

import pytest

from blocks.card import approval_card
from blocks.check import check_message
from blocks.plain import plain_card
from blocks.views import Pending, Settled
from bot.core.ids import Who
from bot.core.request import Ended, Outcome, Quote, Request, Result, Vote
from bot.core.terms import Approvers
from bot.slack import present
from bot.slack.set_words import set_words
from tests.slack.samples import ANA, BEN, CHI, SPEC, T0, TEAM, request, run

LATER = T0 + 60_000


def state(asked: Request, *others: Request) -> Pending | Settled:
    """The state that the card of a request shows."""
    return present.card(run(asked, *others), asked, {}).state


def settled(asked: Request, *others: Request) -> Settled:
    """The same, for one that must be settled."""
    found = state(asked, *others)
    assert isinstance(found, Settled)
    return found


def ended(outcome: Outcome, by: Who | None = BEN, **changes: Any) -> Request:
    """A request that ended so a minute later."""
    reason = changes.pop("reason", "")
    return request(ended=Ended(outcome, LATER, by, reason), **changes)


def test_a_card_says_what_the_request_says() -> None:
    """Numbers, people, the set, the rule, times in seconds."""
    card = present.card(run(request()), request(), {})

    assert (card.number, card.run, card.policy) == ("A-1042", "R-778", "refunds v7")
    assert card.arguments == (("amount", "42"), ("order", '"1042"'))
    assert card.approvers.of == "the approver role"
    assert [who.name for who in card.approvers.now] == ["Ben Ode", "Chi Wu"]
    assert [who.id for who in card.approvers.excluded] == ["U0ANA"]
    assert card.deadline == (T0 + 3_600_000) // 1000
    assert card.channel == "C0SUPPORT"
    assert card.why_now[0].text == "please refund order 1042, 42 euro"
    assert isinstance(card.state, Pending)


def test_a_direct_message_is_not_named() -> None:
    """Its channel id says nothing to anybody."""
    assert present.card(run(request(), channel="D0ANA"), request(), {}).channel is None


def test_names_are_filled_in_from_slack_where_the_record_has_none() -> None:
    """Who wrote is known by id; the name comes with it from the directory."""
    nameless = replace(run(request()), requester=Who(TEAM, "U0ANA"))

    assert present.card(nameless, request(), {"U0ANA": "Ana"}).requester.name == "Ana"
    assert present.card(nameless, request(), {}).requester.name == ""


@pytest.mark.parametrize(
    ("group", "words"),
    [
        (Approvers(anyone=True), "anyone linked"),
        (Approvers(roles=("approver", "owner")), "the approver role or the owner role"),
        (Approvers(roles=("approver",), people=("ana",)), "the approver role or ana"),
        (Approvers(people=("ben", "ana")), "Ben Ode or ana"),
        (Approvers(), "nobody"),
        (Approvers(groups=("S1",)), "@oncall"),
        (Approvers(groups=("S2",), people=("ana",)), "S2 or ana"),
        (Approvers(channels=("C1", "C2")), "the members of #ops or the members of C2"),
        (
            Approvers(schedules=("payments",), groups=("S1",), roles=("owner",)),
            "@oncall, those on call for payments or the owner role",
        ),
    ],
)
def test_a_set_is_said_in_words(group: Approvers, words: str) -> None:
    """Roles, people, everybody; a live set by its name, else by its id."""
    spec = replace(request().spec, called=(("ben", "Ben Ode"),))
    names = {"group:S1": "@oncall", "channel:C1": "#ops", "ana": "a Slack user of that id"}
    assert set_words(group, spec, names) == words


def test_anyone_is_no_list_of_people() -> None:
    """The card names nobody as the set, and excludes nobody when the rule doesn't."""
    spec = replace(SPEC, approvers=Approvers(anyone=True), exclude_requester=False)
    card = present.card(run(), request(spec=spec), {})

    assert card.approvers.now == ()
    assert card.approvers.excluded == ()


def test_secrets_are_masked_everywhere() -> None:
    """Arguments, titles, words of the agent and of people, results and reasons."""
    secret = "password=hunter2secret"
    args = {"password": "hunter2secret", "nested": {"token": "hunter2secret"}, "url": secret}
    asked = request(
        title=f"set {secret}",
        will_do=secret,
        target=secret,
        undo=secret,
        args=json.dumps(args),
        agent_says=secret,
        quotes=(Quote(secret, ANA, T0),),
        since=(1, Quote(secret, ANA, LATER)),
        votes=(Vote(BEN, "ben", LATER, secret),),
        ended=Ended("approved", LATER, BEN, secret),
        result=Result(True, secret, LATER),
    )
    card = present.card(run(asked), asked, {})

    drawn = json.dumps([approval_card(card), plain_card(card)])
    assert "hunter2secret" not in drawn
    assert "[hidden]" in drawn
    assert [name for name, _ in card.arguments] == ["password", "nested", "url"]


def test_a_masked_name_of_an_argument_keeps_its_value_masked() -> None:
    """A name that is itself a secret can't break the mask's place."""
    asked = request(args=json.dumps({"xoxb-123456789012-abcdef": "sk-abcdefgh12345678"}))
    ((_, value),) = present.card(run(asked), asked, {}).arguments

    assert "abcdefgh12345678" not in value


def test_arguments_that_nobody_spoke_of_are_named() -> None:
    """Only where all that was said is at hand; truth values name nothing."""
    args = '{"amount":99,"dry":true,"items":["1042",{"size":"XL"}],"order":"1042"}'
    asked = request(args=args)
    cut = request(args=args, quotes=(Quote("x" * 300, ANA, T0),))
    many = request(args=args, quotes=request().quotes * 4)

    assert present.card(run(), asked, {}).unmentioned == ("amount", "items")
    assert present.card(run(), cut, {}).unmentioned == ()
    assert present.card(run(), many, {}).unmentioned == ()


@pytest.mark.parametrize("args", ["nonsense", "[1]", ""])
def test_arguments_that_are_no_object_are_shown_all_the_same(args: str) -> None:
    """Nothing that is on record can break the card."""
    asked = request(args=args)
    assert check_message(approval_card(present.card(run(asked), asked, {}))) == []


def test_what_came_after_the_card_stands_on_it() -> None:
    """How many messages, and the newest."""
    one = request(since=(1, Quote("hold on", CHI, LATER)))
    two = request(since=(2, Quote("vendor is on it", CHI, LATER)))

    assert present.card(run(), one, {}).since_then == (
        "1 newer message in the thread, last: “hold on” Chi Wu"
    )
    assert present.card(run(), two, {}).since_then == (
        "2 newer messages in the thread, last: “vendor is on it” Chi Wu"
    )


def test_votes_stand_on_an_open_card() -> None:
    """One of two has said yes."""
    spec = replace(SPEC, count=2)
    found = state(request(spec=spec, votes=(Vote(BEN, "ben", LATER, "checked"),)))

    assert isinstance(found, Pending)
    assert found.needed == 2
    assert [vote.who.id for vote in found.approved_by] == ["U0BEN"]


def test_an_approval_runs_ends_well_or_fails() -> None:
    """The decision stays; the result follows."""
    running = settled(ended("approved", running=True))
    done = settled(ended("approved", result=Result(True, "paid", LATER)))
    failed = settled(ended("approved", result=Result(False, "no funds", LATER)))

    assert running.result is not None
    assert running.result.state == "running"
    assert done.outcome == "approved"
    assert done.result is not None
    assert (done.result.state, done.result.text) == ("done", "paid")
    assert failed.outcome == "failed"
    assert settled(ended("approved")).result is None


@pytest.mark.parametrize(
    ("outcome", "shown"),
    [
        ("rejected", "rejected"),
        ("guided", "guided"),
        ("expired", "expired"),
        ("withdrawn", "withdrawn"),
        ("superseded", "superseded"),
        ("stale", "stale"),
        ("stopped", "stopped"),
        ("unasked", "limit"),
    ],
)
def test_each_outcome_has_its_title(outcome: Outcome, shown: str) -> None:
    """The core's word and the card's are joined in one table."""
    found = settled(ended(outcome, reason="because"))

    assert (found.outcome, found.why) == (shown, "because")
    assert found.ran is False


def test_a_stale_approval_says_who_had_given_it() -> None:
    """It ended by itself, but a person had approved."""
    found = settled(ended("stale", None, votes=(Vote(BEN, "ben", LATER),)))

    assert found.by is not None
    assert found.by.id == "U0BEN"


def test_a_stopped_call_says_whether_it_had_started() -> None:
    """What had left may be done."""
    assert settled(ended("stopped", running=True)).ran is True


def unsure(by: Who | None = None, outcome: Outcome | None = None, reason: str = "") -> Request:
    """The question what became of a call."""
    over = Ended(outcome, LATER, by, reason) if outcome else None
    times = {"started_at": T0, "until": LATER}
    return request(id=f"{request().id[:-1]}2", kind="unsure", ended=over, **times)


def test_a_lost_call_says_who_approved_it_and_since_when_it_runs() -> None:
    """The question's card leans on the approval's."""
    found = settled(unsure(), ended("approved"))

    assert found.outcome == "unknown"
    assert found.by is not None
    assert found.by.id == "U0BEN"
    assert (found.started, found.until) == (T0 // 1000, LATER // 1000)
    assert settled(unsure()).by is None


@pytest.mark.parametrize(
    ("by", "outcome", "said", "name"),
    [
        (BEN, "ran", "ran", "Ben Ode"),
        (BEN, "run_again", "run_again", "Ben Ode"),
        (BEN, "left", "left", "Ben Ode"),
        (None, "expired", "left", "Nobody answered, so I"),
        (None, "left", "left", "Nobody answered, so I"),
        (None, "ran", "ran", "The result, which came back late,"),
    ],
)
def test_an_answer_about_a_lost_call_never_says_that_nothing_ran(
    by: Who | None, outcome: Outcome, said: str, name: str
) -> None:
    """Nobody knows; the card keeps saying so and adds what was said."""
    found = settled(unsure(by, outcome, "I looked"))

    assert found.outcome == "unknown"
    assert found.resolution is not None
    assert (found.resolution.said, found.resolution.by.name) == (said, name)
    asked = unsure(by, outcome)
    drawn = json.dumps(approval_card(present.card(run(asked), asked, {})), ensure_ascii=False)
    assert "Nothing was run" not in drawn


@pytest.mark.parametrize("kind", ["approval", "unsure"])
@pytest.mark.parametrize("outcome", [None, *get_args(Outcome)])
def test_slack_takes_the_card_of_every_outcome(kind: str, outcome: Outcome | None) -> None:
    """Full and plain, with and without somebody who did it."""
    for by in (BEN, None):
        over = Ended(outcome, LATER, by, "why") if outcome else None
        asked = request(kind=kind, ended=over, since=(1, Quote("hold on", CHI, LATER)))
        card = present.card(run(asked), asked, {})
        assert check_message(approval_card(card)) == []
        assert check_message(plain_card(card)) == []


def test_a_late_result_that_answers_an_approval_is_not_called_not_run() -> None:
    """An earlier try of the call had been lost; people were asked anew when its result came."""
    ended = Ended("ran", T0 + 60_000, None, "the result came back late")
    asked = request(ended=ended, result=Result(ok=True, summary="refunded 42.00", at=T0 + 60_000))
    payload = approval_card(present.card(run(asked), asked, {}))
    words = json.dumps(payload)
    assert "Not run" not in words and "Nothing was run" not in words
    assert "came back late" in words
