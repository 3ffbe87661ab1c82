"""A function's parameters as a JSON Schema, and the strict check of arguments against it.

The check is stricter than a Python call: text is never taken for a number or a boolean, and no
property passes that the function doesn't have. What was checked is what was shown and runs.
"""

import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, NoReturn, cast, get_args, get_origin, get_type_hints

import jsonschema_rs
from pydantic import BaseModel, ConfigDict, Field, ValidationError, create_model

from bot.core import references
from bot.core.references import Place

MAX_PROBLEMS = 5
MAX_PROBLEM_CHARS = 300
UNREADABLE = "the arguments can't be read"

JsonSchema = dict[str, Any]

_NOT_NULL = 'the value is not of type "null"'

_SUBSCHEMAS = ("properties", "$defs", "patternProperties", "dependentSchemas")
_SUBSCHEMA_LISTS = ("anyOf", "oneOf", "allOf", "prefixItems")
_SUBSCHEMA = ("items", "additionalProperties", "not", "if", "then", "else", "contains")


class Arguments:
    """What a function takes: its `schema`, a check, and the values for a call of it."""

    def __init__(self, function: Callable[..., object], injected: type) -> None:
        """`injected` is the class whose parameter the toolbox fills and the model never sees."""
        hints = get_type_hints(function, include_extras=True)
        fields: dict[str, Any] = {}
        self.inject: str | None = None
        for parameter in inspect.signature(function).parameters.values():
            if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
                raise TypeError(f"{function.__name__}: a tool names each of its parameters")
            if parameter.name not in hints:
                raise TypeError(f"{function.__name__}: {parameter.name} has no type")
            if hints[parameter.name] is injected:
                self.inject = parameter.name
                continue
            default = ... if parameter.default is parameter.empty else parameter.default
            fields[parameter.name] = (_described(hints[parameter.name]), default)
        config = ConfigDict(extra="forbid", arbitrary_types_allowed=False)
        self._model: type[BaseModel] = create_model("Arguments", __config__=config, **fields)
        self.schema: JsonSchema = _tidy(self._model.model_json_schema())
        self.schema.setdefault("properties", {})
        self._validator = validator(self.schema)

    def check(self, args: Mapping[str, Any]) -> str | None:
        """What is wrong with `args`, naming the field, or None. Values aren't repeated in it.

        A reference stands for a value that isn't known yet: it is checked once it is.
        """
        try:
            later = tuple(references.places(args))
        except RecursionError:
            return UNREADABLE
        problem = problems_of(self._validator, args, later)
        if problem is not None:
            return problem
        try:
            self._model.model_validate(dict(args))
        except ValidationError as error:
            found = error.errors(include_url=False, include_input=False, include_context=False)
            wrong = (e for e in found if not _below(e["loc"], later))
            return _joined(f"{_path(list(e['loc']))}: {e['msg']}" for e in wrong)
        return None

    def values(self, args: Mapping[str, Any]) -> dict[str, Any]:
        """The Python values of checked `args`, defaults included."""
        model = self._model.model_validate(dict(args))
        return {name: getattr(model, name) for name in type(model).model_fields}


def validator(schema: JsonSchema) -> jsonschema_rs.Draft202012Validator:
    """A validator that asserts formats, follows no reference outside, and hides values."""
    return jsonschema_rs.Draft202012Validator(
        schema, validate_formats=True, retriever=_refuse, mask="the value"
    )


def problems_of(
    validator: jsonschema_rs.Draft202012Validator,
    instance: Mapping[str, Any],
    later: Sequence[Place] = (),
) -> str | None:
    """What the validator finds, in words that name the field; None if nothing.

    What it finds at the places of `later` doesn't count.
    """
    try:
        found = list(validator.iter_errors(dict(instance)))
    except (ValueError, RecursionError):  # half a character, or too deep to look at
        return UNREADABLE
    wrong = (error for error in found if not _below(error.instance_path, later))
    return _joined(f"{_path(error.instance_path)}: {_words(error)}" for error in wrong)


def _below(path: Sequence[int | str], places: Sequence[Place]) -> bool:
    return any(tuple(path[: len(place)]) == place for place in places)


def _words(error: jsonschema_rs.ValidationError) -> str:
    """The message; for alternatives, what each of them asks for."""
    kind = error.kind
    if isinstance(kind, jsonschema_rs.ValidationErrorKind.AnyOf):
        words = dict.fromkeys(_words(e) for branch in kind.context for e in branch)
        # That it could have been left null doesn't help whoever sent a wrong value.
        return " and ".join(w for w in words if w != _NOT_NULL or len(words) == 1)
    if isinstance(kind, jsonschema_rs.ValidationErrorKind.AdditionalProperties):
        return f"unknown: {', '.join(kind.unexpected)}"
    return error.message


def _joined(problems: Any) -> str | None:
    found = list[str](problems)
    shown = [problem[:MAX_PROBLEM_CHARS] for problem in found[:MAX_PROBLEMS]]
    if len(found) > MAX_PROBLEMS:
        shown.append(f"and {len(found) - MAX_PROBLEMS} more")
    return "; ".join(shown) or None


def _path(path: list[int | str]) -> str:
    return ".".join(str(step) for step in path) or "arguments"


def _refuse(uri: str) -> NoReturn:
    raise ValueError(f"a schema may not refer to {uri}")


def _described(hint: Any) -> Any:
    """A text in `Annotated[…, "text"]` is the parameter's description."""
    if get_origin(hint) is not Annotated:
        return hint
    kind, *notes = get_args(hint)
    fields = [Field(description=note) if isinstance(note, str) else note for note in notes]
    return Annotated.__class_getitem__((kind, *fields))  # pyright: ignore


def _tidy(schema: JsonSchema) -> JsonSchema:
    """The schema without titles, closed to unknown properties at every level."""
    tidy = {key: value for key, value in schema.items() if key != "title"}
    if "properties" in tidy:
        tidy.setdefault("additionalProperties", False)
    for key in _SUBSCHEMAS:
        if key in tidy:
            named = cast(dict[str, Any], tidy[key])
            tidy[key] = {name: _tidied(value) for name, value in named.items()}
    for key in _SUBSCHEMA_LISTS:
        if key in tidy:
            tidy[key] = [_tidied(value) for value in cast(list[Any], tidy[key])]
    for key in _SUBSCHEMA:
        if key in tidy:
            tidy[key] = _tidied(tidy[key])
    return tidy


def _tidied(value: Any) -> Any:
    return _tidy(cast(JsonSchema, value)) if isinstance(value, dict) else value
