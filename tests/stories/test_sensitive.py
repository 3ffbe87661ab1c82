"""A sensitive argument is for the tool and the model that proposed it, and for nobody else."""

import json
from pathlib import Path
from typing import Any

from tests.logs import logged
from tests.stories import host
from tests.world import World, changed, world

TOOLS = "tools:\n  - bot.tools.shop\n"
SECRET, LISTED = "Zwiebel-77-kuchen", "4111 2222 3333"
RULE = """\
  rules:
    - name: passwords
      tools: set_password
      verdict: ask
      because: passwords need a second look
      approvers: {roles: [approver]}
      sensitive: hint
"""
CALL = {
    "name": "set_password",
    "arguments": {"account": "till", "password": SECRET, "hint": LISTED},
}


def _file(folder: Path) -> Path:
    return changed(folder, (TOOLS, TOOLS + "  - tests.stories.host\n"), ("  rules:\n", RULE))


async def _drawer(slack: World, path: str) -> Any:
    async with slack.http.get(f"{slack.sandbox.url}/sandbox/backstage/{path}") as answer:
        return await answer.json()


async def _seen(slack: World) -> dict[str, str]:
    """All that anybody can look at: messages of all channels, forms, the record, the drawer."""
    (listed,) = (await _drawer(slack, "runs"))["runs"]
    async with slack.store() as store:
        record = await store.audit(listed["id"])
    return {
        "messages": json.dumps([m.raw for m in await slack.messages()]),
        "views": json.dumps((await slack.state())["views"]),
        "record": "\n".join(record),
        "drawer": json.dumps(await _drawer(slack, f"runs/{listed['id']}")),
    }


async def test_nobody_sees_a_sensitive_value(tmp_path: Path, redis: str) -> None:
    """Marked by the tool, or named by the rule: on no card, form, record, log or answer."""
    host.SET.clear()
    with logged() as configure:
        lines = configure("debug")
        async with world(tmp_path, redis, config=_file(tmp_path)) as slack:
            says = f"I set it to {SECRET} ({LISTED})."
            await slack.plays({"text": f"Setting {SECRET}.", "calls": [CALL]}, {"text": says})
            task = await slack.person("ana").says("@signoff give the till a new password")
            card = await slack.card(task.ts)
            assert "[hidden]" in card.text and "Hidden" in card.text and "till" in card.text
            ben = slack.person("ben")
            await ben.clicks(card, "Details")
            details = json.dumps(await ben.view())
            assert "[hidden]" in details and SECRET not in details and LISTED not in details
            await ben.clicks(card, "Approve once")
            answer = await slack.message(task.ts, "I set it to")
            assert "I set it to [hidden] ([hidden])." in answer.text
            await slack.message(task.ts, "Approved: set the password of till to [hidden]")
            # The model proposed it, and the tool gets it as it is.
            assert host.SET == [("till", SECRET)]
            assert SECRET in (await slack.results())[0]
            seen = await _seen(slack)
            said = json.dumps(lines())
    assert '"account":"till"' in seen["record"] and "set_password" in seen["drawer"]
    for value in (SECRET, LISTED, SECRET[:10]):
        assert [place for place, text in seen.items() if value in text] == []
        assert value not in said
