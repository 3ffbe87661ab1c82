"""What the drawer shows is told truly, and no page of another site can change anything."""

import json
from collections.abc import AsyncGenerator, Generator
from contextlib import ExitStack, asynccontextmanager
from typing import Any

import aiohttp
import pytest
from aiohttp import web

from sandbox.backstage import Backstage
from tests.sandbox.bolt import by_http, by_socket
from tests.sandbox.driver import Driver, driving
from tests.support import wait_until

Json = dict[str, Any]
SECTION: Json = {"type": "section", "text": {"type": "mrkdwn", "text": "x"}}


@pytest.fixture
async def driver() -> AsyncGenerator[Driver]:
    """A fresh workspace."""
    async with driving() as made:
        yield made


async def got(driver: Driver, path: str) -> Json:
    """GET of the control API; the answer with its HTTP status under `http`."""
    async with driver.http.get(f"{driver.sandbox.url}/sandbox/{path}") as response:
        return {**await response.json(), "http": response.status}


class Told:
    """The changes that the stream has told since."""

    def __init__(self, driver: Driver, stack: ExitStack) -> None:
        self._queue = stack.enter_context(driver.sandbox.slack.bus.listen(None))
        self._heard: list[tuple[str, Json]] = []

    def of(self, what: str) -> list[Json]:
        """All so far of a kind."""
        while not self._queue.empty():
            _, kind, data = self._queue.get_nowait()
            self._heard.append((kind, data))
        return [data for kind, data in self._heard if kind == what]


@pytest.fixture
def told(driver: Driver) -> Generator[Told]:
    """What the fresh workspace tells."""
    with ExitStack() as stack:
        yield Told(driver, stack)


class TestDeliveries:
    async def test_one_by_socket_says_so_and_keeps_its_payload(self, driver: Driver) -> None:
        """Not signed, an acknowledgement in ms, and the payload by its id, not in lists."""
        async with by_socket(driver.sandbox) as bot:
            bot.remember_events()
            await driver.does("ana", "say", channel="dm", text="hello there")
            await wait_until(lambda: driver.deliveries(status="ok"), "a delivery")
        listed = await got(driver, "deliveries?last=5")
        (entry,) = listed["deliveries"]
        assert (entry["transport"], entry["signed"], listed["count"]) == ("socket", False, 1)
        assert (entry["type"], entry["about"]) == ("message", "")
        assert 0 <= entry["ack_ms"] <= entry["ms"]
        assert "hello there" not in json.dumps(entry)
        whole = await got(driver, f"deliveries/{entry['id']}")
        assert whole["payload"]["event"]["text"] == "hello there"
        assert "payload" not in (await driver.state())["deliveries"][0]

    async def test_one_over_http_is_signed(self) -> None:
        """Its request proves where it comes from."""
        async with driving() as driver, by_http(driver.sandbox) as bot:
            bot.remember_events()
            await driver.does("ana", "say", channel="dm", text="x")
            await wait_until(lambda: driver.deliveries(status="ok"), "a delivery")
            (entry,) = driver.deliveries()
            assert (entry["transport"], entry["signed"]) == ("http", True)

    async def test_one_that_waits_is_told_at_once(self, driver: Driver, told: Told) -> None:
        """Without a bot it is pending, and has gone by no way yet."""
        await driver.does("ana", "say", channel="dm", text="x")
        (entry,) = await wait_until(lambda: told.of("delivery"), "the news")
        assert (entry["status"], entry["transport"], entry["ack_ms"]) == ("pending", None, None)

    async def test_what_of_its_type_it_is_is_said(self, driver: Driver) -> None:
        """An event by its subtype, a command by its name, a shortcut by its id."""
        said = await driver.does("ana", "say", channel="dm", text="one")
        await driver.does("ana", "edit", channel="dm", ts=said["ts"], text="two")
        await driver.does("ana", "command", channel="dm", command="/task")
        await driver.does("ana", "shortcut", callback_id="new_task")
        about = [entry["about"] for entry in driver.deliveries()]
        assert about == ["", "message_changed", "/task", "new_task"]

    async def test_the_last_are_shown_and_unknown_ones_refused(self, driver: Driver) -> None:
        """No more than were asked for; words and 404 for what isn't there."""
        for text in ("one", "two", "three"):
            await driver.does("ana", "say", channel="dm", text=text)
        listed = await got(driver, "deliveries?last=2")
        assert [len(listed["deliveries"]), listed["count"]] == [2, 3]
        assert (await got(driver, "deliveries?last=0"))["deliveries"] == []
        nothing = await got(driver, "deliveries/Dl0NOTHING")
        assert (nothing["http"], nothing["error"]) == (404, "this payload isn't kept any more")


