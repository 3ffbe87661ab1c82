"""`signoff runs show`: a run's result, for people or as JSON."""

import asyncio
import json
import re
from datetime import UTC, datetime
from typing import Any, cast

import click

from bot.cli.common import in_words, settings_or_end
from bot.cli.telling import masked
from bot.core import result
from bot.core.checkpoint import TooNewToRead, load_entry
from bot.core.gist import load_about
from bot.core.run import NoRun, advance
from bot.core.state import Run
from bot.settings import Settings
from bot.store.archive import Archive, Kept

_NUMBER = re.compile(r"[Rr]-(\d{1,12})")
_ID = re.compile(r"\d+\.[A-Za-z0-9]+")


def show_run(name: str, *, as_json: bool) -> int:
    """0 if there is such a run and it can be read, else 1. `name` is R-778 or an id."""
    if not (_NUMBER.fullmatch(name) or _ID.fullmatch(name)):
        raise click.ClickException(f"{name} names no run. One looks like R-778 or 3.k2j4x9abcd.")
    with in_words():
        kept = asyncio.run(_kept(settings_or_end(), name))
    if kept is None:
        click.echo(f"There is no run {name}, or it is no longer kept.", err=True)
        return 1
    try:
        run = _folded(kept)
    except (NoRun, ValueError) as trouble:
        click.echo(f"The run {name} can't be read: {trouble}", err=True)
        return 1
    said = masked(result.as_json(result.result(run), _answer(kept)))
    if as_json:
        click.echo(json.dumps(said, ensure_ascii=False, indent=2))
        return 0
    for line in _lines(said):
        click.echo(line)
    return 0


async def _kept(settings: Settings, name: str) -> Kept | None:
    redis = settings.redis_url.get_secret_value()
    async with Archive.open(redis, namespace=f"{settings.namespace}:") as archive:
        number = _NUMBER.fullmatch(name)
        run = await _numbered(archive, int(number[1])) if number else name
        return await archive.run(run) if run else None


async def _numbered(archive: Archive, number: int) -> str | None:
    """The run that people know by that number."""
    for one in await archive.runs():
        try:
            if load_about(one.about).number == number:
                return one.run
        except (TooNewToRead, ValueError):
            continue
    return None


def _folded(kept: Kept) -> Run:
    run: Run | None = None
    for line in kept.log:
        run = advance(run, load_entry(line))
    if run is None:
        raise ValueError("nothing of it is saved yet")
    return run


def _answer(kept: Kept) -> str:
    """The model's last words that were an answer."""
    for line in reversed(kept.lines):
        entry = cast(dict[str, Any], json.loads(line))
        if entry.get("k") == "assistant" and not entry.get("calls"):
            return str(entry.get("text") or "")
    return ""


def _lines(said: dict[str, Any]) -> list[str]:
    state = said["state"] + (f", limit {said['limit']}" if said.get("limit") else "")
    if said.get("by"):
        how = " by rejecting a call" if said["by_reviewer"] else ""
        state += f" by {_name(said['by'])}{how}"
    counts = [f"{n} {name}" for name, n in said["counts"].items() if n]
    return [
        f"R-{said['number']} ({said['run']}): {state}",
        f"steps: {said['steps']}; calls: {', '.join(counts) or 'none'}"
        + (f"; questions asked: {said['questions']}" if said["questions"] else ""),
        *(f"waits for: {one['request'] or 'the call'} {one['tool']}"
          for one in said.get("pending", ())),
        *(f"{_time(one['at'])} step {one['step']} {one['request']} {one['tool']}: {one['outcome']}"
          f"{_by(one['by'])}{_because(one['reason'])}" for one in said["decisions"]),
        *(f"{_time(one['at'])} step {one['step']} {one['tool']}: {one['outcome']}"
          f"{_because(one['reason'])}" for one in said["refusals"]),
        *([f"error: {said['error']}"] if said.get("error") else []),
        *([f"answer: {said['answer']}"] if said.get("answer") else []),
    ]  # fmt: skip


def _by(people: list[dict[str, str]]) -> str:
    return f" by {', '.join(map(_name, people))}" if people else ""


def _name(who: dict[str, str]) -> str:
    return who["name"] or who["user"]


def _because(reason: str) -> str:
    return f": {reason}" if reason else ""


def _time(ms: int) -> str:
    return f"{datetime.fromtimestamp(ms / 1000, UTC):%Y-%m-%d %H:%M:%SZ}"
