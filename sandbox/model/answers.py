"""The model's own sentences about how a call ended."""

from dataclasses import dataclass

from sandbox.model import results


@dataclass(frozen=True, slots=True)
class Deed:
    """A changing call in words: as done, as not done, and as nobody knows."""

    done: str
    undone: str
    unsure: str


def refund(order: object) -> Deed:
    """Give the words for paying an order back."""
    return Deed(
        f"Refunded order {order}",
        f"Order {order} was not refunded",
        f"It is unclear whether order {order} was refunded",
    )


def restart(service: object, environment: object = None) -> Deed:
    """Give the words for restarting a service."""
    place = f" in {environment}" if environment else ""
    return Deed(
        f"Restarted {service}{place}",
        f"{service} was not restarted",
        f"It is unclear whether {service} was restarted",
    )


def courier_key(courier: object) -> Deed:
    """Give the words for replacing a courier's key."""
    return Deed(
        f"Replaced the API key of {courier}",
        f"The API key of {courier} was not replaced",
        f"It is unclear whether the API key of {courier} was replaced",
    )


def other(tool: str) -> Deed:
    """Give the words for a tool of which nothing more is known."""
    return Deed(f"{tool} was run", f"{tool} was not run", f"It is unclear whether {tool} ran")


def tell(deed: Deed, text: str) -> str:
    """Give the sentences for a call's result."""
    changed, text = results.changes(text)
    told = _tell(deed, text)
    return f"{told} {changed}" if changed else told


def _tell(deed: Deed, text: str) -> str:
    if why := results.unclear(text):
        return f"{deed.unsure}: {sentence(why)}"
    if why := results.refusal(text):
        if results.is_refunded(text):
            return sentence(why)
        return f"{deed.undone}: {sentence(why)}"
    return _with_details(deed.done, results.words(text))


def read(subject: str, text: str) -> str:
    """Give the sentence for a look-up's result."""
    if why := results.unclear(text) or results.refusal(text):
        return f"I couldn't look at {subject}: {sentence(why)}"
    data = results.as_object(text) or {}
    status = data.pop("status", None)
    if isinstance(status, str) and status and data:
        return f"{subject} is {status}: {sentence(results.listed(data))}"
    return f"{subject}: {sentence(results.words(text))}"


def sentence(text: str) -> str:
    """Give text with an end."""
    return text if text.endswith((".", "!", "?", ".”")) else f"{text}."


def _with_details(headline: str, details: str) -> str:
    """Join an answer's first words and the tool's own, without saying the same twice."""
    if not details:
        return f"{headline}."
    if details.lower().startswith(headline.lower()):
        return sentence(details)
    verb, _, about = headline.partition(" ")
    if details.startswith(f"{verb} "):
        rest = details.removeprefix(f"{verb} ").replace(f" for {about}", "", 1)
        return f"{headline}: {sentence(rest)}"
    return f"{headline}. {sentence(details)}"
