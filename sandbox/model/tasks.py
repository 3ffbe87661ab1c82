"""The example tasks in a person's words, found by pattern: this model understands nothing else."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

MENTION = re.compile(r"<@[^>]+>|@signoff\b", re.IGNORECASE)
ORDER_LIST = r"(?:orders?\s+)?#?(\d+(?:\s*(?:,|and|&)\s*(?:and\s+)?(?:order\s+)?#?\d+)*)\b"
REFUND = re.compile(rf"\brefund\s+(?:the\s+|my\s+)?{ORDER_LIST}", re.IGNORECASE)
PART_REFUND = re.compile(
    r"\brefund\s+[$€£]?\s*(\d+(?:\.\d+)?)\s*(?:eur|euros?|usd|dollars?|€)?\s+(?:of|on|for|from)\s+"
    r"(?:the\s+|my\s+)?order\s+#?(\d+)\b",
    re.IGNORECASE,
)
RESTART = re.compile(
    r"\brestart\s+(?:the\s+)?(?:service\s+)?([a-z][\w-]*)(?:\s+service)?"
    r"(?:\s+(?:in|on)\s+(?:the\s+)?([a-z][\w-]*))?",
    re.IGNORECASE,
)
HEALTH = re.compile(
    r"\b(?:how(?:\s+is|\s+are|['’]s)\s+(?:the\s+)?(?:service\s+)?([a-z][\w-]*)(?:\s+service)?\s+"
    r"(?:doing|going|feeling)(?:\s+(?:in|on)\s+(?:the\s+)?([a-z][\w-]*))?|(?:health|state|status)\s+of\s+(?:the\s+)?(?!order)([a-z][\w-]*)"
    r"|is\s+(?:the\s+)?([a-z][\w-]*)\s+(?:up|down|healthy|ok|okay)\b)",
    re.IGNORECASE,
)
# What the app's own prompt asks; the services are those of the example shop.
HEALTHY = re.compile(r"\bhow\s+healthy\s+are\s+(?:our|the|all)\s+services\b", re.IGNORECASE)
SERVICES = (("checkout", "prod"), ("catalog", "prod"), ("mailer", "prod"))
ORDER = re.compile(r"\border\s+#?(\d+)\b", re.IGNORECASE)
# Without a number: which one is asked.
SOME_ORDER = re.compile(
    r"\brefund\s+(?:(?:an?|the|that|my|her|his|their|one)\s+)?order\b(?!\s*#?\d)"
    r"(?:\s+(?:for|of|by|from)\s+([a-z][\w’'-]*(?:\s+[A-Z][\w’'-]*)?))?",
    re.IGNORECASE,
)
WINDOW = re.compile(
    r"\bplan\s+(?:an?\s+|the\s+)?maintenance(?:\s+window)?(?:\s+(?:for|of)\s+(?:the\s+)?([a-z][\w-]*))?",
    re.IGNORECASE,
)
SALE = re.compile(
    r"\b(?:prepare|set\s+up)\s+(?:the|our)\s+shop\s+for\s+(?:the|a)\s+sale\b", re.IGNORECASE
)
COURIER_KEY = re.compile(
    r"\b(?:replace|rotate|change|renew)\s(?:[^.\n]{0,60}?\s)?(?:api\s+)?key\b", re.IGNORECASE
)
COURIER = re.compile(r"\b(?:courier|of)\s+([A-Z]\w*)|\b([A-Z]\w*)['’]s\b")
LEADING = re.compile(r"^(?:[\s,;:.–—-]|because\b|since\b|as\b)+", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Refund:
    """Give an order's money back; `amount` only if the person named one."""

    order: int
    reason: str
    amount: float | None = None


@dataclass(frozen=True, slots=True)
class Restart:
    """Restart a service, where the person said or where the tool does by itself."""

    service: str
    environment: str | None = None


@dataclass(frozen=True, slots=True)
class Health:
    """Say how a service is."""

    service: str
    environment: str | None = None


@dataclass(frozen=True, slots=True)
class Order:
    """Say what is known of an order."""

    order: int


@dataclass(frozen=True, slots=True)
class SomeOrder:
    """Give an order's money back, when the person didn't say which; `customer` "" if nobody."""

    customer: str
    reason: str


@dataclass(frozen=True, slots=True)
class Window:
    """Plan a maintenance window; `service` "" if none was named."""

    service: str


@dataclass(frozen=True, slots=True)
class Sale:
    """Prepare the shop for a sale."""


@dataclass(frozen=True, slots=True)
class CourierKey:
    """Replace the key of a courier, the shop's usual one if none was named."""

    courier: str = "Parcelo"


Task = Refund | Restart | Health | Order | SomeOrder | Window | Sale | CourierKey


def parse(text: str) -> tuple[Task, ...]:
    """Give the example tasks asked for in a message, none if it asks for something else."""
    plain = MENTION.sub(" ", text).strip()
    finders = (
        _refunds, _some_orders, _windows, _sales, _courier_keys, _restarts, _healths, _orders,
    )  # fmt: skip
    for find in finders:
        if found := tuple(find(plain)):
            return found
    return ()


def _refunds(text: str) -> Iterator[Task]:
    if part := PART_REFUND.search(text):
        reason = _reason(text, part.end())
        yield Refund(int(part.group(2)), reason, float(part.group(1)))
    elif whole := REFUND.search(text):
        reason = _reason(text, whole.end())
        for number in dict.fromkeys(re.findall(r"\d+", whole.group(1))):
            yield Refund(int(number), reason)


def _reason(text: str, start: int) -> str:
    """Give what the person wrote after the order, else their whole sentence."""
    rest = LEADING.sub("", text[start:].split("\n", 1)[0]).strip().rstrip(".")
    return rest or " ".join(text.split())


def _some_orders(text: str) -> Iterator[Task]:
    if found := SOME_ORDER.search(text):
        yield SomeOrder(found.group(1) or "", _reason(text, found.end()))


def _windows(text: str) -> Iterator[Task]:
    if found := WINDOW.search(text):
        yield Window((found.group(1) or "").lower())


def _sales(text: str) -> Iterator[Task]:
    if SALE.search(text):
        yield Sale()


def _courier_keys(text: str) -> Iterator[Task]:
    if COURIER_KEY.search(text):
        named = COURIER.search(text)
        yield CourierKey(named.group(1) or named.group(2)) if named else CourierKey()


def _restarts(text: str) -> Iterator[Task]:
    if found := RESTART.search(text):
        environment = found.group(2)
        yield Restart(found.group(1).lower(), environment.lower() if environment else None)


def _healths(text: str) -> Iterator[Task]:
    if HEALTHY.search(text):
        yield from (Health(*where) for where in SERVICES)
    elif found := HEALTH.search(text):
        asked, environment, *others = found.groups()
        name = asked or next(other for other in others if other)
        yield Health(name.lower(), environment.lower() if environment else None)


def _orders(text: str) -> Iterator[Task]:
    for number in dict.fromkeys(ORDER.findall(text)):
        yield Order(int(number))
