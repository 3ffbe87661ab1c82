"""Writes the generated parts of docs/architecture.md, or checks that they are current.

    python scripts/diagrams.py            write them
    python scripts/diagrams.py --check    say which are out of date, and end with 1

A part stands between `<!-- generated: NAME -->` and `<!-- end -->`. Everything comes from the code:
the state machines are driven, the keys are read from the store's table, the layers from the walls.
"""

import argparse
import inspect
import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import cast, get_args

from bot.core import call as calls
from bot.store.keys import TABLE, Key
from scripts.machines import Edge, call_edges, moves, run_edges

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "docs/architecture.md"
_PART = re.compile(r"(<!-- generated: ([\w-]+) -->\n).*?(<!-- end -->)", re.DOTALL)

_SCOPES = {
    "shard": "{{q<shard>}}{0}",
    "audit": "{{audit}}{0}",
    "pace": "{{pace}}{0}",
    "alone": "{0}",
}
_ENDS = ("Done", "Stopped", "Failed")


def main(arguments: list[str] | None = None, target: Path = TARGET) -> int:
    """Writes or checks; 1 if a check found something out of date."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="change nothing")
    options = parser.parse_args(arguments)
    old = target.read_text("utf-8")
    new, stale = renewed(old)
    if not options.check:
        target.write_text(new, "utf-8")
        return 0
    for name in stale:
        print(f"{target.name}: {name} is out of date; run python scripts/diagrams.py")
    return 1 if stale else 0


def renewed(text: str) -> tuple[str, list[str]]:
    """The text with its parts made anew, and the names of those that differed.

    Raises KeyError for a part that nothing here makes, ValueError if one is missing.
    """
    found = [match[2] for match in _PART.finditer(text)]
    if missing := set(PARTS) - set(found):
        raise ValueError(f"no place for {', '.join(sorted(missing))}")
    stale: list[str] = []

    def make(match: re.Match[str]) -> str:
        part = f"{match[1]}{PARTS[match[2]]()}{match[3]}"
        if part != match[0]:
            stale.append(match[2])
        return part

    return _PART.sub(make, text), stale


def call_diagram() -> str:
    """The call machine, an arrow for each pair of states with all that leads along it."""
    arrows: dict[tuple[str, str], list[str]] = {}
    for edge in call_edges():
        arrows.setdefault((edge.source, edge.target), []).append(_moved(edge))
    first = type(calls.Call("", "", "", "").state).__name__
    last = [kind.__name__ for kind in get_args(calls.Settled)]
    named = ['    state "Unsure, people are asked" as UnsureAsked']
    return _diagram([*named, f"    [*] --> {first}"], arrows, last)


def _moved(edge: Edge) -> str:
    words = edge.move.replace("_", " ")
    return f"{words} {edge.when}".rstrip()


def call_table() -> str:
    """What each function of the call machine says of itself, and where it leads."""
    ways: dict[str, list[str]] = {name: [] for name in moves()}
    for edge in call_edges():
        ways[edge.move].append(f"{_word(edge.source)} → {_word(edge.target)}")
    rows = [
        f"| `{name}` | {', '.join(ways[name]) or 'no other state'} | {_sentence(move)} |"
        for name, move in moves().items()
    ]
    reasons = ", ".join(f"`{why}`" for why in get_args(calls.Why))
    head = "| function | from → to | what it means |\n| --- | --- | --- |"
    return f"{head}\n" + "\n".join(rows) + f"\n\nA refused call says why: {reasons}.\n"


def _word(name: str) -> str:
    return "Unsure (asked)" if name == "UnsureAsked" else name


def _sentence(function: Callable[..., object]) -> str:
    return (inspect.getdoc(function) or "").split("\n\n")[0].replace("\n", " ")


def run_diagram() -> str:
    """The run machine, an arrow for each pair of phases with the events that lead along it."""
    return _diagram(["    [*] --> Thinking : Asked"], run_edges(), list(_ENDS))


def _diagram(head: list[str], arrows: dict[tuple[str, str], list[str]], last: list[str]) -> str:
    lines = ["```mermaid", "stateDiagram-v2", *head]
    for (source, target), labels in arrows.items():
        # A colon would end the label in some of Mermaid's versions.
        words = "<br/>".join(label.replace(":", ",") for label in labels)
        lines.append(f"    {source} --> {target} : {words}")
    lines += [f"    {name} --> [*]" for name in last]
    return "\n".join([*lines, "```", ""])


def key_table() -> str:
    """Every Redis key: its name after the namespace, its type, when it goes, what it holds."""
    rows = [
        f"| `{_key(key)}` | {key.type} | {key.lapses or 'never'} | {key.why} |" for key in TABLE
    ]
    head = "| key | type | goes away | what it holds |\n| --- | --- | --- | --- |"
    return f"{head}\n" + "\n".join(rows) + "\n"


def _key(key: Key) -> str:
    name = f"{key.kind}:{key.of}" if key.of else key.kind
    return _SCOPES[key.scope].format(name)


def layer_list() -> str:
    """The layers that import-linter holds, high to low."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        contracts = tomllib.load(file)["tool"]["importlinter"]["contracts"]
    layers = next(c["layers"] for c in contracts if c["type"] == "layers")
    lines = [_layer(layer) for layer in cast("list[str]", layers)]
    return "```\n" + "\n".join(line for line in lines if line) + "\n```\n"


def _layer(layer: str) -> str:
    """The modules of a layer that exist."""
    for mark in " |", " :":
        layer = layer.replace(mark, f"{mark[1]}")
    parts = re.split(r"([|:])\s*", layer)
    names = [name.strip("() ") for name in parts[::2]]
    mark = parts[1] if len(parts) > 1 else ""
    return f" {mark} ".join(name for name in names if _exists(name))


def _exists(module: str) -> bool:
    path = ROOT / module.replace(".", "/")
    return path.is_dir() or path.with_suffix(".py").is_file()


PARTS: dict[str, Callable[[], str]] = {
    "layers": layer_list,
    "call": call_diagram,
    "call-moves": call_table,
    "run": run_diagram,
    "keys": key_table,
}


if __name__ == "__main__":
    raise SystemExit(main())
