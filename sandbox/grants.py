"""Which tokens count: their kinds, expiry, refreshing and revocation."""

import secrets
from dataclasses import asdict, dataclass
from typing import Literal

from sandbox.clock import Clock
from sandbox.errors import ApiError
from sandbox.jsons import Json
from sandbox.people import APP, BOT_USER
from sandbox.store import Store
from sandbox.tokens import Tokens

TokenKind = Literal["bot", "app", "user"]
# An access token of an app that rotates its tokens.
LIFE_S = 43_200
CODE_S = 600.0
CLIENT_ID = "10229338706656.10229338706657"


@dataclass(slots=True)
class Grant:
    """What a token is: `user` is whose, `until` when it expires, `refused` why it is no more."""

    kind: TokenKind
    user: str
    until: float | None = None
    refused: str = ""
    scopes: str | None = None


@dataclass(frozen=True, slots=True)
class Code:
    """What a person agreed to when they installed the app; counts once, for ten minutes."""

    user: str
    until: float
    redirect_uri: str
    user_scope: str


class Grants:
    """All tokens that were ever given out."""

    def __init__(self, clock: Clock, store: Store, tokens: Tokens, *, rotates: bool) -> None:
        self._clock = clock
        self._store = store
        self.rotates = rotates
        # Whether the app is installed; without it there are no events.
        self.installed = "uninstalled" not in store.load("app")
        self._grants = {token: Grant(**saved) for token, saved in store.load("grant").items()}
        self._refresh = {token: saved["user"] for token, saved in store.load("refresh").items()}
        self._codes: dict[str, Code] = {}
        for token, grant in (
            (tokens.bot, Grant("bot", BOT_USER)),
            (tokens.app, Grant("app", APP)),
        ):
            if token not in self._grants:
                self._keep(token, grant)

    def admit(self, token: str) -> Grant:
        """The grant of a token; raises not_authed and what is wrong with the token."""
        if not token:
            raise ApiError("not_authed")
        grant = self._grants.get(token)
        if grant is None:
            raise ApiError("invalid_auth")
        if grant.refused:
            raise ApiError(grant.refused)
        if grant.until is not None and self._clock.now() >= grant.until:
            raise ApiError("token_expired")
        return grant

    def authorize(self, user: str, redirect_uri: str = "", user_scope: str = "") -> str:
        """A code for a person who has just agreed."""
        code = f"{CLIENT_ID}.{secrets.token_hex(16)}"
        until = self._clock.now() + CODE_S
        self._codes[code] = Code(user, until, redirect_uri, user_scope)
        return code

    def exchange(self, code: str, redirect_uri: str) -> Code:
        """Use a code up; raises invalid_code or bad_redirect_uri."""
        agreed = self._codes.pop(code, None)
        if agreed is None or self._clock.now() > agreed.until:
            raise ApiError("invalid_code")
        if agreed.redirect_uri != redirect_uri:
            raise ApiError("bad_redirect_uri")
        self.install()
        return agreed

    def give(self, kind: TokenKind, user: str, scopes: str | None = None) -> Json:
        """A new access token, and with rotation its refresh token and how long it lives."""
        prefix = {"bot": "xoxb", "user": "xoxp", "app": "xapp"}[kind]
        rotated = "xoxe." if self.rotates else ""
        token = f"{rotated}{prefix}-1-{secrets.token_hex(16)}"
        until = self._clock.now() + LIFE_S if self.rotates else None
        self._keep(token, Grant(kind, user, until, scopes=scopes))
        if not self.rotates:
            return {"access_token": token}
        refresh = f"xoxe-1-{secrets.token_hex(24)}"
        self._refresh[refresh] = user
        self._store.put("refresh", refresh, {"user": user})
        return {"access_token": token, "refresh_token": refresh, "expires_in": LIFE_S}

    def refresh(self, token: str) -> Json:
        """New tokens of the same kind for a refresh token, which is used up by it."""
        user = self._refresh.pop(token, None)
        if user is None or not self.installed:
            raise ApiError("invalid_refresh_token")
        self._store.drop("refresh", token)
        return self.give("bot" if user == BOT_USER else "user", user)

    def revoke(self, kind: TokenKind, users: set[str], refused: str = "token_revoked") -> set[str]:
        """Revoke all tokens of a kind of these users; whose were still good."""
        hit: set[str] = set()
        for token, grant in self._grants.items():
            if grant.kind == kind and grant.user in users and not grant.refused:
                hit.add(grant.user)
                grant.refused = refused
                self._keep(token, grant)
        for token in [token for token, user in self._refresh.items() if user in users]:
            del self._refresh[token]
            self._store.drop("refresh", token)
        return hit

    def uninstall(self) -> set[str]:
        """Take the app out of the workspace; whose user tokens died with the bot's."""
        owners = {grant.user for grant in self._grants.values() if grant.kind == "user"}
        self.revoke("bot", {BOT_USER}, "account_inactive")
        self.installed = False
        self._store.put("app", "uninstalled", {})
        return self.revoke("user", owners, "account_inactive")

    def install(self) -> None:
        """It is in the workspace again."""
        self.installed = True
        self._store.drop("app", "uninstalled")

    def left_s(self, grant: Grant) -> int | None:
        """Seconds until it expires; None if it never does."""
        return None if grant.until is None else max(0, int(grant.until - self._clock.now()))

    def _keep(self, token: str, grant: Grant) -> None:
        self._grants[token] = grant
        self._store.put("grant", token, asdict(grant))
