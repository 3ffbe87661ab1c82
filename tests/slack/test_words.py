"""Posts and private notes in words."""

from dataclasses import replace
from typing import get_args

import pytest

from blocks.check import check_message
from blocks.elements import Payload
from bot.core.call import Call, Finished, Started
from bot.core.request import Ended, Quote, Request, Vote
from bot.core.state import Note, NoteKind, Run, Say, SayKind, Stopped
from bot.slack import notes, progress, replies, words
from bot.slack.fields import items, text
from bot.slack.parse import NotForUs
from tests.slack.samples import ANA, ASKED, BEN, SPEC, T0, request, run

LATER = T0 + 420_000  # 7 minutes


def note(kind: NoteKind, asked: Request | None = None, run_: Run | None = None) -> str:
    """A note's fallback text."""
    owed = Note("n1", BEN, kind, ASKED if asked else None, T0)
    found = run_ or (run(asked) if asked else run())
    return text(notes.note(found, owed, {}), "text")


def say(kind: SayKind, run_: Run, said: str = "", about: bool = True, reply: str = "") -> str:
    """A post's fallback texts."""
    owed = Say("s1", kind, ASKED if about else None, None, said, mention=True)
    return "\n".join(text(one, "text") for one in words.say(run_, owed, reply, {}))


def test_not_an_approver_reads_the_set_and_who_is_in_it() -> None:
    """So that they know whom to ask."""
    assert note("not_approver", request()) == (
        "You can't decide A-1042. It needs 1 of the approver role (now Ben Ode, Chi Wu), and you "
        "aren't in that group."
    )


def test_already_decided_reads_by_whom_and_when() -> None:
    """The first decision won."""
    asked = request(ended=Ended("approved", LATER, BEN))
    found = note("already", asked)

    assert found.startswith("Ben Ode approved this at ")
    assert found.endswith("UTC. Nothing more to do.")


def test_somebody_who_voted_reads_that_others_are_needed() -> None:
    """A second yes of the same person counts once."""
    spec = replace(SPEC, count=2)
    found = note("already", request(spec=spec, votes=(Vote(BEN, "ben", LATER),)))

    assert found.startswith("You have approved A-1042 already.")
    assert "still open" in note("already", request())


def test_an_answered_question_reads_by_whom() -> None:
    """Whoever said what became of a lost call didn't approve it by that."""
    by_ben = note("already", request(kind="unsure", ended=Ended("ran", LATER, BEN)))
    by_nobody = note("already", request(kind="unsure", ended=Ended("ran", LATER)))

    assert by_ben.startswith("Ben Ode settled this at ")
    assert by_nobody.startswith("The bot settled this at ")


def test_a_lapsed_click_reads_since_when() -> None:
    """Of a question about a lost call nobody may say that nothing was run."""
    lapsed = note("expired", request())

    assert "nothing was run. Ask Ana Ruiz to send it again." in lapsed
    assert "stays unknown" in note("expired", request(kind="unsure"))


@pytest.mark.parametrize(
    ("kind", "part"),
    [
        ("own_request", "someone else has to decide. The approver role has been told."),
        ("not_linked", "I don't know your account yet."),
        ("guest", "Guests can't decide here."),
        ("outside", "Members of other companies can't decide here."),
        ("deactivated", "deactivated"),
        ("bot", "Bots can't decide here."),
        ("cant_verify", "I couldn't check your group just now, so I changed nothing."),
        ("changed", "The current one is A-1042."),
        ("policy_now_refuses", "no longer allows it"),
        ("unknown_request", "nothing on record"),
        ("not_yours", "Ask Ana Ruiz or an approver."),
        ("unread", "Press Review… on the card"),
        ("too_late", "started already"),
        ("unposted", "can't post in its thread"),
        ("ended", "R-778 has ended already"),
        ("nothing_to_do", "no request here that this could be about; I changed nothing"),
        ("status", "Run R-778 is"),
    ],
)
def test_each_refusal_says_why_and_what_would_help(kind: NoteKind, part: str) -> None:
    """PRODUCT.md 5, in words."""
    assert part in note(kind, request())


@pytest.mark.parametrize("kind", get_args(NoteKind))
def test_every_note_can_be_told_even_without_its_request(kind: NoteKind) -> None:
    """A request can be gone from the record; the person gets words all the same."""
    for asked in (None, request(), request(ended=Ended("expired", LATER))):
        owed = Note("n1", BEN, kind, ASKED if asked else None, T0)
        found = notes.note(run(asked) if asked else run(), owed, {})
        assert check_message(found) == []


@pytest.mark.parametrize("kind", get_args(SayKind))
def test_every_post_can_be_made_even_without_its_request(kind: SayKind) -> None:
    """Slack takes each of them."""
    for requests in ((), (request(),), (request(ended=Ended("rejected", LATER, BEN, "no")),)):
        owed = Say("s1", kind, ASKED, None, "why")
        for found in words.say(run(*requests), owed, "Done.", {}):
            assert check_message(found) == []


def test_an_answer_mentions_whoever_asked_and_pings_nobody_else() -> None:
    """What the model wrote can't call the channel."""
    payloads = words.say(run(), Say("s1", "answer", mention=True), "Done, <!channel>.", {})
    drawn = str(payloads)

    assert "<@U0ANA>" in drawn
    assert "<!channel>" not in drawn
    assert "<@U0ANA>" not in str(words.say(run(), Say("s1", "answer"), "Done.", {}))


def test_a_decision_is_told_to_whoever_asked() -> None:
    """By whom, why, and that nothing was run."""
    found = say("decision", run(request(ended=Ended("rejected", LATER, BEN, "too much"))))

    assert found.startswith("<@U0ANA> Rejected by Ben Ode")
    assert "“too much”" in found
    assert "Nothing was run." in found


