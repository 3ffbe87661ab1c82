"""Tools for stories about crashes: they say that they ran, and take their process with them."""

import os
import signal
from pathlib import Path

from bot.tools.python import tool

HITS = "SIGNOFF_TEST_HITS"  # names the file that outlives the process


@tool(risk="medium", title="cut the cable")
def cut_cable() -> str:
    """Cuts a cable, once and for all; the first time it takes this process along."""
    hits = Path(os.environ[HITS])
    first = not hits.exists()
    with hits.open("a") as file:
        file.write("hit\n")
    if first:
        os.kill(os.getpid(), signal.SIGKILL)
    return "cut"
