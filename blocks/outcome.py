"""The one list of outcomes: its title, its line, its buttons.

A line is written once and drawn with the pen of the place: the card, its fallback text, a reply.
"""

from collections.abc import Callable
from dataclasses import dataclass

from blocks import ids
from blocks.pen import Pen, capital, deciders, lasting, listed, quoted, sentence, span
from blocks.views import ApprovalCard, Outcome, Resolution, Result, Settled

Line = Callable[[Pen, ApprovalCard, Settled], str]

_NOTHING = "Nothing was run."


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """How an outcome is shown: header, decision line, action ids of its buttons."""

    mark: str
    title: str
    line: Line
    buttons: tuple[str, ...]


def title(settled: Settled) -> str:
    """`✅ Approved`: a mark and a word."""
    outcome = "failed" if _failed_first(settled) else settled.outcome
    return f"{TABLE[outcome].mark} {named(settled)}"


def named(settled: Settled) -> str:
    """`Approved`; of a yes for a while, `Allowed for 1 h`, and whether that has ended.

    What failed is called so, whatever was allowed after it.
    """
    if _failed_first(settled):
        return TABLE["failed"].title
    if settled.outcome != "granted":
        return TABLE[settled.outcome].title
    ended = ", revoked" if settled.revoked else ", now over" if settled.over else ""
    return f"Allowed for {span(settled.lasts)}{ended}"


def line(pen: Pen, card: ApprovalCard, settled: Settled) -> str:
    """The decision in a sentence or two."""
    return TABLE[settled.outcome].line(pen, card, settled)


def buttons(settled: Settled) -> tuple[str, ...]:
    """Action ids of the buttons that do something now."""
    if settled.outcome == "unknown":
        return (ids.DETAILS,) if settled.resolution else TABLE["unknown"].buttons
    if settled.outcome == "superseded":
        return (ids.OPEN,) if settled.next and settled.next_url else ()
    row = TABLE[settled.outcome].buttons
    if _failed_first(settled):
        row = (*TABLE["failed"].buttons, *row)
    if settled.over or settled.revoked:
        row = tuple(action for action in row if action != ids.REVOKE)
    if settled.reviewed:
        row = tuple(action for action in row if action != ids.REVIEWED)
    running = settled.result is not None and settled.result.state == "running"
    stops = running and settled.outcome in ("approved", "granted", "emergency")
    return (*row, ids.STOP_CALL) if stops else row


def _failed_first(settled: Settled) -> bool:
    """Whether the call that was asked about failed, under a yes for a while."""
    failed = settled.result is not None and settled.result.state == "failed"
    return settled.outcome == "granted" and failed


def result_line(pen: Pen, result: Result) -> str:
    """`Done 14:08 in 41 s: 6 of 6 pods ready`."""
    word = {"running": "Running", "done": "Done", "failed": "Failed"}[result.state]
    at = f" {pen.at(result.at)}" if result.at is not None else ""
    took = f" in {lasting(result.seconds)}" if result.seconds is not None else ""
    text = f": {pen.words(result.text, 600)}" if result.text else ""
    return f"{word}{at}{took}{text}"


def resolution_line(pen: Pen, said: Resolution) -> str:
    """What a person said of an unknown outcome."""
    words = {"ran": "said it ran", "run_again": "had it run again", "left": "left it as it is"}
    what = f"{pen.who(said.by)} {words[said.said]}, {pen.at(said.at)}"
    return sentence(f"{what}{_why(pen, said.note)}")


def _why(pen: Pen, text: str | None, before: str = " ") -> str:
    return f"{before}{quoted(pen, text, 600)}" if text else ""


def _vote_reason(pen: Pen, text: str | None) -> str:
    return f" {quoted(pen, text)}" if text else ""


def _by(pen: Pen, settled: Settled) -> str:
    by = f" by {pen.who(settled.by)}" if settled.by else ""
    return by + (f", {pen.at(settled.at)}" if settled.at is not None else "")


def _because(pen: Pen, word: str, settled: Settled, rest: str) -> str:
    said = f"{word}{_by(pen, settled)}{_why(pen, settled.why, ': ')}"
    return f"{sentence(said)} {rest}"


def _after(card: ApprovalCard, settled: Settled) -> str:
    if card.asked_at is None or settled.at is None or settled.at < card.asked_at:
        return ""
    return f" ({lasting(settled.at - card.asked_at)} after)"


def _approved(pen: Pen, card: ApprovalCard, settled: Settled) -> str:
    if len(settled.approved_by) > 1:
        votes = " and ".join(
            f"{pen.who(vote.who)}, {pen.at(vote.at)}{_vote_reason(pen, vote.reason)}"
            for vote in settled.approved_by[-4:]
        )
        return f"Approved once by {votes}{_after(card, settled)}"
    return f"Approved once{_by(pen, settled)}{_after(card, settled)}{_why(pen, settled.why)}"


def _rejected(pen: Pen, card: ApprovalCard, settled: Settled) -> str:
    return _because(pen, "Rejected", settled, _NOTHING)


def _guided(pen: Pen, card: ApprovalCard, settled: Settled) -> str:
    return _because(pen, "Sent back", settled, _NOTHING)


def _expired(pen: Pen, card: ApprovalCard, settled: Settled) -> str:
    when = card.deadline if card.deadline is not None else settled.at
    by = f" by {pen.day(when)}" if when is not None else " in time"
    if settled.why:
        passed = sentence(pen.words(capital(settled.why), 600))
        return f"{passed} Asked: {deciders(pen, card.approvers)}. {_NOTHING}"
    return f"Nobody decided{by}. Asked: {deciders(pen, card.approvers)}. {_NOTHING}"


