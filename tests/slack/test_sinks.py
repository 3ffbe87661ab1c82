"""Whatever people, tools or the model write, and wherever it is shown: nothing in it is live.

Each payload is walked, and each text judged by what Slack makes of the object that it stands in.
"""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import pytest

from blocks import answer, card, modal, notice, plain, refusals
from blocks.rules import as_list, as_object
from bot.core.call import Call, Started
from bot.core.ids import Who
from bot.core.request import Ended, Quote, Request, Result, Vote
from bot.core.state import Note, Run, Say
from bot.slack import acks, notes, present, replies, words
from bot.slack.parse import NotForUs
from tests.blocks import samples
from tests.blocks.test_properties import CARDS, sown
from tests.slack.samples import ASKED, SPEC, T0, request, run

HOSTILE = {
    "everyone": "<!channel> <!here> <!everyone> @channel @here @everyone ＠channel",  # noqa: RUF001
    "people": "<@U0AAA> <@U0AAA|Ben> <!subteam^S0AAA> <!subteam^S0AAA|@ops> <#C0AAA> <#C0AAA|x>",
    "dates": "<!date^1^{date}^https://evil.example|Approved>",
    "slack link": "<https://evil.example|Approve> <mailto:a@evil.example|b>",
    "markdown link": "[https://intranet.example](https://evil.example/x)",
    "picture": "![p](https://evil.example/p.png?d=1)",
    "reference": "[a][x] [x]\n\n[x]: https://evil.example",
    "address": "see https://evil.example/?d=1 or HTTP://EVIL.example, mailto:a@evil.example",
    "html": "<a href='https://evil.example'>x</a> <img src=https://evil.example/p>",
    "fence": "ok\n```\n*Approved by security*\n<!here>\n```\n<!channel>",
    "ticks": "`<!channel>` `` ` `` ```<!here>``` ~~~",
    "format": "*bold* _it_ ~no~ **b** ~~n~~ # head\n> quote\n- item :tada:",
    "own lines": "Ben Ode\n\n*Decision*  Approved once by Ben, 14:07\r\u2028x",
    "hidden": "\u202eevil\u202c a\u200bb \u2066x\u2069 \u0000\u0007\x1b[31m\ufeff\U000e0041 \u061c",
    "entities": "&lt;!channel&gt; &amp;lt;!here&amp;gt; &#60;!channel&#62;",
}
OURS = re.compile(
    r"<@U0(?:ANA|BEN|CHI)>|<#C0(?:PAY|SUPPORT)>|<!date\^\d+\^[{}a-z_ ]+\|[\w: ]+>"
    r"|<https://acme\.slack\.com/[^<>|]+\|asked>"
)
HIDDEN = re.compile("[\u202a-\u202e\u2066-\u2069\u200b\ufeff\u061c\U000e0041\x00-\x08\x0b-\x1f]")
LINK = re.compile(r"\[([^\[\]]*)\]\(https?://([^/)]+)[^)]*\)")
URLS = ("https://acme.slack.com/", "https://signoff.example/")


@dataclass(frozen=True)
class Shown:
    """A text in a payload and what Slack takes it for."""

    kind: str  # "mrkdwn", "plain", "markdown", "literal", "url"
    text: str


def shown(value: object, kind: str = "") -> Iterator[Shown]:
    """Every text of a payload; `kind` is that of the strings right inside."""
    for one in as_list(value) or []:
        yield from shown(one, kind)
    found = as_object(value)
    if found is None:
        return
    if found.get("type") in ("user", "usergroup", "channel", "broadcast", "link"):
        raise AssertionError(f"a live piece of rich text: {found}")
    for name, inner in found.items():
        if isinstance(inner, str):
            kinds = {"mrkdwn": "mrkdwn", "plain_text": "plain", "markdown": "markdown"}
            here = kinds.get(str(found.get("type")), "literal" if "type" in found else "mrkdwn")
            yield Shown("url" if name.endswith("url") else here, inner)
        else:
            yield from shown(inner, kind)


def assert_dead(payload: object) -> None:
    """Nothing is live but what we draw ourselves."""
    for one in shown(payload):
        assert not HIDDEN.search(one.text), one
        rest = OURS.sub("", one.text)
        match one.kind:
            case "mrkdwn":
                assert not re.search(r"[<>]|:(?=//)(?!\u2060)|mailto:(?!\u2060)", rest), one
                assert not re.search(r"[@＠](here|channel|everyone)", rest), one  # noqa: RUF001
                assert "`" not in rest and "~" not in rest, one
            case "plain":
                assert not re.search(r"<[!@#]|:(?=//)|[@＠](here|channel|everyone)", one.text), one  # noqa: RUF001
            case "markdown":
                assert_safe_markdown(rest)
            case "url":
                assert one.text.startswith(URLS), one
            case _:
                assert not re.search(r"<[!@#]", rest), one


