"""Files: an upload URL, the bytes, and completion."""

from dataclasses import dataclass

from aiohttp import web

from sandbox.clock import Clock
from sandbox.ids import fresh
from sandbox.jsons import Json
from sandbox.people import BOT_USER


@dataclass(slots=True)
class Upload:
    """A file that was announced; `body` is there once it was uploaded."""

    id: str
    filename: str
    length: int
    body: bytes | None = None
    title: str = ""


class Uploads:
    """The files of this process; they are not kept over a restart."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self.files: dict[str, Upload] = {}

    def announce(self, filename: str, length: int) -> Upload:
        """A new file that will be uploaded."""
        upload = Upload(fresh("F"), filename, length)
        self.files[upload.id] = upload
        return upload

    def public(self, upload: Upload) -> Json:
        """The file object in answers and messages."""
        return {
            "id": upload.id,
            "created": int(self._clock.now()),
            "name": upload.filename,
            "title": upload.title or upload.filename,
            "size": upload.length,
            "user": BOT_USER,
            "mode": "hosted",
            "is_external": False,
        }

    async def receive(self, request: web.Request) -> web.StreamResponse:
        """POST /upload/{file}: raw bytes, or the first part of a multipart form."""
        upload = self.files.get(request.match_info["file"])
        if upload is None:
            return web.Response(status=404, text="no such upload")
        if request.content_type == "multipart/form-data":
            part = next(iter((await request.post()).values()), b"")
            is_file = isinstance(part, web.FileField)
            upload.body = part.file.read() if is_file else str(part).encode()
        else:
            upload.body = await request.read()
        return web.Response(text=f"OK - {len(upload.body)}")

    async def show(self, request: web.Request) -> web.StreamResponse:
        """GET /files/{file}: the uploaded bytes."""
        upload = self.files.get(request.match_info["file"])
        if upload is None or upload.body is None:
            return web.Response(status=404, text="no such file")
        return web.Response(body=upload.body, content_type="application/octet-stream")
