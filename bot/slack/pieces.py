"""Small pieces of what cards show: names, numbers, times, masked words. Pure."""

from collections.abc import Mapping

from blocks import people
from bot.core.ids import Who
from bot.core.request import Request
from bot.core.state import Run
from bot.mask import mask

Names = Mapping[str, str]  # Slack user id, or live set (core.live) → what to call them


def number(asked: Request) -> str:
    """`A-1042`, of a question `Q-1042`."""
    return asked.name


def run_number(run: Run) -> str:
    """`R-778`."""
    return f"R-{run.number}"


def seconds(ms: int) -> int:
    """Epoch seconds."""
    return ms // 1000


def person(who: Who, names: Names) -> people.Who:
    """A person as cards show them."""
    return people.Who(id=who.user, name=who.name or names.get(who.user, ""))


def once(group: tuple[Who, ...]) -> tuple[Who, ...]:
    """Each Slack user once."""
    return tuple({(who.team, who.user): who for who in group}.values())


def masked(text: str | None) -> str | None:
    """The text without its secrets."""
    return None if text is None else mask(text)
