"""Each event of a run's log in words, for who looks at a run step by step.

Ids are named as people know them: a call by its tool, a request by its A-number.
"""

from typing import assert_never

from bot.core.amends import Deleted, Edited
from bot.core.effects import (
    CallModel,
    ClaimTask,
    DrawCard,
    PostCard,
    PostOpening,
    PostSay,
    RunTool,
    SendNote,
    ShowProgress,
    Tracked,
)
from bot.core.events import (
    Asked,
    Began,
    Checked,
    Clicked,
    Event,
    Judged,
    Lost,
    ModelFailed,
    ModelReplied,
    NotStarted,
    Shown,
    Ticked,
    ToolDone,
    UnsureNumbered,
    WentStale,
)
from bot.core.ids import Who
from bot.core.posts import (
    CardDrawn,
    CardPosted,
    ChatFailed,
    Claimed,
    Indexed,
    NoteSent,
    Opened,
    Posting,
    ProgressShown,
    Reacted,
    SayPosted,
    StatusShown,
)
from bot.core.request import Action, PersonFacts
from bot.core.state import Run
from bot.core.verdicts import Allow, Ask, Refuse, Verdict

_PRESSED: dict[Action, str] = {
    "approve": "said yes to {}",
    "reject": "rejected {}",
    "guide": "said how to do {} instead",
    "ask_again": "pressed Ask again at {}",
    "ran": "said that {} had run",
    "run_again": "wants {} to run again",
    "leave": "left {} as it is",
    "stop_call": "stopped {}",
    "stop_run": "wants the task to stop",
    "withdraw": "withdrew {}",
    "details": "looked at the details of {}",
    "status": "asked how the task is doing",
}
_TROUBLE = {
    "wait": "Slack asks to wait",
    "unclear": "nobody knows whether it arrived",
    "refused": "Slack refused it",
    "nowhere": "there is nowhere to put it",
}


def by_whom(event: Event) -> Who | None:
    """The person whose doing it is, if it is anybody's."""
    match event:
        case Asked(by=by) | Edited(by=by):
            return by
        case Clicked(click=click):
            return click.by
        case _:
            return None


def told(before: Run | None, after: Run, event: Event) -> str:  # noqa: C901
    """What happened, as a sentence; whoever `by_whom` names is its subject."""
    match event:
        case Asked():
            what = "asked for a task" if before is None else "wrote in the thread"
            return f"{what}: “{event.text}”"
        case Edited():
            return f"corrected a message: “{event.text}”"
        case Clicked(click=click):
            what = _PRESSED[click.action].format(_request(after, click.request))
            return f"{what}: “{click.reason}”" if click.reason else what
        case Deleted():
            return "A message was deleted."
        case Ticked():
            return "Time passed."
        case Checked(facts=facts, now=now):
            return _checked(before or after, event, facts, now)
        case Began(effect=effect):
            return f"Started: {doing(after, effect)}."
        case Lost() | NotStarted():
            return _lost(before or after, event)
        case ModelReplied() | ModelFailed():
            return _model(event)
        case Judged() | UnsureNumbered() | WentStale() | ToolDone():
            return _call(after, event)
        case _:
            return _posted(before or after, after, event)


def stands(run: Run) -> str:
    """How a run stands, in words."""
    phase = run.phase
    match phase.kind:
        case "thinking":
            return "thinking: it is the model's turn"
        case "acting":
            waiting = [r.name for r in run.requests if r.ended is None]
            return f"waiting for people: {', '.join(waiting)}" if waiting else "calls are under way"
        case "done":
            return "done: the last answer was given"
        case "stopped":
            return f"stopped by {phase.by.name or phase.by.user}" if phase.by else "stopped"
        case "failed":
            return f"failed: {phase.words}"


def doing(run: Run, effect: Tracked) -> str:  # noqa: C901
    """What an effect does, as a verb phrase."""
    match effect:
        case CallModel(turn=turn, upto=upto):
            return f"ask the model, turn {turn}, with {_count(upto, 'line')} of transcript"
        case RunTool(call=call):
            return f"run {_tool(run, call)}"
        case PostCard(request=request):
            return f"post the card of {_request(run, request)}"
        case DrawCard(request=request, draws=draws):
            return f"draw the card of {_request(run, request)} anew, picture {draws}"
        case PostSay(say=say):
            kind = next((s.kind for s in run.says if s.key == say), "word")
            return f"post in the thread ({kind.replace('_', ' ')})"
        case PostOpening():
            return "tell the thread what was asked"
        case SendNote():
            return "tell one person something privately"
        case ShowProgress():
            return "show the timeline"
        case ClaimTask():
            return "react to the task's message, so that no other copy of the bot takes it"
        case _:
            assert_never(effect)


def _checked(run: Run, event: Checked, facts: PersonFacts, now: Verdict | None) -> str:
    click = next((p.click for p in run.clicks if p.click.id == event.click), None)
    who = facts.who.name or facts.who.user
    wish = f" ({_PRESSED[click.action].format(_request(run, click.request))})" if click else ""
    if not facts.known:
        return f"Who {who} is couldn't be looked up, so nothing is allowed{wish}."
    bars = [
        words
        for words, holds in (
            ("a guest", facts.guest),
            ("from another company", facts.outside),
            ("deactivated", facts.deactivated),
            ("a bot", facts.bot),
        )
        if holds
    ]
    roles = f" with {', '.join(facts.roles)}" if facts.roles else ""
    linked = f"linked as {facts.person}{roles}" if facts.person else "linked to nobody"
    judged = f"; policy now says: {_verdict(now)}" if now else ""
    return f"{who} was looked up: {', '.join([linked, *bars])}{judged}{wish}."


