"""What the whole gate shows: edits, later tiers, owners, grants, emergencies, private places."""

from dataclasses import replace

import pytest

from blocks import ids
from blocks.batch import all_at_once, batch_card
from blocks.card import approval_card
from blocks.check import check_message
from blocks.ids import parse_block_id
from blocks.modal import details_modal
from blocks.notice import reminder, told
from blocks.pen import span
from blocks.plain import plain_card
from blocks.stub import batch_stub, stub_card
from blocks.views import ApprovalCard, Change, Settled
from tests.blocks.samples import (
    APPROVED,
    BATCHES,
    CARD_URL,
    CHI,
    LONG,
    PENDING,
    RESTART,
    SETTLED,
    settled,
)
from tests.blocks.test_card import blocks, box, buttons, texts


def line(payload: dict[str, object], start: str) -> str:
    """The one line that begins so."""
    (found,) = [one for text in texts(payload) for one in text.split("\n") if one.startswith(start)]
    return found


# --- an edited call --------------------------------------------------------------------------


def test_an_edit_stands_on_the_card_and_in_its_spoken_text() -> None:
    """Who, what, from what to what; a long value is cut with its mark; the foot says which one."""
    card = approval_card(PENDING["edited"])
    assert line(card, "*Changed by <@U0BEN>*") == "*Changed by <@U0BEN>*  replicas: 3 → 4"
    assert line(card, "note: ").endswith('…(+158 characters) → "at night"')
    assert line(card, "dry_run: ") == "dry_run: not given → true"
    assert "Changed by Ben Ode: replicas: 3 → 4." in str(card["text"])
    assert texts(card)[-1].startswith("A-1042 · revision 2 · run R-778")
    assert "revision" not in texts(approval_card(RESTART))[-1]


def test_more_edits_than_a_card_holds_are_counted() -> None:
    """Six on the card, more of them in its details."""
    many = tuple(Change(name=f"n{i}", before="1", after="") for i in range(9))
    view = replace(RESTART, changes=many, edited_by=None)
    assert line(approval_card(view), "*Changed*") == "*Changed*  n0: 1 → taken out"
    assert line(approval_card(view), "and ") == "and 3 more"
    assert line(plain_card(view), "and ") == "and 3 more"
    assert line(details_modal(view), "n8") == "n8: 1 → taken out"


def test_what_hides_in_a_changed_value_is_drawn_as_a_code() -> None:
    """A direction mark can't turn the difference round."""
    view = replace(RESTART, changes=(Change(name="to", before='"a\u202eb"', after='"ab"'),))
    assert line(approval_card(view), "*Changed*") == '*Changed*  to: "a\\u202eb" → "ab"'


# --- who decides -----------------------------------------------------------------------------


def test_a_later_tier_and_who_cannot_stand_beside_who_decides() -> None:
    """On the full card, on the plain one and in the stub; who can't isn't reminded."""
    view = PENDING["escalated"]
    who = line(approval_card(view), "*Who decides*")
    assert who.endswith(", not <@U0ANA> · also asked: @payments-leads · can't take it: <@U0CHI>")
    assert line(stub_card(view, "C0OPS"), "*Who decides*") == who
    assert "can't take it: Chi Wu" in line(plain_card(view), "Who decides")
    (asked,) = texts(reminder(view))
    assert "<@U0BEN>" in asked
    assert "<@U0CHI>" not in asked


def test_owners_are_asked_for_and_missed_in_words() -> None:
    """How many of those who are needed must be owners, before the first yes and after it."""
    of = "2 of the approver role, one of them an owner (now "
    assert of in line(approval_card(PENDING["owners"]), "*Who decides*")
    left = line(approval_card(PENDING["one-of-two-an-owner"]), "✔")
    assert "still needed: 1 of the approver role, an owner, not <@U0CHI>" in left
    two = replace(RESTART, approvers=replace(RESTART.approvers, needs=3, owners=2))
    assert "3 of @payments-oncall, 2 of them owners" in line(approval_card(two), "*Who decides*")


def test_details_say_who_is_asked_later_and_what_may_be_granted() -> None:
    """While it is open."""
    view = replace(PENDING["escalated"], grant_for=5400)
    assert line(details_modal(view), "*If nobody decides*") == (
        "*If nobody decides*  after 15 min also @payments-leads, after 30 min also the owner role"
    )
    assert line(details_modal(view), "*May be allowed for 90 min*")
    over = details_modal(replace(view, state=APPROVED))
    assert "If nobody decides" not in str(over)
    assert "May be allowed" not in str(over)


