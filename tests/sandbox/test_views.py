"""Triggers, the stack of modals, hashes and what people do in views."""

from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import pytest
from slack_sdk.errors import SlackApiError

from tests.sandbox.bolt import Bot, by_socket
from tests.sandbox.driver import Driver, driving

Json = dict[str, Any]


def plain(text: str) -> Json:
    """A plain_text object."""
    return {"type": "plain_text", "text": text}


def modal(title: str = "One", **more: Any) -> Json:
    """A modal with a text, a choice, an e-mail address and a button."""
    options = [{"text": plain(text), "value": text.lower()} for text in ("Red", "Blue")]
    return {
        "type": "modal",
        "callback_id": "form",
        "title": plain(title),
        "submit": plain("Send"),
        "notify_on_close": True,
        "blocks": [
            _field("why", "Why", {"type": "plain_text_input", "action_id": "t", "max_length": 5}),
            _field("what", "What", {"type": "static_select", "action_id": "s", "options": options}),
            _field("mail", "Mail", {"type": "email_text_input", "action_id": "e"}, optional=True),
            {
                "type": "actions",
                "block_id": "more",
                "elements": [{"type": "button", "action_id": "more", "text": plain("More")}],
            },
        ],
        **more,
    }


def _field(block_id: str, label: str, element: Json, *, optional: bool = False) -> Json:
    return {
        "type": "input",
        "block_id": block_id,
        "label": plain(label),
        "element": element,
        "optional": optional,
    }


class Form:
    """A bot with one button that opens the modal, and whose answers a test sets."""

    def __init__(self, driver: Driver, bot: Bot) -> None:
        self.driver = driver
        self.bot = bot
        self.answer: Json = {}
        self.bodies: list[Json] = []
        bot.app.action("open")(self._keep)
        bot.app.action("more")(self._keep)
        bot.app.view("form")(self._answer)
        bot.app.view_closed("form")(self._keep)

    async def _keep(self, ack: Any, body: Json) -> None:
        self.bodies.append(body)
        await ack()

    async def _answer(self, ack: Any, body: Json) -> None:
        self.bodies.append(body)
        await ack(**self.answer)

    async def trigger(self) -> str:
        """A trigger of Ben's, from a click on a message."""
        block = {
            "type": "actions",
            "elements": [{"type": "button", "action_id": "open", "text": plain("Open")}],
        }
        posted = await self.bot.client.chat_postMessage(channel="C0OPS", text="x", blocks=[block])
        ts = str(posted["ts"])  # pyright: ignore[reportUnknownArgumentType]
        answer = await self.driver.does("ben", "click", channel="ops", ts=ts, text="Open")
        assert answer["status"] == "ok"
        return self.bodies[-1]["trigger_id"]

    async def open(self, **more: Any) -> Json:
        """The modal, opened for Ben."""
        return await self.view("views_open", trigger_id=await self.trigger(), view=modal(**more))

    async def view(self, method: str, **args: Any) -> Json:
        """The view that one of the client's views_* methods answers."""
        return (await getattr(self.bot.client, method)(**args))["view"]

    async def press_more(self, view: Json) -> str:
        """The trigger of a press inside the view."""
        await self.driver.does("ben", "click", view_id=view["id"], text="More")
        return self.bodies[-1]["trigger_id"]

    async def submit(self, view: Json, **values: Any) -> Json:
        """Ben's entries by label, and what came of them."""
        full = {"Why": "so", "What": "Red", **values}
        return await self.driver.does("ben", "submit", view_id=view["id"], by_label=full)

    def open_titles(self) -> list[str]:
        """The titles of Ben's open modals, from the root up."""
        stack = self.driver.sandbox.slack.workspace.stack("U0BEN")
        return [record["view"]["title"]["text"] for record in stack]


@pytest.fixture
async def form(tmp_path: Path) -> AsyncGenerator[Form]:
    """The form over Socket Mode."""
    async with (
        driving(manifest_path=tmp_path / "none.yml") as driver,
        by_socket(driver.sandbox) as bot,
    ):
        yield Form(driver, bot)


class TestTriggers:
    async def test_a_trigger_counts_once(self, form: Form) -> None:
        """The second use is exchanged, an invented one invalid."""
        trigger = await form.trigger()
        await form.bot.client.views_open(trigger_id=trigger, view=modal())
        for wrong, code in ((trigger, "exchanged"), ("1.2.3", "invalid")):
            with pytest.raises(SlackApiError, match=f"{code}_trigger_id"):
                await form.bot.client.views_open(trigger_id=wrong, view=modal())

    async def test_a_trigger_expires_after_three_seconds(self, form: Form) -> None:
        """The clock decides, not the bot."""
        trigger = await form.trigger()
        await form.driver.post("clock", advance_s=3.1)
        with pytest.raises(SlackApiError, match="expired_trigger_id"):
            await form.bot.client.views_open(trigger_id=trigger, view=modal())

    async def test_a_wrong_view_does_not_use_the_trigger_up(self, form: Form) -> None:
        """Problems are invalid_arguments with pointers under /view."""
        trigger = await form.trigger()
        with pytest.raises(SlackApiError, match="invalid_arguments") as refused:
            await form.bot.client.views_open(trigger_id=trigger, view=modal("x" * 25))
        assert refused.value.response["response_metadata"]["messages"] == [
            "[ERROR] must be less than 25 characters [json-pointer:/view/title/text]"
        ]
        await form.bot.client.views_open(trigger_id=trigger, view=modal())


