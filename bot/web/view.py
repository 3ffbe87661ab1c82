"""A form as the page draws it: page/src/types.ts says the same. Pure."""

from collections.abc import Mapping, Sequence
from typing import Any

from bot.core.form import Form
from bot.core.form.parts import Draft, Field, Heading, Item, Option, Page, Room, Row, Rows

# The page scrolls: everything stands on one.
ONE_PAGE = Room(10**9, 10**9, 10**9, 10**9)
SEARCHED = ("search", "multisearch")
FEW = 100  # of very many options; the others are searched


def page_of(form: Form, draft: Draft) -> Page:
    """All that is asked, for this draft."""
    return next(iter(form.pages(draft, ONE_PAGE)), Page(1, 1, ()))


def sensitive_ids(page: Page) -> frozenset[str]:
    """The fields whose values are shown to nobody, their own page apart."""
    return frozenset(field.id for field in page.fields if field.sensitive)


def items(page: Page, text: str) -> list[Mapping[str, Any]]:
    """What stands on the page; the whole form's heading only if the question's text is another."""
    return [
        _item(one)
        for one in page.items
        if not (isinstance(one, Heading) and not one.path and one.label == text)
    ]


def options(given: Sequence[Option]) -> list[Mapping[str, str]]:
    """What is to choose from."""
    return [
        {"value": one.value, "label": one.label, "about": one.about, "group": one.group}
        for one in given
    ]


def draft(draft: Draft, page: Page) -> Mapping[str, Any]:
    """What was filled in so far; what is sensitive stays in the browser that it was typed in."""
    hidden = sensitive_ids(page)
    return {
        "given": {name: one for name, one in draft.given.items() if name not in hidden},
        "rows": dict(draft.rows),
        "empty": dict(draft.empty),
        "last": dict(draft.last),
    }


def _item(one: Item) -> Mapping[str, Any]:
    match one:
        case Field():
            return _field(one)
        case Heading():
            return {"is": "heading", "id": one.id, "label": one.label, "about": one.about,
                    "depth": one.depth}  # fmt: skip
        case Rows():
            return {"is": "rows", "id": one.id, "of": one.of, "adds": one.adds}
        case Row():
            return {"is": "row", "id": one.id, "label": one.label, "number": one.number,
                    "removes": one.removes}  # fmt: skip


def _field(one: Field) -> Mapping[str, Any]:
    most = FEW if one.kind in SEARCHED else len(one.options)
    return {
        "is": "field",
        "id": one.id,
        "kind": one.kind,
        "label": one.label,
        "about": one.about,
        "hint": one.hint,
        "placeholder": one.placeholder,
        "optional": one.optional,
        "shown": "" if one.sensitive and one.kind != "locked" else one.shown,
        "options": options(
            [o for n, o in enumerate(one.options) if n < most or o.value in one.picked]
        ),
        "picked": list(one.picked),
        "least": one.least,
        "most": one.most,
        "low": one.low,
        "high": one.high,
        "redraws": one.redraws,
        "sensitive": one.sensitive,
        "slides": one.slides,
    }
