"""A question's schema made ready: checked, closed to the outside, with its validators. Pure.

It is read as the draft that it names. Without `$schema` that is 2020-12, or the newest older one
whose rules it keeps. Formats are asserted. A type that nobody knows is a text (PRODUCT.md 7).
"""

from collections.abc import Mapping
from functools import cached_property
from typing import Any, NoReturn, cast
from urllib.parse import quote, unquote, urldefrag, urljoin

import jsonschema_rs

from bot.core.form import exact, limits, patterns
from bot.core.form.effort import effort, levels
from bot.core.form.kept import Kept
from bot.core.form.parts import Unaskable
from bot.core.form.walk import Part, below, escaped, impossible, inside, mapping, several

TYPES = ("string", "integer", "number", "boolean", "object", "array", "null")

_URI = "urn:signoff:form"
_DRAFTS: dict[str, tuple[type[jsonschema_rs.Validator], int]] = {
    "2020-12": (jsonschema_rs.Draft202012Validator, jsonschema_rs.Draft202012),
    "2019-09": (jsonschema_rs.Draft201909Validator, jsonschema_rs.Draft201909),
    "draft-07": (jsonschema_rs.Draft7Validator, jsonschema_rs.Draft7),
    "draft-06": (jsonschema_rs.Draft6Validator, jsonschema_rs.Draft6),
    "draft-04": (jsonschema_rs.Draft4Validator, jsonschema_rs.Draft4),
}
_META = {
    "2020-12": "https://json-schema.org/draft/2020-12/schema",
    "2019-09": "https://json-schema.org/draft/2019-09/schema",
    "draft-07": "http://json-schema.org/draft-07/schema#",
    "draft-06": "http://json-schema.org/draft-06/schema#",
    "draft-04": "http://json-schema.org/draft-04/schema#",
}
# In place: what they lead to is about the same value.
_IN_PLACE = ("allOf", "anyOf", "oneOf", "if", "then", "else", "not", "dependentSchemas")


