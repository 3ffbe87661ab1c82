"""From the file's shape to the policy: names, sets, times, and what can't be meant."""

import hashlib
import json
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from bot.config.arguments import argument
from bot.config.rotas import Rotas
from bot.config.schema import (
    READY_MADE,
    ApproversPart,
    FilePart,
    RulePart,
    dotted,
    shape,
)
from bot.config.sets import Sets, person
from bot.config.times import rising, seconds
from bot.config.tree import ConfigTrouble, Path_, Problem, Tree, parse, read
from bot.config.usual import usual
from bot.core.condition import condition_problem
from bot.core.matchers import Argument
from bot.core.rota import Schedule
from bot.core.rules import Person, Policy, Questions, Rule
from bot.core.state import Limits
from bot.core.terms import MAX_DEADLINE_S, MAX_GRANT_S, Approvers

RULES: Path_ = ("policy", "rules")
_EVERYTHING = ("*", "**")
# Keys that say how people are asked.
_ASKING = (
    "because", "approvers", "count", "exclude_requester", "reason_required", "deadline",
    "reminders", "owners", "route", "next", "veto", "breakglass", "grants", "grant_for", "step_up",
    "sensitive", "usual", "data",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Config:
    """What signoff.yaml says. `announcements` are to be said at every start, `prompts` are tasks
    to suggest, each a title and its words. `review` is the hook as `module:function`, or "".
    """

    file: str
    policy: Policy
    agent: str
    tools: tuple[str, ...]
    review: str
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
    (nudge_s, plan_s, answer_s), schedules = builder.agent(), builder.schedules()
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
        ops_channels=tuple(agent.ops_channels),
        schedules=schedules,
        plans=agent.plans,
        plan_s=plan_s,
        questions=Questions(agent.limits.ask_user, answer_s, over=agent.on_question_limit),
    )
    return Config(
        file=file,
        policy=replace(policy, version=_version(policy)),
        agent=agent.name,
        tools=tuple(parts.tools),
        review=parts.review or "",
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
    text = json.dumps(
        content, sort_keys=True, ensure_ascii=False, separators=(",", ":"), default=str
    )
    return hashlib.sha256(text.encode()).hexdigest()[:16]


class _Builder:
    """Makes people and rules; what is wrong is collected in `problems`."""

    def __init__(self, tree: Tree, parts: FilePart) -> None:
        self._tree = tree
        self._parts = parts
        self._sets = Sets(parts, self._wrong)
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
                self._sets.role((*at, "roles", spot), role)
        return tuple(person(part) for part in self._parts.people)

    def agent(self) -> tuple[int, int, int]:
        """Seconds between two nudges about one card, of a plan's yes, and for an answer to a
        question; flags that leave no call are wrong.
        """
        if self._parts.agent.tool_approval == "all" and not self._parts.agent.human_in_the_loop:
            words = (
                "asks about every call, but human_in_the_loop is false, so nothing could ever run"
            )
            self._wrong(("agent", "tool_approval"), f"{words}; change one of them")
        agent = self._parts.agent
        times = {
            name: seconds(getattr(agent, name), ("agent", name), self._wrong) or 0
            for name in ("nudge_every", "plan_for", "answer_within")
        }
        if times["answer_within"] > MAX_DEADLINE_S:
            words = f"is {agent.answer_within}; people are asked for 7d at most"
            self._wrong(("agent", "answer_within"), words)
        return times["nudge_every"], times["plan_for"], times["answer_within"]

    def schedules(self) -> tuple[Schedule, ...]:
        """Who is on call."""
        ids = [part.id for part in self._parts.people]
        return Rotas(ids, self._wrong).read(self._parts.schedules)

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
        reminders, deadline = part.reminders, self._time(part.deadline, (*at, "deadline"))
        return Rule(
            name=part.name,
            tools=tuple(part.tools),
            verdict=part.verdict,
            reason=part.reason or "",
            because=part.because or "",
            risks=tuple(part.risk or ()),
            approvers=self._set(part.approvers, (*at, "approvers"), part.count or 1),
            count=part.count,
            exclude_requester=part.exclude_requester,
            deadline_s=deadline,
            reminders_s=None if reminders is None else rising(
                reminders, part.deadline, (*at, "reminders"), self._wrong
            ),
            reason_required=part.reason_required,
            args=self._arguments(part, (*at, "args")),
            when=self._when(part, (*at, "when")),
            owners=part.owners,
            route=part.route,
            next=self._next(part, (*at, "next"), deadline),
            veto=self._set(part.veto, (*at, "veto")),
            breakglass=self._set(part.breakglass, (*at, "breakglass")),
            grants=part.grants,
            grant_s=self._time(part.grant_for, (*at, "grant_for"), MAX_GRANT_S),
            step_up=part.step_up or "on",
            sensitive=tuple(part.sensitive or ()),
            usual=usual(part.usual or {}, (*at, "usual"), self._wrong),
            data=tuple(dict.fromkeys(part.data or ())),
        )  # fmt: skip

    def _set(self, given: ApproversPart | None, at: Path_, count: int = 1) -> Approvers | None:
        return None if given is None else self._sets.read(given, at, count)

    def _time(self, text: str | None, at: Path_, most: int = MAX_DEADLINE_S) -> int | None:
        return None if text is None else seconds(text, at, self._wrong, most)

    def _next(
        self, part: RulePart, at: Path_, deadline: int | None
    ) -> tuple[tuple[int | None, Approvers], ...]:
        made: list[tuple[int | None, Approvers]] = []
        for spot, one in enumerate(part.next or ()):
            after = self._time(one.after, (*at, spot, "after"))
            if after and deadline and after >= deadline:
                words = f"{one.after} isn't before the deadline, {part.deadline}"
                self._wrong((*at, spot, "after"), words)
            made.append((after, self._sets.read(one, (*at, spot))))
        return tuple(made)

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

    def _wrong(self, at: Path_, words: str) -> None:
        self.problems.append(Problem(self._tree.place(at), f"{dotted(at)}: {words}"))
