"""An answer that is saved stays saved, whatever becomes of the way on to the next question."""

import json
from typing import Any, cast

from blocks.form_parts import FORM_VIEW
from bot.slack.fields import Json
from bot.slack.forms.held import Holding
from bot.slack.forms.meta import Meta
from bot.slack.forms.open import Questions, opened
from bot.slack.forms.parse import SentForm
from bot.slack.forms.sending import Saved, Sending
from bot.store import RedisStore
from tests.engine.bench import ANA, Bench
from tests.engine.test_outcome import ANSWER, asked
from tests.store.proxy import fault_proxy


async def sent(bench: Bench, request: str) -> SentForm:
    """The form's only page, as it was filled in."""
    record = await bench.inbox.record(request)
    one = opened(record, 0) if record else None
    assert one
    (field,) = one.form.pages(one.form.start())[0].fields
    name, meta = f"f:{field.id}", Meta(request=request, revision=1, page=1, action="submit")
    entry = {"type": "plain_text_input", "value": json.loads(ANSWER)["key"]}
    view: Json = {
        "id": "V1", "callback_id": FORM_VIEW, "private_metadata": meta.dump(),
        "blocks": [], "state": {"values": {name: {name: entry}}},
    }  # fmt: skip
    return SentForm(meta, view, ANA)


async def test_nobody_is_told_that_a_saved_answer_was_not(bench: Bench, redis: str) -> None:
    """The store goes away between the two: the form closes, and the run takes the answer. Sent once
    more, as by a person who saw no change, it is the same answer.
    """
    request = await asked(bench)
    page = await sent(bench, request)
    async with (
        fault_proxy(redis) as proxy,
        RedisStore.open(proxy.url, namespace=bench.namespace) as far,
    ):
        nobody = cast("Any", None)  # who else may answer isn't looked up before it is saved
        holding = Holding(far.filling, Questions(bench.inbox, nobody, nobody))
        sending = Sending(bench.inbox, holding)
        saved = await sending.sent(page)
        assert isinstance(saved, Saved)
        proxy.refusing = True
        await proxy.cut()
        assert await sending.onward(saved) == {}
        proxy.refusing = False
        assert isinstance(await sending.sent(page), Saved)
    await bench.moves(bench.worker())
    assert [json.loads(one)["values"] for one in await bench.results()] == [json.loads(ANSWER)]


async def test_a_process_that_dies_once_it_is_saved_loses_nothing(bench: Bench, redis: str) -> None:
    """Another process takes the answer; the draft that is left behind changes nothing."""
    request = await asked(bench)
    nobody = cast("Any", None)
    holding = Holding(bench.store.filling, Questions(bench.inbox, nobody, nobody))
    assert isinstance(await Sending(bench.inbox, holding).sent(await sent(bench, request)), Saved)
    async with RedisStore.open(redis, namespace=bench.namespace) as other:
        await bench.moves(bench.worker(store=other))
    record = await bench.inbox.record(request)
    assert record and record.request.ended and record.request.ended.outcome == "answered"
    again = await holding.held(Meta(request=request, revision=1, page=1, action="submit"), ANA)
    assert not isinstance(again, tuple) and "no longer open" in json.dumps(again)
