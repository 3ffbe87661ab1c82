"""Any block that the sandbox takes, made from the very shapes that it checks against."""

import re
from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from sandbox.jsons import Json, is_list, is_obj, objects
from sandbox.strict.blocks import BLOCKS
from sandbox.strict.sizes import MOST_CELL_TEXT, block_text
from sandbox.strict.spec import Bool, Free, Int, Many, Number, Shape, Spec, Str, Text, Typed

Made = st.SearchStrategy[Any]

# A text is as short as may be, ordinary, or as long as may be. It is made of x, so that nothing in
# it is escaped: what escaping does to lengths has tests of its own.
ORDINARY = 12
# A list is short or, now and then, full; a long one is big and shows nothing more.
FEW = 2
LONG = 10
# What the shapes leave open, by the name of its field.
OPEN: Json = {
    "initial_value": {"type": "rich_text", "elements": []},
    "icon": {"type": "icon", "name": "robot"},
}
# A text of each pattern that the shapes ask for.
PATTERNS = ("2026-11-30", "09:30", "https://x.test/a.png")
WORDS: Json = {"type": "plain_text", "text": "x"}

_made: dict[tuple[int, str], Made] = {}


def kinds(surface: str) -> list[str]:
    """The types of blocks that may stand on a surface."""
    return [kind for kind, shape in BLOCKS.items() if surface in shape.surfaces]


def blocks(kind: str, surface: str) -> st.SearchStrategy[Json]:
    """Blocks of this type that fit the shapes, and the rules between their fields."""
    made = _object(BLOCKS[kind], surface, kind)
    return made.map(lambda block: _fitted(block, surface))


def view(inner: list[Json], surface: str) -> Json:
    """A modal or Home tab of these blocks."""
    frame: Json = {"title": WORDS, "submit": WORDS} if surface == "modal" else {}
    return {"type": surface, "blocks": inner, **frame}


def _value(spec: Spec, surface: str) -> Made:
    """Cached: the shapes are few and share their parts."""
    key = (id(spec), surface)
    if key not in _made:
        _made[key] = _fresh(spec, surface)
    return _made[key]


def _fresh(spec: Spec, surface: str) -> Made:
    match spec:
        case Many():
            return _list(spec, surface)
        case Typed():
            fit = {k: s for k, s in spec.shapes.items() if surface in s.surfaces}
            return st.one_of(*(_object(shape, surface, kind) for kind, shape in fit.items()))
        case Shape():
            return _object(spec, surface)
        case _:
            return _plain(spec)


def _plain(spec: Text | Str | Bool | Int | Number | Free) -> Made:
    match spec:
        case Text():
            text = _text(spec.least, spec.most)
            return st.fixed_dictionaries({"type": st.sampled_from(spec.kinds), "text": text})
        case Str():
            return _string(spec)
        case Bool():
            return st.booleans()
        case Int():
            return _ends(spec.least or 0, spec.most or 9)
        case Number():
            return st.integers(1, 99) | st.sampled_from([0.5, 1.5])
        case Free():
            return st.just({"name": "x", "value": "x"})


def _object(shape: Shape, surface: str, kind: str | None = None) -> Made:
    """An object with what it needs and any of the rest."""
    made = {
        name: st.just(OPEN[name])
        if name in OPEN and isinstance(spec, Free)
        else _value(spec, surface)
        for name, spec in shape.fields.items()
    }
    needed = {name: made.pop(name) for name in shape.needs}
    named: dict[str, Made] = {} if kind is None else {"type": st.just(kind)}
    return st.fixed_dictionaries({**named, **needed}, optional=made)


def _string(spec: Str) -> Made:
    if spec.one_of:
        return st.sampled_from(spec.one_of)
    if spec.pattern:
        return st.just(next(one for one in PATTERNS if re.fullmatch(spec.pattern, one)))
    return _text(spec.least, spec.most)


def _text(least: int, most: int | None) -> Made:
    longest = ORDINARY if most is None else most
    lengths = {least, min(max(ORDINARY, least), longest), longest}
    return st.sampled_from(["x" * length for length in sorted(lengths)])


def _ends(least: int, most: int) -> Made:
    return st.sampled_from([least, most]) | st.integers(least, most)


def _list(spec: Many, surface: str) -> Made:
    item = _value(spec.item, surface)
    few = st.lists(item, min_size=spec.least, max_size=max(FEW, spec.least))
    most = spec.most
    if most is None or most > LONG:
        return few
    return few | item.map(lambda one: [one] * most)


def _fitted(block: Json, surface: str) -> Json:
    """The block with the rules between fields kept, and ids that are its own."""
    fresh = _copied(block)
    for each in _typed(fresh):
        _fit(each)
    if surface != "modal" or block["type"] != "input":
        _drop(fresh, "response_url_enabled")
    _drop(fresh, "focus_on_load")
    _number(fresh)
    return fresh


