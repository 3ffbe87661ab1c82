"""What a `review` hook gets and answers. It imports nothing else of the bot.

    # signoff.yaml: `review: ours.review:look`
    from bot.review import Allow, Answer, Ask, Proposal, Refuse


    def look(proposal: Proposal) -> Answer:
        if proposal.tool == "send_mail" and "salary" in proposal.arguments["text"]:
            return Refuse("salaries aren't mailed")
        return Allow()

The function may be async. It is asked after the policy, about calls that the policy doesn't refuse,
and narrows: what the policy asks about is asked about, whatever it answers. An error, a time-out
(`SIGNOFF_REVIEW_S`) or any other answer refuses the call as `review error: …`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

Risk = Literal["read", "low", "medium", "high", "critical"]


@dataclass(frozen=True, slots=True)
class Requester:
    """Who asked: a Slack user, and the `person` of signoff.yaml that it is, "" for none."""

    team: str
    user: str
    name: str = ""
    person: str = ""
    roles: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """One call as the model proposed it.

    `step` counts the model's turns since a person last spoke, from 1. `thought` is the model's text
    of this turn, "" if it had none. `arguments` fit the tool's schema and are a copy: what is done
    to them changes nothing. `conversation` is all that was said so far, oldest first, each entry
    with its `role` (`user`, `assistant`, `tool`, `system`) and what else it has (`text`, `by`,
    `calls`, `call`). `channel` is its Slack id, `run` the number that people know, `verdict` what
    the policy says.
    """

    step: int
    thought: str
    tool: str
    arguments: dict[str, Any]
    conversation: tuple[Mapping[str, Any], ...]
    requester: Requester
    channel: str
    agent: str
    run: int
    risk: Risk
    verdict: Literal["allow", "ask"] = "allow"


@dataclass(frozen=True, slots=True)
class Allow:
    """As the policy says: it runs if the policy allows it, and is asked about if it asks."""


@dataclass(frozen=True, slots=True)
class Change:
    """As the policy says of these arguments, all of them, in place of the proposed ones.

    They are validated and judged anew, and the model is told of the change.
    """

    arguments: Mapping[str, Any] = field(default_factory=dict[str, Any])


@dataclass(frozen=True, slots=True)
class Ask:
    """People are asked, by the terms of the rule and the risk; `because` stands on the card."""

    because: str = ""


@dataclass(frozen=True, slots=True)
class Refuse:
    """It doesn't run; `reason` is told to the model."""

    reason: str


Answer = Allow | Change | Ask | Refuse
