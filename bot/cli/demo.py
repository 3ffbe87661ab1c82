"""`signoff demo`: the whole product on one machine, each part a process that is kept alive.

Everything it writes is in one folder, so that the next start goes on where this one ended.
"""

import os
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import TypeVar

import click

from bot.cli.backstage import Address, in_a_thread
from bot.cli.ground import (
    DemoTrouble,
    free_port,
    has_display,
    own,
    real_model,
    stop_signals,
    tokens_of,
)
from bot.cli.parts import Parts, RedisPart
from bot.cli.specs import DEFAULT_PROGRAMS, Programs, Specs
from bot.cli.supervisor import Child, Supervisor
from bot.store.embedded import EmbeddedRedis, ServerTrouble
from bot.tools.shop_data import create as create_shop

T = TypeVar("T")

# How often (s) children are looked at, and how long all of them may take to be ready.
_LOOK_S = 0.05
_START_S = 120.0

# Together under 5 s: who presses Ctrl-C waits no longer. What is cut off then goes on next time.
_WORKERS_GRACE_S = 3.2
_SLACK_GRACE_S = 0.5

_LOG_LINES = 12


@dataclass(frozen=True, slots=True)
class Options:
    """What `signoff demo` was told."""

    folder: Path
    port: int = 8800
    workers: int = 1
    browser: bool = True


def run_demo(options: Options, programs: Programs = DEFAULT_PROGRAMS) -> int:
    """Runs until Ctrl-C or SIGTERM; 0, or 1 if it couldn't start."""
    try:
        with stop_signals() as stop, own(options.folder.absolute()) as folder:
            Demo(options, folder, stop, programs).run()
    except (DemoTrouble, ServerTrouble) as trouble:
        click.echo(f"\n{trouble}", err=True)
        return 1
    return 0


class Demo:
    """One demo, in a folder that is its own."""

    def __init__(
        self, options: Options, folder: Path, stop: threading.Event, programs: Programs
    ) -> None:
        self._options = options
        self._folder = folder
        self._stop = stop
        self._specs = Specs(folder, programs)
        self._supervisor = Supervisor(folder / "logs", _say)
        self._bots: list[Child] = []

    def run(self) -> None:
        """All parts from start to end; DemoTrouble and ServerTrouble if one doesn't start."""
        port = free_port(self._options.port)
        config = self._specs.config()
        (self._folder / "logs").mkdir(exist_ok=True)
        create_shop(self._folder / "shop.sqlite")
        _say("Starting Redis, the local Slack and the bot…")
        with EmbeddedRedis(self._folder / "redis") as server:
            redis = RedisPart(server)
            parts = Parts(lambda: tuple(self._bots), redis)
            with in_a_thread(server.url, self._specs.namespace, parts) as backstage:
                self._play(port, backstage, redis, config)

    def _play(self, port: int, backstage: Address, redis: RedisPart, config: Path) -> None:
        """The local Slack and the bot, from start to end."""
        slack = self._supervisor.start(self._specs.slack(port, backstage))
        try:
            tokens = self._wait_for(lambda: tokens_of(self._folder / "slack", port), [slack])
            if tokens is not None:
                env = self._specs.env(tokens, redis.url, config)
                every = [self._specs.bot(env), *self._specs.workers(env, self._options.workers)]
                for spec in every:
                    self._bots.append(self._supervisor.start(spec))
                self._attend([slack, *self._bots], redis, tokens["url"])
        finally:
            _say("Ending…")
            self._supervisor.stop(self._bots, _WORKERS_GRACE_S)
            self._supervisor.stop([slack], _SLACK_GRACE_S)

    def _attend(self, children: list[Child], redis: RedisPart, url: str) -> None:
        """From all started to told to stop."""
        if self._wait_for(lambda: all(c.ready for c in children) or None, children) is None:
            return
        self._welcome(url, children)
        while not self._stop.wait(_LOOK_S):
            if redis.tend():
                _say("Redis had ended. It was started again.")
            self._supervisor.tend()

    def _wait_for(self, look: Callable[[], T | None], children: list[Child]) -> T | None:
        """What `look` finds, or None if told to stop; DemoTrouble if a part can't start."""
        ends = monotonic() + _START_S
        while not self._stop.wait(_LOOK_S):
            for child in children:
                if child.pid is None:
                    raise DemoTrouble(self._why(child, "can't start"))
            found = look()
            if found is not None:
                return found
            if monotonic() > ends:
                late = next((child for child in children if not child.ready), children[0])
                raise DemoTrouble(self._why(late, f"isn't ready after {_START_S:g} s"))
        return None

    def _why(self, child: Child, what: str) -> str:
        log = self._supervisor.log(child.spec)
        lines = log.read_text("utf-8", "replace").splitlines()[-_LOG_LINES:]
        said = "\n".join(f"  {line}" for line in lines)
        return f"{child.spec.label} {what}. The end of {log}:\n{said}"

    def _welcome(self, url: str, children: list[Child]) -> None:
        bot_pid = children[1].pid
        model = (
            f"the model {os.environ.get('SIGNOFF_MODEL') or 'that OPENAI_* names'} (a real one)"
            if real_model()
            else "a scripted model that plays a few example tasks: nothing leaves this machine"
        )
        click.echo(
            f"""
Signoff runs here: a local Slack in which you are everybody, the bot, Redis, a small shop,
and {model}.

  {url}

1. Ask for something: as Ana, in #support, press a task on the page, or write
   @signoff refund order 1042, it arrived broken
2. The bot asks before it matters: the card says what would run. Ana asked, so Ana can't approve it.
3. Now be Ben, and press "Approve once".

Things to try next: reject with a reason; kill the bot while a card waits (kill -9 {bot_pid}: it is
started again, and the button works); have it ask you something (@signoff plan a maintenance window
for checkout), or for a secret, on a web page (@signoff replace the API key of our courier Parcelo);
/task; /approvals; the gallery, at /gallery.
All of it is kept in {self._folder}, logs in logs/. Ctrl-C ends it.
"""
        )
        if self._options.browser and has_display():
            import webbrowser

            webbrowser.open(url)


def _say(words: str) -> None:
    click.echo(words)
    sys.stdout.flush()
