"""Signed HTTP to the bot's request URL."""

import hashlib
import hmac
import json
import secrets
import time
from urllib.parse import urlencode

import aiohttp

from sandbox.deliver import Answer, Attempt
from sandbox.jsons import Json, is_obj
from sandbox.patience import Patience
from sandbox.people import VERIFICATION_TOKEN

MOST_REDIRECTS = 2
_NO_LIMIT = aiohttp.ClientTimeout(total=None)  # ours counts otherwise


def sign(secret: str, body: bytes, stamp: int) -> dict[str, str]:
    """The two headers that prove where a request comes from."""
    base = b"v0:" + str(stamp).encode() + b":" + body
    digest = hmac.new(secret.encode(), base, hashlib.sha256).hexdigest()
    return {"X-Slack-Request-Timestamp": str(stamp), "X-Slack-Signature": f"v0={digest}"}


def encode(attempt: Attempt) -> tuple[bytes, str]:
    """The body and content type of each kind of delivery."""
    if attempt.kind == "events_api":
        return json.dumps(attempt.payload).encode(), "application/json"
    form = attempt.payload
    if attempt.kind == "interactive":
        form = {"payload": json.dumps(attempt.payload)}
    return urlencode(form).encode(), "application/x-www-form-urlencoded"


class Webhook:
    """The bot's request URL; a Transport that is ready if there is one."""

    name = "http"
    signed = True

    def __init__(self, url: str | None, secret: str, ack_s: float, *, verify: bool = False) -> None:
        self._url = url
        self._unverified = verify
        self._secret = secret
        self._ack_s = ack_s
        self._session: aiohttp.ClientSession | None = None

    def ready(self) -> bool:
        """Whether a request URL is set."""
        return self._url is not None

    def point(self, url: str | None, *, verify: bool = False) -> None:
        """Set or remove the request URL; with `verify` it gets nothing before its challenge."""
        self._url = url
        self._unverified = verify

    async def verify(self) -> bool:
        """Send a challenge; whether it came back, as text or as JSON, in time."""
        challenge = secrets.token_urlsafe(39)
        asked: Json = {
            "type": "url_verification",
            "token": VERIFICATION_TOKEN,
            "challenge": challenge,
        }
        answer = await self._deliver(Attempt("events_api", asked))
        given = answer.body.get("challenge") if answer.body else answer.text.strip()
        verified = answer.ok and given == challenge
        self._unverified = not verified
        return verified

    async def send(self, attempt: Attempt) -> Answer:
        """POST with signature and retry headers; 2xx within the time is an acknowledgement."""
        if self._unverified and not await self.verify():
            return Answer(False, reason="http_error")
        return await self._deliver(attempt)

    async def _deliver(self, attempt: Attempt) -> Answer:
        body, content_type = encode(attempt)
        # Signed with real time, even if the clock was turned: the bot checks against its own.
        headers = {"Content-Type": content_type, **sign(self._secret, body, int(time.time()))}
        if attempt.retry:
            headers["X-Slack-Retry-Num"] = str(attempt.retry)
            headers["X-Slack-Retry-Reason"] = attempt.reason
        try:
            async with Patience(self._ack_s):
                return await self._post(body, headers)
        except TimeoutError:
            return Answer(False, reason="http_timeout")
        except aiohttp.TooManyRedirects:
            return Answer(False, reason="too_many_redirects")
        except aiohttp.ClientSSLError:
            return Answer(False, reason="ssl_error")
        except aiohttp.ClientError:
            return Answer(False, reason="connection_failed")

    async def _post(self, body: bytes, headers: dict[str, str]) -> Answer:
        if self._session is None:
            self._session = aiohttp.ClientSession(timeout=_NO_LIMIT)
        url = self._url or ""
        post = self._session.post(url, data=body, headers=headers, max_redirects=MOST_REDIRECTS + 1)
        async with post as response:
            text = await response.text()
            if not 200 <= response.status < 300:
                no_retry = response.headers.get("X-Slack-No-Retry") == "1"
                return Answer(False, reason="http_error", no_retry=no_retry)
            return Answer(True, parse(text), text)

    async def close(self) -> None:
        """Close the client's connections."""
        if self._session is not None:
            await self._session.close()


def parse(text: str) -> Json | None:
    """The JSON object in an answer's body, if it is one."""
    try:
        value: object = json.loads(text)
    except ValueError:
        return None
    return value if is_obj(value) else None
