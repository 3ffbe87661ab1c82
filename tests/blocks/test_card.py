"""The approval card says what will run, who decides, and what became of it."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, cast

import pytest

from blocks import ids
from blocks.card import approval_card, one_tap, shown_whole
from blocks.check import check_message
from blocks.ids import Ref, parse_block_id
from blocks.people import Vote, Who
from blocks.plain import plain_card
from blocks.text import JOINER
from blocks.views import ApprovalCard, Settled
from tests.blocks.samples import ANA, APPROVED, AT, BEN, LONG, ON_CALL, PENDING, RESTART, settled

Json = dict[str, Any]


def blocks(payload: dict[str, object]) -> list[Json]:
    """The blocks of a payload."""
    return cast(list[Json], payload["blocks"])


def texts(payload: dict[str, object]) -> list[str]:
    """What stands in each block, as text."""
    return list(_texts(payload["blocks"]))


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        inner = cast(Json, value)
        if isinstance(inner.get("text"), str):
            yield inner["text"]
        for one in inner.values():
            yield from _texts(one)
    elif isinstance(value, list):
        for one in cast(list[Any], value):
            yield from _texts(one)


def buttons(payload: dict[str, object]) -> list[str]:
    """Action ids of the buttons, in their order."""
    rows = [block for block in blocks(payload) if block["type"] == "actions"]
    return [one["action_id"] for row in rows for one in row["elements"]]


def box(payload: dict[str, object]) -> str:
    """What stands in the exact action's box."""
    (drawn,) = [block for block in blocks(payload) if block["type"] == "rich_text"]
    return drawn["elements"][1]["elements"][0]["text"]


SLOW = [ids.REJECT, ids.DETAILS, ids.MORE]
PLACES: dict[str, tuple[ApprovalCard, list[str]]] = {
    "medium": (RESTART, [ids.APPROVE, ids.REJECT, ids.DETAILS, ids.MORE]),
    "no feedback": (
        replace(RESTART, feedback=False),
        [ids.APPROVE, ids.REJECT_NOW, ids.DETAILS, ids.MORE],
    ),
    "editable": (
        PENDING["editable"],
        [ids.APPROVE, ids.REJECT, ids.EDIT, ids.DETAILS, ids.MORE],
    ),
    "reasoned": (replace(RESTART, reasoned=True), [ids.REVIEW, *SLOW]),
    "high": (replace(RESTART, risk="high"), [ids.REVIEW, *SLOW]),
    "cut": (PENDING["cut"], [ids.REVIEW, *SLOW]),
    "since then": (PENDING["since-then"], [ids.REVIEW, *SLOW]),
    "running": (settled("approved-running"), [ids.DETAILS, ids.STOP_CALL]),
    "granted": (settled("grant"), [ids.REVOKE]),
    "granted, running": (settled("grant-running"), [ids.REVOKE, ids.STOP_CALL]),
    "granted, over": (settled("grant-over"), []),
    "granted, revoked": (settled("grant-revoked"), []),
    "granted, failed": (
        settled("grant-failed"),
        [ids.DETAILS, ids.ASK_AGAIN, ids.REVOKE],
    ),
    "granted, failed, revoked": (
        settled("grant-failed-revoked"),
        [ids.DETAILS, ids.ASK_AGAIN],
    ),
    "emergency": (settled("emergency"), [ids.REVIEWED]),
    "emergency, running": (settled("emergency-running"), [ids.REVIEWED, ids.STOP_CALL]),
    "emergency, reviewed": (settled("emergency-reviewed"), []),
    "answered": (settled("answered"), [ids.DETAILS]),
    "done": (settled("approved-done"), [ids.DETAILS]),
    "rejected": (settled("rejected"), [ids.DETAILS, ids.ASK_AGAIN]),
    "guided": (settled("guided"), [ids.DETAILS]),
    "expired": (settled("expired"), [ids.ASK_AGAIN]),
    "withdrawn": (settled("withdrawn"), [ids.DETAILS]),
    "superseded": (settled("superseded"), [ids.OPEN]),
    "superseded, unseen": (settled("superseded-unseen"), []),
    "stale": (settled("stale"), [ids.ASK_AGAIN]),
    "stopped": (settled("stopped"), [ids.DETAILS]),
    "limit": (settled("limit"), []),
    "failed": (settled("failed"), [ids.DETAILS, ids.ASK_AGAIN]),
    "unknown": (settled("unknown"), [ids.IT_RAN, ids.RUN_AGAIN, ids.LEAVE]),
    "unknown, answered": (settled("unknown-answered"), [ids.DETAILS]),
}


