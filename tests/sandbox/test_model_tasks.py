"""The example tasks, played turn by turn over HTTP."""

import json
from typing import Any

import pytest

from sandbox.model.tasks import (
    CourierKey,
    Health,
    Order,
    Refund,
    Restart,
    Sale,
    SomeOrder,
    Window,
    parse,
)
from tests.sandbox.model_support import (
    REFUND,
    TOOLS,
    Json,
    answer_calls,
    calls_of,
    talking,
    tool,
    user,
)

ORDER = {"order_id": 1042, "item": "espresso cup", "amount": 89.9, "status": "delivered"}


@pytest.mark.parametrize(
    ("text", "tasks"),
    [
        (
            "<@U0BOT> refund order 1042, it arrived broken",
            (Refund(1042, "it arrived broken"),),
        ),
        ("refund #7 because it never came.", (Refund(7, "it never came"),)),
        ("Refund order 9", (Refund(9, "Refund order 9"),)),
        (
            "refund orders 1042 and 1043: twice",
            (Refund(1042, "twice"), Refund(1043, "twice")),
        ),
        ("refund 12.50 EUR of order 5, late", (Refund(5, "late", 12.5),)),
        ("@signoff restart Checkout in prod", (Restart("checkout", "prod"),)),
        ("please restart the checkout service", (Restart("checkout"),)),
        ("how is checkout doing?", (Health("checkout"),)),
        ("is search down", (Health("search"),)),
        ("how is mailer doing in staging?", (Health("mailer", "staging"),)),
        ("what happened to order 1042?", (Order(1042),)),
        ("was order 1042 refunded?", (Order(1042),)),
        ("refund the order for Mia, it broke.", (SomeOrder("Mia", "it broke"),)),
        ("@signoff refund an order", (SomeOrder("", "refund an order"),)),
        ("refund the order of Ines Maro because it broke", (SomeOrder("Ines Maro", "it broke"),)),
        ("refund the order 7", (Refund(7, "refund the order 7"),)),
        ("plan a maintenance window for checkout", (Window("checkout"),)),
        ("Plan the maintenance", (Window(""),)),
        ("prepare the shop for the sale", (Sale(),)),
        ("replace the API key of our courier Parcelo", (CourierKey("Parcelo"),)),
        ("rotate Northmail's key", (CourierKey("Northmail"),)),
        ("change the courier's API key", (CourierKey(),)),
        ("replace the monkey", ()),
        ("write me a poem", ()),
    ],
)
def test_tasks_are_read_from_a_persons_words(text: str, tasks: tuple[Any, ...]) -> None:
    """Every example, and its usual variations, is understood; nothing else is."""
    assert parse(text) == tasks


async def test_a_refund_looks_first_and_answers_from_the_result() -> None:
    """The amount comes from the look-up, the reason from the person, the answer from the tool."""
    async with talking() as model:
        said = [user("@signoff refund order 1042, it arrived broken")]
        assert calls_of(await model.turn(said)) == [("look_up_order", {"order_id": 1042})]
        answer_calls(said, ORDER)
        refund = {"order_id": 1042, "amount": 89.9, "reason": "it arrived broken"}
        assert calls_of(await model.turn(said)) == [("refund_order", refund)]
        answer_calls(said, {"ok": True, "refund": "RF-1", "amount": 89.9})
        final = await model.turn(said)
        assert final["content"] == "Refunded order 1042. refund: RF-1, amount: 89.90."
        assert "tool_calls" not in final


