"""Claims are renewed while they are held, whatever goes wrong at one renewal."""

from collections.abc import Collection, Mapping
from typing import cast

import pytest

from bot.engine.claims import Renewer
from bot.ports import Store, StoreDown
from tests.support import wait_until


class Renewals:
    """The one method of a store that a renewer calls; it fails at first."""

    def __init__(self, fault: Exception) -> None:
        self.fault = fault
        self.seen: list[dict[str, Collection[str]]] = []

    def renew(self, claims: Mapping[str, Collection[str]], lease: int) -> None:
        """See ports.Store."""
        self.seen.append(dict(claims))
        if len(self.seen) == 1:
            raise self.fault


@pytest.mark.parametrize("fault", [StoreDown("away"), RuntimeError("a bug")])
async def test_a_renewal_that_fails_is_not_the_last(fault: Exception) -> None:
    """The thread lives on: without it every tool of the process would be taken for lost."""
    store = Renewals(fault)
    with Renewer(cast("Store", store), lease_ms=40) as renewer:
        renewer.hold("0.a", "one")
        await wait_until(lambda: len(store.seen) > 2, "claims are renewed again")
    assert store.seen[-1] == {"0.a": {"one"}}


async def test_a_claim_is_held_until_it_is_released() -> None:
    """Of two attempts of a run the one that is out is renewed; with none, nobody is asked."""
    store = Renewals(StoreDown("away"))
    renewer = Renewer(cast("Store", store), lease_ms=40)
    first, second = renewer.hold("0.a", "one"), renewer.hold("0.a", "two")
    first()
    with renewer:
        await wait_until(lambda: len(store.seen) > 1, "claims are renewed")
        second()
        assert renewer.idle
    assert all(claims == {"0.a": {"two"}} for claims in store.seen)
