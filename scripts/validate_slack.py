"""Asks the real Slack about every payload that the bot sent to the local one, and the goldens.

    SLACK_BOT_TOKEN=xoxb-… python scripts/validate_slack.py [payloads.jsonl | folder] …

A folder is a local Slack's, or one of golden files. Without any: what `make demo` recorded, and
tests/blocks/golden. Nothing is posted: `blocks.validate` only looks. SLACK_API_URL is where Slack
is. Exit code 0: nothing was refused. 1: something was, or Slack did not answer. 2: no token.
"""

import json
import os
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple, cast

from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError
from slack_sdk.http_retry.builtin_handlers import RateLimitErrorRetryHandler

Json = dict[str, Any]

ROOT = Path(__file__).resolve().parent.parent
DEFAULTS = (ROOT / ".demo/slack", ROOT / "tests/blocks/golden")
RECORDED = "payloads.jsonl"
SLACK = "https://slack.com/api/"
# So often one payload is asked about again when Slack says to wait; it says for how long.
MOST_WAITS = 20
# What says that a payload is wrong; any other error says that it was not looked at.
REFUSALS = frozenset({"invalid_blocks", "invalid_view", "invalid_message"})

WITHOUT = """\
SLACK_BOT_TOKEN is not set, so nothing was checked. Set it to a bot token of any workspace: no scope
is needed, and nothing is posted."""


class Payload(NamedTuple):
    """Blocks or a view as `blocks.validate` takes them, and where they are from."""

    source: str
    kind: str  # blocks or view
    body: str  # JSON


def main(arguments: list[str]) -> int:
    """Check everything and say what was refused; the exit code."""
    token = os.environ.get("SLACK_BOT_TOKEN", "").strip()
    if not token:
        print(WITHOUT, file=sys.stderr)
        return 2
    client = WebClient(
        token=token,
        base_url=os.environ.get("SLACK_API_URL", SLACK),
        retry_handlers=[RateLimitErrorRetryHandler(max_retry_count=MOST_WAITS)],
    )
    places = [Path(each) for each in arguments] or [each for each in DEFAULTS if each.exists()]
    asked = refused = 0
    for payload in once(found for place in places for found in payloads(place)):
        asked += 1
        try:
            problems = refusals(client, payload)
        except (SlackApiError, OSError) as error:
            print(f"{payload.source}: not checked: {error}", file=sys.stderr)
            return 1
        refused += bool(problems)
        for words in problems:
            print(f"{payload.source}: {words}")
    print(f"{asked} payloads, {refused} refused.")
    return 1 if refused else 0


def payloads(place: Path) -> Iterator[Payload]:
    """What a file of recorded payloads, a local Slack's folder, or one of goldens holds."""
    if place.is_dir() and not (place / RECORDED).exists():
        for file in sorted(place.glob("*.json")):
            yield from _of(file.name, cast("Json", json.loads(file.read_text("utf-8"))))
        return
    file = place / RECORDED if place.is_dir() else place
    with file.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            entry = cast("Json", json.loads(line))
            # What the local Slack refused never got further.
            if entry.get("ok", True):
                yield from _of(f"{file.name}:{number} {entry['method']}", entry["payload"])


def _of(source: str, payload: Json) -> Iterator[Payload]:
    view = payload if payload.get("type") in ("modal", "home") else payload.get("view")
    for kind, found in (("view", view), ("blocks", payload.get("blocks"))):
        if found and (kind == "view" or payload is not view):
            yield Payload(source, kind, json.dumps(found))


def once(found: Iterable[Payload]) -> Iterator[Payload]:
    """Each body once, however often it was sent."""
    seen: set[tuple[str, str]] = set()
    for payload in found:
        if (payload.kind, payload.body) not in seen:
            seen.add((payload.kind, payload.body))
            yield payload


def refusals(client: WebClient, payload: Payload) -> list[str]:
    """What Slack finds wrong; raises SlackApiError if it did not look."""
    try:
        # The client's own method would put all of it into the address.
        client.api_call("blocks.validate", data={payload.kind: payload.body})
    except SlackApiError as error:
        answer = cast("Json", error.response.data)
        if answer.get("error") not in REFUSALS:
            raise
        return [_words(each) for each in answer.get("errors", [])] or [str(answer["error"])]
    return []


def _words(problem: object) -> str:
    if isinstance(problem, dict):
        told = cast("Json", problem)
        return f"{told.get('message')} at {told.get('pointer') or '/'}"
    return str(problem)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