class TestPayloads:
    async def test_a_refused_one_has_its_pointers_and_a_doubted_one_its_doubts(
        self, driver: Driver, told: Told
    ) -> None:
        """In lists without payloads and by id with them; the stream tells them brief, and lint."""
        await driver.client.chat_postMessage(channel="C0OPS", text="fine", blocks=[SECTION])
        await driver.client.chat_postMessage(
            channel="C0OPS", text="x", blocks=[SECTION],
            metadata={"event_type": "t", "event_payload": {"long": "y" * 1100}},
        )  # fmt: skip
        with pytest.raises(Exception, match="invalid_blocks"):
            await driver.client.chat_postMessage(
                channel="C0OPS", text="x", blocks=[{"type": "section"}]
            )
        listed = await got(driver, "payloads?last=10")
        fine, doubted, refused = listed["payloads"]
        assert (fine["ok"], fine["doubts"], fine["pointers"]) == (True, [], [])
        assert doubted["doubts"] == ["metadata of more than 1024 bytes"]
        assert refused["error"] == "invalid_blocks"
        assert "/blocks/0" in refused["pointers"][0]
        assert all("payload" not in entry for entry in listed["payloads"])
        whole = await got(driver, f"payloads/{fine['id']}")
        assert (whole["payload"]["text"], whole["bytes"]) == ("fine", fine["bytes"])
        assert told.of("payload") == listed["payloads"]
        assert [data["line"] for data in told.of("lint")] == [
            "chat.postMessage: metadata of more than 1024 bytes"
        ]
        assert (await got(driver, "payloads/Pl0NOTHING"))["http"] == 404


class TestFaults:
    async def test_what_is_in_force_is_shown_until_it_struck(
        self, driver: Driver, told: Told
    ) -> None:
        """Each order with how often it has left; `clear` takes all of them back."""
        await driver.post("faults", kind="ratelimited", times=2, retry_after=7)
        await driver.post("faults", kind="slow", rate=0.5, seconds=0.01, method="views.open")
        await driver.post("faults", kind="lose_frame", times=3)
        await driver.post("faults", kind="duplicate_event")
        await driver.post("faults", kind="reorder_events", times=2)
        await driver.post("limits", on=True)
        await driver.post("clock", advance_s=60)
        assert len(told.of("faults")) == 7
        with pytest.raises(Exception, match="ratelimited"):
            await driver.client.auth_test()
        shown = await got(driver, "faults")
        limited, slow = shown["faults"]
        assert (limited["kind"], limited["left"], limited["retry_after"]) == ("ratelimited", 1, 7)
        assert (slow["method"], slow["left"], slow["rate"]) == ("views.open", None, 0.5)
        assert (shown["frames_to_lose"], shown["duplicates"]) == (3, 1)
        assert shown["reorder"] == {"wanted": 2, "gathered": 0}
        assert (shown["limits"]["on"], shown["ahead_s"]) == (True, 60)
        assert len(told.of("faults")) == 8
        await driver.post("faults", kind="clear")
        shown = await got(driver, "faults")
        assert (shown["faults"], shown["frames_to_lose"], shown["duplicates"]) == ([], 0, 0)
        assert shown["reorder"]["wanted"] == 0

    async def test_connections_are_told(self, driver: Driver, told: Told) -> None:
        """How many are open, whenever one opens or closes."""
        async with by_socket(driver.sandbox):
            pass
        await wait_until(lambda: driver.sandbox.slack.hub.count == 0, "the end of the connection")
        counts = [data["connections"] for data in told.of("connection")]
        assert (counts[0], counts[-1]) == (1, 0)


@asynccontextmanager
async def stage(token: str) -> AsyncGenerator[tuple[str, list[web.Request]]]:
    """A server that answers all with what it was asked, if the token is right; its address."""
    asked: list[web.Request] = []

    async def answer(request: web.Request) -> web.Response:
        asked.append(request)
        if request.headers.get("Authorization") != f"Bearer {token}":
            return web.json_response({"error": "no"}, status=401)
        said = {"path": request.path_qs, "body": await request.text()}
        return web.json_response(said, status=202)

    app = web.Application()
    app.router.add_route("*", "/{path:.*}", answer)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    try:
        yield f"http://127.0.0.1:{runner.addresses[0][1]}", asked
    finally:
        await runner.cleanup()


class TestBackstage:
    async def test_requests_are_passed_on_with_the_token(self) -> None:
        """Path, query, body and the answer's status go through; the page's cookies don't."""
        async with (
            stage("secret") as (url, asked),
            driving(backstage=Backstage(url, "secret")) as driver,
        ):
            runs = await got(driver, "backstage/runs?last=3")
            killed = await driver.post("backstage/kill", part="bot")
            assert (runs["path"], runs["http"]) == ("/runs?last=3", 202)
            assert (killed["path"], json.loads(killed["body"])) == ("/kill", {"part": "bot"})
            assert {request.method for request in asked} == {"GET", "POST"}

    async def test_without_an_address_it_says_what_is_missing(self, driver: Driver) -> None:
        """404 and words."""
        for answer in (await got(driver, "backstage/runs"), await driver.post("backstage/kill")):
            assert answer["http"] == 404
            assert "`signoff demo` starts both" in answer["error"]

    async def test_one_that_is_away_is_said(self) -> None:
        """502 and words, not a hung page."""
        async with stage("t") as (url, _):
            pass
        async with driving(backstage=Backstage(url, "t")) as driver:
            answer = await got(driver, "backstage/parts")
            assert (answer["http"], answer["error"]) == (
                502, "The bot's own side doesn't answer just now.",
            )  # fmt: skip


