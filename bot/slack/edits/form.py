"""A request's arguments as the form in which people change them. Pure.

What people must not see, or cards hide, is neither shown nor changed.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from zlib import crc32

from blocks import limits
from blocks.form_choices import readable
from blocks.form_inputs import kept
from bot.core import canon
from bot.core.form.edited import Edit, edit
from bot.core.form.parts import Draft, Field, Given, Option, Page
from bot.core.replacing import replace
from bot.core.request import Request
from bot.core.sensitive import marked
from bot.ports.board import Board
from bot.slack import arguments
from bot.slack.forms.parts import control

_HIDDEN = "Not shown, and kept as it is."
_TYPED = ("text", "lines", "email", "url", "json")


@dataclass(frozen=True, slots=True)
class Editable:
    """The form of a request's call. `mark` tells it from that of another schema."""

    request: Request
    of: Edit
    mark: str

    def pages(self, draft: Draft) -> tuple[Page, ...]:
        """Its pages; what turns out to be sensitive stands in them without its value."""
        return tuple(
            replace(page, items=tuple(_veiled(one) if one in page.fields else one
                                      for one in page.items))
            for page in self.of.form.pages(draft)
        )  # fmt: skip

    def found(
        self, draft: Draft, field: str, query: str
    ) -> tuple[Field, tuple[Option, ...]] | None:
        """A searched field, and those of its choices that fit what is typed."""
        fields = [one for page in self.pages(draft) for one in page.fields if one.id == field]
        return (fields[0], self.of.form.found(draft, field, query)) if fields else None

    def whole(self, draft: Draft) -> bool:
        """Whether the form shows the whole call, but for what nobody is shown anywhere."""
        given = canon.parse(self.request.args)
        secret = self.request.spec.sensitive
        fields = [one for page in self.of.form.pages(draft) for one in page.fields]
        return all(name in secret or name not in given for name in self.of.hidden) and all(
            map(_stands, fields)
        )

    @property
    def kept(self) -> list[str]:
        """What stays as it is, in words."""
        names = [name for name in self.of.hidden if name in canon.parse(self.request.args)]
        return [f"Not shown, and kept as it is: {', '.join(names)}."] if names else []


def editable(request: Request, board: Board) -> Editable | None:
    """The form of a request; None if its tool is gone. Raises Unaskable."""
    tool = board.tools.get(request.tool)
    if tool is None:
        return None
    hidden = arguments.unshown(request) | frozenset(marked(tool.parameters))
    made = edit(tool.parameters, request.args, hidden)
    told = json.dumps([tool.parameters, made.hidden], sort_keys=True, default=str)
    return Editable(request, made, f"{crc32(told.encode()):08x}")


def as_it_stood(page: Page, given: Mapping[str, Given]) -> Mapping[str, Given]:
    """What was filled in, without what a field does to a value that nobody changed.

    Blanks and line ends at a text's ends may get lost on the way, and a text of blanks alone is
    none. What is chosen of several has no order.
    """
    fields = {field.id: field for field in page.fields}
    return {name: _as_it_stood(fields[name], one) for name, one in given.items()}


def _as_it_stood(field: Field, given: Given) -> Given:
    if not isinstance(given, str):
        return field.picked if set(given) == set(field.picked) else given
    if field.kind not in _TYPED:
        return given
    text = given.replace("\r\n", "\n").strip()
    return field.shown if text == field.shown.strip() else given if text else ""


def _veiled(field: Field) -> Field:
    if not field.sensitive:
        return field
    return replace(field, kind="locked", sensitive=False, shown=_HIDDEN, options=())


def _stands(field: Field) -> bool:
    """Whether what a field has is read whole where it stands."""
    if field.kind == "locked":
        return not field.sensitive and len(field.shown) <= limits.INPUT_TEXT
    drawn = control(field)
    return not field.sensitive and not kept(drawn) and readable(drawn)
