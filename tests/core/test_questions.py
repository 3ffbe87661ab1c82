"""Questions: what they may look like, who may answer, what ends them, and what comes back."""

import json
from dataclasses import replace
from typing import Any

import pytest

from bot.core import answering, questions
from bot.core.canon import BadArguments, canonical, parse
from bot.core.clicks import clicked
from bot.core.due import due, wake_at
from bot.core.effects import RunTool
from bot.core.events import Checked, Ticked
from bot.core.ids import Who
from bot.core.questions import FALLBACK, LONGEST, OPTION, OPTIONS, envelope, questioned
from bot.core.request import Action, Click, Ended, PendingClick, PersonFacts, Request
from bot.core.result import as_json, result
from bot.core.rights import may_decide
from bot.core.state import NoteKind, Run
from bot.core.terms import Approvers, AskSpec, NextTier
from bot.core.transcript import lines
from bot.core.verdicts import Ask, Refuse
from tests.core import world
from tests.core.world import ANA, BEN, CHI, DEE, ELI, T0, click, decide, fold, turn

SCHEMA: dict[str, Any] = {"type": "object", "title": "Where?", "properties": {}}


def _spec(**change: Any) -> AskSpec:
    return replace(world.ASKS.spec, **change)


def _told(before: Run, after: Run, event: Any) -> Any:
    """What the model was told by that step: its only result."""
    found = [json.loads(line) for line in lines(before, after, event)]
    return next(json.loads(line["text"]) for line in found if line["k"] == "result")


# --- what is asked -------------------------------------------------------------------------------


def test_a_question_in_free_text() -> None:
    """Just words, or the bare `request` of the same."""
    for args in ({"question": " Which? "}, {"request": "Which?"}):
        asked = questioned("askUser", args)
        assert (asked.text, asked.options, asked.fallback) == ("Which?", (), "")
        assert isinstance(asked.schema, dict)
        assert asked.schema["required"] == ["answer"]
        assert asked.ui == {"answer": {"ui:widget": "textarea"}}


def test_options_of_which_one_is_chosen_are_buttons_and_of_several_a_form() -> None:
    """There is always a way to say something else."""
    one = questioned("askUser", {"question": "Which?", "options": ["eu", "us"], "fallback": "eu"})
    assert (one.options, one.fallback) == (("eu", "us"), "eu")
    several = questioned("askUser", {"question": "Which?", "options": ["a", "b"], "multiple": True})
    assert several.options == ()
    for asked, name in ((one, "answer"), (several, "answers")):
        assert isinstance(asked.schema, dict)
        assert asked.schema["anyOf"] == [{"required": [name]}, {"required": ["other"]}]
        assert list(asked.schema["properties"]) == [name, "other"]


def test_an_empty_list_of_options_is_free_text() -> None:
    """As if there were none."""
    assert questioned("askUser", {"question": "Which?", "options": []}).options == ()


def test_a_form_is_taken_as_it_is() -> None:
    """By either name of the tool, and inside `request`; one of them stands on a web page only."""
    actions = [{"id": "go", "label": "Go"}]
    ui: dict[str, Any] = {"ui:order": []}
    args: dict[str, Any] = {
        "schema": SCHEMA, "uiSchema": ui, "actions": actions, "channel": "C1",
        "installationId": "T1", "fallback": "none", "question": "Where to?",
    }  # fmt: skip
    asked = questioned("askHuman", args)
    assert (asked.text, asked.channel, asked.installation) == ("Where to?", "C1", "T1")
    assert (asked.schema, asked.ui, asked.actions) == (SCHEMA, ui, tuple(actions))
    assert questioned("askUser", {"request": args}) == asked
    assert questioned("hitl_askHuman", args) == replace(asked, page=True)
    assert not asked.page and asked.card is None


@pytest.mark.parametrize(
    ("schema", "text"),
    [
        (SCHEMA, "Where?"),
        ({"title": "Where?", "description": "Of two"}, "Where?\nOf two"),
        ({"title": 7, "description": " "}, ""),
        (True, ""),
        ({"title": "x" * (LONGEST + 9)}, "x" * LONGEST),
    ],
)
def test_without_a_question_the_schema_has_the_words(schema: Any, text: str) -> None:
    """Its title and description; what is no text doesn't count."""
    assert questioned("askHuman", {"schema": schema}).text == text


def test_a_card_of_the_models_own() -> None:
    """Its blocks and modals are kept as they are."""
    asked = questioned("hitl_slackBlocks", {"blocks": [{"type": "divider"}], "modals": {"a": {}}})
    assert asked.card == {"blocks": [{"type": "divider"}], "modals": {"a": {}}}


