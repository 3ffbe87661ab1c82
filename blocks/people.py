"""People on a card: who they are, what they said, who may decide."""

import re
from dataclasses import dataclass

from blocks import limits
from blocks.text import human, unmarked

_USER_ID = re.compile(r"[UW][A-Z0-9]{1,30}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Who:
    """A Slack user. `id` is who it is; `name` is only ever shown, and proves nothing."""

    id: str
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Quote:
    """What a person wrote, word for word, and when (epoch seconds)."""

    who: Who
    text: str
    at: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Vote:
    """One approval: by whom, when (epoch seconds), with what reason."""

    who: Who
    at: int
    reason: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Approvers:
    """Who decides: `needs` people of the set `of` ("@payments-oncall"), now `now`, not `excluded`.

    `now` is empty when the set isn't a list of people, such as "anyone linked". Of those who are
    needed `owners` must have the role owner.
    """

    needs: int
    of: str
    now: tuple[Who, ...] = ()
    excluded: tuple[Who, ...] = ()
    owners: int = 0


def mention(who: Who) -> str:
    """A live mention; the name, unlinked, when the id isn't one of Slack's."""
    return f"<@{who.id}>" if _USER_ID.fullmatch(who.id) else name(who)


def name(who: Who) -> str:
    """The name as safe mrkdwn, never empty."""
    return human(who.name, limits.NAME) or human(who.id, limits.NAME) or "someone"


def bare_name(who: Who) -> str:
    """The name for a plain_text object, never empty."""
    return unmarked(who.name, limits.NAME) or unmarked(who.id, limits.NAME) or "someone"
