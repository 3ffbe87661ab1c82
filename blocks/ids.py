"""Names in payloads: action ids, block ids, callback ids; and reading them back.

A button's value is the request's id and nothing else. A block id names the request and its
revision, so that a click on an outdated card is seen, and changes with what the block shows, as
Slack asks of updates.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from zlib import crc32

APPROVE = "approve"
REVIEW = "review"
REJECT = "reject"
REJECT_NOW = "reject_now"  # without asking why
DETAILS = "details"
STOP_CALL = "stop_call"
ASK_AGAIN = "ask_again"
IT_RAN = "it_ran"
RUN_AGAIN = "run_again"
LEAVE = "leave"
STOP_RUN = "stop_run"
STOP_LISTED = "stop_listed"  # beside a run in a list: its value is the run's id
APPROVE_ALL = "approve_all"  # of a batch card: those that are shown whole
EDIT = "edit"
MORE = "more"  # the ⋯ menu; the option's value says which
GRANT = "grant"
ANSWER = "answer"
ASK_REQUESTER = "ask_requester"
HAND_OVER = "hand_over"
CANT_TAKE = "cant_take"
REVOKE = "revoke"
REVIEWED = "reviewed"  # an emergency was looked at afterwards
OPTION = "option:"  # of a question, before the option's value
FORM = "form:"  # opens a question's form, before the place of its action
OTHER = "other"  # opens it to answer in one's own words
CANCEL_QUESTION = "cancel_question"
SWITCH_ON = "switch_on"  # in a thread: its value is the switch
OPEN = "open"  # a link; Slack reports the click all the same
LINK = "link"  # a link to the account page
VERIFY = "verify"  # a link to a fresh sign-in

ACTIONS = frozenset(
    {
        *(APPROVE, REVIEW, REJECT, REJECT_NOW, DETAILS, STOP_CALL, ASK_AGAIN, IT_RAN),
        *(RUN_AGAIN, LEAVE, STOP_RUN, STOP_LISTED, OPEN, LINK, VERIFY, APPROVE_ALL, EDIT, MORE),
        *(REVOKE, REVIEWED, SWITCH_ON),
    }
)

# Modals: callback ids, and the inputs' block ids, which are their action ids too.
REJECT_VIEW = "reject"
REVIEW_VIEW = "review"
EDIT_VIEW = "edit"
GRANT_VIEW = "grant"
ANSWER_VIEW = "answer"
ASK_VIEW = "ask_requester"
HAND_OVER_VIEW = "hand_over"
REVIEWED_VIEW = "reviewed"
REASON = "reason"
TO = "to"  # a person
CHOICE = "choice"
NEW_TASK_VIEW = "new_task"
HAND_VIEW = "hand_to_signoff"
TASK = "task"
CHANNEL = "channel"
WORDS = "words"
CHOICE_REJECT = "reject"
CHOICE_GUIDE = "guide"

# What the ⋯ menu offers, in its order.
MENU = (GRANT, ANSWER, ASK_REQUESTER, HAND_OVER, CANT_TAKE)
# In a row of a batch card: Slack takes five entries, and *Allow for…* is on a card of its own.
ROW_MENU = (EDIT, ANSWER, ASK_REQUESTER, HAND_OVER, CANT_TAKE)

_BLOCK_ID = re.compile(r"([a-z_]+):([^:]{1,200}):(\d{1,9}):[0-9a-f]{8}")
_REF = re.compile(r"([^:]{1,200}):(\d{1,9})")


@dataclass(frozen=True, slots=True, kw_only=True)
class Ref:
    """Which request, and which revision of it, a block or a view was drawn for."""

    request: str
    revision: int


def block_id(part: str, ref: Ref, block: Mapping[str, object]) -> str:
    """The id of a block that draws `part` ("decide") of a request."""
    seen = crc32(json.dumps(block, sort_keys=True).encode())
    return f"{part}:{ref.request}:{ref.revision}:{seen:08x}"


def parse_block_id(text: str) -> Ref | None:
    """The request and revision of a block id made here; None for any other text."""
    found = _BLOCK_ID.fullmatch(text)
    return Ref(request=found[2], revision=int(found[3])) if found else None


def metadata(ref: Ref) -> str:
    """A view's private_metadata."""
    return f"{ref.request}:{ref.revision}"


def parse_metadata(text: str) -> Ref | None:
    """The request and revision of a view made here; None for any other text."""
    found = _REF.fullmatch(text)
    return Ref(request=found[1], revision=int(found[2])) if found else None
