"""Redis: the Store port, its keys and scripts, and an embedded server."""

from bot.store.embedded import EmbeddedRedis
from bot.store.redis import RedisStore, ShardMismatch
from bot.store.scripts import Times

__all__ = ["EmbeddedRedis", "RedisStore", "ShardMismatch", "Times"]
