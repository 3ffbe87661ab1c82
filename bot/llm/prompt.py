"""The agent's system prompt: the file beside this one, filled in."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from functools import cache
from importlib.resources import files
from operator import is_not
from string import Template

from bot.core.state import Run
from bot.llm.known import Known
from bot.llm.messages import build, offer
from bot.llm.ready import Messages, Tools
from bot.mask import one_line
from bot.ports import ToolSpec

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


class AgentPrompter:
    """Implements `ports.Prompter`: the prompt of the run's agent, then its transcript."""

    def __init__(self) -> None:
        self._known = Known()
        self._offered: tuple[tuple[ToolSpec, ...], Tools] = ((), Tools(()))

    def messages(self, run: Run, lines: Sequence[str]) -> Messages:
        """The messages of the run's next model call; the date in them is the task's, in UTC."""
        asked = datetime.fromtimestamp(run.asked_at / 1000, UTC)
        system = system_prompt(
            agent=run.agent,
            requester=run.requester.name or run.requester.user,
            channel=f"the Slack channel {run.thread.channel}",
            date=f"{asked:%A, %d %B %Y}",
        )
        return build(system, lines, self._known)

    def tools(self, specs: Iterable[ToolSpec]) -> Tools:
        """The tools as the API wants them offered; made once for the same ones."""
        wanted, (known, offered) = tuple(specs), self._offered
        if len(wanted) != len(known) or any(map(is_not, wanted, known)):
            offered = Tools(offer(wanted))
            self._offered = wanted, offered
        return offered
