"""The example games, registered as their authors would: by one line each.

``python -m games.examples serve …`` is ``wonderland serve …`` with both of them.
"""

from __future__ import annotations

import pytest

from wonderland.bots import registry as bots
from wonderland.games import registry

GAMES = {"tricks": "games.tricks", "berries": "games.berries"}
BOTS = {"squirrel": bots.Entry("berries", "games.berries.bots:Squirrel", "🐿")}


@pytest.fixture
def example_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both games are registered while the test runs."""
    for name, package in GAMES.items():
        monkeypatch.setitem(registry.GAMES, name, package)
    for name, entry in BOTS.items():
        monkeypatch.setitem(bots.BOTS, name, entry)


if __name__ == "__main__":
    registry.GAMES.update(GAMES)
    bots.BOTS.update(BOTS)

    from wonderland.cli.main import main

    main()
