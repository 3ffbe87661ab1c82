"""A host's own code: a tool that takes a secret, and a review hook."""

import threading
from typing import Annotated

from pydantic import Field

from bot.review import Allow, Answer, Ask, Change, Proposal, Refuse
from bot.tools.python import tool

SET: list[tuple[str, str]] = []  # what `set_password` was called with
RELEASED = threading.Event()  # what a hung review waits for
CLOSED: set[str] = set()  # services that the review has closed meanwhile
Password = Annotated[str, Field(json_schema_extra={"writeOnly": True})]


@tool(risk="medium", title="set the password of {account} to {password}", target="{account}")
def set_password(account: str, password: Password, hint: str = "") -> str:
    """Set an account's password."""
    SET.append((account, password))
    return f"The password of {account} is {password} now."


def look(proposal: Proposal) -> Answer:
    """Says something else of each service."""
    match proposal.arguments:
        case {"service": "checkout", "environment": "staging"}:
            return Allow()
        case {"service": "checkout"}:
            return Change({"service": "checkout", "environment": "staging"})
        case {"service": "catalog"}:
            return Ask("catalog was restarted twice today")
        case {"service": "mailer"}:
            return Refuse("the mailer is never restarted by me")
        case {"service": "broken"}:
            raise RuntimeError("the list of services is empty")
        case {"service": "slow"}:
            RELEASED.wait()
            return Allow()
        case _:
            return Allow()


def watch(proposal: Proposal) -> Answer:
    """As `look`, of tools that take a service alone; what is closed meanwhile is refused."""
    match proposal.arguments:
        case {"service": str(name)} if name in CLOSED:
            return Refuse(f"{name} is closed by now")
        case {"service": "all"}:
            return Change({"service": "web"})
        case _:
            return look(proposal)
