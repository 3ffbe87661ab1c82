"""The questions from the field: tests/fixtures/schemas/README.md says what a case holds."""

from pathlib import Path
from typing import Any

from bot.core.form import Draft, Field, Form, made
from bot.core.form.exact import dumps, loads
from bot.core.form.walk import several

FOLDER = Path(__file__).parents[2] / "fixtures" / "schemas"
CASES: dict[str, dict[str, Any]] = {
    path.stem: loads(path.read_text("utf-8")) for path in sorted(FOLDER.glob("*.json"))
}


def form_of(case: dict[str, Any]) -> Form:
    """The form of a case."""
    return made(case["schema"], case.get("uiSchema"), case.get("actions"))


def field(form: Form, draft: Draft, name: str) -> Field:
    """The last control of a property: of a list of texts that for its lines."""
    items = [one for page in form.pages(draft) for one in page.fields]
    return next(one for one in reversed(items) if one.path[:1] == (name,))


def entered(form: Form, raw: dict[str, Any]) -> Draft:
    """The draft of what a person does: types, picks by label, or a moment in seconds since 1970."""
    draft = form.start()
    for name, text in {**raw.get("input", {}), **raw.get("epoch", {})}.items():
        draft = draft.with_given({field(form, draft, name).id: str(text)})
    for name, label in raw.get("pick", {}).items():
        at = field(form, draft, name)
        by_label = {one.label: one.value for one in at.options}
        labels = several(label) if isinstance(label, list) else [label]
        picked = tuple(str(by_label.get(one, one)) for one in labels)
        given = picked if isinstance(label, list) or at.options else str(label)
        draft = draft.with_given({at.id: given})
    return draft


def json_of(answer: Any) -> str:
    """An answer as JSON, its decimals with the digits of the file."""
    return dumps(answer)
