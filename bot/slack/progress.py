"""Progress in Slack: the status of the thread's session, and the one message with the timeline.

Both use what Slack has for agents without needing it: what it refuses is left out.
"""

import re

from slack_sdk.web.async_client import AsyncWebClient

from blocks import progress as drawn
from blocks.text import unmarked
from bot.core import progress, questions
from bot.core.request import Request
from bot.core.state import Run
from bot.core.timeline import Status, Task
from bot.log import get
from bot.mask import mask
from bot.ports.chat import ChatTrouble
from bot.slack import pieces, present
from bot.slack.access import REFUSED
from bot.slack.errors import FAILURES, NO_ACCESS, code, trouble
from bot.slack.pieces import Names
from bot.slack.posts import Posts

log = get(__name__)

SESSION_TITLE = 200  # docs, agents.sessions.setStatus
# How a question ended, where its call is done.
_OVER: dict[str, drawn.State] = {
    "answered": "replied",
    "cancelled": "cancelled",
    "unanswered": "unanswered",
}
_GONE = ("message_not_found", "cant_update_message", "edit_window_closed")
# The model made the name up: what isn't one is its prose, which has no place here.
_TOOL = re.compile(r"[A-Za-z0-9_.:-]{1,64}")


class Progress:
    """Shows a run's progress, by one client."""

    def __init__(self, client: AsyncWebClient, posts: Posts) -> None:
        self._client = client
        self._posts = posts

    async def status(self, run: Run, status: Status) -> None:
        """Sets the session's status; the first one makes the session and names it.

        Raises ChatTrouble: `wait` or `unclear` where it may go another time. What our token may
        not do with sessions it won't do later either.
        """
        body = {"channel_id": run.thread.channel, "thread_ts": run.thread.ts, "status": status}
        if not run.display.status:
            body["title"] = title(run)
        try:
            await self._client.api_call("agents.sessions.setStatus", json=body)
        except FAILURES as error:
            if code(error) in NO_ACCESS - REFUSED:
                raise ChatTrouble("refused", f"Slack answered {code(error)}") from error
            raise trouble(error) from error

    async def timeline(self, run: Run, names: Names, *, look: bool) -> str | None:
        """Posts or redraws the timeline; its ts, or None if it was deleted. Raises FAILURES."""
        ts = run.display.ts
        if not ts and look:
            found = (await self._posts.marked(run.thread)).get(mark(run))
            ts = found.ts if found else ""
        seen = view(run, names)
        try:
            return await self._show(run, ts, drawn.timeline(seen))
        except FAILURES as error:
            if code(error) in _GONE:
                return None
            if trouble(error).kind != "refused":
                raise
            log.info("timeline drawn plainer", run=run.id, why=code(error))
        return await self._show(run, ts, drawn.plain_timeline(seen))

    async def _show(self, run: Run, ts: str, payload: dict[str, object]) -> str:
        if not ts:
            return (await self._posts.send(run.thread, payload, mark(run))).ts
        await self._posts.redraw(run.thread.channel, ts, payload)
        return ts


def mark(run: Run) -> str:
    """By which the timeline is found again."""
    return f"{run.id}:progress"


def title(run: Run) -> str:
    """The session's title: the first words of the task, secrets masked."""
    asked = run.quotes[0].text if run.quotes else ""  # whoever asked may have taken it back
    return unmarked(mask(asked), SESSION_TITLE) or pieces.run_number(run)


def view(run: Run, names: Names) -> drawn.Timeline:
    """The run's calls as the timeline shows them: no arguments, no words of the model."""
    return drawn.Timeline(
        run=pieces.run_number(run),
        state=progress.headline(run),
        tasks=tuple(_task(run, task, names) for task in progress.tasks(run)),
        earlier=run.display.dropped,
    )


def _question(task: Task, asked: Request, names: Names) -> drawn.Task:
    """By its number: what the agent asks is its own words, and stands on the card."""
    ended = asked.ended.outcome if asked.ended else ""
    return drawn.Task(
        id=task.call,
        what=f"question {pieces.number(asked)}",
        state=_OVER.get(ended, task.state),
        asked=present.approvers(asked, names),
        question=True,
    )


def _task(run: Run, task: Task, names: Names) -> drawn.Task:
    asked = run.request(task.request)
    if asked is not None and asked.kind == "question":
        return _question(task, asked, names)
    if questions.asks(task.tool):
        return drawn.Task(id=task.call, what="a question", state=task.state, question=True)
    if asked is not None:
        what, who = mask(asked.title), present.approvers(asked, names)
    else:
        what, who = (task.tool if _TOOL.fullmatch(task.tool) else "an unknown tool"), None
    return drawn.Task(id=task.call, what=what, state=task.state, asked=who)
