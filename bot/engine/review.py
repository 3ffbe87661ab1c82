"""The review of proposed calls by the host's hook: it narrows what policy said (DESIGN.md 5).

Every verdict stays the policy's own: an *ask* of the hook is a verdict on the same call where each
is asked about, and changed arguments are judged as if the model had sent them.
"""

import asyncio
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from bot import review
from bot.core import canon
from bot.core.call import Call
from bot.core.changed import changes
from bot.core.replacing import replace
from bot.core.request import Change
from bot.core.rules import Live, Person
from bot.core.state import Run
from bot.core.verdicts import Allow, Ask, Refuse, Verdict
from bot.mask import one_line
from bot.ports.review import Reviewer
from bot.ports.tools import Risk

MAX_WORDS = 300  # characters of a hook's words that a card and the model get
ERROR = "review error"
_ROLES = {"user": "user", "handed": "user", "assistant": "assistant", "result": "tool"}


@dataclass(frozen=True, slots=True)
class Ruling:
    """What came of a call at `now`: the verdict on these canonical arguments, and what changed.

    `live` holds the members of the sets that were read for it.
    """

    verdict: Verdict
    args: str
    now: int
    live: Live
    changes: tuple[Change, ...] = ()


class Judge(Protocol):
    """What a review needs of the gate."""

    def verdict(
        self, run: Run, tool: str, args: str, now: int, live: Live, *, ask: bool = False,
        of: str = "",
    ) -> Verdict:  # fmt: skip
        """The policy's verdict; `ask`: on a call that isn't let go without asking. `of`: its id."""
        ...

    def wrong(self, tool: str, args: str) -> str:
        """Why these canonical arguments don't fit the tool, "" if they do."""
        ...


def proposal(
    run: Run,
    call: Call,
    ruling: Ruling,
    *,
    risk: Risk,
    person: Person | None,
    lines: Sequence[str],
) -> review.Proposal:
    """A call as the hook gets it; `person` is whoever asked, `lines` the transcript."""
    said = tuple(_said(line) for line in lines)
    thoughts = [str(entry["text"]) for entry in said if entry["role"] == "assistant"]
    asker = run.requester
    return review.Proposal(
        step=run.steps,
        thought=thoughts[-1] if thoughts else "",
        tool=call.tool,
        arguments=canon.parse(ruling.args),
        conversation=said,
        requester=review.Requester(
            asker.team, asker.user, asker.name,
            person.id if person else "", person.roles if person else (),
        ),
        channel=run.thread.channel,
        agent=run.agent,
        run=run.number,
        risk=risk,
        verdict="ask" if isinstance(ruling.verdict, Ask) else "allow",
    )  # fmt: skip


async def answers(
    reviewer: Reviewer, proposals: Iterable[tuple[str, review.Proposal]]
) -> Mapping[str, review.Answer]:
    """What the hook says of each call, all asked at the same time; by call."""
    asked = list(proposals)
    found = await asyncio.gather(*(reviewer.review(each) for _, each in asked))
    return dict(zip((call for call, _ in asked), found, strict=True))


def reviewed(
    judge: Judge, run: Run, call: Call, ruling: Ruling, answer: review.Answer | None
) -> Ruling:
    """What policy and hook say together. No answer is a no, except to what policy refuses."""
    if isinstance(ruling.verdict, Refuse):
        return ruling
    match answer:
        case review.Allow():
            return ruling
        case review.Change(arguments=arguments):
            return _changed(judge, run, call, ruling, arguments)
        case review.Ask(because=because):
            return replace(ruling, verdict=_asked(judge, run, call, ruling, because))
        case review.Refuse(reason=reason):
            words = one_line(reason, MAX_WORDS) or "the review refuses it"
            return replace(ruling, verdict=Refuse(words))
        case None:
            return _error(ruling, "it wasn't asked")


def edit_refused(answer: review.Answer) -> Refuse | None:
    """Why the hook doesn't let a person's edit be; people are asked about it either way.

    It has no say in what they change it to: arguments of its own are a no.
    """
    match answer:
        case review.Allow() | review.Ask():
            return None
        case review.Refuse(reason=reason):
            return Refuse(one_line(reason, MAX_WORDS) or "the review refuses it")
        case review.Change():
            return Refuse(f"{ERROR}: it wants other arguments than these")


def _asked(judge: Judge, run: Run, call: Call, ruling: Ruling, because: str) -> Verdict:
    """The same call where none is let go without asking."""
    verdict, words = ruling.verdict, one_line(because, MAX_WORDS)
    if isinstance(verdict, Allow):
        verdict = judge.verdict(
            run, call.tool, ruling.args, ruling.now, ruling.live, ask=True, of=call.id
        )
        words = words or "the review wants a person's yes"
    elif words and isinstance(verdict, Ask):
        words = one_line(f"{verdict.spec.because}; {words}", MAX_WORDS)
    match verdict:
        case Allow(plan=plan) if plan:
            return verdict  # people have said yes to this very call
        case Allow():
            return Refuse(f"{ERROR}: it asks for a person's yes, and the policy asks nobody")
        case Ask(spec=spec) if words:
            return replace(verdict, spec=replace(spec, because=words))
        case _:
            return verdict


def _changed(
    judge: Judge, run: Run, call: Call, ruling: Ruling, arguments: Mapping[str, Any]
) -> Ruling:
    try:
        # Through the same reader as a model's: what isn't plain JSON is refused, not repaired.
        args = canon.canonical(canon.parse(json.dumps(dict(arguments), allow_nan=False)))
    except (TypeError, ValueError, RecursionError) as error:
        return _error(ruling, f"its arguments can't be read ({type(error).__name__})")
    if args == ruling.args:
        return ruling
    wrong = judge.wrong(call.tool, args)
    if wrong:
        return _error(ruling, f"its arguments don't fit the tool: {wrong}")
    found = changes(ruling.args, args)
    verdict = judge.verdict(run, call.tool, args, ruling.now, ruling.live)
    if isinstance(verdict, Ask):
        names = ", ".join(change.name for change in found)
        because = one_line(f"{verdict.spec.because}; the review changed {names}", MAX_WORDS)
        verdict = replace(verdict, spec=replace(verdict.spec, because=because))
    return Ruling(verdict, args, ruling.now, ruling.live, found)


def _error(ruling: Ruling, why: str) -> Ruling:
    return replace(ruling, verdict=Refuse(f"{ERROR}: {why}"))


def _said(line: str) -> Mapping[str, Any]:
    entry: dict[str, Any] = json.loads(line)
    kind = entry.pop("k")
    return {"role": _ROLES.get(kind, "system"), **entry}
