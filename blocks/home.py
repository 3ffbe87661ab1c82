"""The Home tab: what waits for its owner, and what they have at work.

Slack shows it until it is published anew, so nothing in it can go stale but what it lists: times
are moments, never "in 5 minutes".
"""

from dataclasses import dataclass

from blocks.elements import Block, Payload, context, divider, header, home, section
from blocks.granted import GRANTS, GrantLine, grant_row
from blocks.listing import RequestLine, RunLine, request_row, run_row
from blocks.pen import RICH, Pen
from blocks.text import human

TO_DECIDE = 25  # rows of each list: well under Slack's 100 blocks
TO_ANSWER = 10
RUNS = 20
_NAME = 60
_ROLES = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Linked:
    """Whom the owner is linked to."""

    name: str
    person: str
    roles: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Home:
    """A linked person's Home. The lists are what is shown of them; `more_…` there are beyond.

    `open_count`, `settled_count`: requests of everybody, open and settled in the last 24 h.
    `at`: when it was looked up.
    """

    linked: Linked
    to_decide: tuple[RequestLine, ...]
    more_to_decide: int
    runs: tuple[RunLine, ...]
    more_runs: int
    grants: tuple[GrantLine, ...]
    more_grants: int
    open_count: int
    settled_count: int
    at: int
    to_answer: tuple[RequestLine, ...] = ()
    more_to_answer: int = 0


def home_view(view: Home) -> Payload:
    """The tab of someone who may see things."""
    figures = f"Open: {view.open_count} · settled in the last 24 h: {view.settled_count}"
    return home(
        [
            header("To decide"),
            *(request_row(one) for one in view.to_decide[:TO_DECIDE]),
            *_rest(view.to_decide, view.more_to_decide, "Nothing waits for your decision."),
            *_asked(view),
            divider(),
            header("My runs"),
            *(run_row(one) for one in view.runs[:RUNS]),
            *_rest(
                view.runs,
                view.more_runs,
                "You have no run at work. Mention me in a channel with a task, or send it to me "
                "as a direct message.",
            ),
            *_granted(view),
            divider(),
            context(linked_words(RICH, view.linked)),
            context(f"{figures} · as of {RICH.day(view.at)}; open this tab again to renew it"),
        ]
    )


def words_view(words: str) -> Payload:
    """A tab of one paragraph, of our own words: why there is nothing to see."""
    return home([section(human(words, 2_000))])


def linked_words(pen: Pen, linked: Linked) -> str:
    """`Linked as Ben Ode (ben), roles: approver`."""
    name = pen.bold(pen.words(linked.name, _NAME))
    roles = pen.words(", ".join(linked.roles), _ROLES) or "none"
    return f"Linked as {name} ({pen.words(linked.person, _NAME)}), roles: {roles}"


def _asked(view: Home) -> list[Block]:
    if not view.to_answer:
        return []
    return [
        divider(),
        header("To answer"),
        *(request_row(one) for one in view.to_answer[:TO_ANSWER]),
        *_rest(view.to_answer, view.more_to_answer, ""),
    ]


def _granted(view: Home) -> list[Block]:
    if not view.grants:
        return []
    rows = (grant_row(one) for one in view.grants[:GRANTS])
    return [
        divider(),
        header("Allowed for a while"),
        *rows,
        *_rest(view.grants, view.more_grants, ""),
    ]


def _rest(shown: tuple[object, ...], more: int, nothing: str) -> list[Block]:
    if not shown and more <= 0:
        return [section(nothing)]
    return [section(f"and {more} more")] if more > 0 else []
