"""A long answer stands as a file under its first lines, once, or else whole in messages."""

from typing import Any

import pytest

from bot.core.state import Run, Say
from bot.ports.chat import ChatTrouble
from bot.slack.chat import SlackChat
from sandbox.uploads import Upload
from tests.slack.samples import RUN
from tests.slack.world import Json, World

SAY = Say("s3", "answer")
NAME = "answer-R-778-3.md"
LONG = "\n\n".join(f"Paragraph {n} " + "word " * 300 for n in range(60))  # about 90,000
WIDE = "| " + " | ".join(f"c{i}" for i in range(25)) + " |"
MANY = "| id | sum |\n| --- | --- |\n" + "\n".join(f"| {n} | {n * 3} |" for n in range(150))


def files(world: World, run: Run) -> list[Json]:
    """The files that stand in the run's thread."""
    return [one for m in world.thread("support", run.thread.ts) for one in m.get("files", [])]


def content(world: World, run: Run) -> str:
    """What the one file of the thread holds."""
    (file,) = files(world, run)
    body = world.sandbox.slack.uploads.files[file["id"]].body
    assert body is not None
    return body.decode()


def posts(world: World, run: Run) -> list[Json]:
    """Our messages without files, in order."""
    return [m for m in world.thread("support", run.thread.ts)[1:] if "files" not in m]


@pytest.mark.case("A01")
async def test_a_long_answer_is_a_file_under_its_first_lines(world: World) -> None:
    """The thread shows how it begins and says that there is more; the file holds all of it."""
    run = await world.started()

    await world.chat.post_say(run, SAY, LONG, look=False)

    (first,) = posts(world, run)
    shown = str(first["blocks"])
    assert "Paragraph 0 " in shown and "Paragraph 2 " not in shown
    assert "the whole answer follows" in shown
    assert 0 < len(first["text"]) <= 1000
    (file,) = files(world, run)
    assert (file["name"], file["title"]) == (NAME, "Answer of R-778")
    assert content(world, run) == LONG.strip("\n") + "\n"
    assert [m["ts"] for m in world.thread("support", run.thread.ts)][-1] > first["ts"]


@pytest.mark.case("A12")
async def test_nothing_of_a_long_answer_is_unfurled(world: World) -> None:
    """An address in it would tell its host what stands in it, without anybody's click."""
    run = await world.started()

    await world.chat.post_say(run, SAY, f"https://collect.example/?d=1 {LONG}", look=False)

    for sent in world.sent("chat.postMessage"):
        assert sent["unfurl_links"] is sent["unfurl_media"] is False
    (shared,) = world.sent("files.completeUploadExternal")
    assert "initial_comment" not in shared and "blocks" not in shared


@pytest.mark.parametrize("table", [MANY, f"{WIDE}\n{'|---' * 25}|\n{WIDE}"])
async def test_a_table_that_slack_would_not_draw_is_in_the_file_whole(
    world: World, table: str
) -> None:
    """More than a hundred rows, or more than twenty columns."""
    run = await world.started()

    await world.chat.post_say(run, SAY, f"Here:\n\n{table}\n", look=False)

    assert content(world, run) == f"Here:\n\n{table}\n"
    assert len(posts(world, run)) == 1


async def test_secrets_are_hidden_in_messages_and_in_the_file(world: World) -> None:
    """A password that a tool let through stands nowhere in Slack."""
    run = await world.started()
    secret = "postgres://app:hunter22@db.internal/shop"

    await world.chat.post_say(run, Say("s1", "answer"), secret, look=False)
    await world.chat.post_say(run, SAY, f"{secret}\n\n{LONG}\n\n{secret}", look=False)

    everything = content(world, run) + str(world.thread("support", run.thread.ts))
    assert "hunter22" not in everything
    assert "db.internal" in content(world, run)


@pytest.mark.parametrize(
    ("method", "error"),
    [
        ("files.getUploadURLExternal", "missing_scope"),
        ("files.getUploadURLExternal", "file_uploads_disabled"),
        ("files.getUploadURLExternal", "storage_limit_reached"),
        ("files.completeUploadExternal", "not_in_channel"),
        ("files.completeUploadExternal", "posting_to_channel_denied"),
        ("files.completeUploadExternal", "missing_scope"),
    ],
)
async def test_where_files_are_refused_all_of_it_goes_as_messages(
    world: World, method: str, error: str
) -> None:
    """Nothing is lost, and the order is kept."""
    run = await world.started()
    await world.fault("error", method, error=error)

    await world.chat.post_say(run, SAY, LONG, look=False)

    assert files(world, run) == []
    assert_whole(world, run)


