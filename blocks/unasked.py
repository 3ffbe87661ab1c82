"""The card about calls that nobody was asked about, because a run may ask only so often."""

from collections.abc import Sequence

from blocks import limits, outcome, people
from blocks.elements import Payload, context, header, message, section
from blocks.pen import RICH, SPOKEN, Pen, sentence
from blocks.people import Who
from blocks.text import human

_LISTED = 10  # calls named one by one
_WHY = 600


def unasked(calls: Sequence[str], why: str, to: Who, run: str) -> Payload:
    """Mentions whoever asked; `calls` are titles, none where they may not be shown."""
    head = f"{_LIMIT.mark} {_LIMIT.title}: {_what(calls)}"
    mention = f"{people.mention(to)} "
    listed = {pen: _listed(pen, calls) if len(calls) > 1 else [] for pen in (RICH, SPOKEN)}
    lines = [mention + _said(RICH, why), *(f"• {one}" for one in listed[RICH])]
    also = f" {sentence(', '.join(listed[SPOKEN]))}" if listed[SPOKEN] else ""
    text = f"{mention}{sentence(human(head, limits.HEADER))}{also} {_said(SPOKEN, why)}"
    foot = context(f"run {human(run, 40)}")
    return message(text, [header(head), section("\n".join(lines)), foot])


_LIMIT = outcome.TABLE["limit"]


def _what(calls: Sequence[str]) -> str:
    if len(calls) == 1:
        return calls[0]
    return f"{len(calls)} calls" if calls else "too many approvals in this run"


def _said(pen: Pen, why: str) -> str:
    because = sentence(pen.words(why[:1].upper() + why[1:], _WHY))
    return f"{because} Nothing was run. Say what to do next, in this thread or a new one."


def _listed(pen: Pen, calls: Sequence[str]) -> list[str]:
    more = len(calls) - _LISTED
    rest = [f"{more} more"] if more > 0 else []
    return [*(pen.words(title, limits.NAME) for title in calls[:_LISTED]), *rest]