class Schema:
    """A schema that can be asked about. Raises Unaskable, with the reason for the model."""

    def __init__(self, found: object) -> None:
        self.root = _copied(found)
        document = mapping(self.root.schema)
        self.parts = list(inside(self.root))
        _plain_types(self.parts)
        self.draft = _draft(document)
        self.overriding = self.draft in ("draft-07", "draft-06", "draft-04")
        if isinstance(document, dict):
            document.pop("$schema", None)
        self._homes = self._ids()
        self._refs()
        _small(self.parts)
        count, self._recursive = effort(self.root, self.target)
        if count > limits.EFFORT:
            raise Unaskable("The schema's parts refer to each other too often. Make it simpler.")
        self._heavy = patterns.heavy(self.parts)
        if any(self.too_long([p.keywords.get(k) for k in ("const", "enum")]) for p in self.parts):
            raise Unaskable("A text in the schema is too long to compare with its patterns.")
        self._compiled = dict[str, jsonschema_rs.Validator]()
        self.kept = Kept()
        self.whole = self._whole()
        self._possible()

    def _whole(self) -> jsonschema_rs.Validator:
        """The validator of a whole answer."""
        try:
            return self._made(self.root.schema)
        except jsonschema_rs.ValidationError as error:
            at = "/".join(map(str, error.instance_path)) or "its root"
            regex = error.kind.name in ("format", "pattern")
            reason = "that is no regular expression" if regex else _first_line(error)
            raise Unaskable(f"The schema is broken at {at}: {reason}.") from None

    def valid(self, at: str, value: Any) -> bool:
        """Whether a value keeps to the schema at this pointer."""
        if at not in self._compiled:
            self._compiled[at] = self._made({"$ref": f"{_URI}{quote(at, safe='#/~')}"})
        held = not self.too_deep(value) and not self.too_long(value)
        return held and self._compiled[at].is_valid(value)

    def too_deep(self, value: Any) -> bool:
        """Whether a schema that refers to itself would be met too often: with each level more."""
        return self._recursive and levels(value) > limits.RECURSIVE_LEVELS

    def too_long(self, value: Any) -> bool:
        """Whether a text in it is too long for patterns that take ever longer."""
        return self._heavy and patterns.longest(value) > limits.HEAVY_TEXT

    def keeps(self, parts: tuple[Part, ...], value: Any) -> bool:
        """Whether a value keeps to all of these."""
        return all(self.valid(part.at, value) for part in parts)

    def target(self, part: Part) -> Part | None:
        """What its `$ref` (or `$dynamicRef`) refers to; None without one."""
        ref = part.keywords.get("$ref", part.keywords.get("$dynamicRef"))
        if not isinstance(ref, str):
            return None
        base, home = self._home(part.at)
        url, fragment = urldefrag(urljoin(base, ref) if base else ref)
        if url and url.rstrip("#") != base:
            home = self._ids_by_url.get(url, "")
        found = self._at(home, unquote(fragment)) if home else None
        if found is None:
            raise Unaskable(_nowhere(ref))
        return found

    def _at(self, home: str, fragment: str) -> Part | None:
        if not fragment or fragment.startswith("/"):
            return self._pointed(home, fragment)
        at = self._anchors.get((home, fragment))
        return self._pointed(at, "") if at else None

    def _pointed(self, home: str, fragment: str) -> Part | None:
        value: Any = self.root.schema
        for step in f"{home}{fragment}".removeprefix("#").split("/")[1:]:
            name = step.replace("~1", "/").replace("~0", "~")
            if isinstance(value, list):
                listed = several(value)
                value = listed[int(name)] if name.isdecimal() and int(name) < len(listed) else None
            else:
                value = mapping(value).get(name)
        return Part(value, f"{home}{fragment}") if isinstance(value, bool | Mapping) else None

    def _ids(self) -> list[tuple[str, str]]:
        """Base URLs with the pointers where they begin, the deepest first."""
        key = "id" if self.draft == "draft-04" else "$id"
        homes = [("", "#")]
        self._anchors = dict[tuple[str, str], str]()
        for part in self.parts:
            base, home = next((b, h) for b, h in reversed(homes) if _in(part.at, h))
            found = part.keywords.get(key)
            if isinstance(found, str) and found.startswith("#"):
                self._anchors[home, found[1:]] = part.at
            elif isinstance(found, str):
                home = part.at
                homes.append((urldefrag(urljoin(base, found))[0], home))
            for word in ("$anchor", "$dynamicAnchor"):
                if isinstance(part.keywords.get(word), str):
                    self._anchors[home, part.keywords[word]] = part.at
        self._ids_by_url = {base: home for base, home in homes if base}
        return homes[::-1]

    def _home(self, at: str) -> tuple[str, str]:
        return next((base, home) for base, home in self._homes if _in(at, home))

    def _refs(self) -> None:
        """Each reference leads somewhere within, and none leads round in a circle."""
        seen = {part.at for part in self.parts}
        for part in self.parts:  # grows: a reference may lead to where no keyword does
            target = self.target(part)
            if target and target.at not in seen:
                more = [one for one in inside(target) if one.at not in seen]
                seen.update(one.at for one in more)
                _plain_types(more)
                self.parts.extend(more)
        for edges in (self._same_value, self._needed):
            done, open_ = set[str](), set[str]()
            for part in self.parts:
                self._no_circle(part, edges, done, open_)

    def _no_circle(self, part: Part, edges: Any, done: set[str], open_: set[str]) -> None:
        left: list[tuple[Part, bool]] = [(part, False)]
        while left:
            one, leaving = left.pop()
            if leaving:
                open_.discard(one.at)
                done.add(one.at)
                continue
            if one.at in open_:
                raise Unaskable(f"The schema refers to itself without end, at {one.at}.")
            if one.at not in done:
                open_.add(one.at)
                left.append((one, True))
                left.extend((to, False) for to in edges(one) if to.at not in done)

    def _same_value(self, part: Part) -> list[Part]:
        found = [one for key in _IN_PLACE if key in part.keywords for one in below(part, key)]
        target = self.target(part)
        return [*found, target] if target else found

    def _needed(self, part: Part) -> list[Part]:
        """What an answer must hold if it holds this."""
        target = self.target(part)
        if target and self.overriding:
            return [target]
        required = {one for one in several(part.keywords.get("required")) if isinstance(one, str)}
        inner = [f"{part.at}/properties/{escaped(name)}" for name in required]
        found = [one for one in below(part, "properties") if one.at in inner]
        if (part.keywords.get("minItems") or 0) > 0:
            found += below(part, "prefixItems") or below(part, "items")
        return [*found, *below(part, "allOf"), *([target] if target else [])]

    def _possible(self) -> None:
        for part in self.parts:
            reason = impossible(part)
            if reason:
                raise Unaskable(f"No answer can keep to the schema at {part.at}: {reason}.")
        branches = sum(
            len(below(one, key)) for one in self.parts for key in ("anyOf", "oneOf", "if")
        )
        if branches > limits.BRANCHES:
            return
        schema = cast("dict[str, Any] | bool", self.root.schema)
        try:
            found = jsonschema_rs.canonicalize(
                schema, draft=_DRAFTS[self.draft][1], validate_formats=True, retriever=_refuse
            ).satisfiability()
        except ValueError:  # more than it can tell apart: answers are checked all the same
            return
        if str(found) == "no":
            raise Unaskable("No answer can keep to the schema: its rules exclude each other.")

    def _made(self, schema: Any) -> jsonschema_rs.Validator:
        return _DRAFTS[self.draft][0](
            schema, registry=self._registry, validate_formats=True, retriever=_refuse,
            mask="the answer",
        )  # fmt: skip

    @cached_property
    def _registry(self) -> jsonschema_rs.Registry:
        resources = [(_URI, self.root.schema)]
        return jsonschema_rs.Registry(resources, _DRAFTS[self.draft][1], _refuse)


