"""Whatever a model sends as its card is refused in words, or harmless and within Slack's limits."""

import re
from collections.abc import Iterator
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from blocks.check import check_message, check_view
from blocks.rules import as_list, as_object
from blocks.theirs.card import Theirs, cleaned
from sandbox.strict.check import message_problems, view_problems
from tests.blocks.own import ME, Json, entry, row, view
from tests.blocks.test_text import ANY, HOSTILE

LIVE = re.compile(r"<([^<>\u2060][^<>]*)>")
OURS = re.compile(r"@U0ANA|(https?)://([^/|?#@]+)([^|]*)(\|(.*))?", re.DOTALL)

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | HOSTILE,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(ANY, inner, max_size=3),
    max_leaves=6,
)
WORDS = HOSTILE | st.just("<https://evil.example/|https://intranet.example> <!here>")
TEXT = st.fixed_dictionaries({"type": st.sampled_from(["plain_text", "mrkdwn"]), "text": WORDS})
PLAIN = st.fixed_dictionaries({"type": st.just("plain_text"), "text": WORDS})
SHORT = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=20)
NAMES = st.sampled_from(["a", "b", "c", "d", "e", "f", ""])
LEAF = st.one_of(
    st.fixed_dictionaries({"type": st.just("text"), "text": WORDS}),
    st.fixed_dictionaries({"type": st.just("link"), "url": WORDS, "text": WORDS}),
    st.fixed_dictionaries({"type": st.just("user"), "user_id": WORDS | st.just(ME)}),
    st.fixed_dictionaries({"type": st.just("broadcast"), "range": WORDS}),
    st.fixed_dictionaries({"type": st.just("emoji"), "name": WORDS}),
)
OPTION = st.fixed_dictionaries(
    {"text": PLAIN, "value": st.text(max_size=3)}, optional={"description": PLAIN}
)


def element(kind: str, **more: st.SearchStrategy[Any]) -> st.SearchStrategy[Json]:
    """An element of a kind, with odd things at times."""
    fields = {"type": st.just(kind), "action_id": NAMES, **more}
    usual = st.fixed_dictionaries(fields)
    odd = st.fixed_dictionaries(fields, optional={"url": WORDS, "confirm": JSON, "extra": JSON})
    return usual | usual | odd


FIELD = st.one_of(
    element("plain_text_input"),
    element("plain_text_input", placeholder=PLAIN),
    element("radio_buttons", options=st.lists(OPTION, min_size=1, max_size=3, unique_by=str)),
    element("datepicker"),
)
ELEMENT = st.one_of(
    element("button", text=PLAIN, value=WORDS),
    element("static_select", options=st.lists(OPTION, max_size=3), placeholder=PLAIN),
    element("radio_buttons", options=st.lists(OPTION, max_size=3)),
    element("overflow", options=st.lists(OPTION, max_size=3)),
    element("datepicker"),
    element("plain_text_input", placeholder=PLAIN),
    element("users_select"),
    JSON,
)


def rich(leaves: list[Any]) -> Json:
    """Rich text of one line."""
    return {
        "type": "rich_text",
        "elements": [{"type": "rich_text_section", "elements": leaves}],
    }


BLOCK = st.one_of(
    st.fixed_dictionaries(
        {"type": st.just("section"), "text": TEXT}, optional={"accessory": ELEMENT}
    ),
    st.fixed_dictionaries({"type": st.just("header"), "text": PLAIN}),
    st.fixed_dictionaries({"type": st.just("context"), "elements": st.lists(TEXT, max_size=3)}),
    st.fixed_dictionaries({"type": st.just("markdown"), "text": WORDS}),
    st.lists(LEAF, max_size=4).map(rich),
    st.lists(ELEMENT, min_size=1, max_size=3).map(lambda found: row(*found)),
    st.just({"type": "divider"}),
    JSON,
)
BUTTON: Json = row(
    {"type": "button", "action_id": "z", "text": {"type": "plain_text", "text": "Z"}}
)


def texts(value: object) -> Iterator[tuple[str, str]]:
    """Every text of a payload, with the type of what holds it."""
    for one in as_list(value) or []:
        yield from texts(one)
    found = as_object(value) or {}
    for name, inner in found.items():
        if isinstance(inner, str) and name in ("text", "placeholder", "title"):
            yield str(found.get("type")), inner
        yield from texts(inner)


def assert_harmless(payload: object) -> None:
    """Nothing is live but a mention of whoever asked, and links whose host is seen."""
    for kind, text in texts(payload):
        assert not re.search(r"@(here|channel|everyone)\b", text, re.IGNORECASE), text
        assert not re.search("[\u202a-\u202e\u200b\u2066-\u2069\x00]", text)
        if kind != "mrkdwn":
            assert not re.search(r"<[!@#]", text)
            continue
        for token in LIVE.findall(text):
            found = OURS.fullmatch(token)
            assert found, token
            assert not found[4] or found[2].lower().split(":")[0] in found[5].lower(), token
        assert "<" not in LIVE.sub("", text)


@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(st.lists(BLOCK, max_size=4))
def test_any_blocks(blocks: list[object]) -> None:
    """With a button of ours at the end, so that many are taken."""
    found = cleaned([*blocks, BUTTON], me=ME)
    if not isinstance(found, Theirs):
        assert found.words
        return
    drawn = list(found.blocks)
    assert check_message({"text": "-", "blocks": drawn}) == []
    assert message_problems(drawn) == []
    assert_harmless(drawn)


@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(SHORT | JSON, PLAIN, FIELD | ELEMENT, st.lists(BLOCK, max_size=2))
def test_any_modal(title: object, label: Json, field: Any, blocks: list[Any]) -> None:
    """Its title, its fields and what stands around them."""
    one = view("T", *blocks, {**entry("L", field), "label": label})
    one["title"] = {"type": "plain_text", "text": title}
    found = cleaned([BUTTON], {"z": one}, me=ME)
    if not isinstance(found, Theirs):
        assert found.words
        return
    drawn = found.modals["theirs:1"]
    assert check_view(drawn) == []
    assert view_problems(dict(drawn), "modal") == []
    assert_harmless(drawn)


@given(JSON, JSON)
def test_anything_at_all(blocks: object, modals: object) -> None:
    """Never an exception."""
    cleaned(blocks, modals)
