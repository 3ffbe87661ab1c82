"""Any page that fits its room is a modal that Slack takes, and comes back as it was drawn."""

import json
from dataclasses import dataclass
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from blocks import form_fields
from blocks.check import check_view
from bot.core.form.parts import Action, Draft, Field, Given, Item, Page
from bot.core.form.weight import weigh
from bot.slack.forms import state
from bot.slack.forms.draw import view
from bot.slack.forms.meta import Meta, meta, values
from bot.slack.forms.parts import part
from tests.slack.forms.pages import CHOSEN_ONE, TYPED, items, pages
from tests.slack.forms.shown import Json, shown

SUBMIT = Action("submit", "Send it to the *whole* team <!here>")
QUESTION = "Where to?\n" + "& <@U0AAA> " * 3000


@dataclass(frozen=True)
class Only:
    """A form in which that page stands where it says."""

    page: Page

    def pages(self, draft: Draft) -> tuple[Page, ...]:
        """See draw.Paged."""
        return (self.page,) * self.page.of


def modal(page: Page, **more: Any) -> Json:
    """The modal of a page."""
    about: Json = {"request": "3.k2j9x0a7qz", "revision": 2, "question": QUESTION}
    return view(Only(page), Draft(), page.number, action=SUBMIT, **about, **more)


@settings(max_examples=30)
@given(pages())
def test_any_page_that_fits_its_room_is_a_modal_that_slack_takes(page: Page) -> None:
    """By our own check and by the local Slack's; also when everything on it is wrong."""
    wrong = {item.id: "خطأ & <!here> " * 90 for item in page.items} | {"": "年" * 4000, "gone": "x"}
    for made in (modal(page), modal(page, wrong=wrong, queue=(2, 3))):
        assert check_view(made) == []
        assert meta(shown(made)) == Meta(
            request="3.k2j9x0a7qz", revision=2, page=page.number, action="submit"
        )


@settings(max_examples=30)
@given(pages())
def test_a_page_sent_untouched_comes_back_as_it_was_drawn(page: Page) -> None:
    """Every value that a field of its kind can have."""
    sent = shown(modal(page))
    expected = {field.id: stands(field) for field in page.fields if field.kind != "locked"}
    assert state.given(values(sent), page) == expected


def stands(field: Field) -> Given:
    """What a field begins with, without choices that it doesn't have."""
    if field.kind in TYPED:
        return field.shown
    known = {one.value for one in field.options} or {"0"}
    picked = tuple(value for value in field.picked if value in known)
    return (picked[0] if picked else "") if field.kind in CHOSEN_ONE else picked


@settings(max_examples=80)
@given(items(0), st.sampled_from(["", "年" * 900]))
def test_a_part_takes_no_more_than_it_weighs(item: Item, wrong: str) -> None:
    """Blocks; and bytes beside those of each block and of what is wrong."""
    blocks = form_fields.drawn(part(item, wrong), {})
    weight = weigh(item)
    assert len(blocks) <= weight.blocks
    size = len(json.dumps(blocks)) - 700 * len(blocks) - 600 * bool(wrong)
    assert size <= weight.characters + weight.option_texts
