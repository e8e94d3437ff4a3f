"""Golden games, reviewed by eye, must come out the same for ever; a game without one fails."""

from __future__ import annotations

import pytest

from golden.playthrough import golden_file, playthrough, read
from wonderland.games.registry import GAMES, find

EVERY = [(name, players) for name in GAMES for players in find(name).seats]


@pytest.mark.parametrize(("name", "players"), EVERY)
def test_the_golden_game_comes_out_the_same(name: str, players: int) -> None:
    file = golden_file(find(name), players)
    assert file.exists(), f"{name} with {players} players has no golden game: run tests/golden/playthrough.py"
    assert playthrough(read(file)) == file.read_text("utf-8")