def assert_safe_markdown(text: str) -> None:
    """Outside of whole fences no token, no picture, and no label without its host."""
    text = re.sub(r"^(```+|~~~+)[^\n]*\n[\s\S]*?^\1$", "", text, flags=re.MULTILINE)
    assert not re.search(r"<[!@#]|<[a-z]+:[^<>\s]*\||!\[[^\]]*\]\(|\]:|@(here|channel)", text), text
    for link in LINK.finditer(text):
        label, host = link[1], link[2]
        assert label in (host, link[0]) or text[link.end() :].startswith(f" ({host})"), text
    assert text.count("](") == len(LINK.findall(text)), text


# --- the sinks -----------------------------------------------------------------------------------


def _of_cards() -> Iterator[tuple[str, Callable[[str], object]]]:
    for name, view in CARDS.items():
        yield f"card {name}", lambda bad, view=view: card.approval_card(sown(view, bad))
        yield f"plain card {name}", lambda bad, view=view: plain.plain_card(sown(view, bad))
        yield f"reject {name}", lambda bad, view=view: modal.reject_modal(sown(view, bad))
        yield f"details {name}", lambda bad, view=view: modal.details_modal(sown(view, bad))
        yield (
            f"review {name}",
            lambda bad, view=view: modal.review_modal(sown(view, bad), reason_required=True),
        )
        yield f"reminder {name}", lambda bad, view=view: notice.reminder(sown(view, bad))
        if isinstance(view.state, card.Settled):
            yield f"told {name}", lambda bad, view=view: _told(sown(view, bad))


def _told(view: Any) -> object:
    return notice.told(view, view.state)


def _of_refusals() -> Iterator[tuple[str, Callable[[str], object]]]:
    for name, why in samples.REFUSED.items():
        link = {"link": getattr(why, "link")} if hasattr(why, "link") else {}  # noqa: B009
        yield (
            f"refusal {name}",
            lambda bad, why=why, link=link: refusals.refusal(replace(sown(why, bad), **link)),
        )


def _sown_request(bad: str, **changes: Any) -> Request:
    ben = Who("T", "U0BEN", bad)
    made = request(
        title=bad, will_do=bad, target=bad, undo=bad, agent_says=bad, tool="refund",
        args='{"note": ' + json.dumps(bad) + "}", spec=replace(SPEC, because=bad, rule=bad),
        quotes=(Quote(bad, ben, T0),), since=(2, Quote(bad, ben, T0)), able=(ben,), authors=(ben,),
        votes=(Vote(ben, "ben", T0, bad),), result=Result(ok=False, summary=bad, at=T0),
    )  # fmt: skip
    return replace(made, **changes)


def _sown_run(bad: str, **changes: Any) -> Run:
    lost = Call("c1", bad, "{}", "d", state=Started("a1", "c1", "x", T0, T0, None, T0, "p"))
    made = run(_sown_request(bad, **changes))
    return replace(made, agent=bad, requester=Who("T", "U0ANA", bad), calls=(lost,))


def _said(kind: Any, about: bool = True) -> Callable[[str], object]:
    def build(bad: str) -> object:
        over = Ended("rejected", T0, Who("T", "U0BEN", bad), bad)
        owed = Say("s1", kind, ASKED if about else None, None, bad, mention=True)
        return words.say(_sown_run(bad, ended=over), owed, bad, {"U0BEN": bad})

    return build


def _noted(kind: Any) -> Callable[[str], object]:
    owed = Note("n1", Who("T", "U0BEN"), kind, ASKED, T0)
    return lambda bad: notes.note(_sown_run(bad), owed, {"U0BEN": bad})


SINKS: dict[str, Callable[[str], object]] = {
    **dict(_of_cards()),
    **dict(_of_refusals()),
    "answer": lambda bad: answer.answer(bad, mention=samples.ANA, foot=bad),
    "answer in prose": lambda bad: answer.answer(f"I did it.\n\n- {bad}\n\n> {bad}\n\n{bad}"),
    "answer in a table": lambda bad: answer.answer(f"| a |\n|---|\n| {bad} |"),
    "answer in a wide table": lambda bad: answer.answer(
        f"| {bad} " * 25 + "|\n" + "|---" * 25 + "|\n" + f"| {bad} " * 25 + "|"
    ),
    "first lines": lambda bad: answer.first_lines(f"{bad}\n\n{'word ' * 900}", mention=samples.ANA),
    "run ended": lambda bad: notice.run_ended(bad, bad, replace(samples.ANA, name=bad)),
    "run stopped": lambda bad: notice.run_stopped(bad, replace(samples.ANA, name=bad), (bad,) * 3),
    "apology": notice.apology,
    "status": lambda bad: notice.status(
        notice.Status(run=bad, doing=bad, waiting=(notice.Waiting(number=bad, title=bad),))
    ),
    "error view": modal.error_view,
    "error view's title": lambda bad: modal.error_view("no", bad),
    "not for us": lambda bad: replies.not_for_us(NotForUs(bad)),
    "card from the record": lambda bad: card.approval_card(
        present.card(_sown_run(bad), _sown_request(bad), {})
    ),
    "replaced modal": lambda bad: acks.stays({}, bad)["view"],
    **{f"say {kind}": _said(kind) for kind in ("answer", "failed", "stopped", "decision",
       "unasked", "reminder", "late_result", "help", "declined")},
    "say that nobody is asked here": lambda bad: words.unasked_here(
        _sown_run(bad, ended=Ended("unasked", T0, None, bad)),
        _sown_request(bad, ended=Ended("unasked", T0, None, bad)),
        {"U0BEN": bad},
    ),
    "say decision alone": _said("decision", about=False),
    **{f"note {kind}": _noted(kind) for kind in ("not_approver", "own_request", "already",
       "expired", "changed", "not_yours", "status", "ended", "unposted")},
}  # fmt: skip


