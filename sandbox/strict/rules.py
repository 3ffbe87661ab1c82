"""Rules between the fields of one object, and those over a whole message or view."""

from collections.abc import Callable, Iterator

from sandbox.elements import find_all
from sandbox.jsons import Json, is_list, is_obj, obj, objects
from sandbox.strict.sizes import MOST_CELL_TEXT, MOST_MARKDOWN, TABLES, block_text

Broken = tuple[str, str]


def _section(block: Json, at: str, _surface: str) -> Iterator[Broken]:
    if "text" not in block and "fields" not in block:
        yield "must define either `text` or `fields`", at


def _image(image: Json, at: str, _surface: str) -> Iterator[Broken]:
    if ("image_url" in image) == ("slack_file" in image):
        yield "must define either `image_url` or `slack_file`", at


def _options(element: Json, at: str, _surface: str) -> Iterator[Broken]:
    if ("options" in element) == ("option_groups" in element):
        yield "must define either `options` or `option_groups`", at


def _card(card: Json, at: str, _surface: str) -> Iterator[Broken]:
    if not {"hero_image", "title", "actions", "body"} & card.keys():
        yield "must define at least one of `hero_image`, `title`, `actions`, `body`", at


def _container(block: Json, at: str, _surface: str) -> Iterator[Broken]:
    if ("title" in block) == ("rich_text_title" in block):
        yield "must define either `title` or `rich_text_title`", at
    if block.get("default_collapsed") is not None and not block.get("is_collapsible"):
        yield "`default_collapsed` requires `is_collapsible`", at
    if block.get("has_header_divider") and block.get("is_collapsible"):
        yield "`has_header_divider` is not allowed with `is_collapsible`", at


def _text_input(element: Json, at: str, _surface: str) -> Iterator[Broken]:
    least, most = element.get("min_length"), element.get("max_length")
    if isinstance(least, int) and isinstance(most, int) and least > most:
        yield "`min_length` must not be greater than `max_length`", at


def _input(block: Json, at: str, surface: str) -> Iterator[Broken]:
    element = block.get("element")
    if not is_obj(element):
        return
    if element.get("type") == "file_input" and block.get("dispatch_action"):
        yield "`dispatch_action` is not allowed with a `file_input`", at
    if element.get("response_url_enabled") and surface != "modal":
        yield "invalid additional property: response_url_enabled", f"{at}/element"


def _elsewhere(block: Json, at: str, _surface: str) -> Iterator[Broken]:
    """Only inputs of modals are answered with a response URL."""
    for index, element in enumerate(objects(block.get("elements"))):
        if "response_url_enabled" in element:
            yield "invalid additional property: response_url_enabled", f"{at}/elements/{index}"


def _beside(block: Json, at: str, surface: str) -> Iterator[Broken]:
    yield from _section(block, at, surface)
    if "response_url_enabled" in obj(block.get("accessory")):
        yield "invalid additional property: response_url_enabled", f"{at}/accessory"


def _chart(block: Json, at: str, _surface: str) -> Iterator[Broken]:
    """Names are unique, every series has every category, and a pie has no empty part."""
    chart = obj(block.get("chart"))
    categories = set(_strings(obj(chart.get("axis_config")).get("categories")))
    names: list[object] = []
    for index, series in enumerate(objects(chart.get("series"))):
        where = f"{at}/chart/series/{index}"
        if series.get("name") in names:
            yield f"`name` already exists: {series.get('name')}", f"{where}/name"
        names.append(series.get("name"))
        if {str(point.get("label")) for point in objects(series.get("data"))} != categories:
            yield "must provide a value for every category", f"{where}/data"
    for index, segment in enumerate(objects(chart.get("segments"))):
        value = segment.get("value")
        if isinstance(value, int | float) and value <= 0:
            yield "must be greater than 0", f"{at}/chart/segments/{index}/value"


def _strings(value: object) -> list[str]:
    return [str(each) for each in value] if is_list(value) else []


def _rows(block: Json, at: str, _surface: str) -> Iterator[Broken]:
    rows = block.get("rows")
    if is_list(rows) and rows and is_list(rows[0]):
        for index, cell in enumerate(objects(rows[0])):
            if cell.get("type") == "rich_text":
                yield "unsupported type: rich_text", f"{at}/rows/0/{index}/type"


_RULES: dict[str, Callable[[Json, str, str], Iterator[Broken]]] = {
    "section": _beside,
    "actions": _elsewhere,
    "data_visualization": _chart,
    "image": _image,
    "static_select": _options,
    "multi_static_select": _options,
    "card": _card,
    "container": _container,
    "plain_text_input": _text_input,
    "input": _input,
    "data_table": _rows,
}


def broken_rules(value: Json, at: str, surface: str) -> Iterator[Broken]:
    """What is wrong between the fields of a typed object."""
    rule = _RULES.get(str(value["type"]))
    if rule is not None:
        yield from rule(value, at, surface)


def whole_message(blocks: list[Json], at: str) -> Iterator[Broken]:
    """What is wrong with a message's blocks together."""
    yield from _unique(blocks, at)
    kinds = [block.get("type") for block in blocks]
    if sum(kind in TABLES for kind in kinds) > 1:
        yield "only_one_table_allowed", at
    if kinds.count("data_visualization") > 2:
        yield "no more than 2 data_visualization blocks allowed", at
    yield from _cells(blocks, at)
    markdown = [b.get("text") for b in blocks if b.get("type") == "markdown"]
    total = sum(len(text) for text in markdown if isinstance(text, str))
    if len(markdown) > 1 and total > MOST_MARKDOWN:
        yield f"must be less than {MOST_MARKDOWN + 1} characters", at


def _cells(blocks: list[Json], at: str) -> Iterator[Broken]:
    """How much text the cells of a message's tables hold together."""
    for kind, most in MOST_CELL_TEXT.items():
        size = sum(block_text(b.get("rows")) for b in blocks if b.get("type") == kind)
        if size > most:
            yield f"must be less than {most + 1} characters", at


def whole_view(view: Json, at: str) -> Iterator[Broken]:
    """What is wrong with a view's blocks together."""
    blocks = objects(view.get("blocks"))
    yield from _unique(blocks, f"{at}/blocks")
    has_input = any(block.get("type") == "input" for block in blocks)
    if view.get("type") == "modal" and has_input and "submit" not in view:
        yield "must define `submit` to use an `input` block in modals", at
    if sum(bool(element.get("focus_on_load")) for _, element in find_all(blocks)) > 1:
        yield "no more than 1 element may have `focus_on_load`", at


def _unique(blocks: list[Json], at: str) -> Iterator[Broken]:
    seen: list[object] = []
    for index, block in enumerate(blocks):
        block_id = block.get("block_id")
        if block_id and block_id in seen:
            yield f"`block_id` already exists: {block_id}", f"{at}/{index}/block_id"
        seen.append(block_id)
        yield from _unique_actions(block, f"{at}/{index}")


def _unique_actions(block: Json, at: str) -> Iterator[Broken]:
    nested = "child_blocks" if "child_blocks" in block else "elements"
    if block.get("type") in ("container", "carousel"):
        for index, child in enumerate(objects(block.get(nested))):
            yield from _unique_actions(child, f"{at}/{nested}/{index}")
        return
    where = "actions" if block.get("type") == "card" else "elements"
    if not is_list(block.get(where)):
        return
    seen: list[object] = []
    for index, (_, element) in enumerate(find_all([block])):
        action_id = element.get("action_id")
        if action_id and action_id in seen:
            yield f"`action_id` already exists: {action_id}", f"{at}/{where}/{index}/action_id"
        seen.append(action_id)
