"""What a form's page asks of us, once it is known whose it is: the form, its changes, its answer.

The page holds what is typed. Nothing of it is kept here: a sensitive value goes into the vault, and
the answer that is saved has its reference in its place.
"""

import asyncio
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from bot.core import form as forms
from bot.core import questions
from bot.core.canon import BadArguments, parse
from bot.core.checkpoint import Record
from bot.core.form import Draft, Form, Unaskable, limits
from bot.core.form.parts import Action
from bot.core.form.sealing import hidden, places, sealed
from bot.core.ids import run_of
from bot.core.questions import Question
from bot.core.request import Click
from bot.log import get
from bot.ports.inbox import Inbox
from bot.ports.links import Links, Opened
from bot.ports.store import StoreDown
from bot.ports.vault import Vault
from bot.web import view, words
from bot.web.outcome import WAITS, outcome

log = get(__name__)

AFTER_S = 3600  # for which a form is kept somebody's longer than its question


class Refused(Exception):
    """It isn't done; the message is for the person. `over`: nothing more comes of this page."""

    def __init__(self, said: str, *, over: bool = True) -> None:
        super().__init__(said)
        self.words = said
        self.over = over


@dataclass(frozen=True, slots=True)
class Asked:
    """An open question, with its form."""

    record: Record
    question: Question
    form: Form
    run: str


class Forms:
    """Forms of open questions. Every method raises StoreDown, and Refused in words."""

    def __init__(self, inbox: Inbox, links: Links, vault: Vault) -> None:
        self._inbox = inbox
        self.links = links
        self._vault = vault

    async def first(self, opened: Opened) -> Mapping[str, Any]:
        """The form as it is at first."""
        asked = await self._asked(opened)
        return self._drawn(asked, opened, asked.form.start())

    async def drawn(self, opened: Opened, body: Mapping[str, Any]) -> Mapping[str, Any]:
        """The form as a draft makes it, after a row was `added` to a list or `removed`."""
        asked, draft = await self._asked(opened), _draft(body)
        try:
            if body.get("added"):
                draft = asked.form.added(draft, str(body["added"]))
            elif body.get("removed"):
                draft = asked.form.removed(draft, str(body["removed"]))
        except (KeyError, ValueError):
            raise Refused(words.UNREADABLE, over=False) from None
        return self._drawn(asked, opened, draft)

    async def found(self, opened: Opened, body: Mapping[str, Any]) -> Mapping[str, Any]:
        """The options of a long list that fit what was typed."""
        asked, draft = await self._asked(opened), _draft(body)
        try:
            found = asked.form.found(draft, str(body.get("field")), str(body.get("query", "")))
        except (KeyError, ValueError):
            raise Refused(words.UNREADABLE, over=False) from None
        return {"options": view.options(found[: view.FEW])}

    async def sent(self, opened: Opened, body: Mapping[str, Any]) -> Mapping[str, Any]:
        """Saves the answer; or says what is `wrong` with it, by field id."""
        asked, draft = await self._asked(opened), _draft(body)
        action = _action(asked.form, opened, body.get("action"))
        read = asked.form.read(draft)
        if action.validates and not read.values:
            return {"wrong": dict(read.wrong) or {"": words.UNREADABLE}}
        answer, kept = await self._sealed(asked, draft, read.values or "{}")
        bound = opened.bound
        key = f"web:{opened.id}"
        click = Click(
            key, "submit", bound.request, bound.revision, bound.who, args=answer, choice=action.id
        )
        saved = await self._inbox.clicked(click, key=key, response_url=None)
        if saved.status != "queued":
            await self._vault.forget(asked.run, kept)
        if saved.status not in ("queued", "duplicate"):
            log.warning("answer not saved", request=bound.request, status=saved.status)
            raise Refused(words.GONE)
        try:
            await self.links.sent(opened.id)
            await self._inbox.filling.done(bound.request)
            came = await outcome(self._inbox, click, again=saved.status == "duplicate")
            if came.refused:
                await self._vault.forget(asked.run, kept)
        except StoreDown as error:  # it is saved: nobody is told that it isn't
            log.warning("not known what came of an answer", why=error.words)
            came = WAITS
        if came.refused:
            raise Refused(came.words)
        return {"sent": True, "title": came.title, "words": came.words}

    async def _asked(self, opened: Opened) -> Asked:
        """The question of a link, while it can be answered by whoever has it open."""
        record = await self._inbox.record(opened.bound.request)
        asked = await _made(record) if record else None
        if record is None or asked is None:
            raise Refused(words.GONE)
        if over := words.over(record.request):
            raise Refused(over)
        if record.request.revision != opened.bound.revision:
            raise Refused(words.CHANGED)
        held = await self._inbox.filling.hold(
            record.request.id, opened.bound.who, keep_s=record.request.spec.deadline_s + AFTER_S
        )
        if held.state != "yours":
            raise Refused(words.TAKEN_OVER)
        return asked

    def _drawn(self, asked: Asked, opened: Opened, draft: Draft) -> Mapping[str, Any]:
        page = view.page_of(asked.form, draft)
        only = opened.bound.action
        actions = [one for one in asked.form.actions if only in ("", one.id)]
        return {
            "agent": asked.record.run.agent,
            "person": opened.bound.who.name or "the person who pressed the button",
            "text": asked.question.text,
            "left_s": opened.left_ms // 1000,
            "items": view.items(page, asked.question.text),
            "actions": [{"id": a.id, "label": a.label, "color": a.color} for a in actions],
            "draft": view.draft(draft, page),
        }

    async def _sealed(self, asked: Asked, draft: Draft, values: str) -> tuple[str, Sequence[str]]:
        """The answer with a reference in place of each sensitive value, and those references."""
        page = view.page_of(asked.form, draft)
        found = places(values, hidden(values, page.fields))
        kept = {at: await self._vault.keep(asked.run, value) for at, value in found.items()}
        return sealed(values, kept), tuple(kept.values())


async def _made(record: Record) -> Asked | None:
    """The question; a large form is made beside all else."""
    if len(record.request.args) > limits.LARGE:
        return await asyncio.to_thread(_question, record)
    return _question(record)


def _question(record: Record) -> Asked | None:
    run = run_of(record.request.id)
    if record.request.kind != "question" or run is None:
        return None
    try:
        question = questions.questioned(record.request.tool, parse(record.request.args))
        return Asked(record, question, forms.of(question), run) if question.card is None else None
    except (BadArguments, Unaskable):
        return None


def _action(form: Form, opened: Opened, wanted: object) -> Action:
    only = opened.bound.action
    found = next((one for one in form.actions if one.id == wanted), None)
    if found is None or only not in ("", found.id):
        raise Refused(words.NOT_HERE, over=False)
    return found


def _draft(body: Mapping[str, Any]) -> Draft:
    try:
        draft = Draft.load(json.dumps(body["draft"]))
    except (KeyError, TypeError, ValueError, AttributeError):
        raise Refused(words.UNREADABLE, over=False) from None
    given = cast("Mapping[object, object]", draft.given)
    if not all(isinstance(one, str) or _texts(one) for one in given.values()):
        raise Refused(words.UNREADABLE, over=False)
    if not all(_texts(one) for one in cast("Mapping[object, object]", draft.rows).values()):
        raise Refused(words.UNREADABLE, over=False)
    return draft


def _texts(found: object) -> bool:
    return isinstance(found, tuple) and all(
        isinstance(one, str) for one in cast("tuple[object, ...]", found)
    )
