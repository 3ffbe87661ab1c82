"""The suite's own tools: a wait that can fail, a wall that no socket passes."""

import asyncio
import socket

import pytest

from tests.support import beyond_loopback, wait_until

ELSEWHERE = "192.0.2.1"  # set aside for documentation: nobody is there


async def test_a_wait_answers_the_first_true_value() -> None:
    """The predicate is asked again until what it answers is true."""
    answers = iter([0, "", "here"])
    assert await wait_until(lambda: next(answers), "a true answer") == "here"


async def test_a_wait_takes_an_async_predicate() -> None:
    """An awaitable is awaited; it is not taken for a true value."""
    looks: list[int] = []

    async def third_time() -> bool:
        looks.append(1)
        return len(looks) == 3

    assert await wait_until(third_time, "the third look") is True


async def test_a_wait_in_vain_says_what_for() -> None:
    """The failure tells how long was waited, and for what."""
    with pytest.raises(AssertionError, match=r"waited 0\.02 s in vain for a card"):
        await wait_until(lambda: False, "a card", timeout=0.02)


async def test_a_look_that_hangs_is_given_up() -> None:
    """A predicate that never answers doesn't outlast the time-out."""
    with pytest.raises(AssertionError, match="in vain for a sign"):
        await wait_until(asyncio.Event().wait, "a sign", timeout=0.02)


async def test_a_time_out_of_the_predicate_is_its_own() -> None:
    """A predicate's TimeoutError isn't taken for the end of the wait."""

    def broken() -> bool:
        raise TimeoutError("the server's")

    with pytest.raises(TimeoutError, match="the server's"):
        await wait_until(broken, "anything")


@pytest.mark.parametrize("host", ["127.0.0.1", "127.8.8.8", "::1", "localhost", "", None, b"::1"])
def test_loopback_is_open(host: object) -> None:
    """Addresses and names of this machine's own loopback pass."""
    assert beyond_loopback("socket.connect", (None, (host, 80))) is None
    assert beyond_loopback("socket.getaddrinfo", (host, 80, 0, 0, 0)) is None


@pytest.mark.parametrize("host", [ELSEWHERE, "10.0.0.8", "0.0.0.0", "slack.com", "2001:db8::1"])  # noqa: S104
@pytest.mark.parametrize("event", ["connect", "bind", "sendto", "sendmsg"])
def test_all_else_is_shut(event: str, host: str) -> None:
    """An address beyond loopback is named, a bind to every interface too."""
    assert beyond_loopback(f"socket.{event}", (None, (host, 80))) == host
    assert beyond_loopback("socket.getaddrinfo", (host, 80, 0, 0, 0)) == host


def test_a_socket_cant_leave_this_machine() -> None:
    """The wall stands in this very process."""
    with (
        socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as far,
        pytest.raises(AssertionError, match="may not leave"),
    ):
        far.connect((ELSEWHERE, 9))
    with pytest.raises(AssertionError, match=r"may not leave.*slack\.com"):
        socket.getaddrinfo("slack.com", 443)
