"""A question's form: made from a JSON Schema, drawn page by page, and read back. Pure.

A root that is no object is one question, and its answer is the bare value. A schema that says
nothing (`true`, `{}`, an object without properties) asks nothing, and its answer is `{}`.

White space at the ends of a text is kept, of numbers, dates and addresses it is not; an exponent
is part of a number (1e1 is 10). An empty field is left out where it may be; a required one that may
be null is null, and a required text is "" only where that is wished for. A constant, a read-only
and a hidden field have their own value whatever is sent.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bot.core.form import limits
from bot.core.form.actions import CANCEL, SUBMIT, actions_of
from bot.core.form.built import Built
from bot.core.form.exact import ABSENT, BadJson, dumps, loads
from bot.core.form.faults import NEEDED, faults, placed
from bot.core.form.fill import Fill
from bot.core.form.known import known
from bot.core.form.listing import with_row, without_row
from bot.core.form.paging import pages
from bot.core.form.parts import (
    Action,
    Draft,
    Field,
    Option,
    Page,
    Path,
    Read,
    Room,
    Unaskable,
    Way,
)
from bot.core.form.place import Place
from bot.core.form.restoring import restored
from bot.core.form.schema import Schema
from bot.core.form.searching import best
from bot.core.form.telling import told
from bot.core.form.ui import Ui
from bot.core.form.unfold import Unfold
from bot.core.form.walk import mapping, several
from bot.core.form.way import quick, way_of
from bot.core.replacing import replace

ROOM = Room()


@dataclass(frozen=True, slots=True, eq=False)
class Form:
    """A form. `why` says in words why it is asked that `way`.

    `actions` are the ways to send it, without `cancel`. `quick` are the answers that are buttons
    on the card, () unless its way is "buttons"; then () means that there is nothing to ask, and
    that the actions are the buttons.
    """

    way: Way
    why: str
    title: str
    about: str
    actions: tuple[Action, ...]
    cancel: Action
    quick: tuple[Option, ...]
    place: Place
    answers: Mapping[str, str]

    @property
    def asks_nothing(self) -> bool:
        """Whether there is nothing to fill in or choose: only its actions are asked."""
        return self.way == "buttons" and not self.quick

    def quick_values(self, value: str) -> str:
        """The answer as JSON for a quick option; KeyError if there is none of this value."""
        return self.answers[value]

    def start(self) -> Draft:
        """The draft before anybody filled anything in; valid defaults stand in it by themselves."""
        return Draft()

    def fill(self, values: str, *, exact: bool = False) -> Draft:
        """The draft that an answer in JSON is: `read` gives that answer again.

        What nobody may change is as the form has it, and what it doesn't ask for is dropped, unless
        it is to be `exact`. Raises BadJson.
        """
        filled = Fill(exact=exact)
        filled.place(self.place, loads(values))
        return filled.draft

    def pages(self, draft: Draft, room: Room = ROOM) -> tuple[Page, ...]:
        """What is asked for this draft, on as many pages as it needs; () where nothing is."""
        built = self._built(draft)
        if room not in built.pages:
            built.pages[room] = pages(built.items, room)
        return built.pages[room]

    def added(self, draft: Draft, rows: str) -> Draft:
        """The draft with one more row in a list, by its `Rows`' id; as it was if none fits."""
        built = self._built(draft)
        return draft if len(built.controls) >= limits.FIELDS else with_row(draft, built, rows)

    def removed(self, draft: Draft, row: str) -> Draft:
        """The draft without a row, by the id of its `Row`, and without what stood in it."""
        return without_row(draft, self._built(draft), row)

    def found(self, draft: Draft, field: str, query: str) -> tuple[Option, ...]:
        """The options of a field that a search finds, the best first, at most 100."""
        items = self._built(draft).items
        fields = [one for one in items if isinstance(one, Field) and one.id == field]
        return best(fields[0].options, query) if fields else ()

    def read(self, draft: Draft) -> Read:
        """The whole answer, or what is wrong with it."""
        built = self._built(draft)
        return self._checked(built, built.value)

    def written(self, draft: Draft) -> Read:
        """The whole answer, whatever the schema has against it: wrong is only what can't be read.

        `values` is "" for no answer at all.
        """
        built = self._built(draft)
        none = built.wrong or built.value is ABSENT
        return Read("", built.wrong) if none else Read(dumps(built.value))

    def where(self, draft: Draft, path: Path, words: str) -> tuple[str, str]:
        """The id of the field at which something is said about a place, "" for none, and how."""
        return placed(path, words, self._built(draft))

    def wrong_on(self, draft: Draft, page: Page) -> Mapping[str, str]:
        """What is wrong with the fields of this page."""
        here = {item.id for item in page.items}
        return {name: text for name, text in self.read(draft).wrong.items() if name in here}

    def settled(self, values: str) -> Read:
        """An answer that came as JSON: what nobody may change put back, and all of it checked."""
        if len(values.encode("utf-8", "replace")) > limits.ANSWER_BYTES:
            return _too_large()
        try:
            given = loads(values)
            fixed = self._built(self.fill(values)).fixed
            built = self._built(self.fill(values, exact=True))
        except BadJson as error:
            return Read("", {"": f"The answer can't be read: {error}."})
        return self._checked(replace(built, wrong={}), restored(given, fixed))

    def told(self, values: str) -> tuple[tuple[str, str], ...]:
        """Label and text of each answer, for the card; nothing sensitive is in it."""
        return told(self._built(self.fill(values, exact=True)))

    def envelope(self, action: str, values: str) -> str:
        """`{action, values}` as JSON; ValueError for an unknown action or an answer that won't do.

        An action that validates nothing takes any answer, `{}` for none.
        """
        if action == CANCEL:
            return dumps({"action": CANCEL, "values": None})
        chosen = next((one for one in self.actions if one.id == action), None)
        if chosen is None:
            raise ValueError(f"there is no action {action!r}")
        if chosen.validates:
            read = self.settled(values)
            if read.wrong:
                raise ValueError("; ".join(read.wrong.values()))
            values = read.values
        return dumps({"action": action, "values": loads(values or "{}")})

    def _built(self, draft: Draft) -> Built:
        def made() -> Built:
            return Unfold(draft).place(self.place)

        # What is typed into a form with a secret isn't kept about.
        return made() if self.way == "web" else self.place.schema.kept.of(draft, made)

    def _checked(self, built: Built, value: Any) -> Read:
        if value is ABSENT:
            spot = built.spots.get(())
            return Read("", built.wrong or {spot.field if spot else "": NEEDED})
        if self.place.schema.too_deep(value):
            words = (
                f"This is nested more than {limits.RECURSIVE_LEVELS} levels deep. Make it flatter."
            )
            return Read("", {"": words})
        if self.place.schema.too_long(value):
            words = f"A text in it has more than {limits.HEAVY_TEXT:,} characters. Shorten it."
            return Read("", {"": words})
        wrong = dict(built.wrong)
        found = faults(built, self.place.schema.whole.iter_errors(value))
        for name, text in found.items():
            if name or not built.wrong:  # else it may be wrong only for what couldn't be read
                wrong.setdefault(name, text)
        return Read("", wrong) if wrong else _kept(value)


