"""The example games, registered as their authors would: by one line each."""

from __future__ import annotations

import pytest

from wonderland.bots import registry as bots
from wonderland.games import registry


@pytest.fixture
def tricks(monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setitem(registry.GAMES, "tricks", "games.tricks")
    return "tricks"


@pytest.fixture
def berries(monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setitem(registry.GAMES, "berries", "games.berries")
    monkeypatch.setitem(bots.BOTS, "squirrel", bots.Entry("berries", "games.berries.bots:Squirrel", "🐿"))
    return "berries"
