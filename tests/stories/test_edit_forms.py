"""Edits of calls that are more than a few texts: groups, lists, kinds, pages, many people."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.stories import edit_tools, ops_tools
from tests.stories.edit_tools import DEPLOYED, KEPT
from tests.stories.forms import labels, modal, opens, presses, words
from tests.stories.ops import BY_RISK, PEOPLE
from tests.world import Json, Message, Person, World, world

DEPLOY: Json = {
    "service": "checkout",
    "limits": {"cpu": 0.5, "memory": 512},
    "servers": [{"name": "eu-1", "pods": 3}, {"name": "eu-2", "pods": 2}],
    "when": {"kind": "now"},
}
SETTINGS: Json = {f"s{n:02}": f"value {n}" for n in range(30)}


@pytest.fixture(autouse=True)
def _fresh() -> None:
    DEPLOYED.clear()
    KEPT.clear()


def config(folder: Path, rules: str = BY_RISK, tools: str = edit_tools.__name__) -> Path:
    """signoff.yaml with those tools."""
    path = folder / "signoff.yaml"
    path.write_text(
        f"{PEOPLE}tools: [{ops_tools.__name__}, {tools}]\n"
        f"agent:\n  name: ops\n  progress: off\npolicy:\n  rules:\n{rules}"
    )
    return path


async def asked(slack: World, name: str, arguments: Json) -> Message:
    """The card of a call."""
    call = {"name": name, "arguments": arguments}
    await slack.plays({"calls": [call]}, {"text": "All done here."})
    task = await slack.person("ana").says("@signoff please do it")
    return await slack.card(task.ts)


async def done(slack: World, card: Message) -> Json:
    """What the model is told to have been changed, once all is done."""
    await slack.message(card.thread, "All done here.")
    changes: Json = json.loads((await slack.results())[-1].partition("\n")[0])["changes"]
    return changes


def shown(view: Json) -> dict[str, Any]:
    """What stands in each input at first, by its label."""
    found: dict[str, Any] = {}
    for block in view["blocks"]:
        if block["type"] == "input":
            element = block["element"]
            picked = element.get("initial_option", {}).get("text", {}).get("text")
            found.setdefault(block["label"]["text"], element.get("initial_value", picked))
    return found


def block(view: Json, label: str, n: int = 0) -> str:
    """The block id of the field with a label; of the nth that has it."""
    return [
        one["block_id"] for one in view["blocks"]
        if one["type"] == "input" and one["label"]["text"] == label
    ][n]  # fmt: skip


def typed(view: Json, label: str, value: str, n: int = 0) -> Json:
    """The values of a modal in which that is typed."""
    name = block(view, label, n)
    return {name: {name: value}}


async def sends(person: Person, values: Json) -> Json:
    """Sends the modal on top with these values by block id."""
    view = await modal(person)
    return await person.world.does(person.name, "submit", view_id=view["id"], values=values)


async def test_an_object_and_a_list_are_changed_in_fields_of_their_own(
    tmp_path: Path, redis: str
) -> None:
    """What stands in a group or a row is a field; what isn't touched keeps its value and type."""
    async with world(tmp_path, redis, config=config(tmp_path)) as slack:
        card = await asked(slack, "deploy", DEPLOY)
        ben = slack.person("ben")
        view = await opens(ben, card, "Edit…")
        assert shown(view) == {
            "service": "checkout", "cpu": "0.5", "memory": "512", "name": "eu-1", "pods": "3",
            "when": "now", "Your reason": None,
        }  # fmt: skip
        (second,) = [one["block_id"] for one in view["blocks"] if "servers 2" in words(one)]
        view = await presses(ben, block_id=second, text="Remove")
        assert labels(view).count("pods") == 1
        view = await presses(ben, "Add servers")
        values = {
            **typed(view, "name", "us-1", 1), **typed(view, "pods", "4", 1),
            **typed(view, "cpu", "0.75"),
        }  # fmt: skip
        assert (await sends(ben, values))["status"] == "ok"
        servers = [{"name": "eu-1", "pods": 3}, {"name": "us-1", "pods": 4}]
        limits = {"cpu": 0.75, "memory": 512}
        assert await done(slack, card) == {
            "limits": {"from": DEPLOY["limits"], "to": limits},
            "servers": {"from": DEPLOY["servers"], "to": servers},
        }
        assert [{**DEPLOY, "limits": limits, "servers": servers}] == DEPLOYED
        settled = await slack.message(card.thread, "Approved: deploy checkout")
        assert settled.ts == card.ts and "us-1" in settled.text and "Changed by" in settled.text


