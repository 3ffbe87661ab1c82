"""The looks of `signoff check` at the policy, the tools, Redis and the model."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import aiohttp

from bot.cli.common import specs_of
from bot.cli.finding import Finding, note, ok, problem
from bot.config import Config, ConfigTrouble, check_tools, load
from bot.core.rules import Person
from bot.ports import ModelRequest, ModelTrouble, StoreDown, ToolSpec
from bot.settings import Settings
from bot.store.health import read_health
from bot.store.keys import Names
from bot.store.link import Link

TIMEOUT = aiohttp.ClientTimeout(total=10)
OPENAI_URL = "https://api.openai.com/v1"
_WORD_S = 60  # for one word; a run's answers may take longer


def config_findings(path: Path, settings: Settings) -> tuple[list[Finding], tuple[Person, ...]]:
    """What the file says, and its people."""
    try:
        config = load(path)
    except ConfigTrouble as trouble:
        return [problem("policy", line) for line in str(trouble).splitlines()], ()
    policy = config.policy
    counts = f"{len(policy.people)} people, {len(policy.rules)} rules"
    found = [ok("policy", f"{path}: {counts}, version {policy.version[:8]}")]
    found += [note("policy", words) for words in config.announcements]
    return [*found, *_tools(config), *_review(config, settings)], policy.people


def _tools(config: Config) -> list[Finding]:
    try:
        specs = specs_of(config)
    except ConfigTrouble as trouble:
        return [problem("tools", trouble.problems[0].words, "see `tools` in the configuration")]
    try:
        check_tools(config, specs)
    except ConfigTrouble as trouble:
        return [problem("policy", line) for line in str(trouble).splitlines()]
    return [ok("tools", _counted(specs))]


def _review(config: Config, settings: Settings) -> list[Finding]:
    from bot.config.host import hook_of

    try:
        hook = hook_of(config, settings)
    except ConfigTrouble as trouble:
        return [problem("review", str(trouble), "see `review` in the configuration")]
    return [ok("review", f"{config.review} is asked about each call")] if hook else []


def _counted(specs: Mapping[str, ToolSpec]) -> str:
    risks = Counter(spec.risk for spec in specs.values())
    parts = ", ".join(f"{count} {risk}" for risk, count in risks.items())
    return f"{len(specs)} tools ({parts})" if specs else "none: the agent can only talk"


async def check_redis(settings: Settings) -> list[Finding]:
    """Whether the store's server can be used, and holds its runs in as many shards."""
    try:
        link = Link(settings.redis_url.get_secret_value())
    except ValueError:  # redis-py's word for a URL that it can't read; it may hold a password
        return [problem("redis", "REDIS_URL can't be read", "write redis://host:6379/0")]
    try:
        health = await read_health(link)
        fixed = await link.command("GET", Names(f"{settings.namespace}:").alone("shards"))
    except StoreDown as trouble:
        return [problem("redis", trouble.words, "start Redis 6.2 or later, or set REDIS_URL")]
    finally:
        await link.aclose()
    found = [problem("redis", words) for words in health.problems]
    if fixed is not None and int(fixed) != settings.shards:
        words = f"its runs are in {int(fixed)} shards, but SIGNOFF_SHARDS is {settings.shards}"
        found.append(problem("redis", words, f"set SIGNOFF_SHARDS={int(fixed)}"))
    return found or [ok("redis", f"{health.version}, answers in {health.rtt_ms:.1f} ms")]


async def check_model(settings: Settings, live: bool) -> list[Finding]:
    """Whether the model's server lets us in and knows the model."""
    if settings.openai_api_key is None and settings.openai_base_url is None:
        how = "set OPENAI_API_KEY, or OPENAI_BASE_URL of a server that needs none"
        return [problem("model", "no model is named", how)]
    if live:
        return [await _asked(settings)]
    if settings.openai_api_version:
        return [note("model", "an Azure endpoint; --live asks it for a word")]
    return [await _listed(settings)]


async def _listed(settings: Settings) -> Finding:
    url = (settings.openai_base_url or OPENAI_URL).rstrip("/")
    key = settings.openai_api_key
    # As the client does: servers that need no key often want some word.
    headers = {"Authorization": f"Bearer {key.get_secret_value() if key else 'none'}"}
    try:
        async with (
            aiohttp.ClientSession(timeout=TIMEOUT, trust_env=True) as session,
            session.get(f"{url}/models", headers=headers) as answer,
        ):
            if answer.status in (401, 403):
                return problem("model", f"{url} refuses the key", "see OPENAI_API_KEY")
            if answer.status != 200:
                words = f"{url} answers, but lists no models (HTTP {answer.status})"
                return note("model", words, "--live asks it for a word")
            names = _names(await answer.json(content_type=None))
    except (aiohttp.ClientError, TimeoutError, OSError, ValueError) as error:
        words = f"{url} can't be reached ({type(error).__name__})"
        return problem("model", words, "see OPENAI_BASE_URL")
    if names and settings.model not in names:
        words = f"{url} has no model {settings.model}"
        return problem("model", words, f"set SIGNOFF_MODEL to one of {', '.join(names[:8])}")
    return ok("model", f"{settings.model} at {url}")


def _names(body: object) -> list[str]:
    if not isinstance(body, dict):
        return []
    data = cast("dict[str, Any]", body).get("data")
    items = cast("list[Any]", data) if isinstance(data, list) else []
    rows = [cast("dict[str, Any]", item) for item in items if isinstance(item, dict)]
    return sorted(str(row["id"]) for row in rows if "id" in row)


async def _asked(settings: Settings) -> Finding:
    from bot.app import model_settings
    from bot.llm.openai import OpenAIModel

    model = OpenAIModel(replace(model_settings(settings), total_timeout_s=_WORD_S))
    question = {"role": "user", "content": "Say the word: ready"}
    try:
        reply = await model.reply(ModelRequest([question], [], "check"))
    except ModelTrouble as trouble:
        return problem("model", trouble.words, "see OPENAI_API_KEY, OPENAI_BASE_URL, SIGNOFF_MODEL")
    finally:
        await model.close()
    usage = reply.usage
    return ok("model", f"{settings.model} answered ({usage.prompt} + {usage.completion} tokens)")
