"""Each trouble of Redis has its sentence, and a fault of ours is never taken for one."""

import pytest
from redis import exceptions

from bot.store.link import down


@pytest.mark.parametrize(
    ("trouble", "says"),
    [
        (exceptions.OutOfMemoryError("command not allowed"), "out of memory"),
        (exceptions.ResponseError("Error running script (call to f_1): -OOM command"), "memory"),
        (exceptions.ReadOnlyError("You can't write"), "read-only replica"),
        (exceptions.ResponseError("MISCONF Errors writing to the AOF file"), "disk"),
        (exceptions.MasterDownError("Link with MASTER is down"), "lost its master"),
        (exceptions.ClusterDownError("CLUSTERDOWN"), "cluster is down"),
        (exceptions.AuthenticationError("Authentication required."), "password"),
        (exceptions.NoPermissionError("no permissions"), "permission"),
        (exceptions.BusyLoadingError("loading"), "can't be reached"),
        (exceptions.ConnectionError("redis://:secret@10.0.0.1"), "can't be reached"),
        (exceptions.TimeoutError("late"), "can't be reached"),
        (OSError("pipe"), "can't be reached"),
    ],
)
def test_trouble_is_told_in_words(trouble: Exception, says: str) -> None:
    """A person reads what is wrong, and neither an address nor a password."""
    words = down(trouble)
    assert words is not None
    assert says in words.words
    assert "secret" not in words.words


def test_a_fault_of_ours_is_not_the_stores() -> None:
    """A script that is wrong must be seen, not tried again for ever."""
    assert down(exceptions.ResponseError("ERR user_script:1: attempt to index nil")) is None
