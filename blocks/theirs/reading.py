"""Reading what the model wrote: by tables of what is taken, noting what isn't.

A cleaner gives back a value that is safe to draw. What has the wrong shape it hands on as it is,
for `blocks.check` to refuse; what is not ours to draw it reports here, in words for the model.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from blocks.rules import Json, Problem, as_list, as_object
from blocks.text import one_line
from blocks.theirs import words
from blocks.theirs.lookalikes import as_button, as_heading, as_line

PREFIX = "theirs:"
RESERVED = ("cancel", "unanswered")  # actions of an answer that no model's button may give
_NAME = 255
_LABELLED = re.compile(r"<[^<>|\n]*\|([^<>\n]*)>")  # read as its label
# Signs and emoji before what is bold hide nothing; never read in two ways, or it could take ages.
_BOLD = re.compile(r"(?>:[\w+'-]+:|[^\w*]|_)*+\*([^*]+)\*")

Look = Callable[[str], str | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """One element that answers or holds a value; `name` is the model's own action id.

    options: the model's own values of its options, by their number; shown: their words.
    value: a button's own. label: its words, or those of the input that it is in.
    """

    name: str
    kind: str
    options: tuple[str, ...] = ()
    shown: tuple[str, ...] = ()
    value: str = ""
    label: str = ""


@dataclass(slots=True, kw_only=True)
class Reading:
    """What was found so far; `me` is the Slack id of whoever asked for the task.

    `taken` are the names of the surface that is read now, a message or one modal.
    """

    me: str
    problems: list[Problem] = field(default_factory=lambda: [])
    named: dict[str, Named] = field(default_factory=lambda: {})
    taken: set[str] = field(default_factory=lambda: set())

    def add(self, where: str, why: str) -> None:
        """Note what isn't taken, and why."""
        self.problems.append(Problem(pointer=where, text=why))

    def name(self, found: Json, where: str, kind: str) -> str:
        """Our id of an element; the answer knows it by the model's."""
        ours, own = f"{PREFIX}{len(self.named) + 1}", found.get("action_id")
        if not isinstance(own, str) or not own.strip() or len(own) > _NAME:
            self.add(f"{where}/action_id", "is needed: a text by which the answer names it")
            own = ours
        elif own in self.taken:
            self.add(f"{where}/action_id", "is another element's too; give each its own")
        self.taken.add(own)
        self.named[ours] = Named(name=own, kind=kind)
        return ours

    def know(self, ours: str, **more: Any) -> None:
        """Note more of an element that has its name."""
        self.named[ours] = replace(self.named[ours], **more)


def ids_of(part: object) -> list[str]:
    """Our ids of the elements in a part of a payload, in their order."""
    items = as_list(part)
    if items is not None:
        return [ours for one in items for ours in ids_of(one)]
    found = as_object(part)
    if found is None:
        return []
    own = found.get("action_id")
    here = [own] if isinstance(own, str) and own.startswith(PREFIX) else []
    return here + [ours for inner in found.values() for ours in ids_of(inner)]


def said(value: object) -> str:
    """The words of a text object; "" if it has none."""
    found = (as_object(value) or {}).get("text")
    return found if isinstance(found, str) else ""


Clean = Callable[[object, str, Reading], object]


def same(value: object, where: str, reading: Reading) -> object:
    """A number, a truth value or a word of Slack's own; texts can't hide anything."""
    return words.plain(value) if isinstance(value, str) else value


def nothing(value: object, where: str, reading: Reading) -> object:
    """For what is ours to set, whatever the model says."""
    return None


def refused(why: str) -> Clean:
    """For what is never taken."""

    def clean(value: object, where: str, reading: Reading) -> object:
        reading.add(where, why)
        return None

    return clean


def spoken(look: Look | None = None) -> Clean:
    """A bare string; `look` says why it may not be shown."""

    def clean(value: object, where: str, reading: Reading) -> object:
        if not isinstance(value, str):
            return value
        _look(look, value, where, reading)
        return words.plain(value)

    return clean


def plain_text(look: Look | None = None) -> Clean:
    """A plain_text object."""

    def clean(value: object, where: str, reading: Reading) -> object:
        found = as_object(value)
        if found is None or not isinstance(found.get("text"), str):
            return value
        said = str(found["text"])
        _look(look, said, f"{where}/text", reading)
        return {"type": found.get("type"), "text": words.plain(said), "emoji": True}

    return clean


def any_text(value: object, where: str, reading: Reading) -> object:
    """A text object of either kind; none of its lines may look like ours."""
    found = as_object(value)
    if found is None or not isinstance(found.get("text"), str):
        return value
    said = str(found["text"])
    lines(said, f"{where}/text", reading)
    if found.get("type") != "mrkdwn":
        return {"type": found.get("type"), "text": words.plain(said), "emoji": True}
    return {"type": "mrkdwn", "text": words.marked(said, reading.me), "verbatim": True}


def lines(said: str, where: str, reading: Reading) -> None:
    """Report a line that looks like one of our own cards."""
    for line in words.unescaped(_LABELLED.sub(r"\1", said)).splitlines():
        found = _BOLD.match(line)
        # A line that is bold as a whole stands out as a header does.
        whole = found is not None and not line[found.end() :].strip()
        why = as_heading(line) if whole else as_line(line, bold=found[1] if found else "")
        if why:
            reading.add(where, f"“{one_line(line)[:80]}” {why}")
            return


def _look(look: Look | None, said: str, where: str, reading: Reading) -> None:
    why = look(said) if look else None
    if why:
        reading.add(where, f"“{one_line(said)[:80]}” {why}")


label = plain_text(as_button)
heading = plain_text(as_heading)
named = plain_text(as_line)


def table(known: Mapping[str, Clean], value: object, where: str, reading: Reading) -> Json:
    """An object's known fields, each cleaned; others are reported. A cleaner's None is left out."""
    out: Json = {}
    for name, inner in (as_object(value) or {}).items():
        if name == "type":
            out[name] = inner
        elif name in known:
            cleaned = known[name](inner, f"{where}/{name}", reading)
            if cleaned is not None:
                out[name] = cleaned
        else:
            reading.add(f"{where}/{name}", "isn't taken here; leave it out")
    return out


def by_table(known: Mapping[str, Clean]) -> Clean:
    """An object with known fields; anything else is handed on for the check to refuse."""

    def clean(value: object, where: str, reading: Reading) -> object:
        return value if as_object(value) is None else table(known, value, where, reading)

    return clean


def each(inner: Clean) -> Clean:
    """A list, each item cleaned."""

    def clean(value: object, where: str, reading: Reading) -> object:
        items = as_list(value)
        if items is None:
            return value
        return [inner(one, f"{where}/{i}", reading) for i, one in enumerate(items)]

    return clean


def by_type(known: Mapping[str, Clean], why: Callable[[str], str]) -> Clean:
    """An object whose `type` picks its cleaner; `why` says why another type isn't taken."""

    def clean(value: object, where: str, reading: Reading) -> object:
        found = as_object(value)
        kind = found.get("type") if found else None
        if not isinstance(kind, str):
            reading.add(where, "must be an object with a `type`")
            return None
        if kind not in known:
            reading.add(f"{where}/type", f"{one_line(kind)[:40]}: {why(kind)}")
            return None
        return known[kind](value, where, reading)

    return clean


confirm = by_table(
    {"title": heading, "text": any_text, "confirm": label, "deny": label, "style": same}
)
