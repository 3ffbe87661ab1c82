"""What a question's card says of who is asked, and of what, without saying it twice."""

from dataclasses import replace
from typing import Any, cast

import pytest

from blocks.people import Who
from blocks.question import Button, Ended, QuestionCard, question_card

ANA, BEN = Who(id="U0ANA", name="Ana Ruiz"), Who(id="U0BEN", name="Ben Ode")
LINK = "https://slack.example/archives/C1/p1"
CARD = QuestionCard(
    request="r1",
    number="Q-1",
    run="R-1",
    revision=1,
    agent="shop",
    text="Which order should I refund?",
    requester=ANA,
    of="whoever asked for the task",
    deadline=1_800_000_000,
    now=(ANA,),
    buttons=(Button(label="1042", option="0", kind="option"),),
)


def said(card: QuestionCard) -> list[str]:
    """The words of the card's header and sections."""
    blocks = cast("list[dict[str, Any]]", question_card(card)["blocks"])
    return [block["text"]["text"] for block in blocks if "text" in block]


def test_a_question_that_its_header_shows_whole_is_said_once() -> None:
    """The words that follow are about it."""
    words = said(CARD)
    assert words[0] == "❓ Question: Which order should I refund?"
    assert sum("Which order" in one for one in words) == 1


@pytest.mark.parametrize("text", ["Which order?\nI found two.", f"Which? {'so ' * 60}now?"])
def test_a_question_that_its_header_cant_show_stands_below_it(text: str) -> None:
    """Several lines, and more than it has room for, are shown as they are."""
    assert text in said(replace(CARD, text=text))


@pytest.mark.parametrize(
    ("card", "words"),
    [
        (CARD, "<@U0ANA>: the agent needs to know this for your task"),
        (replace(CARD, permalink=LINK), f"needs to know this for <{LINK}|your task>"),
        (replace(CARD, now=(BEN,)), "<@U0BEN>: the agent needs to know this for <@U0ANA>'s task"),
        (replace(CARD, now=(ANA, BEN)), "needs to know this for <@U0ANA>'s task"),
        (replace(CARD, now=(BEN,), permalink=LINK), f"for <{LINK}|Ana Ruiz's task>"),
    ],
)
def test_it_says_whose_task_it_is_for(card: QuestionCard, words: str) -> None:
    """To whoever asked for it, it is theirs."""
    assert any(words in one for one in said(card))


def test_once_it_is_over_it_is_their_task() -> None:
    """The card speaks of whoever was asked then."""
    ended = Ended(outcome="cancelled", at=1_700_000_000, by=ANA)
    assert "The agent asked <@U0ANA>, for their task" in said(replace(CARD, ended=ended))