@pytest.mark.parametrize(
    ("tool", "args", "words"),
    [
        ("askUser", {}, "question is missing"),
        ("askUser", {"question": "  "}, "question is missing"),
        ("askUser", {"question": 7}, "question must be text"),
        ("askUser", {"question": "x" * (LONGEST + 1)}, f"at most {LONGEST} characters"),
        ("askUser", {"question": "?", "fallback": "x" * (FALLBACK + 1)}, f"at most {FALLBACK}"),
        ("askUser", {"question": "?", "multiple": "yes"}, "multiple must be true or false"),
        ("askUser", {"question": "?", "options": ["one"]}, f"2 to {OPTIONS} texts"),
        ("askUser", {"question": "?", "options": "a, b"}, f"2 to {OPTIONS} texts"),
        ("askUser", {"question": "?", "options": [*map(str, range(OPTIONS + 1))]}, "2 to"),
        ("askUser", {"question": "?", "options": ["a", " "]}, "each option must be text"),
        ("askUser", {"question": "?", "options": ["a", 7]}, "each option must be text"),
        ("askUser", {"question": "?", "options": ["a", "b" * (OPTION + 1)]}, f"at most {OPTION}"),
        ("askUser", {"question": "?", "options": ["a", "a"]}, "twice"),
        ("askUser", {"question": "?", "choices": []}, "there is no 'choices'"),
        ("askUser", {"request": "?", "question": "?"}, "there is no 'question'"),
        ("askUser", {"request": {"schema": {}}, "question": "?"}, "there is no 'question'"),
        ("askHuman", {}, "schema is missing"),
        ("askHuman", {"schema": "x"}, "schema must be a JSON Schema"),
        ("askHuman", {"schema": {}, "uiSchema": []}, "uiSchema must be an object"),
        ("askHuman", {"schema": {}, "actions": {}}, "actions must be a list"),
        ("askHuman", {"schema": {}, "channel": 7}, "channel must be text"),
        ("askHuman", {"schema": {}, "options": []}, "there is no 'options'"),
        ("hitl_slackBlocks", {"blocks": {}}, "blocks is missing"),
        ("hitl_slackBlocks", {"blocks": [], "schema": {}}, "there is no 'schema'"),
    ],
)
def test_what_is_no_question_is_said_in_words(tool: str, args: dict[str, Any], words: str) -> None:
    """The model is told what is wrong, and nobody is asked."""
    with pytest.raises(BadArguments, match=words):
        questioned(tool, args)


def test_asking_tools_are_known_by_name() -> None:
    """No other tool is one."""
    assert all(map(questions.asks, ("askUser", "askHuman", "hitl_slackBlocks", "hitl_askHuman")))
    assert not questions.asks("refund") and not questions.asks("askuser")


# --- what comes back -----------------------------------------------------------------------------


def _ended(ended: Ended | None, args: str = world.REGIONS) -> Request:
    _, request = world.questioned()
    return replace(request, ended=ended, args=args)


def test_an_answer_comes_back_exactly() -> None:
    """Numbers keep their digits, texts their characters; the action is the one chosen."""
    values = '{"n": 1.10, "big": 12345678901234567890123, "e": 1E+2, "t": "ü\\u0000“"}'
    found = envelope(_ended(Ended("answered", T0, ANA, action="save “it”", values=values)))
    assert found == f'{{"action": "save “it”", "values": {values}}}'
    assert json.loads(found)["values"]["big"] == 12345678901234567890123


@pytest.mark.parametrize("values", ["null", "false", "0", '""', "[]", "1e400"])
def test_an_answer_may_be_any_value(values: str) -> None:
    """What looks like nothing is an answer too."""
    ended = Ended("answered", T0, ANA, action="submit", values=values)
    assert envelope(_ended(ended)) == f'{{"action": "submit", "values": {values}}}'


def test_without_an_answer_there_are_no_values() -> None:
    """A cancelled one says so; one that lapsed has the fallback that was shown, if any."""
    assert json.loads(envelope(_ended(Ended("cancelled", T0, ANA)))) == {
        "action": "cancel", "values": None,
    }  # fmt: skip
    lapsed = Ended("unanswered", T0)
    assert json.loads(envelope(_ended(lapsed))) == {
        "action": "unanswered", "values": None, "fallback": "eu",
    }  # fmt: skip
    bare = canonical(parse('{"question": "Which?"}'))
    assert json.loads(envelope(_ended(lapsed, bare))) == {"action": "unanswered", "values": None}
    assert json.loads(envelope(_ended(lapsed, "[1")))["action"] == "unanswered"


