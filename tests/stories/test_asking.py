"""What people see when others are asked: yes, no, how instead, too late, and who may not."""

from pathlib import Path

import pytest

from tests.stories.conftest import nobody_refunded
from tests.support import wait_until
from tests.world import Message, World, changed, world

TASK = "@signoff refund order 1042, it arrived broken"
REFUND = {"name": "refund_order", "arguments": {"order_id": 1042, "reason": "it arrived broken"}}
LOOK = {"name": "look_up_order", "arguments": {"order_id": 1042}}
RESTART = {"name": "restart_service", "arguments": {"service": "checkout"}}
WHY, WHAT = "Why, or how instead", "What should happen?"
GUIDE = "Guide: do it differently, as I say below"


async def _asked(slack: World, text: str = TASK) -> tuple[Message, Message]:
    """Ana's task and the card that came of it."""
    task = await slack.person("ana").says(text)
    return task, await slack.card(task.ts)


async def _rejected(slack: World, who: str, card: Message, why: str, choice: str = "") -> None:
    """A rejection through its modal."""
    person = slack.person(who)
    await person.clicks(card, "Reject…")
    filled = {WHY: why, **({WHAT: choice} if choice else {})}
    assert await person.submits(filled) == {"status": "ok"}


# --- no, and how instead -------------------------------------------------------------------------


async def test_a_rejection_needs_a_reason_which_everybody_gets(slack: World) -> None:
    """A blank reason is refused at its field; then card, requester and model are told why."""
    task, card = await _asked(slack)
    await slack.plays({"text": "Then I won't."})
    ben = slack.person("ben")
    await ben.clicks(card, "Reject…")
    blank = await ben.submits({WHY: "  "})
    assert blank["response_action"] == "errors" and "blank reason" in str(blank["errors"])
    assert (await ben.submits({WHY: "He was refunded by phone."}))["status"] == "ok"

    told = await slack.message(task.ts, "Rejected by")
    assert "<@U0ANA>" in told.text and "He was refunded by phone." in told.text
    await slack.message(task.ts, "Then I won't.")
    settled = await slack.message(task.ts, "Rejected: refund order 1042")
    assert settled.ts == card.ts and settled.buttons == ["Details", "Ask again"]
    assert "U0BEN" in settled.text and "He was refunded by phone." in settled.text
    result = (await slack.results())[-1]
    assert '"outcome": "rejected"' in result and "He was refunded by phone." in result
    nobody_refunded(slack)


async def test_guidance_is_done_in_place_of_the_call(slack: World) -> None:
    """The model gets the guide's words and may ask for what they say; the first call never ran."""
    half = {**REFUND, "arguments": {"order_id": 1042, "amount": 20, "reason": "half of it"}}
    await slack.plays({"calls": [REFUND]}, {"calls": [half]}, {"text": "Half of it then."})
    task, card = await _asked(slack)
    await _rejected(slack, "ben", card, "Only 20 euros.", GUIDE)
    sent_back = await slack.message(task.ts, "Sent back: refund order 1042")
    assert sent_back.ts == card.ts and "Only 20 euros." in sent_back.text
    second = await slack.card(task.ts)
    assert second.ts != card.ts
    result = (await slack.results())[0]
    assert '"outcome": "guidance"' in result and "Only 20 euros." in result
    await slack.person("chi").clicks(second, "Approve once")
    await slack.message(task.ts, "Half of it then.")
    assert slack.shop("select amount from refunds") == [(20.0,)]


async def test_what_was_rejected_is_not_asked_again_by_the_model(slack: World) -> None:
    """The same action proposed once more is refused at once, and no second card appears."""
    await slack.plays({"calls": [REFUND]}, {"calls": [REFUND]}, {"text": "I give up."})
    task, card = await _asked(slack)
    await _rejected(slack, "ben", card, "No.")
    await slack.message(task.ts, "I give up.")
    assert "isn't asked again" in (await slack.results())[1]
    assert len([m for m in await slack.messages(task.ts) if "Exact action" in m.text]) == 1
    nobody_refunded(slack)


