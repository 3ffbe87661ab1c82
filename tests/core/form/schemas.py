"""Random schemas, each with an answer that keeps to it."""

import string
from typing import Any

from hypothesis import strategies as st

Drawn = tuple[dict[str, Any], Any]

NAMES = st.one_of(
    st.sampled_from(["a", "A", "a.b", "a/b", "a~b", "", "имя", "__proto__", "$ref", "🚀"]),
    st.text(string.ascii_letters, min_size=1, max_size=6),
)  # fmt: skip
TEXTS = st.text(max_size=12).filter(lambda text: "\r" not in text)
NOTES = st.fixed_dictionaries({}, optional={"title": TEXTS, "description": TEXTS})


@st.composite
def texts(draw: st.DrawFn) -> Drawn:
    """A text with a length, a pattern or a format."""
    match draw(st.sampled_from(["plain", "length", "pattern", "date", "email", "uri", "ipv4"])):
        case "length":
            value = draw(TEXTS)
            return {"type": "string", "minLength": len(value), "maxLength": len(value) + 2}, value
        case "pattern":
            value = draw(st.text("abc", min_size=1, max_size=5))
            return {"type": "string", "pattern": "^[a-c]+$"}, value
        case "date":
            return {"type": "string", "format": "date"}, draw(st.dates()).isoformat()
        case "email":
            return {"type": "string", "format": "email"}, "ana@example.com"
        case "uri":
            return {"type": "string", "format": "uri"}, "https://example.com/a?b=1&c=2"
        case "ipv4":
            return {"type": "string", "format": "ipv4"}, str(draw(st.ip_addresses(v=4)))
        case _:
            return {"type": "string"}, draw(TEXTS)


@st.composite
def numbers(draw: st.DrawFn) -> Drawn:
    """A whole or a broken number within bounds, or a multiple."""
    if draw(st.booleans()):
        value = draw(st.integers(-(10**20), 10**20))
        bounds = draw(st.sampled_from([{}, {"minimum": value}, {"maximum": value + 1}]))
        return {"type": "integer", **bounds}, value
    value = draw(st.decimals(-1000, 1000, places=3, allow_nan=False))
    return {"type": "number"}, float(value)


@st.composite
def choices(draw: st.DrawFn) -> Drawn:
    """One of some values, as `enum` or as constants with titles."""
    one = st.one_of(TEXTS, st.integers(-5, 5), st.booleans(), st.none())
    values = draw(st.lists(one, min_size=1, max_size=12, unique_by=lambda v: (type(v) is bool, v)))
    value = draw(st.sampled_from(values))
    if draw(st.booleans()):
        return {"enum": values}, value
    return {"oneOf": [{"const": one, "title": f"T{n}"} for n, one in enumerate(values)]}, value


@st.composite
def several(draw: st.DrawFn) -> Drawn:
    """Several of some texts."""
    values = draw(st.lists(TEXTS, min_size=1, max_size=12, unique=True))
    picked = draw(st.lists(st.sampled_from(values), unique=True))
    return {"type": "array", "items": {"enum": values}, "uniqueItems": True}, picked


@st.composite
def nullable(draw: st.DrawFn, inner: st.SearchStrategy[Drawn]) -> Drawn:
    """Something, or null."""
    schema, value = draw(inner)
    return {"anyOf": [schema, {"type": "null"}]}, draw(st.sampled_from([value, None]))


@st.composite
def lists(draw: st.DrawFn, inner: st.SearchStrategy[Drawn]) -> Drawn:
    """A list of one thing, a few times."""
    schema, value = draw(inner)
    return {"type": "array", "items": schema}, [value] * draw(st.integers(0, 3))


@st.composite
def tuples(draw: st.DrawFn, inner: st.SearchStrategy[Drawn]) -> Drawn:
    """A list with a meaning for each position."""
    made = draw(st.lists(inner, min_size=1, max_size=3))
    values = [value for _, value in made][: draw(st.integers(1, 3))]
    return {"type": "array", "prefixItems": [schema for schema, _ in made]}, values


@st.composite
def objects(draw: st.DrawFn, inner: st.SearchStrategy[Drawn]) -> Drawn:
    """An object, of which some properties may be missing."""
    made = draw(st.dictionaries(NAMES, inner, max_size=4))
    there = {name for name in made if draw(st.booleans())}
    required = sorted(name for name in there if draw(st.booleans()))
    schema: dict[str, Any] = {
        "type": "object",
        "properties": {name: {**draw(NOTES), **part} for name, (part, _) in made.items()},
        "required": required,
    }
    answer = {name: value for name, (_, value) in made.items() if name in there}
    for name in draw(st.sets(st.sampled_from(sorted(made)))) if made else ():
        schema["properties"][name]["default"] = made[name][1]
    match draw(st.sampled_from(["closed", "open", "more"])):
        case "closed":
            schema["additionalProperties"] = False
        case "more":
            part, value = draw(inner)
            schema["additionalProperties"] = part
            more = draw(st.sets(st.sampled_from(["x=y", "more", " z", "{"])))
            answer |= {name: value for name in more - set(made)}
        case _:
            pass
    return schema, answer


@st.composite
def conditional(draw: st.DrawFn, inner: st.SearchStrategy[Drawn]) -> Drawn:
    """An object of which one property decides what else it has."""
    (then, yes), (other, no) = draw(inner), draw(inner)
    picked = draw(st.booleans())
    branches = {
        "if": {"properties": {"on": {"const": True}}, "required": ["on"]},
        "then": {"properties": {"yes": then}, "required": ["yes"]},
        "else": {"properties": {"no": other}},
    }
    schema = {"type": "object", "properties": {"on": {"type": "boolean"}}, "required": ["on"]}
    return {**schema, **branches}, {"on": picked, **({"yes": yes} if picked else {"no": no})}


@st.composite
def kinds(draw: st.DrawFn, inner: st.SearchStrategy[Drawn]) -> Drawn:
    """One of several kinds of objects, told apart by a constant."""
    made = draw(st.lists(inner, min_size=2, max_size=3))
    branches = [
        {
            "type": "object",
            "properties": {"kind": {"const": f"k{n}"}, "value": schema},
            "required": ["kind", "value"],
            "additionalProperties": False,
        }
        for n, (schema, _) in enumerate(made)
    ]
    n = draw(st.integers(0, len(made) - 1))
    return {"oneOf": branches}, {"kind": f"k{n}", "value": made[n][1]}


def everything() -> st.SearchStrategy[Drawn]:
    """Schemas of every kind that a form knows, in each other."""
    flat = st.one_of(
        texts(), numbers(), choices(), several(), st.just(({"type": "boolean"}, True)),
        st.just(({"type": "boolean"}, False)),
    )  # fmt: skip
    return st.recursive(
        flat,
        lambda inner: st.one_of(
            nullable(inner), lists(inner), tuples(inner), objects(inner), conditional(inner),
            kinds(inner),
        ),
        max_leaves=8,
    )  # fmt: skip