async def test_another_kind_brings_its_own_fields(tmp_path: Path, redis: str) -> None:
    """They are asked for at once, and nothing is sent that isn't there yet."""
    async with world(tmp_path, redis, config=config(tmp_path)) as slack:
        card = await asked(slack, "deploy", DEPLOY)
        ben = slack.person("ben")
        view = await opens(ben, card, "Edit…")
        assert "minutes" not in labels(view)
        (later,) = [
            option["value"] for one in view["blocks"] if one.get("block_id") == block(view, "when")
            for option in one["element"]["options"] if option["text"]["text"] == "later"
        ]  # fmt: skip
        changed: Json = {"values": typed(view, "service", "basket")}
        changed |= {"action_id": block(view, "when"), "value": later}
        view = await presses(ben, **changed)
        assert shown(view)["minutes"] is None and "minutes" in labels(view)
        missing = await ben.submits({})
        assert list(missing["errors"]) == [block(view, "minutes")]
        few = await ben.submits({"minutes": "4"})
        assert list(few["errors"]) == [block(view, "minutes")] and "5" in str(few["errors"])
        assert DEPLOYED == []
        assert (await ben.submits({"minutes": "30"}))["status"] == "ok"
        await done(slack, card)
        when = {"kind": "later", "minutes": 30}
        assert [{**DEPLOY, "service": "basket", "when": when}] == DEPLOYED


async def test_what_is_wrong_is_said_at_its_field(tmp_path: Path, redis: str) -> None:
    """Within a group and a row too, in words; the rest of what was typed stays."""
    async with world(tmp_path, redis, config=config(tmp_path)) as slack:
        card = await asked(slack, "deploy", DEPLOY)
        ben = slack.person("ben")
        view = await opens(ben, card, "Edit…")
        cpu, name = block(view, "cpu"), block(view, "name", 1)
        bad = await sends(ben, {cpu: {cpu: "9"}, name: {name: "x"}})
        assert set(bad["errors"]) == {cpu, name}
        less = await sends(ben, {cpu: {cpu: "0.0"}, name: {name: "eu-9"}})
        assert less["errors"] == {cpu: "This must be more than 0."}
        odd = await sends(ben, {cpu: {cpu: "0.1000000000000000055511151231"}})
        assert "can't be kept exactly" in odd["errors"][cpu]
        same = await sends(ben, {cpu: {cpu: "0.5"}, name: {name: "eu-2"}})
        assert "Nothing is changed yet" in str(same["errors"])
        assert (
            DEPLOYED == [] and (await slack.card(card.thread)).raw["blocks"] == card.raw["blocks"]
        )


PAGED = """
from typing import Annotated
from pydantic import create_model
from bot.tools.python import tool

Many = create_model("Many", **{f"f{n:02}": (int, n) for n in range(40)})
DONE = []


@tool(risk="medium", title="set {name}")
def many(name: str, values: Many, note: str = "") -> str:
    \"\"\"Set many values.\"\"\"
    return f"{name} " + ",".join(str(one) for one in values.model_dump().values())
"""
MANY: Json = {"name": "checkout", "values": {f"f{n:02}": n for n in range(40)}}


