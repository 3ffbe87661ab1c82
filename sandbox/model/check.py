"""What the real API refuses with a 400, found before anything is answered.

The texts follow the real ones closely enough that a reader of a log recognises them.
"""

from collections.abc import Iterator, Mapping
from typing import Any, cast

from sandbox.model.faults import (
    BadRequest,
    empty_array,
    missing,
    name_faults,
    string_faults,
    wrong_type,
)

Json = dict[str, Any]

MAX_CALL_ID = 40  # the real API refuses longer ids when they are sent back
MAX_TOOLS = 128
ROLES = ("system", "assistant", "user", "function", "tool", "developer")
PARAMETERS = frozenset(
    {
        "messages",
        "model",
        "audio",
        "frequency_penalty",
        "function_call",
        "functions",
        "logit_bias",
        "logprobs",
        "max_completion_tokens",
        "max_tokens",
        "metadata",
        "modalities",
        "n",
        "parallel_tool_calls",
        "prediction",
        "presence_penalty",
        "prompt_cache_key",
        "prompt_cache_retention",
        "reasoning_effort",
        "response_format",
        "safety_identifier",
        "seed",
        "service_tier",
        "stop",
        "store",
        "stream",
        "stream_options",
        "temperature",
        "tool_choice",
        "tools",
        "top_logprobs",
        "top_p",
        "user",
        "verbosity",
        "web_search_options",
    }
)


def check_request(body: object) -> BadRequest | None:
    """Give the first thing wrong with a whole chat completion request, or nothing."""
    if not isinstance(body, dict):
        return BadRequest("We could not parse the JSON body of your request.")
    return next(_request_faults(cast(Json, body)), None)


def check_messages(messages: object) -> BadRequest | None:
    """Give the first thing wrong with a conversation, or nothing."""
    return next(_conversation_faults(messages), None)


def _request_faults(body: Json) -> Iterator[BadRequest]:
    for key in body:
        if key not in PARAMETERS:
            yield BadRequest(f"Unrecognized request argument supplied: {key}")
    if not isinstance(body.get("model"), str) or not body["model"]:
        yield BadRequest("you must provide a model parameter")
    if body.get("stream_options") is not None and not body.get("stream"):
        yield BadRequest(
            "The 'stream_options' parameter is only allowed when 'stream' is enabled.",
            "stream_options",
        )
    yield from _tool_faults(body)
    yield from _conversation_faults(body.get("messages"))


def _tool_faults(body: Json) -> Iterator[BadRequest]:
    tools = body.get("tools")
    if tools is None:
        if body.get("tool_choice") is not None:
            yield BadRequest(
                "Invalid value for 'tool_choice': 'tool_choice' is only allowed when 'tools'"
                " are specified.",
                "tool_choice",
            )
        return
    if not isinstance(tools, list):
        yield wrong_type("tools", "an array of objects", tools)
        return
    if not tools:
        yield empty_array("tools")
    offered = cast(list[Any], tools)
    if len(offered) > MAX_TOOLS:
        yield BadRequest(
            f"Invalid 'tools': array too long. Expected an array with maximum length {MAX_TOOLS},"
            f" but got an array with length {len(offered)} instead.",
            "tools",
            "array_above_max_length",
        )
    for at, tool in enumerate(offered):
        yield from _one_tool_faults(f"tools[{at}]", tool)


def _one_tool_faults(path: str, tool: object) -> Iterator[BadRequest]:
    if not isinstance(tool, dict):
        yield wrong_type(path, "an object", tool)
        return
    spec = cast(Json, tool)
    if spec.get("type") != "function":
        yield BadRequest(
            f"Invalid value: '{spec.get('type')}'. Supported values are: 'function'.",
            f"{path}.type",
            "invalid_value",
        )
    function = spec.get("function")
    if not isinstance(function, dict):
        yield missing(f"{path}.function")
        return
    details = cast(Json, function)
    yield from name_faults(f"{path}.function.name", details.get("name"))
    parameters = details.get("parameters", {"type": "object"})
    if not isinstance(parameters, dict) or cast(Json, parameters).get("type") != "object":
        yield BadRequest(
            f"Invalid schema for function '{details.get('name')}': schema must be a JSON Schema"
            " of 'type: \"object\"'.",
            f"{path}.function.parameters",
            "invalid_function_parameters",
        )


