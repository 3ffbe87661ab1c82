"""Streamed messages: their chunks, their end after five minutes, and people's Stop."""

from dataclasses import asdict, dataclass, field

from sandbox.clock import Clock
from sandbox.content import good_blocks
from sandbox.errors import ApiError
from sandbox.jsons import Json, is_list, is_obj, objects
from sandbox.quirks import Quirks
from sandbox.store import Store
from sandbox.strict.blocks import MOST_IN_MESSAGE
from sandbox.strict.normalise import stored_blocks
from sandbox.strict.sizes import MOST_MARKDOWN

# Slack ends a stream by itself, whether anything was appended lately or not.
LIFE_S = 300.0
MOST_TASK_TEXT = 256
STATUSES = ("pending", "in_progress", "complete", "error")


@dataclass(slots=True)
class Stream:
    """What was streamed into one message so far."""

    until: float
    mode: str
    text: str = ""
    title: str = ""
    tasks: dict[str, Json] = field(default_factory=dict[str, Json])
    blocks: list[Json] = field(default_factory=list[Json])

    def take(self, args: Json, quirks: Quirks) -> None:
        """Add `markdown_text` or `chunks`; raises no_text, msg_too_long or invalid_chunks."""
        chunks = args.get("chunks")
        if args.get("markdown_text"):
            self._add_text(args["markdown_text"])
        if chunks is not None and not is_list(chunks):
            raise ApiError("invalid_chunks")
        for chunk in chunks or []:
            self._chunk(chunk, quirks)

    def content(self) -> Json:
        """The message's text and blocks as they stand."""
        blocks: list[Json] = [{"type": "markdown", "text": self.text}] if self.text else []
        cards = [_card(task) for task in self.tasks.values()]
        if cards and self.mode == "plan":
            cards = [{"type": "plan", "title": self.title or "Plan", "tasks": cards}]
        return {"text": self.text, "blocks": stored_blocks([*blocks, *cards, *self.blocks])}

    def _add_text(self, text: object) -> None:
        if not isinstance(text, str):
            raise ApiError("invalid_chunks")
        if len(text) > MOST_MARKDOWN:
            raise ApiError("msg_too_long")
        self.text += text

    def _chunk(self, chunk: object, quirks: Quirks) -> None:
        kind = chunk.get("type") if is_obj(chunk) else None
        if not is_obj(chunk):
            raise ApiError("invalid_chunks")
        if kind == "markdown_text":
            self._add_text(chunk.get("text"))
        elif kind == "plan_update":
            self.title = _short(chunk.get("title"))
        elif kind == "task_update":
            self._task(chunk)
        elif kind == "blocks":
            few([*self.blocks, *objects(chunk.get("blocks"))])
            self.blocks += good_blocks(chunk.get("blocks"), quirks)
        else:
            raise ApiError("invalid_chunks")

    def _task(self, chunk: Json) -> None:
        """Change a task; its details and output grow, they are never replaced."""
        if chunk.get("status") not in STATUSES or not isinstance(chunk.get("id"), str):
            raise ApiError("invalid_chunks")
        task = self.tasks.setdefault(chunk["id"], {"id": chunk["id"]})
        task |= {"title": _short(chunk.get("title")), "status": chunk["status"]}
        for key in ("details", "output"):
            if chunk.get(key):
                task[key] = task.get(key, "") + _short(chunk[key])
        if chunk.get("sources"):
            task["sources"] = chunk["sources"]


def few(blocks: list[Json]) -> None:
    """Raise msg_blocks_too_many for more blocks than a message can have."""
    if len(blocks) > MOST_IN_MESSAGE:
        raise ApiError("msg_blocks_too_many")


def _short(text: object) -> str:
    if not isinstance(text, str) or not 0 < len(text) <= MOST_TASK_TEXT:
        raise ApiError("invalid_chunks")
    return text


def _card(task: Json) -> Json:
    card: Json = {
        "type": "task_card",
        "task_id": task["id"],
        "title": task["title"],
        "status": task["status"],
    }
    for key in ("details", "output"):
        if key in task:
            leaf: Json = {"type": "text", "text": task[key]}
            section: Json = {"type": "rich_text_section", "elements": [leaf]}
            card[key] = {"type": "rich_text", "elements": [section]}
    return card | ({"sources": task["sources"]} if "sources" in task else {})


class Streams:
    """The streams that are running or were stopped by a person, kept over a restart."""

    def __init__(self, clock: Clock, store: Store, quirks: Quirks) -> None:
        self._quirks = quirks
        self._clock = clock
        self._store = store
        self._running = {key: Stream(**saved) for key, saved in store.load("stream").items()}
        self._stopped = set(store.load("stopped"))

    def new(self, mode: str) -> Stream:
        """A stream that is not running yet."""
        return Stream(self._clock.now() + LIFE_S, mode)

    def start(self, channel: str, ts: str, stream: Stream) -> None:
        """It runs in this message, with what it holds by now."""
        self._running[f"{channel}/{ts}"] = stream
        self._store.put("stream", f"{channel}/{ts}", asdict(stream))

    def running(self, channel: str, ts: str) -> Stream | None:
        """The stream in this message, unless it has ended."""
        stream = self._running.get(f"{channel}/{ts}")
        over = stream is not None and self._clock.now() >= stream.until
        if over and self._quirks.stream_end:
            self.end(channel, ts)
            return None
        return stream

    def need(self, channel: str, ts: str) -> Stream:
        """The running stream; raises stopped_by_user or message_not_in_streaming_state."""
        if f"{channel}/{ts}" in self._stopped:
            raise ApiError("stopped_by_user")
        stream = self.running(channel, ts)
        if stream is None:
            raise ApiError("message_not_in_streaming_state")
        return stream

    def end(self, channel: str, ts: str) -> None:
        """It is over."""
        self._running.pop(f"{channel}/{ts}", None)
        self._store.drop("stream", f"{channel}/{ts}")

    def stop(self, channel: str, timestamps: list[str]) -> list[str]:
        """A person stops those of these messages that are streaming; which they were."""
        stopped = [ts for ts in timestamps if self.running(channel, ts)]
        for ts in stopped:
            self.end(channel, ts)
            self._stopped.add(f"{channel}/{ts}")
            self._store.put("stopped", f"{channel}/{ts}", {})
        return stopped