@pytest.mark.case("A05")
@pytest.mark.case("A06")
@pytest.mark.case("A11")
@pytest.mark.case("A44")
@pytest.mark.parametrize("sink", SINKS)
def test_nothing_that_others_wrote_is_live(sink: str) -> None:
    """No mention, no link with a hidden end, no formatting, no line of its own, no hidden mark."""
    for bad in HOSTILE.values():
        assert_dead(SINKS[sink](bad))


@pytest.mark.parametrize(
    "live",
    [
        {"text": "<!here>"},
        {"text": "see https://evil.example"},
        {"type": "mrkdwn", "text": "<https://evil.example|x>"},
        {"type": "mrkdwn", "text": "a `b"},
        {"type": "plain_text", "text": "https://evil.example"},
        {"type": "plain_text", "text": "<@U0AAA>"},
        {"type": "markdown", "text": "[x](https://evil.example)"},
        {"type": "markdown", "text": "![x](https://evil.example) (evil.example)"},
        {"elements": [{"type": "link", "url": "https://evil.example"}]},
        {"type": "button", "url": "https://evil.example"},
        {"type": "text", "text": "a\u202eb"},
    ],
)
def test_the_walk_sees_what_is_live(live: dict[str, object]) -> None:
    """Each of these would be seen in any payload."""
    with pytest.raises(AssertionError):
        assert_dead({"blocks": [live]} if "type" in live or "elements" in live else live)


@pytest.mark.case("A11")
@pytest.mark.parametrize("name", CARDS)
def test_a_card_has_no_link_of_a_model_or_tool(name: str) -> None:
    """Only ours: to the message that asked, and to the card that came in its place."""
    for bad in HOSTILE.values():
        for draw in (card.approval_card, plain.plain_card):
            payload = draw(sown(CARDS[name], bad))
            assert not [one for one in shown(payload) if one.kind == "markdown"]
            assert not re.search(r":(?=//)", OURS.sub("", str(payload["text"])))


@pytest.mark.case("A05")
def test_an_argument_can_not_leave_its_box() -> None:
    """Backticks end nothing there, and the card says when the copy shown differs."""
    escape = "ok\n```\n*Approved by security*\n```\n<!here>"
    view = replace(samples.RESTART, arguments=(("note", json.dumps(escape)),))
    (box,) = [b for b in _blocks(card.approval_card(view)) if b["type"] == "rich_text"]
    label, code = box["elements"]
    assert "drawn as \\u codes" in label["elements"][0]["text"]
    assert code["type"] == "rich_text_preformatted"
    (leaf,) = code["elements"]
    assert (
        "```\\n*Approved by security*\\n```" in leaf["text"] and "\n*Approved" not in leaf["text"]
    )
    others = [b for b in _blocks(card.approval_card(view)) if b["type"] != "rich_text"]
    assert "Approved by security" not in str(others)


def _blocks(payload: dict[str, object]) -> list[dict[str, Any]]:
    blocks: Any = payload["blocks"]
    return blocks


@pytest.mark.parametrize("bad", HOSTILE)
def test_the_name_of_a_file_is_ours_alone(bad: str) -> None:
    """No text of others is part of it, nor of its title."""
    paper = words.paper(_sown_run(HOSTILE[bad]), Say("s1", "answer"), HOSTILE[bad])
    assert (paper.name, paper.title) == ("answer-R-778-1.md", "Answer of R-778")
    assert not HIDDEN.search(paper.content)


@pytest.mark.parametrize("bad", HOSTILE)
def test_an_answer_without_blocks_is_plain(bad: str) -> None:
    """What Slack refused as blocks goes as text that it doesn't read as its own."""
    for whole in answer.answer(HOSTILE[bad]):
        for piece in words.bare(whole):
            assert piece["mrkdwn"] is False
            assert not re.search(r"[<>]", str(piece["text"]))
            assert not re.search(r"@(here|channel)", str(piece["text"]))
