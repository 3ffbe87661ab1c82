"""Links that aren't good are counted by address, for a while."""

from bot.web.limiter import ADDRESSES, MOST, WINDOW_S, Limiter


def test_many_of_one_address_are_too_many() -> None:
    """Another address isn't held up, and after the window all begins anew."""
    now = [0.0]
    limiter = Limiter(lambda: now[0])
    assert [limiter.bad("a") for _ in range(MOST + 1)] == [False] * MOST + [True]
    assert not limiter.bad("b")
    now[0] = WINDOW_S - 0.1
    assert limiter.bad("a")
    now[0] = WINDOW_S
    assert not limiter.bad("a")


def test_it_remembers_no_more_than_it_must() -> None:
    """The address that was unseen the longest is forgotten first."""
    limiter = Limiter(lambda: 0.0)
    for _ in range(MOST):
        limiter.bad("a")
        limiter.bad("b")
    for n in range(ADDRESSES - 1):
        limiter.bad(f"other {n}")
    assert limiter.bad("b") and not limiter.bad("a")
