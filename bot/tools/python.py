"""`@tool`: a typed Python function becomes a tool.

    @tool(risk="medium", title="refund order {order_id}", undo="A refund can't be taken back.")
    def refund_order(order_id: int, reason: Annotated[str, "why, in a few words"]) -> str:
        \"\"\"Pay money back for an order.\"\"\"

The docstring is what the model reads. `title`, `preview`, `target` and `undo` are the tool's own
words for the people who decide: a template over the arguments, or a function of them, which may
look things up but must change nothing. They are never worded by the model.
"""

import inspect
import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from threading import Thread
from typing import Any, Generic, Literal, ParamSpec, TypeVar

from pydantic import ValidationError

from bot.mask import mask, one_line
from bot.ports import CallFacts, Risk, ToolSpec
from bot.tools.schema import Arguments

DEFAULT_TIMEOUT_S = 30.0
# A card waits for the words of its call, so a look-up must not.
PREVIEW_TIMEOUT_S = 2.0
MAX_TITLE = 120  # a header holds 150 with what the card puts before it
MAX_FACT = 500
MAX_KINDS = 5  # of data, of so many characters each
MAX_KIND = 40

P = ParamSpec("P")
R = TypeVar("R")
Words = str | Callable[..., str | None]

_NAME = re.compile(r"[a-zA-Z0-9_-]{1,64}")


class ToolError(Exception):
    """Raised by a tool to say no in words for the model and for people."""


@dataclass(frozen=True, slots=True)
class ToolContext:
    """What a tool gets of its call if it has a parameter of this type.

    `key` is the idempotency key to send along: the same for every start of one call, a person's
    *run it again* included, so that whoever gets it twice can tell.
    """

    call: str
    attempt: str
    key: str


class Tool(Generic[P, R]):
    """A function with what the gate, the model and the card need to know of it."""

    def __init__(
        self,
        function: Callable[P, R],
        *,
        risk: Risk,
        idempotent: bool,
        timeout_s: float,
        shares: Literal["data", "config"] | None,
        data: tuple[str, ...],
        words: Mapping[str, Words],
    ) -> None:
        name = function.__name__
        if _NAME.fullmatch(name) is None:
            raise TypeError(f"{name!r} can't be a tool's name")
        description = inspect.cleandoc(function.__doc__ or "")
        if not description:
            raise TypeError(f"{name}: the docstring tells the model what the tool does")
        self.function = function
        self.is_async = inspect.iscoroutinefunction(function)
        self.arguments = Arguments(function, ToolContext)
        self.words = words
        self.spec = ToolSpec(
            name=name,
            description=description,
            parameters=self.arguments.schema,
            risk=risk,
            idempotent=idempotent,
            timeout_s=timeout_s,
            digest=_digest(name, self.arguments.schema, risk),
            shares=shares,
            cancellable=self.is_async,
            data=_kinds(name, data),
        )

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        """Calls the function, past the gate: for the function's own tests."""
        return self.function(*args, **kwargs)

    def bind(self, args: Mapping[str, Any], context: ToolContext) -> dict[str, Any]:
        """The keyword arguments for a call with checked `args`."""
        values = self.arguments.values(args)
        if self.arguments.inject is not None:
            values[self.arguments.inject] = context
        return values

    def facts(self, args: Mapping[str, Any]) -> CallFacts:
        """The tool's words for this call; one that fails or takes too long is None.

        Blocks for at most `PREVIEW_TIMEOUT_S`, and only if a word is a function.
        """
        plain = self.spec.name.replace("_", " ")
        if self.arguments.check(args) is not None:
            return CallFacts(plain)
        try:
            values = self.arguments.values(args)
        except ValidationError:  # a reference stands where only its value will fit
            return CallFacts(plain)
        said = _say_all(self.words, values)
        title = one_line(said.get("title") or "", MAX_TITLE) or plain
        facts = {name: said.get(name) for name in ("preview", "target", "undo")}
        lines = {name: one_line(text, MAX_FACT) if text else None for name, text in facts.items()}
        return CallFacts(title, lines["preview"], lines["target"], lines["undo"])


def tool(
    *,
    risk: Risk,
    idempotent: bool = False,
    timeout_s: float = DEFAULT_TIMEOUT_S,
    shares: Literal["data", "config"] | None = None,
    data: tuple[str, ...] = (),
    title: Words = "",
    preview: Words = "",
    target: Words = "",
    undo: Words = "",
) -> Callable[[Callable[P, R]], Tool[P, R]]:
    """Makes a tool of a function; raises TypeError for one whose parameters it can't describe.

    `data` are the kinds of data that it is about, up to five, for the card: ("customer",).
    """
    words = {"title": title, "preview": preview, "target": target, "undo": undo}

    def make(function: Callable[P, R]) -> Tool[P, R]:
        return Tool(
            function,
            risk=risk,
            idempotent=idempotent,
            timeout_s=timeout_s,
            shares=shares,
            data=data,
            words={name: word for name, word in words.items() if word},
        )

    return make


def _digest(name: str, schema: Mapping[str, Any], risk: Risk) -> str:
    # Its risk too: who said yes to a medium call has said nothing of a critical one.
    canonical = json.dumps([name, schema, risk], sort_keys=True, separators=(",", ":"))
    return sha256(canonical.encode()).hexdigest()


def _kinds(name: str, data: tuple[str, ...]) -> tuple[str, ...]:
    fits = len(data) <= MAX_KINDS and all(0 < len(kind.strip()) <= MAX_KIND for kind in data)
    if isinstance(data, str) or not fits:
        words = f"up to {MAX_KINDS} words of up to {MAX_KIND} characters, as a tuple"
        raise TypeError(f"{name}: data are {words}")
    return data


def _say_all(words: Mapping[str, Words], values: Mapping[str, Any]) -> Mapping[str, str | None]:
    """Each word by its name. Functions run in a thread of their own, all within one time-out."""
    said: dict[str, str | None] = {}
    for name, word in words.items():
        if isinstance(word, str):
            said[name] = _say(word, values)
    functions = {name: word for name, word in words.items() if not isinstance(word, str)}
    if functions:
        found: dict[str, str | None] = {}

        def work() -> None:
            for name, word in functions.items():
                found[name] = _say(word, values)

        thread = Thread(target=work, name="preview", daemon=True)
        thread.start()
        thread.join(PREVIEW_TIMEOUT_S)
        said.update(found.copy())  # what came in time; the thread may still add to its own
    return said


def _say(word: Words, values: Mapping[str, Any]) -> str | None:
    try:
        if isinstance(word, str):
            return mask(word.format_map(values))
        wanted = inspect.signature(word).parameters
        text = word(**{name: value for name, value in values.items() if name in wanted})
    except Exception:  # a look-up may fail in any way; the card then says that nothing is known
        return None
    return mask(text) if text else None
