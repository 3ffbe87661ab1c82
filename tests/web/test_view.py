"""The page shows the whole form, however many parts it has."""

from bot.core import form as forms
from bot.web.view import page_of


def test_all_that_is_asked_stands_on_the_page() -> None:
    """What isn't drawn could neither be filled in nor be known as sensitive."""
    names = [f"n{n}" for n in range(60)]
    part = {"type": "string", "format": "password"}
    form = forms.made({"type": "object", "properties": dict.fromkeys(names, part)})
    page = page_of(form, form.start())
    assert [one.path for one in page.fields] == [(name,) for name in names]
    assert all(one.sensitive for one in page.fields) and page.of == 1
