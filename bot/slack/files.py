"""Files in threads: an address, the bytes, and only then something that people see.

Nothing of a file is seen before it is shared. Whoever can't share one gets a plain no, for then
what would be in the file goes as messages.
"""

from dataclasses import dataclass
from typing import cast

from slack_sdk.web.async_client import AsyncWebClient

from bot.core.ids import Thread
from bot.log import get
from bot.slack.errors import FAILURES, code, trouble
from bot.slack.fields import text

log = get(__name__)

# What `errors.trouble` would wait for: a scope may be granted one day, but the words are due now.
_NO_FILES = frozenset("missing_scope no_permission not_allowed_token_type".split())


@dataclass(frozen=True, slots=True)
class Paper:
    """A text that is to stand in a thread as a file; its name tells it from all others there."""

    name: str
    title: str
    content: str


class Files:
    """Puts texts up as files. Methods raise errors.FAILURES when it may be tried again."""

    def __init__(self, client: AsyncWebClient) -> None:
        self._client = client

    async def upload(self, paper: Paper) -> str | None:
        """Sends the bytes; the file's id, or None where Slack takes none. Nobody sees it yet."""
        body = paper.content.encode()
        try:
            answer = await self._client.files_getUploadURLExternal(
                filename=paper.name, length=len(body)
            )
        except FAILURES as error:
            _no(paper, error)
            return None
        place = cast(object, answer.data)
        sent = await self._sent(paper, text(place, "upload_url"), body)
        return text(place, "file_id") if sent else None

    async def share(self, thread: Thread, file: str, paper: Paper) -> bool:
        """Shows an uploaded file in a thread; False where Slack refuses that."""
        # Without a comment: links in one would be unfurled, and nothing forbids that there.
        try:
            await self._client.files_completeUploadExternal(
                files=[{"id": file, "title": paper.title}],
                channel_id=thread.channel,
                thread_ts=thread.ts,
            )
        except FAILURES as error:
            _no(paper, error)
            return False
        return True

    async def _sent(self, paper: Paper, url: str, body: bytes) -> bool:
        """Whether the bytes were taken. A host that can't be reached doesn't keep words waiting."""
        session = self._client.session
        if session is None or not url:
            return False
        headers = {"Content-Type": "application/octet-stream"}
        proxy = self._client.proxy
        try:
            async with session.post(url, data=body, headers=headers, proxy=proxy) as answer:
                why = f"the upload was answered with {answer.status}"
                if answer.status == 200:
                    return True
        except FAILURES as error:
            why = f"the upload failed ({type(error).__name__})"
        log.warning("no file", name=paper.name, why=why)
        return False


def _no(paper: Paper, error: Exception) -> None:
    """None for a refusal, which is logged; raises what may be tried again."""
    if code(error) not in _NO_FILES and trouble(error).kind in ("wait", "unclear"):
        raise error
    log.warning("no file", name=paper.name, why=code(error))
