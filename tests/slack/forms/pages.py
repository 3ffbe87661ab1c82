"""Made-up pages of forms: any kind of part with any text, as many as there is room for."""

from dataclasses import replace

from hypothesis import strategies as st

from bot.core.form.parts import Field, Heading, Item, Kind, Option, Page, Room, Row, Rows
from bot.core.form.weight import weigh

CHOSEN_ONE: tuple[Kind, ...] = ("radio", "select", "search")
CHOSEN: tuple[Kind, ...] = (*CHOSEN_ONE, "checkboxes", "multiselect", "multisearch")
TYPED: tuple[Kind, ...] = (
    "text", "lines", "email", "url", "date", "time", "datetime", "integer", "number", "json",
    "locked",
)  # fmt: skip
KINDS: tuple[Kind, ...] = (*TYPED, *CHOSEN, "checkbox")
_LONG = (
    "<!channel> & *x* `y` " * 80,
    "\n\n- a line\n" * 60,
    "😀" * 1000,
    "&" * 2000,
    "年齢" * 900,
    ":a" * 1500,
    "مرحبا <@U0AAA> :tada: https://evil.example " * 40,
    "x" * 9000,
    "a\n" + "b" * 2999 + "\n" + "c" * 2999,
)
_LIVELY = st.lists(
    st.sampled_from(["word", "<!here>", "*b*", "_i_", "&", ":tada:", "\n", "\u202e", "é", "👩‍👧"])
).map(" ".join)
TEXT = st.text(max_size=60) | _LIVELY | st.sampled_from(_LONG)
LABEL = st.text(min_size=1, max_size=90) | TEXT
_VALUES = st.sampled_from(
    ["", "2026-11-30", "2026-02-30", "09:30", "09:30:00Z", "2026-11-30T09:30:00Z", "a@b.co", "42",
     "2026-11-30T09:30:00+02:00", "https://example.org/?a=1&b", "urn:x:y", "-1.50", "1e-400",
     "0042", "12345678901234567890123", "one\ntwo", "0001-01-01", "9999-12-31T00:00:00Z"]
)  # fmt: skip
_BOUNDS = st.sampled_from(["", "0", "10", "-2.5", "1e3", "99999999999999999999999"])
_SIZES = st.none() | st.integers(0, 5000)


@st.composite
def fields(draw: st.DrawFn, name: str) -> Field:
    """A control of any kind, with what may or may not stand in it."""
    kind = draw(st.sampled_from(KINDS))
    options = draw(_options()) if kind in CHOSEN else ()
    values = [*(one.value for one in options), "none of them"]
    if kind == "checkbox":
        values = ["0"]
    many = draw(st.booleans())
    picked = values if many else draw(st.lists(st.sampled_from(values), unique=True, max_size=3))
    return Field(
        id=name,
        path=(name,),
        kind=kind,
        label=draw(LABEL),
        about=draw(TEXT),
        hint=draw(TEXT),
        placeholder=draw(TEXT),
        optional=draw(st.booleans()),
        shown=draw(_VALUES | TEXT) if kind in TYPED else "",
        options=options,
        picked=tuple(picked) if kind not in TYPED else (),
        least=draw(_SIZES),
        most=draw(_SIZES),
        low=draw(_BOUNDS),
        high=draw(_BOUNDS),
        redraws=draw(st.booleans()),
    )


@st.composite
def _options(draw: st.DrawFn) -> tuple[Option, ...]:
    count = draw(st.sampled_from([1, 2, 5, 10, 11, 100, 101, 130]))
    labels = draw(st.lists(LABEL, min_size=1, max_size=4))
    about, groups = draw(st.just("") | TEXT), draw(st.lists(TEXT, min_size=1, max_size=3))
    return tuple(
        Option(str(n), labels[n % len(labels)], about, groups[n % len(groups)])
        for n in range(count)
    )


@st.composite
def items(draw: st.DrawFn, n: int) -> Item:
    """A part of any kind."""
    name = f"p{n}"
    match draw(st.sampled_from(["field"] * 6 + ["heading", "row", "rows"])):
        case "heading":
            depth = draw(st.integers(0, 9))
            about = draw(TEXT)
            return Heading(id=name, path=(name,), label=draw(LABEL), about=about, depth=depth)
        case "row":
            removes = draw(st.booleans())
            return Row(id=name, path=(name,), label=draw(LABEL), number=n, removes=removes)
        case "rows":
            return Rows(id=name, path=(name,), of=draw(LABEL), adds=draw(st.booleans()))
        case _:
            return draw(fields(name))


@st.composite
def pages(draw: st.DrawFn, most: int = 8) -> Page:
    """Parts repeated, under ids of their own, until the page is full; the first always stands."""
    made = [draw(items(n)) for n in range(draw(st.integers(1, most)))]
    times = draw(st.sampled_from([1, 1, 30]))
    found: list[Item] = []
    for n, item in enumerate(made * times):
        one = replace(item, id=f"q{n}")
        if found and not fits([*found, one]):
            break
        found.append(one)
    number = draw(st.integers(1, 12))
    return Page(number, draw(st.integers(number, 12)), tuple(found))


def fits(found: list[Item]) -> bool:
    """Whether the parts stand on one page."""
    room = Room()
    weights = [weigh(one) for one in found]
    return (
        sum(one.blocks for one in weights) <= room.blocks
        and sum(one.characters for one in weights) <= room.characters
        and sum(one.option_texts for one in weights) <= room.option_texts
    )
