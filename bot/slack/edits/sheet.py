"""What an edit's modal carries with it: which page of which form, and the draft that it draws."""

import re
from dataclasses import dataclass

from blocks import ids
from blocks.ids import Ref
from bot.slack.fields import text

_SHEET = re.compile(r"([^:]{1,200}:\d{1,9}):([1-9]\d{0,4}):([0-9a-f]{8}):([\w-]{0,64})", re.ASCII)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """`page` counts from 1. `mark` tells the form from that of another schema.

    `draft` is the name under which is kept what was filled in before, "" for nothing. A page that
    is drawn anew has a name of its own: so two of the same person's modals never mix.
    """

    ref: Ref
    page: int
    mark: str
    draft: str = ""

    def dump(self) -> str:
        """As a view's private_metadata."""
        return f"{ids.metadata(self.ref)}:{self.page}:{self.mark}:{self.draft}"


def sheet(view: object) -> Sheet | None:
    """What an edit's modal, as Slack sends it, carries; None for any other view.

    It says what the person looked at, and proves nothing.
    """
    found = _SHEET.fullmatch(text(view, "private_metadata"))
    ref = ids.parse_metadata(found[1]) if found else None
    if text(view, "callback_id") != ids.EDIT_VIEW or found is None or ref is None:
        return None
    return Sheet(ref=ref, page=int(found[2]), mark=found[3], draft=found[4])
