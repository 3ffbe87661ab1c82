"""The web page says what became of an answer: that it was taken, that another came first, or that
it is only saved so far.
"""

import asyncio
import json
from typing import Any

import pytest

from bot.core.ids import Who
from bot.core.request import Click
from bot.ports.links import Bound, Links, Opened
from bot.store import RedisStore
from bot.web import Forms, words
from bot.web.forms import Refused
from bot.web.outcome import WAITS, outcome
from tests.engine.bench import ANA, Bench, calls, serving
from tests.engine.bench import words as says
from tests.store.proxy import fault_proxy
from tests.support import wait_until

KEYS = (bytes(32),)
ANSWER = '{"key": "Zwiebel-77"}'
SCHEMA = {"type": "object", "properties": {"key": {"type": "string"}}, "required": ["key"]}


async def asked(bench: Bench) -> str:
    """A question that is open; its request."""
    question = json.dumps({"schema": SCHEMA, "question": "Which key?"})
    bench.model.plays(calls("askHuman", arguments=question), says("ok"))
    await bench.says()
    await bench.moves(bench.worker())
    return f"{bench.run}.1"


def linked(store: RedisStore) -> Links:
    """Links of a store."""
    return store.confided.links(KEYS, "https://signoff.example", 60_000)


async def at(links: Links, request: str) -> tuple[Opened, str]:
    """A link to it that somebody has opened, and what their browser shows."""
    token = (await links.mint(Bound(request, 1, ANA))).rpartition("/")[2]
    session = await links.exchange(token)
    found = await links.found(token)
    assert session and found
    return found, session


async def body(forms: Forms, opened: Opened) -> dict[str, Any]:
    """What the page sends for the answer."""
    view = await forms.first(opened)
    draft = {**view["draft"], "given": {view["items"][0]["id"]: "Zwiebel-77"}}
    return {"draft": draft, "action": "submit"}


def own(bench: Bench) -> Forms:
    """The forms of a bench."""
    return Forms(bench.inbox, linked(bench.store), bench.store.confided.vault(KEYS))


async def test_an_answer_that_is_taken_is_said_to_be(bench: Bench) -> None:
    """And sent again by the same page it is what counted the first time."""
    request = await asked(bench)
    forms = own(bench)
    opened, _ = await at(forms.links, request)
    sends = await body(forms, opened)
    async with serving(bench.worker()):
        told = await forms.sent(opened, sends)
    assert told == {"sent": True, "title": "Sent", "words": words.TAKEN}
    sent = Click(f"web:{opened.id}", "submit", request, 1, ANA, args="{}", choice="submit")
    assert (await outcome(bench.inbox, sent, again=True)).words == words.BEFORE


async def test_an_answer_that_comes_too_late_is_not_called_sent(bench: Bench) -> None:
    """It was open when the page looked, and over when the run did."""
    request = await asked(bench)
    forms = own(bench)
    opened, session = await at(forms.links, request)
    sends = await body(forms, opened)
    await bench.clicks(ANA, "cancel")
    sending = asyncio.create_task(forms.sent(opened, sends))

    async def saved() -> bool:
        found = await forms.links.at(opened.id, session)
        return found is not None and found.standing == "sent"

    await wait_until(saved, "both are saved")
    assert not sending.done()
    async with serving(bench.worker()):
        with pytest.raises(Refused) as no:
            await sending
    said = "This question was cancelled, so your answer came too late and wasn't taken."
    assert no.value.words == said and no.value.over


async def test_another_answer_came_first(bench: Bench) -> None:
    """One's own elsewhere, too: this one isn't what counts."""
    request = await asked(bench)
    other = json.dumps({"key": "another"})
    click = Click("elsewhere", "submit", request, 1, ANA, args=other, choice="submit")
    await bench.inbox.clicked(click, key="elsewhere", response_url=None)
    await bench.moves(bench.worker())
    for who, said in (
        (ANA, "You have answered this question elsewhere"),
        (Who("T1", "U9"), "first"),
    ):
        sent = Click("web", "submit", request, 1, who, args=ANSWER, choice="submit")
        came = await outcome(bench.inbox, sent, again=False)
        assert came.refused and said in came.words and "wasn't taken" in came.words


async def test_an_answer_that_nobody_looks_at_is_saved(bench: Bench) -> None:
    """No more is said of it."""
    request = await asked(bench)
    sent = Click("web", "submit", request, 1, ANA, args=ANSWER, choice="submit")
    assert await outcome(bench.inbox, sent, again=False, wait_s=0) == WAITS


async def test_a_saved_answer_is_never_called_unsaved(bench: Bench, redis: str) -> None:
    """The store went away right after."""
    request = await asked(bench)
    async with (
        fault_proxy(redis) as proxy,
        RedisStore.open(proxy.url, namespace=bench.namespace) as far,
    ):
        forms = Forms(bench.inbox, linked(far), bench.store.confided.vault(KEYS))
        opened, _ = await at(forms.links, request)
        sends = await body(forms, opened)
        proxy.refusing = True
        await proxy.cut()
        told = await forms.sent(opened, sends)
    assert told == {"sent": True, "title": "Saved", "words": words.WAITING}
    await bench.moves(bench.worker())
    assert json.loads((await bench.results())[-1])["values"] == json.loads(ANSWER)
