"""The agent's system prompt: the file beside this one, filled in."""

from functools import cache
from importlib.resources import files
from string import Template

from bot.mask import one_line

MAX_VALUE = 120  # characters of a name or channel; Slack's own limit for both is 80


def system_prompt(*, agent: str, requester: str, channel: str, date: str) -> str:
    """The prompt for a run.

    The values are put on one line and cut, since people choose their own names; what stands in them
    is never read as a placeholder.
    """
    values = {"agent": agent, "requester": requester, "channel": channel, "date": date}
    lines = {key: one_line(value, MAX_VALUE) or "unknown" for key, value in values.items()}
    return _template().substitute(lines)


@cache
def _template() -> Template:
    return Template(files("bot.llm").joinpath("prompt.md").read_text("utf-8"))
