"""What a call's risk asks for where its rule doesn't say (PRODUCT.md 2)."""

from dataclasses import dataclass
from typing import Literal

from bot.core.terms import HOUR, MINUTE, Approvers, Risk


@dataclass(frozen=True, slots=True, kw_only=True)
class Tier:
    """The defaults of one risk. `next_s`: when the next tier is asked; `routed`: in an ops channel,
    if there is one; `step_up`: a fresh sign-in is needed.
    """

    verdict: Literal["allow", "ask"]
    approvers: Approvers
    exclude_requester: bool = True
    count: int = 1
    owners: int = 0
    deadline_s: int = HOUR
    reminders_s: tuple[int, ...] = ()
    next_s: int = 30 * MINUTE
    routed: bool = False
    grants: bool = False
    step_up: bool = False


_SET = Approvers(roles=("approver",))

TIERS: dict[Risk, Tier] = {
    "read": Tier(verdict="allow", approvers=Approvers(), exclude_requester=False),
    "low": Tier(
        verdict="ask", approvers=Approvers(anyone=True), exclude_requester=False,
        deadline_s=30 * MINUTE, grants=True,
    ),
    "medium": Tier(
        verdict="ask", approvers=_SET, reminders_s=(15 * MINUTE, 30 * MINUTE), grants=True
    ),
    "high": Tier(
        verdict="ask", approvers=_SET, reminders_s=(10 * MINUTE, 20 * MINUTE, 40 * MINUTE),
        next_s=15 * MINUTE, routed=True,
    ),
    # A fresh sign-in isn't there yet: a rule has to say that it may be done without (step_up: off).
    "critical": Tier(
        verdict="ask", approvers=Approvers(roles=("approver", "owner")), count=2, owners=1,
        reminders_s=(10 * MINUTE, 20 * MINUTE, 40 * MINUTE), next_s=15 * MINUTE, routed=True,
        step_up=True,
    ),
}  # fmt: skip
