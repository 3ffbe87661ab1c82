"""The rules of a model server for messages and tools, checked before anything is sent.

A server answers a broken history with one sentence and status 400, for every later call of that
thread too. The same is said here, without the round trip and in words that name the message.
"""

import json
import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn, cast

MAX_NAME = 64  # characters of a function's name
MAX_CALL_ID = 40  # characters of a tool call's id
MAX_TOOLS = 128

_NAME = re.compile(r"[a-zA-Z0-9_-]{1,64}")
_KEYS: Mapping[str, frozenset[str]] = {
    "system": frozenset({"role", "content", "name"}),
    "developer": frozenset({"role", "content", "name"}),
    "user": frozenset({"role", "content", "name"}),
    "assistant": frozenset({"role", "content", "name", "tool_calls", "refusal"}),
    "tool": frozenset({"role", "content", "tool_call_id"}),
}


@dataclass(frozen=True, slots=True)
class Shape:
    """What one message is to those round it, and what is wrong with it by itself.

    It depends on nothing but the message, so that one that is sent again isn't read again.
    `role` is empty for an unknown one.
    """

    role: str
    makes: tuple[str, ...] = ()  # ids of the tool calls in it
    answers: object = None  # the id of the tool call that it is the result of
    problems: tuple[str, ...] = ()


_PLAIN = {role: Shape(role) for role in _KEYS}  # of nearly all messages: one is enough


def shape_of(message: Mapping[str, Any]) -> Shape:
    """The message by itself."""
    role = message.get("role")
    if not isinstance(role, str) or role not in _KEYS:
        return Shape("", problems=(f"the role {role!r} is unknown",))
    problems = tuple(_problems(role, message))
    makes = tuple(_ids(message)) if role == "assistant" else ()
    answers = message.get("tool_call_id")
    if problems or makes or answers is not None:
        return Shape(role, makes, answers, problems)
    return _PLAIN[role]


def shape_of_words(role: str, text: str) -> Shape:
    """`shape_of` a message of a known role that is nothing but text, as nearly all are."""
    problems = _words(text)
    return Shape(role, problems=tuple(problems)) if problems else _PLAIN[role]


def check_order(shapes: Iterable[Shape]) -> list[str]:
    """What is wrong with messages of these shapes, a sentence each, by itself or in its place."""
    problems: list[str] = []
    open_calls: dict[str, int] = {}  # ids without a result yet -> the message that made them
    index = -1
    for index, shape in enumerate(shapes):
        if shape.problems:
            problems += [f"message {index}: {problem}" for problem in shape.problems]
        if shape.role == "tool":
            problems += [f"message {index}: {problem}" for problem in _answer(shape, open_calls)]
        elif shape.role:
            if open_calls:
                problems += _unanswered(open_calls)
            if shape.makes:
                open_calls = dict.fromkeys(shape.makes, index)
    return problems + _unanswered(open_calls) if index >= 0 else ["there are no messages"]


def check_messages(messages: Sequence[Mapping[str, Any]]) -> list[str]:
    """What is wrong with `messages`, a sentence each; empty if a server would take them."""
    return check_order(shape_of(message) for message in messages)


def check_tools(tools: Sequence[Mapping[str, Any]]) -> list[str]:
    """What is wrong with the tools on offer, a sentence each."""
    problems: list[str] = []
    if len(tools) > MAX_TOOLS:
        problems.append(f"{len(tools)} tools are more than {MAX_TOOLS}")
    seen: set[str] = set()
    for index, tool in enumerate(tools):
        if tool.get("type") != "function" or not isinstance(tool.get("function"), Mapping):
            problems.append(f"tool {index}: it isn't a function")
            continue
        function = cast(Mapping[str, Any], tool["function"])
        name = function.get("name")
        if not _is_name(name):
            problems.append(f"tool {index}: the name {name!r} is not allowed")
        elif name in seen:
            problems.append(f"tool {index}: the name {name!r} is there twice")
        seen.add(str(name))
        schema = cast(dict[str, Any], function.get("parameters", {"type": "object"}))
        if schema.get("type") != "object":
            problems.append(f"tool {index}: its parameters aren't an object schema")
    return problems


