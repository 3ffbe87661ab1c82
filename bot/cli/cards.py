"""`signoff cards`: what stands in Slack compared with the records, and drawn again if need be."""

import asyncio
import secrets
import time

import click

from bot.cli.common import in_words, settings_or_end
from bot.core.checkpoint import Record, TooNewToRead, dump_event, load_record
from bot.core.events import CardDrawn
from bot.ports import Look, ToRun
from bot.settings import Settings
from bot.slack.compared import Compared, Comparer
from bot.slack.identity import identify, web_client
from bot.store.redis import RedisStore

MOST = 200  # requests of each shard, the most urgent and the newest first
SINCE_MS = 7 * 24 * 3600 * 1000  # a card that was settled before that is looked at no more
WORDS = {
    "same": "as on record",
    "differs": "shows something else than its record",
    "missing": "isn't there any more",
    "unseen": "can't be seen",
}


def compare_cards(*, repair: bool) -> int:
    """0 if every card stands as its record draws it, or is being drawn again; else 1."""
    settings = settings_or_end()
    if settings.slack_bot_token is None:
        raise click.ClickException("SLACK_BOT_TOKEN is not set: it holds the bot's token, xoxb-….")
    with in_words():
        found = asyncio.run(compared(settings, repair=repair))
    wrong = [one for one in found if one.state != "same"]
    for one in wrong:
        why = f": {one.why}" if one.why else ""
        what = "stub" if one.copy.stub else "card"
        place = f"{one.copy.channel} {one.copy.ts}"
        click.echo(f"{one.request.name} {what} {place} {WORDS[one.state]}{why}")
    unseen = any(one.state == "unseen" for one in wrong)
    done = "they are being drawn again" if repair else "signoff cards --repair draws them again"
    click.echo(f"{len(found)} compared, {len(wrong)} to mend{f'; {done}' if wrong else ''}.")
    return 1 if unseen or (wrong and not repair) else 0


async def compared(settings: Settings, *, repair: bool) -> list[Compared]:
    """Every copy; with `repair` what differs is mailed to its run, whose worker draws it again."""
    token = settings.slack_bot_token.get_secret_value() if settings.slack_bot_token else ""
    async with (
        RedisStore.open(
            settings.redis_url.get_secret_value(),
            shards=settings.shards,
            namespace=f"{settings.namespace}:",
        ) as store,
        web_client(token, settings.slack_api_url) as client,
    ):
        me = await identify(client)
        found = await Comparer(client, me).all(await _records(store))
        for one in found:
            if repair and one.state in ("differs", "missing"):
                await _mend(store, one)
        return found


async def _records(store: RedisStore) -> list[Record]:
    since = int(time.time() * 1000) - SINCE_MS
    seen = await store.look(Look(person="", runs=0, requests=MOST, since=since))
    found: list[Record] = []
    for body in (*seen.open, *seen.ended):
        try:
            found.append(load_record(body))
        except TooNewToRead as error:
            click.echo(f"left out: {error}", err=True)
    return found


async def _mend(store: RedisStore, one: Compared) -> None:
    """As if a drawing of nobody's had come back: what it shows isn't known, or it is gone."""
    copy, gone = one.copy, one.state == "missing"
    event = CardDrawn("compared", one.request.id, copy.channel, copy.ts, 0, gone=gone)
    key = f"compared:{one.request.id}:{copy.ts}:{secrets.token_hex(4)}"
    await store.enqueue(ToRun(one.run), key, dump_event(event))
