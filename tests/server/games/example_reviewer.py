"""A reviewer for the game of tricks, registered by one line as its author would; files in a folder say how it fares."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec
import pytest

from wonderland.core.fields import Data
from wonderland.records.log import Log
from wonderland.review import registry
from wonderland.review.reviewer import OnProgress, ReviewSettings

FOLDER = "EXAMPLE_REVIEWER"  #: the variable that names the folder
LOOK_SECONDS = 0.005


class TricksPlay(msgspec.Struct, frozen=True):
    per_mille: float
    se: float
    decisions: int


class TricksSeat(msgspec.Struct, frozen=True):
    figures: dict[str, float | None]


class TricksMove(msgspec.Struct, frozen=True):
    move: str
    win: float


class TricksReport(msgspec.Struct, frozen=True):
    """Counts actions; ``process`` tells where it was made, and at which priority."""

    game: str
    players: tuple[str, ...]
    worlds: int
    actions: int
    process: int
    niceness: int
    play: tuple[TricksPlay, ...]
    seats: tuple[TricksSeat, ...]


class TricksReviewer:
    """Crashes as often as there are files ``crash*``, and waits while there is a file ``wait``."""

    report_type = TricksReport

    def review(
        self, record: Data, settings: ReviewSettings, on_progress: OnProgress = lambda part: None
    ) -> TricksReport:
        folder, log = Path(os.environ[FOLDER]), Log.resume(record)
        (folder / f"reviewing-{settings.worlds}").touch()
        on_progress(0.5)
        for file in folder.glob("crash*"):
            file.unlink()
            os._exit(3)
        while (folder / "wait").exists():
            time.sleep(LOOK_SECONDS)
        counts = [sum(done.seat == seat for done in log.actions) for seat in range(len(log.deal.players))]
        play = tuple(TricksPlay(10.0 + seat, 2.0, count) for seat, count in enumerate(counts))
        # Comparing with earlier games is for games whose reports say so.
        compared = (folder / "figures").exists()
        seats = tuple(TricksSeat({"cards": float(count), "unknown": None} if compared else {}) for count in counts)
        names = tuple(log.deal.players)
        return TricksReport("tricks", names, settings.worlds, len(log.actions), os.getpid(), os.nice(0), play, seats)

    def moves(self, view: object, settings: ReviewSettings) -> Sequence[TricksMove]:
        return [TricksMove(str(card), 1 / (1 + place)) for place, card in enumerate(view.hand)]  # type: ignore[attr-defined]

    def like(self, losses: Mapping[int, tuple[float, int]]) -> str:
        return f"random with {sorted(losses)}"


@pytest.fixture
def reviewer(example_games: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder with the files, while the reviewer is registered."""
    folder = tmp_path / "reviewer"
    folder.mkdir()
    monkeypatch.setenv(FOLDER, str(folder))
    monkeypatch.setitem(registry.REVIEWERS, "tricks", f"{__name__}:TricksReviewer")
    return folder