@pytest.mark.parametrize(
    ("outcome", "words"),
    [
        ({"outcome": "rejected", "reason": "photo first"}, "rejected: “photo first”"),
        ({"outcome": {"rejected": {"reason": "photo first"}}}, "rejected: “photo first”"),
        ({"outcome": "guidance", "text": "send a new one"}, "something else: “send a new one”"),
        (
            {"outcome": "answered", "text": "it was paid in cash", "by": "Ben Ode"},
            "an answer instead by Ben Ode: “it was paid in cash”",
        ),
        ({"outcome": "expired"}, "nobody decided in time"),
        ({"outcome": "withdrawn"}, "withdrawn"),
        ({"outcome": "superseded"}, "newer request"),
        ({"outcome": "stale"}, "no longer holds"),
        ({"outcome": "stopped"}, "it was stopped"),
        ({"outcome": "limit"}, "as much as it may"),
        ({"outcome": "refused", "reason": "no rule"}, "isn't allowed: “no rule”"),
        ({"outcome": "invalid", "error": "amount: too big"}, "what I sent: “amount: too big”"),
        ({"outcome": "eaten"}, "it ended as “eaten”"),
        ({"ok": False, "error": "till is closed"}, "failed: “till is closed”"),
        ("error: till is closed", "refunded: till is closed."),
    ],
)
async def test_a_refused_refund_is_told_and_not_asked_again(outcome: object, words: str) -> None:
    """However a call ended without running, the answer says so and proposes nothing."""
    async with talking() as model:
        said = [user("refund order 1042, it arrived broken")]
        await model.turn(said)
        answer_calls(said, ORDER)
        await model.turn(said)
        answer_calls(said, outcome)
        final = await model.turn(said)
        assert final["content"].startswith("Order 1042 was not refunded: ")
        assert words in final["content"]
        assert "tool_calls" not in final


@pytest.mark.parametrize(
    ("told", "words"),
    [
        ({"outcome": "approved_with_changes", "by": "Chi Wu"}, "Chi Wu changed"),
        ({"outcome": "allowed_with_changes"}, "A review changed"),
    ],
)
async def test_a_changed_refund_is_told_with_what_was_changed(told: Json, words: str) -> None:
    """The line before a result is said in words, after what the tool did."""
    async with talking() as model:
        said = [user("refund order 1042, it arrived broken")]
        await model.turn(said)
        answer_calls(said, ORDER)
        await model.turn(said)
        line = json.dumps({**told, "changes": {"amount": {"from": 59.9, "to": 20}}})
        answer_calls(said, f"{line}\nRefunded 20.00 euros, number 1.")
        final = (await model.turn(said))["content"]
        assert final == (
            f"Refunded order 1042: 20.00 euros, number 1. {words} amount from 59.9 to 20 first."
        )


async def test_an_order_paid_back_before_is_not_proposed() -> None:
    """A look-up that shows the refund ends the task."""
    async with talking() as model:
        said = [user("refund order 1042")]
        await model.turn(said)
        answer_calls(said, {**ORDER, "status": "refunded"})
        assert "already been refunded" in (await model.turn(said))["content"]


async def test_an_unknown_order_ends_the_task() -> None:
    """A failed look-up is the answer."""
    async with talking() as model:
        said = [user("refund order 5")]
        await model.turn(said)
        answer_calls(said, "No order 5.")
        final = (await model.turn(said))["content"]
        assert final == "Order 5 was not refunded, I couldn't look it up: No order 5."


async def test_two_refunds_go_side_by_side() -> None:
    """Two orders give two look-ups at once, then two refunds at once, then one answer."""
    async with talking() as model:
        said = [user("refund orders 1042 and 1043, wrong colour")]
        looks = calls_of(await model.turn(said))
        assert looks == [("look_up_order", {"order_id": n}) for n in (1042, 1043)]
        answer_calls(said, ORDER, "Order 1043: 12.00 EUR, delivered")
        refunds = calls_of(await model.turn(said))
        assert [(name, one["amount"]) for name, one in refunds] == [
            ("refund_order", 89.9),
            ("refund_order", 12),
        ]
        ids = [call["id"] for call in said[-1]["tool_calls"]]
        assert len(set(ids)) == 2
        answer_calls(said, "Refunded order 1042: 89.90 EUR", {"outcome": "expired"})
        assert (await model.turn(said))["content"].splitlines() == [
            "Refunded order 1042: 89.90 EUR.",
            "Order 1043 was not refunded: nobody decided in time. Ask me again if it is still"
            " needed.",
        ]


