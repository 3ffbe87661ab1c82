"""What a rule says of arguments: its shape in signoff.yaml, and the matchers that it means."""

from collections.abc import Callable, Iterator
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BeforeValidator, Field
from pydantic_core import PydanticCustomError

from bot.config.part import Names, Part, Words
from bot.config.tree import Path_
from bot.core.matchers import (
    Argument,
    Argv,
    Each,
    Flag,
    HostIn,
    Items,
    Length,
    Matcher,
    NoneOf,
    OneOf,
    Pattern,
    Range,
    Under,
    canonical_path,
    flag_problem,
    host_problem,
    namespace_in,
    pattern_problem,
)
from bot.core.matchers.argv import MOST_WORDS, NAMESPACE, FlagMatcher
from bot.core.matchers.found import Unread
from bot.core.matchers.urls import SCHEMES

Wrong = Callable[[Path_, str], None]


def _plain(value: Any) -> Any:
    if not isinstance(value, str | int | float):
        raise PydanticCustomError("plain", "must be text, a number, true or false")
    return value


def _number(value: Any) -> Any:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise PydanticCustomError("number", "must be a number")
    return value


def _values(value: object) -> object:
    return [value] if isinstance(value, str | int | float) else value


# No union of types: pydantic would say of a wrong value what is wrong by each of them.
Plain = Annotated[Any, AfterValidator(_plain)]
Number = Annotated[Any, AfterValidator(_number)]


class ValuePart(Part):
    """What is said of one value. Every key must hold."""

    under: Names | None = None
    one_of: Annotated[list[Plain], BeforeValidator(_values)] | None = None
    none_of: Names | None = None
    pattern: str | None = None
    mode: Literal["whole value"] | None = None
    min: Number | None = None
    max: Number | None = None
    max_length: Annotated[int, Field(ge=0)] | None = None
    host_in: Names | None = None
    schemes: Names | None = None
    note: Words | None = None


class FlagPart(ValuePart):
    """A flag of a command by all its names; without a key that says so it takes no value."""

    names: Annotated[Names, Field(min_length=1)]
    required: bool = False


class ArgvPart(Part):
    """A command: its program, verbs and flags. What isn't named is refused."""

    program: Annotated[str, Field(min_length=1)]
    verbs: Names = Field(default_factory=list[str])
    flags: list[FlagPart] = Field(default_factory=list[FlagPart])
    namespace_in: Names | None = None
    words: Annotated[int, Field(ge=0, le=1000)] = MOST_WORDS
    unknown_flags: Literal["refuse"] = "refuse"


class ArgumentPart(ValuePart):
    """What is said of one argument."""

    argv: ArgvPart | None = None
    max_items: Annotated[int, Field(ge=0)] | None = None
    each: ValuePart | None = None
    optional: bool = False


def argument(name: str, part: ArgumentPart, at: Path_, wrong: Wrong) -> Argument:
    """The argument's matchers; `wrong` is called with each thing that can't be meant."""
    checks: list[Matcher] = [*value_checks(part, at, wrong)]
    if part.max_items is not None:
        checks.append(Items(part.max_items))
    if part.argv is not None:
        checks.append(_argv(part.argv, (*at, "argv"), wrong))
    if part.each is not None:
        each = tuple(value_checks(part.each, (*at, "each"), wrong))
        if not each:
            wrong((*at, "each"), "says nothing; write for example one_of or pattern")
        checks.append(Each(each))
    if not checks:
        wrong(at, "says nothing; write for example one_of, under, max or pattern")
    return Argument(name, tuple(checks), part.optional)


def value_checks(part: ValuePart, at: Path_, wrong: Wrong) -> Iterator[FlagMatcher]:
    """The matchers of one value."""
    if part.under is not None:
        yield _under(part.under, (*at, "under"), wrong)
    yield from _listed(part, at, wrong)
    if part.pattern is not None:
        problem = pattern_problem(part.pattern)
        if problem:
            wrong((*at, "pattern"), f"isn't a pattern: {problem}")
        else:
            yield Pattern(part.pattern)
    elif part.mode is not None:
        wrong((*at, "mode"), "belongs to pattern; leave it out")
    yield from _limits(part, at, wrong)
    yield from _hosts(part, at, wrong)


def _listed(part: ValuePart, at: Path_, wrong: Wrong) -> Iterator[FlagMatcher]:
    if part.one_of is not None:
        if not part.one_of:
            wrong((*at, "one_of"), "is empty, so nothing is one of it; write the values")
        yield OneOf(tuple(part.one_of))
    if part.none_of is not None:
        if not part.none_of:
            wrong((*at, "none_of"), "is empty, so nothing is forbidden; write the values")
        yield NoneOf(tuple(part.none_of))


def _limits(part: ValuePart, at: Path_, wrong: Wrong) -> Iterator[FlagMatcher]:
    if part.min is not None or part.max is not None:
        if part.min is not None and part.max is not None and part.min > part.max:
            wrong((*at, "min"), f"is above max, {part.max}; no number is both")
        yield Range(part.min, part.max)
    if part.max_length is not None:
        yield Length(part.max_length)


def _hosts(part: ValuePart, at: Path_, wrong: Wrong) -> Iterator[FlagMatcher]:
    if part.host_in is None:
        if part.schemes is not None:
            wrong((*at, "schemes"), "belongs to host_in; leave it out")
        return
    for spot, host in enumerate(part.host_in):
        problem = host_problem(host)
        if problem:
            wrong((*at, "host_in", spot), f"{host} {problem}")
    schemes = tuple(part.schemes) if part.schemes else SCHEMES
    for spot, scheme in enumerate(schemes):
        if not scheme.isascii() or not scheme.islower():
            wrong((*at, "schemes", spot), f"{scheme} isn't a scheme; write for example https")
    yield HostIn(tuple(part.host_in), schemes)


def _under(folders: list[str], at: Path_, wrong: Wrong) -> Under:
    made = list[str]()
    for spot, folder in enumerate(folders):
        try:
            made.append(canonical_path(folder))
        except Unread as why:
            wrong((*at, spot), f"{folder} {why}")
    return Under(tuple(made))


def _argv(part: ArgvPart, at: Path_, wrong: Wrong) -> Argv:
    flags = [_flag(flag, (*at, "flags", spot), wrong) for spot, flag in enumerate(part.flags)]
    if part.namespace_in is not None:
        flags.append(namespace_in(tuple(part.namespace_in)))
    seen = set[str]()
    for flag in flags:
        for name in flag.names:
            if name in seen:
                also = " (namespace_in names it too)" if name in NAMESPACE else ""
                wrong((*at, "flags"), f"the flag {name} is there twice{also}; keep one")
            seen.add(name)
    return Argv(part.program, tuple(part.verbs), tuple(flags), part.words)


def _flag(part: FlagPart, at: Path_, wrong: Wrong) -> Flag:
    for spot, name in enumerate(part.names):
        problem = flag_problem(name)
        if problem:
            wrong((*at, "names", spot), f"{name} {problem}")
    return Flag(tuple(part.names), tuple(value_checks(part, at, wrong)), part.required)
