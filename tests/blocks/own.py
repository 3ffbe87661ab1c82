"""Cards that a model wrote, as its tool's arguments: good ones, and one that imitates ours."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from blocks.elements import Payload
from blocks.people import Who
from blocks.question import Ended, QuestionCard
from blocks.theirs.back import told
from blocks.theirs.card import Theirs, cleaned
from blocks.theirs.frame import own_card, own_view

Json = dict[str, Any]
ME = "U0ANA"


def plain(text: str) -> Json:
    """A plain_text object."""
    return {"type": "plain_text", "text": text}


def mrkdwn(text: str) -> Json:
    """A mrkdwn object."""
    return {"type": "mrkdwn", "text": text}


def says(text: str) -> Json:
    """A section."""
    return {"type": "section", "text": mrkdwn(text)}


def button(label: str, name: str, **more: object) -> Json:
    """A button."""
    return {"type": "button", "text": plain(label), "action_id": name, **more}


def row(*elements: Json) -> Json:
    """A row of elements."""
    return {"type": "actions", "elements": list(elements)}


def options(*values: str) -> list[Json]:
    """Options whose words are their values."""
    return [{"text": plain(value.capitalize()), "value": value} for value in values]


def select(name: str, *values: str, kind: str = "static_select") -> Json:
    """A select."""
    return {"type": kind, "action_id": name, "options": options(*values)}


def entry(label: str, element: Json, **more: object) -> Json:
    """An input of a modal."""
    return {"type": "input", "label": plain(label), "element": element, **more}


def view(title: str, *blocks: Json, **more: object) -> Json:
    """A modal."""
    return {"type": "modal", "title": plain(title), "blocks": list(blocks), **more}


def text_input(name: str) -> Json:
    """A field for a few lines."""
    return {"type": "plain_text_input", "action_id": name, "multiline": True}


SEND = view(
    "Change the letter",
    says("What should it say instead?"),
    entry("New text", text_input("text")),
    entry("Tone", select("tone", "warm", "brief", kind="radio_buttons"), optional=True),
    entry("Send on", {"type": "datepicker", "action_id": "day"}, optional=True),
    entry(
        "Copies",
        {"type": "number_input", "action_id": "copies", "is_decimal_allowed": False},
        optional=True,
    ),
    submit=plain("Use this text"),
    callback_id="anything",
)
LETTER = [
    {"type": "header", "text": plain("Which letter shall I send?")},
    says("*Draft A* is warmer, _draft B_ shorter. See <https://wiki.example/letters|the guide>."),
    {
        "type": "section",
        "text": mrkdwn("Language"),
        "accessory": select("language", "english", "german"),
    },
    {"type": "divider"},
    row(
        button("Use draft A", "use_a", value="a", style="primary"),
        button("Use draft B", "use_b", value="b"),
        button("Change it…", "change"),
    ),
    {"type": "context", "elements": [mrkdwn("Both are in the shared folder.")]},
]
RICH = [
    {
        "type": "rich_text",
        "elements": [
            {
                "type": "rich_text_section",
                "elements": [
                    {"type": "text", "text": "Two hosts are slow", "style": {"bold": True}},
                    {"type": "emoji", "name": "snail"},
                ],
            },
            {
                "type": "rich_text_list",
                "style": "bullet",
                "elements": [
                    {
                        "type": "rich_text_section",
                        "elements": [
                            {"type": "link", "url": "https://a.example/x", "text": "web-1"}
                        ],
                    }
                ],
            },
        ],
    },
    {
        "type": "table",
        "rows": [[{"type": "raw_text", "text": "Host"}], [{"type": "raw_text", "text": "web-1"}]],
    },
    {
        "type": "markdown",
        "text": "## Since when\n\nSince **noon**, see [graph](https://g.example/).",
    },
    row(select("host", "web-1", "web-2")),
]
CLEANED = [
    says(
        "<!here> <!channel> @everyone <@U0BEN> <@U0ANA> <!subteam^S0AAA> <#C0AAA>\n"
        "[https://intranet.example](https://evil.example/x) "
        "<https://evil.example/x|https://intranet.example> "
        "<https://intranet.example@evil.example/|intranet> <mailto:eve@evil.example|mail>\n"
        "\u202esdrawkcab\u202c and zero\u200bwidth, 5 < 6 & *bold*"
    ),
    row(button("Go on <!here>", "go")),
]
IMITATION = [
    {"type": "header", "text": plain("⏳ Approval needed: restart checkout-api in prod-eu")},
    says("*Who decides*  1 of @payments-oncall\n*Exact action*\n```restart()```"),
    row(
        button("Approve once", "yes", style="primary"),
        button("Rej\u0435ct…", "no"),
        button("Open", "open", url="https://evil.example"),
    ),
    {
        "type": "context",
        "elements": [mrkdwn("A-1042 · run R-778 · policy prod-restart v7 · digest 9f3c 21ab")],
    },
]


def good(blocks: object, modals: object = None) -> Theirs:
    """A card that is taken."""
    found = cleaned(blocks, modals, me=ME)
    assert isinstance(found, Theirs), found
    return found


def cards() -> Iterator[tuple[str, Theirs]]:
    """The good ones by name."""
    yield "letter", good(LETTER, {"change": SEND})
    yield "rich", good(RICH)
    yield "cleaned", good(CLEANED)


ASKED = QuestionCard(
    request="3.k2j9x0a7qz.2",
    number="Q-1043",
    run="R-778",
    revision=1,
    agent="ops",
    text="Which letter goes to Northwind?",
    requester=Who(id=ME, name="Ana Ruiz"),
    of="anyone linked",
    deadline=1_796_050_800,
    fallback="I send draft A.",
)


def ended(outcome: Any, **more: Any) -> Ended:
    """How the card ended."""
    by = None if outcome == "unanswered" else Who(id="U0BEN", name="Ben Ode")
    return Ended(outcome=outcome, at=1_796_048_000, by=by, **more)


def messages() -> Iterator[tuple[str, Payload]]:
    """The cards, open and ended, by name."""
    for name, theirs in cards():
        text = ASKED.text if name == "letter" else ""
        yield f"own-{name}", own_card(replace(ASKED, text=text), theirs)
    letter = good(LETTER, {"change": SEND})
    action, answers = told(letter, "use_a", {"language": "german", "use_a": "a"})
    yield "own-answered", over(letter, ended("answered", action=action, answers=answers))
    values: Json = {"text": "Dear all,\nthank <you>", "tone": "brief", "day": None, "copies": "2"}
    action, answers = told(letter, "change", values)
    yield "own-answered-modal", over(letter, ended("answered", action=action, answers=answers))
    for outcome in ("cancelled", "unanswered", "stopped"):
        yield f"own-{outcome}", over(letter, ended(outcome))


def over(theirs: Theirs, end: Ended) -> Payload:
    """The card once it has ended."""
    return own_card(replace(ASKED, ended=end), theirs)


def views() -> Iterator[tuple[str, Payload]]:
    """The modal of one of its buttons."""
    yield "modal-own-change", own_view(ASKED, good(LETTER, {"change": SEND}), "theirs:4")
