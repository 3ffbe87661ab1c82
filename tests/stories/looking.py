"""What people are shown when they look: answers to commands, and the Home tab."""

import json

from tests.support import wait_until
from tests.world import Person, World


async def told(who: Person, command: str, text: str, words: str, channel: str = "support") -> str:
    """The private answer to a command, which holds `words` and wasn't there before."""
    before = await who.whispers()
    answer = await who.world.does(who.name, "command", command=command, text=text, channel=channel)
    assert answer["status"] == "ok", answer

    async def found() -> str | None:
        new = (await who.whispers())[len(before) :]
        return next((one for one in new if words in one), None)

    return await wait_until(found, f"{who.name} is told {words!r} by {command} {text}")


async def home(slack: World, who: str, words: str) -> str:
    """The Home tab as it is once it says `words`, after it was opened."""
    await slack.does(who, "home", tab="home")

    async def drawn() -> str | None:
        shown = (await slack.state())["homes"].get(slack.user(who))
        text = json.dumps(shown["blocks"], ensure_ascii=False) if shown else ""
        return text if words in text else None

    return await wait_until(drawn, f"{who}'s Home says {words!r}")
