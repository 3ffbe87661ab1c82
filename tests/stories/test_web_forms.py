"""What Slack can't show is asked on a web page, by a link that works once and for one person."""

import base64
import json
from io import BytesIO
from pathlib import Path
from typing import Any, cast

import zstandard
from redis.asyncio import Redis

from bot.core import references
from bot.core.ids import Who
from tests.logs import logged
from tests.store.proxy import fault_proxy
from tests.stories import ops_tools
from tests.stories.ops import call, ops
from tests.stories.pages import SAME, Browser, browser, link_of, minted, request_of
from tests.support import wait_until
from tests.world import Json, Message, World

SECRET = "Zwiebel-77-kuchen"
READS: dict[bytes, tuple[str, ...]] = {
    b"string": ("GET",), b"hash": ("HGETALL",), b"list": ("LRANGE", "0", "-1"),
    b"zset": ("ZRANGE", "0", "-1"),
}  # fmt: skip
CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
    "form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
)
SCHEMA: Json = {
    "type": "object",
    "title": "The new key",
    "properties": {
        "key": {"type": "string", "title": "Key", "format": "password", "minLength": 8},
        "note": {"type": "string", "title": "Note"},
    },
    "required": ["key"],
}


def ask(schema: Json = SCHEMA, **more: object) -> Json:
    """A call that asks on the page."""
    return {"name": "hitl_askHuman", "arguments": {"schema": schema, **more}}


async def asked(slack: World, *turns: Json, ends: bool = True) -> tuple[Message, str]:
    """Ana's task, of which the model asks something on the page; the card and its request."""
    await slack.plays(*turns, *([{"text": "All done here."}] if ends else []))
    task = await slack.person("ana").says("@signoff please see to checkout", "support")
    card = await slack.message(task.ts, "Question:")
    return card, await request_of(slack)


async def answered(page: Browser, **values: object) -> None:
    """Sends the form, which must be taken."""
    status, told = await page.sends({"Key": SECRET, **values})
    assert (status, told["sent"], told["title"]) == (200, True, "Sent")
    assert "was taken" in told["words"]


async def test_a_secret_reaches_the_tool_and_nothing_else(tmp_path: Path, redis: str) -> None:
    """The model passes a reference on, people approve it, and the tool gets the value. Nothing that
    the system wrote holds it: no key of Redis, log line, payload to Slack, or model request.
    """
    with logged() as configure:
        lines = configure("debug")
        async with ops(tmp_path, redis, pages=True) as slack, browser() as page:
            go = {"name": "askUser", "arguments": {"question": "Use it?", "options": ["Yes", "No"]}}
            card, _ = await asked(slack, {"calls": [ask()]}, {"calls": [go]}, ends=False)
            view = await page.opens(await link_of(slack, "ana", card))
            assert (view["agent"], view["text"], view["person"]) == ("ops", "The new key", "ana")
            await answered(page, Note="for the till")
            second = await slack.message(card.thread, "Question: Use it?")
            told = json.loads((await slack.results())[-1])
            key = told["values"]["key"]
            wanted = {"action": "submit", "values": {"key": key, "note": "for the till"}}
            assert told == wanted and references.name_of(key)
            await slack.plays({"calls": [call("rotate", key=key)]}, {"text": f"It has {key} now."})
            await slack.person("ana").clicks(second, "Yes")
            gate = await slack.card(card.thread)
            assert "[hidden]" in gate.text and key not in gate.text
            await slack.person("ben").clicks(gate, "Approve once")
            await slack.message(card.thread, "It has [hidden] now.")
            assert ops_tools.GIVEN == [("checkout", SECRET, 1)]
            results = await slack.results()
            assert results[-1] == "checkout has the key [hidden] and the PIN 1"
            done = await slack.message(card.thread, "Answered: The new key")
            assert "for the till" in done.text and key not in done.text
            seen = await everything(slack)
            logs = json.dumps(lines())
    assert "for the till" in seen["redis"] and "for the till" in seen["model"]
    assert "for the till" in seen["slack"] and "form opened" in logs
    for secret in (SECRET, SECRET[:8], base64.b64encode(SECRET.encode()).decode()[:10]):
        assert [place for place, text in seen.items() if secret in text] == []
        assert secret not in logs


