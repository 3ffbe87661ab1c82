"""What is said about the installation itself: help, who somebody is, what isn't offered. Pure."""

from collections.abc import Iterable, Mapping

from blocks import listing
from blocks.elements import Payload
from blocks.home import linked_words
from blocks.pen import Pen
from bot.core.ids import Who
from bot.core.rules import Person
from bot.core.state import NoteKind
from bot.ports.tools import ToolSpec
from bot.slack import listings
from bot.slack.words import plain

TOOLS = 40  # named by /task agents

# Commands that PRODUCT.md knows and this installation doesn't have: what to do in their place.
NOT_OFFERED: Mapping[str, str] = {
    "link": "You can't link your account by yourself here. An admin adds you to the people in "
    "signoff.yaml; /task whoami shows the ids that they need.",
    "unlink": "You can't unlink your account by yourself here. An admin takes you out of the "
    "people in signoff.yaml.",
    "away": "There is no out-of-office here, so nobody stands in for you. Ask an admin to give "
    "somebody else your role in signoff.yaml, or make sure that another approver is about.",
    "rule": "The policy can't be changed from Slack, so nothing was changed. An admin edits "
    "signoff.yaml; signoff check says what is wrong with it.",
    "audit": "The record can't be read in Slack. Whoever runs me prints it with the command "
    "signoff audit and the run's id, which stands in my log beside its number.",
}
_STRANGERS: Mapping[NoteKind, str] = {
    "cant_verify": "I couldn't look up who you are just now, so I show nothing. Try again in a "
    "minute.",
    "guest": "Guests can't look at tasks and approvals here.",
    "outside": "Members of other companies can't look at tasks and approvals here.",
    "deactivated": "Your account is deactivated, so I show nothing.",
    "bot": "I answer no bots.",
    "not_linked": "I don't know your account yet, so I show nothing. An admin links it; /task "
    "whoami says what they need.",
}
NOTHING_AT_WORK = (
    "You have no run at work. Mention me in a channel with a task, or send it to me as a direct "
    "message; /task list shows what you had done before."
)
NO_SUCH_FILTER = "I know /approvals mine, /approvals open and /approvals since:7d (or since:12h)."
STORE_DOWN = "I can't look anything up just now, and nothing was changed. Try again in a minute."


def not_shown(why: NoteKind) -> str:
    """Why somebody is shown nothing, in words."""
    return _STRANGERS.get(why, _STRANGERS["cant_verify"])


def whoami(who: Who, person: Person | None) -> Payload:
    """Whom an account is linked to, or how to get it linked."""
    if person is None:
        return plain(unlinked(who))
    return listing.said(lambda pen: [f"{linked_words(pen, listings.linked(person))}."])


def unlinked(who: Who) -> str:
    """How an account gets linked."""
    return (
        "Your Slack account isn't linked, so you can ask for work but decide nothing. An admin "
        f"adds you to the people in signoff.yaml, with team {who.team} and user {who.user}."
    )


def agents(name: str, tools: Iterable[ToolSpec]) -> Payload:
    """The agent and its tools."""
    known = [(tool.name, tool.risk) for tool in tools]

    def write(pen: Pen) -> list[str]:
        called = pen.bold(pen.words(name, 60))
        if not known:
            return [f"The agent here is {called}. It has no tools."]
        return [f"The agent here is {called}. Its tools:", *listings.tools(pen, known, TOOLS)]

    return listing.said(write)


def help_list(bot_user: str) -> Payload:
    """What can be said."""
    here = f"<@{bot_user}>"
    lines = (
        (f"{here} refund order 1042", "starts a run in that thread; in a direct message without "
         "the mention"),
        (f"{here} status, stop, withdraw, nudge, ask again", "in a run's thread"),
        (f"{here} data off, config off, writes off", "switches that kind of call off in a thread; "
         "on asks to turn it on again"),
        ("/task status, /task list", "your runs at work; your runs of the last days"),
        ("/task stop, /task stop R-778", "stops your only run, or the run of that number"),
        ("/task agents, /task whoami", "the tools there are; whom you are linked to"),
        ("/approvals, /approvals open, /approvals since:7d", "what waits for your decision or "
         "answer; all that is open; what was settled"),
    )  # fmt: skip
    return listing.said(lambda pen: [f"{pen.bold(said)}: {what}." for said, what in lines])
