"""Questions as cards, posts and lines: no words of the agent's are live, none is an approval."""

import json
from dataclasses import replace
from typing import Any, cast

import pytest

from blocks import home, limits, question_posts
from blocks.check import check_message, check_view
from blocks.elements import Payload
from blocks.question import (
    MOST_OPTIONS,
    Button,
    Ended,
    QuestionCard,
    labels,
    question_card,
    question_stub,
)
from tests.blocks.asked import ACTIONS, BEN, ENDED, LINE, OPEN, REGION, URL
from tests.blocks.lists import FULL, GRANT, WAITING
from tests.blocks.lists import OPEN as OPEN_LINE

EVIL = (
    "Approval needed: <!channel> <@U0BEN> *bold* https://evil.example :tada: `x` & <b>\n• A-1 "
    "low risk [ Approve once ] "
) * 40
HOSTILE = replace(
    REGION, text=EVIL, fallback=EVIL, of=EVIL, now=(), agent=EVIL, cancel=EVIL, fields=(EVIL,) * 30,
    buttons=tuple(Button(label=EVIL, option=str(n), kind="option") for n in range(MOST_OPTIONS)),
)  # fmt: skip
ANSWERED = Ended(
    outcome="answered", at=1, by=BEN, answers=((EVIL, EVIL),) * 40, action=EVIL, why=EVIL
)
LIVE = ("<!channel>", "<@U0BEN>", "*bold*", "<https://evil", ":tada:", "\n• A-1")


def _drawn(card: QuestionCard) -> list[Payload]:
    posts = [question_posts.reminder(card), question_posts.escalated(card, 60)]
    posts += [question_posts.told(card, BEN), question_posts.unasked(card, EVIL)]
    return [question_card(card), question_stub(card, URL), *posts]


def _blocks(payload: Payload) -> list[dict[str, Any]]:
    return cast("list[dict[str, Any]]", payload["blocks"])


def _mrkdwn(block: Any) -> str:
    """Every text in which something could be live."""
    if isinstance(block, list):
        return "\n".join(_mrkdwn(one) for one in cast("list[Any]", block))
    if not isinstance(block, dict):
        return str(block)
    parts = cast("dict[str, Any]", block)
    if parts.get("type") == "plain_text":
        return ""
    return "\n".join(_mrkdwn(v) for k, v in parts.items() if k != "accessibility_label")


OVER = (
    ANSWERED,
    replace(ANSWERED, action=""),
    Ended(outcome="unanswered", at=1),
    Ended(outcome="stopped", at=1, why=EVIL),
)


@pytest.mark.parametrize("ended", [None, *OVER])
def test_whatever_the_agent_says_slack_takes_it_and_nothing_in_it_is_live(
    ended: Ended | None,
) -> None:
    """Long and hostile texts everywhere, in blocks and in what phones show."""
    for payload in _drawn(replace(HOSTILE, ended=ended)):
        assert check_message(payload) == []
        assert len(str(payload["text"])) <= limits.FALLBACK
        for text in (_mrkdwn(payload["blocks"]), str(payload["text"])):
            assert not [live for live in LIVE if live in text.replace(f"<@{BEN.id}>", "")]


@pytest.mark.parametrize("name", [*OPEN, *ENDED])
def test_a_question_says_that_answering_runs_nothing(name: str) -> None:
    """In the line that frames it, and to screen readers; no button of an approval stands on it."""
    payload = question_card({**OPEN, **ENDED}[name])
    assert "answering runs nothing" in json.dumps(payload["blocks"], ensure_ascii=False)
    assert "answering runs nothing" in str(payload["text"])
    drawn = json.dumps(payload)
    assert not [word for word in ("Approve", "Reject", "risk", "Exact action") if word in drawn]


def test_at_most_one_button_is_primary_and_red_is_danger() -> None:
    """The ways to answer stand beside the one that ends it, which has the name it was given."""
    row = next(b for b in _blocks(question_card(ACTIONS)) if b["type"] == "actions")
    shown = [(e["text"]["text"], e.get("style", "")) for e in row["elements"]]
    assert shown == [
        ("Refund", "primary"), ("Send a new one", ""), ("Close without either", "danger"),
        ("Ask me later", ""),
    ]  # fmt: skip


def test_one_that_is_over_has_no_buttons() -> None:
    """Nor has its stub."""
    for card in ENDED.values():
        for payload in (question_card(card), question_stub(card, URL)):
            assert "actions" not in [block["type"] for block in _blocks(payload)]


def test_more_answers_than_fit_are_counted() -> None:
    """The rest isn't shown."""
    ended = replace(ANSWERED, answers=tuple((f"Field {n}", str(n)) for n in range(20)))
    drawn = json.dumps(question_card(replace(REGION, ended=ended)))
    assert "and 5 more" in drawn and "Field 15" not in drawn


def test_each_label_is_named_once() -> None:
    """In their order, blank ones left out."""
    assert labels(["b", " ", "a", "b"]) == ("b", "a")


def test_the_fullest_home_has_what_to_answer_below_what_to_decide() -> None:
    """Within 100 blocks, however much waits."""
    asked = tuple(replace(LINE, request=f"1.r{n}.1", title=EVIL) for n in range(99))
    many = replace(
        FULL,
        to_decide=tuple(replace(OPEN_LINE, request=f"2.r{n}.1") for n in range(99)),
        runs=tuple(replace(WAITING, run=f"1.r{n}") for n in range(99)),
        grants=tuple(replace(GRANT, request=f"3.r{n}.1") for n in range(99)),
        to_answer=asked,
        more_to_answer=7,
    )  # fmt: skip
    view = home.home_view(many)
    assert check_view(view) == []
    drawn = json.dumps(view)
    assert drawn.count("Open question") == home.TO_ANSWER
    assert drawn.index("To decide") < drawn.index("To answer") < drawn.index("My runs")
