"""What went wrong with a model call, in our kinds and in words fit for a person.

This is the one place that reads a server's errors. Their bodies stay here: they can quote prompts
and keys.
"""

import math
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

import openai

from bot.ports import ModelTrouble, TroubleKind

_QUOTA_CODES = frozenset(
    {"insufficient_quota", "billing_hard_limit_reached", "billing_not_active", "quota_exceeded"}
)
_CONTEXT_CODES = frozenset(
    {"context_length_exceeded", "exceed_context_size_error", "string_above_max_length"}
)
# Servers without codes of their own say it in prose: vLLM, Ollama, llama.cpp, TGI, LM Studio.
_CONTEXT_WORDS = (
    "context length",
    "context window",
    "context size",
    "maximum context",
    "too many tokens",
    "prompt is too long",
)
_FILTER_CODES = frozenset({"content_filter", "content_policy_violation"})

_BY_STATUS: Mapping[int, TroubleKind] = {
    401: "auth",
    402: "quota",
    403: "auth",
    408: "timeout",
    409: "server",
    413: "context",
    425: "server",
    429: "rate",
}

_WORDS: Mapping[TroubleKind, str] = {
    "rate": "The model's server says that we call it too often",
    "server": "The model's server is in trouble",
    "timeout": "The model's server didn't answer in time",
    "cut": "The model's answer was cut off on its way",
    "quota": "The account at the model's server has used up its quota",
    "context": "The conversation is too long for the model",
    "auth": "The model's server refused our key",
    "bad_request": "The model's server refused the request",
}


def trouble(
    kind: TroubleKind, detail: str = "", retry_after_s: float | None = None, status: int = 0
) -> ModelTrouble:
    """A ModelTrouble with the words of its kind, the HTTP status, and `detail` after them."""
    code = f" (status {status})." if status else "."
    words = f"{_WORDS[kind]}{code} {detail}".rstrip()
    return ModelTrouble(kind, words, retry_after_s)


def of_error(error: Exception, now: float, *, began: bool) -> ModelTrouble:
    """The trouble behind an error of the client.

    `now` is Unix time in seconds, for a Retry-After that is a date. `began` says that the answer
    had begun: a lost connection then is a cut, not a server that is away.
    """
    match error:
        case openai.APITimeoutError():
            return trouble("timeout")
        case openai.APIConnectionError():
            return trouble("cut") if began else trouble("server", "It can't be reached.")
        case openai.APIStatusError():
            wait = retry_after(error.response.headers, now)
            return _of_status(error, wait)
        case openai.APIError():
            return trouble(_of_code(error) or "server")
        case _:
            return trouble("cut", "It isn't what such a server sends.")


def is_filtered(error: Exception) -> bool:
    """Whether a server refused the prompt for its content, which some do by status 400."""
    return isinstance(error, openai.BadRequestError) and error.code in _FILTER_CODES


def retry_after(headers: Mapping[str, str], now: float) -> float | None:
    """Seconds to wait by the server's own word, as seconds, milliseconds or a date; else None."""
    milliseconds = _number(headers.get("retry-after-ms"))
    if milliseconds is not None:
        return milliseconds / 1000
    value = headers.get("retry-after")
    seconds = _number(value)
    if seconds is not None or not value:
        return seconds
    try:
        date = parsedate_to_datetime(value)
    except ValueError:
        return None
    if date.tzinfo is None:  # "-0000" means a time in UTC of unknown origin
        date = date.replace(tzinfo=UTC)
    return max(0.0, (date - datetime.fromtimestamp(now, UTC)).total_seconds())


def _number(value: str | None) -> float | None:
    try:
        number = float(value or "")
    except ValueError:
        return None
    return max(0.0, number) if math.isfinite(number) else None


def _of_status(error: openai.APIStatusError, wait: float | None) -> ModelTrouble:
    status = error.status_code
    kind = _of_code(error) or _BY_STATUS.get(status)
    if kind is None:
        kind = "server" if status >= 500 else "bad_request"
    if kind == "rate" and wait is not None:
        return trouble(kind, f"It asks us to wait {math.ceil(wait)} s.", wait)
    detail = "It doesn't know the model or the address." if status == 404 else ""
    return trouble(kind, detail, wait, status)


def _of_code(error: openai.APIError) -> TroubleKind | None:
    """The kind by the server's own code, where that says more than a status."""
    codes = {error.code, error.type}
    if codes & _QUOTA_CODES:
        return "quota"
    if codes & _CONTEXT_CODES:
        return "context"
    if "rate_limit_exceeded" in codes:
        return "rate"
    about_size = isinstance(error, openai.BadRequestError) or not isinstance(
        error, openai.APIStatusError
    )
    if about_size and any(words in error.message.lower() for words in _CONTEXT_WORDS):
        return "context"
    return None
