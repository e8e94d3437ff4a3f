"""Where games played in the terminal are kept."""

from __future__ import annotations

import os
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path


def games_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """The person's own data folder, as the system lays it out."""
    home = environment.get("XDG_DATA_HOME")
    base = Path(home) if home else Path.home() / ".local" / "share"
    return base / "wonderland" / "games"


def new_file(game: str, now: datetime, folder: Path, ending: str = "json") -> Path:
    """A name that is not taken: the game and the time it began."""
    stem = f"{game}-{now:%Y%m%d-%H%M%S}"
    path, number = folder / f"{stem}.{ending}", 1
    while path.exists():
        number += 1
        path = folder / f"{stem}-{number}.{ending}"
    return path