# --- outcomes --------------------------------------------------------------------------------

ENDINGS = {
    "grant": "*Decision*  Allowed by <@U0BEN>, <!date^1796047380^{time}|14:03 UTC> “ok, runbook "
    "step 2”: until <!date^1796050980^{date_short_pretty} {time}|30 Nov 15:03 UTC>, for <@U0ANA>, "
    "in this thread, this tool with these values; used 2 times.",
    "emergency": "*Decision*  Run without an approval by <@U0CHI>, <!date^1796047230^{time}|14:00 "
    "UTC>: “checkout is down, nobody answers the phone”. Skipped: <@U0BEN>. Review due "
    "by <!date^1796133630^{date_short_pretty} {time}|1 Dec 14:00 UTC>.",
    "answered": "*Decision*  Answered by <@U0BEN>, <!date^1796047290^{time}|14:01 UTC>: “6 of 6 "
    "pods are new already”. Nothing was run.",
}


@pytest.mark.parametrize("name", ENDINGS)
def test_an_ending_is_told_in_words(name: str) -> None:
    """The decision line."""
    assert line(approval_card(settled(name)), "*Decision*") == ENDINGS[name]


def test_a_grant_is_named_by_its_length_and_says_when_it_no_longer_holds() -> None:
    """In the header, in the reply, and after its end."""
    assert texts(approval_card(settled("grant")))[0].startswith("✅ Allowed for 1 h: restart")
    assert texts(approval_card(settled("grant-once")))[0].startswith("✅ Allowed for 30 min: ")
    assert "; used once." in line(approval_card(settled("grant-once")), "*Decision*")
    assert "; not used yet." in line(approval_card(settled("grant-running")), "*Decision*")
    over = line(approval_card(settled("grant-over")), "*Decision*")
    assert over.endswith("used 2 times. This is over: equal calls are asked about again.")
    revoked = line(approval_card(settled("grant-revoked")), "*Decision*")
    assert "Revoked by <@U0CHI>, " in revoked
    assert revoked.endswith(": “the incident is over”. Equal calls are asked about again.")
    for name, ended in (("grant-over", "now over"), ("grant-revoked", "revoked")):
        head = texts(approval_card(settled(name)))[0]
        assert head.startswith(f"✅ Allowed for 1 h, {ended}: restart")
    spoken = str(told(RESTART, SETTLED["grant-running"])["text"])
    assert spoken.startswith("<@U0ANA> Allowed for 1 h: restart checkout-api")
    assert spoken.endswith("Running it now.")


def test_an_emergency_says_who_looked_at_it() -> None:
    """In place of the review that is due; who was skipped is the set when nobody is named."""
    said = line(approval_card(settled("emergency-reviewed")), "*Decision*")
    assert "Review due" not in said
    assert "Reviewed by <@U0BEN>, " in said
    bare = Settled(outcome="emergency", by=CHI)
    said = line(approval_card(replace(RESTART, state=bare)), "*Decision*")
    assert "Skipped: 1 of @payments-oncall (now <@U0BEN>, <@U0CHI>). Review due." in said


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        *((1800, "30 min"), (3600, "1 h"), (5400, "90 min"), (86_400, "1 day")),
        *((172_800, "2 days"), (45, "45 s"), (0, "0 s"), (-1, "0 s")),
    ],
)
def test_a_length_that_was_set_is_said_exactly(seconds: int, words: str) -> None:
    """Never rounded: it is what people agree to."""
    assert span(seconds) == words


# --- another place ---------------------------------------------------------------------------


def test_a_private_request_shows_none_of_its_words_elsewhere() -> None:
    """No channel, link, quote, newer words or words of the model: on cards and in details."""
    view = PENDING["private"]
    for payload in (approval_card(view), plain_card(view), details_modal(view)):
        shown = str(payload)
        for secret in ("C0PAY", "acme.slack.com", "p99 is 8 s", "hold on", "Memory leak"):
            assert secret not in shown
        assert "in a private conversation" in shown
    assert line(approval_card(view), "*Why now*") == (
        "*Why now*  The words are in a private conversation"
    )
    assert line(approval_card(view), "*Since then*").endswith("in a private conversation")
    assert buttons(approval_card(view))[0] == ids.REVIEW


