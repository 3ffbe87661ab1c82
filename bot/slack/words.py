"""What the bot says outside of cards: posts in the thread and private notes. Pure.

Where `blocks` has the words they come from there; what stands here is about the run as a whole.
"""

from typing import assert_never

from blocks import alarm, notice
from blocks.answer import answer, first_lines, whole
from blocks.elements import Payload
from blocks.pen import Pen, sentence
from blocks.text import clean, escape, escaped_units, no_ping, parts
from blocks.unasked import unasked
from blocks.views import Settled
from bot.core.call import Call, Finished, Started, Unsure
from bot.core.ids import Who
from bot.core.request import Request
from bot.core.state import Run, Say, Stopped
from bot.mask import mask
from bot.slack import asides, hiding, pieces, present, question_posts, states, switch
from bot.slack.fields import items, text
from bot.slack.files import Paper
from bot.slack.pieces import Names
from bot.slack.standing import WORDS

REASON = 600  # characters of somebody's words in a post
TOO_MANY = (
    "⛔ Not asked: I have asked as many questions as one task may, so my last was put to nobody. "
    "I go on with what I know. If there is more that I should know, say it in this thread."
)
_PART = 3900  # of a plain message, under the 4,000 that Slack recommends


def plain(sentence: str) -> Payload:
    """A message of our own words."""
    return notice.note(lambda pen: sentence)


# --- posts -----------------------------------------------------------------------------------


def say(run: Run, owed: Say, reply: str, names: Names) -> list[Payload]:  # noqa: C901
    """The messages of a post that is owed in the thread, in order; at least one."""
    # One branch a kind: splitting the match would hide that it is complete.
    request = run.request(owed.request) if owed.request else None
    requester = pieces.person(run.requester, names)
    if (question := question_posts.said(run, owed, request, names)) is not None:
        return [question]
    match owed.kind:
        case "answer":
            mention = requester if owed.mention else None
            return answer(mask(reply), mention=mention, foot=owed.words or None)
        case "failed":
            why = mask(owed.words)
            return [notice.run_ended(pieces.run_number(run), why, requester)]
        case "stopped":
            return [_stopped(run, owed, names)]
        case "limit" if not owed.words:
            return [notice.note(lambda pen: TOO_MANY, requester)]
        case "limit":
            calls = tuple(map(mask, owed.titles))
            return [unasked(calls, mask(owed.words), requester, pieces.run_number(run))]
        case "decision" | "unasked":
            return [_decision(run, owed, request, names)]
        case "reminder":
            return [notice.reminder(present.card(run, request, names)) if request else _over()]
        case "escalated" | "emergency" | "review_due":
            return [_alarm(run, owed, request, names) if request else _over()]
        case "late_result":
            return [_late(owed, requester)]
        case "help":
            return [notice.help_reply()]
        case "switch_ask" | "switched_off" | "switched_on":
            return [switch.drawn(run, owed, names)]
        case "asked_requester" | "handed_over":
            return [asides.said(run, owed, request, names) if request else _over()]
        case "declined":
            return [
                notice.note(
                    lambda pen: (
                        "The model declined to go on with this, so nothing more was run. "
                        "Ask in other words, or for something else."
                    ),
                    requester,
                )
            ]
        case _:
            assert_never(owed.kind)


def paper(run: Run, owed: Say, reply: str) -> Paper:
    """The whole of an answer as a file; the thread has no other of its name."""
    number = pieces.run_number(run)
    name = f"answer-{number}-{owed.key.removeprefix('s')}.md"
    return Paper(name, f"Answer of {number}", whole(mask(reply)))


def first(run: Run, owed: Say, reply: str, names: Names) -> Payload:
    """The message before that file."""
    requester = pieces.person(run.requester, names)
    mention = requester if owed.mention else None
    return first_lines(mask(reply), mention=mention, foot=owed.words)


def unasked_here(run: Run, asked: Request, names: Names) -> Payload:
    """Says that nobody was asked where others may read along: not what it was about."""
    why = mask(asked.ended.reason) if asked.ended else ""
    why, number = why[:1].upper() + why[1:], pieces.number(asked)
    return notice.note(
        lambda pen: f"Not asked: {number}. {sentence(pen.words(why, REASON))} Nothing was run.",
        pieces.person(run.requester, names),
    )


