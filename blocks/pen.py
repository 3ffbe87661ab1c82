"""One wording, three inks: each line is written once and drawn for where it stands.

`RICH` is mrkdwn with live mentions and the reader's own clock; `SPOKEN` is the fallback text of
phones and screen readers, escaped, with names and UTC; `BARE` is for plain_text objects.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime

from blocks import limits, people
from blocks.people import Approvers, Who
from blocks.text import MARK, human, unmarked


@dataclass(frozen=True, slots=True, kw_only=True)
class Pen:
    """How to draw a person, a moment (epoch seconds), foreign words, a bold word, a line's name."""

    who: Callable[[Who], str]
    at: Callable[[int], str]
    day: Callable[[int], str]
    words: Callable[[str, int], str]
    bold: Callable[[str], str]
    field: Callable[[str], str]


def date(at: int, form: str, fallback: str) -> str:
    """A Slack date token: the reader's own time zone, `fallback` where it can't be drawn."""
    return f"<!date^{at}^{form}|{fallback}>"


def clock(at: int) -> str:
    """`14:07 UTC`."""
    return f"{datetime.fromtimestamp(at, UTC):%H:%M} UTC"


def calendar(at: int) -> str:
    """`30 Nov 14:07 UTC`."""
    return f"{datetime.fromtimestamp(at, UTC):%-d %b %H:%M} UTC"


def _named(text: str) -> str:
    return f"{text}: "


RICH = Pen(
    who=people.mention,
    at=lambda at: date(at, "{time}", clock(at)),
    day=lambda at: date(at, "{date_short_pretty} {time}", calendar(at)),
    words=human,
    bold=lambda text: f"*{text}*",
    field=lambda text: f"*{text}*  ",
)
SPOKEN = Pen(who=people.name, at=clock, day=calendar, words=human, bold=str, field=_named)
BARE = Pen(who=people.bare_name, at=clock, day=calendar, words=unmarked, bold=str, field=_named)


def listed(pen: Pen, group: tuple[Who, ...]) -> str:
    """People by name, the first few and how many more."""
    shown = [pen.who(who) for who in group[: limits.PEOPLE]]
    more = len(group) - len(shown)
    return ", ".join(shown) + (f" and {more} more" if more else "")


def deciders(pen: Pen, approvers: Approvers) -> str:
    """`2 of the approver role, one of them an owner (now Ben Ode, Chi Wu)`."""
    now = f" (now {listed(pen, approvers.now)})" if approvers.now else ""
    return f"{some(pen, approvers.needs, approvers)}{now}"


def some(pen: Pen, count: int, approvers: Approvers, owners: int | None = None) -> str:
    """`1 of @payments-oncall, an owner`; `owners` of the `count`, by default the set's."""
    owners = approvers.owners if owners is None else owners
    of = f"{count} of {pen.words(approvers.of, limits.NAME)}"
    if owners < 1:
        return of
    if count == 1:
        return f"{of}, an owner"
    return f"{of}, one of them an owner" if owners == 1 else f"{of}, {owners} of them owners"


def but_not(pen: Pen, group: tuple[Who, ...]) -> str:
    """`, not Ana, not Ben`, each once, or nothing."""
    once = {who.id: who for who in group}
    return "".join(f", not {pen.who(who)}" for who in list(once.values())[: limits.PEOPLE])


def quoted(pen: Pen, text: str, limit: int = limits.QUOTE) -> str:
    """Someone's words in quotation marks."""
    return f"“{pen.words(text, limit)}”"


def sentence(text: str) -> str:
    """Text with a full stop, unless it ends with a mark of its own, as quoted words may."""
    return text if text.removesuffix("”").endswith((".", "!", "?", MARK)) else f"{text}."


def span(seconds: int) -> str:
    """A length of time as it was set, to the second: `1 h`, `90 min`, `2 days`."""
    for size, unit in ((86_400, "day"), (3600, "h"), (60, "min")):
        count, rest = divmod(max(0, seconds), size)
        if count and not rest:
            return f"{count} {unit}s" if unit == "day" and count > 1 else f"{count} {unit}"
    return f"{max(0, seconds)} s"


def capital(text: str) -> str:
    """Text that begins a sentence."""
    return f"{text[:1].upper()}{text[1:]}"


def lasting(seconds: float) -> str:
    """A length of time in words: `41 s`, `3 min`, `2 h`, `4 days`."""
    for size, unit in ((86_400, "days"), (3600, "h"), (60, "min")):
        if seconds >= 1.5 * size:
            return f"{round(seconds / size)} {unit}"
    return f"{max(0, round(seconds))} s"
