"""What a form's modal is drawn from: one page of controls, and the names of its blocks."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

FORM_VIEW = "form"  # the callback id
BACK = "form_back"
ADD = "form_add"  # its value is the list's id
REMOVE = "form_remove"  # its value is the row's id
TAKE_OVER = "form_take_over"  # its value is the request

ControlKind = Literal[
    "text", "lines", "email", "url", "date", "time", "datetime", "integer", "number",
    "radio", "select", "search", "checkbox", "checkboxes", "multiselect", "multisearch", "json",
    "locked",
]  # fmt: skip

_NAME = re.compile(r"f:([a-z0-9-]{1,40})(?:~([1-9]\d{0,5}))?")


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """One to choose: its `label` is whole, however long."""

    value: str
    label: str
    about: str = ""
    group: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Control:
    """One field. `shown` stands in a typed one, `picked` are the values chosen in the others.

    `least` and `most` are characters, `low` and `high` bounds of a number. `wrong` says what is
    wrong with what stands there. One that `redraws` reports a change at once.
    """

    id: str
    kind: ControlKind
    label: str
    about: str = ""
    hint: str = ""
    placeholder: str = ""
    optional: bool = False
    shown: str = ""
    options: tuple[Choice, ...] = ()
    picked: tuple[str, ...] = ()
    least: int | None = None
    most: int | None = None
    low: str = ""
    high: str = ""
    redraws: bool = False
    wrong: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """Names what follows; `depth` counts from 0."""

    label: str
    about: str = ""
    depth: int = 0
    wrong: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RowHead:
    """Begins a row of a list, with *Remove* where one fewer is allowed."""

    id: str
    label: str
    removes: bool
    wrong: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RowsEnd:
    """Ends a list; `of` names what one row is, `adds` says whether one more is allowed."""

    id: str
    of: str
    adds: bool
    wrong: str = ""


Part = Control | Group | RowHead | RowsEnd


@dataclass(frozen=True, slots=True, kw_only=True)
class FormPage:
    """One page as a modal shows it: page `number` of `of`.

    question: the whole text, on the first page; its start, on others. action: the label of what
    sending the last page does. queue: which of how many questions this is. wrong: what is wrong
    with no part of this page. metadata: handed back with what is sent. names: of a control whose
    value we have set, how often; its block has another name then, or Slack keeps what was typed.
    note: one more line of ours on top.
    """

    number: int
    of: int
    question: str
    parts: tuple[Part, ...]
    action: str
    metadata: str
    queue: tuple[int, int] | None = None
    wrong: tuple[str, ...] = ()
    names: Mapping[str, int] = field(default_factory=dict[str, int])
    note: str = ""


def block_name(control: str, times: int = 0) -> str:
    """The block id, and the action id, of a control whose value we have set so many times."""
    return f"f:{control}~{times}" if times else f"f:{control}"


def named(block_id: str) -> tuple[str, int] | None:
    """The control of a block id and how often we have set it; None for any other block id."""
    found = _NAME.fullmatch(block_id)
    return (found[1], int(found[2] or 0)) if found else None