def test_a_stub_says_what_is_asked_and_decides_nothing() -> None:
    """State, who decides, until when, the way to the card; afterwards decision and result."""
    stub = stub_card(RESTART, "C0OPS", CARD_URL)
    assert texts(stub)[0] == "⏳ Approval needed: restart checkout-api in prod-eu"
    assert line(stub, "The card").startswith(
        "The card is in <#C0OPS> · medium risk · decide by <!date^1796050800^"
    )
    (row,) = [block for block in blocks(stub) if block["type"] == "actions"]
    assert [one["url"] for one in row["elements"]] == [CARD_URL]
    assert buttons(stub) == [ids.OPEN]
    assert "The card is in another channel" in str(stub["text"])
    assert buttons(stub_card(RESTART, "C0OPS")) == []
    assert buttons(stub_card(RESTART, "C0OPS", "javascript:alert(1)")) == []
    assert "<#" not in str(stub_card(RESTART, "x> <!here"))
    done = stub_card(settled("approved-done"), "C0OPS", CARD_URL)
    assert line(done, "*Decision*").startswith("*Decision*  Approved once by <@U0BEN>")
    assert line(done, "*Result*")
    assert buttons(done) == []


# --- several on one card ---------------------------------------------------------------------


def requests(payload: dict[str, object]) -> list[tuple[str, str]]:
    """The request of each button, by its row's block id, and the action."""
    found: list[tuple[str, str]] = []
    for block in blocks(payload):
        if block["type"] == "actions":
            ref = parse_block_id(block["block_id"])
            assert ref is not None
            named = {one["value"] for one in block["elements"] if one["type"] == "button"}
            assert named == {ref.request}
            found += [(ref.request, one["action_id"]) for one in block["elements"]]
    return found


def test_each_call_of_a_batch_has_its_own_buttons() -> None:
    """Under a row of its own request, and one for all of them at the end."""
    card = batch_card(BATCHES["open"])
    first, second, third = (view.request for view in BATCHES["open"])
    row = [ids.APPROVE, ids.REJECT, ids.DETAILS, ids.MORE]
    assert requests(card) == [
        *((first, one) for one in row),
        *((second, one) for one in row),
        *((third, one) for one in row),
        (first, ids.APPROVE_ALL),
    ]
    assert texts(card)[0] == "⏳ 3 approvals needed"
    names = [block["block_id"] for block in blocks(card)]
    assert len(names) == len(set(names))


def test_each_row_of_a_batch_has_the_menu_with_edit_and_no_yes_for_a_while() -> None:
    """Slack takes five entries; those of one request are told apart by its block."""
    card = batch_card(BATCHES["open"])
    menus = [e for b in blocks(card) if b["type"] == "actions" for e in b["elements"]]
    entries = [[o["value"] for o in e["options"]] for e in menus if e["type"] == "overflow"]
    assert entries == [[ids.EDIT, ids.ANSWER, ids.ASK_REQUESTER, ids.HAND_OVER, ids.CANT_TAKE]] * 3


def test_an_edited_call_of_a_batch_shows_the_difference_and_is_decided_by_itself() -> None:
    """It is for other people, so each says for whom; nothing is approved all at once."""
    card = batch_card(BATCHES["edited"])
    assert line(card, "*Changed by") == "*Changed by <@U0BEN>*  amount: 49.50 → 490.00"
    assert "\n".join(texts(card)).count("*Who decides*") == 3
    assert ids.APPROVE_ALL not in buttons(card)
    assert [one for _, one in requests(card)].count(ids.APPROVE) == 3


def test_a_stub_of_a_batch_counts_what_waits() -> None:
    """And says of each call how it stands; who decides only where that is the same for all."""
    stub = batch_stub(BATCHES["one-decided"], "C0OPS", CARD_URL)
    assert texts(stub)[0] == "⏳ 3 approvals: 1 of 3 decided"
    lines = texts(stub)[1]
    assert lines.startswith("The card is in <#C0OPS> · 2 of 3 calls wait · decide by ")
    assert "✅ Approved: refund order 1041 (A-1041)" in lines
    assert "⏳ Waits: refund order 1043 (A-1043)" in lines
    assert buttons(stub) == [ids.OPEN] and "2 of 3 calls wait" in str(stub["text"])
    assert "*Who decides*" in lines
    assert "*Who decides*" not in texts(batch_stub(BATCHES["edited"], "C0OPS"))[1]
    over = batch_stub(BATCHES["decided"], "C0OPS", CARD_URL)
    assert texts(over)[0] == "☑️ 3 approvals: all decided" and buttons(over) == []


