"""Private words that are the same whatever they are about: what was not done, and what to do."""

from typing import Literal, assert_never

from bot.slack import asides

Kind = Literal[
    "deactivated", "bot", "already", "expired", "policy_now_refuses", "not_yours", "unread",
    "no_reason", "too_late", "nothing_to_do", "nudged", "no_grant", "no_breakglass",
    "short_reason", "own_emergency",
    "edit_alone", "edit_same", "blank", "noted",
]  # fmt: skip


def said(kind: Kind) -> str:  # noqa: C901
    """The words of one kind."""
    # One branch a kind: splitting the match would hide that it is complete.
    match kind:
        case "deactivated":
            return "Your account is deactivated, so you can't decide here."
        case "bot":
            return "Bots can't decide here."
        case "already":
            return "This is still open, so there is nothing to ask again."
        case "expired":
            return "This lapsed, and what became of the call stays unknown. Nothing changed."
        case "policy_now_refuses":
            return (
                "The policy has changed since this card was posted and no longer allows it, so I "
                "changed nothing. Ask an admin."
            )
        case "not_yours":
            return "Only whoever asked, an approver or an admin can do that."
        case "unread":
            return (
                "There are newer messages in the thread than you may have seen, so I changed "
                "nothing. Press Review… on the card, and decide there."
            )
        case "no_reason":
            return (
                "A yes to this needs a reason, so I changed nothing. Press Review & approve… on "
                "the card, and say why."
            )
        case "too_late":
            return (
                "It has started already and can't be stopped any more. The card will say how it "
                "ends."
            )
        case "nothing_to_do":
            return "There is nothing to withdraw, ask again or nudge about here; I changed nothing."
        case "no_grant":
            return (
                "The policy doesn't let this be allowed for a while, so I changed nothing. Approve "
                "it once instead."
            )
        case "no_breakglass":
            return (
                "No rule says who may do this in an emergency, so nobody may and nothing was run. "
                "An admin can name people under breakglass in the rule."
            )
        case "short_reason":
            return (
                "An emergency needs a reason of 20 characters or more, which everyone who is "
                "passed over will read. I changed nothing. Say it again with the reason."
            )
        case "own_emergency":
            return (
                "You let this go yourself, so somebody else has to look at it. I changed nothing."
            )
        case "nudged":
            return (
                "They were reminded of this a moment ago, so I told nobody again. Try later, or "
                "ask another approver."
            )
        case "edit_alone" | "edit_same" | "blank" | "noted":
            return asides.FIXED[kind]
        case _:
            assert_never(kind)