def json_object(text: str) -> dict[str, Any] | None:
    """The one JSON object that `text` is, or None. NaN and infinity are no JSON."""
    try:
        value: object = _DECODER.decode(text)
    except (ValueError, RecursionError):
        return None
    return cast(dict[str, Any], value) if isinstance(value, dict) else None


def _no_number(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON number")


def _finite(digits: str) -> float:
    number = float(digits)
    return number if math.isfinite(number) else _no_number(digits)


# Made once: json.loads with functions makes one a call, which costs more than the reading.
_DECODER = json.JSONDecoder(parse_constant=_no_number, parse_float=_finite)


def _problems(role: str, message: Mapping[str, Any]) -> list[str]:
    problems = _content(role, message)
    if not message.keys() <= _KEYS[role]:
        problems += [f"the key {key!r} is unknown" for key in message if key not in _KEYS[role]]
    if "name" in message and not _is_name(message["name"]):
        problems.append(f"the name {message['name']!r} is not allowed")
    if role == "assistant" and "tool_calls" in message:
        problems += _calls(message["tool_calls"])
    return problems


def _content(role: str, message: Mapping[str, Any]) -> list[str]:
    content = message.get("content")
    if content is None and role == "assistant" and message.get("tool_calls"):
        return []
    if not isinstance(content, str):
        return ["the content is missing or isn't text"]
    return _words(content)


def _words(content: str) -> list[str]:
    if not content or content.isspace():
        return ["the content is empty"]
    return _readable("the content", content)


def _readable(what: str, text: str) -> list[str]:
    if "\0" in text:
        return [f"{what} holds a NUL character"]
    if text.isascii():
        return []
    # Encoding is the cheapest way to see half a character in a long text.
    try:
        text.encode()
    except UnicodeEncodeError:
        return [f"{what} holds half a character (a lone surrogate)"]
    return []


def _calls(calls: object) -> list[str]:
    if not isinstance(calls, list) or not calls:
        return ["tool_calls is empty or isn't a list"]
    problems: list[str] = []
    seen: set[str] = set()
    for call in cast(list[object], calls):
        if not isinstance(call, dict):
            problems.append("a tool call isn't an object")
            continue
        fields = cast(dict[str, Any], call)
        identity = str(fields.get("id") or "")
        if not 1 <= len(identity) <= MAX_CALL_ID:
            problems.append("a tool call's id is missing or too long")
        if identity in seen:
            problems.append(f"the tool call id {identity!r} is there twice")
        seen.add(identity)
        problems += _function(fields)
    return problems


def _function(call: dict[str, Any]) -> list[str]:
    function = call.get("function")
    if call.get("type") != "function" or not isinstance(function, dict):
        return ["a tool call isn't a function call"]
    fields = cast(dict[str, Any], function)
    problems: list[str] = []
    if not _is_name(fields.get("name")):
        problems.append(f"the function name {fields.get('name')!r} is not allowed")
    arguments = fields.get("arguments")
    if not isinstance(arguments, str) or json_object(arguments) is None:
        return [*problems, "the arguments of a tool call aren't a JSON object"]
    return problems + _readable("the arguments of a tool call", arguments)


def _is_dict(value: object) -> bool:
    return isinstance(value, dict)


def _is_name(name: object) -> bool:
    return isinstance(name, str) and _NAME.fullmatch(name) is not None


def _ids(message: Mapping[str, Any]) -> list[str]:
    calls = message.get("tool_calls")
    if not isinstance(calls, list):
        return []
    found = cast(list[dict[str, Any]], [c for c in cast(list[object], calls) if _is_dict(c)])
    return [str(call.get("id") or "") for call in found]


def _answer(shape: Shape, open_calls: dict[str, int]) -> list[str]:
    """Settles the call that a tool message answers."""
    identity = shape.answers
    if not isinstance(identity, str) or open_calls.pop(identity, None) is None:
        return [f"it answers {identity!r}, which is no open tool call of the turn before it"]
    return []


def _unanswered(open_calls: dict[str, int]) -> list[str]:
    problems = [
        f"message {index}: the tool call {identity!r} has no result"
        for identity, index in open_calls.items()
    ]
    open_calls.clear()
    return problems
