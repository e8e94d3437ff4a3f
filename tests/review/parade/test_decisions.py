"""What every move could expect: standard errors that are right, and worlds that fit."""

from __future__ import annotations

import numpy as np

from wonderland.games.parade import Discard, View, game
from wonderland.records.log import Log
from wonderland.review.parade.decisions import MIN_WORLDS, judge, worlds_used
from wonderland.review.parade.reviewer import actions_in_order, states_before
from wonderland.sim import record_of


def views(number: int) -> list[View]:
    """Every decision of a game of two greedy players, as its mover saw it."""
    log = Log.resume(record_of(2, number, seed=5, policy="greedy"))
    actions = actions_in_order(log.deal, log.actions, log.state)
    return [game.view(state, done.seat) for state, done in states_before(log.deal, actions)]


def test_standard_errors_are_what_other_seeds_show() -> None:
    found, expected = [], []
    for view in views(1)[4:16:4]:
        judgements = [judge(view, seed, 100) for seed in range(12)]
        wins = np.array([judgement.wins for judgement in judgements])
        second, best = np.argsort(wins.mean(axis=0))[-2:].tolist()
        for values, other in ((wins[:, best], None), (wins[:, best] - wins[:, second], second)):
            found.append(values.var(ddof=1))
            expected.append(np.mean([judgement.standard_error(best, other) ** 2 for judgement in judgements]))
    assert 0.6 < np.sqrt(sum(found) / sum(expected)) < 1.6


def test_more_worlds_tell_more() -> None:
    view = views(1)[6]
    few, many = judge(view, 1, 100), judge(view, 1, 1600)
    assert 2 < few.standard_error(0) / many.standard_error(0) < 8
    assert [worlds_used(worlds) for worlds in (1, MIN_WORLDS, MIN_WORLDS + 1)] == [50, 50, 100]


def test_the_order_of_a_hand_makes_no_difference() -> None:
    view = views(1)[3]
    turned = type(view)(**{name: getattr(view, name) for name in view.__struct_fields__} | {"hand": view.hand[::-1]})
    one, two = judge(view, 1, 50), judge(turned, 1, 50)
    assert one.actions == two.actions
    assert (one.shares == two.shares).all()


def test_a_last_choice_that_decides_the_game_is_seen_as_such() -> None:
    """Of the six pairs, what would be kept is scored by the rules: far worse points are never a far better choice."""
    for view in views(1)[-2:]:
        judgement = judge(view, 1, 200)
        assert all(isinstance(action, Discard) for action in judgement.actions)
        assert len(judgement.actions) == 6
        best, worst = judgement.wins.argmax(), judgement.points.argmax()
        assert judgement.points[best] <= judgement.points[worst]
        assert judgement.wins[best] >= judgement.wins[worst]
