"""The local Slack's page without JavaScript: the same story by plain forms."""

import re
from html import unescape
from typing import Any

from sandbox.web.plain import MOST
from tests.support import wait_until
from tests.world import World


async def _page(slack: World, who: str) -> str:
    async with slack.http.get(f"{slack.sandbox.url}/?as={who}") as answer:
        return await answer.text()


async def _press(slack: World, who: str, button: str, **filled: str) -> None:
    """Sends the last form of the page that has this button, as a browser would."""

    async def form() -> str | None:
        forms = re.findall(r"<form.*?</form>", await _page(slack, who), re.DOTALL)
        wanted = "view_id" if filled else "action_id"
        named = [f for f in forms if f"<button>{button}</button>" in f and wanted in f]
        return named[-1] if named else None

    found = await wait_until(form, f"a button {button!r} for {who}")
    fields: dict[str, Any] = dict(re.findall(r'name="([^"]+)" value="([^"]*)"', found))
    named = {k: unescape(v) for k, v in fields.items()} | filled
    async with slack.http.post(f"{slack.sandbox.url}/sandbox/act", data=named) as answer:
        assert answer.status == 200, await answer.text()


async def test_a_refund_is_asked_for_and_approved_by_forms(slack: World) -> None:
    """Ana writes, Ben reads the card and approves, and the answer stands on the page."""
    ask = {"user": "ana", "action": "say", "channel": "support"}
    text = "@signoff refund order 1042, it arrived broken"
    url = f"{slack.sandbox.url}/sandbox/act"
    async with slack.http.post(url, data={**ask, "text": text}) as answer:
        assert answer.status == 200
    await _press(slack, "ben", "Approve once")

    async def answered() -> bool:
        return "Refunded order 1042" in await _page(slack, "ana")

    await wait_until(answered, "the answer on the page")
    page = await _page(slack, "ana")
    assert "Approved: refund order 1042" in page
    assert "<button>Approve once</button>" not in page
    assert slack.shop("select count(*) from refunds") == [(1,)]


async def test_a_rejection_takes_a_reason_in_the_form(slack: World) -> None:
    """The modal is a form too; nothing in a message becomes markup."""
    await slack.person("ana").says("@signoff refund order 1043, <b>it</b> & more")
    await _press(slack, "ben", "Reject…")
    label = "label:Why, or how instead"
    await _press(slack, "ben", "Send", **{label: "wrong order", "label:What should happen?":
                                          "Reject: don't do this"})  # fmt: skip

    async def told() -> bool:
        return "wrong order" in await _page(slack, "ana")

    await wait_until(told, "the reason on the page")
    page = await _page(slack, "ana")
    assert "&lt;b&gt;it&lt;/b&gt; &amp; more" in page
    assert "<b>it</b>" not in page
    assert slack.shop("select count(*) from refunds") == [(0,)]


async def test_only_ones_own_whispers_are_shown(slack: World) -> None:
    """A refusal stands on Ana's page, not on Ben's."""
    task = await slack.person("ana").says("@signoff refund order 1042, it arrived broken")
    await slack.person("ana").clicks(await slack.card(task.ts), "Approve once")
    await slack.person("ana").hears("You asked for this")
    assert "only visible to you" in await _page(slack, "ana")
    assert "You asked for this" not in await _page(slack, "ben")
    assert "private-deals" not in await _page(slack, "gus")


async def test_of_a_long_channel_the_newest_messages_are_shown(slack: World) -> None:
    """With the threads of those, and how many older ones there are."""
    said = [await slack.person("ana").says(f"number {n}.") for n in range(MOST + 2)]
    await slack.person("eli").says("a late reply", thread=said[-1].ts)
    await slack.person("eli").says("a reply to an old one", thread=said[0].ts)
    page = await _page(slack, "ana")
    assert "number 1." not in page
    assert "a reply to an old one" not in page
    assert "2 older messages are not shown here" in page
    assert page.index("number 2.") < page.index(f"number {MOST + 1}.") < page.index("a late reply")
