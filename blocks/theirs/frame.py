"""The model's card as people see it: between lines of ours, so that it can't pass for one of ours.

Above it stands what it is, below it what ends it and how it ended. Once it has ended nothing in it
can be pressed.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from string import ascii_lowercase

from blocks import ids, limits
from blocks.check import total_units
from blocks.elements import Block, Payload, context, divider, plain_text
from blocks.ids import Ref
from blocks.pen import RICH
from blocks.question import QuestionCard, fallback, frame, question_card
from blocks.rules import as_list, as_object
from blocks.theirs.card import Theirs
from blocks.theirs.reading import ids_of

Part = tuple[str, Block]

_UNNAMED = "a card of the agent's own"
_SPOKEN = 900  # what phones and screen readers get of it
_LINK = re.compile(r"<https?://[^<>|]*\|([^<>|]*)>|<(https?://[^<>|]*)>")
_ENTITIES = (("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&"))


def own_card(card: QuestionCard, theirs: Theirs) -> Payload:
    """The card as a message. Without words of its own its first ones are its headline."""
    said = spoken(theirs)
    text = card.text or said
    read = fallback(replace(card, text=text if said.startswith(text) else f"{text} {said}"))
    card = replace(card, text=text)
    inside = [*_parts(theirs, card.ref, live=card.ended is None)]
    drawn = question_card(card, _framed(card, inside)) | {"text": read}
    if total_units(drawn["blocks"]) <= limits.MESSAGE_TOTAL:
        return drawn
    return question_card(card)  # a long answer leaves no room for what was asked


def own_view(card: QuestionCard, theirs: Theirs, ours: str) -> Payload:
    """The modal of one of its buttons; its submission names it by `callback_id`."""
    view = theirs.modals[ours]
    blocks = [{**block, "block_id": ids_of(block)[0]} if ids_of(block) else block
              for one in as_list(view["blocks"]) or [] if (block := as_object(one))]  # fmt: skip
    return {
        **view,
        "close": plain_text("Close", limits.VIEW_TITLE),
        "callback_id": ours,
        "private_metadata": ids.metadata(card.ref),
        "blocks": [context(frame(RICH, card)), *blocks],
    }


def spoken(theirs: Theirs) -> str:
    """Its words without formats, for a headline, phones and screen readers."""
    words = " ".join(_words(list(theirs.blocks))) or _UNNAMED
    words = _LINK.sub(lambda link: link[1] or link[2], words)
    for entity, char in _ENTITIES:
        words = words.replace(entity, char)
    return words.replace("*", "")[:_SPOKEN].strip()


def _framed(card: QuestionCard, inside: list[Part]) -> list[Part]:
    says = context(f"*{frame(RICH, card)}*")
    return [("frame", says), ("above", divider()), *inside, ("below", divider())]


def _parts(theirs: Theirs, ref: Ref, *, live: bool) -> Iterator[Part]:
    """Its blocks by names of their own; without elements once nothing can be pressed any more."""
    for n, block in enumerate(theirs.blocks):
        name = f"theirs_{_letters(n)}"
        if live:
            yield name, _valued(block, ref)
        elif block.get("type") != "actions":
            yield name, {key: value for key, value in block.items() if key != "accessory"}


def _valued(block: Block, ref: Ref) -> Block:
    """A block whose buttons name the request, as ours do."""
    accessory = as_object(block.get("accessory"))
    if accessory:
        return {**block, "accessory": _button(accessory, ref)}
    if block.get("type") != "actions":
        return block
    elements = [as_object(one) or {} for one in as_list(block["elements"]) or []]
    return {**block, "elements": [_button(one, ref) for one in elements]}


def _button(element: Block, ref: Ref) -> Block:
    return {**element, "value": ref.request} if element.get("type") == "button" else element


def _letters(n: int) -> str:
    """A name of two letters: a block's id has no digits in its part's name."""
    return ascii_lowercase[n // 26] + ascii_lowercase[n % 26]


def _words(part: object) -> Iterator[str]:
    """Every text of a part, but those of elements."""
    for one in as_list(part) or []:
        yield from _words(one)
    for name, inner in (as_object(part) or {}).items():
        if name == "text" and isinstance(inner, str):
            yield inner
        elif name != "accessory" and (as_object(part) or {}).get("type") != "actions":
            yield from _words(inner)
