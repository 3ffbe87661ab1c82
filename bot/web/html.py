"""The pages that need no script: what a link leads to, and why it leads nowhere. Pure."""

from html import escape

from bot.ports.links import Opened
from bot.web import words

_PAGE = """\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>{title}</title>
<link rel="stylesheet" href="/forms/page/page.css">
</head>
<body>
<header><span aria-hidden="true">✓</span> Signoff</header>
<main>
<h1>{title}</h1>
{rest}
</main>
</body>
</html>
"""


def going_on(opened: Opened) -> str:
    """What a new link shows: nothing happens before somebody goes on, so that a program that looks
    at links in messages doesn't use it up.
    """
    who = opened.bound.who.name
    minutes = max(1, opened.left_ms // 60_000)
    time = "1 minute" if minutes == 1 else f"{minutes} minutes"
    you = f"You go on as {who}. If that isn't you, close this page." if who else ""
    rest = (
        f"<p>{escape(you)}</p>\n"
        f"<p>This link works once, in this browser, and for {time} more.</p>\n"
        '<form method="post"><div class="actions">'
        '<button class="primary" type="submit">Continue</button></div></form>'
    )
    return _PAGE.format(title="Answer a question", rest=rest)


def refused(said: str) -> str:
    """Why there is no form."""
    title = "Already sent" if said == words.SENT else "There is no form here"
    return _PAGE.format(title=title, rest=f"<p>{escape(said)}</p>")
