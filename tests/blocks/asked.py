"""Questions with ordinary content, for the golden files: open in every way, and over."""

from collections.abc import Iterator
from dataclasses import replace

from blocks import listing, notice, progress, question_posts
from blocks.elements import Payload
from blocks.listing import EndedLine, RequestLine, Unanswered
from blocks.people import Approvers, Who
from blocks.question import Button, Ended, QuestionCard, question_card, question_stub
from blocks.views import Outcome

AT = 1_796_047_200  # 2026-11-30 14:00 UTC
ANA = Who(id="U0ANA", name="Ana Ruiz")
BEN = Who(id="U0BEN", name="Ben Ode")
CHI = Who(id="U0CHI", name="Chi Wu")
URL = "https://acme.slack.com/archives/C0PAY/p1796047200000100"

REGION = QuestionCard(
    request="3.k2j9x0a7qz.2",
    number="Q-1043",
    run="R-778",
    revision=1,
    agent="ops",
    text="Which region is the customer in?",
    requester=ANA,
    of="whoever asked for the task",
    now=(ANA,),
    deadline=AT + 86_400,
    buttons=(
        Button(label="eu-west-1", option="0", kind="option"),
        Button(label="us-east-1", option="1", kind="option"),
        Button(label="Other…", kind="other"),
    ),
    fallback="I take eu-west-1, where most of them are.",
)
FORM = replace(
    REGION,
    text="What is the refund for?\nThe order has three items, and two of them came back.",
    fields=("Items", "Amount in EUR", "A word to the customer"),
    buttons=(Button(label="Answer…", primary=True),),
    fallback="",
)
ACTIONS = replace(
    FORM,
    buttons=(
        Button(label="Refund", action=0, primary=True),
        Button(label="Send a new one", action=1),
        Button(label="Close without either", action=2, danger=True),
    ),
    cancel="Ask me later",
)
SEVERAL = replace(
    FORM, text="What is on sale?", fields=("Lamps", "Curtains", "Chairs", "Blankets"), choose=True
)
ONE_ANSWER = Ended(outcome="answered", at=AT + 90, by=ANA, answers=(("Your answer", "eu-west-1"),))
ANSWERS = (("Items", "kettle, lid"), ("Amount in EUR", "31.50"), ("Card number", "[hidden]"))
ALL_ANSWERS = Ended(outcome="answered", at=AT + 90, by=BEN, answers=ANSWERS, action="Refund")

OPEN = {
    "open": REGION,
    "open-form": FORM,
    "open-actions": ACTIONS,
    "open-several": SEVERAL,
    "open-page": replace(FORM, text="Which key shall I use?", fields=(), on_page=True),
    "open-yes-or-no": replace(
        REGION,
        text="Is the shop open on Sunday?",
        buttons=(
            Button(label="Yes", option="0", kind="option"),
            Button(label="No", option="1", kind="option"),
        ),
    ),
    "open-elsewhere": replace(REGION, of="anyone linked", now=(), permalink=URL),
    "open-private": replace(REGION, of="the oncall role", now=(BEN, CHI)),
}
ENDED = {
    "answered": replace(REGION, ended=ONE_ANSWER),
    "answered-form": replace(ACTIONS, ended=ALL_ANSWERS),
    "cancelled": replace(REGION, ended=Ended(outcome="cancelled", at=AT + 90, by=ANA)),
    "unanswered": replace(REGION, ended=Ended(outcome="unanswered", at=AT + 86_400)),
    "unanswered-bare": replace(FORM, ended=Ended(outcome="unanswered", at=AT + 86_400)),
    "stopped": replace(REGION, ended=Ended(outcome="stopped", at=AT + 90, by=BEN)),
    "stopped-task-gone": replace(
        REGION,
        ended=Ended(
            outcome="stopped", at=AT + 90, why="the message that asked for this was deleted"
        ),
    ),
    "unasked": replace(
        REGION,
        ended=Ended(outcome="unasked", at=AT + 2, why="the channel is archived or closed"),
    ),
}

LINE = RequestLine(
    request=REGION.request,
    number="Q-1043",
    title=REGION.text,
    risk="low",
    deadline=REGION.deadline,
    url=URL,
    question=True,
)
PRIVATE = replace(LINE, request="2.x0a7qzk2j9.4", number="Q-1044", title=None, url=None)
ENDS: tuple[tuple[Outcome | Unanswered, Who | None], ...] = (
    ("answered", ANA),
    ("cancelled", BEN),
    ("unanswered", None),
    ("stopped", BEN),
)
OVER = tuple(
    replace(
        LINE,
        request=f"1.x0a7qzk2j9.{n}",
        number=f"Q-{n}",
        ended=EndedLine(outcome=outcome, at=AT, by=by),
    )
    for n, (outcome, by) in enumerate(ENDS, 1050)
)
TIMELINE = progress.Timeline(
    run="R-778",
    state="waiting",
    tasks=(
        progress.Task(id="c1", what="question Q-1041", state="replied", question=True),
        progress.Task(
            id="c2",
            what="question Q-1043",
            state="waiting",
            asked=Approvers(needs=1, of=REGION.of, now=(ANA,)),
            question=True,
        ),
    ),
)


def messages() -> Iterator[tuple[str, Payload]]:
    """Cards, stubs, posts and lists."""
    for name, view in {**OPEN, **ENDED}.items():
        yield f"card-question-{name}", question_card(view)
    elsewhere = OPEN["open-elsewhere"]
    yield "card-question-stub", question_stub(elsewhere, URL)
    yield "card-question-stub-unseen", question_stub(elsewhere)
    yield "card-question-stub-answered", question_stub(replace(elsewhere, ended=ONE_ANSWER), URL)
    yield "reminder-question", question_posts.reminder(REGION)
    yield "reminder-question-anyone", question_posts.reminder(elsewhere)
    yield "alarm-question-escalated", question_posts.escalated(OPEN["open-private"], 1800)
    yield "told-question-answered", question_posts.told(ENDED["answered-form"], BEN)
    yield "told-question-cancelled", question_posts.told(ENDED["cancelled"], BEN)
    why = "the channel is archived or closed"
    yield "told-question-unasked", question_posts.unasked(ENDED["unasked"], why)
    yield "list-questions", listing.requests("Waiting for your answer:", (LINE, PRIVATE), 0)
    yield "list-questions-settled", listing.requests("Settled:", OVER, 0)
    yield "timeline-question", progress.timeline(TIMELINE)
    waiting = notice.Waiting(
        number="Q-1043", title=REGION.text, deadline=REGION.deadline, question=True
    )
    yield (
        "status-question",
        notice.status(notice.Status(run="R-778", doing="waiting for people", waiting=(waiting,))),
    )
