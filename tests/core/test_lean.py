"""Short JSON: what is left out is read again, and stays what it was for as long as it is read."""

import dataclasses
import json
import typing
from collections.abc import Iterator
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, cast

from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import Field, TypeAdapter

from bot.core.checkpoint import (
    VERSION,
    Now,
    Told,
    dump_entry,
    dump_event,
    dump_run,
    load_entry,
    load_event,
    load_run,
    stored,
)
from bot.core.events import Entry, Event
from bot.core.gist import About, Doing
from bot.core.lean import Writer
from bot.core.state import Run
from tests.core.test_checkpoint import story, told

DEFAULTS = Path(__file__).parents[1] / "fixtures" / "checkpoints" / f"v{VERSION}" / "defaults.json"
EVENTS: TypeAdapter[Event] = TypeAdapter(Annotated[Event, Field(discriminator="kind")])
RUN = TypeAdapter(Run)
ANY_EVENT = st.one_of(*(st.from_type(kind) for kind in typing.get_args(Event)))


@given(ANY_EVENT)
@settings(max_examples=300)
def test_every_event_reads_back_as_it_was(event: Event) -> None:
    """In the log and as mail, with what it leaves out and, as before, with all of it."""
    assert load_event(dump_event(event)) == event
    assert load_entry(dump_entry(Entry(1, event))) == Entry(1, stored(event))
    explicit = EVENTS.dump_json(event).decode()
    for version in range(1, VERSION + 1):
        assert load_event(f'{{"v":{version},{explicit[1:]}') == event
        entry = f'{{"v":{version},"at":7,"event":{explicit}}}'
        assert load_entry(entry) == Entry(7, event)


@given(ANY_EVENT)
def test_only_defaults_are_left_out_and_never_a_kind(event: Event) -> None:
    """At every depth; a kind tells what the rest is."""
    full, lean = EVENTS.dump_python(event, mode="json"), Writer(EVENTS)(event)
    for missing, default in _left_out(event, full, json.loads(lean)):
        assert missing != "kind" and default


def test_a_run_reads_back_from_either_form() -> None:
    """A snapshot leaves out as much as an entry does."""
    run = told(story())[1]
    explicit = RUN.dump_json(run)
    for version in range(1, VERSION + 1):
        assert load_run(b'j{"v":%d,"run":%b}' % (version, explicit)) == run
    assert load_run(dump_run(run)) == run
    assert len(Writer(RUN)(run)) < 0.85 * len(explicit)


def test_defaults_are_part_of_the_format() -> None:
    """Whoever changes one makes a new version; whoever adds one writes it down."""
    now = {
        f"{kind.__name__}.{field.name}": repr(field.default)
        for kind in _kinds(Event | Run | Told | Now | About | Doing)
        for field in dataclasses.fields(kind)
        if field.default is not dataclasses.MISSING and field.name != "kind"
    }
    assert now == json.loads(DEFAULTS.read_text())


def _left_out(value: object, full: Any, lean: Any) -> Iterator[tuple[str, bool]]:
    """Each name that the short form lacks, with whether its value is the default."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        for field in dataclasses.fields(value):
            mine = getattr(value, field.name)
            if field.name not in lean:
                yield field.name, mine == field.default
            else:
                yield from _left_out(mine, full[field.name], lean[field.name])
    elif isinstance(value, tuple):
        items = cast(tuple[object, ...], value)
        for inner, whole, short in zip(items, full, lean, strict=True):
            yield from _left_out(inner, whole, short)
    else:
        assert full == lean


def _kinds(of: Any, seen: set[Any] | None = None) -> list[Any]:
    """Every dataclass that a value of this type may hold."""
    seen = set() if seen is None else seen
    if of in seen:
        return []
    found: list[Any] = []
    if dataclasses.is_dataclass(of):
        seen.add(of)
        found = [of, *(k for t in typing.get_type_hints(of).values() for k in _kinds(t, seen))]
    elif typing.get_origin(of) in (tuple, UnionType, typing.Union):
        found = [k for t in typing.get_args(of) for k in _kinds(t, seen)]
    return found
