"""Private words that are the same whatever they are about: what was not done, and what to do."""

from collections.abc import Mapping
from typing import Literal

from bot.slack import asides

Kind = Literal[
    "deactivated", "bot", "already", "expired", "policy_now_refuses", "not_yours", "unread",
    "no_reason", "too_late", "nothing_to_do", "nudged", "no_grant", "no_breakglass",
    "not_by_words", "no_number",
    "short_reason", "own_emergency", "own_review",
    "edit_alone", "edit_same", "blank", "noted", "not_every_step", "only_answered", "say_it",
]  # fmt: skip

_SAID: Mapping[str, str] = {
    "deactivated": "Your account is deactivated, so you can't decide here.",
    "bot": "Bots can't decide here.",
    "not_every_step": "You may approve some steps of this plan, but not each of them, so I took no "
    "yes. Somebody who may approve all of it has to decide; you may still reject it.",
    "already": "This is still open, so there is nothing to ask again.",
    "expired": "This lapsed, and what became of the call stays unknown. Nothing changed.",
    "policy_now_refuses": (
        "The policy has changed since this card was posted and no longer allows it, so I "
        "changed nothing. Ask an admin."
    ),
    "not_yours": "Only whoever asked, an approver or an admin can do that.",
    "unread": (
        "There are newer messages in the thread than you may have seen, so I changed "
        "nothing. Press Review… on the card, and decide there."
    ),
    "no_reason": (
        "A yes to this needs a reason, so I changed nothing. Press Review & approve… on "
        "the card, and say why."
    ),
    "too_late": (
        "It has started already and can't be stopped any more. The card will say how it ends."
    ),
    "nothing_to_do": (
        "There is no request here that this could be about; I changed nothing. If you wrote a "
        "number, look whether it is the card's."
    ),
    "not_by_words": (
        "This can't be approved by words: it is edited, long, one of several, of high risk, has "
        "its card in another channel, or wants a reason. I changed nothing. Press the button on "
        "its card."
    ),
    "no_number": (
        "I know no request of that number in this thread, so I changed nothing. /approvals open "
        "lists what is open."
    ),
    "no_grant": (
        "The policy doesn't let this be allowed for a while, so I changed nothing. Approve "
        "it once instead."
    ),
    "no_breakglass": (
        "No rule says who may do this in an emergency, so nobody may and nothing was run. "
        "An admin can name people under breakglass in the rule."
    ),
    "short_reason": (
        "An emergency needs a reason of 20 characters or more, which everyone who is "
        "passed over will read. I changed nothing. Say it again with the reason."
    ),
    "own_emergency": (
        "You let this go yourself, so somebody else has to look at it. I changed nothing."
    ),
    "own_review": (
        "You asked for this or changed it, so somebody else has to look at it: whoever may decide "
        "it, an owner, an admin or an auditor. I changed nothing."
    ),
    "nudged": (
        "They were reminded of this a moment ago, so I told nobody again. Try later, or "
        "ask another approver."
    ),
    "only_answered": (
        "That is a question, so there is nothing to approve or reject. Whoever is asked answers it "
        "on its card. I changed nothing."
    ),
    "say_it": (
        "A question that is over isn't asked again by that, so I changed nothing. If you know the "
        "answer, mention me with it in this thread, and I go on with it."
    ),
    **asides.FIXED,
}


def said(kind: Kind) -> str:
    """The words of one kind."""
    return _SAID[kind]
