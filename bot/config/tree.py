"""YAML read with the place of every value, by YAML 1.2's plain rules for words and numbers.

PyYAML speaks YAML 1.1, where `no` is false and `12:30:00` a number: here both are text.
"""

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

import yaml
from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

Path_ = tuple[str | int, ...]

# A policy of a thousand rules is a tenth of this; more is the wrong file.
MAX_BYTES = 1_000_000
MAX_DEPTH = 20

_NULL, _BOOL, _INT, _FLOAT, _STR = (
    f"tag:yaml.org,2002:{kind}" for kind in ("null", "bool", "int", "float", "str")
)


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """A position in the file, both counted from 1."""

    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong, where, and what to write instead."""

    place: Place | None
    words: str


class ConfigTrouble(Exception):
    """The file can't be used; `problems` holds all that is wrong, in the order of the file."""

    def __init__(self, file: Path | str, problems: list[Problem]) -> None:
        self.file = str(file)
        self.problems = tuple(sorted(problems, key=lambda p: (p.place or Place(0, 0), p.words)))
        super().__init__("\n".join(self._line(problem) for problem in self.problems))

    def _line(self, problem: Problem) -> str:
        place = problem.place or Place(1, 1)
        return f"{self.file}:{place.line}:{place.column}: {problem.words}"


@dataclass(slots=True)
class Tree:
    """Plain data, and the places of its values and keys by their path."""

    data: Any = None
    values: dict[Path_, Place] = field(default_factory=dict[Path_, Place])
    keys: dict[Path_, Place] = field(default_factory=dict[Path_, Place])

    def place(self, path: Path_, *, key: bool = False) -> Place | None:
        """Where a value stands (or its key), or the nearest thing above that is in the file."""
        while path:
            found = self.keys.get(path) if key else None
            found = found or self.values.get(path)
            if found is not None:
                return found
            path = path[:-1]
        return self.values.get(())


class _Loader(yaml.SafeLoader):
    """Resolves plain scalars as YAML 1.2's core schema does, and nothing else."""

    yaml_implicit_resolvers = {}  # noqa: RUF012 - PyYAML's own class attribute

    def compose_node(self, parent: Node | None, index: Any) -> Node | None:
        """A node; aliases are refused, for a value read in two places has no one place."""
        if self.check_event(yaml.AliasEvent):
            event = cast("Any", self.peek_event())
            raise yaml.MarkedYAMLError(
                problem="an alias isn't read; write it out", problem_mark=event.start_mark
            )
        return super().compose_node(parent, index)


for _tag, _pattern, _first in (
    (_NULL, r"~|null|Null|NULL|", "~nN\0"),
    (_BOOL, r"true|True|TRUE|false|False|FALSE", "tTfF"),
    (_INT, r"[-+]?[0-9]+", "-+0123456789"),
    (_FLOAT, r"[-+]?(?:\.[0-9]+|[0-9]+\.[0-9]*)(?:[eE][-+]?[0-9]+)?", "-+.0123456789"),
):
    _chars = [char if char != "\0" else "" for char in _first]
    _Loader.add_implicit_resolver(_tag, re.compile(rf"^(?:{_pattern})$"), _chars)


def read(path: Path) -> Tree:
    """The file's data with its places; ConfigTrouble if it can't be read or isn't plain YAML."""
    try:
        if path.stat().st_size > MAX_BYTES:
            raise ConfigTrouble(path, [Problem(None, "more than 1 MB: this isn't a policy")])
        text = path.read_text("utf-8")
    except FileNotFoundError:
        words = "there is no such file; name another one with SIGNOFF_CONFIG"
        raise ConfigTrouble(path, [Problem(None, words)]) from None
    except UnicodeDecodeError:
        raise ConfigTrouble(path, [Problem(None, "isn't text in UTF-8; save it as such")]) from None
    except OSError as error:
        words = f"can't be read: {error.strerror or type(error).__name__}"
        raise ConfigTrouble(path, [Problem(None, words)]) from None
    return parse(text, path)


