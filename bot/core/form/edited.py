"""The arguments of a call as a form, and what was filled in as arguments. Pure.

The form is that of the tool's own JSON Schema, filled in; what its fields have no way to show is
asked as JSON. A schema that no form can be made of asks for each argument as JSON. The tool itself
says what it takes: the schema is only what faults are said by.
"""

import json
import re
from collections.abc import Iterator, Mapping
from copy import copy
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from typing import Any, cast

from bot.core import canon, schemas
from bot.core.form import exact, limits
from bot.core.form.actions import SUBMIT
from bot.core.form.api import Form
from bot.core.form.choosing import branch_of
from bot.core.form.fill import Fill
from bot.core.form.inner import ordered
from bot.core.form.kept import Kept
from bot.core.form.known import known
from bot.core.form.parts import Action, Draft, Field, Path, Unaskable
from bot.core.form.place import Place
from bot.core.form.schema import Schema
from bot.core.form.shape import shape
from bot.core.form.stands import Stands
from bot.core.form.walk import mapping, several
from bot.core.replacing import replace

MOST = 300  # fields of one argument; nobody reads more of them page by page
EDITS = 30  # forms that are kept: one is made, and read again with each page that is sent
KEPT = 100  # schemas that were made ready
INEXACT = "This number can't be kept exactly. Use fewer digits."

_CANCEL = Action("cancel", "Cancel", validates=False)
_UNTYPED = re.compile("[\x00-\x08\x0b-\x1f]")
_ROUNDS = 3  # of what turns out to be asked otherwise


@dataclass(frozen=True, slots=True, eq=False)
class Edit:
    """A form, and the draft that the arguments are. `hidden` ones aren't shown."""

    form: Form
    start: Draft
    hidden: tuple[str, ...]


def edit(schema: Mapping[str, Any], args: str, hidden: frozenset[str]) -> Edit:
    """The form of canonical arguments; those in `hidden` stay as they are.

    Raises Unaskable for more of them than a form can have.
    """
    return _edit(json.dumps({"type": "object", **schema}), args, hidden)


@lru_cache(EDITS)
def _edit(schema: str, args: str, hidden: frozenset[str]) -> Edit:
    document, values = mapping(json.loads(schema)), exact.loads(args)
    hidden |= _veiled(document, values)
    if len(values) > limits.FIELDS:
        raise Unaskable(f"It has more than {limits.FIELDS:,} arguments.")
    raw = frozenset(name for name, one in values.items() if _odd(one) or _names(one) > MOST)
    stands = Stands(hidden=hidden, raw=raw)
    try:
        found = _made(_ready(schema), values, stands)
        if found is not None:
            return found
    except (Unaskable, RecursionError, exact.BadJson):
        pass
    found = _plain(document, values, hidden)
    if found is None:
        raise Unaskable("Its arguments are too many.")
    return found


def arguments(one: Edit, draft: Draft, args: str) -> tuple[dict[str, Any], Mapping[str, str]]:
    """The arguments after a draft was filled in, and what can't be one, in words by field id.

    Whatever is the same value as before is exactly what stands in canonical `args`. Raises
    BadArguments.
    """
    read = one.form.written(draft)
    if read.wrong:
        return {}, read.wrong
    values = read.values or "{}"
    try:
        found = exact.loads(values)
    except exact.BadJson as error:
        raise canon.BadArguments(f"This can't be kept: {error}.") from None
    wrong = dict(one.form.where(draft, path, INEXACT) for path in _inexact(found))
    return _as_it_was(canon.parse(values), canon.parse(args)), wrong


def _made(ready: Schema, values: Any, stands: Stands) -> Edit | None:
    """The form of these values; None if it has no way to show all of them."""
    for _ in range(_ROUNDS):
        place = _place(_apart(ready), values, stands)
        if place is None:
            return None
        fill = Fill(exact=True)
        fill.place(place, values)
        form = Form(
            way="modal", why="", title="", about="", actions=(SUBMIT,), cancel=_CANCEL, quick=(),
            place=place, answers={},
        )  # fmt: skip
        raw = {str(path[0]) for path in fill.unshown if path} | _other(form, fill.draft, values)
        secret = {str(one.path[0]) for one in _sensitive(form, fill.draft)}
        if () in fill.unshown:
            return None
        if raw <= stands.raw and not secret:
            return Edit(form, fill.draft, tuple(sorted(stands.hidden)))
        stands = replace(stands, raw=stands.raw | raw, hidden=stands.hidden | secret)
    return None


