"""What stories about forms have in common: a form that is asked, opened and filled in."""

import json
from typing import Any

from tests.stories.test_questions import questioned
from tests.support import wait_until
from tests.world import Json, Message, Person, World


def asks(schema: Json, question: str = "Please fill this in", more: Json | None = None) -> Json:
    """A call of `askHuman`."""
    arguments = {"question": question, "schema": schema, **(more or {})}
    return {"name": "askHuman", "arguments": arguments}


async def form(slack: World, schema: Json, *turns: Json, **more: object) -> Message:
    """The card of a form that the model asks Ana for."""
    task = await questioned(slack, {"calls": [asks(schema, more=more)]}, *turns)
    return await slack.message(task.ts, "Question: Please fill this in")


async def opens(person: Person, card: Message, button: str = "Answer…") -> Json:
    """The modal that the card's button opens."""
    await person.clicks(card, button)
    return await modal(person)


async def modal(person: Person) -> Json:
    """The modal on top, as Slack has it."""
    return (await person.view())["view"]


async def presses(person: Person, text: str = "", **more: Any) -> Json:
    """Presses something in the modal on top; answers the modal as it is drawn anew."""
    view = await modal(person)
    about = {"view_id": view["id"], **more, **({"text": text} if text else {})}
    await person.world.does(person.name, "click", **about)

    async def anew() -> Json | None:
        now = await modal(person)
        return now if now["hash"] != view["hash"] else None

    return await wait_until(anew, f"{text or more} draws the form anew")


def labels(view: Json) -> list[str]:
    """The labels of a modal's inputs, in their order."""
    return [block["label"]["text"] for block in view["blocks"] if block["type"] == "input"]


def words(view: Json) -> str:
    """All that a modal says."""
    return json.dumps(view, ensure_ascii=False)