async def test_a_restart_checks_health_first() -> None:
    """The environment is given in the form that the tool's schema knows."""
    async with talking() as model:
        said = [user("restart checkout in prod")]
        assert calls_of(await model.turn(said)) == [("service_health", {"service": "checkout"})]
        answer_calls(said, {"service": "checkout", "status": "degraded"})
        wanted = {"service": "checkout", "environment": "production"}
        assert calls_of(await model.turn(said)) == [("restart_service", wanted)]
        answer_calls(said, {"summary": "back in 4 s"})
        final = (await model.turn(said))["content"]
        assert final == "Restarted checkout in prod. back in 4 s."


async def test_questions_only_read() -> None:
    """Asking how something is proposes nothing but a look."""
    async with talking() as model:
        said = [user("how is checkout doing?")]
        assert calls_of(await model.turn(said)) == [("service_health", {"service": "checkout"})]
        answer_calls(said, {"status": "ok", "p99_ms": 120})
        assert (await model.turn(said))["content"] == "checkout is ok: slowest 1 % in ms: 120."


async def test_the_prompts_that_the_app_suggests_are_played() -> None:
    """Whoever presses one sees work done, not that the model is a scripted one."""
    async with talking() as model:
        said = [user("How healthy are our services right now?")]
        assert [name for name, _ in calls_of(await model.turn(said))] == ["service_health"] * 3


async def test_only_what_the_schema_has_is_sent() -> None:
    """Other names, types and missing properties are followed."""
    other = tool("refund_order", [], order={"type": "string"}, amount_cents={"type": "integer"})
    async with talking() as model:
        said = [user("refund order 1042, broken")]
        assert calls_of(await model.turn(said, [other])) == [("refund_order", {"order": "1042"})]
        said = [user("refund 12.50 of order 7")]
        assert calls_of(await model.turn(said, [other])) == [
            ("refund_order", {"order": "7", "amount_cents": 1250})
        ]


async def test_a_missing_tool_is_said() -> None:
    """A task without its tool is answered in words."""
    async with talking() as model:
        said = [user("restart checkout")]
        assert "no tool" in (await model.turn(said, [REFUND]))["content"]


async def test_a_reply_while_the_card_waits_does_not_derail() -> None:
    """Small talk after the call leaves the task in hand; a second task is taken up with it."""
    async with talking() as model:
        said = [user("refund order 1042, broken")]
        await model.turn(said)
        answer_calls(said, ORDER)
        await model.turn(said)
        answer_calls(said, {"outcome": "rejected", "reason": "no"})
        said += [user("any news?"), user("and how is checkout doing?")]
        assert calls_of(await model.turn(said)) == [("service_health", {"service": "checkout"})]
        answer_calls(said, "all fine")
        final = (await model.turn(said))["content"]
        assert final == "Order 1042 was not refunded: the request was rejected: “no”.\n" + (
            "checkout: all fine."
        )


async def test_a_task_asked_again_starts_afresh() -> None:
    """Results from before the last answer belong to the task of then."""
    async with talking() as model:
        said = [user("how is checkout doing?")]
        await model.turn(said)
        answer_calls(said, "slow")
        await model.turn(said)
        said.append(user("how is checkout doing?"))
        assert calls_of(await model.turn(said)) == [("service_health", {"service": "checkout"})]


async def test_the_unknown_is_answered_with_what_it_is() -> None:
    """It says that it is scripted and lists examples, and each of them works."""
    async with talking() as model:
        text: str = (await model.turn([user("write me a poem")]))["content"]
        assert "scripted demo model" in text
        examples = [line[2:] for line in text.splitlines() if line.startswith("• ")]
        assert len(examples) == 9
        assert all(parse(one) for one in examples)


def quoted(header: str, text: str) -> Json:
    """Give a message as an agent loop writes it: a header, and the words quoted."""
    return user(f"{header}:\n" + "\n".join(f"> {line}" for line in text.splitlines()))


