"""The example games, registered as their authors would: by one line each.

``python -m games.examples serve …`` is ``wonderland serve …`` with both of them.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from wonderland.bots import registry as bots
from wonderland.games import registry

GAMES = {"tricks": "games.tricks", "berries": "games.berries"}
BOTS = {"squirrel": bots.BotEntry("berries", "games.berries.bots:Squirrel", "🐿")}


@pytest.fixture
def example_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both games are registered while the test runs."""
    for name, package in GAMES.items():
        monkeypatch.setitem(registry.GAMES, name, package)
    for name, entry in BOTS.items():
        monkeypatch.setitem(bots.BOTS, name, entry)


def with_examples(*words: str | Path, given: str = "") -> subprocess.CompletedProcess[str]:
    """Run ``wonderland`` with the example games; input and output are pipes."""
    path = os.pathsep.join(filter(None, (os.environ.get("PYTHONPATH"), str(Path(__file__).parents[1]))))
    return subprocess.run(
        [sys.executable, "-m", "games.examples", *map(str, words)],
        input=given,
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONPATH": path, "LANG": "C.UTF-8", "LC_ALL": "", "LC_MESSAGES": "", "COLUMNS": "100"},
        check=False,
    )


if __name__ == "__main__":
    registry.GAMES.update(GAMES)
    bots.BOTS.update(BOTS)

    from wonderland.cli.main import main

    main()