# --- who may answer ------------------------------------------------------------------------------


def _person(who: Who, *, linked: bool = True, **more: Any) -> PersonFacts:
    roles = world.ROLES.get(who.user, ()) if linked else ()
    person = who.user.lower() if linked else None
    return PersonFacts(who, known=True, person=person, roles=roles, **more)


@pytest.mark.parametrize(
    ("approvers", "who", "linked", "submit", "cancel"),
    [
        (Approvers(requester=True), ANA, True, None, None),
        (Approvers(requester=True), ANA, False, None, None),
        (Approvers(requester=True), BEN, True, "not_approver", None),
        (Approvers(requester=True), DEE, True, "not_approver", None),
        (Approvers(requester=True), ELI, True, "not_approver", "not_approver"),
        (Approvers(requester=True), ELI, False, "not_linked", "not_linked"),
        (Approvers(anyone=True), ELI, True, None, None),
        (Approvers(anyone=True), ANA, True, None, None),
        (Approvers(anyone=True), ANA, False, "not_linked", "not_linked"),
        (Approvers(people=("uben",)), BEN, True, None, None),
        (Approvers(people=("uben",)), ANA, True, "not_approver", None),
        (Approvers(people=("uben",)), ANA, False, "not_linked", "not_linked"),
        (Approvers(people=("uben",)), CHI, True, "not_approver", None),
        (Approvers(people=("uana",)), ANA, True, None, None),
    ],
)
def test_who_may_answer_and_who_may_end_it(
    approvers: Approvers, who: Who, *, linked: bool, submit: NoteKind | None,
    cancel: NoteKind | None,
) -> None:  # fmt: skip
    """Whoever is asked; whoever asked for the task and whoever may stop it may end it, too."""
    run, request = world.questioned(Ask(_spec(approvers=approvers)))
    facts = _person(who, linked=linked)
    pressed: tuple[tuple[Action, NoteKind | None], ...] = (("submit", submit), ("cancel", cancel))
    for action, wanted in pressed:
        made = Click("", action, request.id, 1, who)
        assert answering.barred(run, request, PendingClick(made, facts)) == wanted, action
    assert may_decide(run, request, facts) is (submit is None)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"known": False}, "cant_verify"),
        ({"guest": True}, "guest"),
        ({"outside": True}, "outside"),
        ({"deactivated": True}, "deactivated"),
        ({"bot": True}, "bot"),
    ],
)
def test_a_stranger_answers_nothing_even_of_their_own(change: dict[str, Any], why: str) -> None:
    """Not being linked is the only thing that whoever asked for the task may be without."""
    run, request = world.questioned()
    facts = replace(_person(ANA, linked=False), **change)
    for action in ("submit", "cancel"):
        made = Click("", action, request.id, 1, ANA)
        assert answering.barred(run, request, PendingClick(made, facts)) == why
    assert not may_decide(run, request, facts)
    nobody = PendingClick(Click("", "submit", request.id, 1, ANA))
    assert answering.barred(run, request, nobody) == "cant_verify"


def test_a_set_that_could_not_be_read_has_nobody_in_it() -> None:
    """A doubt is a no, in words that say so."""
    spec = _spec(approvers=Approvers(groups=("S1",)))
    run, request = world.questioned(Ask(spec))
    made = Click("", "submit", request.id, 1, ELI)
    unread = replace(_person(ELI), unread=("group:S1",))
    assert answering.barred(run, request, PendingClick(made, unread)) == "cant_verify"
    inside = replace(_person(ELI), sets=("group:S1",))
    assert answering.barred(run, request, PendingClick(made, inside)) is None


def test_the_next_tier_answers_once_its_time_has_come() -> None:
    """It is told in a post of its own, and those who were asked before keep their right."""
    tier = NextTier(600, Approvers(people=("ueli",)))
    spec = _spec(approvers=Approvers(people=("uben",)), next=(tier,), reminders_s=())
    run, request = world.questioned(Ask(spec))
    assert wake_at(run) == T0 + 600_000
    early = decide(run, click("submit", request.id, ELI))
    assert world.notes(early) == ["not_approver"]
    run = fold(run, Ticked(), at=T0 + 600_000)
    assert world.says(run) == ["escalated"]
    for who in (ELI, BEN):
        assert world.outcome(decide(run, click("submit", request.id, who)), request.id)


# --- how it ends ---------------------------------------------------------------------------------


