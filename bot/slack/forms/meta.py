"""What a form's modal carries with it: which page of which question it draws."""

import json
from dataclasses import dataclass

from blocks.form_parts import FORM_VIEW
from bot.slack.fields import Json, obj, text

_MOST = 99_999  # no revision or page is larger


@dataclass(frozen=True, slots=True, kw_only=True)
class Meta:
    """Whose page it is: `page` from 1, `action` what sending the last one does."""

    request: str
    revision: int
    page: int
    action: str

    def dump(self) -> str:
        """As a view's private_metadata."""
        return json.dumps([self.request, self.revision, self.page, self.action])


def meta(view: object) -> Meta | None:
    """What a form's modal, as Slack sends it, carries; None for any other view or text.

    It says what the person looked at, and proves nothing: whether that is still open is for the
    request to say.
    """
    if text(view, "callback_id") != FORM_VIEW:
        return None
    try:
        found: object = json.loads(text(view, "private_metadata"))
    except (ValueError, RecursionError):
        return None
    match found:
        case [str(request), int(revision), int(page), str(action)] if request and (
            _counts(revision, 0) and _counts(page, 1)
        ):
            return Meta(request=request, revision=revision, page=page, action=action)
        case _:
            return None


def _counts(number: int, least: int) -> bool:
    return not isinstance(number, bool) and least <= number <= _MOST


def values(view: object) -> Json:
    """The state of a view, as Slack sends it: `{block id: {action id: entry}}`."""
    return obj(view, "state", "values")
