"""The shape of signoff.yaml. What a value means is checked afterwards, in `build`."""

import re
from difflib import get_close_matches
from typing import Annotated, Any, Literal, cast, get_args, get_origin

from pydantic import BeforeValidator, Field, StringConstraints, ValidationError
from pydantic_core import ErrorDetails

from bot.config.agents import AgentPart
from bot.config.arguments import ArgumentPart
from bot.config.part import Channel, Id, Kind, Names, Part, Words, listed
from bot.config.schedules import Schedules
from bot.config.tree import Path_, Problem, Tree
from bot.config.usual import UsualPart
from bot.core.terms import Risk

READY_MADE = ("allow_all", "block_all")
_BLOCK_TOOLS = re.compile(r"block_tools\((.+)\)")


Group = Annotated[str, StringConstraints(pattern=r"^S[A-Z0-9]+$")]


class SlackUser(Part):
    """Who a person is in Slack."""

    team: Annotated[str, StringConstraints(pattern=r"^[TE][A-Z0-9]+$")]
    user: Annotated[str, StringConstraints(pattern=r"^[UW][A-Z0-9]+$")]


class PersonPart(Part):
    """A person: one account for one Slack user."""

    id: Id
    name: Words
    slack: SlackUser
    roles: Names = Field(default_factory=list[str])


class ApproversPart(Part):
    """A set of people; several keys join."""

    roles: Names = Field(default_factory=list[str])
    people: Names = Field(default_factory=list[str])
    anyone: bool = False
    groups: Annotated[list[Group], BeforeValidator(listed)] = Field(default_factory=list[str])
    channels: Annotated[list[Channel], BeforeValidator(listed)] = Field(default_factory=list[str])
    schedules: Names = Field(default_factory=list[str])


class NextPart(ApproversPart):
    """Who may decide too, later on; without `after` at the risk's own time."""

    after: str | None = None


class RulePart(Part):
    """One rule of the policy."""

    name: Id
    tools: Annotated[Names, Field(min_length=1)]
    verdict: Literal["allow", "ask", "refuse", "by_risk"]
    risk: Annotated[list[Risk], BeforeValidator(listed), Field(min_length=1)] | None = None
    args: Annotated[dict[str, ArgumentPart], Field(min_length=1)] | None = None
    when: Annotated[str, StringConstraints(min_length=1, max_length=2000)] | None = None
    because: Words | None = None
    reason: Words | None = None
    approvers: ApproversPart | None = None
    count: Annotated[int, Field(ge=1, le=20)] | None = None
    exclude_requester: bool | None = None
    reason_required: bool | None = None
    deadline: str | None = None
    reminders: Names | None = None
    owners: Annotated[int, Field(ge=0, le=20)] | None = None
    route: Channel | None = None
    next: Annotated[list[NextPart], Field(min_length=1, max_length=5)] | None = None
    veto: ApproversPart | None = None
    breakglass: ApproversPart | None = None
    grants: bool | None = None
    grant_for: str | None = None
    step_up: Literal["on", "off"] | None = None
    sensitive: Names | None = None
    usual: Annotated[dict[str, UsualPart], Field(min_length=1)] | None = None
    data: (
        Annotated[list[Kind], BeforeValidator(listed), Field(min_length=1, max_length=5)] | None
    ) = None


class PolicyPart(Part):
    """The rules in order; a ready-made one stands there by its name."""

    rules: Annotated[list[RulePart | Literal["allow_all", "block_all"]], Field(min_length=1)]


def _rules(value: object) -> object:
    """`policy: block_all` is short for a list of that one rule, `block_tools(a, b)` for a rule."""
    given = {"rules": [value]} if isinstance(value, str) else value
    if not isinstance(given, dict):
        return given
    parts = cast("dict[str, Any]", given)
    rules = parts.get("rules")
    if not isinstance(rules, list):
        return parts
    return {**parts, "rules": [_rule(one) for one in cast("list[object]", rules)]}


def _rule(item: object) -> object:
    found = _BLOCK_TOOLS.fullmatch(item.strip()) if isinstance(item, str) else None
    if found is None:
        return item
    tools = [name.strip() for name in found[1].split(",")]
    reason = "the policy blocks this tool (block_tools)"
    return {"name": "block_tools", "tools": tools, "verdict": "refuse", "reason": reason}


Module = Annotated[str, StringConstraints(pattern=r"^[A-Za-z_]\w*(\.[A-Za-z_]\w*)*$")]
Function = Annotated[
    str, StringConstraints(pattern=r"^[A-Za-z_]\w*(\.[A-Za-z_]\w*)*:[A-Za-z_]\w*$")
]


class FilePart(Part):
    """The whole file."""

    people: list[PersonPart] = Field(default_factory=list[PersonPart])
    roles: list[Id] = Field(default_factory=list[Id])
    tools: list[Module] = Field(default_factory=list[Module])
    review: Function | None = None
    agent: AgentPart = AgentPart()
    schedules: Schedules = Field(default_factory=Schedules)
    policy: Annotated[PolicyPart, BeforeValidator(_rules)]


