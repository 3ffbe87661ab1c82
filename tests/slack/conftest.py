"""A world for each test that asks for one."""

from collections.abc import AsyncGenerator

import pytest

from tests.slack import world as worlds
from tests.slack.world import World


@pytest.fixture
async def world() -> AsyncGenerator[World]:
    """A local Slack joined to the adapter."""
    async with worlds.world() as found:
        yield found
