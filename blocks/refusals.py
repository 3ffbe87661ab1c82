"""Why someone can't do what they clicked, as typed facts, and the words they get.

Private, at once, in words; whoever is refused is always told what would help.
"""

from dataclasses import dataclass
from typing import assert_never

from blocks import ids
from blocks.elements import Block, Payload, actions, link_button, message, section
from blocks.pen import RICH, SPOKEN, Pen, deciders
from blocks.people import Approvers, Who
from blocks.views import Outcome


@dataclass(frozen=True, slots=True, kw_only=True)
class NotApprover:
    """Linked, but not in the set."""

    number: str
    approvers: Approvers


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnRequest:
    """The requester, where someone else must decide; `of` is the set."""

    of: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NotLinked:
    """No person for this account; `link` is the page to link it, None where there is none."""

    link: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Guest:
    """A guest account."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outsider:
    """A member of another company."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AlreadyDecided:
    """Settled before this click; by nobody when time or the bot settled it."""

    number: str
    outcome: Outcome
    by: Who | None = None
    at: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class GrantOver:
    """A yes for a while that has ended `at`; by nobody when its time was up."""

    number: str
    at: int
    by: Who | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AlreadyReviewed:
    """An emergency that somebody has looked at."""

    number: str
    by: Who
    at: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AlreadyVoted:
    """Said yes once already; others are still needed."""

    number: str
    approvers: Approvers


@dataclass(frozen=True, slots=True, kw_only=True)
class Lapsed:
    """Clicked after the deadline `at`."""

    at: int
    requester: Who


@dataclass(frozen=True, slots=True, kw_only=True)
class CantVerify:
    """A group or an account couldn't be read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Changed:
    """A newer revision or request, `current`, took its place."""

    current: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FreshSignIn:
    """Right person, but the sign-in is too old; `link` renews it."""

    link: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NotAllowed:
    """Not theirs to do: `what` completes "You can't …", `who` "Ask …"."""

    what: str
    who: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Unknown:
    """No such request or run on record any more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StoreDown:
    """The click couldn't be saved."""


Refusal = (
    NotApprover
    | OwnRequest
    | NotLinked
    | Guest
    | Outsider
    | AlreadyDecided
    | AlreadyVoted
    | GrantOver
    | AlreadyReviewed
    | Lapsed
    | CantVerify
    | Changed
    | FreshSignIn
    | NotAllowed
    | Unknown
    | StoreDown
)

_DONE: dict[Outcome, str] = {
    "approved": "approved this",
    "rejected": "rejected this",
    "guided": "sent this back",
    "withdrawn": "withdrew this",
    "superseded": "replaced this",
    "stopped": "stopped this",
    "stale": "approved this, but it couldn't be run any more",
    "failed": "approved this, and it failed",
    "unknown": "approved this, and its outcome is unknown",
    "expired": "let this lapse",
    "limit": "reached the limit of approvals",
    "granted": "allowed this for a while",
    "emergency": "ran this in an emergency",
    "answered": "answered this instead",
}

_BECAME: dict[Outcome, str] = {
    "guided": "was sent back",
    "superseded": "was replaced",
    "stale": "was approved, but couldn't be run any more",
    "failed": "failed",
    "unknown": "has an unknown outcome",
    "expired": "expired",
    "limit": "was not asked",
    "granted": "was allowed for a while",
    "emergency": "was run in an emergency, without approval",
}


def refusal(why: Refusal) -> Payload:
    """The private note for whoever clicked."""
    text, rich = refusal_words(SPOKEN, why), refusal_words(RICH, why)
    blocks: list[Block] = [section(rich)]
    if isinstance(why, NotLinked) and why.link:
        blocks.append(actions([link_button(ids.LINK, "Link account", why.link)]))
    if isinstance(why, FreshSignIn):
        blocks.append(actions([link_button(ids.VERIFY, "Verify and approve", why.link)]))
    return message(text, blocks)


def refusal_words(pen: Pen, why: Refusal) -> str:  # noqa: C901
    """The words alone; with `SPOKEN` for a modal or a plain text."""
    # One case a refusal: splitting the match would hide that it is complete.
    match why:
        case NotApprover():
            needs = f"It needs {deciders(pen, why.approvers)}, and you aren't in that group."
            return f"You can't decide {pen.words(why.number, 40)}. {needs}"
        case OwnRequest():
            told = f"{why.of[:1].upper()}{why.of[1:]}"
            told = f"{pen.words(told, 60)} has been told."
            return f"You asked for this, so someone else has to decide. {told}"
        case NotLinked():
            how = "Link it (20 seconds)" if why.link else "Ask an admin to link it"
            return f"I don't know your account yet. {how}, then press Approve again."
        case Guest():
            return "Guests can't decide here."
        case Outsider():
            return "Members of other companies can't decide here."
        case AlreadyDecided():
            return _already(pen, why)
        case AlreadyVoted():
            needs = f"It needs {deciders(pen, why.approvers)}, so someone else has to approve too."
            return f"You have approved {pen.words(why.number, 40)} already. {needs}"
        case GrantOver() | AlreadyReviewed():
            return _over(pen, why)
        case Lapsed():
            return (
                f"This lapsed at {pen.at(why.at)} and nothing was run. "
                f"Ask {pen.who(why.requester)} to send it again."
            )
        case CantVerify():
            return (
                "I couldn't check your group just now, so I changed nothing. Try again in a minute."
            )
        case Changed():
            return (
                "The plan changed after this card was posted. "
                f"The current one is {pen.words(why.current, 40)}."
            )
        case FreshSignIn():
            return "This one needs a fresh sign-in. Valid for 5 minutes."
        case NotAllowed():
            return f"You can't {pen.words(why.what, 200)}. Ask {pen.words(why.who, 200)}."
        case Unknown():
            return "I have nothing on record for this any more, so I changed nothing."
        case StoreDown():
            return "I can't save anything just now, so I changed nothing. Try again in a minute."
        case _:
            assert_never(why)


def _over(pen: Pen, why: GrantOver | AlreadyReviewed) -> str:
    at = f"at {pen.at(why.at)}. Nothing more to do."
    if isinstance(why, AlreadyReviewed):
        return f"{pen.who(why.by)} reviewed this {at}"
    ended = f"was revoked by {pen.who(why.by)}" if why.by else "ended"
    return f"The permission of {pen.words(why.number, 40)} {ended} {at}"


def _already(pen: Pen, why: AlreadyDecided) -> str:
    at = f" at {pen.at(why.at)}" if why.at is not None else ""
    if why.by:
        return f"{pen.who(why.by)} {_DONE[why.outcome]}{at}. Nothing more to do."
    became = _BECAME.get(why.outcome, f"was {why.outcome}")
    return f"{pen.words(why.number, 40)} {became}{at}. Nothing more to do."
