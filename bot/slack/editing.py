"""Editing a call in a modal: its arguments as fields, and what was sent as arguments.

What people must not see, or cards hide, is neither shown nor changed.
"""

from collections.abc import Mapping

from blocks import editing, ids, limits
from blocks.editing import Field
from blocks.elements import Payload
from blocks.modal import error_view
from blocks.views import ApprovalCard
from bot.core import canon, fields
from bot.core.checkpoint import Record
from bot.core.fields import Form, Given, Why
from bot.core.replacing import replace
from bot.core.request import Click, Request
from bot.ports.board import Board
from bot.slack import arguments
from bot.slack.fields import Json, items, obj, text
from bot.slack.pressed import Submitted

Fault = str | Mapping[str, str]  # in words: for the first field, or by block id

GONE = "The tool isn't there any more, so I changed nothing. Ask an admin."
SAME = "Nothing is changed yet. Change a value, or close this."
_KEPT: dict[Why, str] = {
    "secret": "Not shown, and kept as it is: {names}.",
    "long": "Too long to be changed here, and kept as it is: {names}.",
    "many": "More than fits here, and kept as it is: {names}.",
}


def view(record: Record, board: Board, card: ApprovalCard) -> Payload:
    """The modal, or why there is none."""
    request = record.request
    made = _form(request, board)
    if made is None:
        return error_view(GONE)
    if not made.fields:
        return error_view(editing.NOTHING)
    drawn = [_field(one) for one in made.fields]
    needed = request.spec.reasoned and request.spec.risk not in ("high", "critical")
    return editing.edit_modal(
        card, drawn, _kept(made), reason_required=needed, whole=_whole(request, made)
    )


def read(record: Record, board: Board, sent: Submitted) -> Click | Fault:
    """The edit with its canonical arguments, or what is wrong, at the field where that is known."""
    request = record.request
    made = _form(request, board)
    if made is None:
        return GONE
    if not made.fields:
        return SAME
    given = {field.name: value for field in made.fields if (value := _given(sent.values, field))
             is not None}  # fmt: skip
    args, wrong = fields.read(made, canon.parse(request.args), given)
    if wrong:
        return {ids.argument(name): words for name, words in wrong.items()}
    try:
        canonical = canon.canonical(args)
    except canon.BadArguments as error:
        return str(error)
    problem = board.check(request.tool, args)
    if problem:
        return {ids.argument(_whose(problem, made)): problem[: limits.INPUT_HINT]}
    if canonical == request.args:
        return {ids.argument(made.fields[0].name): SAME}
    return replace(sent.click, args=canonical, tapped=not _whole(request, made))


def _form(request: Request, board: Board) -> Form | None:
    tool = board.tools.get(request.tool)
    if tool is None:
        return None
    return fields.form(tool.parameters, canon.parse(request.args), arguments.unshown(request))


def _whole(request: Request, made: Form) -> bool:
    """Whether the form shows the whole call, but for what nobody is shown anywhere."""
    given = canon.parse(request.args)
    return all(name in request.spec.sensitive or name not in given for name, _ in made.kept)


def _field(made: fields.Field) -> Field:
    return Field(
        name=made.name,
        kind=made.kind,
        optional=made.optional,
        hint=made.hint,
        shown=made.shown,
        options=tuple(words for words, _ in made.options),
        picked=made.picked,
    )


def _kept(made: Form) -> list[str]:
    found: list[str] = []
    for why, words in _KEPT.items():
        names = [name for name, reason in made.kept if reason == why]
        if names:
            found.append(words.format(names=", ".join(names)))
    return found


def _given(values: Json, field: fields.Field) -> Given | None:
    """What stands in a field; None if the modal had no such field."""
    name = ids.argument(field.name)
    state = obj(values, name, name)
    match field.kind:
        case _ if not state:
            return None
        case "choice":
            return text(state, "selected_option", "value")
        case "choices":
            return tuple(text(one, "value") for one in items(state, "selected_options"))
        case _:
            return text(state, "value")


def _whose(problem: str, made: Form) -> str:
    """The argument that a problem names first, or the first one."""
    named = problem.partition(":")[0]
    names = [field.name for field in made.fields]
    near = [name for name in names if named == name or named.startswith(f"{name}.")]
    return near[0] if near else names[0]