class TestStack:
    async def test_three_modals_and_no_more(self, form: Form) -> None:
        """Views know their root and the one below; closing by the cross clears all."""
        first = await form.open()

        async def push(on: Json, title: str) -> Json:
            trigger = await form.press_more(on)
            return await form.view("views_push", trigger_id=trigger, view=modal(title))

        second = await push(first, "Two")
        assert (second["root_view_id"], second["previous_view_id"]) == (first["id"], first["id"])
        third = await push(second, "Three")
        with pytest.raises(SlackApiError, match="push_limit_reached"):
            await push(third, "Four")
        assert form.open_titles() == ["One", "Two", "Three"]
        await form.driver.does("ben", "close", view_id=third["id"])
        assert form.open_titles() == ["One", "Two"]
        assert (form.bodies[-1]["view"]["id"], form.bodies[-1]["is_cleared"]) == (
            third["id"], False,
        )  # fmt: skip
        await form.driver.does("ben", "close", view_id=second["id"], all=True)
        assert form.open_titles() == []
        assert (form.bodies[-1]["view"]["id"], form.bodies[-1]["is_cleared"]) == (
            first["id"], True,
        )  # fmt: skip

    async def test_push_needs_a_trigger_from_a_modal(self, form: Form) -> None:
        """One from a message finds no stack."""
        await form.open()
        with pytest.raises(SlackApiError, match="not_found"):
            await form.bot.client.views_push(trigger_id=await form.trigger(), view=modal())


class TestUpdate:
    async def test_typed_text_stays_where_both_ids_do(self, form: Form) -> None:
        """A stale hash is a conflict, a closed view is not found."""
        view = await form.open()
        form.answer = {"response_action": "errors", "errors": {"why": "No."}}
        await form.submit(view)
        changed = modal("New")
        changed["blocks"][1]["block_id"] = "other"
        now: Json = {"view_id": view["id"], "view": changed, "hash": view["hash"]}
        new = await form.view("views_update", **now)
        values = new["state"]["values"]
        assert values["why"]["t"]["value"] == "so"
        assert values["other"]["s"]["selected_option"] is None
        with pytest.raises(SlackApiError, match="hash_conflict"):
            await form.view("views_update", **now)
        form.answer = {}
        await form.submit(new)
        with pytest.raises(SlackApiError, match="not_found"):
            await form.view("views_update", view_id=view["id"], view=changed)

    async def test_a_press_tells_what_was_entered_elsewhere(self, form: Form) -> None:
        """The state of the view has it, and an update keeps it."""
        view = await form.open()
        entered: Json = {"why": {"t": "so"}, "what": {"s": "blue"}}
        where: Json = {"view_id": view["id"], "text": "More", "values": entered}
        assert (await form.driver.does("ben", "click", **where))["status"] == "ok"
        values = form.bodies[-1]["view"]["state"]["values"]
        assert values["why"]["t"] == {"type": "plain_text_input", "value": "so"}
        assert values["what"]["s"]["selected_option"]["value"] == "blue"
        new = await form.view("views_update", view_id=view["id"], view=modal("New"))
        assert new["state"]["values"]["why"]["t"]["value"] == "so"

    async def test_external_ids_are_unique(self, form: Form) -> None:
        """A view can be found by its external id, and no other may have it."""
        await form.open(external_id="mine")
        found = await form.bot.client.views_update(
            external_id="mine", view=modal("Found", external_id="mine")
        )
        assert found["ok"]
        assert form.open_titles() == ["Found"]
        home: Json = {"type": "home", "external_id": "mine", "blocks": modal()["blocks"][3:]}
        with pytest.raises(SlackApiError, match="duplicate_external_id"):
            await form.bot.client.views_publish(user_id="U0ANA", view=home)

    async def test_a_home_tab_is_published_and_its_buttons_work(self, form: Form) -> None:
        """It has no title, and a press in it carries the view but no channel."""
        home: Json = {"type": "home", "blocks": modal()["blocks"][3:]}
        view = await form.view("views_publish", user_id="U0BEN", view=home)
        await form.driver.does("ben", "click", view_id=view["id"], text="More")
        assert form.bodies[-1]["view"]["id"] == view["id"]
        assert not {"channel", "message", "response_url"} & form.bodies[-1].keys()
        with pytest.raises(SlackApiError, match="invalid_arguments"):
            await form.bot.client.views_publish(user_id="U0BEN", view=modal())