class TestGuard:
    @pytest.mark.parametrize(
        "origin", ["http://evil.example", "null", "http://127.0.0.1:1", "https://{host}"]
    )
    async def test_another_sites_page_changes_nothing(self, driver: Driver, origin: str) -> None:
        """A browser names the page's site; whatever isn't this server is refused."""
        host = driver.sandbox.url.removeprefix("http://")
        headers = {"Origin": origin.format(host=host)}
        for path in ("/sandbox/users/ana/say", "/model/script", "/sandbox/backstage/kill"):
            async with driver.http.post(
                driver.sandbox.url + path, json={"channel": "ops", "text": "x"}, headers=headers
            ) as response:
                assert response.status == 403
                assert "another site" in (await response.json())["error"]
        assert driver.messages("ops") == []

    async def test_its_own_page_and_clients_without_an_origin_may(self, driver: Driver) -> None:
        """As the page does, and as bots and tests do."""
        for headers in ({"Origin": driver.sandbox.url}, {}):
            async with driver.http.post(
                f"{driver.sandbox.url}/sandbox/users/ana/say",
                json={"channel": "ops", "text": "x"},
                headers=headers,
            ) as response:
                assert response.status == 200
        assert len(driver.messages("ops")) == 2

    @pytest.mark.parametrize("host", ["evil.example", "evil.example:80", "127.0.0.1.evil.example"])
    async def test_a_foreign_name_for_this_machine_is_refused(
        self, driver: Driver, host: str
    ) -> None:
        """Reading too: it is how another site's page could read what is here."""
        url, headers = f"{driver.sandbox.url}/sandbox/state", {"Host": host}
        async with driver.http.get(url, headers=headers) as response:
            assert response.status == 403

    async def test_localhost_is_this_machine(self, driver: Driver) -> None:
        """By both of its names, with whatever port a tunnel gives it."""
        for host in ("localhost:5173", "127.0.0.1", "[::1]:8800"):
            async with driver.http.get(
                f"{driver.sandbox.url}/sandbox/faults", headers={"Host": host}
            ) as response:
                assert response.status == 200


@pytest.mark.parametrize("name", ["x.html", "x.svg", "x.js", "../x.html"])
async def test_an_uploaded_file_is_only_bytes(driver: Driver, name: str) -> None:
    """It is saved, never shown: no browser makes a page, a picture or a script of it."""
    script = "<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>"
    files = [{"name": name, "content": script}]
    await driver.post("users/ana/say", channel="ops", files=files)
    (file,) = driver.messages("ops")[-1]["files"]
    async with driver.http.get(file["url_private"]) as response:
        assert await response.text() == script
        assert response.content_type == "application/octet-stream"
        assert response.headers["X-Content-Type-Options"] == "nosniff"
        assert response.headers["Content-Disposition"] == "attachment"


@pytest.mark.parametrize(
    "path", ["nothing", "files/F0", "sandbox/state", "sandbox/faults", "sandbox/nothing",
             "sandbox/backstage/runs", "api/nothing", "archives/C0/p1", "link/"]
)  # fmt: skip
async def test_only_the_page_may_do_anything_in_a_browser(driver: Driver, path: str) -> None:
    """Every other answer is inert, refusals and what isn't there too."""
    async with driver.http.get(f"{driver.sandbox.url}/{path}") as response:
        rules = response.headers["Content-Security-Policy"]
        assert rules == "default-src 'none'; frame-ancestors 'none'; sandbox"
        assert response.headers["X-Content-Type-Options"] == "nosniff"


async def test_the_stream_of_changes_is_inert_too(driver: Driver) -> None:
    """It is sent in pieces, after its headers."""
    async with driver.http.get(f"{driver.sandbox.url}/sandbox/events") as response:
        assert "sandbox" in response.headers["Content-Security-Policy"]


async def test_a_page_may_read_with_an_origin(driver: Driver) -> None:
    """Browsers let no other site see the answer, so that reading is left to them."""
    headers = {"Origin": "http://evil.example"}
    url = f"{driver.sandbox.url}/sandbox/state"
    async with aiohttp.ClientSession() as http, http.get(url, headers=headers) as response:
        assert response.status == 200
        assert "Access-Control-Allow-Origin" not in response.headers
