"""One control for one value: how it is drawn, and how what stands in it is read. Pure."""

from typing import Any

from bot.core.form import hints, limits, typed
from bot.core.form.codec import Codec, Control, write
from bot.core.form.exact import ABSENT, dumps, plain
from bot.core.form.merged import Known
from bot.core.form.options import Named, named, worded
from bot.core.form.parts import Field, Kind, Option
from bot.core.form.place import EXTRAS, LINES, Place, signature
from bot.core.form.shape import fixed, item, kinds, speaks_of, value_types
from bot.core.form.veil import secret, veiled, veiled_more
from bot.core.replacing import replace
from bot.mask import HIDDEN

_BY_FORMAT: dict[str, tuple[Kind, Codec]] = {
    "email": ("email", "trimmed"), "idn-email": ("email", "trimmed"), "uri": ("url", "trimmed"),
    "iri": ("url", "trimmed"), "date": ("date", "trimmed"), "time": ("time", "time"),
    "date-time": ("datetime", "datetime"), "uuid": ("text", "trimmed"), "ipv4": ("text", "trimmed"),
    "ipv6": ("text", "trimmed"), "hostname": ("text", "trimmed"),
}  # fmt: skip


_PAIRS = "One name=value on each line, or JSON."
_JSON = {
    "array": "As JSON, like [1, 2].", "object": 'As JSON, like {"name": "a"}.',
    "any": 'As JSON, like [1, 2] or {"name": "a"}; texts stand in quotes.',
}  # fmt: skip


def control(at: Known, place: Place) -> Control:
    """The control of a place that is one."""
    if place.raw:
        return _json(at, place, "any")
    if not at.settled:
        return _control(at, place)
    kept, key = place.schema.kept, place.same
    return kept.drawn.get(key) or kept.add(kept.drawn, key, _control(at, place))


def _control(at: Known, place: Place) -> Control:
    if at.const is not ABSENT or (fixed(at, place) and not place.hidden):
        return _fixed(at, place)
    if at.options is not None:
        return _chosen(place, at.options, at)
    match kinds(at):
        case ("boolean",):
            return _yes_or_no(at, place)
        case ("string",):
            return _text(at, place)
        case ("integer",) | ("number",):
            return _number(at, place)
        case ("array",) | ("object",) as only:
            return _json(at, place, only[0])
        case _:
            return _loose(at, place)


def many(at: Known, place: Place) -> Control:
    """Several of some values."""
    options = _named(item(at, place).options or (), place)
    kind: Kind = "checkboxes" if len(options) <= limits.RADIO else "multiselect"
    if place.ui.widget == "select" and len(options) > 1:
        kind = "multiselect"
    if len(options) > limits.SELECT:
        kind = "multisearch"
    hint = hints.count_rule(at, chosen=True)
    made = Control(
        field=_field(at, place, kind, hint, options), codec="many", named=options,
        empty=[] if place.required and not at.nullable else None if place.required else ABSENT,
    )  # fmt: skip
    return _with_default(made, at, place)


def lines(at: Known, place: Place, *, first: bool) -> Control:
    """Texts of a list, one a line; those that have a row each stand above."""
    one = item(at, place)
    hint = " ".join(
        x for x in (hints.count_rule(at), "One on each line.", hints.text_rule(one)) if x
    )
    made = _field(at, place, "lines", hint)
    optional = not (first and at.count("minItems") and place.required) or place.loose
    label = made.label if first else f"More of {made.label}, one on each line"
    return Control(
        field=replace(made, id=place.marked(LINES), label=label, optional=optional or at.nullable,
                      sensitive=veiled(at, place)),
        codec="lines",
    )  # fmt: skip


def extras(at: Known, place: Place) -> Control:
    """Properties by names that the schema doesn't know."""
    types = value_types(at)
    made = _field(at, place, "json", _PAIRS if types else _JSON["object"])
    called = f"More of {made.label}" if place.path else "More"
    return Control(
        field=replace(made, id=place.marked(EXTRAS), label=called, about="", optional=True,
                      sensitive=veiled_more(at, place)),
        codec="pairs" if types else "json", types=types,
    )  # fmt: skip


