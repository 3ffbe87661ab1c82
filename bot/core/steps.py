"""The steps of a plan: what a model proposes, on which terms each is asked, and how each went.

A plan is a call of `propose_plan`, which is no tool: the gate answers it. Its digest covers all
steps exactly as they are written, so that a yes to it is a yes to these calls and no others.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal, cast

from bot.core.canon import BadArguments, canonical, digest
from bot.core.replacing import replace
from bot.core.terms import RISKS, Approvers, AskSpec, Risk

PROPOSE = "propose_plan"
LEAST, MOST = 2, 10  # steps of a plan: one is a call, and more nobody reads before a yes
TITLE, WHY = 150, 300  # characters of the model's words for the plan, and for a step

StepState = Literal["ready", "running", "done", "failed", "unknown", "not_run"]


@dataclass(frozen=True, slots=True)
class Sketch:
    """A step as the model wrote it; `args` is canonical."""

    tool: str
    args: str
    why: str = ""

    @property
    def digest(self) -> str:
        """Of the call that it stands for."""
        return digest(self.tool, self.args)


@dataclass(frozen=True, slots=True)
class Step:
    """A step that people are shown. `spec` None: policy lets it run without a yes.

    Of the spec's next tiers the first `tier` decide. `title` and what follows are the tool's own
    words, `why` is the model's. A tool with another `tool_digest` is not the one that was shown.
    """

    tool: str
    args: str
    digest: str
    risk: Risk
    tool_digest: str
    title: str
    will_do: str | None = None
    target: str | None = None
    undo: str | None = None
    why: str = ""
    spec: AskSpec | None = None
    tier: int = 0


@dataclass(frozen=True, slots=True)
class Stepped:
    """The call that a step became, and how it stands; steps count from 0."""

    step: int
    call: str
    state: StepState
    summary: str = ""


def sketched(args: dict[str, Any]) -> tuple[str, tuple[Sketch, ...]]:
    """The title and the steps of a plan. Raises BadArguments, in words for the model."""
    _known(args, ("title", "steps"), "a plan")
    title, steps = args.get("title", ""), args.get("steps")
    if not isinstance(title, str) or len(title) > TITLE:
        raise BadArguments(f"title must be text of at most {TITLE} characters")
    if not isinstance(steps, list) or not LEAST <= len(cast("list[Any]", steps)) <= MOST:
        raise BadArguments(f"steps must be a list of {LEAST} to {MOST} steps")
    return title, tuple(_sketch(one, n) for n, one in enumerate(cast("list[Any]", steps), 1))


def merged(asked: Iterable[tuple[AskSpec, int]], lasts_s: int) -> tuple[AskSpec, int]:
    """The strictest of these terms, and how many of its next tiers are asked at once.

    Who may decide is the set of the highest risk; each step's own must allow them too (deciders).
    So a later tier is asked only where all have the same ones. Its yes holds for `lasts_s`.
    """
    every = sorted(asked, key=lambda one: -RISKS.index(one[0].risk))
    (first, tier), specs = every[0], [spec for spec, _ in every]
    deadline = min(spec.deadline_s for spec in specs)
    alike = all((s.approvers, s.next) == (first.approvers, first.next) for s in specs)
    later = first.next if alike else first.next[:tier]
    rules = len({spec.rule for spec in specs})
    strictest = replace(
        first,
        because=first.because
        if rules == 1
        else f"{first.because} (the strictest of {rules} rules)",
        count=max(spec.count for spec in specs),
        owners=max(spec.owners for spec in specs),
        exclude_requester=any(spec.exclude_requester for spec in specs),
        deadline_s=deadline,
        reminders_s=tuple(s for s in first.reminders_s if s < deadline),
        reason_required=any(spec.reasoned for spec in specs),
        route=next((spec.route for spec in specs if spec.route), ""),
        ops=next((spec.ops for spec in specs if spec.ops), ""),
        next=tuple(n for i, n in enumerate(later) if i < tier or n.after_s < deadline),
        veto=_joined(spec.veto for spec in specs),
        breakglass=None,
        grants=False,
        grant_s=lasts_s,
        sensitive=(),  # no step holds such an argument
        called=tuple(dict.fromkeys(one for spec in specs for one in spec.called)),
        data=tuple(dict.fromkeys(kind for spec in specs for kind in spec.data)),
    )
    return strictest, tier


def _sketch(given: object, n: int) -> Sketch:
    if not isinstance(given, dict):
        raise BadArguments(f"step {n} must be an object with a tool and its arguments")
    step = cast("dict[str, Any]", given)
    _known(step, ("tool", "arguments", "why"), f"step {n}")
    tool, args, why = step.get("tool"), step.get("arguments", {}), step.get("why", "")
    if not isinstance(tool, str) or not tool:
        raise BadArguments(f"step {n} needs a tool's name")
    if not isinstance(args, dict):
        raise BadArguments(f"the arguments of step {n} must be one JSON object")
    if not isinstance(why, str) or len(why) > WHY:
        raise BadArguments(f"why of step {n} must be text of at most {WHY} characters")
    return Sketch(tool, canonical(cast("dict[str, Any]", args)), why)


def _known(given: dict[str, Any], names: tuple[str, ...], what: str) -> None:
    odd = sorted(given.keys() - set(names))
    if odd:
        raise BadArguments(f"{what} has no {', '.join(odd)}; it has {', '.join(names)}")


def _joined(sets: Iterable[Approvers | None]) -> Approvers | None:
    """Everybody who is in one of them."""
    given = [one for one in sets if one is not None]
    if not given:
        return None
    names = ("roles", "people", "groups", "channels", "schedules")
    every: dict[str, Any] = {
        n: tuple(dict.fromkeys(x for one in given for x in getattr(one, n))) for n in names
    }
    asker = any(one.requester for one in given)
    return Approvers(**every, anyone=any(one.anyone for one in given), requester=asker)
