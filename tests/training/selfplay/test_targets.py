"""What is learned from a stretch of moves."""

from __future__ import annotations

import numpy as np

from wonderland.training.selfplay.targets import rotated, td_targets


def test_returns_mix_what_was_expected_with_what_came() -> None:
    """One game of two moves, then a new one: the result ends the first, and the estimate after all moves the second."""
    done = np.array([[False], [True], [False]])
    explored = np.zeros((3, 1), np.bool_)
    shares = np.array([[[0.0, 0.0]], [[1.0, 0.0]], [[0.0, 0.0]]])
    expected = np.array([[[0.5, 0.5]], [[0.6, 0.4]], [[0.3, 0.7]]])
    after = np.array([[0.2, 0.8]])
    result, before, known = td_targets(np, 0.5, done, explored, shares, expected, after)
    assert np.allclose(result[:, 0, 0], [0.8, 1.0, 0.2])
    assert np.allclose(before[:, 0, 0], [0.65, 0.8, 0.25])
    assert known.all()


def test_what_follows_an_opponents_decision_counts_in_full_and_without_an_own_decision_nothing_is_known() -> None:
    """Own and their decisions in turn; the game ends with the second, and after the sixth the opponent has the turn."""
    theirs = np.array([[False], [True], [False], [True], [False], [True], [True]])
    done, explored = np.array([[move == 1] for move in range(6)]), np.zeros((6, 1), np.bool_)
    shares = np.array([[[float(move == 1), 0.0]] for move in range(6)])
    expected = np.array([[[0.1 * move, 1 - 0.1 * move]] for move in range(6)])
    result, before, known = td_targets(np, 0.5, done, explored, shares, expected, np.array([[9.0, 9.0]]), theirs)
    # The last own decision is followed by nothing that is known, so what was expected there is all there is.
    assert known[:, 0].tolist() == [True, True, True, True, False, False]
    assert np.allclose(result[:4, 0, 0], [1.0, 1.0, 0.4, 0.4])
    assert np.allclose(before[:5, 0, 0], [0.5, 1.0, 0.3, 0.4, 0.4])


def test_what_came_of_a_random_move_does_not_count_before_it() -> None:
    done, shares = np.array([[True]]), np.array([[[1.0, 0.0]]])
    result, before, _ = td_targets(np, 0.9, done, np.array([[True]]), shares, np.array([[[0.4, 0.6]]]), shares[0])
    assert (result[0, 0, 0], before[0, 0, 0]) == (1.0, 0.4)


def test_shares_are_turned_to_a_seat_and_back() -> None:
    rows, places, seats = np.arange(2)[:, None], np.arange(3), np.array([1, 2])
    table = np.array([[0.1, 0.2, 0.7], [0.1, 0.2, 0.7]])
    own = rotated(table, seats, rows, places)
    assert own.tolist() == [[0.2, 0.7, 0.1], [0.7, 0.1, 0.2]]
    assert (rotated(own, -seats, rows, places) == table).all()
