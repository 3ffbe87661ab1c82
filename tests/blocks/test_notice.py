"""Refusals and replies, word for word."""

from dataclasses import replace
from typing import Any, cast

import pytest

from blocks import ids, notice, refusals
from blocks.modal import STORE_DOWN, details_modal, error_view, field_errors, reject_modal
from blocks.pen import SPOKEN, lasting
from blocks.views import Result
from tests.blocks.samples import (
    APPROVED,
    AT,
    BEN,
    ON_CALL,
    PENDING,
    REFUSED,
    RESTART,
    SETTLED,
    settled,
)

WORDS = {
    "not-approver": "You can't decide A-1042. It needs 1 of @payments-oncall (now Ben Ode, Chi "
    "Wu), and you aren't in that group.",
    "own-request": "You asked for this, so someone else has to decide. @payments-oncall has been "
    "told.",
    "not-linked": "I don't know your account yet. Link it (20 seconds), then press Approve again.",
    "guest": "Guests can't decide here.",
    "outsider": "Members of other companies can't decide here.",
    "already": "Ben Ode approved this at 14:07 UTC. Nothing more to do.",
    "already-lapsed": "A-1042 expired at 14:00 UTC. Nothing more to do.",
    "lapsed": "This lapsed at 14:32 UTC and nothing was run. Ask Ana Ruiz to send it again.",
    "cant-verify": "I couldn't check your group just now, so I changed nothing. Try again in a "
    "minute.",
    "changed": "The plan changed after this card was posted. The current one is A-1043.",
    "fresh-sign-in": "This one needs a fresh sign-in. Valid for 5 minutes.",
}


@pytest.mark.parametrize("name", WORDS)
def test_a_refusal_says_what_was_agreed(name: str) -> None:
    """The words of the catalogue, as the spoken text."""
    assert refusals.refusal(REFUSED[name])["text"] == WORDS[name]


def test_a_shown_refusal_has_mentions_and_the_readers_clock() -> None:
    """The block draws people by id and times as date tokens."""
    (block,) = cast(list[Any], refusals.refusal(REFUSED["already"])["blocks"])
    assert block["text"]["text"] == (
        "<@U0BEN> approved this at <!date^1796047620^{time}|14:07 UTC>. Nothing more to do."
    )


def test_a_refusal_offers_the_way_out_where_there_is_one() -> None:
    """A link to link the account, or to sign in; none where no page exists."""
    for name, action in (("not-linked", ids.LINK), ("fresh-sign-in", ids.VERIFY)):
        row = cast(list[Any], refusals.refusal(REFUSED[name])["blocks"])[1]
        assert [one["action_id"] for one in row["elements"]] == [action]
    assert len(cast(list[Any], refusals.refusal(REFUSED["not-linked-no-page"])["blocks"])) == 1


def test_every_outcome_that_a_person_made_has_a_verb() -> None:
    """A late click hears who did what."""
    for state in SETTLED.values():
        why = refusals.AlreadyDecided(number="A-1", outcome=state.outcome, by=BEN, at=AT)
        assert refusals.refusal_words(SPOKEN, why).startswith("Ben Ode ")


TOLD = {
    "approved-running": "Approved by Ben Ode: restart checkout-api in prod-eu (A-1042). "
    "Running it now.",
    "rejected": "Rejected by Ben Ode: restart checkout-api in prod-eu (A-1042). "
    "Reason: “wait for the vendor”. Nothing was run. "
    "Tell me what to do instead, or mention me and say ask again.",
    "guided": "Sent back by Ben Ode: restart checkout-api in prod-eu (A-1042). "
    "“one pod at a time”. Nothing was run; I go on with that.",
    "expired": "Nobody decided on restart checkout-api in prod-eu (A-1042) in time, so nothing was "
    "run. To try once more, mention me and say ask again.",
}


@pytest.mark.parametrize("name", TOLD)
def test_the_requester_is_told_and_mentioned(name: str) -> None:
    """A reply that notifies, in words and as a block."""
    payload = notice.told(settled(name), SETTLED[name])
    assert payload["text"] == f"<@U0ANA> {TOLD[name]}"
    (block,) = cast(list[Any], payload["blocks"])
    assert block["text"]["text"].startswith("<@U0ANA> ")