async def test_the_requester_may_ask_again_after_a_rejection(slack: World) -> None:
    """*Ask again* on the settled card takes the ended run up and makes a card of its own."""
    await slack.plays({"calls": [REFUND]}, {"text": "I won't."})
    task, card = await _asked(slack)
    await _rejected(slack, "ben", card, "No.")
    await slack.message(task.ts, "I won't.")
    rejected = await slack.message(task.ts, "Rejected: refund order 1042")

    await slack.plays({"calls": [REFUND]}, {"text": "Done after all."})
    await slack.person("eli").clicks(rejected, "Ask again")
    await slack.person("eli").hears("You can't do that with A-")
    await slack.person("ana").clicks(rejected, "Ask again")
    second = await slack.card(task.ts)
    assert second.ts != card.ts
    await slack.person("ben").clicks(second, "Approve once")
    await slack.message(task.ts, "Done after all.")
    assert slack.shop("select count(*) from refunds") == [(1,)]


# --- words in the thread -------------------------------------------------------------------------


@pytest.mark.case("A37")
async def test_stop_in_the_thread_ends_the_run(slack: World) -> None:
    """The requester says stop: the card and the thread say so, and an approval comes too late."""
    task, card = await _asked(slack)
    await slack.person("ana").says("@signoff stop", thread=task.ts)
    stopped = await slack.message(task.ts, "was stopped")
    assert "U0ANA" in stopped.text
    settled = await slack.message(task.ts, "Stopped: refund order 1042")
    assert settled.ts == card.ts and settled.buttons == ["Details"]
    late = {"ts": card.ts, "channel": card.channel, "text": "Approve once", "stale": True}
    await slack.does("ben", "click", **late)
    assert "stopped this" in await slack.person("ben").hears("Nothing more to do.")
    nobody_refunded(slack)
    await slack.person("ana").says("@signoff stop", thread=task.ts)
    await slack.person("ana").hears("Nothing is running in this thread.")


@pytest.mark.case("A37")
async def test_withdraw_in_the_thread_takes_the_question_back(slack: World) -> None:
    """The card says who withdrew it, the model is told, and nothing was run."""
    task, card = await _asked(slack)
    await slack.plays({"text": "As you wish."})
    await slack.person("ana").says("@signoff withdraw", thread=task.ts)
    await slack.message(task.ts, "As you wish.")
    settled = await slack.message(task.ts, "Withdrawn: refund order 1042")
    assert settled.ts == card.ts and "U0ANA" in settled.text
    assert '"outcome": "withdrawn"' in (await slack.results())[-1]
    nobody_refunded(slack)


async def test_a_colleague_may_not_stop_what_an_approver_may(slack: World) -> None:
    """Eli is refused in words and the card stays; Chi, an approver, ends the run."""
    task, card = await _asked(slack)
    await slack.person("eli").says("@signoff stop", thread=task.ts)
    await slack.person("eli").hears("Only whoever asked, an approver or an admin can do that.")
    assert (await slack.card(task.ts)).ts == card.ts
    await slack.person("chi").says("@signoff stop", thread=task.ts)
    assert "U0CHI" in (await slack.message(task.ts, "was stopped")).text


async def test_a_nudge_reminds_whoever_may_still_decide(slack: World) -> None:
    """At once and by mention. A second one is told that it was just done, a stranger no."""
    task, card = await _asked(slack)
    ana = slack.person("ana")
    await slack.person("eli").says("@signoff nudge", thread=task.ts)
    await slack.person("eli").hears("Only whoever asked, an approver or an admin can do that.")
    await ana.says("@signoff nudge A-99", thread=task.ts)
    await ana.hears("no request here that this could be about")
    await ana.says("@signoff nudge a-1", thread=task.ts)
    reminder = await slack.message(task.ts, "still needs a decision")
    assert "U0BEN" in reminder.text and "A-1" in reminder.text
    await slack.person("chi").says("@signoff nudge", thread=task.ts)
    await slack.person("chi").hears("They were reminded of this a moment ago")
    assert (await slack.card(task.ts)).buttons[0] == "Approve once", "no message to the run"
    assert (await slack.card(task.ts)).ts == card.ts


