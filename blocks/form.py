"""A form's modal: one page of it, and what stands in its place when it can't be filled in.

Closing it cancels nothing. A control's block id is its action id, and stays while nobody but the
person changes its value: Slack keeps what is typed where both stay.
"""

from dataclasses import replace

from blocks import ids, limits
from blocks.elements import (
    Block,
    Payload,
    actions,
    button,
    context,
    link_button,
    modal,
    plain_text,
    section,
)
from blocks.form_fields import WRONG, drawn
from blocks.form_parts import BACK, FORM_VIEW, TAKE_OVER, Control, FormPage, Group, Part
from blocks.form_texts import LABEL, harmless, isolated, middle, standing
from blocks.pen import RICH
from blocks.people import Who
from blocks.text import human, unmarked

_QUESTION_BYTES = 9_000
_WRONG_BYTES = 2_500
_FAULTS = 10  # of no part of the page, that are said
_REMINDER = 150  # characters of the question on further pages
_LEAN = "The descriptions are too long to be shown here, so they are left out. Ask in the thread."
_CLOSE = "Close, keep draft"


def form_modal(page: FormPage) -> Payload:
    """One page. What is sent comes back as `f:<id>` each; the buttons' values are ids."""
    last = page.number >= page.of
    submit = unmarked(page.action, limits.VIEW_TITLE) or "Submit"
    blocks = [*_top(page), *asked(page)]
    view = modal(_title(page), blocks, callback=FORM_VIEW, submit=submit if last else "Next")
    return view | {
        "close": plain_text(_CLOSE, limits.VIEW_TITLE),
        "notify_on_close": True,
        "private_metadata": page.metadata,
    }


def asked(page: FormPage) -> list[Block]:
    """The page's parts, and the way back to the page before."""
    blocks = [block for part in page.parts for block in drawn(part, page.names)]
    if page.number > 1:
        back = button(BACK, "Back", str(page.number - 1), about=f"page {page.number - 1}")
        blocks.append({**actions([back]), "block_id": "foot"})
    return blocks


def _title(page: FormPage) -> str:
    """`Page 2 of 4`, `Question 1 of 3`, or both in few words."""
    pages = f"age {page.number} of {page.of}"
    if page.queue is None:
        return f"P{pages}" if page.of > 1 else "Question"
    queued = f"{page.queue[0]} of {page.queue[1]}"
    return f"{queued} · p{pages}" if page.of > 1 else f"Question {queued}"


def _top(page: FormPage) -> list[Block]:
    """What is wrong, then the question: whole on the first page, its start on others."""
    blocks = faults(page)
    if page.number == 1:
        return [*blocks, *standing("*The agent asks*", page.question, _QUESTION_BYTES)]
    start = isolated(human(page.question, _REMINDER))
    words = f"Page {page.number} of {page.of}. What you filled in before is kept."
    return [*blocks, context(f"{start}\n{words}" if start else words)]


def faults(page: FormPage) -> list[Block]:
    """What is wrong on the page, and a line of ours."""
    return [*_wrong(page), *([context(page.note)] if page.note else [])]


def _wrong(page: FormPage) -> list[Block]:
    inside = sum(1 for part in page.parts if part.wrong)
    shown = page.wrong[:_FAULTS]
    lines = [harmless(text, _WRONG_BYTES // len(shown)) for text in shown]
    if inside:
        many = "1 answer needs" if inside == 1 else f"{inside} answers need"
        lines.insert(0, f"{many} another look, marked {WRONG} below.")
    return [section("\n".join([f"*{WRONG} Not sent yet*", *lines]))] if lines else []


def lean(page: FormPage) -> FormPage:
    """The page without descriptions, for when they are more than a view holds. It says so."""
    return replace(page, parts=tuple(map(_bare, page.parts)), note=_LEAN)


def _bare(part: Part) -> Part:
    match part:
        case Control():
            options = tuple(replace(one, about="", group="") for one in part.options)
            short = replace(part, label=middle(part.label, LABEL), hint=middle(part.hint, LABEL))
            return replace(short, about="", placeholder="", options=options)
        case Group():
            return replace(part, label=middle(part.label, LABEL), about="")
        case _:
            return part


def take_over_view(who: Who, request: str, metadata: str) -> Payload:
    """Somebody began to fill it in and has left it: who presses *Take over* goes on from there."""
    words = (
        f"{RICH.who(who)} began to fill this in, and nothing has come for a while. *Take over* "
        "opens it for you with what was filled in so far. Whatever they still send is refused."
    )
    press = button(TAKE_OVER, "Take over", request, about="and fill it in", primary=True)
    view = _words("Somebody has begun", words, actions([press]))
    return view | {"callback_id": FORM_VIEW, "private_metadata": metadata}


def page_view(link: str) -> Payload:
    """The way to the web page, for whoever pressed and nobody else."""
    words = (
        "This is answered on a web page: what you type there doesn't pass through Slack. The link "
        "is yours alone and works once. Don't pass it on."
    )
    opens = {**link_button(ids.OPEN, "Open the form", link), "style": "primary"}
    return _words("Answer on the web", words, actions([opens]))


def being_filled_view(who: Who, until: int) -> Payload:
    """Somebody is filling it in; `until` is when others may take over, epoch seconds."""
    return _words(
        "Somebody is at it",
        f"{RICH.who(who)} is filling this in, so I didn't open it. If nothing more comes from "
        f"them, you can take over from {RICH.at(until)}: press the button on the card then.",
    )


def taken_over_view(who: Who) -> Payload:
    """What was sent too late, after somebody took over."""
    return _words(
        "Somebody took over",
        f"{RICH.who(who)} took over while you were away, so this wasn't sent. What you had filled "
        "in is kept, and they see it.",
    )


def settled_view(words: str) -> Payload:
    """The question is over; `words` say how."""
    said = human(words, limits.QUOTE * 4) or "It is over."
    return _words("No longer open", f"This wasn't sent: the question is no longer open. {said}")


def _words(title: str, words: str, *more: Block) -> Payload:
    return modal(title, [section(words), *more])
