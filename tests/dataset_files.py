"""Small datasets for the tests."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from wonderland.datasets import FreshDeals, write_games


def written(
    out: Path, *bots: str, games: int = 40, players: int | None = None, seed: int = 7, jobs: int = 1, threads: int = 1
) -> Path:
    write_games(FreshDeals.of(bots, players, seed), games, out, jobs, threads)
    return out


def lines_of(path: Path) -> list[dict[str, Any]]:
    return [msgspec.json.decode(line) for line in path.read_bytes().splitlines()]