async def test_plain_words_and_emoji_decide_nothing(slack: World) -> None:
    """Neither a yes by an approver, nor a reaction on the card, nor a command about another number.

    Only the last is answered: privately, in words. The others are messages to the run.
    """
    task, card = await _asked(slack)
    ben = slack.person("ben")
    await slack.does("ben", "react", channel=card.channel, ts=card.ts, name="white_check_mark")
    await ben.says("@signoff approve A-99999", thread=task.ts)
    await ben.hears("no request of that number")
    assert (await slack.card(task.ts)).buttons[0] == "Approve once", "no message to the run"
    for words in ("approve", "yes, do it", ":white_check_mark:"):
        await ben.says(words, thread=task.ts)
    still = await slack.message(task.ts, "3 newer messages")
    assert still.buttons[0] == "Review…"
    assert slack.shop("select count(*) from refunds") == [(0,)]


async def test_a_command_with_the_number_is_a_tap_on_the_card(slack: World) -> None:
    """By whoever may; the requester, and whoever hasn't read the newest message, are refused."""
    task, card = await _asked(slack)
    number = card.text[card.text.index("A-") :].split(",")[0].split()[0].rstrip(".")
    await slack.person("ana").says(f"@signoff approve {number}", thread=task.ts)
    await slack.person("ana").hears("someone else has to decide")
    await slack.person("eli").says("hold on", thread=task.ts)
    await slack.message(task.ts, "1 newer message")
    ben = slack.person("ben")
    await ben.says(f"@signoff approve {number}", thread=task.ts)
    await ben.hears("newer messages in the thread")
    nobody_refunded(slack)


async def test_a_yes_in_words_lets_a_short_call_go(slack: World) -> None:
    """As one tap would."""
    task, card = await _asked(slack)
    number = card.text[card.text.index("A-") :].split(",")[0].split()[0].rstrip(".")
    await slack.person("ben").says(f"@signoff Approve {number.lower()}", thread=task.ts)
    await slack.message(task.ts, "Refunded order 1042")
    assert "U0BEN" in (await slack.message(task.ts, "Approved once by")).text


async def test_words_while_people_are_asked_wait_for_the_next_turn(slack: World) -> None:
    """They get a reaction, turn one tap into *Review…*, and the model reads them afterwards."""
    await slack.plays({"calls": [REFUND]}, {"text": "Refunded, and noted."})
    task, card = await _asked(slack)
    assert card.buttons[0] == "Approve once"
    said = await slack.person("ana").says("wait, he has two orders", thread=task.ts)
    redrawn = await slack.message(task.ts, "Since then")
    assert redrawn.ts == card.ts and redrawn.buttons[0] == "Review…"
    assert "wait, he has two orders" in redrawn.text
    assert slack.shop("select count(*) from refunds") == [(0,)]

    ben = slack.person("ben")
    old = {"ts": card.ts, "channel": card.channel, "text": "Approve once", "stale": True}
    assert (await slack.does("ben", "click", **old))["status"] == "ok"
    await ben.hears("There are newer messages in the thread")
    assert slack.shop("select count(*) from refunds") == [(0,)]
    await ben.clicks(redrawn, "Review…")
    view = await ben.view()
    assert "wait, he has two orders" in str(view) and "refund_order" in str(view)
    assert (await ben.submits({"Reason": "same customer"}))["status"] == "ok"
    await slack.message(task.ts, "Refunded, and noted.")
    settled = await slack.message(task.ts, "Approved once by")
    assert "same customer" in settled.text
    assert "> wait, he has two orders" in (await slack.heard())[-1]["content"]

    async def seen() -> bool:
        (found,) = [m for m in await slack.messages(task.ts) if m.ts == said.ts]
        return any(r["name"] == "eyes" for r in found.raw.get("reactions", []))

    await wait_until(seen, "a reaction")


