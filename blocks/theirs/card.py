"""What the model asks with its own blocks: read, cleaned, checked; or why not, in words for it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from blocks import limits
from blocks.check import check_message, check_view, total_units
from blocks.elements import Block, Payload
from blocks.markdown import chunks
from blocks.rules import Problem, as_list, as_object
from blocks.text import one_line
from blocks.theirs import kinds
from blocks.theirs.elements import ANSWERING
from blocks.theirs.reading import Named, Reading, heading, ids_of, label, nothing, table

# What our frame around it needs: our first line, two dividers, how it stands, buttons, the foot.
FRAME_BLOCKS = 10
FRAME_UNITS = 3000
MODAL_FRAME = 2
MOST_MODALS = 10
# What is far too much is refused unread: looking at it would hold up everybody else.
MOST_CHARACTERS = 100_000
MOST_TEXT = limits.MESSAGE_TOTAL
MOST_PROBLEMS = 8  # that the model is told of at once
_SLOWLY = ("checkboxes", "multi_static_select")  # the first tick of one is no answer


@dataclass(frozen=True, slots=True, kw_only=True)
class Theirs:
    """The model's card, safe to show. `named` are its elements by our ids.

    modals: views without a frame, by our id of the button that opens one. sole: the one element
    that answers though it is no button.
    """

    blocks: tuple[Block, ...]
    modals: Mapping[str, Payload]
    named: Mapping[str, Named]
    sole: str = ""

    @property
    def actions(self) -> tuple[str, ...]:
        """Our ids of what answers when it is pressed or chosen, at once or by a modal."""
        inside = {ours for view in self.modals.values() for ours in ids_of(view)}
        return tuple(
            ours
            for ours, one in self.named.items()
            if ours not in inside and (one.kind in ANSWERING or ours == self.sole)
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Unfit:
    """Why it can't be shown; each of `problems` says where, as a path into the call's arguments."""

    problems: tuple[Problem, ...]

    @property
    def words(self) -> str:
        """All of it for the model."""
        told = [f"{one.pointer or '/'}: {one.text}" for one in self.problems[:MOST_PROBLEMS]]
        more = len(self.problems) - len(told)
        return "; ".join(told) + (f"; and {more} more" if more else "")


def cleaned(blocks: object, modals: object = None, *, me: str = "") -> Theirs | Unfit:
    """The card of the model's `blocks` and `modals` (views by action id), or why there is none.

    `me` is the Slack id of whoever asked for the task, whom alone it may mention.
    """
    reading = Reading(me=me)
    items = as_list(blocks)
    if not items:
        return _unfit("/blocks", "must be a list of at least one block")
    sizes = [len(text) for text in _texts([blocks, modals])]
    if sum(sizes) > MOST_CHARACTERS or max(sizes, default=0) > MOST_TEXT:
        return _unfit("", "is far too large; ask for less at once, and put no documents into it")
    drawn = [kinds.message(one, f"/blocks/{i}", reading) for i, one in enumerate(items)]
    views = _views(modals, reading) if modals is not None else {}
    theirs = Theirs(
        blocks=tuple(found for one in drawn if (found := as_object(one)) is not None),
        modals=views,
        named=dict(reading.named),
    )
    if reading.problems:
        return Unfit(problems=tuple(reading.problems))
    problems = [*_message(theirs), *_answerable(theirs)]
    for ours, view in theirs.modals.items():
        problems += _view(view, f"/modals/{reading.named[ours].name}")
    if problems:
        return Unfit(problems=tuple(problems))
    return _with_sole(theirs)


def _texts(part: object) -> Iterator[str]:
    """All texts in a part, names too."""
    left = [part]
    while left:
        one = left.pop()
        found = as_object(one)
        if found is not None:
            left += [*found, *found.values()]
        elif (items := as_list(one)) is not None:
            left += items
        elif isinstance(one, str):
            yield one


def _views(modals: object, reading: Reading) -> dict[str, Payload]:
    """The modals by our id of their button."""
    found = as_object(modals)
    if found is None:
        reading.add("/modals", "must be an object: views by the action id that opens them")
        return {}
    if len(found) > MOST_MODALS:
        reading.add("/modals", f"no more than {MOST_MODALS} modals are taken")
        return {}
    buttons = {one.name: ours for ours, one in reading.named.items() if one.kind == "button"}
    views: dict[str, Payload] = {}
    for name, view in found.items():
        where = f"/modals/{name}"
        if name not in buttons:
            reading.add(where, "no button of `blocks` has this action_id")
            continue
        views[buttons[name]] = _one_view(view, where, reading)
    return views


def _one_view(view: object, where: str, reading: Reading) -> Payload:
    found = as_object(view) or {}
    reading.taken = set()
    ours = ("callback_id", "private_metadata", "external_id", "clear_on_close", "notify_on_close")
    drawn = table(
        {
            **dict.fromkeys(ours, nothing),
            "title": heading,
            "submit": label,
            "close": nothing,
            "blocks": _view_blocks,
        },
        found,
        where,
        reading,
    )
    plain: Block = {"type": "plain_text", "text": "Send", "emoji": False}
    return {"submit": plain, **drawn, "type": "modal"}


def _view_blocks(value: object, where: str, reading: Reading) -> object:
    items = as_list(value)
    if items is None:
        return value
    return [kinds.modal(one, f"{where}/{i}", reading) for i, one in enumerate(items)]


def _message(theirs: Theirs) -> list[Problem]:
    """What Slack would refuse, and what leaves no room for our frame."""
    problems = check_message({"text": "-", "blocks": list(theirs.blocks)})
    marks = sum(_marks(block) for block in theirs.blocks)
    room = limits.BLOCKS_PER_MESSAGE - FRAME_BLOCKS
    if len(theirs.blocks) + marks > room:
        problems.append(_problem("/blocks", f"no more than {room} blocks are taken"))
    if total_units(list(theirs.blocks)) > limits.MESSAGE_TOTAL - FRAME_UNITS:
        most = limits.MESSAGE_TOTAL - FRAME_UNITS
        problems.append(_problem("/blocks", f"all texts together may have {most} characters"))
    return problems


def _marks(block: Block) -> int:
    """What Slack counts for a markdown block besides it."""
    said = block.get("text")
    if block.get("type") != "markdown" or not isinstance(said, str):
        return 0
    return sum(chunk.items for chunk in chunks(said))


def _view(view: Payload, where: str) -> list[Problem]:
    problems = check_view(view)
    blocks = as_list(view.get("blocks")) or []
    room = limits.BLOCKS_PER_VIEW - MODAL_FRAME
    if len(blocks) > room:
        problems.append(_problem("/view/blocks", f"no more than {room} blocks are taken"))
    if not any((as_object(one) or {}).get("type") == "input" for one in blocks):
        problems.append(_problem("/view/blocks", "needs an `input` block to answer with"))
    return [_problem(where + one.pointer.removeprefix("/view"), one.text) for one in problems]


def _answerable(theirs: Theirs) -> list[Problem]:
    """A card that nothing answers would wait for ever."""
    if theirs.actions or _with_sole(theirs).sole:
        return []
    return [_problem("/blocks", "nothing in it answers: add a button with an action_id")]


def _with_sole(theirs: Theirs) -> Theirs:
    """The card with the one element that answers by being chosen, if there is just one."""
    here = ids_of(list(theirs.blocks))
    kinds_here = [theirs.named[ours].kind for ours in here]
    sole = len(here) == 1 and kinds_here[0] not in (*ANSWERING, *_SLOWLY)
    return Theirs(
        blocks=theirs.blocks,
        modals=theirs.modals,
        named=theirs.named,
        sole=here[0] if sole else "",
    )


def _problem(where: str, text: str) -> Problem:
    return Problem(pointer=one_line(where)[:120], text=text)


def _unfit(where: str, text: str) -> Unfit:
    return Unfit(problems=(_problem(where, text),))