def about_here(run: Run, owed: Say, asked: Request, names: Names) -> Payload:
    """A post about a request where others may read along: not what it is about."""
    match owed.kind:
        case "unasked":
            return unasked_here(run, asked, names)
        case "decision":
            return decided_here(run, asked, names)
        case _:
            to = owed.to if owed.kind in ("asked_requester", "handed_over") else None
            return alarm.unshown(pieces.number(asked), to and pieces.person(to, names))


def bare(payload: Payload) -> list[Payload]:
    """A message without blocks, for when Slack refuses them: nothing of an answer is lost."""
    blocks = items(payload, "blocks")
    whole = [
        one
        for block in blocks
        if text(block, "type") == "markdown" and (one := text(block, "text"))
    ]
    if not whole:
        return [{"text": payload["text"]}]
    safe = no_ping(clean("\n".join(whole)))
    return [{"text": escape(part), "mrkdwn": False} for part in parts(safe, _PART, escaped_units)]


def apology(run: str) -> Payload:
    """Says in the thread that a run was set aside; `run` is its id."""
    return notice.apology(run)


def _stopped(run: Run, owed: Say, names: Names) -> Payload:
    by = pieces.person(_stopper(run, owed), names) if owed.words else None
    return notice.run_stopped(pieces.run_number(run), by, unclear(run))


def _stopper(run: Run, owed: Say) -> Who:
    known = run.phase.by if isinstance(run.phase, Stopped) else None
    return known or Who(run.thread.team, owed.words)


def unclear(run: Run) -> tuple[str, ...]:
    """Titles of the calls that may have had effects."""
    return tuple(
        _title(run, call.id, call.tool)
        for call in run.calls
        if isinstance(call.state, Started | Unsure) or _halted(call)
    )


def _halted(call: Call) -> bool:
    """Whether it was at work when a person stopped it; that may be told late."""
    return call.stopping is not None and isinstance(call.state, Finished) and not call.state.ok


def _title(run: Run, call: str, tool: str) -> str:
    asked = next((r for r in reversed(run.requests) if r.call == call), None)
    return mask(asked.title) if asked else tool


def _decision(run: Run, owed: Say, request: Request | None, names: Names) -> Payload:
    if request is None:
        words = mask(owed.words)
        return notice.note(lambda pen: pen.words(words, REASON)) if words else _over()
    card = present.card(run, request, names)
    if not isinstance(card.state, Settled):
        return _over()
    if card.state.outcome != "unknown":
        return notice.told(card, card.state)
    said = card.state.resolution

    def write(pen: Pen) -> str:
        what = f"{pen.words(card.title, 150)} ({card.number})"
        if said is None or said.said == "left":
            return f"What became of {what} stays unknown: nobody said, and I didn't run it again."
        why = f" “{pen.words(said.note, REASON)}”" if said.note else ""
        words = "is run again" if said.said == "run_again" else "ran"
        return f"{pen.who(said.by)} says that {what} {words}.{why}"

    return notice.note(write, card.requester)


def _alarm(run: Run, owed: Say, request: Request, names: Names) -> Payload:
    card, request = present.card(run, request, names), hiding.hidden(request)
    skipped = tuple(pieces.person(who, names) for who in states.skipped(request))
    if owed.kind == "review_due":
        return alarm.review_due(card, skipped)
    if owed.kind == "emergency" and request.ended and request.ended.by:
        by, why = pieces.person(request.ended.by, names), mask(request.ended.reason)
        return alarm.emergency(card, by, why, skipped)
    if not request.tier:
        return notice.reminder(card)
    return alarm.escalated(card, request.spec.next[request.tier - 1].after_s)


def decided_here(run: Run, request: Request, names: Names) -> Payload:
    """Tells how a request ended where others may read along: not what it was about."""
    silent = states.unanswered(request)
    word = WORDS[silent] if silent else states.settled_as(request) or "no longer open"
    return alarm.decided(pieces.number(request), word, pieces.person(run.requester, names))


def _late(owed: Say, requester: notice.Who) -> Payload:
    words = mask(owed.words)
    return notice.note(
        lambda pen: (
            "A call that I had taken for lost came back after it was run again: "
            f"{pen.words(words, REASON)} Please check that nothing was done twice."
        ),
        requester,
    )


def _over() -> Payload:
    return plain("That request is no longer on record.")