async def everything(slack: World) -> dict[str, str]:
    """All that the system wrote: keys and values of Redis, payloads to Slack, model requests."""
    kept = list[str]()
    async with Redis.from_url(slack.redis, protocol=2) as opened:
        client = cast("Any", opened)
        async for key in client.scan_iter(match=f"{slack.namespace}:*"):
            command, *rest = READS[await client.type(key)]
            found = await client.execute_command(command, key, *rest)
            kept.append(f"{key.decode()} {_plain(found)}")
    slacks = slack.sandbox.slack.recorder.payloads
    return {
        "redis": "\n".join(kept),
        "slack": json.dumps([one["payload"] for one in slacks]),
        "messages": json.dumps([one.raw for one in await slack.messages()]),
        "model": json.dumps([one["body"] for one in await slack.requests()]),
    }


def _plain(found: Any) -> str:
    """Values as text, packed snapshots unpacked."""
    if isinstance(found, bytes):
        packed = found.startswith(b"\x28\xb5\x2f\xfd")
        data = zstandard.decompress(found) if packed else found
        return data.decode("utf-8", "backslashreplace")
    parts: list[Any] = [*found.keys(), *found.values()] if isinstance(found, dict) else [*found]
    return " ".join(map(_plain, parts))


async def test_without_a_page_a_password_is_not_asked_for(tmp_path: Path, redis: str) -> None:
    """The model is told why, in words; nobody sees a card, and the page's tool isn't offered."""
    async with ops(tmp_path, redis) as slack:
        human = {"name": "askHuman", "arguments": {"schema": SCHEMA}}
        await slack.plays({"calls": [human, ask()]}, {"text": "All done here."})
        task = await slack.person("ana").says("@signoff please see to checkout", "support")
        await slack.message(task.ts, "All done here.")
        for result in await slack.results():
            assert "only on a web page" in result and "Nobody was asked" in result
        offers = (await slack.requests())[0]["body"]["tools"]
        assert "hitl_askHuman" not in [one["function"]["name"] for one in offers]


async def test_a_password_in_an_ordinary_form_goes_to_the_page(tmp_path: Path, redis: str) -> None:
    """Whichever tool asks for it: the card leads to the page, and no form of Slack's opens."""
    async with ops(tmp_path, redis, pages=True) as slack, browser() as page:
        human = {"name": "askHuman", "arguments": {"schema": SCHEMA}}
        card, _ = await asked(slack, {"calls": [human]})
        assert "web page" in card.text
        await page.opens(await link_of(slack, "ana", card))
        await answered(page)
        await slack.message(card.thread, "All done here.")


async def test_a_long_form_stands_on_the_page_whole(tmp_path: Path, redis: str) -> None:
    """And what is sensitive in it is kept, also in a text that holds several values."""
    names = [f"n{n}" for n in range(14)]
    logins = {"type": "object", "additionalProperties": {"type": "string", "writeOnly": True}}
    properties = {**{name: {"type": "string"} for name in names}, "logins": logins}
    async with ops(tmp_path, redis, pages=True) as slack, browser() as page:
        schema = {"type": "object", "title": "Tills", "properties": properties}
        card, _ = await asked(slack, {"calls": [ask(schema)]})
        await page.opens(await link_of(slack, "ana", card))
        answer = {**dict.fromkeys(names, "x"), "logins": json.dumps({"till": SECRET})}
        assert (await page.sends(answer))[0] == 200
        await slack.message(card.thread, "All done here.")
        told = json.loads((await slack.results())[-1])["values"]
        seen = await everything(slack)
    assert [told[name] for name in names] == ["x"] * 14
    assert references.name_of(told["logins"])
    assert [place for place, text in seen.items() if SECRET in text] == []


