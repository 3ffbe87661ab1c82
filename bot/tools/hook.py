"""The host's `review` hook: a Python function, called within bounds and answered in our types."""

import asyncio
import inspect
from collections.abc import Callable, Coroutine, Mapping
from importlib import import_module
from typing import Any, TypeGuard, cast

import structlog

from bot.mask import mask, one_line
from bot.review import Allow, Answer, Ask, Change, Proposal, Refuse
from bot.threads import in_thread

log = structlog.get_logger(__name__)

REVIEW_S = 5.0  # for one answer; the run's other calls wait as long
MAX_HUNG = 32  # calls that don't come back, after which nothing more is asked of the hook
MAX_ERROR = 200
ERROR = "review error"

Function = Callable[[Proposal], object]


class Hook:
    """Implements `ports.Reviewer` over a function, sync or async."""

    def __init__(self, function: Function, timeout_s: float = REVIEW_S) -> None:
        self._function = function
        self._async = inspect.iscoroutinefunction(function)
        self._timeout_s = timeout_s
        self._out: set[asyncio.Task[object]] = set()

    async def review(self, proposal: Proposal) -> Answer:
        """Its answer within the time-out; one that fails, hangs or isn't an answer refuses."""
        if len(self._out) >= MAX_HUNG:
            return self._error(proposal, f"{MAX_HUNG} earlier reviews haven't come back")
        task = asyncio.create_task(self._call(proposal), name="review")
        self._out.add(task)
        task.add_done_callback(self._came_back)
        done, _ = await asyncio.wait([task], timeout=self._timeout_s)
        if not done:
            # Not waited for: it may not heed this, and a thread never does.
            if self._async:
                task.cancel()
            return self._error(proposal, f"no answer within {self._timeout_s:g} s")
        if task.cancelled():
            return self._error(proposal, "it cancelled itself")
        error = task.exception()
        if error is not None:
            return self._error(proposal, f"{type(error).__name__}: {error}".rstrip(": "))
        answer = task.result()
        if not _is_answer(answer):
            return self._error(proposal, f"it answered with {type(answer).__name__}")
        return answer

    async def _call(self, proposal: Proposal) -> object:
        if self._async:
            try:
                return await cast("Coroutine[Any, Any, object]", self._function(proposal))
            except SystemExit as error:  # it would end the process, not the call
                raise RuntimeError(f"SystemExit: {error}") from error
        return await in_thread(lambda: self._function(proposal), "review")

    def _came_back(self, task: asyncio.Task[object]) -> None:
        self._out.discard(task)
        if not task.cancelled():
            task.exception()  # it was told already, or came too late to be

    def _error(self, proposal: Proposal, why: str) -> Refuse:
        words = one_line(mask(why[: MAX_ERROR * 20]), MAX_ERROR)
        log.error("review failed", run=proposal.run, tool=proposal.tool, why=words)
        return Refuse(f"{ERROR}: {words}")


def _is_answer(answer: object) -> TypeGuard[Answer]:
    """Whether it is one of ours, with what it should hold: host code may well be untyped."""
    match answer:
        case Allow():
            return True
        case Change(arguments=arguments):
            return isinstance(cast("object", arguments), Mapping)
        case Ask(because=words) | Refuse(reason=words):
            return isinstance(cast("object", words), str)
        case _:
            return False


def load_hook(name: str, timeout_s: float = REVIEW_S) -> Hook:
    """The hook `module:function`; raises ValueError, in words, if it can't be one.

    Importing runs the module, which may fail in any way.
    """
    module, _, function = name.partition(":")
    found: object = getattr(import_module(module), function, None)
    if found is None:
        raise ValueError(f"the module {module} has no function {function}")
    if not callable(found):
        raise ValueError(f"{name} isn't a function")
    try:
        inspect.signature(found).bind(object())
    except (TypeError, ValueError):
        raise ValueError(f"{name} must take one argument, the proposal") from None
    return Hook(cast("Function", found), timeout_s)
