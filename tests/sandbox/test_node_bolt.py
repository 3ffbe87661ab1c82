"""Slack's Bolt and Socket Mode client for Node take part in a conversation with the sandbox."""

import asyncio
from typing import Any

import pytest

from sandbox.server import Sandbox
from tests.sandbox.node import node

Json = dict[str, Any]


@pytest.fixture(scope="module", params=["http", "socket"])
def app(request: pytest.FixtureRequest) -> Json:
    """What a Bolt app saw and what people were shown, by each way in."""

    async def run() -> Json:
        async with Sandbox.start() as sandbox:
            told = await node("bolt.mjs", sandbox, transport=request.param)
            return {**told, "transport": request.param}

    return asyncio.run(run())


def test_events_reach_the_app(app: Json) -> None:
    """A mention, its message, an edit by the app itself, a direct message and the Home tab."""
    seen = app["seen"]
    assert seen["mention"] == [{"text": "<@U0SIGNOFF> refund 1042", "bot": "U0SIGNOFF"}]
    kinds = [tuple(each) for each in seen["message"]]
    assert {("channel", ""), ("channel", "message_changed"), ("im", "")} == set(kinds)
    assert seen["home"] == ["home"]


def test_a_click_is_acknowledged_and_answered(app: Json) -> None:
    """The action has its value; the card is redrawn; respond() whispers to the clicker."""
    told = app["conversation"]
    assert app["seen"]["approve"] == [["U0BEN", "r1", "C0SUPPORT"]]
    assert (told["approved"]["status"], told["text"], told["thanked"]) == (
        "ok",
        "Approved",
        "U0BEN",
    )


def test_options_are_suggested(app: Json) -> None:
    """What is typed into an external select comes back as the app's options."""
    told = app["conversation"]["suggested"]
    assert app["seen"]["options"] == ["10"]
    assert (told["status"], told["options"][0]["value"]) == ("ok", "10")


def test_a_modal_goes_through_all_its_answers(app: Json) -> None:
    """Errors, errors for no input of the view, update, push and clear."""
    views = app["conversation"]["views"]
    assert views["found"] == [
        ["bad", "Why?", "errors"],
        ["wrong", "Why?", "trouble"],
        ["update", "Why?", "update"],
        ["push", "Again", "push"],
        ["clear", "Deeper", "clear"],
    ]
    assert views["open"] == 0
    assert [each[2] for each in app["seen"]["submitted"]] == [each[0] for each in views["found"]]


def test_commands_and_shortcuts(app: Json) -> None:
    """A command's ack and respond() are shown; both shortcuts arrive, a cancelled modal is told."""
    others = app["others"]
    assert (others["command"], others["said"]) == ("ok", ["Working on a nap", "Done"])
    assert (others["title"], app["seen"]["closed"]) == ("New task", [False])
    assert app["seen"]["handed"] == [["message_action", "look at this", "ops"]]


def test_what_nobody_handles_is_trouble(app: Json) -> None:
    """Bolt answers 404, or sends no acknowledgement; nothing else went wrong."""
    assert app["others"]["nobody"] == "trouble"
    assert [each for each in app["deliveries"] if each[1] != "ok"] == [["shortcut", "trouble"]]


def test_the_signature_is_one_that_bolt_verifies(app: Json) -> None:
    """Over HTTP, Slack's own code refuses any other request than the sandbox's."""
    forged = {"unsigned": 401, "wrong": 401} if app["transport"] == "http" else None
    assert app["forged"] == forged


async def test_the_socket_client_survives_a_refresh() -> None:
    """It connects anew when told to, misses nothing, and gets again what it didn't acknowledge."""
    async with Sandbox.start() as sandbox:
        told = await node("socket.mjs", sandbox)
        shown = [message["text"] for message in sandbox.slack.workspace.timeline("C0OPS")]
    assert (told["struck"], told["connections"], told["command"]) == (1, 2, "ok")
    assert [frame["text"] for frame in told["frames"]] == ["before", "nap", "after", "lost"]
    assert [frame["accepts_response_payload"] for frame in told["frames"]] == [
        False,
        True,
        False,
        False,
    ]
    assert told["again"]["retry_num"] == 1
    assert "By envelope" in shown