async def test_a_reference_is_no_part_of_a_question(tmp_path: Path, redis: str) -> None:
    """It is refused to the model, like anywhere but in a sensitive argument; nobody is asked."""
    async with ops(tmp_path, redis, pages=True) as slack:
        told = {"name": "askUser", "arguments": {"question": f"Is it secret:{'A' * 22}?"}}
        await slack.plays({"calls": [told]}, {"text": "All done here."})
        task = await slack.person("ana").says("@signoff please see to checkout", "support")
        await slack.message(task.ts, "All done here.")
        (said,) = await slack.results()
        assert "question: a reference" in said and "Nobody was asked" in said


async def test_a_button_of_several_leads_to_its_own_answer(tmp_path: Path, redis: str) -> None:
    """The page offers the action that was pressed, and takes no other."""
    actions = [{"id": "use", "label": "Use it"}, {"id": "later", "label": "Later", "color": "gray"}]
    async with ops(tmp_path, redis, pages=True) as slack, browser() as page:
        card, _ = await asked(slack, {"calls": [ask(actions=actions)]})
        view = await page.opens(await link_of(slack, "ana", card, "Later"))
        assert [one["label"] for one in view["actions"]] == ["Later"]
        status, told = await page.sends({"Key": SECRET}, "use")
        assert status == 409 and "can't be sent in that way" in told["words"]
        assert (await page.sends({"Key": SECRET}, "later"))[0] == 200
        await slack.message(card.thread, "All done here.")
        assert json.loads((await slack.results())[-1])["action"] == "later"


async def test_a_store_that_is_away_is_said_in_words(tmp_path: Path, redis: str) -> None:
    """Nothing is used up or sent meanwhile, and it works again afterwards."""
    async with (
        fault_proxy(redis) as proxy,
        ops(tmp_path, proxy.url, pages=True) as slack,
        browser() as page,
        browser() as second,
    ):
        card, request = await asked(slack, {"calls": [ask()]})
        link = await minted(slack, request)
        await page.opens(await minted(slack, request))
        proxy.refusing = True
        await proxy.cut()
        for status, text in (await second.looks(link), await second.goes_on(link)):
            assert status == 503 and "can't save anything" in text
        status, told = await page.sends({"Key": SECRET})
        assert status == 503 and not told["over"] and "nothing was sent" in told["words"]
        assert (await page.looks(page.at))[0] == 503
        proxy.refusing = False
        await second.opens(link)
        await answered(page)
        await slack.message(card.thread, "All done here.")


async def test_a_link_is_only_for_who_may_answer(tmp_path: Path, redis: str) -> None:
    """Others are told so, and get none."""
    async with ops(tmp_path, redis, pages=True) as slack:
        card, _ = await asked(slack, {"calls": [ask()]})
        eli = slack.person("eli")
        await eli.clicks(card, "Answer…")
        view = json.dumps(await eli.view())
        assert "/forms/" not in view and "can't answer" in view


async def test_an_answer_by_another_person_s_link_is_theirs(tmp_path: Path, redis: str) -> None:
    """A link is bound to whom it was made for, and the gate judges that person anew."""
    async with ops(tmp_path, redis, pages=True) as slack, browser() as page:
        card, request = await asked(slack, {"calls": [ask()]})
        await page.opens(await minted(slack, request, "eli"))
        status, told = await page.sends({"Key": SECRET})
        assert (status, told["title"]) == (200, "Saved") and "if it can't be taken" in told["words"]
        await slack.person("eli").hears("can't answer Q-")
        assert card.ts == (await slack.message(card.thread, "Question: The new key")).ts


async def test_a_link_works_once(tmp_path: Path, redis: str) -> None:
    """Looking at it changes nothing; the browser that went on keeps it, and another is refused."""
    async with ops(tmp_path, redis, pages=True) as slack, browser() as one, browser() as other:
        _, request = await asked(slack, {"calls": [ask()]})
        link = await minted(slack, request)
        for _ in range(3):
            status, text = await other.looks(link)
            assert status == 200 and "Continue" in text and "go on as Ana" in text
        async with other.http.head(link) as answer:
            assert answer.status == 200
        await one.opens(link)
        status, text = await other.looks(link)
        assert status == 410 and "opened before" in text
        status, text = await other.goes_on(link)
        assert status == 410 and "opened before" in text
        status, text = await other.looks(one.at)
        assert status == 410 and "isn't open in this browser" in text
        assert (await one.looks(link))[0] == 200 and (await one.goes_on(link))[0] == 200
        await one.loads()
        await answered(one)
        for address in (link, one.at):
            status, text = await one.looks(address)
            assert status == 410 and "<h1>Already sent</h1>" in text
        assert (await one.sends({"Key": SECRET}))[0] == 409


