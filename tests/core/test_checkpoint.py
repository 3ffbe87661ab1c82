"""The published format: what is written today is read for ever, and nothing newer is guessed."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from bot.core.checkpoint import (
    VERSION,
    Record,
    TooNewToRead,
    dump_entry,
    dump_event,
    dump_now,
    dump_run,
    dump_told,
    load_entry,
    load_event,
    load_record,
    load_run,
    standing,
)
from bot.core.checkpoint import told as told_of
from bot.core.effects import CallModel, PostOpening, RunTool
from bot.core.events import (
    Entry,
    Event,
    Indexed,
    Lost,
    ModelFailed,
    NotStarted,
    Opened,
    Ticked,
    WentStale,
)
from bot.core.request import Copy, Request
from bot.core.run import advance
from bot.core.state import Run
from bot.core.tally import NOTHING_YET
from tests.core import world
from tests.core.world import ANA, BEN, CHI, T0, checked, click

FIXTURES = Path(__file__).parents[1] / "fixtures" / "checkpoints"


def story() -> Iterator[Event]:
    """A task from its first message to a lost call that a person lets run again."""
    yield world.first()
    yield world.began("m1", CallModel(1, 1))
    yield ModelFailed("m1", 1, "busy", 10)
    yield world.began("m2", CallModel(1, 1))
    yield world.replied("m2", 1, text="I'll refund it.", calls=3)
    yield world.judged("c1")
    yield world.judged("c2", world.ALLOW, idempotent=True)
    yield world.judged("c3", world.REFUSE)
    yield from (world.began("a2", RunTool("c2")), NotStarted("a2"), WentStale("c2", "x", ask=False))
    yield world.asked("the whole sum", CHI, "17.2")
    yes = click("approve", "3.abc123.1", BEN, copy=Copy("C1", "17.3"), reason="fine")
    yield from (yes, checked(yes))
    yield from (world.began("a1", RunTool("c1")), Lost("a1"), world.unsure("c1"))
    again = click("run_again", "3.abc123.2", BEN)
    yield from (again, click("approve", "3.abc123.1", ANA), checked(again), Ticked())
    yield from (world.began("a3", RunTool("c1")), world.done("a3", "c1"), Indexed(ok=True))


def opened() -> Iterator[Event]:
    """A task without a thread, which got one; and a message that was handed over in it."""
    yield world.ordered("x" * 500)
    yield from (world.began("o1", PostOpening()), Lost("o1"))
    yield from (world.began("o2", PostOpening(look=True)), Opened("o2", "C1", "18.1"))
    yield from (Indexed(ok=True), world.handed_over(""))


def told(events: Iterator[Event]) -> tuple[list[str], Run]:
    """The log of a story and the run at its end."""
    run: Run | None = None
    log: list[str] = []
    for n, event in enumerate(events):
        entry = Entry(T0 + n, event)
        run = advance(run, entry)
        log.append(dump_entry(entry))
    assert run is not None
    return log, run


def record_of(run: Run, n: int) -> tuple[str, str]:
    """The two lines of a request's record."""
    request = run.requests[n]
    return dump_told(told_of(run, request)), dump_now(standing(request))


def as_read(request: Request) -> Request:
    """A request without what a record leaves out."""
    copies = tuple(Copy(c.channel, c.ts) for c in request.copies)
    return replace(request, copies=copies, reminded=0, draws=0, plain=False)


def uncounted(run: Run) -> Run:
    """A run without the figures that earlier versions didn't keep."""
    requests = tuple(replace(request, turn=0) for request in run.requests)
    return replace(run, tally=NOTHING_YET, requests=requests)


def _folded(log: list[str]) -> Run:
    run: Run | None = None
    for line in log:
        run = advance(run, load_entry(line))
    assert run is not None
    return run


def test_the_log_alone_gives_the_run_again() -> None:
    """Without the texts, which the transcript has."""
    log, run = told(story())
    assert _folded(log) == run
    assert "I'll refund it." not in json.loads(log[4])["event"]["text"]
    assert all(json.loads(line)["v"] == VERSION for line in log)


def test_a_log_leaves_out_what_was_handed_over() -> None:
    """Its words are in the transcript alone, and folding gives the same run."""
    log, run = told(opened())
    assert _folded(log) == run and run.thread.ts == "18.1"
    assert "arrived broken" not in "".join(log)
    assert load_run(dump_run(run)) == run


