"""The model's rich text: only its own words and links, each where it shows where it leads."""

import re

from blocks.rules import Json, as_list, as_object
from blocks.text import one_line
from blocks.theirs import words
from blocks.theirs.elements import not_taken
from blocks.theirs.lookalikes import as_heading, as_line
from blocks.theirs.reading import Clean, Reading, by_table, by_type, each, same

_CODE = re.compile(r":[\w+'-]+:")
_STYLES = ("bold", "italic", "strike", "code", "underline")


def _styled(found: Json) -> Json:
    style = as_object(found.get("style"))
    if style is None:
        return {}
    kept = {name: style[name] for name in _STYLES if name in style}
    return {"style": kept} if kept else {}


def _text(value: object, where: str, reading: Reading) -> object:
    found = as_object(value) or {}
    said = found.get("text")
    return {**_said(words.plain(said) if isinstance(said, str) else said), **_styled(found)}


def _said(text: object) -> Json:
    return {"type": "text", "text": text}


def _link(value: object, where: str, reading: Reading) -> object:
    found = as_object(value) or {}
    url, label = found.get("url"), found.get("text", "")
    if not isinstance(url, str) or not isinstance(label, str):
        reading.add(where, "a link needs a `url`, and a `text` that is a text")
        return None
    where_to = words.host(url)
    if where_to is None:
        return {**_said(words.plain(f"{label} {url}".strip())), **_styled(found)}
    shown = {"text": words.label(label, where_to, url)} if label else {}
    return {"type": "link", "url": url, **shown, **_styled(found)}


def _user(value: object, where: str, reading: Reading) -> object:
    found = as_object(value) or {}
    user = found.get("user_id")
    if user == reading.me:
        return {"type": "user", "user_id": user}
    return _said(words.plain(f"<@{user}>"))


def _named(field: str, sign: str) -> Clean:
    """A ping or a link of Slack's own, as text."""

    def clean(value: object, where: str, reading: Reading) -> object:
        return _said(words.plain(f"<{sign}{(as_object(value) or {}).get(field)}>"))

    return clean


def _date(value: object, where: str, reading: Reading) -> object:
    found = as_object(value) or {}
    kept: Json = {"type": "date"}
    for name in ("timestamp", "format", "fallback"):
        if name in found:
            kept[name] = same(found[name], where, reading)
    return {**kept, **_styled(found)}


def _emoji(value: object, where: str, reading: Reading) -> object:
    name = (as_object(value) or {}).get("name")
    return {"type": "emoji", "name": words.plain(name) if isinstance(name, str) else name}


_leaf = by_type(
    {
        "text": _text,
        "link": _link,
        "user": _user,
        "usergroup": _named("usergroup_id", "!subteam^"),
        "team": _named("team_id", "!team^"),
        "channel": _named("channel_id", "#"),
        "broadcast": _named("range", "!"),
        "emoji": _emoji,
        "date": _date,
        "color": by_table({"value": same}),
    },
    not_taken,
)


def _leaves(value: object, where: str, reading: Reading) -> object:
    items = as_list(value)
    if items is None:
        return value
    cleaned = [_leaf(one, f"{where}/{i}", reading) for i, one in enumerate(items)]
    _lines(cleaned, where, reading)
    empty = ("", None)
    return [one for one in cleaned if one and (as_object(one) or {}).get("text", "-") not in empty]


def _lines(leaves: list[object], where: str, reading: Reading) -> None:
    """Report a line that looks like one of our own cards, however it is put together."""
    for pieces in _rows([found for one in leaves if (found := as_object(one))]):
        line = "".join(text for text, _ in pieces)
        # What has no letters, such as an emoji, is neither bold nor not.
        spoken = [(text, bold) for text, bold in pieces if any(map(str.isalnum, _bare(text)))]
        whole = bool(spoken) and all(bold for _, bold in spoken)
        first = spoken[0][0] if spoken and spoken[0][1] else ""
        why = as_heading(line) if whole else as_line(line, bold=first)
        if why:
            reading.add(where, f"“{one_line(line)[:80]}” {why}")
            return


def _rows(pieces: list[Json]) -> list[list[tuple[str, bool]]]:
    """The lines that these are drawn as: texts, and whether each is bold."""
    rows: list[list[tuple[str, bool]]] = [[]]
    for one in pieces:
        bold = (as_object(one.get("style")) or {}).get("bold") is True
        first, *more = _read(one).splitlines() or [""]
        rows[-1].append((first, bold))
        rows += [[(text, bold)] for text in more]
        if _read(one).endswith("\n"):
            rows.append([])
    return rows


def _bare(text: str) -> str:
    return _CODE.sub("", text)


def _read(piece: Json) -> str:
    if piece.get("type") == "emoji":
        return f":{piece.get('name')}:"
    return " ".join(str(piece[name]) for name in ("text", "format", "fallback") if name in piece)


_border = {"border": same}
_section: Clean = by_table({"elements": _leaves})
parts = each(
    by_type(
        {
            "rich_text_section": _section,
            "rich_text_preformatted": by_table({"elements": _leaves, **_border, "language": same}),
            "rich_text_quote": by_table({"elements": _leaves, **_border}),
            "rich_text_list": by_table(
                {
                    "elements": each(by_type({"rich_text_section": _section}, not_taken)),
                    "style": same, "indent": same, "offset": same, **_border,
                }
            ),
        },
        not_taken,
    )
)  # fmt: skip
"""The elements of a rich_text block."""
