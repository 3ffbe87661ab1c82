"""A drawn modal as the local Slack keeps it, before anybody has touched it."""

from typing import Any

from sandbox.elements import initial_state
from sandbox.strict.check import view_problems
from sandbox.strict.normalise import stored_blocks

Json = dict[str, Any]


def shown(view: Json) -> Json:
    """The view with its state; asserts that Slack takes it."""
    assert view_problems(view, "modal") == []
    blocks = stored_blocks(view["blocks"])
    return {**view, "blocks": blocks, "state": {"values": initial_state(blocks)}}
