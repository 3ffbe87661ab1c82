"""The two ways a caller is refused: as Slack's API does, and as the control API does."""

from sandbox.jsons import Json


class ApiError(Exception):
    """An answer `{"ok": false, "error": code, **extra}`."""

    def __init__(self, code: str, **extra: object) -> None:
        super().__init__(code)
        self.code = code
        self.extra: Json = dict(extra)


class RateLimited(Exception):
    """HTTP 429 with `Retry-After: seconds`."""

    def __init__(self, seconds: int) -> None:
        super().__init__(f"{seconds} s")
        self.seconds = seconds


class ControlError(Exception):
    """A control call that can't be done; `status` is its HTTP status."""

    def __init__(self, words: str, status: int = 400) -> None:
        super().__init__(words)
        self.status = status


def invalid_arguments(*messages: str) -> ApiError:
    """`invalid_arguments` with Slack's list of messages."""
    listed = [f"[ERROR] {message}" for message in messages]
    return ApiError("invalid_arguments", response_metadata={"messages": listed})