@pytest.mark.parametrize("way", ["nowhere", "no host"])
async def test_bytes_that_nobody_takes_go_as_messages(
    world: World, way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The upload's host refuses them, or can't be reached."""
    run = await world.started()
    uploads = world.sandbox.slack.uploads
    if way == "nowhere":

        def lost(filename: str, length: int) -> Upload:
            return Upload("F0GONE", filename, length)

        monkeypatch.setattr(uploads, "announce", lost)
    else:
        monkeypatch.setattr(world.sandbox.slack, "base_url", "http://127.0.0.1:1")

    await world.chat.post_say(run, SAY, LONG, look=False)

    assert files(world, run) == []
    assert_whole(world, run)


async def test_parts_that_stand_are_gone_on_with_though_files_are_taken_again(
    world: World,
) -> None:
    """The answer isn't told twice over."""
    run = await world.started()
    await world.fault("error", "files.getUploadURLExternal", error="file_uploads_disabled")
    await world.fault("slow", "chat.postMessage", seconds=0)
    await world.fault("ratelimited", "chat.postMessage", retry_after=1)
    with pytest.raises(ChatTrouble) as limited:
        await world.chat.post_say(run, SAY, LONG, look=False)

    await world.chat.post_say(run, SAY, LONG, look=True)

    assert limited.value.kind == "unclear"
    assert files(world, run) == []
    assert_whole(world, run)


@pytest.mark.parametrize(
    ("kind", "method"),
    [
        ("reset_before_commit", "files.getUploadURLExternal"),
        ("reset_after_commit", "files.getUploadURLExternal"),
        ("ratelimited", "files.getUploadURLExternal"),
        ("reset_after_commit", "chat.postMessage"),
        ("ratelimited", "chat.postMessage"),
        ("reset_before_commit", "files.completeUploadExternal"),
        ("reset_after_commit", "files.completeUploadExternal"),
        ("ratelimited", "files.completeUploadExternal"),
    ],
)
async def test_after_any_trouble_the_file_stands_once(world: World, kind: str, method: str) -> None:
    """Whether or not Slack had taken what was lost, the next try finds what stands."""
    run = await world.started()
    await world.fault(kind, method)
    with pytest.raises(ChatTrouble) as broken:
        await world.chat.post_say(run, SAY, LONG, look=False)

    await world.chat.post_say(run, SAY, LONG, look=broken.value.kind == "unclear")

    assert len(posts(world, run)) == 1
    assert content(world, run) == LONG.strip("\n") + "\n"


async def test_a_file_is_looked_for_once_slack_shows_it(world: World) -> None:
    """Slack says that it is shared before it stands in the thread; a longer wait stays longer."""
    run = await world.started()
    for order, wait in (({"kind": "reset_after_commit"}, 10), ({"kind": "ratelimited"}, 30)):
        await world.fault(method="files.completeUploadExternal", retry_after=30, **order)
        with pytest.raises(ChatTrouble) as unclear:
            await world.chat.post_say(run, Say(f"s{wait}", "answer"), LONG, look=False)
        assert (unclear.value.kind, unclear.value.retry_after_s) == ("unclear", wait)


async def test_a_file_that_stands_is_found_by_its_name(world: World) -> None:
    """Another answer of the same run has another name; a person's file of that name isn't ours."""
    run = await world.started()
    await world.chat.post_say(run, SAY, LONG, look=False)

    await world.chat.post_say(run, SAY, LONG, look=True)
    assert len(files(world, run)) == 1
    await world.chat.post_say(run, Say("s4", "answer"), LONG, look=True)
    assert [file["name"] for file in files(world, run)] == [NAME, "answer-R-778-4.md"]


async def test_how_many_messages_an_answer_may_take_is_set(world: World) -> None:
    """At the number itself it still is messages."""
    run = await world.started()
    paragraphs = "\n\n".join("word " * 2000 for _ in range(3))
    for most, filed in ((3, False), (2, True)):
        chat = SlackChat(world.client, world.me, answer_messages=most)
        before = len(files(world, run))
        await chat.post_say(run, Say(f"s{most}", "answer"), paragraphs, look=False)
        assert (len(files(world, run)) > before) == filed


def assert_whole(world: World, run: Run) -> None:
    """Every paragraph stands once in the parts of the thread, in order."""
    marks = [m["metadata"]["event_payload"]["id"] for m in posts(world, run)]
    parts = [m for m in posts(world, run) if ":first" not in str(m["metadata"])]
    assert [m for m in marks if ":first" not in m] == [f"{RUN}:s3:{n}" for n in range(len(parts))]
    said = "".join(block["text"] for m in parts for block in _markdown(m))
    at = [said.index(f"Paragraph {n} ") for n in range(60)]
    assert at == sorted(at)
    assert all(said.count(f"Paragraph {n} ") == 1 for n in range(60))


def _markdown(message: Json) -> list[Any]:
    return [block for block in message["blocks"] if block["type"] == "markdown"]
