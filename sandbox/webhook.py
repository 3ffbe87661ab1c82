"""Signed HTTP to the bot's request URL."""

import hashlib
import hmac
import json
import time
from urllib.parse import urlencode

import aiohttp

from sandbox.deliver import Answer, Attempt
from sandbox.jsons import Json, is_obj


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

    def __init__(self, url: str | None, secret: str, ack_s: float) -> None:
        self._url = url
        self._secret = secret
        self._timeout = aiohttp.ClientTimeout(total=ack_s)
        self._session: aiohttp.ClientSession | None = None

    def ready(self) -> bool:
        """Whether a request URL is set."""
        return self._url is not None

    def point(self, url: str | None) -> None:
        """Set or remove the request URL."""
        self._url = url

    async def send(self, attempt: Attempt) -> Answer:
        """POST with signature and retry headers; 2xx within the time is an acknowledgement."""
        body, content_type = encode(attempt)
        # Signed with real time, even if the clock was turned: the bot checks against its own.
        headers = {"Content-Type": content_type, **sign(self._secret, body, int(time.time()))}
        if attempt.retry:
            headers["X-Slack-Retry-Num"] = str(attempt.retry)
            headers["X-Slack-Retry-Reason"] = attempt.reason
        try:
            return await self._post(body, headers)
        except TimeoutError:
            return Answer(False, reason="http_timeout")
        except aiohttp.TooManyRedirects:
            return Answer(False, reason="too_many_redirects")
        except aiohttp.ClientError:
            return Answer(False, reason="connection_failed")

    async def _post(self, body: bytes, headers: dict[str, str]) -> Answer:
        if self._session is None:
            self._session = aiohttp.ClientSession(timeout=self._timeout)
        url = self._url or ""
        post = self._session.post(url, data=body, headers=headers, max_redirects=2)
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