async def test_what_is_no_link_leads_nowhere(tmp_path: Path, redis: str) -> None:
    """Forged, cut, of another installation, or lapsed; after many of them one waits a minute."""
    async with ops(tmp_path, redis, pages=True) as slack, browser() as page:
        _, request = await asked(slack, {"calls": [ask()]})
        link, short = await minted(slack, request), await minted(slack, request, ms=1)

        async def lapsed() -> bool:
            status, text = await page.looks(short)
            return status == 410 and "time is over" in text

        await wait_until(lapsed, "the link has lapsed")
        for wrong in (link[:-1], link[:-2] + "AA", link.replace("/forms/", "/forms/A")):
            status, text = await page.looks(wrong)
            assert status == 404 and "isn't one of ours" in text
            assert (await page.goes_on(wrong))[0] == 404
        statuses = [(await page.looks(link[:-1]))[0] for _ in range(20)]
        assert statuses[-1] == 429
        assert (await page.looks(link))[0] == 200  # a good one is held up by nothing


async def test_another_site_can_do_nothing(tmp_path: Path, redis: str) -> None:
    """A press, a change and an answer come from our own page, and know its word."""
    async with ops(tmp_path, redis, pages=True) as slack, browser() as page:
        _, request = await asked(slack, {"calls": [ask()]})
        link = await minted(slack, request)
        away = {"Origin": "https://evil.example", "Sec-Fetch-Site": "cross-site"}
        for headers in (away, {**away, "Sec-Fetch-Site": "same-site"}, {**SAME, **away}):
            status, text = await page.goes_on(link, **headers)
            assert status == 403 and "another page" in text
        async with page.http.post(link, headers={"Origin": "null"}) as answer:
            assert answer.status == 403
        await page.opens(link)
        body: Json = {"draft": {**page.draft, "given": {}}, "action": "submit"}
        for what in ("send", "draw", "find"):
            assert (await page.asks(what, body, **away))[0] == 403
            assert (await page.asks(what, body, **{"X-Guard": "guessed"}))[0] == 403
        async with browser() as other:
            other.at, other.guard = page.at, page.guard
            assert (await other.asks("send", body))[0] == 403
        await answered(page)


async def test_every_answer_has_the_rules(tmp_path: Path, redis: str) -> None:
    """Nothing is stored, framed, told onward or run that isn't ours, whatever is asked for."""
    async with ops(tmp_path, redis, pages=True) as slack, browser() as page:
        _, request = await asked(slack, {"calls": [ask()]})
        link = await minted(slack, request)
        base = link.split("/forms/")[0]
        await page.opens(link)
        paths = [link, page.at, f"{page.at}/view", f"{base}/forms/x", f"{base}/forms/page/page.js",
                 f"{base}/forms/page/page.css", f"{base}/forms/page/index.html",
                 f"{base}/forms/a/b/c"]  # fmt: skip
        for path in paths:
            async with page.http.get(path) as answer:
                told = answer.headers
                assert told["Content-Security-Policy"] == CSP, path
                assert (told["Cache-Control"], told["Referrer-Policy"]) == (
                    "no-store",
                    "no-referrer",
                )
                assert told["X-Content-Type-Options"] == "nosniff"
                assert told["Server"] == "signoff"
        (cookie,) = page.http.cookie_jar
        assert cookie["httponly"] and cookie["samesite"] == "Strict" and cookie["path"] == "/forms"
        assert not cookie["secure"]  # on this machine alone; with https:// it is


