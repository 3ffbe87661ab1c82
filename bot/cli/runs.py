"""`signoff unpark` and `signoff audit`: what an operator does about one run."""

import asyncio
from contextlib import AbstractAsyncContextManager

import click

from bot.cli.common import in_words, settings_or_end
from bot.core.ids import run_of
from bot.engine.audit import unbroken
from bot.settings import Settings
from bot.store.redis import RedisStore


def unpark_run(run: str) -> int:
    """0 if the run goes on, 1 if it wasn't parked."""
    name = _run(run)
    with in_words():
        done = asyncio.run(_unpark(settings_or_end(), name))
    if not done:
        click.echo(f"The run {name} isn't parked, so there is nothing to do.", err=True)
        return 1
    click.echo(f"The run {name} goes on.")
    return 0


def print_audit(run: str) -> int:
    """0 if there is a record and its chain is whole, else 1."""
    name = _run(run)
    with in_words():
        lines = asyncio.run(_audit(settings_or_end(), name))
    for line in lines:
        click.echo(line)
    if not lines:
        click.echo(f"There is no record of a run {name}.", err=True)
        return 1
    whole = _whole(lines)
    verdict = "the chain is whole" if whole else "THE CHAIN IS BROKEN: lines were changed or lost"
    click.echo(f"{len(lines)} lines; {verdict}.", err=True)
    return 0 if whole else 1


def _whole(lines: tuple[str, ...]) -> bool:
    try:
        return unbroken(lines)
    except (ValueError, AttributeError):
        return False  # a line that isn't even a JSON object


def _run(text: str) -> str:
    """A run's id, also of one of its requests."""
    name = run_of(text) or text
    shard, dot, token = name.partition(".")
    if not (dot and shard.isdigit() and token.isalnum()):
        raise click.ClickException(
            f"{text} isn't a run's id. One looks like 3.k2j4x9abcd; the log has it as run=…"
        )
    return name


async def _unpark(settings: Settings, run: str) -> bool:
    async with _store(settings) as store:
        return await store.unpark(run)


async def _audit(settings: Settings, run: str) -> tuple[str, ...]:
    async with _store(settings) as store:
        return await store.audit(run)


def _store(settings: Settings) -> AbstractAsyncContextManager[RedisStore]:
    return RedisStore.open(
        settings.redis_url.get_secret_value(),
        shards=settings.shards,
        namespace=f"{settings.namespace}:",
    )
