"""Any text in any field: within Slack's limits, pinging nobody but whom we mention."""

import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from blocks import answer, batch, card, limits, modal, notice, plain, refusals, stub, unasked
from blocks.check import check_message, check_view
from blocks.rules import as_list, as_object
from tests.blocks import samples
from tests.blocks.test_text import HOSTILE

OURS = re.compile(
    r"<@U0[A-Z]{3}>|<#C0PAY>|<!date\^\d+\^[{}a-z_ ]+\|[\w: ]+>|<https://acme\.slack\.com/[^<>|]+\|asked>"
)
KEPT = {"request", "channel", "permalink", "risk", "outcome", "state", "said", "id", "next_url"}
LONG = st.sampled_from(["<!channel> & *x* `y` " * 80, "\n" * 50, "😀" * 1000, "&" * 2000])
TEXT = HOSTILE | LONG


def sown(view: Any, text: str) -> Any:
    """The view with the text in each field that people, tools or the model may have written."""
    if isinstance(view, str):
        return text
    items = as_list(view)
    if items is not None:
        return tuple(sown(one, text) for one in items)
    if not is_dataclass(view) or isinstance(view, type):
        return view
    inner: dict[str, Any] = {f.name: getattr(view, f.name) for f in fields(view)}
    new = {
        name: value if name in KEPT and isinstance(value, str | None) else sown(value, text)
        for name, value in inner.items()
    }
    return replace(view, **new)


def strings(value: object) -> Iterator[str]:
    """Every string of a payload."""
    if isinstance(value, str):
        yield value
    for one in as_list(value) or []:
        yield from strings(one)
    for one in (as_object(value) or {}).values():
        yield from strings(one)


def assert_pings_nobody(payload: object) -> None:
    """No token is left but those that we draw; mentions go to the people of the view only."""
    for text in strings(payload):
        rest = OURS.sub("", text)
        assert not re.search(r"<[!@#]|@(here|channel|everyone)", rest), rest


CARDS = {
    **samples.PENDING,
    **{name: samples.settled(name) for name in samples.SETTLED},
    "many": replace(
        samples.RESTART,
        arguments=samples.RESTART.arguments * 9,
        changes=samples.CHANGED * 9,
        edited_by=samples.BEN,
        declined=(samples.CHI,) * 40,
        next="the owner role",
        why_now=samples.RESTART.why_now * 9,
        approvers=replace(samples.ON_CALL, now=(samples.BEN,) * 40, excluded=(samples.ANA,) * 40),
    ),
}


@pytest.mark.parametrize("name", CARDS)
@settings(max_examples=5)
@given(TEXT)
def test_any_text_in_a_card(name: str, text: str) -> None:
    """Full card, plain card, every modal and every reply about it."""
    view = sown(CARDS[name], text)
    drawn = [card.approval_card(view), plain.plain_card(view), notice.reminder(view)]
    # Any text but an id, which is a channel's own, and an address, which nobody reads.
    drawn += [stub.stub_card(view, f"{text}?"), stub.stub_card(view, "C0PAY", f"{text} ")]
    drawn.append(stub.batch_stub((view, samples.RESTART), f"{text}?", f"{text} "))
    drawn.append(unasked.unasked((text,) * 12, text, samples.ANA, text))
    drawn.append(batch.batch_card((view, replace(samples.RESTART, request="3.k2j9x0a7qz.2"))))
    if isinstance(view.state, card.Settled):
        drawn.append(notice.told(view, view.state))
    for payload in drawn:
        assert check_message(payload) == []
        assert_pings_nobody(payload)
    for payload in (
        modal.reject_modal(view),
        modal.details_modal(view),
        modal.review_modal(view, reason_required=True),
        modal.error_view(text),
    ):
        assert check_view(payload) == []
        assert_pings_nobody(payload)


LONGEST = ("many", "one-of-two", "approved-twice", "grant-revoked", "emergency-reviewed")


@pytest.mark.parametrize("name", LONGEST)
@settings(max_examples=3)
@given(TEXT)
def test_eight_of_any_kind_fit_one_card(name: str, text: str) -> None:
    """All long, and no two alike in what calls of a turn mostly share."""
    one = sown(replace(CARDS[name], changes=samples.CHANGED * 3, declined=(samples.BEN,) * 9), text)
    eight = tuple(
        replace(one, request=f"3.k2j9x0a7qz.{i}", asked_because=f"{i} {text}", deadline=i)
        for i in range(limits.BATCH)
    )
    for payload in (batch.batch_card(eight), stub.batch_stub(eight, "C0PAY", text)):
        assert check_message(payload) == []
        assert_pings_nobody(payload)


@pytest.mark.parametrize("name", samples.REFUSED)
@settings(max_examples=5)
@given(TEXT)
def test_any_text_in_a_refusal(name: str, text: str) -> None:
    """Private notes are as careful as cards."""
    why = samples.REFUSED[name]
    link = {"link": getattr(why, "link")} if hasattr(why, "link") else {}  # noqa: B009
    payload = refusals.refusal(replace(sown(why, text), **link))
    assert check_message(payload) == []
    assert_pings_nobody(payload)


@settings(max_examples=30)
@given(TEXT)
def test_any_text_in_a_notice(text: str) -> None:
    """Apologies, endings and states, too."""
    who = sown(samples.ANA, text)
    waiting = notice.Waiting(number=text, title=text, deadline=samples.AT)
    for payload in (
        notice.apology(text),
        notice.run_ended(text, text, who),
        notice.run_stopped(text, who, (text,) * 20),
        notice.already_stopped(text),
        notice.status(notice.Status(run=text, doing=text, waiting=(waiting,) * 20)),
    ):
        assert check_message(payload) == []
        assert_pings_nobody(payload)


@settings(max_examples=60)
@example("````<#", "")
@example("````\n<!here>\n````", "")
@example("~~~~<!channel>\nx", "")
@given(TEXT, TEXT)
def test_any_text_in_an_answer(text: str, foot: str) -> None:
    """Outside trusted code there is no token left; each message is within the limits."""
    for payload in answer.answer(text, mention=samples.ANA, foot=foot):
        assert check_message(payload) == []
        for body in strings(payload):
            # Of a fence at the margin, as long as ours is, only the first line counts as text.
            shown = re.sub(r"^(```+|~~~+)([^\n]*\n)[\s\S]*?^\1$", r"\2", body, flags=re.M)
            assert_pings_nobody(shown)
