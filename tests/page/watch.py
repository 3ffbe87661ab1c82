"""What a browser complains of while a story goes on, which then fails."""

import re

from playwright.async_api import BrowserContext, ConsoleMessage, Page, Request, Response

# A page that ends, or is loaded anew, breaks off what it was asking for.
_BROKEN_OFF = "net::ERR_ABORTED"
_CSP = """
    document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
        console.error(`forbidden by the page's rules: ${violatedDirective} ${blockedURI}`));
"""


class Watch:
    """Collects errors of the console and of scripts, broken rules, and requests that failed."""

    def __init__(self) -> None:
        self.homes: set[str] = set()
        self._forgiven: list[re.Pattern[str]] = []
        self._troubles: list[str] = []

    @property
    def troubles(self) -> list[str]:
        """What nobody forgave."""
        return [t for t in self._troubles if not any(f.search(t) for f in self._forgiven)]

    def forgive(self, pattern: str) -> None:
        """Takes no note of troubles that match, before or after."""
        self._forgiven.append(re.compile(pattern))

    async def over(self, context: BrowserContext) -> None:
        """Watches all pages of a context from now on."""
        await context.add_init_script(_CSP)
        context.on("console", self._console)
        context.on("requestfailed", self._failed)
        context.on("response", self._response)
        context.on("request", self._request)
        context.on("page", self._page)

    def _page(self, page: Page) -> None:
        page.on("pageerror", lambda error: self._troubles.append(f"script: {error.stack or error}"))

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning", "assert"):
            where = message.location.get("url", "")
            self._troubles.append(f"console {message.type}: {message.text} ({where})")

    def _failed(self, request: Request) -> None:
        if request.failure != _BROKEN_OFF:
            self._troubles.append(f"request failed: {request.url}: {request.failure}")

    def _response(self, response: Response) -> None:
        if response.status >= 400:
            self._troubles.append(f"answered {response.status}: {response.url}")

    def _request(self, request: Request) -> None:
        if not request.url.startswith(("about:", *(f"{home}/" for home in self.homes))):
            self._troubles.append(f"asked somebody else: {request.url}")
