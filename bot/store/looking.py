"""What the shards answer to a look, put together."""

from collections.abc import Iterable, Sequence
from typing import Any

from bot.ports import Look, Looked, Sighted


def merged(replies: Sequence[Sequence[Any]], wanted: Look) -> Looked:
    """One answer out of one a shard."""
    mine = sorted(_sighted(replies, 0), key=lambda seen: (-seen.at, seen.run))
    return Looked(
        runs=tuple(mine[: wanted.runs]),
        runs_count=sum(reply[1] for reply in replies),
        open=_bodies(replies, 2),
        open_count=sum(reply[3] for reply in replies),
        ended=_bodies(replies, 4),
        ended_count=sum(reply[5] for reply in replies),
        numbered=next(iter(_sighted(replies, 6)), None),
    )


def _sighted(replies: Iterable[Sequence[Any]], place: int) -> list[Sighted]:
    return [
        Sighted(run.decode(), at, about.decode(), doing.decode(), bool(parked))
        for reply in replies
        for run, at, about, doing, parked in reply[place]
    ]


def _bodies(replies: Iterable[Sequence[Any]], place: int) -> tuple[str, ...]:
    return tuple(body.decode() for reply in replies for body in reply[place])
