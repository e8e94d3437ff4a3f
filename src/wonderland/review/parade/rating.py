"""The rating of play: thousandths of a win lost a decision, and which bot plays about as well."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib import resources
from math import sqrt
from typing import Any, NamedTuple

import msgspec
import numpy as np

from wonderland.review.parade.decisions import HALVES, Judgement
from wonderland.review.parade.report import Rating, SeatPlay, Stage

#: A decision counts if its best move is worth this much more than its worst.
MIN_SPREAD = 0.01
ANCHORS_FILE = "anchors.json"


class Loss(NamedTuple):
    """What a decision has lost, in shares of a win."""

    stage: Stage
    #: Cross-fitted, so that it may be slightly negative, and its standard error.
    lost: float
    standard_error: float


def loss_of(judgement: Judgement, played: int, stage: Stage) -> Loss | None:
    """What the move played has lost, None where all moves are worth about the same.

    Cross-fitted: the best move is chosen in one half of the worlds and valued in the other. Chosen and valued in the
    same worlds, the best would seem better than it is, and everybody would seem to err.
    """
    if judgement.wins.max() - judgement.wins.min() <= MIN_SPREAD:
        return None
    halves = judgement.halves
    lost, squares = 0.0, 0.0
    for half in range(HALVES):
        best = int(halves[1 - half].argmax())
        lost += (halves[half, best] - halves[half, played]) / HALVES
        squares += judgement.standard_error(played, best) ** 2 / HALVES
    return Loss(stage, float(lost), sqrt(squares))


def rate(losses: Sequence[Loss], players: int) -> SeatPlay:
    """The rating of a seat's decisions, and of those in each stage."""
    stages: dict[Stage, list[Loss]] = {}
    for loss in losses:
        stages.setdefault(loss.stage, []).append(loss)
    rated = {stage: rating_of(found, players) for stage, found in stages.items()}
    whole = rating_of(losses, players)
    return SeatPlay(whole.per_mille, whole.se, whole.decisions, whole.like, rated)


def rating_of(losses: Sequence[Loss], players: int) -> Rating:
    """The mean loss in thousandths; its standard error counts both few decisions and few worlds."""
    if not losses:
        return Rating(0.0, 0.0, 0, "")
    lost = 1000 * np.array([loss.lost for loss in losses])
    mean, count = float(lost.mean()), len(losses)
    if count == 1:
        return Rating(mean, 1000 * losses[0].standard_error, 1, nearest_bot(mean, players))
    return Rating(mean, float(lost.std(ddof=1)) / sqrt(count), count, nearest_bot(mean, players))


class Anchors(msgspec.Struct, frozen=True):
    """What the ladder's bots lose a decision, by number of players and bot, in thousandths of a win."""

    #: The command that measured them.
    command: str
    per_mille: dict[str, dict[str, float]]


@cache
def load_anchors() -> Anchors:
    """The anchors that ship with the package."""
    return msgspec.json.decode(resources.files(__package__).joinpath(ANCHORS_FILE).read_bytes(), type=Anchors)


def nearest_bot(per_mille: float, players: int) -> str:
    """The bot of the ladder that loses about as much a decision; empty without anchors."""
    anchors: dict[str, Any] = load_anchors().per_mille.get(str(players), {})
    return min(anchors, key=lambda bot: abs(anchors[bot] - per_mille), default="")