def _other(form: Form, draft: Draft, values: Any) -> set[str]:
    """The arguments that come back from an untouched form as others, or not at all."""
    read = form.written(draft)
    if read.wrong:
        fields = [one for page in form.pages(draft) for one in page.fields if one.id in read.wrong]
        return {str(one.path[0]) for one in fields if one.path}
    back = mapping(exact.loads(read.values or "{}"))
    return {
        name for name in {*values, *back}
        if not exact.same(values.get(name, exact.ABSENT), back.get(name, exact.ABSENT))
    }  # fmt: skip


def _veiled(document: Mapping[str, Any], values: Mapping[str, Any]) -> frozenset[str]:
    names, others = schemas.veiled(document)
    described = schemas.properties(document)
    return names | frozenset(name for name in values if others and name not in described)


def _names(value: Any) -> int:
    """How many fields the objects in it have."""
    inner = [*mapping(value).values(), *several(value)]
    return len(mapping(value)) + sum(map(_names, inner))


def _odd(value: Any) -> bool:
    """Whether a text in it has signs that no text field keeps; as JSON they can be read."""
    if isinstance(value, str):
        return _UNTYPED.search(value) is not None
    return any(map(_odd, (*mapping(value), *mapping(value).values(), *several(value))))


def _place(ready: Schema, values: Mapping[str, Any], stands: Stands) -> Place | None:
    """The whole; None where it is drawn as no object, which would show what is hidden."""
    place = Place(schema=ready, parts=(ready.root,), refs=frozenset(("#",)), stands=stands)
    at = known(ready, place.parts, values, lambda one: branch_of(ready, one, values))
    if shape(at, place) != "object":
        return None
    asked = ordered(at, place)
    names = tuple(name for name in values if name not in asked)
    kept = {name: values[name] for name in stands.hidden if name in values}
    return replace(place, stands=replace(stands, names=names, kept=kept))


def _sensitive(form: Form, draft: Draft) -> Iterator[Field]:
    for page in form.pages(draft):
        yield from (one for one in page.fields if one.sensitive and one.path)


def _plain(document: Mapping[str, Any], values: Any, hidden: frozenset[str]) -> Edit | None:
    """Each argument as JSON, with what the schema says about it."""
    described = mapping(document.get("properties"))
    names = tuple(dict.fromkeys((*described, *values)))
    required = [name for name in several(document.get("required")) if name in names]
    notes = {name: _note(mapping(described.get(name))) for name in names}
    ready = Schema({"type": "object", "properties": notes, "required": required})
    return _made(ready, values, Stands(hidden=hidden, raw=frozenset(names)))


def _note(part: Mapping[str, Any]) -> dict[str, Any]:
    found = part.get("description")
    return {"description": found} if isinstance(found, str) else {}


@lru_cache(KEPT)
def _ready(document: str) -> Schema:
    return Schema(json.loads(document))


def _apart(ready: Schema) -> Schema:
    """The same for another form of it: what that comes to is kept with it alone."""
    other = copy(ready)
    other.kept = Kept(plain=ready.kept.plain, looks=ready.kept.looks)
    return other


def _inexact(value: Any, path: Path = ()) -> Iterator[Path]:
    """Where numbers stand that would be rounded when a tool reads them."""
    if isinstance(value, Decimal):
        if Decimal(repr(float(value))) != value:
            yield path
    elif isinstance(value, dict):
        for name, one in cast("dict[str, Any]", value).items():
            yield from _inexact(one, (*path, name))
    elif isinstance(value, list):
        for n, one in enumerate(cast("list[Any]", value)):
            yield from _inexact(one, (*path, n))


def _as_it_was(new: Any, old: Any) -> Any:
    """The new value, with the old one wherever both are the same."""
    if exact.same(new, old):
        return old
    if isinstance(new, dict) and isinstance(old, dict):
        was, found = mapping(old), mapping(new)
        pairs = ((name, one, was.get(name, exact.ABSENT)) for name, one in found.items())
        return {name: _as_it_was(one, before) for name, one, before in pairs}
    if isinstance(new, list) and isinstance(old, list):
        before = [*several(old), *[exact.ABSENT] * len(several(new))]
        return [_as_it_was(one, two) for one, two in zip(several(new), before, strict=False)]
    return cast("Any", new)
