"""The steps of a plan on its card, in modals and in words: each numbered, each exact, none hidden.

What isn't shown whole on the card is under Review, where all of it is read before a yes.
"""

from itertools import islice

from blocks import exact, limits
from blocks.elements import Block, preformatted, section
from blocks.pen import RICH, Pen, quoted, sentence
from blocks.text import escaped_units
from blocks.views import ApprovalCard, PlanStep, Settled

# What all steps share of a card: their exact actions, and each line of the tools' words.
_ACTIONS, _WORDS = 2400, 600
_LEAST_ACTION, _LEAST_WORDS = 240, 60
_PAGE = 2800  # one box of a modal
_STATES = {
    "": "",
    "ready": "about to run",
    "running": "running",
    "done": "done",
    "failed": "failed",
    "unknown": "outcome unknown",
    "not_run": "not run under the plan",
}


def whole(card: ApprovalCard) -> bool:
    """Whether the card shows every step's exact action whole."""
    return all(_drawn(card, step).whole for step in card.steps)


def parts(card: ApprovalCard) -> list[tuple[str, Block]]:
    """Two blocks a step, by their names: what it would do, and the exact action."""
    room = max(_LEAST_WORDS, _WORDS // len(card.steps))
    found: list[tuple[str, Block]] = []
    for n, step in enumerate(card.steps, 1):
        drawn = _drawn(card, step)
        label = exact.label(f"Step {n}, exact action", drawn)
        found.append((f"step{n}", section("\n".join(_lines(RICH, n, step, room)))))
        found.append((f"action{n}", preformatted(label, drawn.text)))
    return found


def read(card: ApprovalCard, most: int) -> tuple[list[Block], bool]:
    """Everything about every step for a modal, and whether that is all: of `most` boxes' length."""
    found: list[Block] = []
    room, complete = most * _PAGE, True
    for n, step in enumerate(card.steps, 1):
        boxes, all_of_it = exact.pages(step.tool, step.arguments, most)
        found.append(section("\n".join(_lines(RICH, n, step, limits.FACT))))
        for i, box in enumerate(boxes, 1):
            of = f" ({i} of {len(boxes)})" if len(boxes) > 1 else ""
            found.append(preformatted(f"Step {n}, exact action{of}", box))
            room -= escaped_units(box)
        if step.says:
            found.append(section(f"Agent says: {quoted(RICH, step.says, limits.AGENT_SAYS)}"))
        complete = complete and all_of_it
        if room < 0:
            return found, False
    return found, complete


def readable(card: ApprovalCard, most: int) -> bool:
    """Whether a review shows every step whole."""
    return read(card, most)[1]


def spoken(pen: Pen, card: ApprovalCard, room: int) -> list[str]:
    """A sentence a step, with its exact action."""
    share = max(_LEAST_ACTION, room // len(card.steps))
    found: list[str] = []
    for n, step in enumerate(card.steps, 1):
        line, call = _lines(pen, n, step, _LEAST_WORDS)[0], exact.draw(step.tool, step.arguments)
        found.append(f"{line}. Exact action: {pen.words(call.text, share)}")
    return found


def boxes(card: ApprovalCard) -> list[str]:
    """Each step with its exact action, as a card without formatting shows it."""
    return [
        f"Step {n} ({step.risk} risk): {_drawn(card, step).text}"
        for n, step in enumerate(card.steps, 1)
    ]


def line(pen: Pen, card: ApprovalCard) -> str | None:
    """How an approved plan stands; None for what is no such plan."""
    if not card.steps or not isinstance(card.state, Settled) or card.state.outcome != "approved":
        return None
    done = sum(step.state == "done" for step in card.steps)
    said = f"{pen.field('Plan')}{done} of {len(card.steps)} steps done"
    if card.over:
        why = sentence(pen.words(card.over, limits.FACT))
        return f"{said} · no more of them run under this yes: {why} The rest is asked about."
    if card.going and card.plan_until is not None:
        return f"{said} · the rest run without asking until {pen.at(card.plan_until)}"
    return said


def _drawn(card: ApprovalCard, step: PlanStep) -> exact.Drawn:
    room = max(_LEAST_ACTION, min(limits.EXACT_ACTION, _ACTIONS // len(card.steps)))
    return exact.draw(step.tool, step.arguments, room)


def _lines(pen: Pen, n: int, step: PlanStep, room: int) -> list[str]:
    state = f" · {_STATES[step.state]}" if step.state else ""
    text = f": {pen.words(step.text, room)}" if step.text and step.state else ""
    free = "" if step.asked else ", needs no yes"
    rows = (("Will do", step.will_do), ("Target", step.target), ("Undo", step.undo or "unknown"))
    facts = (f"{name}: {pen.words(value, room)}" for name, value in rows if value)
    head = f"{pen.bold(f'{n}. {pen.words(step.title, limits.HEADER)}')} · {step.risk} risk{free}"
    return [f"{head}{state}{text}", *islice(facts, len(rows) if step.asked else 0)]