async def test_quoted_words_and_a_part_paid_back() -> None:
    """The reason is only the person's words; what was paid back before is not paid again."""
    async with talking() as model:
        said = [quoted("From Ana 1043 Ruiz", "refund order 1042\nthanks")]
        assert calls_of(await model.turn(said)) == [("look_up_order", {"order_id": 1042})]
        answer_calls(said, {"id": 1042, "total": 59.9, "status": "partly refunded", "refunded": 20})
        refund = {"order_id": 1042, "amount": 39.9, "reason": "refund order 1042 thanks"}
        assert calls_of(await model.turn(said)) == [("refund_order", refund)]
        answer_calls(said, "Refunded 39.90 to Ines Maro for order 1042 (Ceramic lamp), number 7.")
        final = (await model.turn(said))["content"]
        assert final == "Refunded order 1042: 39.90 to Ines Maro (Ceramic lamp), number 7."


@pytest.mark.parametrize(
    ("result", "words"),
    [
        ({"outcome": "unknown_outcome"}, "It is unclear whether order 1042 was refunded: "),
        (
            "error: the tool did not finish within 5 s and may have taken effect",
            "It is unclear whether order 1042 was refunded: the tool did not finish",
        ),
        (
            "interrupted, outcome unknown: it may or may not have run",
            "It is unclear whether order 1042 was refunded: interrupted",
        ),
        (
            {"outcome": "ran", "by": "Ben Ode", "note": "seen in the till"},
            "Refunded order 1042. Ben Ode says that it ran: seen in the till.",
        ),
        ("error: Order 1042 is already refunded, all 59.90.", "Order 1042 is already refunded"),
    ],
)
async def test_what_is_not_known_is_not_claimed(result: object, words: str) -> None:
    """An unclear outcome is neither done nor not done; what a person vouched for is."""
    async with talking() as model:
        said = [user("refund order 1042, broken")]
        await model.turn(said)
        answer_calls(said, ORDER)
        await model.turn(said)
        answer_calls(said, result)
        assert (await model.turn(said))["content"].startswith(words)


async def test_asking_again_proposes_the_same_call_once_more() -> None:
    """A note that somebody asks again leads to that call, and its result to the answer."""
    note = "Note from the system, not from a person"
    again = (
        'Ana asks once more for this, which was not run: restart_service with {"service":'
        ' "checkout"}. If it still makes sense, call it again.'
    )
    async with talking() as model:
        said = [user("restart checkout")]
        await model.turn(said)
        answer_calls(said, {"status": "degraded"})
        await model.turn(said)
        answer_calls(said, {"outcome": "expired"})
        assert "nobody decided" in (await model.turn(said))["content"]
        said.append(quoted(note, again))
        assert calls_of(await model.turn(said)) == [("restart_service", {"service": "checkout"})]
        answer_calls(said, "Restarted checkout in prod: 6 of 6 pods ready.")
        final = (await model.turn(said))["content"]
        assert final == "Restarted checkout in prod: 6 of 6 pods ready."
        said.append(quoted(note, "A result of the call call_c7 came later:\nfine"))
        assert (await model.turn(said))["content"] == "A result came late: fine"


async def test_a_reply_that_was_no_use_is_no_answer() -> None:
    """After a note that the reply was cut off, the task goes on."""
    async with talking() as model:
        await model.script({"text": "I will", "finish": "length"})
        said = [user("how is checkout doing?")]
        await model.turn(said)
        said.append(quoted("Note from the system", "Your reply was cut off. Send it again."))
        assert calls_of(await model.turn(said)) == [("service_health", {"service": "checkout"})]


async def test_a_model_that_may_call_no_tool_says_what_is_left() -> None:
    """As a real one does, with `tool_choice` none."""
    async with talking() as model:
        said = [user("@signoff refund order 1042, it arrived broken")]
        status, body = await model.ask(said, tools=TOOLS, tool_choice="none")
        message = body["choices"][0]["message"]
        assert status == 200 and "tool_calls" not in message
        assert "Left undone: look_up_order." in message["content"]
