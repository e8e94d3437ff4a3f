"""What a decision has lost, cross-fitted."""

from __future__ import annotations

from math import sqrt

from wonderland.review.parade.decisions import HALVES, Judgement
from wonderland.review.parade.rating import Loss
from wonderland.review.parade.report import Stage

#: A decision counts if its best move is worth this much more than its worst.
MIN_SPREAD = 0.01


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