def _in(at: str, home: str) -> bool:
    return at == home or at.startswith(f"{home}/")


def _copied(found: object) -> Part:
    if not isinstance(found, bool | Mapping):
        raise Unaskable("`schema` must be a JSON Schema: an object, or true.")
    if found is False:
        raise Unaskable("The schema is false: no answer could keep to it.")
    try:
        text = exact.dumps(found)
        if len(text.encode()) > limits.SCHEMA_BYTES:
            raise Unaskable(f"The schema is larger than {limits.SCHEMA_BYTES:,} bytes.")
        return Part(exact.loads(text), "#")
    except (RecursionError, TypeError, UnicodeEncodeError, exact.BadJson) as error:
        reason = str(error) if isinstance(error, exact.BadJson) else "it is no JSON"
        raise Unaskable(f"The schema can't be read: {reason}.") from None


def _plain_types(parts: list[Part]) -> None:
    for part in parts:
        found = part.keywords.get("type")
        if isinstance(found, str) and found not in TYPES:
            part.schema["type"] = "string"
        elif isinstance(found, list):
            names = [
                n if n in TYPES or not isinstance(n, str) else "string" for n in several(found)
            ]
            part.schema["type"] = list(dict.fromkeys(names))


def _draft(document: Mapping[str, Any]) -> str:
    named = str(document.get("$schema", ""))
    known = [draft for draft in _DRAFTS if f"/{draft}/" in named]
    trouble = ""
    for draft in known or ("2020-12", "draft-07", "draft-04"):
        try:
            jsonschema_rs.meta.validate({**document, "$schema": _META[draft]})
        except jsonschema_rs.ValidationError as error:
            at = "/".join(map(str, error.instance_path)) or "its root"
            trouble = trouble or f"The schema is broken at {at}: {error.message}."
        else:
            return draft
    raise Unaskable(trouble)


def _small(parts: list[Part]) -> None:
    for part in parts:
        patterns = [part.keywords.get("pattern"), *mapping(part.keywords.get("patternProperties"))]
        if any(isinstance(one, str) and len(one) > limits.PATTERN for one in patterns):
            raise Unaskable(f"A pattern has more than {limits.PATTERN:,} characters.")
        for key in ("enum", "oneOf", "anyOf"):
            if len(several(part.keywords.get(key))) > limits.OPTIONS:
                raise Unaskable(f"A choice has more than {limits.OPTIONS:,} options.")


def _nowhere(ref: str) -> str:
    if ref.startswith("#"):
        return f"The schema refers to {ref}, which isn't in it."
    return f"The schema refers to {ref}: only what stands in the schema itself is looked at."


def _first_line(error: ValueError) -> str:
    return str(getattr(error, "message", error)).splitlines()[0]


def _refuse(uri: str) -> NoReturn:
    raise ValueError(f"a schema may not refer to {uri}")
