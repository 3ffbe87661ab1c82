"""Made-up schemas of every supported kind, each with an answer that keeps to it."""

from typing import Any

from hypothesis import strategies as st

from tests.slack.forms.pages import LABEL

Asked = tuple[dict[str, Any], Any]  # a schema, and an answer to it

_TEXT = st.text(st.characters(exclude_categories=("Cs",)), max_size=40)
_LINE = _TEXT.filter(lambda text: bool(text.strip()))  # a blank row is none
_NAMES = st.sampled_from(
    ["a", "b", "a.b", "a/b", "年齢", "with space", "", "__proto__", "A", "f:a"]
)
_FORMATS: dict[str, list[str]] = {
    "date": ["2026-12-24", "2028-02-29", "0001-01-01"],
    "time": ["18:00:00Z", "18:00:30+01:00", "23:59:00Z"],
    "date-time": ["2026-12-24T18:00:00Z", "2026-12-24T18:00:00.5+01:00", "1985-04-12T23:20:50Z"],
    "email": ["ana@example.com"],
    "uri": ["https://a.example/?b=1&c=2", "urn:isbn:0451450523", "s3://bucket/key"],
}


@st.composite
def _texts(draw: st.DrawFn) -> Asked:
    value = draw(_TEXT)
    most = draw(st.none() | st.integers(len(value), 200))
    return {"type": "string", **({} if most is None else {"maxLength": most})}, value


@st.composite
def _formatted(draw: st.DrawFn) -> Asked:
    kind = draw(st.sampled_from(sorted(_FORMATS)))
    return {"type": "string", "format": kind}, draw(st.sampled_from(_FORMATS[kind]))


@st.composite
def _numbers(draw: st.DrawFn) -> Asked:
    value = draw(st.integers(-(10**40), 10**40))
    low = draw(st.none() | st.integers(value - 5, value))
    return {"type": "integer", **({} if low is None else {"minimum": low})}, value


@st.composite
def _chosen(draw: st.DrawFn) -> Asked:
    count = draw(st.sampled_from([1, 2, 10, 11, 100, 101, 130]))
    ends = [f"{draw(st.just('x' * 80) | st.just(''))}{n}" for n in range(count)]
    if draw(st.booleans()):
        return {"enum": ends}, draw(st.sampled_from(ends))
    several = {"type": "array", "items": {"enum": ends}, "uniqueItems": True}
    return several, draw(st.lists(st.sampled_from(ends), unique=True, max_size=count))


_FLAGS: st.SearchStrategy[Asked] = st.booleans().map(lambda value: ({"type": "boolean"}, value))
_LEAVES = _texts() | _formatted() | _numbers() | _chosen() | _FLAGS


@st.composite
def _lists(draw: st.DrawFn, inner: st.SearchStrategy[Asked]) -> Asked:
    if draw(st.booleans()):
        return {"type": "array", "items": {"type": "string"}}, draw(st.lists(_LINE, max_size=4))
    schema, value = draw(inner)
    return {"type": "array", "items": schema}, [value] * draw(st.integers(0, 3))


@st.composite
def objects(draw: st.DrawFn, inner: st.SearchStrategy[Asked] = _LEAVES) -> Asked:
    """An object with properties, some of them needed and some left out."""
    parts = draw(st.dictionaries(_NAMES, inner, min_size=1, max_size=5))
    needed = draw(st.lists(st.sampled_from(sorted(parts)), unique=True))
    schema = {
        "type": "object",
        "properties": {name: {**one, "title": draw(LABEL)} for name, (one, _) in parts.items()},
        "required": needed,
    }
    value = {name: one for name, (_, one) in parts.items()
             if name in needed or draw(st.booleans())}  # fmt: skip
    return schema, value


ASKED = st.recursive(
    objects(), lambda inner: objects(_LEAVES | inner | _lists(inner)), max_leaves=6
)
