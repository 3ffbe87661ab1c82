"""A call's arguments as its card shows them. Pure."""

import json
from collections.abc import Iterator
from typing import cast

from bot.core.request import QUOTE, QUOTES, Request
from bot.mask import mask
from bot.slack.fields import Json


def shown(asked: Request) -> tuple[tuple[str, str], ...]:
    """Name and JSON value of each argument, masked with its name in sight."""
    return tuple((name, _shown(name, value)) for name, value in _parsed(asked).items())


def unshown(asked: Request) -> frozenset[str]:
    """Those whose values nobody is shown, or only in part: masks hide the rest."""
    masked = {
        name
        for name, given in _parsed(asked).items()
        if _shown(name, given) != json.dumps(given, ensure_ascii=False)
    }
    return frozenset({*asked.spec.sensitive, *masked})


def _parsed(asked: Request) -> Json:
    try:
        found = cast(object, json.loads(asked.args or "{}"))
    except ValueError:
        found = asked.args
    return cast(Json, found) if isinstance(found, dict) else {"arguments": found}


def _shown(name: str, given: object) -> str:
    return value(name, json.dumps(given, ensure_ascii=False))


def value(name: str, text: str) -> str:
    """A JSON value, masked with the name of its argument in sight."""
    label = f"{name}: "
    masked = mask(label + text)
    return masked[len(label) :] if masked.startswith(label) else mask(text)


def hidden(asked: Request) -> tuple[str, ...]:
    """Those of the arguments whose values nobody is shown."""
    return tuple(name for name in _parsed(asked) if name in asked.spec.sensitive)


def unmentioned(asked: Request) -> tuple[str, ...]:
    """Arguments whose values stand in nobody's words; () where not all words are at hand."""
    quotes = asked.quotes
    if len(quotes) >= QUOTES or any(len(quote.text) >= QUOTE for quote in quotes):
        return ()
    said = "\n".join(quote.text for quote in quotes).casefold()
    return tuple(
        name
        for name, value in _parsed(asked).items()
        if name not in asked.spec.sensitive
        and any(leaf.casefold() not in said for leaf in _leaves(value))
    )


def _leaves(value: object) -> Iterator[str]:
    """Texts and numbers inside a value; true, false and null name nothing."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield json.dumps(value)
    elif isinstance(value, dict):
        for inner in cast(Json, value).values():
            yield from _leaves(inner)
    elif isinstance(value, list):
        for inner in cast(list[object], value):
            yield from _leaves(inner)