_SHAPES = {
    "id": "small letters, digits and . _ -, for example ana",
    "name": "small letters, digits and . _ -, for example refunds",
    "team": "a Slack team id, for example T024BE7LD",
    "user": "a Slack member id, for example U024BE7LH (profile, ⋮, Copy member ID)",
    "title": "a few words, for example Look up an order",
    "tools": "a Python module's name, for example bot.tools.shop",
    "review": "a Python function, for example ours.review:look",
    "route": "a Slack channel's id, for example C024BE7LT (the channel's name, About)",
    "ops_channels": "a Slack channel's id, for example C024BE7LT (the channel's name, About)",
    "channels": "a Slack channel's id, for example C024BE7LT (the channel's name, About)",
    "groups": "a Slack user group's id, for example S024BE7LH (User groups, ⋮, Copy group ID)",
    "roles": "small letters, digits and . _ -, for example oncall",
}
TIMES = "30m, 1h, 1h30m or 2d"
_TIMED = {
    "deadline",
    "reminders",
    "nudge_every",
    "grant_for",
    "plan_for",
    "answer_within",
    "after",
    "every",
    "keep",
}
_KINDS = {
    "string_type": "must be text; put it in quotes",
    "bool_type": "must be true or false",
    "int_type": "must be a whole number",
    "list_type": "must be a list, one line with a dash for each",
    "model_type": "must be keys with values, each on a line of its own",
    "string_too_short": "is empty; write something or leave the key out",
}


def shape(tree: Tree) -> tuple[FilePart | None, list[Problem]]:
    """The file in its shape, or all that is wrong with it."""
    try:
        return FilePart.model_validate(tree.data), []
    except ValidationError as error:
        found = {_problem(detail, tree) for detail in error.errors(include_url=False)}
        return None, [problem for problem in found if problem is not None]


def near(word: str, known: list[str] | tuple[str, ...]) -> str:
    """What to write instead of a word that isn't known."""
    close = get_close_matches(word, known, 1)
    return f"did you mean {close[0]}?" if close else f"known are {', '.join(known) or 'none'}"


def _problem(detail: ErrorDetails, tree: Tree) -> Problem | None:
    path, kind = _path(detail["loc"], tree), detail["type"]
    if _other_branch(detail["loc"], tree):
        return None
    name = str(path[-1]) if path else "the file"
    if kind == "missing":
        return Problem(tree.place(path), f"{name} is missing here; add it")
    if kind == "extra_forbidden":
        fields = part_at(path[:-1]).model_fields
        known = [field.alias or key for key, field in fields.items()]
        words = f"the key {name} isn't known here; {near(name, known)}"
        return Problem(tree.place(path, key=True), words)
    return Problem(tree.place(path), f"{dotted(path)} {_words(detail, path)}")


def _words(detail: ErrorDetails, path: Path_) -> str:
    kind, context = detail["type"], detail.get("ctx", {})
    match kind:
        case "string_type" if _TIMED & {*path}:
            return f"is {_shown(detail['input'])}; write {TIMES}"
        case "literal_error":
            return f"is {_shown(detail['input'])}; write {context.get('expected')}".replace("'", "")
        case "string_pattern_mismatch":
            key = next(str(part) for part in reversed(path) if isinstance(part, str))
            return f"is {_shown(detail['input'])}; write {_SHAPES.get(key, _SHAPES['name'])}"
        case "greater_than_equal":
            return f"is {_shown(detail['input'])}; write {context.get('ge')} or more"
        case "less_than_equal":
            return f"is {_shown(detail['input'])}; write {context.get('le')} or less"
        case "string_too_long" | "too_long":
            most = context.get("max_length")
            return (
                f"has too many; write {most} at most"
                if kind == "too_long"
                else (f"is too long; write {most} characters at most")
            )
        case "too_short":
            return "is empty; write at least one"
        case _:
            return _KINDS.get(kind, detail["msg"])


def _other_branch(loc: tuple[int | str, ...], tree: Tree) -> bool:
    """An item of `rules` may be a mapping or a word; only its own kind's complaint is worth it."""
    if loc[:2] != ("policy", "rules") or len(loc) < 4:
        return False
    policy = tree.data["policy"]
    item = policy if isinstance(policy, str) else policy["rules"][loc[2]]
    return isinstance(item, str) == (loc[3] == "RulePart")


def _path(loc: tuple[int | str, ...], tree: Tree) -> Path_:
    """The file's path of pydantic's: without the names of a union's branches."""
    union = loc[:2] == ("policy", "rules") and len(loc) > 3
    path = (*loc[:3], *loc[4:]) if union else tuple(part for part in loc if part != "[key]")
    return ("policy",) if isinstance(tree.data, dict) and _short(tree, path) else path


def _short(tree: Tree, path: Path_) -> bool:
    return path[:1] == ("policy",) and isinstance(tree.data.get("policy"), str)


def part_at(path: Path_, root: type[Part] = FilePart) -> type[Part]:
    """The model that the end of a path is read by."""
    found = root
    named = False  # a key of a mapping whose keys are names, as an argument's
    for key in path:
        if not isinstance(key, str) or named:
            named = False
            continue
        annotation = found.model_fields[key].annotation
        found, named = next(iter(_parts(annotation)), found), _keyed(annotation)
    return found


def _keyed(annotation: Any) -> bool:
    return get_origin(annotation) is dict or any(_keyed(inner) for inner in get_args(annotation))


def _parts(annotation: Any) -> list[type[Part]]:
    if isinstance(annotation, type) and issubclass(annotation, Part):
        return [annotation]
    return [part for inner in get_args(annotation) for part in _parts(inner)]


def dotted(path: Path_) -> str:
    """A path as people write it, items counted from 1: policy.rules 2.verdict."""
    text = ""
    for part in path:
        text += f" {part + 1}" if isinstance(part, int) else f".{part}"
    return text.lstrip(".") or "the file"


def _shown(value: object) -> str:
    text = "true" if value is True else "false" if value is False else str(cast("Any", value))
    return text if len(text) <= 60 else f"{text[:59]}…"
