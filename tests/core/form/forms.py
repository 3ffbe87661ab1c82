"""Small helpers to fill in forms as a person would."""

from typing import Any

from bot.core.form import Draft, Field, Form, Given, Heading, Row, Rows


def fields(form: Form, draft: Draft) -> list[Field]:
    """All controls, in order."""
    return [one for page in form.pages(draft) for one in page.fields]


def labels(form: Form, draft: Draft) -> list[str]:
    """What all controls are called, in order."""
    return [one.label for one in fields(form, draft)]


def by_label(form: Form, draft: Draft, label: str) -> Field:
    """The one control that is called so."""
    (found,) = [one for one in fields(form, draft) if one.label == label]
    return found


def fill(form: Form, draft: Draft, **given: Given) -> Draft:
    """The draft with these, by label; options by their labels; one after the other."""
    for label, value in given.items():
        at = by_label(form, draft, label)
        values = {one.label: one.value for one in at.options}
        if isinstance(value, tuple):
            value = tuple(values.get(one, one) for one in value)
        else:
            value = values.get(value, value)
        draft = draft.with_given({at.id: value})
    return draft


def heads(form: Form, draft: Draft) -> list[Heading]:
    """All headings."""
    return [x for page in form.pages(draft) for x in page.items if isinstance(x, Heading)]


def rows(form: Form, draft: Draft) -> list[Row]:
    """The heads of all rows."""
    return [x for page in form.pages(draft) for x in page.items if isinstance(x, Row)]


def ends(form: Form, draft: Draft) -> list[Rows]:
    """The ends of all lists."""
    return [x for page in form.pages(draft) for x in page.items if isinstance(x, Rows)]


def wrong(form: Form, draft: Draft) -> dict[str, str]:
    """What is wrong, by label; "" for no field."""
    names = {one.id: one.label for one in fields(form, draft)}
    return {names.get(name, ""): words for name, words in form.read(draft).wrong.items()}


def obj(required: str = "", /, **properties: Any) -> dict[str, Any]:
    """The schema of an object; `required` names separated by blanks."""
    return {"type": "object", "properties": properties, "required": required.split()}
