"""Web forms in a story: a link as the card gives it, and a browser without a screen."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from html import unescape

import aiohttp

from bot.core.ids import Who
from bot.ports.links import Bound
from tests.world import Json, Message, World

SAME = {"Sec-Fetch-Site": "same-origin"}


async def request_of(slack: World) -> str:
    """The id of the newest run's newest question."""
    async with slack.http.get(f"{slack.sandbox.url}/sandbox/backstage/runs") as answer:
        run = (await answer.json())["runs"][0]["id"]
    async with slack.store() as store:
        n = 1
        while await store.request(f"{run}.{n + 1}"):
            n += 1
    return f"{run}.{n}"


async def minted(
    slack: World, request: str, who: str = "ana", action: str = "", ms: int = 600_000
) -> str:
    """The address of a link, as somebody gets it who presses the card's button."""
    settings = slack.settings
    assert settings.public_url
    async with slack.store() as store:
        links = store.confided.links(settings.keys, settings.public_url, ms)
        by = Who("T0SIGNOFF", slack.user(who), who.title())
        return await links.mint(Bound(request, 1, by, action))


@dataclass
class Browser:
    """Keeps cookies, sends what a browser sends, and knows the page's own word."""

    http: aiohttp.ClientSession
    at: str = ""
    guard: str = ""
    draft: Json = field(default_factory=dict[str, object])
    items: list[Json] = field(default_factory=list[Json])

    async def looks(self, link: str) -> tuple[int, str]:
        """Loads an address; status and text, with redirects followed."""
        async with self.http.get(link) as answer:
            return answer.status, unescape(await answer.text())

    async def goes_on(self, link: str, **headers: str) -> tuple[int, str]:
        """Presses *Continue* on a link's page."""
        given = {**SAME, "Origin": "null", **headers}
        async with self.http.post(link, headers=given, allow_redirects=True) as answer:
            self.at = str(answer.url)
            return answer.status, unescape(await answer.text())

    async def loads(self) -> Json:
        """The form, as its page asks for it."""
        async with self.http.get(f"{self.at}/view", headers=SAME) as answer:
            view: Json = await answer.json()
            assert answer.status == 200, view
        self.guard, self.draft, self.items = view["guard"], view["draft"], view["items"]
        return view

    async def opens(self, link: str) -> Json:
        """A link's form."""
        status, text = await self.goes_on(link)
        assert status == 200, text
        return await self.loads()

    def id(self, label: str) -> str:
        """The id of the field with a label."""
        return next(str(one["id"]) for one in self.items if one.get("label") == label)

    async def asks(self, what: str, body: object, **headers: str) -> tuple[int, Json]:
        """What the page asks for."""
        origin = self.at.split("/forms/")[0]
        given = {**SAME, "Origin": origin, "X-Guard": self.guard, **headers}
        async with self.http.post(f"{self.at}/{what}", json=body, headers=given) as answer:
            return answer.status, await answer.json()

    async def sends(self, by_label: Json, action: str = "submit") -> tuple[int, Json]:
        """Fills in fields by their labels, and sends the form."""
        given = {self.id(label): value for label, value in by_label.items()}
        return await self.asks("send", {"draft": {**self.draft, "given": given}, "action": action})


@asynccontextmanager
async def browser() -> AsyncGenerator[Browser]:
    """One that nobody has used yet."""
    jar = aiohttp.CookieJar(unsafe=True)  # on an address without a name
    async with aiohttp.ClientSession(cookie_jar=jar) as http:
        yield Browser(http)


async def link_of(slack: World, who: str, card: Message, button: str = "Answer…") -> str:
    """The link that somebody gets who presses the card's button: in a form only they see."""
    person = slack.person(who)
    await person.clicks(card, button)
    view = await person.view()
    (row,) = [block for block in view["view"]["blocks"] if block["type"] == "actions"]
    return str(row["elements"][0]["url"])
