"""The small modals of a card: an answer, a question, somebody's name, what an emergency was.

The request and its revision travel in private_metadata. Words come back as `reason`, a person as
`to`.
"""

from blocks import ids, limits
from blocks.card import state_lines
from blocks.elements import Block, Payload, context, modal, plain_text, section, text_input
from blocks.facts import facts
from blocks.modal import subject, title
from blocks.pen import BARE, RICH
from blocks.views import ApprovalCard

_LENGTH = 1000  # what people read on a card and in a thread
_ANSWER = 2500  # what a model gets in place of a result


def answer_modal(card: ApprovalCard) -> Payload:
    """Asks for what the agent is to get in place of the tool's result."""
    field = text_input(
        ids.REASON,
        "Answer",
        hint="The agent gets this in place of the tool's result, with your name. Nothing is run.",
        longest=_ANSWER,
    )
    return _sent(card, "Answer", [field], ids.ANSWER_VIEW)


def ask_modal(card: ApprovalCard) -> Payload:
    """Asks for a question to whoever asked for it."""
    who = BARE.who(card.requester)
    field = text_input(
        ids.REASON,
        f"Question to {who}",
        hint="Stands in the thread, with your name. It decides nothing; the card shows the reply.",
        longest=_LENGTH,
    )
    return _sent(card, "Ask about", [field], ids.ASK_VIEW)


def hand_over_modal(card: ApprovalCard) -> Payload:
    """Asks for the name of somebody who should decide."""
    element: Block = {"type": "users_select", "action_id": ids.TO}
    field: Block = {
        "type": "input",
        "block_id": ids.TO,
        "label": plain_text("Who should decide?", limits.INPUT_LABEL),
        "hint": plain_text(
            "Somebody who may decide this for themselves. They are asked by a mention; you may "
            "still decide too.",
            limits.INPUT_HINT,
        ),
        "optional": False,
        "element": element,
    }
    return _sent(card, "Hand over", [field], ids.HAND_OVER_VIEW)


def reviewed_modal(card: ApprovalCard) -> Payload:
    """Asks whoever looks at an emergency, after it, for what they found."""
    field = text_input(
        ids.REASON,
        "What did you find?",
        hint="Stands on the card and in the record, with your name.",
        longest=_LENGTH,
    )
    told = [section("\n".join(facts(card))), section("\n".join(state_lines(RICH, card)))]
    return _sent(card, "Review", [*told, field], ids.REVIEWED_VIEW)


def _sent(card: ApprovalCard, word: str, fields: list[Block], callback: str) -> Payload:
    note = context("Whether you may is looked up when you send it.")
    blocks = [subject(card), *fields, note]
    view = modal(title(word, card), blocks, callback=callback, submit="Send")
    return view | {"private_metadata": ids.metadata(card.ref)}