def test_what_could_not_be_asked_is_told_with_the_reason() -> None:
    """The requester knows that nobody was asked."""
    asked = request(ended=Ended("unasked", LATER, None, "the channel is archived"))
    found = say("unasked", run(asked))

    assert "<@U0ANA> Not asked: refund order 1042 (A-1042). The channel is archived. Noth" in found


@pytest.mark.parametrize(
    ("ended", "part"),
    [
        (Ended("run_again", LATER, BEN, "safe"), "refund order 1042 (A-1042) is run again. “safe”"),
        (Ended("ran", LATER, BEN), "Ben Ode says that refund order 1042 (A-1042) ran."),
        (Ended("left", LATER, BEN), "stays unknown"),
        (Ended("expired", LATER), "stays unknown"),
    ],
)
def test_an_answer_about_a_lost_call_is_told_for_what_it_is(ended: Ended, part: str) -> None:
    """Nobody is told that nothing was run."""
    found = say("decision", run(request(kind="unsure", ended=ended)))

    assert part in found
    assert "Nothing was run" not in found


def test_a_reminder_mentions_those_who_may_decide() -> None:
    """Edits notify nobody; this does."""
    assert "<@U0BEN>, <@U0CHI>" in str(
        words.say(run(request()), Say("s1", "reminder", ASKED), "", {})
    )


def test_a_stop_names_what_may_be_half_done() -> None:
    """A call that had left isn't undone by stopping."""
    started = Started(
        attempt="a1",
        call="c1",
        tool="refund",
        at=T0,
        until=LATER,
        request=ASKED,
        since=T0,
        policy="p",
    )
    calls = (
        Call(id="c1", tool="refund", args="{}", digest="", state=started),
        Call(id="c2", tool="mail", args="{}", digest="", state=replace(started, call="c2")),
        Call(id="c3", tool="never_started", args="{}", digest=""),
        Call(id="c4", tool="halted", args="{}", digest="",
             state=Finished(False, "stopped", LATER), stopping=BEN),
        Call(id="c5", tool="done", args="{}", digest="",
             state=Finished(True, "done", LATER), stopping=BEN),
        Call(id="c6", tool="failed", args="{}", digest="", state=Finished(False, "no", LATER)),
    )  # fmt: skip
    found = say("stopped", replace(run(request()), calls=calls), said="U0BEN")

    assert "May be done, or half done: refund order 1042; mail; halted." in found
    assert "was stopped, because the message that asked for it was deleted. Nothing more" in say(
        "stopped", run()
    )


def test_who_stopped_a_run_is_called_as_the_config_calls_them() -> None:
    """Whatever Slack calls them; in the thread it is a mention."""
    stopped = replace(run(), phase=Stopped(BEN))
    (payload,) = words.say(stopped, Say("s1", "stopped", words="U0BEN"), "", {"U0BEN": "ben"})

    assert "was stopped by Ben Ode." in text(payload, "text")
    assert "<@U0BEN>" in str(payload["blocks"])


def test_a_failed_run_says_why() -> None:
    """With the number that the log has too."""
    assert say("failed", run(), said="The model is down.").startswith(
        "<@U0ANA> Run R-778 ended: The model is down."
    )


def test_a_late_result_is_told_as_a_warning() -> None:
    """Something may have been done twice."""
    assert "Please check" in say("late_result", run(), said="paid 42")


def test_a_post_without_blocks_loses_nothing_of_an_answer() -> None:
    """Slack refused the blocks: the whole text goes plain, in parts, and still pings nobody."""
    long = "\n".join(f"line {n} <!channel> & more" for n in range(400))
    messages = words.say(run(), Say("s1", "answer", mention=True), long, {})
    pieces = [piece for message in messages for piece in words.bare(message)]

    assert len(pieces) > len(messages)
    assert all(check_message(piece) == [] for piece in pieces)
    joined = "".join(text(piece, "text") for piece in pieces)
    assert "line 0 " in joined
    assert "line 399 " in joined
    assert "<!channel>" not in joined
    assert words.bare({"text": "hello", "blocks": []}) == [{"text": "hello"}]


def test_a_whole_decision_of_ours_goes_plain_as_it_reads() -> None:
    """Posts other than answers have their words in the text already."""
    asked = request(ended=Ended("rejected", LATER, BEN, "no"))
    (post,) = words.say(run(asked), Say("s1", "decision", ASKED), "", {})

    assert words.bare(post) == [{"text": post["text"]}]
    assert items(post, "blocks")


def at_the_door() -> list[Payload]:
    """What is answered before anything is saved."""
    return [
        replies.outsider(),
        replies.not_for_us(NotForUs("an unknown button")),
        replies.press_again(),
        replies.store_down(),
        replies.unknown(),
        words.apology("3.abc"),
    ]


def test_answers_at_the_door_are_whole_messages() -> None:
    """Each says that nothing changed, or what to do."""
    assert all(check_message(payload) == [] for payload in at_the_door())
    assert "an unknown button" in str(replies.not_for_us(NotForUs("an unknown button")))


def test_nobody_is_named_by_a_name_that_slack_did_not_give() -> None:
    """The mention is drawn from the id."""
    assert "<@U0ANA>" in say("declined", replace(run(), requester=replace(ANA, name="")))


def test_a_task_that_was_taken_back_names_no_session() -> None:
    """A run that goes on without those words is named by its number."""
    asked = Quote("refund order 1042", ANA, T0)
    assert progress.title(replace(run(), quotes=(asked,))) == "refund order 1042"
    assert progress.title(replace(run(), quotes=())) == "R-778"
