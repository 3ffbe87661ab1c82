"""Tasks that no message asked for: the post that says so, and the forms that ask what to do."""

from blocks import ids, limits, people
from blocks.elements import (
    Block,
    Payload,
    channel_input,
    context,
    message,
    modal,
    section,
    text_input,
)
from blocks.pen import BARE, RICH, SPOKEN, Pen
from blocks.people import Who
from blocks.text import MARK, clean, escape, escaped_units, no_format, no_ping, parts

TASK_MISSING = "Say what to do; there is nothing in it yet."
CHANNEL_MISSING = "Choose where I should work."
LAPSED = "This form has been open for too long. Close it and use the shortcut once more."

LONGEST = limits.INPUT_TEXT  # a task in a form
_PIECE = 2900  # of a task in one section, under Slack's 3,000
_PIECES = 4  # sections: with the rest under what Slack takes in a message
_QUOTED = 2500  # of a message that is handed over, in its form


def opening(asker: Who, text: str, *, handed: bool) -> Payload:
    """Says who asked for what: the root of a task's thread, or a reply where one was `handed` over.

    `text` may be "" for what was handed over without words.
    """
    said = list(parts(no_format(no_ping(clean(text))), _PIECE, escaped_units)) if text else []
    pieces = [escape(one) for one in said[:_PIECES] if one.strip()]
    if len(said) > _PIECES:
        pieces.append(f"{MARK} (the rest was given to me all the same)")
    what = "handed this over to me" if handed else "asked"
    end = ":" if pieces else "."
    shown = f": {SPOKEN.words(text, limits.MESSAGE_TEXT // 2)}" if pieces else "."
    return message(
        f"{people.mention(asker)} {what}{shown}",
        [section(f"{people.mention(asker)} {what}{end}"), *map(section, pieces)],
    )


def new_task(channel: str = "") -> Payload:
    """The form for a task; `channel` is chosen already, if it is given.

    The submission's values: `task`/`task` a text, `channel`/`channel` a conversation.
    """
    blocks = [
        text_input(
            ids.TASK,
            "What should I do?",
            hint="For example: refund order 1042, it arrived broken.",
            longest=LONGEST,
        ),
        channel_input(
            ids.CHANNEL,
            "Where should I work?",
            hint="I post the task there and work in its thread. I have to be a member.",
            chosen=channel,
        ),
    ]
    return modal("New task", blocks, callback=ids.NEW_TASK_VIEW, submit="Start")


def hand_over(author: Who, text: str, name: str) -> Payload:
    """The form for a task about a message of `author`; `name` is the opaque name of the two.

    The submission's value: `words`/`words` a text, or none.
    """
    quoted: list[Block] = [section(_said(RICH, author, text))]
    words = text_input(
        ids.WORDS,
        "What should I do?",
        hint="Leave it empty if the message says it all. "
        f"{BARE.who(author)} gives me no task by it: you do.",
        longest=LONGEST,
        optional=True,
    )
    where = context("I answer in the thread of this message.")
    view = modal(
        "Hand to Signoff", [*quoted, words, where], callback=ids.HAND_VIEW, submit="Hand over"
    )
    return view | {"private_metadata": name}


def _said(pen: Pen, author: Who, text: str) -> str:
    return f"{pen.who(author)} wrote:\n>{pen.words(text, _QUOTED)}"
