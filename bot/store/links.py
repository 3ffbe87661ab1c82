"""The Links port: a link is a hash by the SHA-256 of its token, which itself isn't kept."""

import base64
import binascii
import hashlib
import re
import secrets
from typing import cast

from pydantic import TypeAdapter

from bot.ports.links import Bound, Opened, Standing
from bot.store import scripts
from bot.store.keyring import Keyring
from bot.store.keys import Names
from bot.store.link import Link

_RANDOM_BYTES = 32
_SIGNED_BYTES = 16
_RANDOM_CHARS = 43  # of the random bytes in base64
_TOKEN_CHARS = _RANDOM_CHARS + 22
_GUARD_CHARS = 43

_ID = re.compile(r"[0-9a-f]{64}")

_bound: TypeAdapter[Bound] = TypeAdapter(Bound)


class RedisLinks:
    """Links under `address` (https://host), each for `ms` from when it was made."""

    def __init__(self, link: Link, names: Names, keyring: Keyring, address: str, ms: int) -> None:
        self._link = link
        self._names = names
        self._keyring = keyring
        self._address = address
        self._ms = ms

    async def mint(self, bound: Bound) -> str:
        """See ports.Links."""
        random = _text(secrets.token_bytes(_RANDOM_BYTES))
        token = random + _text(self._keyring.sign("link", random)[:_SIGNED_BYTES])
        about = _bound.dump_json(bound)
        await self._link.run(scripts.link_made(self._names, _id(token), about, self._ms))
        return f"{self._address}/forms/{token}"

    def genuine(self, token: str) -> bool:
        """See ports.Links."""
        if len(token) != _TOKEN_CHARS or not token.isascii():
            return False
        random, signature = token[:_RANDOM_CHARS], token[_RANDOM_CHARS:]
        return self._signed("link", random, signature)

    async def found(self, token: str) -> Opened | None:
        """See ports.Links."""
        return (await self._read(_id(token)))[0] if self.genuine(token) else None

    async def exchange(self, token: str) -> str | None:
        """See ports.Links."""
        if not self.genuine(token):
            return None
        session = secrets.token_urlsafe(_RANDOM_BYTES)
        call = scripts.link_used(self._names, _id(token), _digest(session))
        return session if await self._link.run(call) else None

    async def at(self, link: str, session: str) -> Opened | None:
        """See ports.Links."""
        opened, owner = await self._read(link)
        return opened if secrets.compare_digest(_digest(session), owner) else None

    def guard(self, session: str) -> str:
        """See ports.Links."""
        return _text(self._keyring.sign("page", session))

    def guarded(self, session: str, given: str) -> bool:
        """See ports.Links."""
        return len(given) == _GUARD_CHARS and self._signed("page", session, given)

    async def sent(self, link: str) -> None:
        """See ports.Links."""
        await self._link.run(scripts.link_sent(self._names, link))

    def _signed(self, purpose: str, text: str, signature: str) -> bool:
        try:
            start = base64.b64decode(
                signature + "=" * (-len(signature) % 4), altchars=b"-_", validate=True
            )
        except (binascii.Error, ValueError):  # also of what isn't ASCII
            return False
        # One text a signature: the last character's spare bits must be what we write.
        return _text(start) == signature and self._keyring.signed(purpose, text, start)

    async def _read(self, link: str) -> tuple[Opened | None, str]:
        """The link, and the digest of what its browser shows."""
        known = _ID.fullmatch(link)  # it comes from an address, which may hold anything
        reply = await self._link.run(scripts.link_read(self._names, link)) if known else None
        if not reply:
            return None, ""
        about, session, sent, left = cast("tuple[bytes, bytes, bytes, int]", tuple(reply))
        standing: Standing = "sent" if sent else "open" if session else "new"
        return Opened(link, _bound.validate_json(about), standing, left), session.decode()


def _id(token: str) -> str:
    return _digest(token)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()
