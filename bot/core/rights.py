"""What a person may do, asked beforehand: for lists and buttons, never in place of the check.

The answers are those of the click's own rules (deciders), so that no list promises what a click
refuses; the click itself is judged anew, by the policy of that moment too.
"""

from bot.core import answering, deciders
from bot.core.ids import Who
from bot.core.replacing import replace
from bot.core.request import Action, Click, PendingClick, PersonFacts, Request
from bot.core.rules import Person
from bot.core.state import NoteKind, Run


def stranger(facts: PersonFacts) -> NoteKind | None:
    """Why this Slack user may decide nothing at all; None for a linked person."""
    return deciders.stranger(facts)


def linked(facts: PersonFacts, person: Person | None) -> PersonFacts:
    """Slack's facts joined with the link that our own table has; a link is identity, not right."""
    return replace(facts, person=person.id, roles=person.roles) if person else facts


def may_decide(run: Run, request: Request, facts: PersonFacts) -> bool:
    """Whether the request is open and waits for this person, who hasn't answered it yet."""
    if request.ended is not None:
        return False
    if request.kind == "question":
        answer = Click("", "submit", request.id, request.revision, facts.who)
        return answering.barred(run, request, PendingClick(answer, facts)) is None
    if deciders.stranger(facts):
        return False
    if any(vote.person == facts.person for vote in request.votes):
        return False
    # The two that need no look at today's policy; a yes is checked against it at the click.
    action: Action = "reject" if request.kind == "approval" else "leave"
    click = Click("", action, request.id, request.revision, facts.who)
    return deciders.no_right(run, request, PendingClick(click, facts)) is None


def may_revoke(run: Run, request: Request, facts: PersonFacts) -> bool:
    """Whether this person may take back a yes for a while."""
    click = Click("", "revoke", request.id, request.revision, facts.who)
    if deciders.stranger(facts):
        return False
    return deciders.no_right(run, request, PendingClick(click, facts)) is None


def may_stop(requester: Who, facts: PersonFacts) -> bool:
    """Whether this person may stop the requester's run."""
    if facts.who.same(requester):
        return True
    may = any(role in deciders.STOPPERS for role in facts.roles)
    return may and deciders.stranger(facts) is None