# --- who may not ---------------------------------------------------------------------------------


@pytest.mark.case("A35")
async def test_who_may_not_decide_is_told_why(slack: World) -> None:
    """A colleague, an admin without the role and a guest are refused in private words."""
    task, card = await _asked(slack)
    for name in ("eli", "dee"):
        await slack.person(name).clicks(card, "Approve once")
        words = await slack.person(name).hears("You can't decide A-")
        assert "1 of the approver role (now" in words and "you aren't in that group" in words
        assert "Ben" in words and "Chi" in words
    await slack.person("gus").clicks(card, "Approve once")
    await slack.person("gus").hears("Guests can't decide here.")
    assert (await slack.card(task.ts)).buttons == card.buttons
    nobody_refunded(slack)


async def test_another_company_gives_no_tasks(slack: World) -> None:
    """In a shared channel Olga's task isn't taken, in words; test_places.py has her click."""
    theirs = await slack.person("olga").says(TASK, channel="partners")
    await slack.person("olga").hears("Members of other companies can't give me tasks here.")
    assert not [m for m in await slack.messages(theirs.ts) if m.raw.get("user") == "U0SIGNOFF"
                and not m.raw.get("ephemeral_to")]  # fmt: skip
    nobody_refunded(slack)


async def test_a_guest_gives_no_tasks(slack: World) -> None:
    """Gus is told so; no model is asked, so nothing of the shop is looked up for him."""
    task = await slack.person("gus").says("@signoff what happened to order 1042?")
    refused = await slack.message(task.ts, "Guests can't give me tasks here.")
    assert "<@U0GUS>" in refused.text
    assert await slack.requests() == []


async def test_an_unlinked_account_is_told_to_link(tmp_path: Path, redis: str) -> None:
    """Whoever isn't in signoff.yaml decides nothing and is told what would help."""
    config = changed(tmp_path, ("user: U0DEE", "user: U0ZED"))
    async with world(tmp_path, redis, config=config) as slack:
        _, card = await _asked(slack)
        await slack.person("dee").clicks(card, "Approve once")
        words = await slack.person("dee").hears("I don't know your account yet.")
        assert "link it" in words
        nobody_refunded(slack)


async def test_an_approver_who_asked_needs_another(slack: World) -> None:
    """Ben asked, so Ben may not approve although he is in the set; Chi may."""
    task = await slack.person("ben").says(TASK)
    card = await slack.card(task.ts)
    await slack.person("ben").clicks(card, "Approve once")
    await slack.person("ben").hears("You asked for this, so someone else has to decide.")
    await slack.person("chi").clicks(card, "Approve once")
    await slack.message(task.ts, "Refunded order 1042")


async def test_an_approver_who_steered_needs_another(slack: World) -> None:
    """Ben's words led to the second call, so he may approve the first one only."""
    more = {**REFUND, "arguments": {"order_id": 1043, "reason": "Ben says so"}}
    await slack.plays({"calls": [REFUND]}, {"calls": [more]}, {"text": "Both done."})
    task, card = await _asked(slack)
    await slack.person("ben").says("1043 too please", thread=task.ts)
    first = await slack.message(task.ts, "Since then")
    await slack.person("ben").clicks(first, "Review…")
    await slack.person("ben").submits({})
    second = await slack.message(task.ts, "Approval needed: refund order 1043")
    assert second.ts != card.ts
    await slack.person("ben").clicks(second, "Approve once")
    await slack.person("ben").hears("You asked for this, so someone else has to decide.")
    await slack.person("chi").clicks(second, "Approve once")
    await slack.message(task.ts, "Both done.")


