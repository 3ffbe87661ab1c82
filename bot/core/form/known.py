"""What applies at one place of an answer: schemas joined into one, for the value so far. Pure.

References are followed, `allOf` is joined with the narrowest limits, `if` and the dependencies are
decided by the value, and of alternatives one is picked. Only the form follows this: what an answer
must keep to is decided by the whole schema.
"""

from collections import deque
from collections.abc import Mapping
from typing import Any

from bot.core.form import limits
from bot.core.form.exact import ABSENT
from bot.core.form.merged import Choice, Known, Pick
from bot.core.form.options import Named, common, named, of_branches
from bot.core.form.parts import Unaskable
from bot.core.form.schema import Schema
from bot.core.form.walk import Part, below, last, mapping, several

NOTES = (
    "title", "description", "default", "examples", "format", "pattern", "contentEncoding",
    "contentMediaType", "additionalProperties", "patternProperties", "propertyNames",
    "dependencies", "dependentRequired", "dependentSchemas", "unevaluatedProperties",
)  # fmt: skip
LEAST = ("minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties")
MOST = ("maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties")
EMPTY: dict[str, Any] = {}
SCALAR = ("string", "integer", "number", "boolean")
MARKS = ("readOnly", "writeOnly", "x-sensitive", "uniqueItems")


def known(schema: Schema, parts: tuple[Part, ...], value: Any, pick: Pick) -> Known:
    """What these come to, for the value so far (ABSENT for none), with the branches picked."""
    key = tuple(part.at for part in parts)
    if key in schema.kept.plain:
        return schema.kept.plain[key]
    found = _Join(schema, value, pick).joined(parts)
    if not found.watch and not found.choices:  # the same for any value and any pick
        found.settled = True
        schema.kept.plain[key] = found
    return found


def look(schema: Schema, part: Part) -> Known:
    """A schema by itself, before anything is filled in or picked."""
    looks = schema.kept.looks
    if part.at not in looks:
        looks[part.at] = known(schema, (part,), ABSENT, lambda _: None)
    return looks[part.at]