def test_what_the_calls_share_is_said_once() -> None:
    """Who asked, why, who decides, people's words; each call says its own effect and target."""
    card = batch_card(BATCHES["open"])
    for start in ("<@U0ANA>", "*Asked because*", "*Who decides*", "*Why now*", "Agent says"):
        assert line(card, start)
    boxes = [block for block in blocks(card) if block["type"] == "rich_text"]
    assert len(boxes) == 3
    assert "order 1042" in line(card, "*2. A-1042*")
    for words in ("A-1041: refund order 1041.", 'refund(order=1043, amount="49.50").'):
        assert words in str(card["text"])


def test_what_the_calls_do_not_share_is_said_of_each() -> None:
    """Another risk, deadline or vote is never hidden behind the first one's."""
    card = batch_card(BATCHES["different"])
    whole = "\n".join(texts(card))
    assert whole.count("high risk") == whole.count("medium risk") == 1
    assert whole.count("*Who decides*") == 1
    for until in ("high risk · decide by 30 Nov 14:30", "medium risk · decide by 30 Nov 15:00"):
        assert until in str(card["text"])
    assert line(card, "✔ <@U0CHI>")
    assert ids.APPROVE_ALL not in buttons(card)
    assert requests(card)[0] == (BATCHES["different"][0].request, ids.REVIEW)


def test_a_decided_call_of_a_batch_shows_its_end_and_no_yes() -> None:
    """The header counts; what is decided says how."""
    card = batch_card(BATCHES["one-decided"])
    assert texts(card)[0] == "⏳ 3 approvals: 1 of 3 decided"
    assert line(card, "*Decision*").startswith("*Decision*  Approved once by <@U0BEN>")
    assert [one for _, one in requests(card)].count(ids.APPROVE) == 1
    assert line(card, "*Since then*")
    over = batch_card(BATCHES["decided"])
    assert texts(over)[0] == "☑️ 3 approvals: all decided"
    assert not {ids.APPROVE, ids.REJECT, ids.APPROVE_ALL} & set(buttons(over))


@pytest.mark.parametrize(
    "different",
    [
        {"risk": "high"},
        {"risk": "read"},
        {"reasoned": True},
        {"revision": 2},
        {"since_then": "1 newer message"},
        {"arguments": (("sql", LONG),)},
        {"state": APPROVED},
    ],
    ids=lambda one: next(iter(one)),
)
def test_all_at_once_only_where_each_open_one_may_be_tapped(different: dict[str, object]) -> None:
    """One call that wants a look takes the button away; one that is left needs it not."""
    first, second, _ = BATCHES["open"]
    assert all_at_once((first, second))
    other: ApprovalCard = replace(second, **different)
    assert not all_at_once((first, other))
    assert ids.APPROVE_ALL not in buttons(batch_card((first, other)))


def test_eight_long_calls_fit_and_each_is_marked_as_cut() -> None:
    """Each value is cut for itself, none can be tapped, and Slack takes the message."""
    card = batch_card(BATCHES["long"])
    assert check_message(card) == []
    assert [one for _, one in requests(card)].count(ids.REVIEW) == 8
    cut = [text for text in texts(card) if "…(+" in text]
    assert len(cut) == 8
    assert all("order=1042" in text for text in cut)
    assert len(blocks(card)) <= 50


def test_short_calls_are_shown_whole_even_beside_long_ones() -> None:
    """Eight short ones are as whole as on cards of their own."""
    eight = tuple(replace(BATCHES["open"][0], request=f"3.k2j9x0a7qz.{i}") for i in range(8))
    assert all_at_once(eight)
    mixed = (*eight[:7], BATCHES["long"][7])
    assert box({"blocks": [b for b in blocks(batch_card(mixed)) if b["type"] == "rich_text"][:1]})
    assert [one for _, one in requests(batch_card(mixed))].count(ids.APPROVE) == 7
