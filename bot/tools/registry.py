"""The toolbox: Python tools by name, run within bounds and answered in words."""

import asyncio
import json
from collections.abc import Coroutine, Iterable, Mapping
from importlib import import_module
from types import MappingProxyType
from typing import Any, cast

from pydantic_core import to_jsonable_python

from bot.core.call import Started
from bot.core.sensitive import scrubbed
from bot.mask import clean, mask, one_line
from bot.ports import CallFacts, ToolResult, ToolSpec
from bot.threads import in_thread
from bot.tools.python import Tool, ToolContext, ToolError

# About 5,000 tokens: a few results of this size fit any model's context.
MAX_RESULT_CHARS = 20_000
MAX_SUMMARY_CHARS = 200
MAX_ERROR_CHARS = 1_000
LONG = 50_000  # characters of a result
# Of a cut result; the end often holds the error or the total.
HEAD_SHARE = 0.7

AnyTool = Tool[..., Any]


class Registry:
    """Implements `ports.Toolbox` over Python tools."""

    def __init__(self, tools: Iterable[AnyTool], max_result_chars: int = MAX_RESULT_CHARS) -> None:
        self._tools: dict[str, AnyTool] = {}
        for tool in tools:
            if tool.spec.name in self._tools:
                raise ValueError(f"two tools have the name {tool.spec.name}")
            self._tools[tool.spec.name] = tool
        self._specs = MappingProxyType({name: t.spec for name, t in self._tools.items()})
        self._max = max_result_chars

    @property
    def tools(self) -> tuple[AnyTool, ...]:
        """The tools in their order."""
        return tuple(self._tools.values())

    def specs(self) -> Mapping[str, ToolSpec]:
        """The tools by name."""
        return self._specs

    def check(self, name: str, args: dict[str, Any]) -> str | None:
        """What is wrong with a call, in words, or None; an unknown name gets the real ones."""
        tool = self._tools.get(name)
        if tool is None:
            return (
                f"there is no tool of that name; the tools are {', '.join(self._tools) or 'none'}"
            )
        return tool.arguments.check(args)

    def facts(self, name: str, args: dict[str, Any]) -> CallFacts:
        """The tool's own words for a card; of an unknown tool or wrong arguments only a title."""
        tool = self._tools.get(name)
        return CallFacts(one_line(name, 80) or "unknown tool") if tool is None else tool.facts(args)

    async def run(
        self, started: Started, args: dict[str, Any], key: str, hide: tuple[str, ...] = ()
    ) -> ToolResult:
        """The result of a call whose start is saved; a tool's own fault is a result too.

        `key` is the idempotency key, the same for every try of the call; texts to `hide` are hidden
        before anything is cut. Cancelling it cancels an
        async tool; the thread of a sync one can't be stopped and runs on.
        """
        ok, text = await self._ran(started, args, key)
        text = await _without(text, hide)
        return self._done(text) if ok else self._failed(text)

    async def _ran(self, started: Started, args: dict[str, Any], key: str) -> tuple[bool, str]:
        """Whether it did what it should, and its whole text."""
        problem = self.check(started.tool, args)
        if problem is not None:
            return False, f"invalid: {problem}"
        tool = self._tools[started.tool]
        limit = asyncio.timeout(tool.spec.timeout_s)
        try:
            values = tool.bind(args, ToolContext(started.call, started.attempt, key))
            async with limit:
                value = await _call(tool, values)
            return True, _text(value)
        except ToolError as error:
            return False, str(error) or "the tool refused"
        except asyncio.CancelledError:
            task = asyncio.current_task()
            if task is not None and task.cancelling():
                raise
            return False, "the tool cancelled itself"
        except (
            Exception,
            SystemExit,
        ) as error:  # a tool may fail in any way; the model is told how
            if isinstance(error, TimeoutError) and limit.expired():
                return False, _late(tool)
            return False, f"{type(error).__name__}: {error}".rstrip(": ")

    def _done(self, text: str) -> ToolResult:
        return ToolResult(True, bounded(text, self._max), _summary(text))

    def _failed(self, words: str) -> ToolResult:
        text = bounded(mask(clean(words[: MAX_ERROR_CHARS * 4])), MAX_ERROR_CHARS)
        return ToolResult(False, f"error: {text}", _summary(text))


def load(module: str) -> Registry:
    """The tools of a module; raises ValueError if it has none, ImportError if it isn't there."""
    values: list[object] = list(vars(import_module(module)).values())
    found = cast(list[AnyTool], [value for value in values if isinstance(value, Tool)])
    if not found:
        raise ValueError(f"the module {module} has no tools")
    return Registry(found)


def load_all(modules: Iterable[str]) -> Registry:
    """The tools of several modules as one; ValueError also if two of them share a name."""
    return Registry(tool for module in modules for tool in load(module).tools)


def bounded(text: str, limit: int) -> str:
    """`text`, or its head and tail with a line between them that says how much is left out."""
    if len(text) <= limit:
        return text
    notice = f"\n… [{len(text):,} characters in all, the middle is left out] …\n"
    room = max(0, limit - len(notice))
    head = int(room * HEAD_SHARE)
    tail = room - head
    return f"{text[:head]}{notice}{text[len(text) - tail :]}"


def _summary(text: str) -> str:
    # Masked before it is cut, or half a secret could stand at the end.
    return one_line(mask(text[: MAX_SUMMARY_CHARS * 20]), MAX_SUMMARY_CHARS)


def _late(tool: AnyTool) -> str:
    words = f"the tool did not finish within {tool.spec.timeout_s:g} s and may have taken effect"
    return words if tool.is_async else f"{words}; it can't be stopped and may still be running"


def _text(value: object) -> str:
    """Text as it is, nothing as a word, anything else as JSON."""
    if isinstance(value, str):
        return clean(value)
    if value is None:
        return "done"
    plain = to_jsonable_python(value, serialize_unknown=True, bytes_mode="base64")
    return clean(json.dumps(plain, ensure_ascii=False))


async def _without(text: str, hide: tuple[str, ...]) -> str:
    """The text without these; a long one is looked through beside all else that goes on."""
    if not hide or len(text) < LONG:
        return scrubbed(text, hide) if hide else text
    return await asyncio.to_thread(scrubbed, text, hide)


async def _call(tool: AnyTool, values: dict[str, Any]) -> object:
    if tool.is_async:
        return await cast(Coroutine[Any, Any, object], tool.function(**values))
    return await in_thread(lambda: tool.function(**values), "tool")