def _lost(run: Run, event: Lost | NotStarted) -> str:
    flight = next((f for f in run.flights if f.attempt == event.attempt), None)
    what = doing(run, flight.effect) if flight else "something"
    if isinstance(event, Lost):
        return f"Lost: whoever was to {what} is gone, and no result came."
    return f"Never left: to {what}.{_again(event.wait_ms)}"


def _model(event: ModelReplied | ModelFailed) -> str:
    if isinstance(event, ModelFailed):
        return f"The model failed: {_sentence(event.words)}{_again(event.retry_ms)}"
    tokens = f" ({event.tokens[0]} tokens read, {event.tokens[1]} written)"
    tokens = tokens if any(event.tokens) else ""
    if event.refused:
        return f"The model refused to answer.{tokens}"
    if event.calls:
        return f"The model wants to call {', '.join(c.name for c in event.calls)}.{tokens}"
    if event.finish != "stop":
        return f"The model's reply was cut off ({event.finish.replace('_', ' ')}).{tokens}"
    return f"The model answered{' nothing' if event.blank else ''}.{tokens}"


def _call(run: Run, event: Judged | UnsureNumbered | WentStale | ToolDone) -> str:
    tool = _tool(run, event.call)
    match event:
        case Judged(bad=bad) if bad:
            return f"{tool} can't be called like that: {bad}"
        case Judged(verdict=verdict, number=number):
            found = next((r for r in run.requests if r.number == number), None)
            if found and found.kind == "question":
                return f"{tool} asks people as {found.name}: “{found.title}”"
            asked = f" as {found.name}" if found and isinstance(verdict, Ask) else ""
            return f"The gate on {tool}: {_verdict(verdict)}{asked}.{_shown(event.shown)}"
        case UnsureNumbered(number=number):
            return f"Nobody knows whether {tool} ran: people are asked as A-{number}."
        case WentStale(why=why, ask=ask):
            return f"{tool} may not start as it is: {why}.{' It is judged again.' if ask else ''}"
        case ToolDone(ok=ok, summary=summary):
            return f"{tool} {'ran' if ok else 'ran and failed'}: {summary}"
        case _:
            assert_never(event)


def _shown(shown: Shown | None) -> str:
    return f" The card says: {shown.title}" if shown else ""


def _verdict(verdict: Verdict) -> str:
    match verdict:
        case Allow(rule=rule):
            return f"it may run (rule {rule})"
        case Ask(spec=spec):
            people = "one person" if spec.count == 1 else f"{spec.count} people"
            return f"{people} must say yes, because {spec.because} (rule {spec.rule})"
        case Refuse(reason=reason):
            return f"no, because {reason}"
        case _:
            assert_never(verdict)


def _posted(before: Run, after: Run, event: Posting) -> str:  # noqa: C901
    # One branch an event: splitting the match would hide that it is complete.
    match event:
        case CardPosted(request=request, draws=draws):
            return f"The card of {_request(after, request)} stands, picture {draws}."
        case CardDrawn(request=request, draws=draws, gone=gone):
            shows = "was deleted" if gone else f"shows picture {draws}"
            return f"The card of {_request(after, request)} {shows}."
        case Opened():
            return "What was asked stands in the thread."
        case SayPosted(say=say):
            kind = next((s.kind for s in before.says if s.key == say), "word")
            return f"It stands in the thread ({kind.replace('_', ' ')})."
        case ChatFailed(trouble=trouble, words=words, retry_ms=retry_ms):
            return f"A post failed, {_TROUBLE[trouble]}: {_sentence(words)}{_again(retry_ms)}"
        case NoteSent():
            return "A private note was told."
        case ProgressShown(gone=gone):
            return "The timeline was deleted." if gone else "The timeline stands in the thread."
        case StatusShown(status=status, came=came):
            took = {"shown": "shows it", "wait": "asks to wait", "refused": "refuses it"}[came]
            return f"The session's status is {status}: Slack {took}."
        case Reacted():
            return "The message was acknowledged with a reaction."
        case Claimed(taken=taken):
            if taken:
                return "Another copy of the bot had reacted first: it has the task."
            return "The task is ours: the reaction to its message stands."
        case Indexed(ok=ok):
            ours = "come to this task" if ok else "belong to another task"
            return f"The thread's messages {ours}."
        case _:
            assert_never(event)


def _tool(run: Run, call: str) -> str:
    found = run.call(call)
    past = (task.tool for task in run.display.past if task.call == call)
    return found.tool if found else next(past, "a call")


def _request(run: Run, request: str) -> str:
    found = run.request(request)
    return found.name if found else "a request"


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}{'' if number == 1 else 's'}"


def _again(ms: int | None) -> str:
    return f" It is tried again in {ms / 1000:.1f} s." if ms else ""


def _sentence(words: str) -> str:
    return words if words.endswith((".", "!", "?")) else f"{words}."