def paged(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A configuration with a tool of forty values."""
    (folder / "paged.py").write_text(PAGED)
    monkeypatch.syspath_prepend(str(folder))
    return config(folder, tools="paged")


async def test_forty_values_are_pages(
    tmp_path: Path, redis: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All of them are looked at before any is sent; what was typed on each page is kept; a fault
    is said on its own page; going back loses nothing."""
    async with world(tmp_path, redis, config=paged(tmp_path, monkeypatch)) as slack:
        card = await asked(slack, "many", MANY)
        ben = slack.person("ben")
        seen = list[str]()
        view = await opens(ben, card, "Edit…")
        assert view["submit"]["text"] == "Next" and "1 of 4" in view["title"]["text"]
        assert (await ben.submits({"f01": "x1"}))["response_action"] == "errors"
        changes = [{"f01": "101"}, {}, {"f30": "130"}]
        for change in changes:
            view = await modal(ben)
            seen += labels(view)
            assert "Your reason" not in seen
            answer = await ben.submits(change)
            assert answer["response_action"] == "update", answer
        view = await modal(ben)
        assert view["submit"]["text"] == "Send changes" and "4 of 4" in view["title"]["text"]
        values = {**typed(view, "Your reason", "as agreed"), **typed(view, "note", "hello")}
        view = await presses(ben, "Back", values=values)
        assert shown(view)["f30"] == "130" and "3 of 4" in view["title"]["text"]
        await ben.submits({})
        view = await modal(ben)
        assert (shown(view)["note"], shown(view)["Your reason"]) == ("hello", "as agreed")
        assert [*seen, *labels(view)][:-1] == ["name", *MANY["values"], "note"]
        assert (await ben.submits({}))["status"] == "ok"
        values = {**MANY["values"], "f01": 101, "f30": 130}
        assert await done(slack, card) == {
            "values": {"from": MANY["values"], "to": values}, "note": {"to": "hello"},
        }  # fmt: skip
        settled = await slack.message(card.thread, "Approved: set checkout")
        assert "as agreed" in settled.text


async def test_another_process_goes_on_with_a_page(
    tmp_path: Path, redis: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bot is killed while the third page is open; nothing of the others is lost."""
    path = paged(tmp_path, monkeypatch)
    async with world(tmp_path, redis, bot=False, config=path) as slack:
        await slack.start("all", PYTHONPATH=str(tmp_path))
        card = await asked(slack, "many", MANY)
        ben = slack.person("ben")
        await opens(ben, card, "Edit…")
        await ben.submits({"f01": "101"})
        await ben.submits({})
        slack.processes[0].kill()
        await slack.processes[0].wait()
        await slack.start("all", PYTHONPATH=str(tmp_path))
        assert (await ben.submits({"f30": "130"}))["response_action"] == "update"
        assert (await ben.submits({}))["status"] == "ok"
        values = {**MANY["values"], "f01": 101, "f30": 130}
        assert await done(slack, card) == {"values": {"from": MANY["values"], "to": values}}


async def test_two_people_have_a_form_each(
    tmp_path: Path, redis: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing that one fills in comes to the other; the first edit counts, the second is refused
    on whichever page it is."""
    async with world(tmp_path, redis, config=paged(tmp_path, monkeypatch)) as slack:
        card = await asked(slack, "many", MANY)
        ben, chi, dee = map(slack.person, ("ben", "chi", "dee"))
        for person, value in ((ben, "101"), (chi, "102"), (dee, "103")):
            await opens(person, card, "Edit…")
            await person.submits({"f01": value})
        await ben.submits({})
        await ben.submits({})
        assert (await modal(ben))["submit"]["text"] == "Send changes"
        await ben.submits({})
        values = {**MANY["values"], "f01": 101}
        assert await done(slack, card) == {"values": {"from": MANY["values"], "to": values}}
        assert "approved this" in str((await chi.submits({}))["errors"])
        assert "approved this" in words(await presses(dee, "Back"))


async def test_opening_it_again_begins_with_the_call(tmp_path: Path, redis: str) -> None:
    """What somebody typed and closed isn't in the form that they open next."""
    async with world(tmp_path, redis, config=config(tmp_path)) as slack:
        card = await asked(slack, "deploy", DEPLOY)
        ben = slack.person("ben")
        view = await opens(ben, card, "Edit…")
        view = await presses(ben, "Add servers", values=typed(view, "service", "basket"))
        await slack.does("ben", "close", view_id=view["id"])
        view = await opens(ben, card, "Edit…")
        assert shown(view)["service"] == "checkout" and labels(view).count("pods") == 2


async def test_names_that_the_schema_does_not_know_are_changed_too(
    tmp_path: Path, redis: str
) -> None:
    """A map is lines; what of it is too long for Slack stays as it is, and isn't approved so."""
    async with world(tmp_path, redis, config=config(tmp_path)) as slack:
        card = await asked(slack, "configure", {"name": "web", "settings": SETTINGS})
        ben = slack.person("ben")
        view = await opens(ben, card, "Edit…")
        lines = str(shown(view)["settings"])
        assert lines.splitlines()[3] == "s03=value 3"
        await ben.submits({"settings": lines.replace("value 3\n", "value = 3\n")})
        await done(slack, card)
        assert KEPT == [{**SETTINGS, "s03": "value = 3", "note": ""}]
        long = {"name": "web", "settings": {"long": "x" * 3_001}}
        await slack.plays({"calls": [{"name": "configure", "arguments": long}]})
        task = await slack.person("ana").says("@signoff and a long one")
        card = await slack.message(task.ts, "Approval needed: configure web")
        view = await opens(ben, card, "Edit…")
        assert shown(view)["settings"] is None and "Left empty, it stays" in words(view)
        assert "not all of it stands here" in words(view)
        assert (await ben.submits({"note": "later"}))["status"] == "ok"
        edited = await slack.message(card.thread, "Changed by")
        assert "Approval needed: configure web" in edited.text and len(KEPT) == 1
