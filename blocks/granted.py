"""What is allowed for a while, as a list: a line each with a button that takes it back."""

from collections.abc import Sequence
from dataclasses import dataclass

from blocks import ids, limits
from blocks.elements import Block, Payload, button, message, row, section, stamped
from blocks.ids import Ref
from blocks.pen import RICH, SPOKEN, Pen
from blocks.people import Who
from blocks.text import escape, shorten

GRANTS = 15  # of a list in a message
_TITLE = 120


@dataclass(frozen=True, slots=True, kw_only=True)
class GrantLine:
    """One yes for a while. `title` None: of a private conversation that the reader isn't in.

    `by` gave it, `to` whom it was given, until when (epoch seconds); `used`: how many calls more
    went under it. `url`: of its thread.
    """

    request: str
    revision: int
    number: str
    title: str | None
    by: Who | None
    to: Who
    until: int
    used: int
    url: str | None = None


def grants(lines: Sequence[GrantLine]) -> Payload:
    """The list, for whoever may take them back."""
    heading = "Allowed for a while; what you take back is asked about again:"
    shown = lines[:GRANTS]
    more = len(lines) - len(shown)
    rest = [f"and {more} more"] if more > 0 else []
    spoken = [grant_words(SPOKEN, one) for one in shown]
    text = shorten("\n".join([heading, *spoken, *rest]), limits.FALLBACK)
    return message(text, [section(heading), *map(grant_row, shown), *map(section, rest)])


def grant_row(one: GrantLine) -> Block:
    """One with its button."""
    revoke = button(ids.REVOKE, "Revoke", one.request, about=one.number)
    ref = Ref(request=one.request, revision=one.revision)
    return stamped([("grant", row(grant_words(RICH, one), revoke))], ref)[0]


def grant_words(pen: Pen, one: GrantLine) -> str:
    """`A-1042 restart checkout: allowed by Ben Ode for Ana Ruiz until 15:07, used 2 times`."""
    words = pen.words(one.number, 40)
    number = pen.bold(f"<{escape(one.url)}|{words}>" if one.url and pen is RICH else words)
    what = f" {pen.words(one.title, _TITLE)}" if one.title else " (of a private conversation)"
    by = f" by {pen.who(one.by)}" if one.by else ""
    times = "once" if one.used == 1 else f"{one.used} times"
    until = f"until {pen.day(one.until)}"
    return f"{number}{what}: allowed{by} for {pen.who(one.to)} {until}, used {times}"
