"""The one place that joins the adapters: store, model, tools, Slack and the engine."""

import asyncio
import hashlib
import json
import secrets
import time
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

import structlog
from pydantic import SecretStr

from bot.calendar.source import IcalCalendars
from bot.config import Config, ConfigTrouble, Following, check_tools, load
from bot.config.host import hook_of, tools_of
from bot.core.rules import Policy
from bot.engine import (
    Clock,
    Closed,
    EngineSettings,
    Gate,
    LiveSets,
    Performer,
    Slots,
    StoreBoard,
    StoreInbox,
    Worker,
    serve_worker,
    watch,
)
from bot.llm.openai import ModelSettings, OpenAIModel
from bot.llm.prompt import AgentPrompter
from bot.ports import ChatTrouble, StoreDown
from bot.settings import Settings, SettingsTrouble
from bot.slack.access import Client
from bot.slack.admins import Admins, admins_of
from bot.slack.chat import SlackChat
from bot.slack.http import http_routes
from bot.slack.identity import Identity, identify, web_client
from bot.slack.listeners import make_app
from bot.slack.own.made import OwnCards
from bot.slack.replies import policy_kept
from bot.slack.socket import Greeted, socket_mode
from bot.slack.tasks import Tasks
from bot.slack.twins import Twins
from bot.store import RedisStore, Times
from bot.tools.hook import Hook
from bot.tools.registry import Registry
from bot.webforms import WebForms, serving

log = structlog.get_logger(__name__)

TELL_AGAIN_MS = 3_600_000  # after which the admins hear of the same trouble again
PRESENT_MS = 90_000  # a socket that gave no sign for so long is not counted as ours

Role = Literal["all", "web", "worker"]


@dataclass(frozen=True, slots=True)
class Parts:
    """What every role needs."""

    settings: Settings
    config: Config
    tools: Registry
    review: Hook | None
    following: Following
    store: RedisStore
    client: Client
    me: Identity
    tasks: Tasks
    twins: Twins
    chat: SlackChat
    closed: Closed
    sets: LiveSets
    forms: WebForms


async def serve(settings: Settings, config_path: Path, role: Role) -> None:
    """Runs one process until cancelled: `web` receives from Slack, `worker` works, `all` both.

    Raises SettingsTrouble, ConfigTrouble or StoreDown, in words, when it can't begin.
    """
    async with AsyncExitStack() as stack:
        parts = await stack.enter_async_context(_parts(settings, config_path))
        if role == "web":
            await stack.enter_async_context(_receiving(parts))
            _ready(settings, role)
            await watch(parts.closed, settings.sweep_s)
        worker = await stack.enter_async_context(_worker(parts))
        slots = Slots(worker)
        if role == "all":
            await stack.enter_async_context(_receiving(parts, slots))
        _ready(settings, role)
        await serve_worker(worker, parts.closed, slots)


@asynccontextmanager
async def _parts(settings: Settings, config_path: Path) -> AsyncGenerator[Parts]:
    config = load(config_path)
    tools, review = tools_of(config), hook_of(config, settings)
    check_tools(config, tools.specs())
    for line in config.announcements:
        log.warning("announcement", why=line)
    token = _secret(settings.slack_bot_token, "SLACK_BOT_TOKEN", "the bot's token, xoxb-…")
    async with (
        RedisStore.open(
            settings.redis_url.get_secret_value(),
            shards=settings.shards,
            namespace=f"{settings.namespace}:",
            times=Times(
                lease=settings.lease_ms,
                habits=settings.usual_days * 86_400_000,
                filling=settings.filling_s * 1000,
                secrets_over=settings.secret_keep_h * 3_600_000,
            ),
        ) as store,
        web_client(
            token,
            settings.slack_api_url,
            store.pace if settings.pace else None,
            settings.pace or 1.0,
        ) as client,
    ):
        for problem in (await store.health()).problems:
            log.warning("redis", why=problem)
        policy = await _counted(store, config.policy)
        me = replace(await _identity(client), home=await store.shared.home())
        tasks = Tasks()
        admins = Admins(client, tasks, lambda: admins_of(following.policy, me.team))
        following = Following(
            config, policy, tools.specs(),
            counted=lambda changed: _counted(store, changed),
            tell=lambda trouble: _kept(store, admins, trouble),
        )  # fmt: skip
        twins = Twins(admins)
        chat = SlackChat(client, me, twins=twins, answer_messages=settings.answer_messages)
        closed, sets = Closed(store.shared, chat), LiveSets(chat.groups, IcalCalendars(), Clock())
        watching = asyncio.create_task(following.follow(settings.reload_s))
        try:
            yield Parts(
                settings, config, tools, review, following, store, client, me, tasks, twins, chat,
                closed, sets, WebForms.of(settings, store),
            )  # fmt: skip
        finally:
            watching.cancel()
            await tasks.close()


async def _identity(client: Client) -> Identity:
    try:
        return await identify(client)
    except ChatTrouble as trouble:
        raise SettingsTrouble(
            f"Slack doesn't take the bot's token (SLACK_BOT_TOKEN): {trouble.words}"
        ) from trouble


