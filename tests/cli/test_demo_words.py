"""The demo's welcome and the page's tour say the same, in the same order."""

import re

from bot.cli.specs import ROOT

TOUR = ROOT / "sandbox/web/page/src/guide/words.ts"


def test_the_terminal_names_the_steps_of_the_page_in_their_order() -> None:
    """Whoever reads one knows the other."""
    titles = re.search(r"TITLES = \[(.*?)\]", TOUR.read_text(encoding="utf-8"), re.DOTALL)
    assert titles is not None
    steps: list[str] = re.findall(r'"([^"]+)"', titles[1])
    assert len(steps) == 3
    welcome = (ROOT / "bot/cli/demo.py").read_text(encoding="utf-8")
    lines = re.findall(r"^(\d)\. (.+)", welcome, re.MULTILINE)
    assert [number for number, _ in lines] == ["1", "2", "3"]
    for (_, line), step in zip(lines, steps, strict=True):
        assert line.startswith(step)