def parse(text: str, path: Path | str) -> Tree:
    """As `read`, of text that stands in the file `path`."""
    loader = None
    try:
        loader = _Loader(text)
        node = loader.get_single_node()
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        place = Place(mark.line + 1, mark.column + 1) if mark else None
        raise ConfigTrouble(path, [Problem(place, f"not YAML: {error.problem}")]) from None
    except yaml.YAMLError as error:
        words = "not YAML: a character that no text may hold"
        raise ConfigTrouble(path, [Problem(None, words)]) from error
    except RecursionError:
        raise ConfigTrouble(path, [Problem(None, "nested too deeply")]) from None
    finally:
        if loader is not None:
            loader.dispose()
    return _Reader(path).tree(node)


class _Reader:
    """Turns nodes into data, collecting what is wrong."""

    def __init__(self, path: Path | str) -> None:
        self._path = path
        self._tree = Tree()
        self._problems: list[Problem] = []

    def tree(self, node: Node | None) -> Tree:
        """The tree; ConfigTrouble if anything in it is odd."""
        if node is not None:
            self._tree.values[()] = _at(node)
            self._tree.data = self._value(node, ())
        if self._problems:
            raise ConfigTrouble(self._path, self._problems)
        return self._tree

    def _value(self, node: Node, path: Path_) -> Any:
        if len(path) > MAX_DEPTH:
            return self._wrong(_at(node), "nested too deeply")
        if isinstance(node, ScalarNode):
            return self._scalar(node)
        # Tags on collections could only mean a type that a policy has no use for.
        if node.tag not in ("tag:yaml.org,2002:map", "tag:yaml.org,2002:seq"):
            return self._wrong(_at(node), f"the tag {node.tag} isn't known; leave it out")
        if isinstance(node, MappingNode):
            return self._mapping(node, path)
        return self._items(cast("SequenceNode", node), path)

    def _scalar(self, node: ScalarNode) -> Any:
        text = str(node.value)
        match node.tag:
            case tag if tag == _STR:
                return text
            case tag if tag == _NULL:
                # A key that is left empty is half an intention: what it falls back to is a guess.
                return self._wrong(_at(node), "there is no value here; write one or leave it out")
            case tag if tag == _BOOL:
                return text.lower() == "true"
            case tag if tag == _INT and len(text) < 20:
                return int(text)
            case tag if tag == _FLOAT:
                return float(text)
            case _:
                return self._wrong(_at(node), f"{text[:40]} isn't understood; put it in quotes")

    def _mapping(self, node: MappingNode, path: Path_) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for key_node, value_node in cast("list[tuple[Node, Node]]", node.value):
            key, at = str(key_node.value), _at(key_node)
            if not isinstance(key_node, ScalarNode) or key_node.tag != _STR:
                self._wrong(at, "a key must be a word; put it in quotes")
            elif key in found:
                first = self._tree.keys[(*path, key)].line
                self._wrong(at, f"{key} is there twice (first in line {first}); keep one")
            else:
                here = (*path, key)
                self._tree.keys[here] = at
                scalar = isinstance(value_node, ScalarNode) and bool(value_node.value)
                self._tree.values[here] = _at(value_node) if scalar else at
                found[key] = self._value(value_node, here)
        return found

    def _items(self, node: SequenceNode, path: Path_) -> list[Any]:
        found: list[Any] = []
        for index, item in enumerate(cast("list[Node]", node.value)):
            self._tree.values[(*path, index)] = _at(item)
            found.append(self._value(item, (*path, index)))
        return found

    def _wrong(self, place: Place, words: str) -> None:
        self._problems.append(Problem(place, words))


def _at(node: Node) -> Place:
    return Place(node.start_mark.line + 1, node.start_mark.column + 1)