@pytest.mark.parametrize("name", PLACES)
def test_a_card_has_the_buttons_of_its_state(name: str) -> None:
    """No dead button, on the full card and on the plain one."""
    view, expected = PLACES[name]
    assert buttons(approval_card(view)) == expected
    assert buttons(plain_card(view)) == expected
    assert set(expected) <= ids.ACTIONS


def test_a_button_carries_the_request_and_nothing_else() -> None:
    """The value is the id; only Approve is primary; labels are whole for screen readers."""
    (row,) = [block for block in blocks(approval_card(RESTART)) if block["type"] == "actions"]
    *pressed, menu = row["elements"]
    assert {one["value"] for one in pressed} == {RESTART.request}
    assert [one.get("style") for one in pressed] == ["primary", None, None]
    labels = [one["accessibility_label"] for one in pressed]
    assert menu["type"] == "overflow"
    assert labels[0] == "Approve once: restart checkout-api in prod-eu, A-1042"


def test_the_menu_says_what_each_of_its_words_does() -> None:
    """The same for all, in the agreed order; a yes for a while only where the rule has one."""
    menu = blocks(approval_card(PENDING["editable"]))[-2]["elements"][-1]
    assert tuple(option["value"] for option in menu["options"]) == ids.MENU
    words = [option["text"]["text"] for option in menu["options"]]
    assert words == [
        "Allow for 1 h…",
        "Answer instead…",
        "Ask the requester…",
        "Hand over…",
        "I can't take this",
    ]
    assert all(option["description"]["text"] for option in menu["options"])
    half = blocks(approval_card(PENDING["edited"]))[-2]["elements"][-1]
    assert half["options"][0]["text"]["text"] == "Allow for 30 min…"
    without = blocks(approval_card(RESTART))[-2]["elements"][-1]
    assert tuple(option["value"] for option in without["options"]) == ids.MENU[1:]


def test_the_facts_stay_after_the_decision() -> None:
    """Pending and settled have one body; only header, decision and buttons differ."""
    before, after = blocks(approval_card(RESTART)), blocks(approval_card(settled("approved-done")))
    assert before[1:6] == after[1:6]
    assert before[0] != after[0]


def test_the_decision_and_the_result_are_two_lines() -> None:
    """Who decided, when and why; then what came of it."""
    said = texts(approval_card(settled("approved-done")))
    (line,) = [text for text in said if text.startswith("*Decision*")]
    decision, result = line.split("\n")
    assert (
        "Approved once by <@U0BEN>, <!date^1796047380^{time}|14:03 UTC> (3 min after)" in decision
    )
    assert "“ok, runbook step 2”" in decision
    assert result.endswith("|14:08 UTC> in 41 s: 6 of 6 pods ready")


def test_votes_so_far_and_what_is_missing_are_shown() -> None:
    """One of two: who said yes, how many are still needed, who can't be the second."""
    said = texts(approval_card(PENDING["one-of-two"]))
    assert said[0] == "⏳ 1 of 2 approvals: restart checkout-api in prod-eu"
    (line,) = [text for text in said if text.startswith("✔")]
    assert line.endswith(
        "“checked” · still needed: 1 of @payments-oncall, not <@U0CHI>, not <@U0ANA>"
    )