def test_an_answer_ends_the_call_and_not_the_run() -> None:
    """The model gets it; nothing is to be run, and whoever answered isn't told so."""
    run, request = world.questioned()
    made = click("submit", request.id, ANA)
    before = fold(run, made)
    after = fold(before, world.checked(made))
    ended = world.settled(after, request.id).ended
    assert ended == Ended("answered", T0, ANA, action="submit", values='{"answer": "us"}')
    assert (world.state(after), after.phase.kind, world.says(after)) == ("finished", "thinking", [])
    assert not any(isinstance(effect, RunTool) for effect in due(after, T0))
    told = _told(before, after, world.checked(made))
    assert told == {"action": "submit", "values": {"answer": "us"}}


@pytest.mark.parametrize("option", ["2", "-1", "x", "1.0", "²"])
def test_an_option_that_there_is_not_is_no_answer(option: str) -> None:
    """Whoever sent it is told; the question stays open."""
    run, request = world.questioned()
    forged = replace(click("submit", request.id, ANA).click, option=option)
    run = clicked(run, forged)
    run = fold(run, Checked(forged.id, world.facts(ANA), world.ASKS, world.POLICY))
    assert (world.notes(run), world.state(run)) == (["changed"], "waiting")


def test_somebody_elses_answer_is_told_to_whoever_asked_for_the_task() -> None:
    """In one line; so is the end that somebody else put to it."""
    spec = Ask(_spec(approvers=Approvers(people=("uben",))))
    for action in ("submit", "cancel"):
        run, request = world.questioned(spec)
        run = decide(run, click(action, request.id, BEN))
        (say,) = run.says
        assert (say.kind, say.request, say.mention) == ("decision", request.id, True)
    run, request = world.questioned(spec)
    assert world.says(decide(run, click("cancel", request.id, ANA))) == []


def test_the_first_answer_wins() -> None:
    """A later one, or an end, finds it over and changes nothing."""
    spec = Ask(_spec(approvers=Approvers(anyone=True)))
    run, request = world.questioned(spec)
    one, other = click("submit", request.id, BEN), click("cancel", request.id, CHI)
    run = fold(run, one, other)
    late = fold(run, world.checked(other))
    assert world.state(late) == "waiting", "the earlier one is still being looked up"
    late = fold(late, world.checked(one))
    ended = world.settled(late, request.id).ended
    assert ended is not None and (ended.outcome, ended.by) == ("answered", BEN)
    assert world.notes(late) == ["already"]


def test_it_lapses_at_its_deadline_and_a_click_in_time_counts() -> None:
    """What was pressed before is waited for; what comes later is told that it lapsed."""
    run, request = world.questioned()
    end = request.deadline
    gone = fold(run, Ticked(), at=end)
    assert (world.outcome(gone, request.id), world.state(gone)) == ("unanswered", "finished")
    assert _told(run, gone, Ticked()) == {
        "action": "unanswered", "values": None, "fallback": "eu",
    }  # fmt: skip
    assert world.says(gone) == []
    in_time = fold(fold(run, click("submit", request.id, ANA), at=end - 1), Ticked(), at=end + 5)
    assert world.state(in_time) == "waiting"
    answered = fold(in_time, world.checked(click("submit", request.id, ANA)), at=end + 9)
    assert world.outcome(answered, request.id) == "answered"
    late = fold(run, click("submit", request.id, ANA), at=end + 1)
    assert (world.outcome(late, request.id), world.notes(late)) == ("unanswered", ["expired"])


def test_a_click_in_time_that_may_not_lets_it_lapse() -> None:
    """It was waited for, and then the time is over."""
    run, request = world.questioned()
    made = click("submit", request.id, ELI)
    run = fold(run, made, at=request.deadline)
    run = fold(run, world.checked(made), Ticked(), at=request.deadline + 1)
    assert world.outcome(run, request.id) == "unanswered"


def test_a_stop_ends_it_as_stopped_and_a_cancel_ends_no_run() -> None:
    """They never stand for each other."""
    run, request = world.questioned()
    stopped = fold(run, click("stop_run", "", ANA))
    assert (world.outcome(stopped, request.id), stopped.phase.kind) == ("stopped", "stopped")
    assert world.state(stopped) == "refused stopped"
    cancelled = decide(run, click("cancel", request.id, ANA))
    assert (world.outcome(cancelled, request.id), cancelled.phase.kind) == ("cancelled", "thinking")


