"""A view in another's place: Slack keeps what is typed, and shows what we have set."""

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.core.form.parts import Field, Page
from bot.slack.forms import state
from bot.slack.forms.meta import values
from sandbox.elements import kept_state
from tests.slack.forms.pages import pages
from tests.slack.forms.shown import Json, shown
from tests.slack.forms.test_pages import modal, stands
from tests.slack.forms.test_state import FEW, field, page


def redrawn(before: Json, after: Page) -> Json:
    """The view in the place of another: what is typed stays where both ids and the type do."""
    return arrived(shown(modal(after, before=before)), before)


def arrived(view: Json, before: Json) -> Json:
    """The view with what Slack keeps of the one before."""
    kept = kept_state(view["blocks"], before["state"]["values"])
    return {**view, "state": {"values": kept}}


def typed(view: Json, name: str, value: str) -> None:
    """Somebody types into a text field."""
    view["state"]["values"][name][name]["value"] = value


def names(view: Json) -> list[str]:
    """The block ids of its inputs."""
    return [block["block_id"] for block in view["blocks"] if block["type"] == "input"]


def test_what_is_typed_stays_while_the_draft_agrees() -> None:
    """Also what is typed while the new view is on its way."""
    before = shown(modal(page(field("text"), field("text", "a2"))))
    typed(before, "f:a1", "1042")
    after = page(field("text", shown="1042"), field("text", "a3"), field("text", "a2"))
    view = shown(modal(after, before=before))
    assert names(view) == ["f:a1", "f:a3", "f:a2"]
    typed(before, "f:a2", "late")
    found = state.given(values(arrived(view, before)), after)
    assert found == {"a1": "1042", "a3": "", "a2": "late"}


def test_what_we_have_set_is_shown_and_set_again_under_another_name() -> None:
    """Each time that the draft differs from what stands there, and only then."""
    before = shown(modal(page(field("text"))))
    typed(before, "f:a1", "old")
    ours = page(field("text", shown="ours"))
    second = redrawn(before, ours)
    assert names(second) == ["f:a1~1"]
    assert state.given(values(second), ours) == {"a1": "ours"}
    third = redrawn(second, ours)
    assert names(third) == ["f:a1~1"]
    fourth = redrawn(third, page(field("text", shown="")))
    assert names(fourth) == ["f:a1~2"]
    assert state.given(values(fourth), ours) == {"a1": ""}


def test_another_kind_of_element_has_another_name() -> None:
    """What was picked in radio buttons isn't what stands in a list."""
    before = shown(modal(page(field("radio", options=FEW, picked=("1",)))))
    after = page(field("select", options=FEW, picked=("1",)))
    view = redrawn(before, after)
    assert names(view) == ["f:a1~1"]
    assert state.given(values(view), after) == {"a1": "1"}


@settings(max_examples=40)
@given(pages(most=4), st.data())
def test_any_page_shows_the_draft_after_any_other(found: Page, data: st.DataObject) -> None:
    """Whatever stood in the same fields before."""
    other = data.draw(pages(most=4))
    older = [replace(one, id=f"q{n}") for n, one in enumerate(other.fields)]
    before = shown(modal(Page(1, 1, tuple(older))))
    fields = [one for one in found.items if isinstance(one, Field)]
    expected = {one.id: stands(one) for one in fields if one.kind != "locked"}
    assert state.given(values(redrawn(before, found)), found) == expected
