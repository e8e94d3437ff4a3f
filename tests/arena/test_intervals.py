"""Do the intervals hold what they promise? Matches are simulated with what is true known."""

from __future__ import annotations

from math import isnan
from random import Random

import pytest

from wonderland.arena.intervals import ConfidenceSequence, FixedLengthIntervals, Intervals, RunningMean, student_t


def a_deal(random: Random, strength: float) -> float:
    """The share of two games that the better one wins."""
    return ((random.random() < strength) + (random.random() < strength)) / 2


@pytest.mark.parametrize(("freedom", "error", "reach"), [(1, 0.05, 12.706), (4, 0.05, 2.776), (9, 0.01, 3.250)])
def test_students_t_is_that_of_the_tables(freedom: int, error: float, reach: float) -> None:
    assert student_t(freedom, error) == pytest.approx(reach, abs=0.001)


def test_students_t_becomes_the_normal_distribution() -> None:
    assert student_t(1000) == pytest.approx(student_t(1001), abs=0.003)


@pytest.mark.parametrize(("strength", "deals"), [(0.5, 10), (0.5, 60), (0.8, 30), (0.97, 60)])
def test_fixed_intervals_hold_the_truth_19_times_of_20(strength: float, deals: int) -> None:
    random, held = Random(f"{strength} {deals}"), 0
    for _ in range(400):
        shares = RunningMean()
        for _ in range(deals):
            shares.add(a_deal(random, strength))
        found = FixedLengthIntervals().share(shares)
        held += abs(found.mean - strength) <= found.margin
    assert held >= 0.92 * 400
    assert strength != 0.5 or held <= 0.995 * 400  # an interval that never fails says nothing


def test_means_of_scores_are_held_too() -> None:
    random, held = Random(3), 0
    for _ in range(400):
        scores = RunningMean()
        for _ in range(12):
            scores.add(random.gauss(20, 8))
        found = FixedLengthIntervals().mean(scores)
        held += abs(found.mean - 20) <= found.margin
    assert 0.92 * 400 <= held <= 0.98 * 400


@pytest.mark.parametrize("strength", [0.5, 0.9])
def test_a_confidence_sequence_holds_at_every_moment(strength: float) -> None:
    """Looking after every deal at fixed intervals fails far more often than 1 time in 20; the sequence does not."""
    random, wide, narrow = Random(f"sequence {strength}"), 0, 0
    for _ in range(150):
        differences = RunningMean()
        left_wide = left_narrow = False
        for deal in range(1, 301):
            differences.add(2 * a_deal(random, strength) - 1)
            if deal >= ConfidenceSequence.min_deals:
                off = abs(differences.mean - (2 * strength - 1))
                left_wide |= off > ConfidenceSequence().share(differences, -1, 1).margin
                left_narrow |= off > FixedLengthIntervals().mean(differences).margin
        wide += left_wide
        narrow += left_narrow
    assert wide <= 0.08 * 150
    assert narrow > 0.15 * 150


@pytest.mark.parametrize("intervals", [FixedLengthIntervals(), ConfidenceSequence()])
def test_winning_everything_is_no_certainty(intervals: Intervals) -> None:
    shares = RunningMean()
    for _ in range(30):
        shares.add(1.0)
    assert 0.02 < intervals.share(shares).margin < 0.3


@pytest.mark.parametrize("intervals", [FixedLengthIntervals(), ConfidenceSequence()])
@pytest.mark.parametrize("wins", [(1.0, 1.0), (0.0, 0.0), (1.0, 0.5), (0.0, 0.25, 0.0)])
def test_no_interval_leaves_what_is_possible(intervals: Intervals, wins: tuple[float, ...]) -> None:
    shares, differences = RunningMean(), RunningMean()
    for win in wins:
        shares.add(win, 4)
        differences.add(2 * win - 1, 4)
    for found, least in ((intervals.share(shares), 0), (intervals.share(differences, -1, 1), -1)):
        low, high = found.interval
        assert least <= low <= found.mean <= high <= 1
        assert low < high
        turned = found.scaled(-1, 1 + least)
        assert turned.interval == pytest.approx((1 + least - high, 1 + least - low))


def test_deals_that_are_all_alike_are_as_sure_as_their_games() -> None:
    shares = RunningMean()
    for _ in range(2):
        shares.add(0.0, 48)
    assert FixedLengthIntervals().share(shares).interval == pytest.approx((0, 0.0394), abs=0.001)


@pytest.mark.parametrize("intervals", [FixedLengthIntervals(), ConfidenceSequence()])
def test_one_deal_has_no_interval(intervals: Intervals) -> None:
    shares = RunningMean()
    assert isnan(intervals.mean(shares).mean)
    shares.add(0.5)
    assert intervals.share(shares).mean == 0.5
    assert isnan(intervals.share(shares).margin)
    assert isnan(intervals.mean(shares).margin)
