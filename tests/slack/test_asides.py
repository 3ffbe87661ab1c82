"""Words about edits, questions to the requester, and requests that are handed over."""

from dataclasses import replace

import pytest

from blocks.elements import Payload
from bot.core.request import Ended
from bot.core.state import Note, NoteKind, Say
from bot.slack import notes, words
from bot.slack.fields import text
from tests.slack.samples import ANA, ASKED, BEN, CHI, T0, request, run


def note(kind: NoteKind, quoted: str = "") -> str:
    """A private word to Ben."""
    owed = Note("n1", BEN, kind, ASKED, T0, quoted)
    return text(notes.note(run(request()), owed, {}), "text")


def say(owed: Say) -> Payload:
    """A post."""
    (found,) = words.say(run(request()), owed, "", {})
    return found


def test_a_question_mentions_the_requester_and_says_how_to_answer() -> None:
    """In the asker's own words, masked, which mention nobody else."""
    asked = "Which one, <@U0CHI>? password=hunter2"
    owed = Say("s1", "asked_requester", ASKED, words=asked, by=BEN, to=ANA)
    said = text(say(owed), "text")
    assert said.startswith("<@U0ANA> Before deciding refund order 1042 (A-1042), Ben Ode asks: “")
    assert said.endswith("Answer here in the thread; the card shows it then.")
    assert "<@U0CHI>" not in said and "hunter2" not in said and "Which one" in said


def test_whom_a_request_is_handed_to_reads_what_and_until_when() -> None:
    """By a mention of them alone."""
    said = text(say(Say("s1", "handed_over", ASKED, by=BEN, to=CHI)), "text")
    assert said.startswith("<@U0CHI> Please decide refund order 1042 (A-1042) by ")
    assert said.endswith(": Ben Ode asks you to.") and "<@U0BEN>" not in said


@pytest.mark.parametrize(
    ("kind", "quoted", "part"),
    [
        ("edit_refused", "over the limit", "nothing was changed: over the limit."),
        (
            "edit_invalid",
            "amount: is not a number",
            "nothing was changed: amount: is not a number.",
        ),
        ("edit_alone", "", "nobody would be left who may."),
        ("edit_same", "", "already, so I changed nothing."),
        ("blank", "", "changed and told nothing"),
        ("noted", "", "I don't wait for you with this any more."),
        ("not_delegate", "guest", "to nobody: guests decide nothing here."),
        ("not_delegate", "self", "name somebody else."),
        ("not_delegate", "not_linked", "an admin can link it."),
        ("not_delegate", "not_approver", "they aren't in the group that decides it."),
        ("not_delegate", "own_request", "someone else has to decide."),
    ],
)
def test_each_says_what_was_not_done(kind: NoteKind, quoted: str, part: str) -> None:
    """And why; what a policy or a schema says is quoted, masked and harmless."""
    assert part in note(kind, quoted)
    assert "<!here>" not in note(kind, "<!here>") and "hunter2" not in note(kind, "pwd=hunter2")


def test_an_answer_is_told_to_the_requester() -> None:
    """By whom and what, and that nothing was run; late clicks read the same."""
    asked = request(ended=Ended("answered", T0 + 60_000, BEN, "He was paid on Monday."))
    owed = Say("s1", "decision", ASKED, mention=True)
    (payload,) = words.say(run(asked), owed, "", {})
    said = text(payload, "text")
    assert said.startswith("<@U0ANA> Answered: refund order 1042 (A-1042).")
    assert "by Ben Ode" in said and "“He was paid on Monday.”" in said
    assert "Nothing was run." in said
    late = notes.note(run(asked), replace(Note("n1", CHI, "already", ASKED, T0)), {})
    assert "Ben Ode answered this instead" in text(late, "text")


def test_everybody_passed_is_not_called_a_deadline() -> None:
    """Nobody decided, though there was time."""
    why = "everyone who may decide said that they can't take it"
    asked = request(ended=Ended("expired", T0 + 60_000, None, why))
    (payload,) = words.say(run(asked), Say("s1", "decision", ASKED), "", {})
    said = text(payload, "text")
    assert "Everyone who may decide said that they can't take it" in said
    assert "in time" not in said and "nothing was run" in said and "ask again" in said
