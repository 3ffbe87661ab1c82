"""Ids and addresses."""

import pytest

from bot.core.ids import Thread, Who, run_of, shard_of


def test_a_request_names_its_run() -> None:
    """The run is everything before the last part."""
    assert run_of("3.abc123.12") == "3.abc123"


@pytest.mark.parametrize(
    "text",
    ["", "3", "3.abc", "3.abc.", ".abc.1", "x.abc.1", "3.abc.x", "3..1", "3.abc.1.2", "².abc.1",
     "3.abc.²", "3.a{b}.1", "3.a b.1", "3.abc.1\n", "-3.abc.1"],
)  # fmt: skip
def test_what_is_no_request_id_names_no_run(text: str) -> None:
    """A forged value can't address anything, nor break a key's hash tag."""
    assert run_of(text) is None


def test_a_shard_is_stable_and_in_range() -> None:
    """The shard of a thread is the same on every machine."""
    key = Thread("T1", "C1", "17.5").key
    assert key == "T1/C1/17.5"
    assert Thread.of_key(key) == Thread("T1", "C1", "17.5")
    assert shard_of(key, 8) == 0
    assert {shard_of(f"T1/C1/{n}", 8) for n in range(200)} == set(range(8))


def test_a_name_gives_no_rights() -> None:
    """Two users are one by team and id only."""
    assert Who("T1", "U1", "Ana").same(Who("T1", "U1", "Eva"))
    assert not Who("T1", "U1", "Ana").same(Who("T2", "U1", "Ana"))
    assert not Who("T1", "U1", "Ana").same(Who("T1", "U2", "Ana"))