def _withdrawn(pen: Pen, card: ApprovalCard, settled: Settled) -> str:
    return _because(pen, "Withdrawn", settled, _NOTHING)


def _superseded(pen: Pen, card: ApprovalCard, settled: Settled) -> str:
    see = f": see {pen.words(settled.next, 40)}" if settled.next else ""
    if settled.by is None:
        return f"Replaced by a newer request{see}. {_NOTHING}"
    changed = f"Changed{_by(pen, settled)}; with the new values others are asked{see}"
    return f"{sentence(changed)} {_NOTHING}"


def _stale(pen: Pen, card: ApprovalCard, settled: Settled) -> str:
    why = settled.why or "the target, the tool or the policy changed, or it came too late"
    not_run = f"Approved{_by(pen, settled)}, but not run: {pen.words(why, 600)}"
    return f"{sentence(not_run)} {_NOTHING}"


def _stopped(pen: Pen, card: ApprovalCard, settled: Settled) -> str:
    ran = "It had started, and part of it may be done." if settled.ran else _NOTHING
    return _because(pen, "Stopped", settled, ran)


def _limit(pen: Pen, card: ApprovalCard, settled: Settled) -> str:
    why = settled.why or "too many approvals in this run"
    return f"{sentence(pen.words(why[:1].upper() + why[1:], 600))} {_NOTHING}"


def _failed(pen: Pen, card: ApprovalCard, settled: Settled) -> str:
    approved = _approved(pen, card, settled) if settled.by else "Started"
    return f"{approved}, and it failed"


def _unknown(pen: Pen, card: ApprovalCard, settled: Settled) -> str:
    started = f"Started {pen.at(settled.started)}" if settled.started is not None else "Started"
    by = f", approved by {pen.who(settled.by)}" if settled.by else ""
    until = f" until {pen.day(settled.until)}" if settled.until is not None else ""
    now = "" if settled.resolution else " Check what became of it, then choose below."
    return (
        f"{started}{by}; the bot stopped before the result came back. "
        f"It may still be running{until}. I won't run it again by myself.{now}"
    )


def _granted(pen: Pen, card: ApprovalCard, settled: Settled) -> str:
    until = f"until {pen.day(settled.until)}, " if settled.until is not None else ""
    times = {0: "not used yet", 1: "used once"}
    used = times.get(settled.used, f"used {settled.used} times")
    said = f"Allowed{_by(pen, settled)}{_why(pen, settled.why)}"
    what = f"for {pen.who(card.requester)}, in this thread, this tool with these values; {used}"
    return f"{said}: {until}{what}.{_grant_ended(pen, settled)}"


def _grant_ended(pen: Pen, settled: Settled) -> str:
    if settled.revoked:
        by = f"{pen.who(settled.revoked.who)}, {pen.at(settled.revoked.at)}"
        why = _why(pen, settled.revoked.reason, ": ")
        return f" {sentence(f'Revoked by {by}{why}')} Equal calls are asked about again."
    return " This is over: equal calls are asked about again." if settled.over else ""


def _emergency(pen: Pen, card: ApprovalCard, settled: Settled) -> str:
    said = sentence(f"Run without an approval{_by(pen, settled)}{_why(pen, settled.why, ': ')}")
    skipped = listed(pen, settled.skipped) or deciders(pen, card.approvers)
    return f"{said} Skipped: {skipped}. {_review(pen, settled)}"


def _review(pen: Pen, settled: Settled) -> str:
    if settled.reviewed:
        by = f"{pen.who(settled.reviewed.who)}, {pen.at(settled.reviewed.at)}"
        return sentence(f"Reviewed by {by}{_why(pen, settled.reviewed.reason, ': ')}")
    due = f" by {pen.day(settled.review_by)}" if settled.review_by is not None else ""
    return f"Review due{due}."


def _answered(pen: Pen, card: ApprovalCard, settled: Settled) -> str:
    return _because(pen, "Answered", settled, _NOTHING)


TABLE: dict[Outcome, Words] = {
    "approved": Words(mark="✅", title="Approved", line=_approved, buttons=(ids.DETAILS,)),
    "rejected": Words(
        mark="🚫", title="Rejected", line=_rejected, buttons=(ids.DETAILS, ids.ASK_AGAIN)
    ),
    "guided": Words(mark="↪️", title="Sent back", line=_guided, buttons=(ids.DETAILS,)),
    "expired": Words(
        mark="⌛", title="Expired, nobody decided", line=_expired, buttons=(ids.ASK_AGAIN,)
    ),
    "withdrawn": Words(mark="↩️", title="Withdrawn", line=_withdrawn, buttons=(ids.DETAILS,)),
    "superseded": Words(mark="🔁", title="Replaced", line=_superseded, buttons=(ids.OPEN,)),
    "stale": Words(mark="⚠️", title="Not run", line=_stale, buttons=(ids.ASK_AGAIN,)),
    "stopped": Words(mark="⏹", title="Stopped", line=_stopped, buttons=(ids.DETAILS,)),
    "limit": Words(mark="⛔", title="Not asked", line=_limit, buttons=()),
    "failed": Words(mark="❌", title="Failed", line=_failed, buttons=(ids.DETAILS, ids.ASK_AGAIN)),
    "unknown": Words(
        mark="❓",
        title="Outcome unknown",
        line=_unknown,
        buttons=(ids.IT_RAN, ids.RUN_AGAIN, ids.LEAVE),
    ),
    "granted": Words(mark="✅", title="Allowed for a while", line=_granted, buttons=(ids.REVOKE,)),
    "emergency": Words(
        mark="🚨", title="Emergency, no approval", line=_emergency, buttons=(ids.REVIEWED,)
    ),
    "answered": Words(mark="💬", title="Answered", line=_answered, buttons=(ids.DETAILS,)),
}
