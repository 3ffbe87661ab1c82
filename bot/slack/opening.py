"""The post that tells a thread what was asked, and which is its root where there is none yet."""

from blocks import task
from blocks.elements import Payload
from bot.core.ids import Thread
from bot.core.state import Run
from bot.log import get
from bot.mask import mask
from bot.slack import pieces, words
from bot.slack.errors import FAILURES, trouble
from bot.slack.posts import Post, Posts

log = get(__name__)

# Slack's clock stamps the post and Redis's the task: a root is looked for from this much before.
EARLIER_S = 300


async def post(posts: Posts, run: Run, asked: str, *, look: bool) -> Thread:
    """Posts it, or finds it if `look`; answers the thread that it stands in.

    Raises errors.FAILURES.
    """
    mark = f"{run.id}:opening"
    found = await _standing(posts, run, mark) if look else None
    if found is None:
        found = await _sent(posts, run, asked, mark)
    return run.thread if run.thread.ts else Thread(run.thread.team, found.channel, found.ts)


async def _standing(posts: Posts, run: Run, mark: str) -> Post | None:
    if run.thread.ts:
        return (await posts.marked(run.thread)).get(mark)
    return await posts.root(run.thread.channel, mark, run.asked_at / 1000 - EARLIER_S)


async def _sent(posts: Posts, run: Run, asked: str, mark: str) -> Post:
    """Sends it, without its blocks if Slack refuses them."""
    payload = _drawn(run, asked)
    try:
        return await posts.send(run.thread, payload, mark)
    except FAILURES as error:
        if trouble(error).kind != "refused":
            raise
        log.warning("opening sent as plain text", run=run.id, why=trouble(error).words)
    return await posts.send(run.thread, words.bare(payload)[0], mark)


def _drawn(run: Run, asked: str) -> Payload:
    asker = pieces.person(run.requester, {})
    return task.opening(asker, mask(asked), handed=bool(run.thread.ts))
