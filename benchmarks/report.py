"""Puts the results into `docs/performance.md` and its picture: `python -m benchmarks.report`."""

import re
from pathlib import Path
from typing import Any

from benchmarks import plot, results
from benchmarks.goals import Figures

ROOT = Path(__file__).resolve().parent.parent
DOCUMENT = ROOT / "docs" / "performance.md"
PICTURE = ROOT / "docs" / "images" / "performance.svg"
COSTS = (
    "per_s",
    "cpu_ms",
    "reads",
    "commands",
    "bytes_sent",
    "bytes_aof",
    "paused_bytes",
)
WAITS = (
    "pause_saved_p50_ms",
    "pause_saved_p99_ms",
    "tool_started_p50_ms",
    "tool_started_p99_ms",
    "ack_p50_ms",
    "ack_p99_ms",
    "lag_p99_ms",
    "rss_mb",
)
WAITING = {
    "runs": "paused runs",
    "paused_bytes": "bytes of Redis for each",
    "rss_mb_without": "memory of a fresh process without them, MB",
    "rss_mb_with": "memory of a fresh process with them, MB",
    "rss_bytes_a_run": "the difference for each run, bytes",
    "ready_s": "from the start of a process until it works, s",
    "heard_s": "from its start until it hears a click on the oldest, s",
    "answer_s": "from its start until that run's answer is posted, s",
    "answer_after_ready_s": "the same from when it works, s",
    "click_10_cpu_ms": "CPU from a click on 10 messages to the tool's start, ms",
    "click_1000_cpu_ms": "the same on 1,000 messages, ms",
    "click_ratio_cpu_ms": "the one by the other",
    "saved_clicks_per_s": "clicks a second on a process that only receives",
    "saved_cpu_ms": "CPU a click, ms",
    "saved_ack_p50_ms": "click to ack p50, ms",
    "saved_ack_p99_ms": "p99, ms",
    "apart_ack_p50_ms": "a worker at work beside: p50, ms",
    "apart_ack_p99_ms": "p99, ms",
    "refused_ack_p50_ms": "one process is both, refusals: p50, ms",
    "refused_ack_p99_ms": "p99, ms",
    "decided_ack_p50_ms": "one process is both, decisions: p50, ms",
    "decided_ack_p99_ms": "p99, ms",
}


def filled(text: str, found: dict[str, Any]) -> str:
    """The document with its generated parts anew."""
    about = found["about"]
    parts = {
        "about": f"Rounds: {about['rounds']}; {about['cpus']} cores, Python {about['python']}, "
        f"{about['system']}{', shortened jobs' if about['quick'] else ''}.",
        "goals": _goals(found),
        "costs": results.table(found, COSTS),
        "waits": results.table(found, WAITS),
        "waiting": _waiting(found),
    }
    for name, part in parts.items():
        between = re.compile(rf"(<!-- {name} -->\n).*?(<!-- /{name} -->)", re.DOTALL)
        text, count = between.subn(lambda m, part=part: f"{m[1]}{part}\n{m[2]}", text)
        assert count == 1, f"the document has {count} places for {name}"
    return text


def _goals(found: dict[str, Any]) -> str:
    said = {True: "yes", False: "**no**", None: "not measured"}
    goals = Figures(found).goals()
    lines = (f"| {goal.says} | {goal.found} | {said[goal.holds]} |" for goal in goals)
    return "\n".join(["| to be shown | found | holds |", "| --- | --- | --- |", *lines])


def _waiting(found: dict[str, Any]) -> str:
    lines = ["| | median | least | most |", "| --- | ---: | ---: | ---: |"]
    for row in found["rows"]:
        if row["name"] != "waiting" or "error" in row:
            continue
        for name, says in WAITING.items():
            three = (row[name], row["min"][name], row["max"][name])
            lines.append(f"| {says} | {' | '.join(map(results.shown, three))} |")
    return "\n".join(lines)


def main() -> None:
    """Writes both."""
    found = results.read()
    DOCUMENT.write_text(filled(DOCUMENT.read_text("utf-8"), found), "utf-8")
    PICTURE.write_text(plot.picture(found), "utf-8")


if __name__ == "__main__":
    main()
