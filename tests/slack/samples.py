"""A run with a request, and Slack's payloads about them, as the tests here use them."""

from dataclasses import replace
from typing import Any

from blocks import ids
from blocks.elements import button
from bot.core.ids import Thread, Who
from bot.core.request import Quote, Request
from bot.core.state import Run
from bot.core.terms import Approvers, AskSpec
from bot.slack.identity import Identity

TEAM = "T0SIGNOFF"
ME = Identity(TEAM, "U0SIGNOFF", "B0SIGNOFF", "A0SIGNOFF")
ANA = Who(TEAM, "U0ANA", "Ana Ruiz")
BEN = Who(TEAM, "U0BEN", "Ben Ode")
CHI = Who(TEAM, "U0CHI", "Chi Wu")
T0 = 1_796_000_000_000
RUN = "3.abcdefghij"
ASKED = f"{RUN}.1"

SPEC = AskSpec(
    rule="refunds",
    because="refunds need one approver",
    risk="medium",
    approvers=Approvers(roles=("approver",)),
)


def request(**changes: Any) -> Request:
    """An open request to refund an order."""
    made = Request(
        id=ASKED,
        number=1042,
        kind="approval",
        call="c1",
        revision=1,
        spec=SPEC,
        title="refund order 1042",
        will_do="Pays 42.00 EUR back",
        target="order 1042",
        undo=None,
        tool="refund",
        args='{"amount":42,"order":"1042"}',
        digest="9f3c21ab" * 8,
        policy="policy",
        policy_number=7,
        quotes=(Quote("please refund order 1042, 42 euro", ANA, T0),),
        agent_says="",
        able=(BEN, CHI),
        authors=(ANA, ANA),
        asked_at=T0,
        deadline=T0 + 3_600_000,
    )
    return replace(made, **changes)


def run(*requests: Request, channel: str = "C0SUPPORT", ts: str = "1796000000.000100") -> Run:
    """Ana's run with these requests."""
    return Run(
        id=RUN,
        number=778,
        agent="support",
        thread=Thread(TEAM, channel, ts),
        requester=ANA,
        steerer=ANA,
        spoke=ANA,
        asked_at=T0,
        requests=requests,
    )


def event(**fields: Any) -> dict[str, Any]:
    """An Events API body with one message event of Ana's in #support."""
    found: dict[str, Any] = {
        "type": "message",
        "user": "U0ANA",
        "text": "<@U0SIGNOFF> refund order 1042",
        "ts": "1796000000.000100",
        "channel": "C0SUPPORT",
        "channel_type": "channel",
        "team": TEAM,
        "event_ts": "1796000000.000100",
    }
    found.update(fields)
    kept = {name: value for name, value in found.items() if value is not None}
    return {"type": "event_callback", "team_id": TEAM, "event_id": "Ev1", "event": kept}


def click(action: str = ids.APPROVE, user: str = "U0BEN", **fields: Any) -> dict[str, Any]:
    """A block_actions body: a button of the open request's card was pressed."""
    drawn = button(action, "Press", ASKED, about="it")
    pressed = {
        **drawn,
        "block_id": ids.block_id("decide", ids.Ref(request=ASKED, revision=1), drawn),
        "action_ts": "1796000100.000200",
    }
    body: dict[str, Any] = {
        "type": "block_actions",
        "team": {"id": TEAM, "domain": "signoff"},
        "user": {"id": user, "name": user[2:].lower(), "team_id": TEAM},
        "trigger_id": "1.2.abc",
        "container": {
            "type": "message",
            "message_ts": "1796000050.000300",
            "channel_id": "C0SUPPORT",
            "is_ephemeral": False,
            "thread_ts": "1796000000.000100",
        },
        "channel": {"id": "C0SUPPORT", "name": "support"},
        "response_url": "https://hooks.slack.com/actions/T/1/x",
        "actions": [pressed],
    }
    return {**body, **fields}


def submission(callback: str = ids.REJECT_VIEW, **fields: Any) -> dict[str, Any]:
    """A view_submission body of the reject modal, with a reason."""
    choice = {"selected_option": {"value": fields.pop("choice", ids.CHOICE_REJECT)}}
    reason = {"type": "plain_text_input", "value": fields.pop("reason", "too much")}
    view = {
        "id": "V0VIEW",
        "callback_id": callback,
        "private_metadata": ids.metadata(ids.Ref(request=ASKED, revision=1)),
        "state": {"values": {ids.REASON: {ids.REASON: reason}, ids.CHOICE: {ids.CHOICE: choice}}},
        **fields,
    }
    user = {"id": "U0BEN", "name": "ben", "team_id": TEAM}
    return {"type": "view_submission", "team": {"id": TEAM}, "user": user, "view": view}