async def test_nobody_left_to_ask_is_said_at_once(tmp_path: Path, redis: str) -> None:
    """The only approver asked for it: no card waits in vain, the model and Ben are told."""
    alone = ("user: U0CHI}\n    roles: [approver]", "user: U0CHI}\n    roles: [requester]")
    async with world(tmp_path, redis, config=changed(tmp_path, alone)) as slack:
        await slack.plays({"calls": [REFUND]}, {"text": "Nobody may allow it."})
        task = await slack.person("ben").says(TASK)
        await slack.message(task.ts, "Nobody may allow it.")
        assert "nobody who could answer" in (await slack.results())[0]
        told = await slack.message(task.ts, "Not asked: refund order 1042")
        assert told.text.startswith("<@U0BEN> ") and "Nothing was run" in told.text
        assert "an admin may add people to the approvers of refunds" in told.text
        assert not any(m.buttons for m in await slack.messages(task.ts))


# --- several at once -----------------------------------------------------------------------------


async def test_a_read_runs_while_its_neighbour_waits(slack: World) -> None:
    """The model is called again when the gated call is decided too, with both results in order."""
    await slack.plays({"calls": [REFUND, LOOK]}, {"text": "Both seen to."})
    task, card = await _asked(slack)
    await slack.person("ben").clicks(card, "Approve once")
    await slack.message(task.ts, "Both seen to.")
    refunded, found = await slack.results()
    assert "refund number 1" in refunded and '"customer"' in found
    # The look-up ran before anybody had decided.
    assert '"status": "delivered"' in found
    assert len(await slack.requests()) == 2


async def test_two_calls_of_one_turn_are_decided_each_for_itself(slack: World) -> None:
    """The second is approved and the first rejected; the model gets both, in its own order."""
    await slack.plays({"calls": [REFUND, RESTART]}, {"text": "One of two."})
    task = await slack.person("ana").says("@signoff refund 1042 and restart checkout")
    card = await slack.message(task.ts, "2 approvals needed")
    await slack.person("ben").clicks(card, "Approve once", row=card.rows("Approve once")[1])
    card = await slack.message(task.ts, "1 of 2 decided")
    await _rejected(slack, "chi", card, "Not yet.")
    await slack.message(task.ts, "One of two.")
    first, second = await slack.results()
    assert '"outcome": "rejected"' in first and "Restarted checkout in prod" in second
    assert slack.shop("select count(*) from restarts") == [(1,)]
    nobody_refunded(slack)


# --- time, and the whole of it -------------------------------------------------------------------


@pytest.mark.case("A37")
async def test_what_nobody_decides_lapses_without_a_click(tmp_path: Path, redis: str) -> None:
    """At the deadline the card, the requester and the model are told; a late yes is refused."""
    async with world(tmp_path, redis) as slack:
        task, card = await _asked(slack)
        await slack.plays({"text": "Nobody answered."})
        slack.passes(15 * 60)
        reminded = await slack.message(task.ts, "still needs a decision")
        assert "U0BEN" in reminded.text and "U0CHI" in reminded.text
        slack.passes(45 * 60)
        told = await slack.message(task.ts, "Nobody decided on refund order 1042")
        assert "<@U0ANA>" in told.text and "ask again" in told.text
        settled = await slack.message(task.ts, "Expired, nobody decided")
        assert settled.ts == card.ts and settled.buttons == ["Ask again"]
        await slack.message(task.ts, "Nobody answered.")
        assert '"outcome": "expired"' in (await slack.results())[-1]
        late = {"ts": card.ts, "channel": card.channel, "text": "Approve once", "stale": True}
        assert (await slack.does("ben", "click", **late))["status"] == "ok"
        await slack.person("ben").hears("and nothing was run.")
        nobody_refunded(slack)


@pytest.mark.parametrize("who", ["ben", "eli"])
async def test_details_show_the_whole_action(slack: World, who: str) -> None:
    """Whoever sees the card may read all of it, also what is too long for the card."""
    why = "broken " * 40
    long = {**REFUND, "arguments": {"order_id": 1042, "reason": why.strip()}}
    await slack.plays({"text": "I think he is right.", "calls": [long]})
    _, card = await _asked(slack)
    await slack.person(who).clicks(card, "Details")
    shown = str(await slack.person(who).view())
    assert why.strip() in shown and "order_id" in shown and "I think he is right." in shown
    assert "the approver role" in shown and "refunds need one person on call" in shown
