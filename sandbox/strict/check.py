"""Checking messages and views against the shapes, all problems at once, in Slack's words."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from sandbox.jsons import Json, is_list, is_obj, objects
from sandbox.strict.blocks import MESSAGE_BLOCKS, VIEWS
from sandbox.strict.elements import OFFER
from sandbox.strict.rules import broken_rules, whole_message, whole_view
from sandbox.strict.spec import Bool, Free, Int, Many, Number, Shape, Spec, Str, Text, Typed


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong, where (a JSON pointer), and the constraint for blocks.validate."""

    message: str
    at: str

    def __str__(self) -> str:
        return f"{self.message} [json-pointer:{self.at}]"


def message_problems(blocks: object, at: str = "/blocks") -> list[Problem]:
    """Everything wrong with a message's blocks."""
    found = list(_check(blocks, MESSAGE_BLOCKS, at, "message"))
    return [*found, *(Problem(*each) for each in whole_message(objects(blocks), at))]


def view_problems(view: Json, kind: str | None = None, at: str = "/view") -> list[Problem]:
    """Everything wrong with a view, which should be of `kind` if that is given."""
    surface = str(view.get("type"))
    if kind is not None and surface in VIEWS.shapes and surface != kind:
        words = "must match the `type` of the root view whose stack we're pushing onto"
        return [Problem(words, f"{at}/type")]
    found = list(_check(view, VIEWS, at, surface))
    return [*found, *(Problem(*each) for each in whole_view(view, at))]


def offer_problems(body: Json) -> list[str]:
    """Everything wrong with an app's answer of `options` or `option_groups`."""
    found = [str(problem) for problem in _check(body, OFFER, "", "")]
    if ("options" in body) == ("option_groups" in body):
        found.append("must define either `options` or `option_groups`")
    return found


def _check(value: object, spec: Spec, at: str, surface: str) -> Iterator[Problem]:
    match spec:
        case Text():
            yield from _text(value, spec, at)
        case Str():
            yield from _string(value, spec, at)
        case Many():
            yield from _many(value, spec, at, surface)
        case Typed():
            yield from _typed(value, spec.shapes, at, surface)
        case Shape():
            yield from _shape(value, spec, at, surface)
        case _:
            yield from _scalar(value, spec, at)


def _scalar(value: object, spec: Bool | Int | Number | Free, at: str) -> Iterator[Problem]:
    match spec:
        case Bool():
            if not isinstance(value, bool):
                yield Problem("must be a boolean", at)
        case Int():
            yield from _integer(value, spec, at)
        case Number():
            if isinstance(value, bool) or not isinstance(value, int | float):
                yield Problem("must be a number", at)
        case Free():
            return


def _integer(value: object, spec: Int, at: str) -> Iterator[Problem]:
    if isinstance(value, bool) or not isinstance(value, int):
        yield Problem("must be an integer", at)
    elif spec.least is not None and value < spec.least:
        yield Problem(f"must be greater than {spec.least - 1}", at)
    elif spec.most is not None and value > spec.most:
        yield Problem(f"must be less than {spec.most + 1}", at)


def _string(value: object, spec: Str, at: str) -> Iterator[Problem]:
    if not isinstance(value, str):
        yield Problem("must be a string", at)
    elif len(value) < spec.least:
        yield Problem(f"must be more than {spec.least - 1} characters", at)
    elif spec.most is not None and len(value) > spec.most:
        yield Problem(f"must be less than {spec.most + 1} characters", at)
    elif spec.one_of and value not in spec.one_of:
        yield Problem(f"must be one of: {', '.join(spec.one_of)}", at)
    elif spec.pattern and not re.fullmatch(spec.pattern, value):
        yield Problem("must match the required format", at)


_TEXT_FLAGS = {"plain_text": "emoji", "mrkdwn": "verbatim"}


def _text(value: object, spec: Text, at: str) -> Iterator[Problem]:
    if not is_obj(value) or value.get("type") not in spec.kinds:
        yield Problem("failed to match all allowed schemas", at)
        return
    if "text" not in value:
        yield Problem("missing required field: text", at)
        return
    flag = _TEXT_FLAGS[value["type"]]
    for key in value:
        if key not in ("type", "text", flag):
            yield Problem(f"invalid additional property: {key}", at)
    if flag in value:
        yield from _check(value[flag], Bool(), f"{at}/{flag}", "")
    yield from _string(value["text"], Str(spec.most, spec.least), f"{at}/text")


def _many(value: object, spec: Many, at: str, surface: str) -> Iterator[Problem]:
    if not is_list(value):
        yield Problem("must be an array", at)
        return
    if spec.most is not None and len(value) > spec.most:
        yield Problem(f"no more than {spec.most} items allowed", at)
    if len(value) < spec.least:
        yield Problem(f"must provide at least {spec.least} items", at)
    for index, each in enumerate(value):
        yield from _check(each, spec.item, f"{at}/{index}", surface)


def _typed(value: object, shapes: Mapping[str, Shape], at: str, surface: str) -> Iterator[Problem]:
    if not is_obj(value):
        yield Problem("must be an object", at)
        return
    if "type" not in value:
        yield Problem("missing required field: type", at)
        return
    shape = shapes.get(str(value["type"]))
    if shape is None or surface not in shape.surfaces:
        yield Problem(f"unsupported type: {value['type']}", f"{at}/type")
        return
    yield from _shape(value, shape, at, surface, typed=True)
    yield from (Problem(*each) for each in broken_rules(value, at, surface))


def _shape(
    value: object, shape: Shape, at: str, surface: str, *, typed: bool = False
) -> Iterator[Problem]:
    if not is_obj(value):
        yield Problem("must be an object", at)
        return
    for name in shape.needs:
        if name not in value:
            yield Problem(f"missing required field: {name}", at)
    for key, each in value.items():
        if key in shape.fields:
            yield from _check(each, shape.fields[key], f"{at}/{key}", surface)
        elif not (typed and key == "type"):
            yield Problem(f"invalid additional property: {key}", at)
