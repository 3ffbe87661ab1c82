"""What a list says of a run, and that it is read for as long as the run is."""

from dataclasses import replace

import pytest

from bot.core.checkpoint import TooNewToRead
from bot.core.effects import CallModel, RunTool
from bot.core.events import Entry, Event
from bot.core.gist import (
    TITLE,
    Doing,
    about,
    doing,
    dump_about,
    dump_doing,
    left_off,
    load_about,
    load_doing,
    titled,
)
from bot.core.ids import Who
from bot.core.run import advance
from bot.core.state import Run
from bot.core.switches import Off
from bot.core.tally import NOTHING_YET
from tests.core import world
from tests.core.world import ANA, BEN, T0


def played(*events: Event) -> Run:
    """The run after these events."""
    run = None
    for n, event in enumerate(events):
        run = advance(run, Entry(T0 + n, event))
    assert run is not None
    return run


THINKING = (world.first(), world.began("m1", CallModel(1, 1)))
CALLED = (*THINKING, world.replied("m1", 1, calls=2), world.judged("c1"))
RUNNING = (*CALLED, world.judged("c2", world.ALLOW), world.began("a2", RunTool("c2")))


def test_a_gist_says_what_a_run_does() -> None:
    """Thinking; waiting for people, and running a tool meanwhile; at its end."""
    assert doing(played(*THINKING)) == Doing("thinking")
    assert doing(played(*CALLED)) == Doing("acting", waiting=1)
    (tool,) = doing(played(*RUNNING)).running
    assert doing(played(*RUNNING)) == Doing("acting", 1, (tool,))
    assert doing(played(*CALLED)).live
    over = played(*THINKING, world.replied("m1", 1, text="Done."))
    assert doing(over) == Doing("done") and not doing(over).live


def test_a_gist_of_an_ended_run_says_how_its_calls_ended() -> None:
    """In figures alone, once it has ended: a list needs no reasons."""
    refused = played(
        *CALLED[:-1], world.judged("c1", world.REFUSE), world.judged("c2", world.ALLOW)
    )
    assert doing(refused).tally == NOTHING_YET, "it is at work"
    ended = doing(advance(refused, Entry(T0, world.click("stop_run", "", ANA))))
    assert (ended.tally.refused, ended.tally.stopped, ended.tally.turned_down) == (1, 1, ())
    assert load_doing(dump_doing(ended)) == ended


def test_a_thread_hands_its_switches_on() -> None:
    """By what lists say of its last run; if nobody can read that, everything is off."""
    off = advance(played(*THINKING), Entry(T0, world.click("switch_off", "", ANA, switch="data")))
    assert left_off(dump_doing(doing(off))) == (Off("data", ANA, T0),)
    newer = '{"v":99,"doing":{"phase":"done"}}'
    assert [one.switch for one in left_off(newer)] == ["data", "config", "writes"]


def test_a_gist_names_the_task() -> None:
    """The first message's words, as they are now, whatever was said since; none if taken back."""
    run = played(*THINKING)
    said = about(run)
    assert (said.number, said.requester, said.thread) == (run.number, ANA, run.thread)
    assert said.task == run.quotes[0].text and said.asked_at == run.asked_at
    for n in range(5):
        run = advance(run, Entry(T0 + 10 + n, world.asked(f"more {n}", ANA, f"18.{n}")))
    assert about(run) == said
    others = tuple(replace(q, by=BEN) for q in run.quotes[1:])
    assert about(replace(run, quotes=others)).task == ""
    corrected = replace(run.quotes[0], text="refund order 1043", at=T0 + 99)
    assert about(replace(run, quotes=(corrected, *others))).task == "refund order 1043"
    assert about(replace(run, quotes=())).task == ""


def test_a_gist_is_stored_as_plain_json() -> None:
    """What is written is read; what a newer version wrote is refused."""
    said, does = about(played(*THINKING)), doing(played(*RUNNING))
    assert load_about(dump_about(said)) == said
    assert load_doing(dump_doing(does)) == does
    assert dump_doing(Doing("done")) == '{"v":3,"doing":{"phase":"done"}}'
    for body in (dump_about(said), dump_doing(does)):
        newer = body.replace('"v":3', '"v":99')
        with pytest.raises(TooNewToRead):
            (load_about if "about" in body else load_doing)(newer)


def test_a_title_is_one_line_of_whole_words() -> None:
    """No secret is cut in two, so that masking still knows it."""
    assert titled(" refund\n order\t1042 ") == "refund order 1042"
    secret = f"use {'a ' * 40}xoxb-{'1' * 60} now"
    assert titled(secret).endswith("a…") and "xoxb" not in titled(secret)
    assert titled("y" * 500) == "y" * TITLE + "…"


def test_a_user_has_a_name_in_the_store() -> None:
    """Team and user; what they are called changes nothing."""
    assert Who("T1", "U1", "Ana").key == Who("T1", "U1").key == "T1/U1"
