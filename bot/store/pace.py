"""The Pace port on Redis: one small script a turn."""

from redis.exceptions import RedisError

from bot.log import get
from bot.ports.pace import Bucket, Priority
from bot.ports.store import StoreDown
from bot.store import scripts
from bot.store.keys import Names
from bot.store.link import Link
from bot.within import within

log = get(__name__)

# The call goes unpaced when the store doesn't answer in this time (s): a limit that Slack itself
# has to name costs less than a card that doesn't come.
ANSWER_S = 0.5

# Who doesn't ask again this long (ms) after their turn came has lost their place. A run that waits
# is woken by the sweeper, a second or so late.
GRACE_MS = 10_000

# A fault of ours in the script is no reason either to keep a card back.
_NO_ANSWER = (StoreDown, TimeoutError, RedisError)

_CLASS: dict[Priority, int] = {"decision": 0, "answer": 1, "progress": 2}


class RedisPace:
    """Turns in buckets that all processes of a namespace share."""

    def __init__(self, link: Link, names: Names) -> None:
        self._link = link
        self._names = names

    async def turn(self, buckets: tuple[Bucket, ...], priority: Priority, mark: str) -> int:
        """See ports.Pace."""
        asked = [(bucket, kept(bucket, priority)) for bucket in buckets]
        call = scripts.turn(self._names, mark, _CLASS[priority], GRACE_MS, asked)
        try:
            async with within(ANSWER_S):
                return int(await self._link.run(call, resend=False))
        except _NO_ANSWER as error:
            log.warning("no pace", why=str(error) or "the store doesn't answer")
            return 0

    async def limited(self, bucket: Bucket, wait_ms: int) -> None:
        """See ports.Pace."""
        try:
            async with within(ANSWER_S):
                await self._link.run(scripts.limit(self._names, bucket, wait_ms))
        except _NO_ANSWER as error:
            log.warning("no pace", why=str(error) or "the store doesn't answer")


def kept(bucket: Bucket, priority: Priority) -> int:
    """How many turns stay free for more urgent calls: a quarter for answers, half for progress."""
    return {"decision": 0, "answer": bucket.burst // 4, "progress": bucket.burst // 2}[priority]