def _fixed(at: Known, place: Place) -> Control:
    if at.const is not ABSENT and place.stands:  # it may be left out, or be wrong by now
        return _chosen(place, (Named(at.const),), at)
    value = at.const if at.const is not ABSENT else default(at, place)
    shown = "" if value is ABSENT else HIDDEN if secret(at, place) else _worded(at, value)
    made = _field(at, place, "locked", "")
    return Control(
        field=replace(made, shown=shown), codec="locked", forced=value,
        constant=at.const is not ABSENT, defaulted=value is not ABSENT,
    )  # fmt: skip


def _worded(at: Known, value: Any) -> str:
    for one in at.options or ():
        if plain(one.value) == plain(value):
            return one.shown
    return worded(value)


def _chosen(place: Place, found: tuple[Named, ...], at: Known) -> Control:
    options = _named(found, place)
    kind: Kind = "select" if place.ui.widget == "select" else "radio"
    if len(options) > limits.RADIO:
        kind = "select" if len(options) <= limits.SELECT else "search"
    empty = None if place.required and at.nullable and not _has_null(options) else ABSENT
    made = Control(
        field=_field(at, place, kind, "", options), codec="one", named=options, empty=empty
    )  # fmt: skip
    return _with_default(made, at, place)


def _has_null(options: tuple[Named, ...]) -> bool:
    return any(one.value is None for one in options)


def _named(options: tuple[Named, ...], place: Place) -> tuple[Named, ...]:
    """The options with the words that the uiSchema has for them.

    Where an answer is changed, what is chosen is the value itself: so it stands on the card.
    """
    if place.stands:
        return _plainly(options)
    own = place.ui.wish("enumNames")
    if not isinstance(own, list):
        return options
    values = [one.value for one in options]
    renamed = named({"enum": values, "enumNames": own})
    return tuple(
        replace(one, label=new.label or one.label)
        for one, new in zip(options, renamed, strict=True)
    )


def _plainly(options: tuple[Named, ...]) -> tuple[Named, ...]:
    words = [worded(one.value) for one in options]
    alike = len(set(words)) < len(words)
    return tuple(
        Named(one.value, dumps(one.value) if alike else word, one.about or one.label)
        for one, word in zip(options, words, strict=True)
    )


def _yes_or_no(at: Known, place: Place) -> Control:
    start = default(at, place)
    wished = place.ui.widget
    ticked = start is not ABSENT and start is not None and not wished and not place.stands
    box = wished == "checkbox" or ticked
    if not box:
        return _chosen(place, (Named(True), Named(False)), at)
    made = replace(_field(at, place, "checkbox", ""), optional=True)
    return _with_default(Control(field=made, codec="box", initial=(), empty=False), at, place)


def _text(at: Known, place: Place) -> Control:
    kind, codec = _BY_FORMAT.get(at.text("format"), ("text", "text"))
    if place.ui.widget == "textarea" and kind == "text":
        kind = "lines"
    empty = _empty(at, place)
    # What a picker can't show stands in a text, and what is secret is typed.
    picked = default(at, place) is ABSENT and not secret(at, place)
    hint = hints.text_rule(at, picked=picked)
    made = Control(field=_field(at, place, kind, hint), codec=codec, empty=empty)
    return _with_default(made, at, place)


def _empty(at: Known, place: Place) -> Any:
    """What an empty text is. One that is needed is missing, unless an empty one is wished for:
    nobody who leaves a field empty has answered it. Who empties what stood there means it.
    """
    if not place.required:
        return ABSENT
    if at.nullable:
        return None
    wished = place.ui.wish("emptyValue") == "" or default(at, place) == ""
    return "" if (wished or place.stands) and place.schema.keeps(place.parts, "") else ABSENT


