"""The luck of deal and draws: it adds up, it is no one's on average, and it is what the plain rules say."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from bots.parade.evaluators import evaluator_by_worths, random_worths, replay_by_worths, shares_by_worths
from cases import cases
from wonderland.bots.parade.luck.by_network import replay_by_network
from wonderland.bots.parade.luck.chances import Chances, Played
from wonderland.bots.parade.network.weights import POSITION, load_network, weights_hash
from wonderland.bots.registry import kit
from wonderland.core.game import Done
from wonderland.core.tuples import replaced
from wonderland.games.parade.state import State
from wonderland.games.registry import find
from wonderland.records.log import Log
from wonderland.sim import record_of, simulate_moves

ALL_PLAYERS = cases((2, 4), (3, 5, 6), "all numbers of players")


def means_of(values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The mean of each column, and its standard error."""
    return values.mean(axis=0), values.std(axis=0) / np.sqrt(len(values))


@pytest.mark.parametrize("players", ALL_PLAYERS)
def test_draws_are_nobodys_luck_on_average_by_an_evaluator_that_knows_nothing(players: int) -> None:
    games = 10_000
    # A card is worth something else to each seat, and the seats play differently: nothing is zero by symmetry.
    rows = simulate_moves(players, 0, games, 3, [("greedy", *["random"] * (players - 1))])
    chances = Chances.empty(games, rows["moves"].shape[1], players)
    played = tuple(np.ascontiguousarray(rows[name]) for name in Played._fields)
    replay_by_worths(random_worths(1), (0,) * players, played, chances.arrays)
    for luck in (chances.deal_luck, chances.draw_luck):
        assert np.abs(luck.sum(axis=1)).max() < 1e-9
    mean, error = means_of(chances.draw_luck)
    assert error.max() < 0.01
    assert (np.abs(mean) < 4 * error).all()
    # The deal is a seat's own luck: this evaluator prefers some seats to others.
    mean, error = means_of(chances.deal_luck)
    assert np.abs(mean / error).max() > 10


@pytest.mark.parametrize("players", ALL_PLAYERS)
def test_chances_are_those_of_the_plain_rules(players: int) -> None:
    worths = random_worths(2)
    for number in range(3):
        log = Log.resume(record_of(players, number, seed=5, policy="greedy"))
        chances = evaluator_by_worths(worths).chances(log.deal, log.actions)
        state = log.game.deal(log.deal)
        assert chances.deal[0] == pytest.approx(shares_by_worths(worths, state, (state.first - 1) % players))
        for ply, done in enumerate(log.actions[: len(log.state.history)]):
            before, state = state, log.game.apply(state, done.seat, done.action)
            assert chances.draws[0, ply] == pytest.approx(shares_by_worths(worths, state, done.seat))
            could_be = after_any_draw(before, state, done.seat)
            assert len(could_be) == (len(before.pile) if before.trigger is None else 1)
            mean = np.mean([shares_by_worths(worths, one, done.seat) for one in could_be], axis=0)
            assert chances.moves[0, ply] == pytest.approx(mean)
        for choice, action in enumerate(in_turn_order(log)):
            state = log.game.apply(state, action.seat, action.action)
            shares = shares_by_worths(worths, state, action.seat) if choice + 1 < players else shares_of_win(state)
            assert chances.choices[0, choice] == pytest.approx(shares)
        luck = evaluator_by_worths(worths).luck(log.deal, log.actions)
        assert luck["deal"] == pytest.approx(chances.deal[0] - 1 / players)
        assert luck["draws"] == pytest.approx((chances.draws - chances.moves)[0].sum(axis=0))


def test_results_scatter_less_without_the_luck_that_the_network_finds() -> None:
    games, players = 1500, 2
    rows = simulate_moves(players, 0, games, 4, [("greedy", "greedy")])
    chances = Chances.empty(games, rows["moves"].shape[1], players)
    played = tuple(np.ascontiguousarray(rows[name]) for name in Played._fields)
    replay_by_network(tuple(load_network(POSITION, players)), (0,) * players, played, chances.arrays)
    result = chances.choices[:, -1, 0]
    shares_by_winners = np.array([np.nan, 1, 0, 0.5])  # a bit for each seat
    assert (result == shares_by_winners[rows["winners"]]).all()
    adjusted = result - chances.draw_luck[:, 0]
    assert adjusted.var() < 0.96 * result.var()
    assert abs((adjusted - result).mean()) < 4 * chances.draw_luck[:, 0].std() / np.sqrt(games)


@pytest.mark.parametrize("players", [2, 6])
def test_an_evaluator_is_named_after_its_weights(players: int) -> None:
    evaluator = kit("parade").evaluator(players)
    assert evaluator is not None
    assert evaluator.name == f"parade-{players} {weights_hash()[:12]}"


def in_turn_order(log: Log) -> list[Done[Any]]:
    """The last choices, as if one had followed another after the last turn."""
    last = (log.deal.first + len(log.state.history)) % len(log.deal.players)
    choices = log.actions[len(log.state.history) :]
    return sorted(choices, key=lambda done: (done.seat - last) % len(log.deal.players))


def shares_of_win(state: State) -> list[float]:
    places = [standing.place for standing in find("parade").table.standings(state)]
    return [(place == 1) / places.count(1) for place in places]


def after_any_draw(before: State, after: State, seat: int) -> list[State]:
    """The states that could have followed a turn, had the pile been shuffled otherwise."""
    if len(before.pile) == len(after.pile):
        return [after]
    drawn, kept = before.pile[0], [card for card in after.hands[seat] if card != before.pile[0]]
    return [
        replace(
            after,
            hands=replaced(after.hands, seat, (*kept, card)),
            pile=tuple(drawn if other == card else other for other in after.pile),
        )
        for card in before.pile
    ]
