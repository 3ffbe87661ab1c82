"""Slash commands: what is a task, what wants a form, and what only looks."""

from typing import Any

import pytest

from bot.slack.commands import Looks, Tasked, WantsTask, command
from bot.slack.parse import NotForUs, Told
from tests.slack.samples import ME, TEAM

URL = "https://hooks.slack.com/commands/T/1/x"


def sent(words: str, name: str = "/task", **changes: str) -> dict[str, Any]:
    """The form of a slash command of Ana's in #support."""
    body = {
        "command": name,
        "text": words,
        "team_id": TEAM,
        "user_id": "U0ANA",
        "user_name": "ana",
        "channel_id": "C0SUPPORT",
        "trigger_id": "1.2.abc",
        "response_url": URL,
    }
    return {**body, **changes}


@pytest.mark.parametrize(
    ("words", "word", "rest"),
    [
        ("status", "status", ""),
        ("  Status? ", "status", ""),
        ("LIST", "list", ""),
        ("help!", "help", ""),
        ("whoami", "whoami", ""),
        ("stop", "stop", ""),
        ("stop R-778", "stop", "R-778"),
        ("stop a1042", "stop", "a1042"),
        ("audit A-1042", "audit", "A-1042"),
        ("away", "away", ""),
        ("away off", "away", "off"),
        ("away <@U0BEN|ben> until friday", "away", "<@U0BEN|ben> until friday"),
        ("breakglass A-1042 the shop is down", "breakglass", "A-1042 the shop is down"),
        ("rule: refunds above 50 need two people", "rule", "refunds above 50 need two people"),
        ("rule restarts in prod need two people", "rule", "restarts in prod need two people"),
    ],
)
def test_a_subcommand_is_one_when_the_rest_fits(words: str, word: str, rest: str) -> None:
    """The word, and what followed it as Slack sent it."""
    found = command(sent(words), ME)
    assert isinstance(found, Looks)
    assert (found.word, found.rest) == (word, rest)
    assert (found.by.user, found.place.response_url) == ("U0ANA", URL)


@pytest.mark.parametrize(
    "words",
    [
        "status of order 1042",
        "list the ten slowest queries",
        "stop the checkout rollout",
        "stop R-778 and tell everybody",
        "help Ana with order 1042",
        "audit the refunds of last week",
        "away with the old pods",
        "breakglass the display case",
        "rule out a memory leak",
        "link order 1042 to ticket 7",
        "statuses",
        "refund order 1042",
        "…",
    ],
)
def test_a_task_may_begin_with_the_same_word(words: str) -> None:
    """Nobody's task is eaten for its first word."""
    found = command(sent(words), ME)
    assert isinstance(found, Tasked)
    assert (found.text, found.channel, found.by.user) == (words, "C0SUPPORT", "U0ANA")
    assert found.id == command_id(words)


def command_id(words: str) -> str:
    """The id of the same command sent once more."""
    found = command(sent(words), ME)
    assert isinstance(found, Tasked)
    return found.id


def test_escapes_are_undone_and_our_own_mention_goes() -> None:
    """`should_escape` sends mentions as ids: a task has the words that its author saw."""
    words = "<@U0SIGNOFF|signoff> ask <@U0BEN|ben> in <#C0OPS|ops> if 1 &lt; 2"
    found = command(sent(words), ME)
    assert isinstance(found, Tasked)
    assert found.text == "ask @ben in #ops if 1 < 2"


@pytest.mark.parametrize("words", ["", "   ", "<@U0SIGNOFF|signoff>"])
def test_without_words_a_form_is_wanted(words: str) -> None:
    """`/task` alone opens the form for one."""
    found = command(sent(words), ME)
    assert isinstance(found, WantsTask)
    assert (found.trigger, found.place.channel) == ("1.2.abc", "C0SUPPORT")


@pytest.mark.parametrize("words", ["", "mine", "since:7d", "anything at all"])
def test_approvals_judges_its_own_words(words: str) -> None:
    """All that follows `/approvals` is handed on."""
    found = command(sent(words, "/approvals"), ME)
    assert isinstance(found, Looks)
    assert (found.word, found.rest) == ("approvals", words)


def test_members_of_other_companies_are_told_so() -> None:
    """Whatever they order, they start and see nothing."""
    for words in ("", "status", "refund order 1042"):
        found = command(sent(words, team_id="T0OTHER"), ME)
        assert isinstance(found, Told) and found.what == "outside"


@pytest.mark.parametrize(
    "changes",
    [{"user_id": ""}, {"channel_id": ""}, {"trigger_id": ""}, {"command": "/other"}],
)
def test_what_lacks_its_parts_is_not_for_us(changes: dict[str, str]) -> None:
    """Nothing is guessed of a command that isn't whole, or isn't ours."""
    assert isinstance(command(sent("do", **changes), ME), NotForUs)
