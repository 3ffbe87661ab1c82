"""A call's arguments as fields of a form, and what comes back from it as arguments. Pure.

The fields follow the tool's own JSON Schema. What is left as it stood keeps its exact value, what
can't be shown in a form or to people stays as it is, and nothing that was typed is guessed at.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Literal, cast

from bot.core import canon, schemas
from bot.core.schemas import Schema

LONGEST = 3_000  # characters of a text that Slack's modals take, as Slack counts them
MOST = 90  # fields: a modal has 100 blocks
IN_ALL = 30_000  # characters of all fields together, so that a view keeps within its 250 KB
MOST_OPTIONS = 99  # of a select, beside the one that leaves it out
OPTION = 75  # characters of an option
NAME = 200  # characters of a name that a field can carry
DIGITS = 300

Kind = Literal["text", "integer", "number", "choice", "choices", "json"]
Why = Literal["secret", "long", "many"]
Given = str | tuple[str, ...]  # a text or an option's place; of several options their places

_PLAIN = re.compile(r"-?[0-9]+(\.[0-9]+)?")
_WHOLE = re.compile(r"[+-]?[0-9]+")
_NUMBER = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]{1,3})?")

NEEDED = "This is needed."
LEFT_OUT = "Leave it out"
NOTHING = "Nothing (null)"


@dataclass(frozen=True, slots=True)
class Field:
    """One argument. `shown` is its text; `options` are words and JSON each, "" for leaving it out.

    `picked` are the places of the chosen ones. `required`: the schema wants it to be there.
    """

    name: str
    kind: Kind
    required: bool
    nullable: bool = False
    hint: str = ""
    shown: str = ""
    options: tuple[tuple[str, str], ...] = ()
    picked: tuple[int, ...] = ()

    @property
    def optional(self) -> bool:
        """Whether it may be left empty."""
        plain = self.kind in ("text", "choices") and not self.shown
        return not self.required or self.nullable or plain


@dataclass(frozen=True, slots=True)
class Form:
    """The fields, and the arguments that stay as they are, with why."""

    fields: tuple[Field, ...]
    kept: tuple[tuple[str, Why], ...] = ()


class Unfit(ValueError):
    """What was typed can't be the argument; the message is for whoever typed it."""


def form(schema: Schema, args: Mapping[str, Any], secret: frozenset[str] = frozenset()) -> Form:
    """The form of a call with these arguments; those named in `secret` are shown to nobody."""
    properties = schemas.properties(schema)
    required = schemas.required(schema)
    fields, kept, room = list[Field](), list[tuple[str, Why]](), IN_ALL
    for name in [*properties, *(name for name in args if name not in properties)]:
        part = properties.get(name, {})
        if name in secret or schemas.sensitive(part, schema):
            kept.append((name, "secret"))
            continue
        field = _field(name, part, schema, args, required=name in required)
        size = _size(field.shown)
        if size > LONGEST:
            kept.append((name, "long"))
        elif size > room or len(fields) >= MOST or _size(name) > NAME:
            kept.append((name, "many"))
        else:
            room -= size
            fields.append(field)
    return Form(tuple(fields), tuple(kept))


def read(
    made: Form, args: Mapping[str, Any], given: Mapping[str, Given]
) -> tuple[dict[str, Any], dict[str, str]]:
    """The arguments after a form was sent, and what is wrong with it, in words by field.

    A field that wasn't given is wrong: the form was made for another schema.
    """
    found, wrong = dict(args), dict[str, str]()
    for field in made.fields:
        try:
            value = _read(field, given.get(field.name), args)
        except Unfit as error:
            wrong[field.name] = str(error)
            continue
        if value is _ABSENT:
            found.pop(field.name, None)
        else:
            found[field.name] = value
    return found, wrong


_ABSENT = object()


def _field(
    name: str, part: Schema, root: Schema, args: Mapping[str, Any], *, required: bool
) -> Field:
    known, nullable = schemas.resolved(part, root)
    value = args.get(name)
    hint = schemas.hint(part, known)
    made = Field(name, "json", required, nullable, hint)
    options = _options(made, known)
    if options and (value is None or _json(value) in (text for _, text in options)):
        at = _place(options, name, args)
        return _with(made, "choice", options=options, picked=() if at is None else (at,))
    several = _several(known, root)
    if several and _all_of(several, value):
        return _with(made, "choices", options=several, picked=_places(several, value))
    shown = "" if value is None else value if isinstance(value, str) else _json(value)
    match known.get("type"):
        case "string" if value is None or isinstance(value, str):
            return _with(made, "text", shown=shown)
        case "integer" if value is None or (_is_number(value) and _WHOLE.fullmatch(shown)):
            return _with(made, "integer", shown=shown)
        case "number" if value is None or (_is_number(value) and _PLAIN.fullmatch(shown)):
            return _with(made, "number", shown=shown)
        case _:
            return _with(made, "json", shown=_json(value) if name in args else "")


def _with(made: Field, kind: Kind, **more: Any) -> Field:
    kept = {"name": made.name, "required": made.required, "nullable": made.nullable}
    return Field(kind=kind, hint=made.hint, **kept, **more)