def test_a_mailbox_holds_the_texts() -> None:
    """What came in is handed on whole."""
    for event in (*story(), *opened()):
        assert load_event(dump_event(event)) == event
    for body in ("{}", "no", '{"kind":"lost"}', '{"kind":"melted","attempt":"a"}'):
        with pytest.raises(ValueError, match=r"validation|Invalid|JSON"):
            load_event(body)
    assert load_event('{"kind":"lost","attempt":"a1"}') == Lost("a1")


def test_a_snapshot_is_plain_while_small_and_packed_when_large() -> None:
    """Either way it gives the same run."""
    small, large = world.new(), told(story())[1]
    assert dump_run(small).startswith(b'j{"v":%d,"run":{' % VERSION)
    assert dump_run(large).startswith(b"z")
    assert (load_run(dump_run(small)), load_run(dump_run(large))) == (small, large)


def test_a_record_is_the_request_without_the_others() -> None:
    """It holds who asked, but no other call, click or request."""
    run = told(story())[1]
    first, second = record_of(run, 0)
    record = load_record(f"{first}\n{second}")
    assert isinstance(record, Record)
    assert record.request == as_read(run.requests[0])
    assert record.request.ended and record.request.votes and record.request.copies
    same = ("id", "number", "agent", "thread", "requester")
    assert all(getattr(record.run, name) == getattr(run, name) for name in same)
    assert (record.run.calls, record.run.requests, record.run.quotes) == ((), (), ())


def test_a_record_has_a_part_that_stays_and_one_that_changes() -> None:
    """The first alone is the request as it was asked; the second is about what came of it."""
    run = told(story())[1]
    first, second = record_of(run, 0)
    asked = load_record(first).request
    assert (asked.ended, asked.votes, asked.copies, asked.since) == (None, (), (), (0, None))
    assert asked.quotes == run.requests[0].quotes and asked.title == run.requests[0].title
    later = replace(run.requests[0], ended=None, votes=(), running=True, reminded=2, draws=9)
    assert told_of(run, later) == told_of(run, run.requests[0])
    assert load_record(f"{first}\n{dump_now(standing(later))}").request == as_read(later)
    assert '"quotes"' in first and '"quotes"' not in second
    redrawn = replace(later, draws=10, copies=tuple(replace(c, drawn=7) for c in later.copies))
    assert standing(redrawn) == standing(later), "a picture is nobody's news"


def test_news_goes_with_a_record_of_an_older_version() -> None:
    """What was asked before an update is answered after it."""
    old = (FIXTURES / "v1" / "record.json").read_text().strip()
    before = load_record(old)
    after = load_record(f"{old}\n{dump_now(standing(replace(before.request, running=True)))}")
    assert after.run == before.run
    assert after.request.running and after.request.votes == before.request.votes


def test_what_a_newer_version_wrote_is_not_guessed_at() -> None:
    """Entries, snapshots and records are each left alone."""
    with pytest.raises(TooNewToRead, match="mail of version 99"):
        load_event('{"v":99,"kind":"lost","attempt":"a1"}')
    with pytest.raises(TooNewToRead):
        load_entry('{"v":99,"at":1,"event":{"kind":"ticked"}}')
    with pytest.raises(TooNewToRead):
        load_run(b'j{"v":99,"run":{}}')
    with pytest.raises(TooNewToRead):
        load_record('{"v":99,"record":{}}')
    with pytest.raises(TooNewToRead):
        load_record(f'{record_of(told(story())[1], 0)[0]}\n{{"v":99,"now":{{}}}}')


@pytest.mark.parametrize("folder", sorted(FIXTURES.glob("v*")), ids=lambda p: p.name)
def test_every_released_version_is_still_read(folder: Path) -> None:
    """A log written then folds to the run that its snapshot and record hold."""
    log = json.loads((folder / "log.json").read_text())
    wanted = json.loads((folder / "expected.json").read_text())
    run = _folded([json.dumps(entry) for entry in log])
    assert [(c.id, c.state.kind) for c in run.calls] == [tuple(c) for c in wanted["calls"]]
    assert {r.id: r.ended.outcome for r in run.requests if r.ended} == wanted["outcomes"]
    assert (run.phase.kind, run.turn, run.lines) == tuple(wanted["run"])
    assert uncounted(load_run(b"j" + (folder / "snapshot.json").read_bytes())) == uncounted(run)
    record = load_record((folder / "record.json").read_text().strip())
    first = uncounted(run).requests[0]
    assert as_read(replace(record.request, turn=first.turn)) == as_read(first)


def test_there_is_a_sample_of_this_version() -> None:
    """Whoever raises the version adds one."""
    assert (FIXTURES / f"v{VERSION}" / "log.json").is_file()
