"""python -m sandbox --port N --dir D: a local Slack until it is told to stop."""

import argparse
import asyncio
import os
import signal
import sys
from pathlib import Path

from sandbox import golden, tokens
from sandbox.backstage import Backstage
from sandbox.server import Sandbox


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m sandbox", description=__doc__)
    parser.add_argument("--port", type=int, default=0, help="port on 127.0.0.1; 0 takes any")
    parser.add_argument("--dir", type=Path, help="keeps the workspace over restarts")
    parser.add_argument("--bot-url", help="the bot's request URL, used while no socket is open")
    parser.add_argument(
        "--verify-url", action="store_true", help="send the request URL a challenge first"
    )
    parser.add_argument(
        "--app-token-file", type=Path, help="where to write url, tokens and secret as JSON"
    )
    parser.add_argument(
        "--golden", type=Path, default=golden.DEFAULT, help="payloads that /gallery draws"
    )
    parser.add_argument("--limits", action="store_true", help="turn Slack's rate limits on")
    parser.add_argument(
        "--backstage",
        help="where the bot's own side is told of; its token is SANDBOX_BACKSTAGE_TOKEN",
    )
    return parser.parse_args()


async def _run(options: argparse.Namespace) -> None:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop.set)
    start = Sandbox.start(
        options.dir,
        port=options.port,
        bot_url=options.bot_url,
        limits=options.limits,
        verify_url=options.verify_url,
        golden=options.golden,
        backstage=Backstage(options.backstage, os.environ.get("SANDBOX_BACKSTAGE_TOKEN", "")),
    )
    async with start as sandbox:
        if options.app_token_file is not None:
            tokens.write(options.app_token_file, sandbox.url, sandbox.slack.tokens)
        sys.stdout.write(f"sandbox ready at {sandbox.url}\n")
        sys.stdout.flush()
        await stop.wait()


def main() -> None:
    """Run from the command line."""
    asyncio.run(_run(_arguments()))


if __name__ == "__main__":
    main()