def test_an_approval_says_that_its_call_runs_only_while_it_does() -> None:
    """One that hasn't started, or whose result was lost, isn't running."""
    running = replace(APPROVED, result=Result(state="running"))
    assert str(notice.told(RESTART, running)["text"]).endswith("Running it now.")
    assert "unning" not in str(notice.told(RESTART, replace(APPROVED, result=None))["text"])


def test_a_sentence_ends_once() -> None:
    """Words in quotation marks bring their own mark; without words nothing stands for them."""
    loud = replace(SETTLED["rejected"], why="Not on a Friday!")
    assert "“Not on a Friday!” Nothing was run." in str(notice.told(RESTART, loud)["text"])
    silent = (replace(SETTLED[name], why=None) for name in ("rejected", "guided"))
    for said in (str(notice.told(RESTART, state)["text"]) for state in silent):
        assert "Reason" not in said
        assert "(A-1042). Nothing was run" in said


def test_a_reject_modal_asks_for_a_reason_and_a_choice() -> None:
    """Both inputs keep their ids, a reason is required, and the request is found again."""
    view = reject_modal(RESTART)
    inputs = {block["block_id"]: block for block in cast(list[Any], view["blocks"])[1:]}
    assert set(inputs) == {ids.CHOICE, ids.REASON}
    assert inputs[ids.REASON]["optional"] is False
    assert inputs[ids.REASON]["hint"]["text"] == "The agent and Ana Ruiz will see it."
    choices = [one["value"] for one in inputs[ids.CHOICE]["element"]["options"]]
    assert choices == [ids.CHOICE_REJECT, ids.CHOICE_GUIDE]
    found = ids.parse_metadata(str(view["private_metadata"]))
    assert found == RESTART.ref
    assert field_errors("Say why", ["a", ids.REASON]) == {ids.REASON: "Say why"}
    assert field_errors("Say why", ["a", "b"]) == {"a": "Say why"}
    assert field_errors("Say why", []) == {}


def test_details_name_the_id_that_the_audit_command_takes() -> None:
    """People see A-1042; whoever looks it up needs the id, and a decision shows none."""
    assert "signoff audit: 3.k2j9x0a7qz.1" in str(details_modal(RESTART)["blocks"])
    assert RESTART.request not in str(reject_modal(RESTART)["blocks"])


def test_a_store_that_is_down_is_said_in_a_view() -> None:
    """In place of the form that can't be filled."""
    assert STORE_DOWN in str(error_view()["blocks"])


def test_lengths_of_time_read_as_people_say_them() -> None:
    """Never below zero, never false precision."""
    said = [lasting(s) for s in (-1, 0.4, 41.2, 89, 180, 5400, 400_000)]
    assert said == ["0 s", "0 s", "41 s", "89 s", "3 min", "2 h", "5 days"]


def test_a_decision_before_the_question_shows_no_length() -> None:
    """Clocks may disagree; a negative time says nothing."""
    early = replace(APPROVED, at=AT - 5, result=Result(state="done"))
    assert "after" not in str(notice.told(RESTART, replace(early, outcome="failed"))["text"])


def test_a_failure_that_nobody_approved_is_told() -> None:
    """An allowed call may fail, too."""
    failed = replace(SETTLED["failed"], by=None)
    assert "Started, and it failed" in str(notice.told(RESTART, failed)["text"])


def test_who_has_said_yes_is_not_reminded() -> None:
    """Their yes is counted; the others are still needed."""
    half = PENDING["one-of-two"]
    words = str(notice.reminder(half)["text"])
    assert "<@U0CHI>" in str(notice.reminder(RESTART)["text"])
    assert "<@U0BEN>" in words and "<@U0CHI>" not in words


def test_a_request_to_anyone_reminds_the_set() -> None:
    """Without a list of people, the set is named."""
    open_to_all = replace(RESTART, approvers=replace(ON_CALL, now=()))
    assert str(notice.reminder(open_to_all)["text"]).startswith("@payments-oncall: ")
