"""Files: an upload URL, the bytes, and completion; what people attach in modals too."""

import mimetypes
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

from aiohttp import web

from sandbox.clock import Clock
from sandbox.errors import ControlError
from sandbox.ids import fresh
from sandbox.jsons import Json, is_list, is_obj
from sandbox.people import BOT_USER
from sandbox.store import Store


@dataclass(slots=True)
class Upload:
    """A file that was announced; `body` is there once it was uploaded."""

    id: str
    filename: str
    length: int
    body: bytes | None = None
    title: str = ""
    user: str = BOT_USER


class Uploads:
    """The files of a workspace; their bytes are kept in `folder`, if there is one."""

    def __init__(
        self, clock: Clock, store: Store, folder: Path | None, base_url: Callable[[], str]
    ) -> None:
        self._clock = clock
        self._store = store
        self._folder = None if folder is None else folder / "files"
        self._base_url = base_url
        self.files: dict[str, Upload] = {}
        for key, saved in store.load("file").items():
            self.files[key] = Upload(**saved, body=self._bytes(key))

    def announce(self, filename: str, length: int, user: str = BOT_USER) -> Upload:
        """A new file that will be uploaded."""
        upload = Upload(fresh("F"), filename, length, user=user)
        self.files[upload.id] = upload
        self.keep(upload)
        return upload

    def keep(self, upload: Upload) -> None:
        """Save what is known of a file, and its bytes."""
        saved = {key: value for key, value in asdict(upload).items() if key != "body"}
        self._store.put("file", upload.id, saved)
        if self._folder is not None and upload.body is not None:
            self._folder.mkdir(exist_ok=True)
            (self._folder / upload.id).write_bytes(upload.body)

    def _bytes(self, key: str) -> bytes | None:
        if self._folder is None or not (self._folder / key).exists():
            return None
        return (self._folder / key).read_bytes()

    def attach(self, user: str, value: object) -> list[Json]:
        """The file objects of what a person puts into a modal: names, or {name, content?}."""
        shown: list[Json] = []
        for each in value if is_list(value) else [value]:
            given: Json = each if is_obj(each) else {"name": each}
            if not isinstance(given.get("name"), str):
                raise ControlError("a file is its name, or {name, content?}")
            body = str(given.get("content", "")).encode()
            upload = self.announce(str(given["name"]), len(body), user)
            upload.body = body
            self.keep(upload)
            shown.append(self.public(upload))
        return shown

    def public(self, upload: Upload) -> Json:
        """The file object in answers and messages."""
        address = f"{self._base_url()}/files/{upload.id}"
        kind = mimetypes.guess_type(upload.filename)[0] or "application/octet-stream"
        return {
            "id": upload.id,
            "created": int(self._clock.now()),
            "name": upload.filename,
            "title": upload.title or upload.filename,
            "mimetype": kind,
            "filetype": upload.filename.rpartition(".")[2].lower(),
            "size": upload.length,
            "user": upload.user,
            "mode": "hosted",
            "is_external": False,
            "url_private": address,
            "url_private_download": address,
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
        self.keep(upload)
        return web.Response(text=f"OK - {len(upload.body)}")

    async def show(self, request: web.Request) -> web.StreamResponse:
        """GET /files/{file}: the uploaded bytes."""
        upload = self.files.get(request.match_info["file"])
        if upload is None or upload.body is None:
            return web.Response(status=404, text="no such file")
        # To be saved, not shown: what people upload is no page of this server.
        return web.Response(
            body=upload.body,
            content_type="application/octet-stream",
            headers={"Content-Disposition": "attachment"},
        )
