"""What people give in confidence: encrypted, bound to its run, and gone in time."""

import secrets
from typing import cast

from bot.core import references
from bot.store import RedisStore, Times
from bot.store.keyring import Keyring
from tests.store.conftest import Opens
from tests.store.helpers import committed, fresh, raw, started, step, taken

OLD, NEW = secrets.token_bytes(32), secrets.token_bytes(32)
DAY = 86_400_000


async def test_only_its_own_run_is_told_a_value(store: RedisStore) -> None:
    """By its reference, which says nothing of it."""
    vault, run = store.confided.vault((NEW,)), fresh(1)
    one, two = await vault.keep(run, '"Zwiebel"'), await vault.keep(run, "42")
    assert one != two and references.name_of(one) and len(one) == 29
    assert await vault.reveal(run, one) == '"Zwiebel"'
    assert await vault.reveal(run, two) == "42"
    assert await vault.reveal(fresh(1), one) is None
    assert await vault.reveal(run, "secret:" + "A" * 22) is None
    assert await vault.reveal(run, "no reference") is None
    assert sorted(await vault.references(run)) == sorted((one, two))
    await vault.forget(run, (one,))
    assert await vault.references(run) == (two,) and await vault.references(fresh(1)) == ()


async def test_the_store_holds_nothing_readable(store: RedisStore) -> None:
    """The same value looks different each time, and can't be moved to another run or name."""
    vault, run, other = store.confided.vault((NEW,)), fresh(1), fresh(1)
    one, two = await vault.keep(run, '"Zwiebel"'), await vault.keep(run, '"Zwiebel"')
    name, second = references.name_of(one), references.name_of(two)
    assert name and second
    kept = cast("bytes", await raw(store, "GET", f"{{q1}}secret:{run}:{name}"))
    assert b"Zwiebel" not in kept
    assert kept != await raw(store, "GET", f"{{q1}}secret:{run}:{second}")
    await raw(store, "SET", f"{{q1}}secret:{other}:{name}", kept, "PX", 60_000)
    assert await vault.reveal(other, one) is None
    await raw(store, "SET", f"{{q1}}secret:{run}:{second}", kept, "PX", 60_000)
    assert await vault.reveal(run, two) is None


async def test_what_is_broken_is_no_value(store: RedisStore) -> None:
    """A byte that fell over, a cut, or another format: None, and no error."""
    vault, run = store.confided.vault((NEW,)), fresh(1)
    one = await vault.keep(run, '"Zwiebel"')
    key = f"{{q1}}secret:{run}:{references.name_of(one)}"
    kept = cast("bytes", await raw(store, "GET", key))
    for bad in (kept[:-1] + bytes([kept[-1] ^ 1]), kept[:5], b"", b"\x02" + kept[1:]):
        await raw(store, "SET", key, bad, "PX", 60_000)
        assert await vault.reveal(run, one) is None


async def test_keys_change_without_losing_values(store: RedisStore) -> None:
    """The first encrypts, all decrypt."""
    run = fresh(1)
    old, both, new = (store.confided.vault(k) for k in ((OLD,), (NEW, OLD), (NEW,)))
    before, after = await old.keep(run, '"a"'), await both.keep(run, '"b"')
    assert await both.reveal(run, before) == '"a"'
    assert await new.reveal(run, after) == '"b"'
    assert await new.reveal(run, before) is None
    assert await old.reveal(run, after) is None


async def test_a_value_lives_a_week_at_most(store: RedisStore) -> None:
    """A later one doesn't keep an earlier one longer."""
    vault, run = store.confided.vault((NEW,)), fresh(1)
    one = await vault.keep(run, '"a"')
    key = f"{{q1}}secret:{run}:{references.name_of(one)}"
    assert 6 * DAY < await raw(store, "PTTL", key) <= 7 * DAY
    await raw(store, "PEXPIRE", key, 60_000)
    await vault.keep(run, '"b"')
    assert await raw(store, "PTTL", key) <= 60_000


async def test_once_its_run_is_over_a_value_lives_a_day(store: RedisStore, opens: Opens) -> None:
    """Or as long as is set; what has less time left keeps that."""
    vault, run = store.confided.vault((NEW,)), await started(store, 1)
    one, two = await vault.keep(run, '"a"'), await vault.keep(run, '"b"')
    keys = [f"{{q1}}secret:{run}:{references.name_of(each)}" for each in (one, two)]
    await raw(store, "PEXPIRE", keys[1], 60_000)
    first = step(await taken(store, run))
    await committed(store, first)
    assert await raw(store, "PTTL", keys[0]) > 6 * DAY
    await committed(store, step(first, last=True))
    assert DAY // 2 < await raw(store, "PTTL", keys[0]) <= DAY
    assert await raw(store, "PTTL", keys[1]) <= 60_000
    async with opens(times=Times(secrets_over=0)) as strict:
        again = await taken(strict, run)
        await committed(strict, step(again, last=True))
    assert await vault.reveal(run, one) is None


async def test_what_nobody_will_ask_for_is_deleted(store: RedisStore) -> None:
    """Others of the run stay, and what isn't there is no trouble."""
    vault, run = store.confided.vault((NEW,)), fresh(1)
    one, two = await vault.keep(run, '"a"'), await vault.keep(run, '"b"')
    await vault.forget(run, [one, "secret:" + "A" * 22, "no reference"])
    await vault.forget(run, [])
    assert await vault.reveal(run, one) is None and await vault.reveal(run, two) == '"b"'
    assert await raw(store, "ZCARD", f"{{q1}}secrets:{run}") == 1


def test_a_signature_is_for_one_purpose() -> None:
    """And half of one at least is needed to know it."""
    ring = Keyring((NEW,))
    whole = ring.sign("link", "x")
    assert ring.signed("link", "x", whole) and ring.signed("link", "x", whole[:16])
    assert not ring.signed("page", "x", whole) and not ring.signed("link", "y", whole)
    assert not ring.signed("link", "x", whole[:15]) and not ring.signed("link", "x", b"")
