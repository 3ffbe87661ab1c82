"""What is filled in of an edit's form so far, as it is kept between its pages. Pure."""

import json
from dataclasses import dataclass
from typing import Any

from blocks import ids
from blocks.form_parts import named
from bot.core.form.parts import Draft, Page
from bot.core.replacing import replace
from bot.slack.edits.form import Editable, as_it_stood
from bot.slack.edits.sheet import Sheet
from bot.slack.fields import Json, items, text
from bot.slack.forms.meta import values
from bot.slack.forms.state import given


@dataclass(frozen=True, slots=True)
class Filled:
    """A form with what was filled in, on the page that was sent or pressed.

    `seen` are the fields that stood before the person: nobody sends a value that they never saw.
    """

    of: Editable
    sheet: Sheet
    page: Page
    draft: Draft
    seen: frozenset[str] = frozenset()

    @property
    def pages(self) -> tuple[Page, ...]:
        """The form's pages as they are now."""
        return self.of.pages(self.draft)

    @property
    def reason(self) -> str:
        """What stands in the field for it."""
        found = self.draft.given.get(ids.REASON, "")
        return found if isinstance(found, str) else ""

    def unseen(self) -> Page | None:
        """The first page up to this one with a field that the person hasn't seen."""
        pages = self.pages[: self.page.number]
        return next((one for one in pages if any(f.id not in self.seen for f in one.fields)), None)

    def with_draft(self, draft: Draft) -> "Filled":
        """The same with another draft."""
        return replace(self, draft=draft)

    def dump(self) -> str:
        """What is kept of it."""
        return json.dumps({"draft": self.draft.dump(), "seen": sorted(self.seen)})


def filled(of: Editable, sheet: Sheet, body: str, view: Json) -> Filled:
    """What a view, as Slack sends it, comes to with what was kept before it."""
    kept: Json = json.loads(body) if body else {}
    draft = Draft.load(text(kept, "draft")) if kept else of.of.start
    pages = of.pages(draft)
    page = pages[min(sheet.page, len(pages)) - 1]
    draft = draft.with_given(as_it_stood(page, given(values(view), page)))
    state = values(view)
    if ids.REASON in state:
        draft = draft.with_given({ids.REASON: text(state, ids.REASON, ids.REASON, "value")})
    found: Any = kept.get("seen", [])
    return Filled(of, sheet, page, draft, frozenset(found) | _shown(page, view))


def _shown(page: Page, view: Json) -> frozenset[str]:
    """The fields of a page that stood in the view; what can't be changed has no input there."""
    inputs = {name[0] for block in items(view, "blocks")
              if (name := named(text(block, "block_id")))}  # fmt: skip
    return frozenset(
        one.id for one in page.fields if one.kind == "locked" or one.id in inputs
    )  # fmt: skip