def _number(at: Known, place: Place) -> Control:
    kind: Kind = "integer" if at.kinds == ("integer",) else "number"
    empty = None if place.required and at.nullable else ABSENT
    low, high = hints.bounds(at)
    slides = place.ui.widget == "range" and low != "" and high != ""
    made = replace(
        _field(at, place, kind, hints.number_rule(at)), low=low, high=high, slides=slides
    )
    return _with_default(Control(field=made, codec=kind, empty=empty), at, place)


def _json(at: Known, place: Place, kind: str) -> Control:
    types = value_types(at) if kind == "object" and not at.properties else ()
    hint = _PAIRS if types else _JSON[kind]
    if kind == "array":
        hint = f"{hint} {hints.count_rule(at)}".strip()
    empty = None if place.required and at.nullable else ABSENT
    codec: Codec = "pairs" if types else "json"
    field = _field(at, place, "json", hint)
    return _with_default(Control(field=field, codec=codec, types=types, empty=empty), at, place)


def _loose(at: Known, place: Place) -> Control:
    spoken = speaks_of(at)
    if spoken == "string":
        return _text(at, place)
    if spoken == "number":
        hint = hints.number_rule(at)
    elif at.typed:
        hint = (
            f"This may be {typed.listed(at.kinds)}. Put a text that looks like another in quotes."
        )
    else:
        hint = ""
    empty = None if place.required and at.nullable else ABSENT
    made = Control(
        field=_field(at, place, "text", hint), codec="loose", types=at.types, empty=empty
    )  # fmt: skip
    return _with_default(made, at, place)


def default(at: Known, place: Place) -> Any:
    """The default that holds here; ABSENT without one, and for one that breaks the rules."""
    for found in (place.default, at.words.get("default", ABSENT)):
        if found is not ABSENT:
            return found if place.schema.keeps(place.parts, found) else ABSENT
    return ABSENT


def _with_default(made: Control, at: Known, place: Place) -> Control:
    """The control with its default in it, and with when it may be left empty."""
    masked = veiled(at, place)
    optional = not place.required or place.loose or made.empty is not ABSENT
    field = replace(made.field, optional=optional or made.field.optional, sensitive=masked)
    found = ABSENT if masked else default(at, place)
    initial = None if found is ABSENT else write(made, found)
    start = made.initial if initial is None else initial
    return replace(made, field=field, initial=start, defaulted=found is not ABSENT)


def _field(
    at: Known, place: Place, kind: Kind, hint: str, options: tuple[Named, ...] = ()
) -> Field:
    text = kind in ("text", "lines", "email", "url")
    words = (hint, place.ui.text("help"))
    drawn = tuple(Option(str(n), one.shown, one.about) for n, one in enumerate(options))
    picks = kind in ("checkbox", "locked") or bool(options)
    more = (kind, signature([one.value for one in options])) if picks else ()
    return Field(
        id=place.marked("", *more), path=place.path, kind=kind, label=label(at, place),
        about=place.ui.text("description") or at.text("description"),
        hint=" ".join(one for one in words if one), placeholder=_placeholder(at, place),
        optional=not place.required or place.loose, options=drawn, redraws=place.watched,
        least=at.count("minLength") if text else None, most=at.count("maxLength") if text else None,
    )  # fmt: skip


def label(at: Known, place: Place) -> str:
    """What a place is called: by its own title, else its name; a row by its number.

    Where an answer is changed, by its name alone: so it is called on the card.
    """
    if place.headless or (place.stands and place.name):
        return place.name
    own = place.ui.text("title") or at.text("title")
    return own or place.name or at.text("name") or "Answer"


def _placeholder(at: Known, place: Place) -> str:
    wished = place.ui.text("placeholder")
    found = at.words.get("examples")
    if wished or not isinstance(found, list) or not found or secret(at, place):
        return wished
    return f"such as {worded(found[0])}"