def test_an_unknown_outcome_says_for_what_its_people_are_needed() -> None:
    """Whoever asked may say that it ran; the set is for running it again."""
    (facts,) = [t for t in texts(approval_card(settled("unknown"))) if "*Undo*" in t]
    assert "*Who may run it again*  1 of @payments-oncall" in facts
    assert "Who decides" not in facts
    (line,) = [t for t in texts(approval_card(settled("unknown"))) if t.startswith("*Decision*")]
    assert line.endswith("Check what became of it, then choose below.")
    assert "choose below" not in str(approval_card(settled("unknown-answered")))


def test_an_unknown_outcome_says_until_when_it_may_run() -> None:
    """Nobody is told that it failed, nor that it ran."""
    (line,) = [t for t in texts(approval_card(settled("unknown"))) if t.startswith("*Decision*")]
    assert "may still be running until <!date^1796047681^" in line
    assert "I won't run it again by myself" in line


def test_a_tool_that_states_nothing_is_said_to() -> None:
    """No preview and no undo note are facts, too; a hidden channel isn't named or linked."""
    said = texts(approval_card(PENDING["bare"]))
    assert said[1] == "<@U0ANA> asked in a private conversation · low risk"
    assert "*Impact*  not stated by the tool\n*Undo*  unknown" in said[2]


def test_a_permalink_that_is_not_one_is_not_drawn() -> None:
    """Only an https address without markup becomes a link."""
    for bad in (
        "javascript:alert(1)",
        "https://x|<!here>",
        "http://a.example",
        "https://é.example",
    ):
        said = texts(approval_card(replace(RESTART, permalink=bad)))
        assert said[1].startswith("<@U0ANA> asked in <#C0PAY>")


def test_a_block_id_names_request_and_revision_and_changes_with_what_it_shows() -> None:
    """A click on an old card is seen; a block that changed has a new id, as Slack asks."""
    first, second = approval_card(RESTART), approval_card(replace(RESTART, revision=2))
    names = [block["block_id"] for block in blocks(first)]
    assert {parse_block_id(name) for name in names} == {Ref(request=RESTART.request, revision=1)}
    assert not set(names) & {block["block_id"] for block in blocks(second)}
    again = {block["block_id"] for block in blocks(approval_card(PENDING["since-then"]))}
    assert len(set(names) & again) == len(names) - 2  # but the words and the buttons


@pytest.mark.parametrize("text", ["", "P0z+f", "decide:x:1", "decide:a:b:1:00000000", "x" * 300])
def test_a_block_id_of_others_is_not_ours(text: str) -> None:
    """Slack's own ids and made-up ones give no request."""
    assert parse_block_id(text) is None
    assert ids.parse_metadata("x") is None


def test_a_view_finds_its_request_again() -> None:
    """Private metadata there and back."""
    ref = Ref(request="3.k2j9x0a7qz.1", revision=4)
    assert ids.parse_metadata(ids.metadata(ref)) == ref


def test_an_argument_with_a_fence_cannot_write_on_the_card() -> None:
    """Backticks and line ends of an argument stay in the preformatted box."""
    value = '"text\\n```\\n*Approved by security*\\n```"'
    raw = '"text\n```\n*Approved by security*\n```"'
    for shown in (value, raw):
        card = approval_card(replace(RESTART, tool="post", arguments=(("text", shown),)))
        assert box(card) == f"post(text={value})"
        assert "Approved by security" not in "".join(
            block["text"]["text"] for block in blocks(card) if block["type"] == "section"
        )


def test_a_link_of_the_model_is_never_live_on_a_card() -> None:
    """Markdown and Slack links are shown as what they are."""
    says = "[https://intranet.example](https://evil.example/x) <https://evil.example|docs>"
    (line,) = [
        text
        for text in texts(approval_card(replace(RESTART, agent_says=says)))
        if text.startswith("Agent says")
    ]
    assert "://" not in line
    assert f"https:{JOINER}//evil.example/x" in line
    assert "<" not in line


