"""The figures as a picture: hand-written SVG, two panels a row, both axes in decades or names."""

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from math import ceil, floor, log10
from typing import Any

NAMES = {
    "engine": "#0b6e4f",
    "product": "#1d4e89",
    "floor: client.post": "#8a8a8a",
    "floor: create()": "#bdbdbd",
    "LangGraph": "#c8553d",
    "pydantic-ai": "#e0a100",
}
PANELS = (
    ("per_s", 1, "Lifecycles a second, one at a time"),
    ("per_s", 32, "Lifecycles a second, 32 at once"),
    ("bytes_sent", 1, "Bytes sent to Redis a lifecycle"),
    ("lag_p99_ms", 32, "Event-loop lag p99 in ms, 32 at once"),
)
MESSAGES = (0, 20, 200, 1_000)
WIDE, HIGH, GAP = 380, 250, 70
LEFT, TOP = 84, 80


def picture(found: Mapping[str, Any]) -> str:
    """The SVG."""
    wide, high = LEFT + 2 * WIDE + GAP + 20, TOP + 2 * (HIGH + GAP)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" '
        'font-family="system-ui, sans-serif" font-size="12" role="img">',
        "<title>What a lifecycle costs by the number of earlier messages</title>",
        f'<rect width="{wide}" height="{high}" fill="#fff"/>',
        *_legend(),
    ]
    for place, (figure, concurrency, title) in enumerate(PANELS):
        x, y = LEFT + place % 2 * (WIDE + GAP), TOP + place // 2 * (HIGH + GAP)
        lines = {name: _line(found, name, figure, concurrency) for name in NAMES}
        parts += _panel(x, y, title, {name: line for name, line in lines.items() if line})
    return "\n".join([*parts, "</svg>\n"])


def _line(
    found: Mapping[str, Any], name: str, figure: str, concurrency: int
) -> list[tuple[int, float]]:
    """The points of one contestant: place on the axis, value."""
    rows: Sequence[Mapping[str, Any]] = found["rows"]
    return [
        (MESSAGES.index(row["messages"]), float(row[figure]))
        for row in rows
        if row["name"] == name and row["concurrency"] == concurrency and row.get(figure)
    ]


def _legend() -> Iterator[str]:
    for n, (name, colour) in enumerate(NAMES.items()):
        x = LEFT + n * 135
        yield f'<rect x="{x}" y="22" width="14" height="4" fill="{colour}"/>'
        yield f'<text x="{x + 20}" y="28" fill="#222">{escape(name)}</text>'


def _panel(
    x: float, y: float, title: str, lines: Mapping[str, Sequence[tuple[int, float]]]
) -> Iterator[str]:
    yield f'<text x="{x}" y="{y - 12}" font-weight="600" fill="#222">{escape(title)}</text>'
    values = [value for line in lines.values() for _, value in line]
    if not values:
        yield f'<text x="{x}" y="{y + 20}" fill="#666">not measured</text>'
        return
    least, most = floor(log10(min(values))), ceil(log10(max(values)))
    decades = max(1, most - least)

    def at(place: int, value: float) -> tuple[float, float]:
        down = (most - log10(value)) / decades * HIGH
        return round(x + place / (len(MESSAGES) - 1) * WIDE, 1), round(y + down, 1)

    for power in range(least, least + decades + 1):
        _, down = at(0, 10.0**power)
        yield f'<path d="M{x} {down}h{WIDE}" stroke="#e4e4e4"/>'
        label = f"{10.0**power:,.10g}"
        yield f'<text x="{x - 6}" y="{down + 4}" text-anchor="end" fill="#666">{label}</text>'
    for place, messages in enumerate(MESSAGES):
        right, _ = at(place, 10.0**least)
        yield (f'<text x="{right}" y="{y + HIGH + 18}" text-anchor="middle" fill="#666">'
               f"{messages:,}</text>")  # fmt: skip
    yield f'<text x="{x}" y="{y + HIGH + 36}" fill="#666">earlier messages</text>'
    for name, line in lines.items():
        yield from _drawn(NAMES[name], [at(*point) for point in line])


def _drawn(colour: str, points: Sequence[tuple[float, float]]) -> Iterator[str]:
    path = " ".join(f"{x},{y}" for x, y in points)
    yield f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>'
    for x, y in points:
        yield f'<circle cx="{x}" cy="{y}" r="3" fill="{colour}"/>'
