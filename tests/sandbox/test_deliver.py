"""Events are retried on the clock's schedule; clicks never are; sockets come and go."""

import asyncio
import json
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from slack_sdk.signature import SignatureVerifier

from tests.sandbox.bolt import by_socket
from tests.sandbox.driver import Driver, driving
from tests.sandbox.endpoints import endpoint, raw_socket, raw_sockets
from tests.support import wait_until

Json = dict[str, Any]
BUTTON: Json = {
    "type": "actions",
    "elements": [
        {"type": "button", "action_id": "go", "text": {"type": "plain_text", "text": "Go"}}
    ],
}


@pytest.fixture
async def driver(tmp_path: Path) -> AsyncGenerator[Driver]:
    """A sandbox."""
    async with driving(manifest_path=tmp_path / "none.yml") as driver:
        yield driver


@pytest.fixture
async def hasty(tmp_path: Path) -> AsyncGenerator[Driver]:
    """A sandbox that waits only 0.3 s for an answer: for tests in which there is none."""
    async with driving(manifest_path=tmp_path / "none.yml", ack_s=0.3) as driver:
        yield driver


async def say_direct(driver: Driver) -> None:
    """One message that makes one event."""
    await driver.does("ana", "say", channel="dm", text="hi")


class TestHttp:
    async def test_requests_are_signed(self, driver: Driver) -> None:
        """slack_sdk's own verifier accepts the raw body with its headers."""
        async with endpoint(driver) as end:
            await say_direct(driver)
            await wait_until(lambda: driver.deliveries(status="ok"), "a delivery")
            ((headers, body),) = end.requests
            assert SignatureVerifier(driver.sandbox.signing_secret).is_valid_request(body, headers)
            event = json.loads(body)
            assert (event["event"]["channel_type"], event["type"]) == ("im", "event_callback")

    async def test_a_refused_event_comes_again_at_once_after_one_and_five_minutes(
        self, driver: Driver
    ) -> None:
        """Same event_id each time, and then it is lost."""
        async with endpoint(driver) as end:
            end.status = 500
            await say_direct(driver)
            for tries, seconds in ((2, 60), (3, 300), (4, 0)):
                await wait_until(lambda tries=tries: len(end.requests) == tries, f"{tries} tries")
                await wait_until(
                    lambda tries=tries: driver.deliveries(retried=tries - 1), "its answer"
                )
                await wait_until(
                    lambda: not driver.deliveries(status="pending"), "the wait for the next"
                )
                await driver.post("clock", advance_s=seconds)
            await wait_until(lambda: driver.deliveries(status="lost"), "the end")
            assert end.retries() == [
                (None, None), ("1", "http_error"), ("2", "http_error"), ("3", "http_error"),
            ]  # fmt: skip
            assert len({json.loads(body)["event_id"] for _, body in end.requests}) == 1

    async def test_no_retry_stops_it(self, driver: Driver) -> None:
        """The header on a refusal is obeyed."""
        async with endpoint(driver) as end:
            end.status, end.headers = 500, {"X-Slack-No-Retry": "1"}
            await say_direct(driver)
            await wait_until(lambda: driver.deliveries(status="lost"), "the end")
            assert len(end.requests) == 1

    async def test_a_late_answer_is_no_answer(self, hasty: Driver) -> None:
        """Events come again with http_timeout; a click is trouble and never comes again."""
        async with endpoint(hasty) as end:
            end.hold = asyncio.Event()
            await say_direct(hasty)
            await wait_until(lambda: len(end.requests) == 2, "a retry")
            assert end.retries()[1] == ("1", "http_timeout")
            posted = await hasty.client.chat_postMessage(channel="C0OPS", text="x", blocks=[BUTTON])
            answer = await hasty.does("ben", "click", channel="ops", ts=posted["ts"], text="Go")
            assert answer["trouble"] == "The app did not answer in time."
            clicks = [body for _, body in end.requests if body.startswith(b"payload=")]
            assert len(clicks) == 1
            end.hold.set()

    @pytest.mark.parametrize(("hops", "reasons"), [(2, []), (3, ["too_many_redirects"])])
    async def test_two_redirects_are_followed(
        self, driver: Driver, hops: int, reasons: list[str]
    ) -> None:
        """A third is a failure; the retry finds its way."""
        async with endpoint(driver) as end:
            end.hops = hops
            await say_direct(driver)
            await wait_until(lambda: driver.deliveries(status="ok"), "a delivery")
            assert [reason for _, reason in end.retries() if reason] == reasons

    async def test_a_request_url_is_asked_for_a_challenge(self, driver: Driver) -> None:
        """Plain or JSON will do; without the right answer nothing else is sent."""
        async with endpoint(driver) as end:
            asked = await driver.post("app/request_url", url=end.url, verify=True)
            assert (asked["http"], json.loads(end.requests[0][1])["type"]) == (
                400, "url_verification",
            )  # fmt: skip
            await say_direct(driver)
            await wait_until(lambda: driver.deliveries(status="retrying"), "a refusal")
            kinds = {json.loads(body)["type"] for _, body in end.requests}
            assert kinds == {"url_verification"}
            end.echo = True
            asked = await driver.post("app/request_url", url=end.url, verify=True)
            assert asked["verified"] is True
            await driver.post("clock", advance_s=60)
            await wait_until(lambda: driver.deliveries(status="ok"), "the event")