async def test_what_is_wrong_is_said_at_its_field(tmp_path: Path, redis: str) -> None:
    """By the same rules as in Slack; nothing is sent, and the form can be sent again."""
    async with ops(tmp_path, redis, pages=True) as slack, browser() as page:
        card, request = await asked(slack, {"calls": [ask()]})
        await page.opens(await minted(slack, request))
        for value in ("", "short"):
            status, told = await page.sends({"Key": value})
            assert status == 200 and list(told["wrong"]) == [page.id("Key")]
        bad: list[Json] = [{}, {"draft": 1}, {"draft": {"given": {"a": 1}, "rows": {}}},
                           {"draft": {**page.draft, "rows": {"a": [1]}}}]  # fmt: skip
        for body in bad:
            for what in ("send", "draw", "find"):
                status, told = await page.asks(what, body)
                assert status == 409 and not told["over"] and "can't be read" in told["words"]
        origin = {**SAME, "Origin": page.at.split("/forms/")[0], "X-Guard": page.guard}
        for kind, data in (("text/plain", b"{}"), ("application/json", b"\xff"),
                           ("application/json", b"[]"), ("application/json", b"[" * 100_000),
                           ("application/json; charset=no-such", b"{}"),
                           ("application/json", b'"' + b"x" * 1_100_000 + b'"')):  # fmt: skip
            given = {**origin, "Content-Type": kind}
            async with page.http.post(
                f"{page.at}/send", data=BytesIO(data), headers=given
            ) as answer:
                assert answer.status == 409 and "can't be read" in (await answer.json())["words"]
        for odd in ("\xff", ""):
            assert (await page.asks("send", {}, **{"X-Guard": odd}))[0] == 403
        status, told = await page.sends({"Key": SECRET}, "no such action")
        assert status == 409 and not told["over"]
        await answered(page)
        await slack.message(card.thread, "All done here.")


async def test_a_question_that_has_ended_takes_no_answer(tmp_path: Path, redis: str) -> None:
    """The page says why, and that nothing was sent."""
    async with ops(tmp_path, redis, pages=True) as slack, browser() as page:
        card, request = await asked(slack, {"calls": [ask()]})
        link = await minted(slack, request)
        await page.opens(link)
        await slack.person("ana").clicks(card, "Cancel question")
        await slack.message(card.thread, "Not answered: The new key")
        status, told = await page.sends({"Key": SECRET})
        assert (
            status == 409 and told["over"] and "was cancelled, so nothing was sent" in told["words"]
        )
        async with slack.store() as store:
            run = request.rpartition(".")[0]
            assert await store.confided.vault(slack.settings.keys).reveal(run, "secret:x") is None


async def test_keys_can_be_changed(tmp_path: Path, redis: str) -> None:
    """A link that the old key signed still works with both, as does a secret that it encrypted."""
    async with ops(tmp_path, redis, pages=True) as slack, browser() as page:
        card, request = await asked(slack, {"calls": [ask()]})
        new = (bytes(range(32)), *slack.settings.keys)
        async with slack.store() as store:
            links = store.confided.links(new, "http://x", 60_000)
            assert await links.found((await minted(slack, request)).rpartition("/")[2])
            await page.opens(await minted(slack, request))
            await answered(page)
            await slack.message(card.thread, "All done here.")
            key = json.loads((await slack.results())[-1])["values"]["key"]
            vault = store.confided.vault(new)
            assert await vault.reveal(request.rpartition(".")[0], key) == json.dumps(SECRET)


async def test_somebody_else_has_the_form(tmp_path: Path, redis: str) -> None:
    """Who has taken it over sends it; the first is told that theirs wasn't sent."""
    rule = (
        '    - {name: keys, tools: "hitl_*", verdict: ask, because: they have them,'
        " approvers: {roles: [approver]}}\n"
    )
    async with ops(tmp_path, redis, rules=rule, pages=True) as slack, browser() as page:
        card, request = await asked(slack, {"calls": [ask()]})
        await page.opens(await link_of(slack, "ben", card))
        async with slack.store() as store:
            await store.filling.done(request)
            await store.filling.hold(request, Who("T0SIGNOFF", slack.user("chi")), keep_s=60)
        status, told = await page.sends({"Key": SECRET})
        assert status == 409 and told["over"] and "Somebody else" in told["words"]
