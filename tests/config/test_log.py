"""The log: JSON lines with ids, without secrets or bodies, whoever writes them."""

import io
import json
import logging
import warnings
from collections.abc import Generator

import pytest
from pydantic import BaseModel

from bot import log
from tests.logs import Configure, logged


@pytest.fixture
def lines() -> Generator[Configure]:
    """Configures the log; answers a function that gives the lines so far."""
    with logged() as configure:
        yield configure


def test_a_line_carries_the_ids_it_is_bound_to(lines: Configure) -> None:
    """Within `bound` every line has them, a library's too; after it none."""
    read = lines()
    with log.bound(run="3.abc", request="3.abc.1"):
        log.get("bot.engine").info("took", mail=2)
        logging.getLogger("redis").warning("slow %d", 7)
    log.get("bot.engine").info("idle")
    took, slow, idle = read()
    assert (took["event"], took["mail"], took["level"]) == ("took", 2, "info")
    assert (took["logger"], slow["event"]) == ("bot.engine", "slow 7")
    assert [(one.get("run"), one.get("request")) for one in (took, slow, idle)] == [
        ("3.abc", "3.abc.1"),
        ("3.abc", "3.abc.1"),
        (None, None),
    ]
    assert took["timestamp"].endswith("Z")


def test_secrets_are_hidden_wherever_they_stand(lines: Configure) -> None:
    """In values, lists, mappings by key, addresses, messages and tracebacks."""
    read = lines(secrets=("0123456789abcdef", ""))
    logger = log.get("x")
    logger.info(
        "a",
        url="redis://u:hunter2@h/0",
        seen=["so 0123456789abcdef it is"],
        headers={"token": "hunter2", "n": 1},
        none=None,
    )
    logging.getLogger("other").error("with xoxb-1-hunter2")
    try:
        raise ValueError("password=hunter2 and 0123456789abcdef")
    except ValueError:
        logger.exception("broke")
    shown = json.dumps(read())
    assert "hunter2" not in shown
    assert "0123456789abcdef" not in shown
    assert read()[0]["headers"] == {"token": "[hidden]", "n": 1}
    assert "ValueError: password=" in read()[2]["exception"]


def test_bodies_are_dropped_unless_somebody_debugs(lines: Configure) -> None:
    """The same call: at info without the words, at debug with them."""
    for level, shown in (("info", False), ("debug", True)):
        read = lines(level)
        log.get("x").info("said", text="our plans", run="3.a")
        assert ("text" in read()[0], read()[0]["run"]) == (shown, "3.a")


def test_slacks_libraries_never_log_a_body(lines: Configure) -> None:
    """Below a warning they are silent, at any level of ours; a warning is cut before the body."""
    read = lines("debug")
    bolt = logging.getLogger("slack_bolt.AsyncApp")
    bolt.setLevel(logging.DEBUG)
    bolt.info("{'text': 'our plans'}")
    bolt.warning("Unhandled request ({'text': 'our plans'})\n[Suggestion] our plans")
    bolt.warning("Short and %s", "harmless")
    logging.getLogger("slack_sdk.web.async_client").warning("odd %s and %s", "one")
    logging.getLogger("my_app.py:handle").warning("body: our plans")
    assert [line["event"] for line in read()] == [
        "Unhandled request …",
        "Short and harmless",
        "odd %s and %s",
        "…",
    ]
    assert "our plans" not in json.dumps(read())


def test_what_a_model_refused_is_not_quoted(lines: Configure) -> None:
    """Pydantic's errors hold the input, which may be anybody's words; the traceback doesn't."""

    class Wants(BaseModel):
        n: int

    read, theirs = lines(), {"n": " ".join(("our", "plans"))}
    try:
        Wants.model_validate(theirs)
    except ValueError:
        log.get("x").exception("bad")
    assert "our plans" not in json.dumps(read())
    assert "Wants" in read()[0]["exception"]


def test_long_values_are_cut(lines: Configure) -> None:
    """A value of any size makes a line of bounded size; a traceback keeps its end."""
    read = lines()
    try:
        raise ValueError("x" * 50_000 + " the end")
    except ValueError:
        log.get("x").exception("long", value="y" * 50_000)
    line = read()[0]
    assert len(json.dumps(line)) < 10_000
    assert line["exception"].endswith("the end")


def test_warnings_are_logged(lines: Configure) -> None:
    """Python's own warnings become lines too."""
    read = lines()
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        logging.captureWarnings(True)
        warnings.warn("soon gone", stacklevel=1)
        logging.captureWarnings(False)
    assert "soon gone" in read()[0]["event"]


def test_a_level_hides_what_is_below(lines: Configure) -> None:
    """At warning an info isn't written."""
    read = lines("warning")
    log.get("x").info("no")
    log.get("x").warning("yes")
    assert [line["event"] for line in read()] == ["yes"]


def test_plain_lines_are_for_reading(lines: Configure) -> None:
    """When, how bad, what and the values on one line; a traceback below it."""
    lines()
    stream = io.StringIO()
    log.configure("info", plain=True, stream=stream)
    log.get("x").info("took", mail=2)
    try:
        raise ValueError("oh")
    except ValueError:
        log.get("x").exception("broke")
    first, second, *rest = stream.getvalue().splitlines()
    assert first[8:] == " info    took mail=2"
    assert second[8:] == " error   broke"
    assert rest[-1] == "ValueError: oh"
