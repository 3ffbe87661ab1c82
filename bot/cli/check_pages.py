"""The look of `signoff check` at web forms, which need an address and a key."""

from urllib.parse import urlsplit

from bot.cli.finding import Finding, note, ok
from bot.ports.keyring import loopback
from bot.settings import Settings


def page_findings(settings: Settings) -> list[Finding]:
    """What people can be asked on the web, and whether a browser gets there. Nothing is asked."""
    if settings.public_url is None:
        words = "there are none: a password, or a form too large for Slack, is refused to the model"
        fix = "set SIGNOFF_PUBLIC_URL and SIGNOFF_SECRET_KEY (docs/operations.md, Web forms)"
        return [note("pages", words, fix)]
    found = [ok("pages", f"web forms are at {settings.public_url}")]
    public, bound = urlsplit(settings.public_url).hostname or "", settings.host
    if loopback(public):
        found.append(note("pages", "only browsers on this machine get there"))
    elif loopback(bound):
        words = f"the server listens on {bound} only"
        fix = f"have a proxy on this machine pass {public} on to port {settings.port}"
        found.append(note("pages", words, f"{fix}, or set SIGNOFF_HOST"))
    return found