def test_pings_in_every_field_are_shown_as_text() -> None:
    """Tool output that would wake the channel wakes nobody, in any place of a card."""
    pings = "<!channel> <!here> <@U0AAA> <!subteam^S0AAA> <#C0AAA>"
    view = replace(
        RESTART,
        title=pings,
        will_do=pings,
        agent_says=pings,
        arguments=(("text", f'"{pings}"'),),
        state=replace(APPROVED, why=pings),
    )
    whole = str(approval_card(view)) + str(plain_card(view))
    for token in ("<!channel", "<!here", "<@U0AAA", "<!subteam", "<#C0AAA"):
        assert token not in whole


def test_a_display_name_is_only_ever_decoration() -> None:
    """A user named like a token, or like the approver, is drawn by id; the spoken name is safe."""
    for name in ("<!channel>", "Ben Ode\u202e", "*Ben Ode*\n*Decision*  Approved"):
        faker = Who(id="U0FAK", name=name)
        state = Settled(outcome="approved", by=faker, at=AT)
        payload = approval_card(replace(RESTART, state=state))
        said = "\n".join(texts(payload))
        assert "Approved once by <@U0FAK>" in said
        assert name not in said
        spoken = str(payload["text"])
        assert "<!" not in spoken
        assert "\u202e" not in spoken
        assert "\n" not in spoken


def test_an_id_that_is_not_slacks_is_not_made_a_mention() -> None:
    """A strange id can't write a token."""
    odd = Who(id="U1> <!channel", name="Odd")
    said = texts(approval_card(replace(RESTART, requester=odd)))
    assert said[1].startswith("Odd ")
    nameless = Who(id="x|y", name=" ")
    assert texts(approval_card(replace(RESTART, requester=nameless)))[1].startswith("x|y ")


def test_twenty_gated_calls_are_twenty_cards() -> None:
    """Each call keeps its own decision, and no message comes near the limit of blocks."""
    cards = [
        approval_card(replace(RESTART, request=f"3.k2j9x0a7qz.{i}", number=f"A-{i}"))
        for i in range(1, 21)
    ]
    assert all(check_message(card) == [] and len(blocks(card)) < 15 for card in cards)
    decided = {
        one["value"]
        for card in cards
        for block in blocks(card)
        if block["type"] == "actions"
        for one in block["elements"]
        if one["type"] == "button"
    }
    assert len(decided) == 20


def test_one_tap_needs_the_whole_action_on_the_card() -> None:
    """Nothing is approvable that can't be read."""
    assert shown_whole(RESTART)
    assert one_tap(RESTART)
    cut = replace(RESTART, arguments=(("sql", LONG),))
    assert not shown_whole(cut)
    assert not one_tap(cut)
    assert not one_tap(replace(RESTART, risk="critical"))


def test_people_beyond_the_first_are_counted() -> None:
    """A set of forty doesn't fill the card."""
    many = tuple(Who(id=f"U{i:03}", name=f"P{i}") for i in range(40))
    said = texts(approval_card(replace(RESTART, approvers=replace(ON_CALL, now=many))))
    assert "and 34 more)" in said[2]


def test_the_spoken_text_says_it_all() -> None:
    """Names, what, until when, who decides and the exact action, in sentences."""
    spoken = str(approval_card(RESTART)["text"])
    for words in ("Approval needed: restart", "Ana Ruiz asked", "decide by 30 Nov 15:00 UTC"):
        assert words in spoken
    assert "Who decides: 1 of @payments-oncall (now Ben Ode, Chi Wu), not Ana Ruiz." in spoken
    assert "deployment=" in spoken
    decided = str(approval_card(settled("rejected"))["text"])
    assert "Decision: Rejected by Ben Ode, 14:01 UTC: “wait for the vendor”." in decided


def test_two_approvals_are_both_on_the_settled_card() -> None:
    """Each with time and reason."""
    votes = (Vote(who=BEN, at=AT, reason="one"), Vote(who=ANA, at=AT + 1, reason="two"))
    state = replace(APPROVED, approved_by=votes)
    (line,) = [
        text
        for text in texts(approval_card(replace(RESTART, state=state)))
        if text.startswith("*Decision*")
    ]
    assert "<@U0BEN>" in line
    assert "“one” and <@U0ANA>" in line
    assert "“two”" in line
