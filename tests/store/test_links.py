"""Links to forms: one browser goes on from each, once, while its time lasts."""

import base64
import secrets

import pytest

from bot.core.ids import Who
from bot.ports.links import Bound
from bot.store import RedisStore
from bot.store.links import RedisLinks
from tests.store.helpers import raw

OLD, NEW = secrets.token_bytes(32), secrets.token_bytes(32)
BOUND = Bound("1.abc.1", 2, Who("T1", "U1", "Ana"), "submit")


def links(store: RedisStore, *keys: bytes) -> RedisLinks:
    """Links under an address, with these keys."""
    return store.confided.links(keys or (NEW,), "https://forms.example", 60_000)


async def minted(made: RedisLinks) -> str:
    """The token of a new link."""
    return (await made.mint(BOUND)).removeprefix("https://forms.example/forms/")


async def test_a_link_is_for_one_browser(store: RedisStore) -> None:
    """Looking at it changes nothing; the first to go on from it has it, and no second."""
    made = links(store)
    token = await minted(made)
    for _ in range(2):
        found = await made.found(token)
        assert found and (found.bound, found.standing) == (BOUND, "new")
        assert 0 < found.left_ms <= 60_000
    mine = await made.exchange(token)
    assert mine and await made.exchange(token) is None
    opened = await made.found(token)
    assert opened and opened.standing == "open"
    at = await made.at(opened.id, mine)
    assert at and at.bound == BOUND
    assert await made.at(opened.id, "another browser's") is None
    for other in ("0" * 64, "", "é", "\udcff", opened.id[:-1], opened.id.upper()):
        assert await made.at(other, mine) is None
    assert await made.at(opened.id, "\udcff") is None


async def test_nothing_more_is_sent_with_a_link(store: RedisStore) -> None:
    """It says so for the rest of its time."""
    made = links(store)
    token = await minted(made)
    mine, opened = await made.exchange(token), await made.found(token)
    assert mine and opened
    await made.sent(opened.id)
    at = await made.at(opened.id, mine)
    assert at and at.standing == "sent"


async def test_a_browser_that_has_not_used_a_link_has_no_session(store: RedisStore) -> None:
    """Not even an empty one."""
    made = links(store)
    opened = await made.found(await minted(made))
    assert opened and await made.at(opened.id, "") is None


async def test_a_link_lapses(store: RedisStore) -> None:
    """For whoever has used it, too; what comes too late leaves no key behind."""
    made = links(store)
    token = await minted(made)
    mine, opened = await made.exchange(token), await made.found(token)
    assert mine and opened and 0 < opened.left_ms <= 60_000
    await raw(store, "PEXPIRE", f"link:{opened.id}", 0)  # as if they were over
    assert await made.found(token) is None
    assert await made.at(opened.id, mine) is None
    assert await made.exchange(token) is None
    await made.sent(opened.id)
    assert await raw(store, "EXISTS", f"link:{opened.id}") == 0


async def test_the_token_is_not_in_the_store(store: RedisStore) -> None:
    """Nor what the browser shows: who reads Redis can open no form."""
    made = links(store)
    token = await minted(made)
    mine, opened = await made.exchange(token), await made.found(token)
    assert mine and opened
    kept = str(await raw(store, "HGETALL", f"link:{opened.id}")) + opened.id
    assert "1.abc.1" in kept
    assert token not in kept and token[:43] not in kept and mine not in kept


async def test_a_forged_link_costs_no_look_into_the_store(store: RedisStore) -> None:
    """Every change of the token is seen by its signature."""
    made = links(store)
    token = await minted(made)
    assert made.genuine(token)
    other = await minted(links(store, secrets.token_bytes(32)))
    swapped = token[:43] + other[43:]
    flipped = [token[:n] + ("A" if token[n] != "A" else "B") + token[n + 1 :] for n in range(65)]
    odd = ["", "x", token[:-1], token + "A", "é" * 65, "=" * 65, token[:43] + "=" * 22]
    for wrong in (other, swapped, *flipped, *odd):
        assert not made.genuine(wrong), wrong
        assert await made.found(wrong) is None and await made.exchange(wrong) is None


async def test_keys_change_without_breaking_links(store: RedisStore) -> None:
    """The first signs, all are understood; one that is taken away isn't."""
    token = await minted(links(store, OLD))
    both = links(store, NEW, OLD)
    assert both.genuine(token) and await both.found(token)
    assert links(store, NEW).genuine(await minted(both))
    assert not links(store, NEW).genuine(token)


async def test_a_page_s_guard_is_its_browsers_own(store: RedisStore) -> None:
    """Another session or another key makes another one, and it says nothing of the session."""
    made = links(store)
    assert made.guard("one") == made.guard("one") != made.guard("two")
    assert made.guard("one") != links(store, OLD).guard("one")
    assert len(base64.urlsafe_b64decode(made.guard("one") + "=")) == 32
    assert made.guarded("one", made.guard("one"))
    for other in (
        made.guard("two"),
        "",
        "é",
        "\udcff",
        made.guard("one")[:22],
        made.guard("one")[:-1],
    ):
        assert not made.guarded("one", other)
    assert not made.guarded("one", links(store, OLD).guard("one"))


async def test_a_page_stays_open_while_keys_change(store: RedisStore) -> None:
    """What was typed there isn't lost: the key before still counts, on either side."""
    before = links(store, OLD).guard("one")
    assert links(store, NEW, OLD).guarded("one", before)
    assert links(store, OLD, NEW).guarded("one", links(store, NEW, OLD).guard("one"))


def test_there_must_be_a_key(store: RedisStore) -> None:
    """Nothing is signed with none."""
    with pytest.raises(ValueError, match="no key"):
        store.confided.links((), "https://forms.example", 1)