async def _counted(store: RedisStore, policy: Policy) -> Policy:
    """The policy with its number, which all processes agree on; its loading is on the record."""
    number = await store.counter("policy", policy.version)
    loaded = {"what": "policy loaded", "policy": policy.version, "number": number}
    await store.note_audit(json.dumps({"at": int(time.time() * 1000), **loaded}))
    return replace(policy, number=number)


async def _kept(store: RedisStore, admins: Admins, trouble: ConfigTrouble) -> None:
    """Tells the admins, once for all processes, why a changed file isn't used."""
    about = hashlib.sha256(str(trouble).encode()).hexdigest()[:16]
    if await store.shared.present(f"kept.{about}", secrets.token_hex(4), TELL_AGAIN_MS) == 1:
        admins.tell(policy_kept(trouble.problems[0].words, len(trouble.problems)))


@asynccontextmanager
async def _receiving(parts: Parts, slots: Slots | None = None) -> AsyncGenerator[None]:
    """Slack's events and clicks: by Socket Mode if there is an app token, else over HTTP.

    `slots` are those of a worker in this process.
    """
    settings = parts.settings
    inbox = StoreInbox(parts.store, parts.store.shards, slots, parts.forms.links)
    app_token, signing = settings.slack_app_token, settings.slack_signing_secret
    if app_token is None and signing is None:
        raise SettingsTrouble(
            "Nothing can be received from Slack: set SLACK_APP_TOKEN (xapp-…) for Socket Mode, or "
            "SLACK_SIGNING_SECRET for HTTP."
        )
    secret = signing.get_secret_value() if signing else ""
    board = StoreBoard(parts.store, lambda: _gate(parts), parts.config.agent)
    app = make_app(
        parts.client, secret, inbox, parts.me, parts.tasks, parts.twins, board=board,
        save_s=settings.save_s, prompts=parts.config.prompts,
    )  # fmt: skip
    over_http = http_routes(app) if app_token is None else None
    async with serving(settings, parts.forms, inbox, over_http):
        if app_token is None:
            yield
            return
        async with _present(parts) as greeted:
            token = app_token.get_secret_value()
            async with socket_mode(app, token, greeted, settings.sockets):
                yield


@asynccontextmanager
async def _present(parts: Parts) -> AsyncGenerator[Greeted]:
    """Keeps this process's sockets on the list of the installation's, against Slack's own count."""
    members = [f"{secrets.token_hex(4)}.{n}" for n in range(parts.settings.sockets)]

    async def counted() -> int:
        ours = 0
        for member in members:
            ours = await parts.store.shared.present("sockets", member, PRESENT_MS)
        return ours

    async def greeted(connections: int) -> None:
        try:
            parts.twins.counted(connections, await counted())
        except StoreDown as error:
            log.warning("sockets not counted", why=error.words)

    async def beat() -> None:
        while True:
            await asyncio.sleep(PRESENT_MS / 3000)
            with suppress(StoreDown):
                await counted()

    beating = asyncio.create_task(beat())
    try:
        yield greeted
    finally:
        beating.cancel()


def model_settings(settings: Settings) -> ModelSettings:
    """What the model's adapter is told."""
    key = settings.openai_api_key
    return ModelSettings(
        model=settings.model,
        api_key=key.get_secret_value() if key else "",
        base_url=settings.openai_base_url,
        azure_api_version=settings.openai_api_version,
        read_timeout_s=settings.model_read_timeout_s,
        total_timeout_s=settings.model_total_timeout_s,
    )


def _gate(parts: Parts) -> Gate:
    """The policy as its file says, with the tools that this process started with."""
    habits = parts.store.habits if parts.settings.usual_days else None
    policy, stale_ms = parts.following.policy, parts.settings.stale_after_s * 1000
    pages, vault = parts.forms.links is not None, parts.forms.vault
    return Gate(
        policy, parts.tools, stale_ms, parts.sets, parts.review, habits, OwnCards(), vault, pages,
        parts.me.ids,
    )  # fmt: skip


@asynccontextmanager
async def _worker(parts: Parts) -> AsyncGenerator[Worker]:
    settings = parts.settings
    model = OpenAIModel(model_settings(settings))
    engine = EngineSettings(
        lease_ms=settings.lease_ms,
        start_limit_ms=settings.start_limit_ms,
        keep_s=settings.keep_days * 86_400,
        max_tries=settings.max_tries,
        max_retry_after_s=settings.max_retry_after_s,
        max_runs=settings.max_runs,
        sweep_s=settings.sweep_s,
        drain_s=settings.drain_s,
        agent=parts.config.agent,
        limits=replace(
            parts.config.limits, progress_every_ms=int(settings.progress_every_s * 1000)
        ),
    )
    performer = Performer(parts.store, model, AgentPrompter(), parts.chat, engine)
    try:
        yield Worker(performer, lambda: _gate(parts), clock=parts.sets.clock)
    finally:
        await model.close()


def _ready(settings: Settings, role: Role) -> None:
    log.info("ready", role=role)
    if settings.ready_file is not None:
        settings.ready_file.touch()


def _secret(value: SecretStr | None, name: str, what: str) -> str:
    if value is None:
        raise SettingsTrouble(f"{name} is not set: it holds {what}.")
    return value.get_secret_value()
