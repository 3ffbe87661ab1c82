"""A thread's switches: what was switched off or on, and the question whether to turn it on."""

from dataclasses import dataclass
from typing import Literal

from blocks import ids, people
from blocks.elements import Payload, actions, button, message, section, stamped
from blocks.ids import Ref
from blocks.notice import note
from blocks.pen import RICH, SPOKEN, Pen
from blocks.people import Who

Name = Literal["data", "config", "writes"]

_MEANS: dict[Name, str] = {
    "data": "calls of tools that share data",
    "config": "calls of tools that share configuration",
    "writes": "calls that change something",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Turned:
    """What was switched in a thread, by whom (None: nobody knows, or it was so already) and when.

    `at` is in epoch seconds.
    """

    name: Name
    by: Who | None = None
    at: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """Someone wants a switch on again; `off` says since when it isn't. `run`: opaque id."""

    run: str
    off: Turned
    by: Who
    requester: Who


def switched_off(turned: Turned) -> Payload:
    """Says in the thread what isn't run there from now on, and what would change that."""

    def write(pen: Pen) -> str:
        on = pen.bold(f"{turned.name} on")
        return (
            f"{_were(turned.name)} switched off in this thread{_by(pen, turned)}: "
            f"{_MEANS[turned.name]} are refused. To turn {_them(turned.name)} on again, mention me "
            f"with {on}."
        )

    return note(write)


def turned_on(turned: Turned) -> Payload:
    """Says that a switch is on again, in place of the question."""

    def write(pen: Pen) -> str:
        if turned.by is None:
            return f"{_are(turned.name)} on in this thread."
        return f"{_were(turned.name)} turned on again in this thread{_by(pen, turned)}."

    return note(write)


def wanted(view: Wanted) -> Payload:
    """Asks whoever asked for the run whether a switch may be turned on; words decide nothing."""
    name = view.off.name
    press = button(ids.SWITCH_ON, f"Turn on {name}", name, about="in this thread", primary=True)
    text = f"{people.mention(view.requester)} {_wanted(RICH, view)}"
    parts = [("switch", section(text)), ("switch_on", actions([press]))]
    spoken = f"{people.mention(view.requester)} {_wanted(SPOKEN, view)}"
    return message(spoken, stamped(parts, Ref(request=view.run, revision=0)))


def _wanted(pen: Pen, view: Wanted) -> str:
    name = view.off.name
    return (
        f"{_were(name)} switched off in this thread{_by(pen, view.off)}: {_MEANS[name]} are "
        f"refused. {pen.who(view.by)} wants {name} turned on again; only "
        f"{pen.who(view.requester)} or an admin can, with this button."
    )


def _by(pen: Pen, turned: Turned) -> str:
    return f" by {pen.who(turned.by)}, {pen.day(turned.at)}" if turned.by else ""


def _were(name: Name) -> str:
    return f"{name.capitalize()} {'were' if name == 'writes' else 'was'}"


def _are(name: Name) -> str:
    return f"{name.capitalize()} {'are' if name == 'writes' else 'is'}"


def _them(name: Name) -> str:
    return "them" if name == "writes" else "it"