def _options(made: Field, known: Schema) -> tuple[tuple[str, str], ...]:
    """What may be chosen, if that can be shown as a list; the last may leave it out."""
    if known.get("type") == "boolean" and "enum" not in known:
        found = (("Yes", "true"), ("No", "false"))
    else:
        found = _named(schemas.values(known))
    if not found:
        return ()
    if not made.required:
        return (*found, (LEFT_OUT, ""))
    has_null = any(text == "null" for _, text in found)
    return (*found, (NOTHING, "null")) if made.nullable and not has_null else found


def _named(values: list[Any]) -> tuple[tuple[str, str], ...]:
    """Words and JSON of each value; () where they can't be told apart in a list."""
    words = [value if isinstance(value, str) else _json(value) for value in values]
    short = all(0 < _size(one) <= OPTION and one.strip() == one for one in words)
    if not short or len({*words, LEFT_OUT, NOTHING}) < len(words) + 2 or len(words) > MOST_OPTIONS:
        return ()
    return tuple(zip(words, map(_json, values), strict=True))


def _several(known: Schema, root: Schema) -> tuple[tuple[str, str], ...]:
    items = known.get("items")
    if known.get("type") != "array" or not isinstance(items, Mapping):
        return ()
    return _named(schemas.values(schemas.resolved(cast(Schema, items), root)[0]))


def _all_of(options: tuple[tuple[str, str], ...], value: object) -> bool:
    """Whether a list's items are all options, each once: else checking boxes would change it."""
    if value is None:
        return True
    if not isinstance(value, list):
        return False
    items = [_json(item) for item in cast(list[object], value)]
    return len({*items}) == len(items) and {*items} <= {text for _, text in options}


def _place(options: tuple[tuple[str, str], ...], name: str, args: Mapping[str, Any]) -> int | None:
    texts = [text for _, text in options]
    wanted = _json(args[name]) if name in args else ""
    if wanted == "null" and "null" not in texts:
        wanted = ""
    return texts.index(wanted) if wanted in texts else None


def _places(options: tuple[tuple[str, str], ...], value: object) -> tuple[int, ...]:
    items = cast(list[object], value) if isinstance(value, list) else []
    chosen = {_json(item) for item in items}
    return tuple(n for n, (_, text) in enumerate(options) if text in chosen)


def _read(field: Field, given: Given | None, args: Mapping[str, Any]) -> object:
    """The value of one field; what it was if it stands as it was shown."""
    was = args.get(field.name, _ABSENT)
    match field.kind, given:
        case "choices", tuple():
            places = sorted({_at(field, one) for one in given})
            if tuple(places) == field.picked:
                return was
            return [json.loads(field.options[n][1]) for n in places]
        case "choice", str():
            n = _at(field, given)
            text = field.options[n][1]
            if field.picked == (n,):
                return was
            return json.loads(text) if text else _ABSENT
        case ("text" | "integer" | "number" | "json") as kind, str():
            text = given.replace("\r\n", "\n")
            if text.strip() == field.shown.replace("\r\n", "\n").strip():
                return was
            return _typed(kind, text) if text.strip() else _empty(field, kind)
        case _:
            raise Unfit("The tool has changed since this form was opened. Close it, and press "
                        "Edit… again.")  # fmt: skip


def _at(field: Field, given: str) -> int:
    if not given.isdecimal() or not given.isascii() or int(given) >= len(field.options):
        raise Unfit("Choose one of these.")
    return int(given)


def _empty(field: Field, kind: Kind) -> object:
    if not field.required:
        return _ABSENT
    if field.nullable:
        return None
    if kind == "text":
        return ""
    raise Unfit(NEEDED)


def _typed(kind: Kind, text: str) -> object:
    match kind:
        case "integer":
            return _whole(text.strip())
        case "number":
            return _exact(text.strip())
        case "json":
            return _parsed(text)
        case _:
            return text


def _whole(text: str) -> int:
    if not _WHOLE.fullmatch(text) or len(text) > DIGITS:
        raise Unfit("This must be a whole number, like 1042.")
    return int(text)


def _exact(text: str) -> int | float:
    """The number that was typed, or none: what would be rounded is refused."""
    if _WHOLE.fullmatch(text) and len(text) <= DIGITS:
        return int(text)
    if not _NUMBER.fullmatch(text) or len(text) > DIGITS:
        raise Unfit("This must be a number, like 59.90.")
    found = float(text)
    if found in (float("inf"), float("-inf")) or Decimal(repr(found)) != Decimal(text):
        raise Unfit("This number can't be kept exactly. Use fewer digits.")
    return found


def _parsed(text: str) -> object:
    """A JSON value, as strictly as the model's own arguments are read."""
    try:
        found = canon.parse(f'{{"value":{text}}}')
    except canon.BadArguments:
        found = {}
    if list(found) != ["value"]:
        raise Unfit('This must be JSON, like ["a", "b"] or {"name": 1}; texts stand in quotes.')
    return found["value"]


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True)


def _size(text: str) -> int:
    """Characters as Slack counts and stores them: UTF-16 units, with `&`, `<` and `>` escaped."""
    escapes = 4 * text.count("&") + 3 * (text.count("<") + text.count(">"))
    return len(text.encode("utf-16-le", "surrogatepass")) // 2 + escapes