def _kept(value: Any) -> Read:
    """A right answer as it is kept, and read ever after."""
    text = dumps(value)
    if len(text.encode()) > limits.ANSWER_BYTES:
        return _too_large()
    try:
        loads(text)
    except BadJson as error:
        return Read("", {"": f"The answer can't be kept: {error}. Make it simpler."})
    return Read(text)


def _too_large() -> Read:
    return Read("", {"": f"The answer is larger than {limits.ANSWER_BYTES:,} bytes. Shorten it."})


def made(schema: object, ui: object = None, actions: object = None) -> Form:
    """The form of a question. Raises Unaskable, with the reason for the model."""
    own, cancel = actions_of(actions)
    wishes = _wishes(ui)
    ready = Schema(schema)
    place = Place(schema=ready, parts=(ready.root,), ui=wishes, refs=frozenset(("#",)))
    try:
        built = Unfold(Draft(), 3 * limits.FIELDS).place(place)
    except RecursionError:
        raise Unaskable("The schema is nested too deep.") from None
    _answerable(ready, built)
    way, why = way_of(ready, wishes, built)
    title, about = _named(place)
    form = Form(
        way=way, why=why, title=title, about=about, actions=own, cancel=cancel, quick=(),
        place=place, answers={},
    )  # fmt: skip
    if form.asks_nothing and (wrong := form.read(form.start()).wrong):
        raise Unaskable(f"There is nothing to fill in, yet: {' '.join(wrong.values())}")
    return _quick(form, built) if way == "modal" and own == (SUBMIT,) else form


def _quick(form: Form, built: Built) -> Form:
    """The form by buttons, if it is one small choice and each option of it is an answer."""
    options = quick(built)
    read = {one.value: form.read(draft) for one, draft in options}
    if not options or any(one.wrong for one in read.values()):
        return form
    untouched = form.read(form.start()).values
    if _holds_null(untouched) and all(one.values != untouched for one in read.values()):
        return form  # an answer that no button gives
    return replace(
        form, way="buttons", why="it is one question with few answers",
        quick=tuple(one for one, _ in options),
        answers={value: one.values for value, one in read.items()},
    )  # fmt: skip


def _holds_null(values: str) -> bool:
    left = [loads(values)] if values else []
    while left:
        one = left.pop()
        if one is None:
            return True
        left.extend((*mapping(one).values(), *several(one)))
    return False


def _named(place: Place) -> tuple[str, str]:
    """Title and description of the whole form, "" without one."""
    at = known(place.schema, place.parts, ABSENT, lambda _: None)
    title = place.ui.text("title") or at.text("title") or at.text("name")
    return title, place.ui.text("description") or at.text("description")


def _answerable(ready: Schema, built: Built) -> None:
    """Refuses a form with too many fields, or with one that is needed and that nobody can fill."""
    if len(built.controls) > limits.FIELDS:
        raise Unaskable(f"The form has more than {limits.FIELDS:,} fields. Ask in several steps.")
    value: Any = dict[str, Any]() if built.value is ABSENT else built.value
    for error in ready.whole.iter_errors(value):
        name = getattr(error.kind, "property", None)
        path = (*error.instance_path, name) if name else ()
        if name and path in built.fixed:
            raise Unaskable(f"{name!r} is needed, but read-only or hidden and without a default.")


def _wishes(ui: object) -> Ui:
    if ui is None:
        return Ui()
    if not isinstance(ui, Mapping):
        raise Unaskable("`uiSchema` must be an object.")
    try:
        text = dumps(ui)
        if len(text.encode()) > limits.SCHEMA_BYTES:
            raise Unaskable(f"The uiSchema is larger than {limits.SCHEMA_BYTES:,} bytes.")
        wishes = Ui(mapping(loads(text)))
        astray = wishes.astray()
    except (BadJson, TypeError, RecursionError, UnicodeEncodeError):
        raise Unaskable("The uiSchema can't be read: it is no JSON.") from None
    if astray:
        raise Unaskable(
            "The uiSchema wishes for a password field in one of several branches, which isn't "
            "followed. Mark the property itself in the schema with `writeOnly`."
        )
    return wishes
