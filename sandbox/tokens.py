"""The app's credentials, made at the first start and kept with the workspace."""

import json
import secrets
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from sandbox.jsons import Json
from sandbox.people import APP
from sandbox.store import Store


@dataclass(frozen=True, slots=True)
class Tokens:
    """Bot token, app-level token, and the secrets that sign requests and fetch tokens."""

    bot: str
    app: str
    signing_secret: str
    client_secret: str = ""


def load(store: Store) -> Tokens:
    """The tokens of this workspace, made if there are none yet."""
    saved = store.load("tokens").get("app")
    if saved is not None and saved.get("client_secret"):
        return Tokens(**saved)
    tokens = Tokens(
        bot=f"xoxb-0-{secrets.token_hex(12)}",
        app=f"xapp-1-{APP}-0-{secrets.token_hex(12)}",
        signing_secret=secrets.token_hex(16),
        client_secret=secrets.token_hex(16),
    )
    if saved is not None:
        tokens = replace(tokens, **{k: v for k, v in saved.items() if v})
    store.put("tokens", "app", asdict(tokens))
    return tokens


def write(path: Path, url: str, tokens: Tokens) -> None:
    """Write where Slack is and how to get in, readable by the owner only."""
    body: Json = {
        "url": url,
        "bot_token": tokens.bot,
        "app_token": tokens.app,
        "signing_secret": tokens.signing_secret,
        "client_secret": tokens.client_secret,
    }
    path.touch(mode=0o600)
    path.write_text(json.dumps(body, indent=1) + "\n", encoding="utf-8")
