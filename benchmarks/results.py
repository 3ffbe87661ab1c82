"""What was found, over the rounds: medians with the least and the most of them, as JSON."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

RESULTS = Path(__file__).resolve().parent / "results.json"
ORDER = (
    "engine",
    "product",
    "floor: client.post",
    "floor: create()",
    "LangGraph",
    "pydantic-ai",
    "waiting",
)
DIGITS = 4  # of a figure that are kept: no more of them mean anything
UNITS = {
    "per_s": "lifecycles/s",
    "cpu_ms": "CPU ms",
    "reads": "server reads",
    "commands": "commands",
    "bytes_sent": "bytes sent",
    "bytes_aof": "bytes in the AOF",
    "paused_bytes": "bytes a paused run",
    "pause_saved_p50_ms": "pause saved p50 ms",
    "pause_saved_p99_ms": "p99 ms",
    "tool_started_p50_ms": "decision to tool p50 ms",
    "tool_started_p99_ms": "p99 ms",
    "ack_p50_ms": "click to ack p50 ms",
    "ack_p99_ms": "p99 ms",
    "lag_p99_ms": "loop lag p99 ms",
    "rss_mb": "memory MB",
}


@dataclass(slots=True)
class Row:
    """One contestant in one cell: its figures in each round."""

    name: str
    concurrency: int
    messages: int
    lifecycles: int
    values: dict[str, list[float]] = field(default_factory=dict[str, list[float]])
    error: str = ""

    def add(self, found: Mapping[str, Any]) -> None:
        """One more round."""
        self.error = self.error or str(found.get("error", ""))
        for name, value in found.items():
            if name != "error":
                self.values.setdefault(name, []).append(float(value))

    def as_json(self) -> dict[str, Any]:
        """The medians, and beside them the least and the most."""
        about: dict[str, Any] = {
            "name": self.name,
            "concurrency": self.concurrency,
            "messages": self.messages,
            "lifecycles": self.lifecycles,
        }
        if self.error:
            return {**about, "error": self.error}
        return {
            **about,
            **{name: kept(median(found)) for name, found in self.values.items()},
            "min": {name: kept(min(found)) for name, found in self.values.items()},
            "max": {name: kept(max(found)) for name, found in self.values.items()},
        }


def kept(value: float) -> float:
    """The figure with as many digits as mean something; a count stays whole."""
    short = float(f"{value:.{DIGITS}g}")
    return int(short) if short == int(short) else short


def write(path: Path, rows: Iterable[Row], about: Mapping[str, Any]) -> None:
    """Writes the file, in the order of names and cells."""
    ordered = sorted(rows, key=lambda row: (ORDER.index(row.name), row.concurrency, row.messages))
    made = {"about": dict(about), "rows": [row.as_json() for row in ordered]}
    path.write_text(json.dumps(made, indent=1) + "\n")


def read(path: Path = RESULTS) -> dict[str, Any]:
    """What was written."""
    return json.loads(path.read_text())


def table(found: Mapping[str, Any], names: Sequence[str] = tuple(UNITS)) -> str:
    """The lifecycles as a table in Markdown, a block of rows for each cell."""
    rows: list[dict[str, Any]] = [r for r in found["rows"] if r["name"] != "waiting"]
    lines = [
        f"| | {' | '.join(UNITS[name] for name in names)} |",
        f"| --- |{' ---: |' * len(names)}",
    ]
    for cell in sorted({(r["concurrency"], r["messages"]) for r in rows}):
        lines.append(f"| **{cell[0]} at once, {cell[1]:,} messages** |{' |' * len(names)}")
        for row in rows:
            if (row["concurrency"], row["messages"]) == cell:
                lines.append(_line(row, names))
    return "\n".join(lines)


def _line(row: Mapping[str, Any], names: Sequence[str]) -> str:
    if "error" in row:
        return f"| {row['name']} | {row['error']} |{' |' * (len(names) - 1)}"
    return f"| {row['name']} | {' | '.join(shown(row.get(name)) for name in names)} |"


def shown(value: float | None) -> str:
    """A figure as people read it."""
    if value is None:
        return "–"
    if abs(value) >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}" if abs(value) >= 10 else f"{value:.2g}"
