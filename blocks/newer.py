"""Blocks that Slack added from 2025 on, with the limits that its pages state.

Where pages disagree the smaller figure stands. What no page settles isn't here, and so is refused.
"""

from collections.abc import Mapping

from blocks import limits as n
from blocks.rules import (
    BOTH,
    Report,
    Rule,
    also,
    anything,
    array,
    as_object,
    either,
    figure,
    flag,
    number,
    one_of,
    only,
    shape,
    string,
    text,
    typed,
    with_id,
)

_STATUS = one_of("pending", "in_progress", "complete", "error")
_source = shape({"url": string(n.URL), "text": string(n.TEXT_OBJECT)})


def newer(blocks: Mapping[str, Rule], button: Rule, image: Rule) -> dict[str, Rule]:
    """Their rules by type; `blocks` are the older ones, which a container may hold."""
    rich = blocks["rich_text"]
    task = with_id(
        shape(
            {"task_id": string(n.BLOCK_ID), "title": string(n.TEXT_OBJECT), "status": _STATUS},
            {
                "details": typed({"rich_text": rich}),
                "output": typed({"rich_text": rich}),
                "hide_title": flag,
                "type": one_of("task_card"),
            }
            | {"sources": array(n.TEXT_OBJECT, typed({"url": _source})), "icon": anything},
        )
    )
    card = with_id(_card(button, image))
    table: dict[str, Rule] = {
        "table": only(["message", "home"], "table", _table(rich)),
        "data_table": only(["message"], "data_table", _data_table(rich)),
        "task_card": only(["message"], "task_card", task),
        "plan": only(
            ["message"],
            "plan",
            shape({"title": string(n.TEXT_OBJECT)}, {"tasks": array(n.PLAN_TASKS, task)}),
        ),
        "card": only(["message", "home"], "card", card),
        "carousel": only(
            ["message", "home"],
            "carousel",
            shape({"elements": array(n.CAROUSEL_CARDS, typed({"card": card}))}),
        ),
        "container": only(["message"], "container", _container(blocks, image)),
        "alert": only(
            ["modal"],
            "alert",
            shape(
                {"text": text(n.ALERT_TEXT, *BOTH)},
                {"level": one_of("default", "info", "warning", "error", "success")},
            ),
        ),
    }
    return {kind: with_id(rule) for kind, rule in table.items()}


def _card(button: Rule, image: Rule) -> Rule:
    inner = shape(
        {},
        {"title": text(n.CARD_TITLE, *BOTH), "subtitle": text(n.CARD_TITLE, *BOTH)}
        | {
            "body": text(n.CARD_BODY, *BOTH),
            "icon": typed({"image": image}),
            "hero_image": typed({"image": image}),
        }
        | {"actions": array(n.CARD_ACTIONS, typed({"button": button}))},
    )

    def something(value: object, where: str, report: Report) -> None:
        if not {"hero_image", "title", "actions", "body"} & set(as_object(value) or {}):
            report.add(where, "must define `hero_image`, `title`, `actions` or `body`")

    return also(inner, something)


def _cells(rich: Rule) -> Rule:
    raw = shape({"text": string(n.TABLE_TEXT, 0)})
    counted = shape({"value": figure}, {"text": string(n.TABLE_TEXT)})
    return typed({"raw_text": raw, "raw_number": counted, "rich_text": rich})


def _table(rich: Rule) -> Rule:
    column = shape({}, {"align": one_of("left", "center", "right"), "is_wrapped": flag})
    return shape(
        {"rows": array(n.TABLE_ROWS, array(n.TABLE_COLUMNS, _cells(rich)))},
        {"column_settings": array(n.TABLE_COLUMNS, column)},
    )


def _data_table(rich: Rule) -> Rule:
    return shape(
        {
            "caption": string(n.TEXT_OBJECT),
            "rows": array(n.TABLE_ROWS + 1, array(n.TABLE_COLUMNS, _cells(rich))),
        },
        {
            "page_size": number(1, n.TABLE_ROWS),
            "row_header_column_index": number(0, n.TABLE_COLUMNS - 1),
        },
    )


def _container(blocks: Mapping[str, Rule], image: Rule) -> Rule:
    inside = ("actions", "context", "divider", "header", "image", "input", "rich_text", "section")
    held = typed({kind: blocks[kind] for kind in (*inside, "video")})
    inner = shape(
        {"child_blocks": array(n.CONTAINER_BLOCKS, held)},
        {
            "title": text(n.CONTAINER_TITLE),
            "rich_text_title": typed({"rich_text": blocks["rich_text"]}),
        }
        | {"subtitle": text(n.CONTAINER_TITLE), "width": one_of(*_WIDTHS), "is_collapsible": flag}
        | {"default_collapsed": flag, "has_header_divider": flag}
        | {"icon": typed({"image": image})},
    )

    def folds(value: object, where: str, report: Report) -> None:
        found = as_object(value) or {}
        if "default_collapsed" in found and not found.get("is_collapsible"):
            report.add(where, "must define `is_collapsible` to use `default_collapsed`")
        if found.get("has_header_divider") and found.get("is_collapsible"):
            report.add(where, "`has_header_divider` can't be used with `is_collapsible`")

    return also(inner, either("title", "rich_text_title"), folds)


_WIDTHS = ("narrow", "standard", "wide", "full")