class _Join:
    def __init__(self, schema: Schema, value: Any, pick: Pick) -> None:
        self.schema, self.value, self.pick = schema, value, pick
        self.known = Known()
        self.left = deque[Part]()
        self.choices = deque[Choice]()
        self.seen = set[str]()
        self.skipped = set[str]()
        self.foreign = set[str]()  # referred to or picked: their titles are of themselves

    def joined(self, parts: tuple[Part, ...]) -> Known:
        self.left.extend(parts)
        while self.left or self.choices:
            if self.left:
                self._part(self.left.popleft())
            else:
                self._choice(self.choices.popleft())
        return self.known

    def _part(self, part: Part) -> None:
        if part.at in self.seen:
            return
        self.seen.add(part.at)
        if len(self.seen) > limits.STEPS:
            raise Unaskable(f"The schema at {part.at} leads to too many others.")
        if part.schema is False:
            self.known.never = True
        target = self.schema.target(part)
        overridden = target is not None and self.schema.overriding
        self._plain(part, notes_only=overridden)
        if target:
            self.known.refs.add(target.at)
            self.foreign.add(target.at)
            self.left.appendleft(target)
        if not overridden:
            self._inner(part)

    def _inner(self, part: Part) -> None:
        joined = below(part, "allOf")
        self.left.extend(joined)
        if part.at in self.foreign:
            self.foreign.update(one.at for one in joined)
        self._conditions(part)
        for key in ("oneOf", "anyOf"):
            branches = below(part, key)
            if branches:
                self.choices.append(Choice(f"{part.at}/{key}", tuple(branches)))

    def _plain(self, part: Part, *, notes_only: bool) -> None:
        words = part.keywords
        for key in NOTES:
            if key in words and not (notes_only and key not in NOTES[:4]):
                foreign = key == "title" and part.at in self.foreign
                self.known.words.setdefault("name" if foreign else key, words[key])
        for one in below(part, "additionalProperties"):
            self.known.additional = self.known.additional or one.at
        if notes_only:
            return
        self._limits(words)
        self._values(part)
        for one in below(part, "properties"):
            if one.at not in self.skipped:
                self.known.properties.setdefault(last(one), []).append(one)
        self._required(several(words.get("required")))
        self._lists(part)

    def _limits(self, words: Mapping[str, Any]) -> None:
        own = self.known.words
        for keys, narrower in ((LEAST, max), (MOST, min)):
            for key in keys:
                if key in words and not isinstance(words[key], bool):
                    own[key] = narrower(own[key], words[key]) if key in own else words[key]
        for key in MARKS:
            if words.get(key) not in (None, False):
                own[key] = True
        if "multipleOf" in words:
            self.known.multiples.append(words["multipleOf"])

    def _values(self, part: Part) -> None:
        words = part.keywords
        if "const" in words:
            self.known.const = words["const"]
        if "enum" in words:
            self._options(named(words))
        found = words.get("type")
        if found is not None:
            self._types([found] if isinstance(found, str) else several(found))

    def _types(self, names: list[Any]) -> None:
        wide = {*names, "integer"} if "number" in names else {*names}
        self.known.types = tuple(one for one in self.known.types if one in wide)

    def _options(self, found: tuple[Named, ...]) -> None:
        own = self.known.options
        self.known.options = found if own is None else common(own, found)

    def _required(self, names: list[Any]) -> None:
        own = self.known.required
        own.extend(one for one in names if isinstance(one, str) and one not in own)

    def _lists(self, part: Part) -> None:
        tuple_key = "prefixItems" if "prefixItems" in part.keywords else "items"
        if isinstance(part.keywords.get(tuple_key), list):
            for n, one in enumerate(below(part, tuple_key)):
                self.known.positions.setdefault(n, []).append(one)
        else:
            self.known.items.extend(below(part, "items"))

    def _conditions(self, part: Part) -> None:
        condition = below(part, "if")
        if condition:
            self.known.watch |= watched(self.schema, condition[0])
            holds = self.schema.valid(
                condition[0].at, EMPTY if self.value is ABSENT else self.value
            )
            self.left.extend(below(part, "then" if holds else "else"))
        here = mapping(self.value)
        for key in ("dependentRequired", "dependencies"):
            for name, wanted in mapping(part.keywords.get(key)).items():
                self._mentioned(name)
                if name in here:
                    self._required(several(wanted))
        for key in ("dependentSchemas", "dependencies"):
            for one in below(part, key):
                self._mentioned(last(one))
                if last(one) in here:
                    self.left.append(one)

    def _mentioned(self, name: str) -> None:
        self.known.watch.add(name)
        if name not in self.known.mentioned:
            self.known.mentioned.append(name)

    def _choice(self, choice: Choice) -> None:
        looks = [look(self.schema, branch) for branch in choice.branches]
        options = of_branches(
            [(look.words, look.const, look.options, look.types) for look in looks]
        )
        if options is not None:
            self._options(options)
            return
        plain = [n for n, look in enumerate(looks) if look.types != ("null",)]
        if len(plain) == 1:
            self._nullable(choice, plain[0], len(plain) < len(looks))
        elif not self._discriminated(choice, looks) and not self._alike(looks):
            self._picked(choice, looks)

    def _nullable(self, choice: Choice, n: int, null: bool) -> None:
        before = self.known.types
        self.left.appendleft(choice.branches[n])
        if null:
            self._drained(len(self.left) - 1)  # with all it refers to: null stays beside that
            after = self.known.types
            self.known.types = tuple(t for t in before if t in after or t == "null")
        self.known.decided.append((choice, n))

    def _drained(self, left: int) -> None:
        """Goes on with the first part and what it leads to, until only so many others are left."""
        others = [self.left.pop() for _ in range(left)]
        while self.left:
            self._part(self.left.popleft())
        self.left.extend(reversed(others))

    def _discriminated(self, choice: Choice, looks: list[Known]) -> bool:
        """Whether properties that are asked anyway tell the branches apart; then it is decided."""
        here, own = mapping(self.value), self.known.properties
        telling = [
            {
                name: parts for name, parts in look.properties.items()
                if name in own and any(_fixed(one) for one in parts)
            }
            for look in looks
        ]  # fmt: skip
        if not all(telling):
            return False
        self.known.watch.update(name for names in telling for name in names)
        found = None
        for n, names in enumerate(telling):
            given = all(name in here for name in names)
            if given and all(self.schema.keeps(tuple(p), here[k]) for k, p in names.items()):
                found = n
                break
        if found is not None:
            self.skipped.update(one.at for parts in telling[found].values() for one in parts)
            self.left.append(choice.branches[found])
        self.known.decided.append((choice, found))
        return True

    def _alike(self, looks: list[Known]) -> bool:
        """Whether the branches ask for nothing of their own, so that one control serves all."""
        own = self.known.properties
        if any(look.items or look.positions or not look.properties.keys() <= own.keys()
               for look in looks):  # fmt: skip
            return False
        if own:
            return all(look.kinds == ("object",) or not look.typed for look in looks)
        kinds = {one for look in looks for one in (look.kinds if look.typed else self.known.kinds)}
        if len(kinds) == len(self.known.kinds):
            return True
        if not kinds <= {*SCALAR} or (len(kinds) > 1 and any("title" in k.words for k in looks)):
            return False
        nullable = any("null" in look.types for look in looks)
        self._types([*kinds, *(["null"] if nullable else [])])
        return True

    def _picked(self, choice: Choice, looks: list[Known]) -> None:
        if not self.known.choices:
            self.known.based = bool(self.known.properties)
        n = self.pick(choice)
        self.known.choices.append((choice, n))
        if n is None:
            return
        objects = [look for look in looks if look.properties]
        for name in looks[n].properties:
            if all(any(_const(p) for p in look.properties.get(name, [])) for look in objects):
                self.known.silent.add(name)
        self.foreign.add(choice.branches[n].at)
        self.known.words.setdefault("description", "")
        self.left.append(choice.branches[n])


def watched(schema: Schema, condition: Part) -> set[str]:
    """The names of properties that a condition looks at; "*" where that can't be told."""
    found, left, seen = set[str](), [condition], set[str]()
    while left:
        part = left.pop()
        if part.at in seen:
            continue
        seen.add(part.at)
        found.update(last(one) for one in below(part, "properties"))
        found.update(one for one in several(part.keywords.get("required")) if isinstance(one, str))
        for key in ("allOf", "anyOf", "oneOf", "not", "if", "then", "else"):
            left.extend(below(part, key))
        target = schema.target(part)
        left.extend([target] if target else [])
    return found or {"*"}


def _fixed(part: Part) -> bool:
    return "const" in part.keywords or "enum" in part.keywords


def _const(part: Part) -> bool:
    return "const" in part.keywords or len(several(part.keywords.get("enum"))) == 1
