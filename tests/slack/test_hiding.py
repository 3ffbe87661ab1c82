"""What people see of a request with sensitive arguments: everything but their values."""

import json
from dataclasses import replace

import pytest

from blocks.card import approval_card
from blocks.check import check_message
from blocks.modal import details_modal, review_modal
from blocks.plain import plain_card
from bot.core.request import Change, Ended, Quote, Request, Result, Vote
from bot.core.state import Say, SayKind
from bot.mask import HIDDEN
from bot.slack import present, words
from bot.slack.hiding import hidden
from tests.slack.samples import ANA, BEN, SPEC, T0, request, run

SECRET = "Zwiebelkuchen"
ARGS = json.dumps({"order": "1042", "word": SECRET, "note": "plain"})


def _full(**changes: object) -> Request:
    """A request of which every text repeats the value."""
    text = f"it is {SECRET}!"
    made = request(
        spec=replace(SPEC, sensitive=("word", "gone"), because=text),
        args=ARGS,
        title=text,
        will_do=text,
        target=text,
        undo=text,
        unusual=text,
        agent_says=text,
        quotes=(Quote(text, ANA, T0), Quote("1042, plain", ANA, T0)),
        since=(1, Quote(text, ANA, T0)),
        votes=(Vote(BEN, "ben", T0, text),),
        changes=(Change("word", '"old one"', f'"{SECRET}"'), Change("order", "", '"1042"')),
        result=Result(ok=True, summary=text, at=T0),
    )
    return replace(made, **changes)


def test_a_request_without_such_arguments_is_as_it_is() -> None:
    """Nothing is copied or changed."""
    asked = request()
    assert hidden(asked) is asked


def test_every_text_and_value_is_hidden_and_nothing_else() -> None:
    """The digest and the other arguments stay."""
    for ended in (None, Ended("rejected", T0, BEN, f"not {SECRET}", f"not {SECRET}")):
        shown = hidden(_full(ended=ended))
        assert SECRET not in repr(shown) and "old one" not in repr(shown)
        assert json.loads(shown.args) == {"order": "1042", "word": HIDDEN, "note": "plain"}
        assert shown.digest == _full().digest and shown.title == f"it is {HIDDEN}!"
        assert shown.changes[0] == Change("word", f'"{HIDDEN}"', f'"{HIDDEN}"')
        assert shown.changes[1] == Change("order", "", '"1042"')


def test_no_card_or_form_shows_the_value_and_the_card_says_so() -> None:
    """Open and settled, full and plain, in details and in review."""
    for ended in (None, Ended("rejected", T0, BEN, f"not {SECRET}"), Ended("stale", T0)):
        asked = _full(ended=ended)
        card = present.card(run(asked), asked, {})
        assert card.hidden == ("word",)
        assert card.unmentioned == ()  # nobody could say whether a hidden value was mentioned
        check_message(approval_card(card))
        drawn = [approval_card(card), plain_card(card), details_modal(card)]
        if ended is None:
            drawn.append(review_modal(card, reason_required=False))
        for payload in drawn:
            text = json.dumps(payload, ensure_ascii=False)
            assert SECRET not in text and "order=" in text
        first = json.dumps(approval_card(card), ensure_ascii=False)
        assert "*Hidden*  word: sensitive, so nobody is shown it" in first
        assert f'word=\\"{HIDDEN}\\"' in first


@pytest.mark.parametrize("kind", ["asked_requester", "emergency", "handed_over"])
def test_no_post_about_it_repeats_the_value(kind: SayKind) -> None:
    """Nor what somebody wrote who knows it."""
    ended = Ended("emergency", T0, BEN, f"because {SECRET}") if kind == "emergency" else None
    asked = _full(ended=ended)
    owed = Say("s1", kind, asked.id, words=f"why {SECRET}?", by=BEN, to=ANA)
    (payload,) = words.say(run(asked), owed, "", {})
    assert SECRET not in json.dumps(payload) and HIDDEN in json.dumps(payload)