class TestDuplicates:
    async def test_events_can_come_in_the_wrong_order(self, driver: Driver) -> None:
        """The next three are sent last one first; the fourth is as it should be."""
        await driver.post("faults", kind="reorder_events", times=3)
        async with endpoint(driver) as end:
            for text in "abcd":
                await driver.does("ana", "say", channel="dm", text=text)
                if text < "c":
                    assert end.requests == []
            await wait_until(lambda: len(driver.deliveries(status="ok")) == 4, "all")
            said = [json.loads(body)["event"]["text"] for _, body in end.requests]
            assert sorted(said) == list("abcd")
            assert said.index("c") < said.index("b") < said.index("a")

    async def test_an_event_can_come_twice(self, driver: Driver) -> None:
        """With the same event_id, though it was acknowledged."""
        await driver.post("faults", kind="duplicate_event")
        async with endpoint(driver) as end:
            await say_direct(driver)
            await say_direct(driver)
            await wait_until(lambda: len(driver.deliveries(status="ok")) == 3, "three deliveries")
            ids = [json.loads(body)["event_id"] for _, body in end.requests]
            assert (len(ids), len(set(ids))) == (3, 2)


class TestNobody:
    async def test_events_wait_for_a_bot_and_clicks_do_not(self, driver: Driver) -> None:
        """A bot that was away gets what was said meanwhile, in order."""
        for text in "abc":
            await driver.does("ana", "say", channel="dm", text=text)
        posted = await driver.client.chat_postMessage(channel="C0OPS", text="x", blocks=[BUTTON])
        answer = await driver.does("ben", "click", channel="ops", ts=posted["ts"], text="Go")
        assert (answer["status"], answer["http"]) == ("trouble", 200)
        assert "can't be reached just now, so nothing was done" in answer["trouble"]
        async with by_socket(driver.sandbox) as bot:
            bot.remember_events()
            await wait_until(lambda: len(driver.deliveries(status="ok")) == 4, "all events")
            said = [body["event"]["text"] for body in bot.events]
            assert [text for text in said if text in "abc"] == list("abc")

    async def test_events_are_given_up_in_the_end(self, driver: Driver) -> None:
        """After the last retry would have been over nobody gets them."""
        await say_direct(driver)
        await wait_until(lambda: driver.deliveries(status="pending"), "the event")
        await driver.post("clock", advance_s=400)
        await wait_until(lambda: driver.deliveries(status="lost"), "the end")