@pytest.mark.parametrize(
    "action",
    ["approve", "reject", "guide", "edit", "answer", "hand_over", "cant_take", "grant", "ran",
     "run_again", "leave", "withdraw", "ask_requester", "breakglass"],
)  # fmt: skip
def test_nothing_that_decides_a_call_touches_a_question(action: Action) -> None:
    """Whoever tries hears that it is a question."""
    run, request = world.questioned(Ask(_spec(approvers=Approvers(anyone=True))))
    run = decide(run, click(action, request.id, BEN, reason="because I may do everything"))
    assert (world.notes(run), world.state(run)) == (["only_answered"], "waiting")
    assert run.requests[0].votes == ()


@pytest.mark.parametrize("action", ["submit", "cancel"])
def test_no_answer_touches_an_approval(action: Action) -> None:
    """The other way round, either."""
    run, request = world.waiting()
    run = decide(run, click(action, request.id, BEN))
    assert (world.notes(run), world.state(run)) == (["changed"], "waiting")


def test_withdrawing_and_asking_again_leave_questions_alone() -> None:
    """Each is answered in words of its own."""
    run, request = world.questioned()
    assert world.notes(fold(run, click("withdraw", "", ANA))) == ["only_questions"]
    assert world.notes(fold(run, click("ask_again", "", ANA))) == ["nothing_to_do"]
    for action in ("cancel", "submit"):
        over = fold(decide(run, click(action, request.id, ANA)), click("ask_again", "", ANA))
        assert world.notes(over) == ["say_it" if action == "cancel" else "nothing_to_do"]


def test_a_nudge_and_a_reminder_call_to_a_question() -> None:
    """As to any open request."""
    run, request = world.questioned()
    assert world.says(fold(run, click("nudge", "", ANA, number=1042))) == ["reminder"]
    assert world.says(fold(run, Ticked(), at=T0 + 900_000)) == ["reminder"]
    assert world.says(decide(run, click("cancel", request.id, ANA))) == []


def test_an_asking_tool_that_is_allowed_is_not_run() -> None:
    """There is nothing to run: whoever judges so has asked nobody, and the model is told."""
    run = turn(world.new(), world.replied("m1", 1, calls=1, tool="askUser", args=world.REGIONS))
    run = fold(run, world.judged("c1", world.ALLOW, args=world.REGIONS))
    assert (world.state(run), run.requests) == ("refused refused", ())


def test_too_many_questions_are_refused_and_the_thread_hears_it_in_its_own_words() -> None:
    """What the model is to do instead isn't meant for people."""
    run = turn(world.new(), world.replied("m1", 1, calls=1, tool="askUser", args=world.REGIONS))
    run = fold(run, world.judged("c1", Refuse("decide alone", limit=True), args=world.REGIONS))
    assert (world.state(run), [(s.kind, s.words) for s in run.says]) == (
        "refused limit", [("limit", "")],
    )  # fmt: skip


def test_questions_use_up_none_of_the_approvals() -> None:
    """And are counted by themselves."""
    run, _ = world.questioned()
    assert (run.asked, run.questions) == (0, 1)
    run, _ = world.waiting()
    assert (run.asked, run.questions) == (1, 0)


# --- figures -------------------------------------------------------------------------------------


def test_questions_are_counted_and_listed_without_what_was_answered() -> None:
    """By how they ended, with their number, who and when."""
    run, request = world.questioned()
    (pending,) = as_json(result(run))["pending"]
    assert pending["request"] == "Q-1042"
    ends = {
        "answered": decide(run, click("submit", request.id, ANA)),
        "cancelled": decide(run, click("cancel", request.id, ANA)),
        "unanswered": fold(run, Ticked(), at=request.deadline),
    }
    for outcome, after in ends.items():
        said = as_json(result(after))
        assert {name: n for name, n in said["counts"].items() if n} == {outcome: 1}
        (one,) = said["decisions"]
        assert (one["request"], one["tool"], one["outcome"]) == ("Q-1042", "askUser", outcome)
        assert [who["user"] for who in one["by"]] == ([] if outcome == "unanswered" else ["UANA"])
        assert said["questions"] == 1 and '"us"' not in json.dumps(said)
    stopped = as_json(result(fold(run, click("stop_run", "", ANA))))
    assert stopped["counts"]["stopped"] == 1 and stopped["decisions"][0]["outcome"] == "stopped"


def test_a_run_may_end_ok_whatever_became_of_its_questions() -> None:
    """A question that nobody answered is no failure."""
    run, request = world.questioned()
    run = turn(fold(run, Ticked(), at=request.deadline), world.replied("m9", 2, text="I took eu."))
    assert result(run).ok