def _conversation_faults(messages: object) -> Iterator[BadRequest]:
    if messages is None:
        yield missing("messages")
        return
    if not isinstance(messages, list):
        yield wrong_type("messages", "an array of objects", messages)
        return
    if not messages:
        yield empty_array("messages")
    open_ids: list[str] = []
    answered: set[str] = set()
    for at, message in enumerate(cast(list[Any], messages)):
        path = f"messages[{at}]"
        if not isinstance(message, dict):
            yield wrong_type(path, "an object", message)
            return
        said = cast(Json, message)
        yield from _message_faults(path, said)
        if said.get("role") == "tool":
            yield from _result_faults(at, said, open_ids, answered)
            continue
        yield from _unanswered(open_ids, answered)
        open_ids, answered = _call_ids(said), set()
    yield from _unanswered(open_ids, answered)


def _message_faults(path: str, said: Json) -> Iterator[BadRequest]:
    role = said.get("role")
    if role is None:
        yield missing(f"{path}.role")
    elif role not in ROLES:
        supported = ", ".join(f"'{name}'" for name in ROLES[:-1])
        yield BadRequest(
            f"Invalid value: '{role}'. Supported values are: {supported}, and '{ROLES[-1]}'.",
            f"{path}.role",
            "invalid_value",
        )
    calls = said.get("tool_calls")
    if calls is not None:
        yield from _calls_faults(path, role, calls)
    yield from _content_faults(f"{path}.content", said)


def _content_faults(path: str, said: Json) -> Iterator[BadRequest]:
    content = said.get("content")
    if content is None:
        excused = said.get("tool_calls") or said.get("refusal")
        if said.get("role") == "assistant" and excused:
            return
        yield BadRequest(
            "Invalid value for 'content': expected a string, got null.", path, "invalid_type"
        )
    elif not isinstance(content, str | list):
        yield wrong_type(path, "one of a string or array of objects", content)
    elif isinstance(content, list) and not content:
        yield empty_array(path)


def _calls_faults(path: str, role: object, calls: object) -> Iterator[BadRequest]:
    where = f"{path}.tool_calls"
    if role != "assistant":
        yield BadRequest(f"'tool_calls' is not allowed for role '{role}'.", where, "invalid_value")
    if not isinstance(calls, list):
        yield wrong_type(where, "an array of objects", calls)
        return
    if not calls:
        yield empty_array(where)
    seen: set[str] = set()
    for at, call in enumerate(cast(list[Any], calls)):
        if not isinstance(call, dict):
            yield wrong_type(f"{where}[{at}]", "an object", call)
            return
        yield from _one_call_faults(f"{where}[{at}]", cast(Json, call), seen)


def _one_call_faults(path: str, call: Json, seen: set[str]) -> Iterator[BadRequest]:
    yield from string_faults(f"{path}.id", call.get("id"), MAX_CALL_ID)
    if call.get("id") in seen:
        yield BadRequest(
            f"Duplicate value for 'tool_call_id' of '{call['id']}' in one message.",
            f"{path}.id",
            "invalid_value",
        )
    seen.add(str(call.get("id")))
    if call.get("type") != "function":
        yield BadRequest(
            f"Invalid value: '{call.get('type')}'. Supported values are: 'function'.",
            f"{path}.type",
            "invalid_value",
        )
    function: Any = call.get("function")
    if not isinstance(function, dict):
        yield missing(f"{path}.function")
        return
    details = cast(Json, function)
    yield from name_faults(f"{path}.function.name", details.get("name"))
    if not isinstance(details.get("arguments"), str):
        yield wrong_type(f"{path}.function.arguments", "a string", details.get("arguments"))


def _result_faults(
    at: int, said: Json, open_ids: list[str], answered: set[str]
) -> Iterator[BadRequest]:
    path = f"messages.[{at}].tool_call_id"
    if not open_ids:
        yield BadRequest(
            "Invalid parameter: messages with role 'tool' must be a response to a preceeding"
            " message with 'tool_calls'.",
            f"messages.[{at}].role",
        )
    result_of = said.get("tool_call_id")
    if not isinstance(result_of, str):
        yield missing(path)
        return
    if result_of not in open_ids:
        yield BadRequest(
            f"Invalid parameter: 'tool_call_id' of '{result_of}' not found in 'tool_calls' of"
            " previous message.",
            path,
        )
    if result_of in answered:
        yield BadRequest(
            f"Duplicate value for 'tool_call_id' of '{result_of}' in message[{at}].", path
        )
    answered.add(result_of)


def _unanswered(open_ids: list[str], answered: set[str]) -> Iterator[BadRequest]:
    without = [one for one in open_ids if one not in answered]
    if without:
        yield BadRequest(
            "An assistant message with 'tool_calls' must be followed by tool messages responding"
            " to each 'tool_call_id'. The following tool_call_ids did not have response messages:"
            f" {', '.join(without)}",
            "messages",
        )


def _call_ids(said: Mapping[str, Any]) -> list[str]:
    calls: Any = said.get("tool_calls")
    if not isinstance(calls, list):
        return []
    return [str(call.get("id")) for call in cast(list[Json], calls)]