def _copied(value: Any) -> Any:
    if is_obj(value):
        return {key: _copied(each) for key, each in value.items()}
    return [_copied(each) for each in value] if is_list(value) else value


def _typed(value: object) -> list[Json]:
    """Every object with a type, inside and out."""
    if is_list(value):
        return [found for each in value for found in _typed(each)]
    if not is_obj(value):
        return []
    inner = [found for each in value.values() for found in _typed(each)]
    return [value, *inner] if "type" in value else inner


def _fit(one: Json) -> None:
    fit = _FIT.get(one["type"])
    if fit is not None:
        fit(one)


def _fit_section(one: Json) -> None:
    if not {"text", "fields"} & one.keys():
        one["text"] = WORDS


def _fit_image(one: Json) -> None:
    one.pop("slack_file", None)
    one.setdefault("image_url", "https://x.test/a.png")


def _fit_select(one: Json) -> None:
    if "options" in one:
        one.pop("option_groups", None)
    else:
        option: Json = {"text": WORDS, "value": "x"}
        one.setdefault("option_groups", [{"label": WORDS, "options": [option]}])


def _fit_card(one: Json) -> None:
    if not {"hero_image", "title", "actions", "body"} & one.keys():
        one["title"] = WORDS


def _fit_text_input(one: Json) -> None:
    if one.get("min_length", 0) > one.get("max_length", 3000):
        one["min_length"] = 0


def _fit_input(one: Json) -> None:
    if one["element"]["type"] == "file_input":
        one.pop("dispatch_action", None)


def _fit_table(one: Json) -> None:
    """The cells of a table have a limit together, too: a long one stands alone."""
    most = MOST_CELL_TEXT[one["type"]]
    if block_text(one["rows"]) > most:
        one["rows"] = [[{"type": "raw_text", "text": "x" * 10_000}]]


def _fit_data_table(one: Json) -> None:
    one["rows"][0] = [{"type": "raw_text", "text": "x"} for _ in one["rows"][0]]
    _fit_table(one)


def _fit_container(one: Json) -> None:
    if "title" in one:
        one.pop("rich_text_title", None)
    elif "rich_text_title" not in one:
        one["title"] = WORDS
    if one.get("is_collapsible"):
        one.pop("has_header_divider", None)
    else:
        one.pop("default_collapsed", None)


def _fit_chart(one: Json) -> None:
    """Names are unique, and every series has every category."""
    chart = one["chart"]
    if "series" in chart:
        point: Json = {"label": "x", "value": 1}
        chart["axis_config"]["categories"] = ["x"]
        chart["series"] = [
            {"name": str(number), "data": [point]} for number, _ in enumerate(chart["series"])
        ]


_FIT: dict[str, Callable[[Json], None]] = {
    "section": _fit_section,
    "image": _fit_image,
    "static_select": _fit_select,
    "multi_static_select": _fit_select,
    "card": _fit_card,
    "container": _fit_container,
    "plain_text_input": _fit_text_input,
    "input": _fit_input,
    "table": _fit_table,
    "data_table": _fit_data_table,
    "data_visualization": _fit_chart,
}


def _drop(value: object, name: str) -> None:
    for one in _typed(value):
        one.pop(name, None)


def _number(block: Json) -> None:
    """Ids are unique in a block; a long one stays as long."""
    inside = [
        one for key in ("elements", "child_blocks", "actions") for one in objects(block.get(key))
    ]
    for number, one in enumerate(each for every in inside for each in _typed(every)):
        for name in ("action_id", "block_id"):
            if name in one:
                one[name] = f"{number}{one[name]}"[:255]


def spoiled(kind: str, surface: str) -> st.SearchStrategy[Json]:
    """Blocks of this type with one thing about them that may well be wrong."""
    return st.builds(_spoilt, blocks(kind, surface), st.integers(0), st.sampled_from(_WAYS))


_WAYS = ("drop", "add", "long", "empty", "number", "nothing", "unknown")


def _spoilt(block: Json, where: int, way: str) -> Json:
    fresh = _copied(block)
    places = list(_places(fresh))
    holder, key = places[where % len(places)]
    value = holder[key]
    if way == "drop":
        del holder[key]
    elif way == "add":
        holder["colour"] = "red"
    elif way == "long":
        holder[key] = value * 101 if is_list(value) else f"{value}{'x' * 4000}"
    else:
        wrong = {"empty": type(value)(), "number": 7, "nothing": None, "unknown": "sektion"}
        holder[key] = wrong[way]
    return fresh


def _places(value: object) -> Iterator[tuple[Json, str]]:
    """Every field of every object inside, but the block's own type."""
    if is_list(value):
        for each in value:
            yield from _places(each)
    elif is_obj(value):
        for key, each in value.items():
            yield value, key
            yield from _places(each)
