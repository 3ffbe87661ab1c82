"""Requests and clicks as values: everything that a card shows, and what people press."""

from dataclasses import dataclass
from typing import Literal

from bot.core.ids import Who
from bot.core.replacing import replace
from bot.core.steps import Step, Stepped
from bot.core.switches import Switch
from bot.core.terms import AskSpec
from bot.core.verdicts import Verdict

QUOTE = 300  # characters of a person's words that a card may show
STUB = "stub"  # stands in `Request.closed` for a thread that takes no stub
ASKERS = 2  # authors who asked: the requester and whoever steered
QUOTES = 4  # of them, the newest last (PRODUCT.md 4)

Outcome = Literal[
    "approved", "rejected", "guided", "expired", "withdrawn", "superseded", "stale", "stopped",
    "unasked", "ran", "run_again", "left", "answered", "emergency", "cancelled", "unanswered",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Quote:
    """A person's own words; `at` is in ms, `ts` names the message.

    `news` says what happened to them since they were first read: corrected, or taken back.
    """

    text: str
    by: Who
    at: int
    ts: str = ""
    news: Literal["said", "corrected", "taken_back"] = "said"


@dataclass(frozen=True, slots=True)
class Copy:
    """Where a card stands, and which picture of it (-1: unknown, draw again).

    A `stub` says in the thread that the card is in another channel.
    """

    channel: str
    ts: str
    drawn: int = -1
    stub: bool = False


@dataclass(frozen=True, slots=True)
class Vote:
    """One person's yes; `person` is the linked identity, `owner` whether it has that role."""

    who: Who
    person: str
    at: int
    reason: str = ""
    owner: bool = False


@dataclass(frozen=True, slots=True)
class Ended:
    """How a request ended; `by` is None when nobody did it.

    `instead` is how it should be done when it was sent back, and the number of the request that
    took its place when it was replaced. Of an answered question `action` is the one that was
    chosen and `values` are its JSON.
    """

    outcome: Outcome
    at: int
    by: Who | None = None
    reason: str = ""
    instead: str = ""
    action: str = ""
    values: str = ""


@dataclass(frozen=True, slots=True)
class Change:
    """An argument that a person changed: its JSON values, "" for absent."""

    name: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Grant:
    """A yes for a while: equal calls of this run for the same requester aren't asked about.

    `tool_digest` is of the tool as it was: another one was never said yes to.
    """

    until: int
    used: int = 0
    revoked_at: int = 0
    revoked_by: Who | None = None
    tool_digest: str = ""

    def holds(self, now: int) -> bool:
        """Whether it still lets calls go."""
        return now < self.until and not self.revoked_at

    def over(self, at: int, by: Who | None) -> "Grant":
        """It lets no more calls go; one that was taken back stays so."""
        return self if self.revoked_at else replace(self, revoked_at=at, revoked_by=by)


@dataclass(frozen=True, slots=True)
class Result:
    """What came of the approved call, for the card's last line."""

    ok: bool
    summary: str
    at: int


@dataclass(frozen=True, kw_only=True)
class Request:
    """What people are asked: everything that its card shows is in here.

    `kind` unsure asks what became of a call whose result was lost, question what the agent wants to
    know. `authors` are those whose words led to the call: its requester, whoever steered, then who
    edited it at a risk at which others have to decide after that. `draws` counts pictures: a copy
    with an older one is redrawn. The card stands `at` a channel, "" for the thread; `closed` are
    places that take none. Of the spec's next tiers `tier` have been asked, `later` are those who
    are in each of them; who `declined` can't take it. Requests of one `batch` share the card of the
    first. `turn` is the model's that proposed the call. Of a `plan` the steps that were called have
    `stepped`, and `over` says why no more of them go under its yes.
    """

    id: str
    number: int
    kind: Literal["approval", "unsure", "question"]
    call: str
    revision: int
    spec: AskSpec
    title: str
    will_do: str | None
    target: str | None
    undo: str | None
    tool: str
    args: str
    digest: str
    policy: str
    policy_number: int
    quotes: tuple[Quote, ...]
    agent_says: str
    able: tuple[Who, ...]
    authors: tuple[Who, ...]
    asked_at: int
    deadline: int
    started_at: int = 0
    until: int = 0
    reminded: int = 0
    nudged_at: int = 0
    copies: tuple[Copy, ...] = ()
    draws: int = 0
    plain: bool = False
    votes: tuple[Vote, ...] = ()
    since: tuple[int, Quote | None] = (0, None)
    ended: Ended | None = None
    running: bool = False
    result: Result | None = None
    at: str = ""
    closed: tuple[str, ...] = ()
    tier: int = 0
    later: tuple[tuple[Who, ...], ...] = ()
    declined: tuple[Who, ...] = ()
    changes: tuple[Change, ...] = ()
    edited_by: Who | None = None
    unusual: str = ""
    grant: Grant | None = None
    batch: str = ""
    review_by: int = 0
    reviewed: Vote | None = None
    turn: int = 0
    plan: tuple[Step, ...] = ()
    stepped: tuple[Stepped, ...] = ()
    over: str = ""

    @property
    def name(self) -> str:
        """`A-1042`, of a question `Q-1042`."""
        return f"{'Q' if self.kind == 'question' else 'A'}-{self.number}"

    @property
    def cards(self) -> tuple[Copy, ...]:
        """The copies that are whole cards."""
        return tuple(copy for copy in self.copies if not copy.stub)

    def bars(self, who: Who, *, requester: bool) -> bool:
        """Whether somebody's own words or edits are in it; `requester`: asking for it counts."""
        barred = self.authors if requester else self.authors[ASKERS:]
        return any(who.same(other) for other in barred)


@dataclass(frozen=True, slots=True)
class PersonFacts:
    """Who a Slack user is. `known` False: it couldn't be looked up, so nothing is allowed.

    `sets` are the live sets that they are in; of those that are `unread` nobody could say.
    """

    who: Who
    known: bool
    person: str | None = None
    roles: tuple[str, ...] = ()
    guest: bool = False
    outside: bool = False
    deactivated: bool = False
    bot: bool = False
    sets: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()


Action = Literal[
    "approve", "reject", "guide", "ask_again", "ran", "run_again", "leave", "stop_call", "stop_run",
    "withdraw", "details", "status", "nudge", "edit", "answer", "hand_over", "cant_take",
    "ask_requester", "grant", "revoke", "breakglass", "reviewed", "approve_all", "switch_off",
    "ask_switch_on", "switch_on", "submit", "cancel",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Click:
    """A click or submission, an untrusted request; `copy` is the message it came from.

    `tapped`: on the card itself, without the review that shows what was said since; of an edit: in
    a form that didn't show the whole call. `number` is
    how a command in the thread names a request, 0 for none. `args` are an edited call's canonical
    arguments, or the values of an answer, whose action is the `choice`; of a button with an option
    on it `option` says which. `to` is whom it is handed over to, `switch` what is switched in the
    thread.
    """

    id: str
    action: Action
    request: str
    revision: int
    by: Who
    at: int = 0
    copy: Copy | None = None
    reason: str = ""
    tapped: bool = False
    number: int = 0
    args: str = ""
    to: Who | None = None
    switch: Switch | Literal[""] = ""
    choice: str = ""
    option: str = ""


@dataclass(frozen=True, slots=True)
class Revised:
    """What the gate says of edited arguments, and what their card would show.

    `able` and `later` are as those of a request, `owners` all who are owners. `bad` is what the
    tool's schema has against the arguments; then nothing else counts. `number` is reserved where
    they are asked about in another channel, by another request.
    """

    verdict: Verdict
    title: str = ""
    will_do: str | None = None
    target: str | None = None
    undo: str | None = None
    able: tuple[Who, ...] = ()
    later: tuple[tuple[Who, ...], ...] = ()
    owners: tuple[Who, ...] = ()
    unusual: str = ""
    policy_number: int = 0
    bad: str = ""
    number: int = 0


@dataclass(frozen=True, slots=True)
class PendingClick:
    """A click whose right is being looked up; `to` are the facts of whom it names.

    Of a look at an emergency `others` says whether somebody without a part in it could take it.
    """

    click: Click
    facts: PersonFacts | None = None
    now: Verdict | None = None
    policy: str = ""
    revised: Revised | None = None
    to: PersonFacts | None = None
    others: bool = False
