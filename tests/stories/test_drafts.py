"""A form that is closed keeps what Slack has told of it."""

from pathlib import Path

from tests.stories.forms import form, modal, opens, words
from tests.stories.ops import ops
from tests.support import wait_until
from tests.world import Json

RESTART: Json = {
    "type": "object",
    "properties": {
        "service": {"type": "string", "enum": ["api", "worker"], "title": "Service"},
        "why": {"type": "string", "minLength": 3, "title": "Why"},
    },
    "required": ["service", "why"],
}


async def test_with_a_choice_all_that_stands_on_the_page_is_kept(
    tmp_path: Path, redis: str
) -> None:
    """Texts, too, though nothing is drawn anew for it."""
    async with ops(tmp_path, redis) as slack:
        card = await form(slack, RESTART)
        ana = slack.person("ana")
        view = await opens(ana, card)
        service, why = (block for block in view["blocks"] if block["type"] == "input")
        action = service["element"]["action_id"]
        typed = {why["block_id"]: {why["element"]["action_id"]: "a leak"}}
        api = service["element"]["options"][0]["value"]
        await slack.does(
            "ana", "click", view_id=view["id"], action_id=action, value=api, values=typed
        )

        async def kept() -> bool:
            await slack.does("ana", "close", view_id=(await modal(ana))["id"])
            again = words(await opens(ana, card))
            return '"initial_value": "a leak"' in again and '"initial_option": ' in again

        await wait_until(kept, "the form is opened with what was in it")
