"""A configuration for stories about the gate: people of every role, tools of every risk."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

from tests.stories import ops_tools
from tests.world import Message, World, world

OPS = "ops-approvals"  # C0APPROVALS, where everybody of the team is
BY_RISK = '    - {name: by-risk, tools: "*", verdict: by_risk}\n'
PEOPLE = """\
people:
  - {id: ana, name: Ana Ruiz, slack: {team: T0SIGNOFF, user: U0ANA}, roles: [requester]}
  - {id: eli, name: Eli Sato, slack: {team: T0SIGNOFF, user: U0ELI}, roles: [requester]}
  - {id: ben, name: Ben Ode, slack: {team: T0SIGNOFF, user: U0BEN}, roles: [approver]}
  - {id: chi, name: Chi Wu, slack: {team: T0SIGNOFF, user: U0CHI}, roles: [approver]}
  - {id: dee, name: Dee Falk, slack: {team: T0SIGNOFF, user: U0DEE}, roles: [owner, admin]}
"""


def config(folder: Path, rules: str = BY_RISK, agent: str = "", more: str = "") -> Path:
    """signoff.yaml with these rules, keys of the agent, and keys of its own at the top."""
    path = folder / "signoff.yaml"
    path.write_text(
        f"{PEOPLE}tools: [tests.stories.ops_tools]\n{more}"
        f"agent:\n  name: ops\n  progress: off\n{agent}policy:\n  rules:\n{rules}"
    )
    return path


@asynccontextmanager
async def ops(
    folder: Path, redis: str, rules: str = BY_RISK, agent: str = "", more: str = "", *,
    pages: bool = False,
) -> AsyncGenerator[World]:  # fmt: skip
    """A world with those tools, of which nothing has run; with `pages` also with web forms."""
    ops_tools.reset()
    made = config(folder, rules, agent, more)
    async with world(folder, redis, config=made, pages=pages) as slack:
        yield slack


def call(name: str, service: str = "checkout", **more: object) -> dict[str, object]:
    """A call of one of the tools, as the model makes it."""
    return {"name": name, "arguments": {"service": service, **more}}


async def asked(slack: World, who: str, where: str, *calls: dict[str, object]) -> Message:
    """A task, of which the model makes these calls and then says that it is done."""
    await slack.plays({"calls": [*calls]}, {"text": "All done here."})
    return await slack.person(who).says("@signoff please see to checkout", where)


async def everywhere(slack: World, words: str) -> list[Message]:
    """The bot's messages that say so, wherever they stand."""
    return [
        m for m in await slack.messages() if words in m.text and m.raw.get("user") == "U0SIGNOFF"
    ]