class TestSubmission:
    async def test_slack_checks_entries_itself(self, form: Form) -> None:
        """Required, length and address are refused before the app hears of it."""
        view = await form.open()
        before = len(form.bodies)
        answer = await form.submit(view, Why="", What=None, Mail="nobody")
        assert answer["errors"].keys() == {"why", "what", "mail"}
        assert (await form.submit(view, Why="123456"))["errors"].keys() == {"why", "mail"}
        assert len(form.bodies) == before

    async def test_the_state_has_slacks_shape(self, form: Form) -> None:
        """Whole options, and null for what was left empty."""
        view = await form.open()
        assert (await form.submit(view))["status"] == "ok"
        values = form.bodies[-1]["view"]["state"]["values"]
        assert values["why"]["t"] == {"type": "plain_text_input", "value": "so"}
        assert values["what"]["s"]["selected_option"] == {
            "text": {"type": "plain_text", "text": "Red", "emoji": True}, "value": "red",
        }  # fmt: skip
        assert values["mail"]["e"]["value"] is None
        assert "channel" not in form.bodies[-1]

    @pytest.mark.parametrize(
        ("answer", "titles"),
        [
            ({}, []),
            ({"response_action": "clear"}, []),
            ({"response_action": "update", "view": modal("Thanks")}, ["Thanks"]),
            ({"response_action": "push", "view": modal("Next")}, ["One", "Next"]),
            ({"response_action": "errors", "errors": {"why": "No."}}, ["One"]),
        ],
    )
    async def test_the_answer_decides_what_is_open(
        self, form: Form, answer: Json, titles: list[str]
    ) -> None:
        """Empty closes, update replaces, push adds, clear closes all, errors keep it open."""
        view = await form.open()
        form.answer = answer
        assert (await form.submit(view))["status"] == "ok"
        assert form.open_titles() == titles

    @pytest.mark.parametrize(
        "answer",
        [
            {"response_action": "errors", "errors": {"nowhere": "No."}},
            {"response_action": "errors", "errors": {"more": "No."}},
            {"response_action": "errors", "errors": {"why": ""}},
            {"response_action": "vanish"},
            {"response_action": "push", "view": {"type": "home", "blocks": modal()["blocks"][3:]}},
            {"response_action": "update", "view": modal("x" * 25)},
        ],
    )
    async def test_a_wrong_answer_is_trouble(self, form: Form, answer: Json) -> None:
        """Unknown keys and bad views leave the modal open under Slack's own words."""
        view = await form.open()
        form.answer = answer
        result = await form.submit(view)
        assert result["status"] == "trouble"
        assert "trouble connecting" in result["trouble"]
        assert form.open_titles() == ["One"]

    async def test_unknown_keys_may_be_forgiven(self, form: Form) -> None:
        """With that quirk off only the known ones count."""
        await form.driver.post("quirks", error_keys=False)
        view = await form.open()
        form.answer = {"response_action": "errors", "errors": {"nowhere": "No.", "why": "Odd."}}
        assert (await form.submit(view))["errors"] == {"why": "Odd."}


class TestFiles:
    async def test_people_put_files_into_a_modal(self, form: Form) -> None:
        """Slack's client holds them to number and type; the bot can read them."""
        element = {"type": "file_input", "action_id": "f", "max_files": 2, "filetypes": ["txt"]}
        view = await form.open(blocks=[_field("file", "File", element)])

        async def put(*files: Any) -> Json:
            values = {"file": {"f": list(files)}}
            return await form.driver.does("ben", "submit", view_id=view["id"], values=values)

        assert (await put("a.txt", "b.txt", "c.txt"))["checked_by"] == "client"
        assert (await put("a.exe"))["checked_by"] == "client"
        assert (await put())["checked_by"] == "client"
        assert (await put(7))["http"] == 400
        assert (await put({"name": "a.txt", "content": "abc"}))["status"] == "ok"
        (file,) = form.bodies[-1]["view"]["state"]["values"]["file"]["f"]["files"]
        assert (file["name"], file["user"], file["size"]) == ("a.txt", "U0BEN", 3)
        async with form.driver.http.get(file["url_private"]) as response:
            assert await response.read() == b"abc"


class TestTop:
    async def test_only_the_top_view_can_be_used(self, form: Form) -> None:
        """One below can be neither submitted nor cancelled."""
        first = await form.open()
        trigger = await form.press_more(first)
        second = await form.view("views_push", trigger_id=trigger, view=modal("Two"))
        assert (await form.submit(first))["http"] == 400
        assert (await form.driver.does("ben", "close", view_id=first["id"]))["http"] == 400
        assert (await form.driver.does("ben", "close", view_id=second["id"]))["status"] == "ok"
        assert form.open_titles() == ["One"]

    async def test_a_view_may_take_all_with_it(self, form: Form) -> None:
        """With clear_on_close its Cancel closes the whole stack."""
        first = await form.open()
        trigger = await form.press_more(first)
        top = modal("Two", clear_on_close=True)
        second = await form.view("views_push", trigger_id=trigger, view=top)
        await form.driver.does("ben", "close", view_id=second["id"])
        assert form.open_titles() == []
        assert form.bodies[-1]["is_cleared"] is True
