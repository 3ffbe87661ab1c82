"""From the file's shape to the policy: names, sets, times, and what can't be meant."""

import hashlib
import json
import re
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from bot.config.arguments import argument
from bot.config.schema import (
    READY_MADE,
    TIMES,
    ApproversPart,
    FilePart,
    PersonPart,
    RulePart,
    dotted,
    near,
    shape,
)
from bot.config.tree import ConfigTrouble, Path_, Problem, Tree, parse, read
from bot.core.condition import condition_problem
from bot.core.matchers import Argument
from bot.core.policy import Person, Policy, Rule
from bot.core.state import Limits
from bot.core.terms import Approvers

ROLES = ("requester", "approver", "owner", "auditor", "admin")

# Redis keeps a run for longer than this, and a card that is older tells nobody anything.
MAX_DEADLINE_S = 7 * 86_400

_TIME = re.compile(r"(?:(\d{1,6})d)?(?:(\d{1,6})h)?(?:(\d{1,6})m)?(?:(\d{1,6})s)?")
RULES: Path_ = ("policy", "rules")
_EVERYTHING = ("*", "**")
# Keys that say how people are asked.
_ASKING = (
    "because", "approvers", "count", "exclude_requester", "reason_required", "deadline",
    "reminders",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Config:
    """What signoff.yaml says. `announcements` are to be said at every start, `prompts` are tasks
    to suggest, each a title and its words.
    """

    file: str
    policy: Policy
    agent: str
    tools: tuple[str, ...]
    limits: Limits
    prompts: tuple[tuple[str, str], ...]
    announcements: tuple[str, ...]
    tree: Tree


def load(path: Path) -> Config:
    """The configuration of a file; ConfigTrouble says all that is wrong, with line and column."""
    return _build(read(path), str(path))


def loads(text: str, file: str = "signoff.yaml") -> Config:
    """As `load`, of text."""
    return _build(parse(text, file), file)


def _build(tree: Tree, file: str) -> Config:
    if tree.data is None:
        words = "the file is empty; start with people, tools and policy, as in the example"
        raise ConfigTrouble(file, [Problem(None, words)])
    parts, problems = shape(tree)
    if parts is None:
        raise ConfigTrouble(file, problems)
    builder = _Builder(tree, parts)
    people, rules = builder.people(), builder.rules()
    nudge_s = builder.agent()
    if builder.problems:
        raise ConfigTrouble(file, builder.problems)
    agent = parts.agent
    policy = Policy(
        rules=rules,
        people=people,
        version="",
        human_in_the_loop=agent.human_in_the_loop,
        tool_approval=agent.tool_approval,
        feedback_on_rejection=agent.feedback_on_rejection,
    )
    return Config(
        file=file,
        policy=replace(policy, version=_version(policy)),
        agent=agent.name,
        tools=tuple(parts.tools),
        limits=replace(agent.limits, nudge_every_ms=nudge_s * 1000),
        prompts=tuple((p.title, p.message) for p in agent.prompts),
        announcements=builder.announcements,
        tree=tree,
    )


def _version(policy: Policy) -> str:
    """The hash of what the policy means: comments, order of keys and spelling don't change it."""
    content = asdict(policy)
    for place in ("version", "number"):
        del content[place]
    text = json.dumps(content, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


class _Builder:
    """Makes people and rules; what is wrong is collected in `problems`."""

    def __init__(self, tree: Tree, parts: FilePart) -> None:
        self._tree = tree
        self._parts = parts
        self._roles = (*ROLES, *parts.roles)
        self.problems: list[Problem] = []
        self.announcements: tuple[str, ...] = ()

    def people(self) -> tuple[Person, ...]:
        """Everybody, in the file's order: ids and Slack users stand once each."""
        ids: dict[str, int] = {}
        users: dict[tuple[str, str], str] = {}
        for index, part in enumerate(self._parts.people):
            at: Path_ = ("people", index)
            if part.id in ids:
                self._wrong((*at, "id"), f"the id {part.id} is there twice; keep one")
            user = (part.slack.team, part.slack.user)
            if user in users:
                words = (
                    f"{part.slack.user} is {users[user]} already; one account for one Slack user"
                )
                self._wrong((*at, "slack", "user"), words)
            ids[part.id] = index
            users[user] = part.id
            for spot, role in enumerate(part.roles):
                self._role((*at, "roles", spot), role)
        return tuple(_person(part) for part in self._parts.people)

    def agent(self) -> int:
        """Seconds between two nudges about one card; flags that leave no call are wrong."""
        if self._parts.agent.tool_approval == "all" and not self._parts.agent.human_in_the_loop:
            words = (
                "asks about every call, but human_in_the_loop is false, so nothing could ever run"
            )
            self._wrong(("agent", "tool_approval"), f"{words}; change one of them")
        return self._time(("agent", "nudge_every"), self._parts.agent.nudge_every) or 0

    def rules(self) -> tuple[Rule, ...]:
        """The rules, in order."""
        made: list[Rule] = []
        seen: set[str] = set()
        for index, part in enumerate(self._parts.policy.rules):
            at: Path_ = (*RULES, index)
            if made and made[-1].name in READY_MADE:
                words = f"nothing comes this far: {made[-1].name} above takes every call"
                self._wrong(at, f"{words}; move it down or leave it out")
            name = part if isinstance(part, str) else part.name
            if name in seen:
                self._wrong(
                    (*at, "name"), f"the name {name} is there twice; names are for one rule"
                )
            seen.add(name)
            made.append(self._ready_made(part) if isinstance(part, str) else self._rule(part, at))
        return tuple(made)

    def _ready_made(self, name: str) -> Rule:
        if name == "block_all":
            return Rule(name, ("*",), "refuse", reason="the policy refuses every tool (block_all)")
        self.announcements += (
            "The policy is allow_all: tools run without asking anybody, whatever they do.",
        )
        return Rule(name, ("*",), "allow")

    def _rule(self, part: RulePart, at: Path_) -> Rule:
        self._fitting(part, at)
        deadline = None
        if part.deadline is not None:
            deadline = self._time((*at, "deadline"), part.deadline)
        return Rule(
            name=part.name,
            tools=tuple(part.tools),
            verdict=part.verdict,
            reason=part.reason or "",
            because=part.because or "",
            risks=tuple(part.risk or ()),
            approvers=self._approvers(part, (*at, "approvers")),
            count=part.count,
            exclude_requester=part.exclude_requester,
            deadline_s=deadline,
            reminders_s=self._reminders(part, (*at, "reminders"), deadline),
            reason_required=part.reason_required,
            args=self._arguments(part, (*at, "args")),
            when=self._when(part, (*at, "when")),
        )

    def _arguments(self, part: RulePart, at: Path_) -> tuple[Argument, ...]:
        given = (part.args or {}).items()
        return tuple(argument(name, one, (*at, name), self._wrong) for name, one in given)

    def _when(self, part: RulePart, at: Path_) -> str:
        problem = condition_problem(part.when) if part.when else None
        if problem:
            self._wrong(at, problem)
        return part.when or ""

    def _fitting(self, part: RulePart, at: Path_) -> None:
        """Keys that the verdict gives no meaning to are a misunderstanding."""
        asks = part.verdict in ("ask", "by_risk")
        for key in _ASKING:
            if not asks and key in part.model_fields_set:
                words = f"{key} means nothing when the verdict is {part.verdict}; leave it out"
                self._wrong((*at, key), words)
        if part.reason is not None and part.verdict in ("ask", "allow"):
            words = f"reason belongs to refuse; when the verdict is {part.verdict} leave it out"
            self._wrong((*at, "reason"), words)
        for spot, glob in enumerate(part.tools):
            if not glob.strip():
                self._wrong((*at, "tools", spot), "is empty; write a tool's name, or *")
            narrowed = part.risk or part.args or part.when
            if glob in _EVERYTHING and part.verdict == "allow" and not narrowed:
                words = "allows every tool; say so with the rule allow_all, or name risks or tools"
                self._wrong((*at, "tools", spot), words)

    def _approvers(self, part: RulePart, at: Path_) -> Approvers | None:
        given = part.approvers
        if given is None:
            return None
        made = Approvers(tuple(given.roles), tuple(given.people), given.anyone)
        if made.empty:
            self._wrong(at, "names nobody; write roles, people or anyone: true")
        before = len(self.problems)
        self._known(given, at)
        people = [_person(p) for p in self._parts.people]
        members = Policy((), tuple(people), "").members(made)
        if not made.empty and len(self.problems) == before and len(members) < (part.count or 1):
            words = f"{part.count or 1} people must say yes, but the set has {len(members)}"
            self._wrong(at, f"{words}; link more people or lower count")
        return made

    def _known(self, given: ApproversPart, at: Path_) -> None:
        """Every role and person named is there, and somebody has the role."""
        held = {role for person in self._parts.people for role in person.roles}
        for spot, role in enumerate(given.roles):
            if self._role((*at, "roles", spot), role) and role not in held:
                words = f"nobody has the role {role}; give it to a person above"
                self._wrong((*at, "roles", spot), words)
        ids = [person.id for person in self._parts.people]
        for spot, person in enumerate(given.people):
            if person not in ids:
                words = f"there is no person {person}; {near(person, ids)}"
                self._wrong((*at, "people", spot), words)

    def _role(self, at: Path_, role: str) -> bool:
        if role in self._roles:
            return True
        self._wrong(at, f"the role {role} isn't known; {near(role, self._roles)}")
        return False

    def _reminders(self, part: RulePart, at: Path_, deadline: int | None) -> tuple[int, ...] | None:
        if part.reminders is None:
            return None
        made: list[int] = []
        for spot, text in enumerate(part.reminders):
            seconds = self._time((*at, spot), text)
            if seconds is None:
                continue
            if deadline is not None and seconds >= deadline:
                self._wrong((*at, spot), f"{text} isn't before the deadline, {part.deadline}")
            if made and seconds <= made[-1]:
                self._wrong((*at, spot), f"{text} isn't after the reminder before it")
            made.append(seconds)
        return tuple(made)

    def _time(self, at: Path_, text: str) -> int | None:
        """Seconds of 30m, 1h or 1h30m; None and a problem if it isn't that."""
        found = _TIME.fullmatch(text) if text else None
        if found is None:
            shown = text[:40] or "''"
            self._wrong(at, f"{shown} isn't a time; write {TIMES}")
            return None
        days, hours, minutes, seconds = (int(part or 0) for part in found.groups())
        total = ((days * 24 + hours) * 60 + minutes) * 60 + seconds
        if total == 0:
            self._wrong(at, f"is no time at all; write {TIMES}")
        elif total > MAX_DEADLINE_S:
            self._wrong(at, f"{text} is over 7 days; write 7d or less")
        return total

    def _wrong(self, at: Path_, words: str) -> None:
        self.problems.append(Problem(self._tree.place(at), f"{dotted(at)}: {words}"))


def _person(part: PersonPart) -> Person:
    return Person(part.id, part.name, part.slack.team, part.slack.user, tuple(part.roles))
