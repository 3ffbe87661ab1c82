"""What the figures are to show, and whether they do."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

PEERS = ("LangGraph", "pydantic-ai")
CELLS = [(c, m) for c in (1, 32) for m in (0, 20, 200, 1_000)]
BETTER = {"per_s": max, "cpu_ms": min}  # what "ahead" means, of medians
EVEN = 1.1  # between these two transcripts a counter may differ by its noise


@dataclass(frozen=True, slots=True)
class Goal:
    """A sentence, what was found, and whether it holds; None where nothing was measured."""

    says: str
    found: str
    holds: bool | None


class Figures:
    """The rows by their names and cells."""

    def __init__(self, found: Mapping[str, Any]) -> None:
        self._rows: dict[tuple[str, int, int], dict[str, Any]] = {
            (r["name"], r["concurrency"], r["messages"]): r for r in found["rows"]
        }

    def get(self, figure: str, name: str, concurrency: int = 1, messages: int = 0) -> float | None:
        """A median, if there is one."""
        return self._rows.get((name, concurrency, messages), {}).get(figure)

    def goals(self) -> Iterator[Goal]:
        """Every goal, as it stands."""
        yield self._even("engine", "bytes_sent", "Bytes a lifecycle don't grow with the transcript")
        yield self._even("engine", "commands", "Commands a lifecycle don't grow with it")
        yield self._most("Round trips a lifecycle, at most 10", "reads", "engine", 10)
        yield self._most("Bytes sent a lifecycle, at most 4 kB", "bytes_sent", "engine", 4_000)
        yield self._most("Bytes in the AOF a lifecycle, at most 4 kB", "bytes_aof", "engine", 4_000)
        yield self._beside()
        yield from (self._ahead(figure) for figure in BETTER)
        says = "Loop lag p99 with 32 runs of 200 messages, under 100 ms"
        yield self._most(says, "lag_p99_ms", "engine", 100, (32, 200))
        says = "A click on 1,000 messages costs at most 1.5 times one on 10"
        yield self._most(says, "click_ratio_cpu_ms", "waiting", 1.5)
        says = "Click to ack p99 at 200 clicks a second, under 20 ms"
        yield self._most(says, "saved_ack_p99_ms", "waiting", 20)
        says = "The same with a worker at work beside it, under 20 ms"
        yield self._most(says, "apart_ack_p99_ms", "waiting", 20)
        says = "Memory of a process for each of 10,000 paused runs, under 100 bytes"
        yield self._most(says, "rss_bytes_a_run", "waiting", 100)
        says = "A fresh process has answered a click on the oldest of them, within 1 s of its start"
        yield self._most(says, "answer_s", "waiting", 1.0)

    def _most(
        self, says: str, figure: str, name: str, most: float, cell: tuple[int, int] = (1, 0)
    ) -> Goal:
        found = self.get(figure, name, *cell)
        return Goal(says, _said(found), None if found is None else found <= most)

    def _even(self, name: str, figure: str, says: str) -> Goal:
        short, long = (self.get(figure, name, 1, m) for m in (20, 1_000))
        if short is None or long is None:
            return Goal(says, "–", None)
        return Goal(says, f"{short:,.0f} at 20, {long:,.0f} at 1,000", long <= short * EVEN)

    def _beside(self) -> Goal:
        says = "CPU, at most 1.5 times that of the `client.post` floor, in every cell"
        pairs = (
            (self.get("cpu_ms", "engine", *cell), self.get("cpu_ms", "floor: client.post", *cell))
            for cell in CELLS
        )
        times = [ours / floor for ours, floor in pairs if ours is not None and floor]
        if not times:
            return Goal(says, "–", None)
        return Goal(says, f"{min(times):.1f} to {max(times):.1f} times", max(times) <= 1.5)

    def _ahead(self, figure: str) -> Goal:
        better = BETTER[figure]
        says = f"{'Lifecycles a second' if better is max else 'CPU'}, ahead of both in every cell"
        lost, seen = list[str](), 0
        for cell in CELLS:
            ours = self.get(figure, "engine", *cell)
            theirs = [f for peer in PEERS if (f := self.get(figure, peer, *cell)) is not None]
            if ours is None or not theirs:
                continue
            seen += 1
            if better(ours, *theirs) != ours:
                lost.append(f"{cell[0]}/{cell[1]}")
        if not seen:
            return Goal(says, "–", None)
        return Goal(says, f"behind at {', '.join(lost)}" if lost else "in all", not lost)


def _said(found: float | None) -> str:
    if found is None:
        return "–"
    return f"{found:,.0f}" if abs(found) >= 100 else f"{found:.3g}"
