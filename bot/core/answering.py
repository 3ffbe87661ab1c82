"""Answering a question: who may, and what an answer ends. It is data and allows no call."""

import json

from bot.core import form, questions, settling
from bot.core.asking import note
from bot.core.canon import BadArguments, parse
from bot.core.deciders import may_stop, no_right, outside, stranger
from bot.core.request import Click, Ended, PendingClick, Request
from bot.core.state import NoteKind, Run


def _dump(values: object) -> str:
    """Values as JSON."""
    return json.dumps(values, ensure_ascii=False)


def barred(run: Run, request: Request, pending: PendingClick) -> NoteKind | None:
    """Why whoever clicked may not do that with a request; None if they may.

    Whoever asked for the task answers what the agent asks them, linked or not: it is no more than
    what they say in the thread.
    """
    click, facts = pending.click, pending.facts
    if facts is None:
        return "cant_verify"
    no = stranger(facts)
    if request.kind != "question" or click.action not in ("submit", "cancel"):
        return no or no_right(run, request, pending)
    mine = click.by.same(run.requester)
    asked = request.spec.approvers.requester
    if no and not (no == "not_linked" and mine and asked):
        return no
    if mine and (asked or click.action == "cancel"):
        return None
    if click.action == "cancel" and may_stop(facts):
        return None
    return outside(request.spec, request.tier, facts, click)


def answered(run: Run, request: Request, click: Click, at: int) -> Run:
    """The run after an answer, or after somebody ended the question without one.

    That the values are an answer was checked before they were saved.
    """
    if click.action == "cancel":
        return settling.settle(run, request, Ended("cancelled", at, click.by))
    action, values = click.choice or questions.SUBMIT, click.args
    if click.option:
        action, values = picked(request, click.option)
    if not values:
        return note(run, click, "changed")
    ended = Ended("answered", at, click.by, action=action, values=values)
    return settling.settle(run, request, ended)


def picked(request: Request, option: str) -> tuple[str, str]:
    """The action and the answer's JSON that a button with an option on it stands for.

    Both "" if there is no such. Where nothing is asked, each action is such a button.
    """
    try:
        asked = questions.questioned(request.tool, parse(request.args))
        if asked.options:
            chosen = dict(zip(map(str, range(len(asked.options))), asked.options, strict=True))
            return questions.SUBMIT, _dump({"answer": chosen[option]})
        made = form.of(asked)
        if made.asks_nothing:
            action = dict(zip(map(str, range(len(made.actions))), made.actions, strict=True))
            return action[option].id, made.read(made.start()).values
        return questions.SUBMIT, made.quick_values(option)
    except (BadArguments, form.Unaskable, KeyError):
        return "", ""
