"""The host's review hook has its word on each call, beside the policy."""

import json
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

from tests.stories import host
from tests.world import Message, World, changed, world

OLD = """\
    - name: restarts
      tools: restart_service
      verdict: ask
      because: restarts need one person on call
      approvers: {roles: [approver]}
"""
NEW = "    - {name: restarts, tools: restart_service, verdict: allow}\n"
TOOLS = "tools:\n  - bot.tools.shop\n"
REVIEW = "review: tests.stories.host:look\n"


@pytest.fixture(autouse=True)
def _hook() -> Generator[None]:
    """What hangs is let go at the end."""
    host.RELEASED.clear()
    yield
    host.RELEASED.set()


def _restart(service: str, **more: str) -> dict[str, Any]:
    return {"name": "restart_service", "arguments": {"service": service, **more}}


def _file(folder: Path) -> Path:
    return changed(folder, (OLD, NEW), (TOOLS, TOOLS + REVIEW))


async def _told(slack: World, *calls: dict[str, Any]) -> tuple[Message, list[str]]:
    """A task whose calls are made in one turn, and what the model is told of each."""
    await slack.plays({"calls": list(calls)}, {"text": "That is all."})
    task = await slack.person("ana").says("@signoff restart what hangs")
    await slack.message(task.ts, "That is all.")
    return task, await slack.results()


def _restarted(slack: World) -> list[tuple[Any, ...]]:
    return slack.shop("select service, environment from restarts order by id")


async def test_a_hook_lets_calls_go_and_changes_them(tmp_path: Path, redis: str) -> None:
    """What it allows runs as it is; what it changes runs so, and the model is told."""
    async with world(tmp_path, redis, config=_file(tmp_path)) as slack:
        staging = _restart("checkout", environment="staging")
        _, (first, second) = await _told(slack, staging, _restart("checkout"))
        assert _restarted(slack) == [("checkout", "staging")] * 2
        assert first.startswith("Restarted checkout in staging")
        line, text = second.split("\n", 1)
        assert json.loads(line) == {
            "outcome": "allowed_with_changes",
            "changes": {"environment": {"to": "staging"}},
        }
        assert text.startswith("Restarted checkout in staging")


async def test_a_hook_refuses_and_so_do_its_faults(tmp_path: Path, redis: str) -> None:
    """Its own words, and an error's; nothing ran and the run goes on."""
    async with world(tmp_path, redis, config=_file(tmp_path)) as slack:
        services = (_restart(name) for name in ("mailer", "broken"))
        _, results = await _told(slack, *services)
        assert _restarted(slack) == []
        assert [json.loads(one)["reason"] for one in results] == [
            "the mailer is never restarted by me",
            "review error: RuntimeError: the list of services is empty",
        ]


async def test_a_hook_that_hangs_refuses(
    tmp_path: Path, redis: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing ran, and the run goes on."""
    monkeypatch.setenv("SIGNOFF_REVIEW_S", "0.3")
    async with world(tmp_path, redis, config=_file(tmp_path)) as slack:
        _, (result,) = await _told(slack, _restart("slow"))
        assert _restarted(slack) == []
        assert json.loads(result)["reason"] == "review error: no answer within 0.3 s"


async def test_a_hook_asks_people_about_what_the_policy_allows(tmp_path: Path, redis: str) -> None:
    """The card says why; a yes lets it go."""
    async with world(tmp_path, redis, config=_file(tmp_path)) as slack:
        await slack.plays({"calls": [_restart("catalog")]}, {"text": "That is all."})
        task = await slack.person("ana").says("@signoff restart catalog")
        card = await slack.card(task.ts)
        assert "catalog was restarted twice today" in card.text
        assert _restarted(slack) == []
        await slack.person("ben").clicks(card, "Approve once")
        await slack.message(task.ts, "That is all.")
        assert _restarted(slack) == [("catalog", "prod")]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("tests.stories.host:gone", "has no function gone"),
        ("tests.stories.gone:look", "ModuleNotFoundError"),
        ("tests.stories.host:SET", "isn't a function"),
        ("bot.tools.hook:load_hook", "SIGNOFF"),
    ],
)
async def test_a_hook_that_can_not_be_asked_stops_the_start(
    tmp_path: Path, redis: str, monkeypatch: pytest.MonkeyPatch, name: str, words: str
) -> None:
    """With line and column; so does one that would be waited for too long."""
    file = changed(tmp_path, (TOOLS, TOOLS + f"review: {name}\n"))
    if words == "SIGNOFF":
        monkeypatch.setenv("SIGNOFF_REVIEW_S", "21")
    line = file.read_text().splitlines().index(f"review: {name}") + 1
    with pytest.raises(Exception) as trouble:
        async with world(tmp_path, redis, config=file):
            pass
    assert f"{file}:{line}:9: " in str(trouble.value) and words in str(trouble.value)
