"""Running the real command with the example games of the tests registered, by one line each."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

#: The games that are registered for the command, as a line in ``wonderland.games.registry.GAMES`` would do.
EXAMPLES = {"tricks": "games.tricks", "berries": "games.berries"}

RUN = f"""
from wonderland.games.registry import GAMES
GAMES.update({EXAMPLES})
from wonderland.cli.main import main
main()
"""


def with_examples(*words: str | Path, given: str = "") -> subprocess.CompletedProcess[str]:
    """Run ``wonderland`` with the example games; input and output are pipes."""
    tests = str(Path(__file__).parent)
    path = os.pathsep.join(filter(None, (os.environ.get("PYTHONPATH"), tests)))
    return subprocess.run(
        [sys.executable, "-c", RUN, *map(str, words)],
        input=given,
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONPATH": path, "LANG": "C.UTF-8", "LC_ALL": "", "LC_MESSAGES": "", "COLUMNS": "100"},
        check=False,
    )
