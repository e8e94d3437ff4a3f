"""N9: a Challenge of as many rounds as players."""

from __future__ import annotations

from random import Random
from typing import Any, Literal

import pytest

from wonderland.core.errors import WonderlandError
from wonderland.core.game import Done
from wonderland.games.nimble import Challenge, Outcome, game
from wonderland.games.nimble.challenge import Rounds, draw_setup
from wonderland.games.nimble.scoring import titles, winners


def outcome(left: tuple[int, ...], errors: tuple[int, ...]) -> Outcome:
    end: Literal["finished"] = "finished"
    return Outcome(end, left, errors, titles(left), winners(left, errors), ())


def standing(*rounds: tuple[tuple[int, ...], tuple[int, ...]]) -> Challenge:
    challenge = Challenge.start(len(rounds[0][0]))
    for left, errors in rounds:
        challenge = challenge.after(outcome(left, errors))
    return challenge


def test_n9_most_rounds_won_takes_the_challenge() -> None:
    challenge = standing(((0, 5, 9), (0, 0, 0)), ((0, 5, 9), (5, 5, 5)), ((9, 0, 5), (0, 0, 0)))
    assert challenge.wins == (2, 1, 0)
    assert challenge.over
    assert challenge.winners() == (0,)


def test_n9_then_fewest_errors_then_fewest_cards_left_then_shared() -> None:
    assert standing(((0, 5), (1, 1)), ((7, 0), (0, 0))).winners() == (1,)  # 1-1, errors 1-1, left 7-5
    assert standing(((0, 5), (0, 3)), ((1, 0), (0, 0))).winners() == (0,)  # errors 0-3
    assert standing(((0, 5), (0, 0)), ((5, 0), (0, 0))).winners() == (0, 1)


def test_n9_a_shared_round_is_won_by_each() -> None:
    assert standing(((3, 3), (0, 0))).wins == (1, 1)


def test_n9_the_pinocchio_gives_the_fewest_cards_next() -> None:
    assert standing(((0, 5, 7, 9), (0, 0, 0, 0))).fewest == (3,)
    assert {draw_setup(4, (3,), Random(seed)) for seed in range(9)} == {(0, 1, 2)}
    assert {draw_setup(2, (0,), Random(seed)) for seed in range(9)} == {(0, 1, 1)}


def test_n9_without_a_pinocchio_it_is_drawn_among_those_with_most_cards_left() -> None:
    challenge = standing(((0, 5, 9, 9), (0, 0, 0, 0)))
    assert challenge.fewest == (2, 3)
    assert {draw_setup(4, challenge.fewest, Random(seed)) for seed in range(30)} == {(0, 1, 3), (0, 1, 2)}


def a_round(number: int, players: int, fewest: tuple[int, ...], seed: int) -> dict[str, Any]:
    """A finished round at random."""
    random = Random(seed)
    deal = game.shuffle([f"P{seat}" for seat in range(players)], random, fewest=fewest, of=(number, players))
    state, actions = game.deal(deal), []
    while game.outcome(state) is None:
        seat = random.randrange(players)
        action = random.choice(game.legal(state, seat))
        state = game.apply(state, seat, action)
        actions.append(Done(seat, action))
    return game.record(deal, actions)


def follow(rounds: Rounds, record: dict[str, Any]) -> dict[str, Any]:
    *_, last = game.steps(record)
    added: dict[str, Any] = rounds.add(record, last.state).get("challenge", {})
    return added


@pytest.mark.parametrize("players", game.seats)
def test_n9_a_whole_challenge_is_followed_round_by_round(players: int) -> None:
    rounds, challenge = Rounds(), Challenge.start(players)
    for number in range(1, players + 1):
        record = a_round(number, players, challenge.fewest, seed=10 * players + number)
        *_, last = game.steps(record)
        end = game.outcome(last.state)
        assert end is not None
        challenge = challenge.after(end)
        found = follow(rounds, record)
        assert found["wins"] == challenge.wins
        assert found["left"] == challenge.left
        assert found["errors"] == challenge.errors
        assert ("winners" in found) == (number == players)
    assert found["winners"] == challenge.winners()


def test_n9_rounds_out_of_order_are_refused() -> None:
    with pytest.raises(WonderlandError, match="round: round 2 must follow"):
        follow(Rounds(), a_round(2, 2, (0, 1), seed=1))


def test_n9_a_set_up_against_the_rule_is_refused() -> None:
    rounds = Rounds()
    first = a_round(1, 2, (0, 1), seed=3)
    follow(rounds, first)
    *_, last = game.steps(first)
    end = game.outcome(last.state)
    assert end is not None
    wrong = tuple(seat for seat in (0, 1) if end.titles[seat] == "queen")
    with pytest.raises(WonderlandError, match="setup: after the round before, the fewest cards come from seat"):
        follow(rounds, a_round(2, 2, wrong, seed=4))


def test_n9_nothing_follows_an_unfinished_round() -> None:
    rounds = Rounds()
    unfinished = {**a_round(1, 2, (0, 1), seed=3), "events": []}
    assert follow(rounds, unfinished) == {"wins": (0, 0), "errors": (0, 0), "left": (0, 0)}
    with pytest.raises(WonderlandError, match="round 2 must follow"):
        follow(rounds, a_round(2, 2, (0, 1), seed=4))
