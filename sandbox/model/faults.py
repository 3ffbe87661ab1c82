"""One fault of a request, in the words of the real API's 400."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

NAME = re.compile(r"[a-zA-Z0-9_-]+")
NAME_PATTERN = "^[a-zA-Z0-9_-]+$"
MAX_NAME = 64


@dataclass(frozen=True, slots=True)
class BadRequest:
    """Why a request is refused, in the real API's words."""

    message: str
    param: str | None = None
    code: str | None = None

    def body(self) -> dict[str, Any]:
        """Give the error document that goes over the wire."""
        error = {"type": "invalid_request_error", "param": self.param, "code": self.code}
        return {"error": {"message": self.message, **error}}


def name_faults(path: str, name: object) -> Iterator[BadRequest]:
    """Give what is wrong with a function's name."""
    faults = list(string_faults(path, name, MAX_NAME))
    yield from faults
    if not faults and not NAME.fullmatch(str(name)):
        yield BadRequest(
            f"Invalid '{path}': string does not match pattern. Expected a string that matches"
            f" the pattern '{NAME_PATTERN}'.",
            path,
            "invalid_value",
        )


def string_faults(path: str, value: object, longest: int) -> Iterator[BadRequest]:
    """Give what is wrong with a string that must be there, filled and not too long."""
    if value is None:
        yield missing(path)
    elif not isinstance(value, str):
        yield wrong_type(path, "a string", value)
    elif not value:
        yield BadRequest(
            f"Invalid '{path}': empty string. Expected a string with minimum length 1, but got"
            " an empty string instead.",
            path,
            "empty_string",
        )
    elif len(value) > longest:
        yield BadRequest(
            f"Invalid '{path}': string too long. Expected a string with maximum length {longest},"
            f" but got a string with length {len(value)} instead.",
            path,
            "string_above_max_length",
        )


def missing(path: str) -> BadRequest:
    """Make the fault of an absent field."""
    return BadRequest(f"Missing required parameter: '{path}'.", path, "missing_required_parameter")


def wrong_type(path: str, expected: str, value: object) -> BadRequest:
    """Make the fault of a value of another kind."""
    names = {"NoneType": "null", "dict": "an object", "list": "an array", "str": "a string"}
    got = names.get(type(value).__name__, f"a value of type {type(value).__name__}")
    return BadRequest(
        f"Invalid type for '{path}': expected {expected}, but got {got} instead.",
        path,
        "invalid_type",
    )


def empty_array(path: str) -> BadRequest:
    """Make the fault of an empty list."""
    return BadRequest(
        f"Invalid '{path}': empty array. Expected an array with minimum length 1, but got an"
        " empty array instead.",
        path,
        "empty_array",
    )