class TestSockets:
    async def test_payloads_go_to_each_connection_in_turn(self, driver: Driver) -> None:
        """Two connections, two events, one each; hello counts them."""
        async with raw_socket(driver) as one, raw_socket(driver) as two:
            hellos = [await one.receive_json(), await two.receive_json()]
            assert [hello["num_connections"] for hello in hellos] == [1, 2]
            await say_direct(driver)
            await say_direct(driver)
            for ws in (one, two):
                frame = await ws.receive_json(timeout=60)
                assert (frame["type"], frame["accepts_response_payload"]) == ("events_api", False)
                await ws.send_json({"envelope_id": frame["envelope_id"]})
            await wait_until(lambda: len(driver.deliveries(status="ok")) == 2, "both acks")

    async def test_each_kind_takes_its_own_turns(self, driver: Driver) -> None:
        """Two clicks go to two connections, also if an event comes in between."""
        posted = await driver.client.chat_postMessage(channel="C0OPS", text="x", blocks=[BUTTON])
        clicked: list[int] = []

        async def answer(number: int, ws: aiohttp.ClientWebSocketResponse) -> None:
            async for message in ws:
                frame = message.json()
                if frame["type"] == "interactive":
                    clicked.append(number)
                await ws.send_json({"envelope_id": frame["envelope_id"]})

        async with raw_sockets(driver, 2) as sockets:
            tasks = [asyncio.create_task(answer(n, ws)) for n, ws in enumerate(sockets)]
            for _ in range(4):
                await say_direct(driver)
                await driver.does("ben", "click", channel="ops", ts=posted["ts"], text="Go")
            assert sorted(clicked) == [0, 0, 1, 1]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def test_an_unacknowledged_event_comes_again(self, hasty: Driver) -> None:
        """At once, with its number and reason; the same event_id."""
        async with raw_socket(hasty) as ws:
            await ws.receive_json()
            await say_direct(hasty)
            first, second = [await ws.receive_json(timeout=60) for _ in range(2)]
            assert first["payload"]["event_id"] == second["payload"]["event_id"]
            assert (second["retry_attempt"], second["retry_reason"]) == (1, "timeout")
            await ws.send_json({"envelope_id": second["envelope_id"]})
            await wait_until(lambda: hasty.deliveries(status="ok", retried=1), "its ack")

    async def test_a_ticket_counts_once_and_ten_connections_are_the_most(
        self, driver: Driver
    ) -> None:
        """The eleventh is told too_many_websockets; a used ticket is refused."""
        async with raw_sockets(driver, 10) as sockets:
            assert len(sockets) == 10
            async with raw_socket(driver) as last:
                frame = await last.receive_json(timeout=60)
                assert (frame["type"], frame["reason"]) == ("disconnect", "too_many_websockets")
        async with driver.http.get(f"{driver.sandbox.url}/link/?ticket=used") as response:
            assert response.status == 401

    async def test_a_dropped_socket_is_opened_again_by_the_client(self, driver: Driver) -> None:
        """slack_sdk reconnects after a cut and after a refresh, and still gets events."""
        async with by_socket(driver.sandbox) as bot:
            bot.remember_events()
            hub = driver.sandbox.slack.hub
            assert (await driver.post("faults", kind="disconnect"))["struck"] == 1
            await wait_until(lambda: hub.opened == 2 and hub.count == 1, "a second connection")
            await say_direct(driver)
            await wait_until(lambda: bot.events, "the event")

    async def test_a_lost_frame_is_a_lost_click(self, hasty: Driver) -> None:
        """The bot never hears of it, and the person is told."""
        async with by_socket(hasty.sandbox) as bot:
            bot.remember_events()
            posted = await bot.client.chat_postMessage(channel="C0OPS", text="x", blocks=[BUTTON])
            await wait_until(lambda: bot.events, "the message event")
            await hasty.post("faults", kind="lose_frame")
            answer = await hasty.does("ben", "click", channel="ops", ts=posted["ts"], text="Go")
            assert answer["trouble"] == "The app did not answer in time."

    @pytest.mark.parametrize(("query", "life_s"), [("", 18_060), ("&debug_reconnects=true", 360)])
    async def test_a_connection_has_its_time(self, driver: Driver, query: str, life_s: int) -> None:
        """A warning ten seconds before its end, then nothing new, and it is closed."""
        async with raw_socket(driver, query) as ws:
            hello = await ws.receive_json(timeout=60)
            assert hello["debug_info"]["approximate_connection_time"] == life_s
            await driver.post("clock", advance_s=life_s - 10)
            assert (await ws.receive_json(timeout=60))["reason"] == "warning"
            await say_direct(driver)
            frame = await ws.receive_json(timeout=60)
            driver.sandbox.slack.hub.ack_s = 0.3  # in which it would have to leave by itself
            await driver.post("clock", advance_s=10)
            assert (await ws.receive_json(timeout=60))["reason"] == "refresh_requested"
            await say_direct(driver)
            await ws.send_json({"envelope_id": frame["envelope_id"]})
            assert (await ws.receive(timeout=60)).type == aiohttp.WSMsgType.CLOSE
            assert len(driver.deliveries(status="ok")) == 1

    async def test_a_warning_can_be_ordered(self, driver: Driver) -> None:
        """Ten seconds later the connection is refreshed."""
        async with raw_socket(driver) as ws:
            await ws.receive_json(timeout=60)
            await driver.post("faults", kind="disconnect", reason="warning")
            assert (await ws.receive_json(timeout=60))["reason"] == "warning"
            await driver.post("clock", advance_s=10)
            assert (await ws.receive_json(timeout=60))["reason"] == "refresh_requested"

    async def test_a_late_answer_is_counted(self, hasty: Driver) -> None:
        """The person was told of trouble before it came."""
        posted = await hasty.client.chat_postMessage(channel="C0OPS", text="x", blocks=[BUTTON])
        async with raw_socket(hasty) as ws:
            await ws.receive_json(timeout=60)
            await wait_until(lambda: hasty.deliveries(), "the message event")
            event = await ws.receive_json(timeout=60)
            await ws.send_json({"envelope_id": event["envelope_id"]})
            answer = await hasty.does("ben", "click", channel="ops", ts=posted["ts"], text="Go")
            assert answer["status"] == "trouble"
            click = await ws.receive_json(timeout=60)
            await ws.send_json({"envelope_id": click["envelope_id"]})
            await wait_until(lambda: hasty.sandbox.slack.hub.late >= 1, "the late answer")

    async def test_a_cut_socket_loses_the_click_at_once(self, driver: Driver) -> None:
        """A bot that dies in the middle of a click leaves the person with trouble."""
        posted = await driver.client.chat_postMessage(channel="C0OPS", text="x", blocks=[BUTTON])
        async with raw_socket(driver) as ws:
            await ws.receive_json()
            click = asyncio.ensure_future(
                driver.does("ben", "click", channel="ops", ts=posted["ts"], text="Go")
            )
            while (await ws.receive_json(timeout=60))["type"] != "interactive":
                pass
            assert (await driver.post("faults", kind="drop_socket"))["struck"] == 1
            assert (await click)["status"] == "trouble"
