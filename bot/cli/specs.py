"""The demo's processes before they run: their commands, environments and files."""

import os
import sys
from dataclasses import dataclass
from pathlib import Path

import bot
from bot.cli.backstage import Address
from bot.cli.ground import DemoTrouble, kept_env, lasting_port, real_model, secret_key
from bot.cli.supervisor import Spec
from bot.store.keys import NAMESPACE

ROOT = Path(bot.__file__).resolve().parent.parent


@dataclass(frozen=True, slots=True)
class Programs:
    """The commands of the parts, before their options."""

    slack: tuple[str, ...] = (sys.executable, "-m", "sandbox")
    bot: tuple[str, ...] = (sys.executable, "-m", "bot")


DEFAULT_PROGRAMS = Programs()


class Specs:
    """What is to run for a demo in a folder."""

    def __init__(self, folder: Path, programs: Programs) -> None:
        self._folder = folder
        self._programs = programs

    @property
    def namespace(self) -> str:
        """What the bot's keys in Redis start with: its processes have our environment."""
        name = os.environ.get("SIGNOFF_NAMESPACE")
        return f"{name}:" if name else NAMESPACE

    def config(self) -> Path:
        """The policy: the folder's own, else the example; DemoTrouble if there is neither."""
        own = self._folder / "signoff.yaml"
        for path in (own, ROOT / "signoff.yaml"):
            if path.exists():
                return path
        raise DemoTrouble(f"There is no signoff.yaml. Put one at {own}.")

    def slack(self, port: int, backstage: Address) -> Spec:
        """The local Slack, which passes on what it is asked of the bot's own side."""
        folder = self._folder / "slack"
        folder.mkdir(exist_ok=True)
        # Written anew once it listens.
        (folder / "tokens.json").unlink(missing_ok=True)
        where = ("--port", str(port), "--dir", str(folder), "--backstage", backstage.url)
        return Spec(
            name="slack",
            label="The local Slack",
            command=(*self._programs.slack, *where),
            # By the environment, which other users of this machine can't read.
            env={**kept_env(), "SANDBOX_BACKSTAGE_TOKEN": backstage.token},
            cwd=ROOT,
        )

    def bot(self, env: dict[str, str]) -> Spec:
        """The bot, which receives and works."""
        ready = self._folder / "bot.ready"
        return Spec(
            name="bot",
            label="The bot",
            command=(*self._programs.bot, "run", "--role", "all"),
            env={**env, "SIGNOFF_READY_FILE": str(ready)},
            cwd=ROOT,
            pid_file=self._folder / "bot.pid",
            ready_file=ready,
        )

    def workers(self, env: dict[str, str], count: int) -> list[Spec]:
        """So many more, which only work."""
        return [self._worker(env, number) for number in range(1, count + 1)]

    def _worker(self, env: dict[str, str], number: int) -> Spec:
        ready = self._folder / f"worker-{number}.ready"
        return Spec(
            name=f"worker-{number}",
            label=f"Worker {number}",
            command=(*self._programs.bot, "run", "--role", "worker"),
            env={**env, "SIGNOFF_READY_FILE": str(ready)},
            cwd=ROOT,
            pid_file=self._folder / "workers.pid",
            ready_file=ready,
        )

    def env(self, tokens: dict[str, str], redis: str, config: Path) -> dict[str, str]:
        """The environment of the bot's processes, one of which serves web forms."""
        url, forms = tokens["url"], str(lasting_port())
        env = kept_env() | {
            "SLACK_API_URL": f"{url}/api/",
            "SLACK_APP_TOKEN": tokens["app_token"],
            "SLACK_BOT_TOKEN": tokens["bot_token"],
            "SLACK_SIGNING_SECRET": tokens["signing_secret"],
            "REDIS_URL": redis,
            "SIGNOFF_CONFIG": str(config),
            "SIGNOFF_LOG_FORMAT": "plain",
            "SIGNOFF_HOST": "127.0.0.1",
            "SIGNOFF_PORT": forms,
            "SIGNOFF_PUBLIC_URL": f"http://127.0.0.1:{forms}",
            "SIGNOFF_SECRET_KEY_FILE": str(secret_key(self._folder)),
            "SIGNOFF_SHOP": str(self._folder / "shop.sqlite"),
        }
        if not real_model():
            env |= {
                "OPENAI_API_KEY": "scripted",
                "OPENAI_API_VERSION": "",
                "OPENAI_BASE_URL": f"{url}/model/v1",
                "SIGNOFF_MODEL": "signoff-scripted-demo",
            }
        return env
