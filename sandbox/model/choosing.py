"""The tasks that need a choice of a person: which order, and what a sale is about."""

import re

from sandbox.model import asking, results
from sandbox.model.answers import sentence
from sandbox.model.asking import Answer, Unanswered
from sandbox.model.tasks import Refund, SomeOrder
from sandbox.model.turn import Turn, Want

# Orders of the example shop; three are of one customer, so that there is a choice when one of them
# has been refunded.
EXAMPLES = (1025, 1036, 1041, 1042, 1044)
NONE = "No order was refunded"
BY_NUMBER = "Tell me its number, for example: refund order 1042."
NUMBER = re.compile(r"\d+")

HOW_MUCH = "How much is taken off?"
ON_WHAT = "What is on sale?"
AMOUNTS = ("10 %", "20 %", "30 %")
WARES = ("Lamps", "Curtains", "Chairs", "Blankets")
NO_SALE = "The sale was not prepared, and nothing was changed"


def order(task: SomeOrder, turn: Turn) -> Refund | tuple[Want | str, ...]:
    """Give the refund once it is known of which order, else what leads there, or why not."""
    if asking.USER not in turn.offers or "look_up_order" not in turn.offers:
        return (f"{NONE}: you named none. {BY_NUMBER}",)
    looks = {n: turn.result("look_up_order", (("order_id", n),)) for n in EXAMPLES}
    if None in looks.values():
        return tuple(Want("look_up_order", (("order_id", n),)) for n in EXAMPLES)
    known = {n: text for n, text in looks.items() if text and _is_open(text)}
    theirs = {n: text for n, text in known.items() if _is_of(task.customer, text)}
    if task.customer and len(theirs) == 1:
        return Refund(next(iter(theirs)), task.reason)
    options = [_option(n, text, named=bool(theirs)) for n, text in (theirs or known).items()]
    more = {"options": options} if len(options) > 1 else {}
    question = _question(task.customer, found=bool(theirs))
    found = asking.ask(turn, asking.USER, question, **more, fallback="I refund nothing")
    match found:
        case Want():
            return (found,)
        case Unanswered():
            return (f"{NONE}: {sentence(found.why)} {BY_NUMBER}",)
        case Answer():
            return _chosen(task, found)


def sale(turn: Turn) -> tuple[Want | str, ...]:
    """Ask both at once; then say what was answered."""
    if asking.USER not in turn.offers:
        return (f"{NO_SALE}: I may not ask what is to be on sale.",)
    fallback = "I prepare nothing"
    found = (
        asking.ask(turn, asking.USER, HOW_MUCH, options=list(AMOUNTS), fallback=fallback),
        asking.ask(
            turn, asking.USER, ON_WHAT, options=list(WARES), multiple=True, fallback=fallback
        ),
    )
    if wants := tuple(one for one in found if isinstance(one, Want)):
        return wants
    for one in found:
        if isinstance(one, Unanswered):
            return (f"{NO_SALE}: {sentence(one.why)}",)
    much, what = (" and ".join(one.words) for one in found if isinstance(one, Answer))
    return (
        f"For the sale I have noted {much} off, on: {what}. Nothing was changed: this demo has no"
        " tool that sets prices.",
    )


def _question(customer: str, *, found: bool) -> str:
    if not customer:
        return "Which order should I refund?"
    if found:
        return f"There are several orders of {customer}. Which one should I refund?"
    return f"I found no open order of {customer}. Which order should I refund?"


def _option(number: int, text: str, *, named: bool) -> str:
    """Give an order as its number and what tells it from the others."""
    data = results.as_object(text) or {}
    whose = "" if named else data.get("customer")
    day = str(data.get("placed_at") or "")[:10]
    about = ", ".join(str(one) for one in (data.get("item"), whose, day) if one)
    return f"{number}: {about}" if about else str(number)


def _is_open(text: str) -> bool:
    return results.refusal(text) is None and not results.is_refunded(text)


def _is_of(customer: str, text: str) -> bool:
    whose = str((results.as_object(text) or {}).get("customer") or "")
    return bool(customer) and customer.lower() in whose.lower()


def _chosen(task: SomeOrder, answer: Answer) -> Refund | tuple[str, ...]:
    said = " ".join(answer.words)
    if number := NUMBER.search(said):
        return Refund(int(number.group()), task.reason)
    return (f"{NONE}: I see no order's number in “{said}”. {BY_NUMBER}",)
