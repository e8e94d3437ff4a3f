"""The rating of play: thousandths of a win lost a decision, and which bot plays about as well."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from math import sqrt
from statistics import fmean, stdev
from typing import NamedTuple

import msgspec

from wonderland.bots.registry import ladder
from wonderland.games.parade import game
from wonderland.review.parade.report import Rating, SeatPlay, Stage

ANCHORS_FILE = "anchors.json"
#: Whoever has made fewer decisions that count is compared with no bot.
MIN_COMPARED_DECISIONS = 5


class Loss(NamedTuple):
    """What a decision has lost, in shares of a win."""

    stage: Stage
    #: Cross-fitted, so that it may be slightly negative, and its standard error.
    lost: float
    standard_error: float


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
    lost = [1000 * loss.lost for loss in losses]
    mean, count = fmean(lost), len(losses)
    se = stdev(lost) / sqrt(count) if count > 1 else 1000 * losses[0].standard_error
    return Rating(mean, se, count, nearest_bot(mean, players))


def mean_rating(ratings: Sequence[Rating]) -> tuple[float, float, int]:
    """The mean of several ratings, each as heavy as its decisions are many, its standard error, and the decisions."""
    decisions = sum(rating.decisions for rating in ratings)
    if not decisions:
        return 0.0, 0.0, 0
    mean = sum(rating.per_mille * rating.decisions for rating in ratings) / decisions
    square = sum((rating.se * rating.decisions) ** 2 for rating in ratings)
    return mean, sqrt(square) / decisions, decisions


def combine(games: Sequence[tuple[int, Rating]]) -> Rating:
    """The rating of many games, given as the number of players and the rating in each of them."""
    mean, se, decisions = mean_rating([rating for _, rating in games])
    if not decisions:
        return Rating(0.0, 0.0, 0, "")
    weights: dict[int, int] = {}
    for players, rating in games:
        weights[players] = weights.get(players, 0) + rating.decisions
    return Rating(mean, se, decisions, _nearest(mean, weights))


class Anchor(msgspec.Struct, frozen=True):
    """What a bot loses a decision, in thousandths of a win, with its standard error, and how it was measured."""

    per_mille: float
    se: float
    decisions: int
    games: int


class Anchors(msgspec.Struct, frozen=True):
    """The anchors of all bots, by number of players and bot, measured in so many worlds a decision."""

    worlds: int = 0
    bots: dict[str, dict[str, Anchor]] = {}


@cache
def load_anchors() -> Anchors:
    """The anchors that ship with the package."""
    return msgspec.json.decode(resources.files(__package__).joinpath(ANCHORS_FILE).read_bytes(), type=Anchors)


def anchors_of(players: int) -> dict[str, float]:
    """What the ladder's bots lose a decision, in thousandths of a win, where so many play.

    Where that was not measured, it is taken from the nearest number of players: as much of a fair share is lost.
    """
    measured = load_anchors().bots
    nearest = min(measured, key=lambda number: abs(int(number) - players), default="")
    found = measured.get(nearest, {})
    return {bot: found[bot].per_mille * int(nearest) / players for bot in ladder(game.name) if bot in found}


def compared_bot(rating: Rating) -> str:
    """The bot that somebody is said to have played like; empty where so few decisions say next to nothing.

    >>> compared_bot(Rating(19.0, 4.0, 14, "hatter")), compared_bot(Rating(-3.0, 3.0, 1, "alice"))
    ('hatter', '')
    """
    return rating.like if rating.decisions >= MIN_COMPARED_DECISIONS else ""


def nearest_bot(per_mille: float, players: int) -> str:
    """The bot of the ladder that loses about as much a decision; empty without anchors."""
    return _nearest(per_mille, {players: 1})


def _nearest(per_mille: float, weights: Mapping[int, int]) -> str:
    """The nearest bot where games of several numbers of players count, each as much as its weight."""
    losses: dict[str, float] = {}
    for players, weight in weights.items():
        for bot, loss in anchors_of(players).items():
            losses[bot] = losses.get(bot, 0.0) + loss * weight / sum(weights.values())
    return min(losses, key=lambda bot: abs(losses[bot] - per_mille), default="")
