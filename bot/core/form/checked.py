"""A form tried on answers whose verdict is known: what comes back, and what is refused. Pure."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from bot.core.form.api import Form, made
from bot.core.form.exact import dumps, loads, same
from bot.core.form.parts import Draft, Field, Read, Unaskable
from bot.core.form.walk import several

Through = Callable[[Form, Draft], Draft]

_OK = ("answers_ok", "must_accept", "want_ok")
_BAD = ("answers_bad", "must_reject", "want_bad")


def check(case: Mapping[str, Any], through: Through = lambda _, draft: draft) -> dict[str, Any]:
    """Tries a case: `name`, `schema`, `uiSchema`, `actions`, `answers_ok`, `answers_bad`.

    Each answer is filled in, drawn, and read back; `through` draws the pages of a draft and reads
    them. Of an answer that is right `same` says whether it came back as it was; of one that is
    wrong `refused` says whether it was, and `at` where: places as JSON pointers, "" for no field.
    `asked` is the way, or "refused"; `why` says why, in words.
    """
    name = str(case.get("name", ""))
    try:
        form = made(case.get("schema"), case.get("uiSchema"), case.get("actions"))
    except Unaskable as error:
        return {
            "name": name,
            "asked": "refused",
            "pages": 0,
            "why": str(error),
            "ok": [],
            "bad": [],
        }
    tried = Trial(form, through)
    return {
        "name": name,
        "asked": form.way,
        "pages": len(form.pages(form.start())),
        "why": form.why,
        "ok": [tried.right(one) for one in _answers(case, _OK)],
        "bad": [tried.wrong(one) for one in _answers(case, _BAD)],
    }


class Trial:
    """One form, and how its pages are drawn."""

    def __init__(self, form: Form, through: Through) -> None:
        self.form, self.through = form, through

    def right(self, answer: Any) -> dict[str, Any]:
        """What came back of an answer that is right."""
        read, names = self._read(answer)
        back = loads(read.values) if read.values else None
        return {
            "answer": answer,
            "same": not read.wrong and same(loads(dumps(answer)), back),
            "values": back,
            "wrong": _at(read, names),
        }

    def wrong(self, answer: Any) -> dict[str, Any]:
        """How an answer that is wrong was refused."""
        read, names = self._read(answer)
        said = _at(read, names)
        return {"answer": answer, "refused": bool(read.wrong), "at": list(said), "wrong": said}

    def _read(self, answer: Any) -> tuple[Read, dict[str, str]]:
        draft = self.form.fill(dumps(answer), exact=True)
        if self.form.way != "web":
            draft = self.through(self.form, draft)
        items = [item for page in self.form.pages(draft) for item in page.items]
        names = {one.id: _pointer(one) for one in items if isinstance(one, Field)}
        return self.form.read(draft), names


def _answers(case: Mapping[str, Any], keys: Iterable[str]) -> list[Any]:
    return [one for key in keys for one in several(case.get(key))]


def _at(read: Read, names: Mapping[str, str]) -> dict[str, str]:
    return {names.get(name, "") if name else "": words for name, words in read.wrong.items()}


def _pointer(field: Field) -> str:
    steps = (str(one).replace("~", "~0").replace("/", "~1") for one in field.path)
    return "".join(f"/{one}" for one in steps) or "/"
