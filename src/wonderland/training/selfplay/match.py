"""Matches of one card network against others or against an evaluation: every deal from every seat."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from wonderland.bots.parade.evaluation.costs import PRICES_SIZE, best_card, keep_best_pair, stage_of
from wonderland.bots.parade.evaluation.weights import load_weights
from wonderland.bots.parade.network.forward import new_position, new_units
from wonderland.bots.parade.network.layout import Network
from wonderland.bots.parade.network.policy import PAIRS, best_of, evaluate_cards, set_best_aside
from wonderland.bots.parade.search.rollouts import share_of
from wonderland.figures.measure import Z_95, Measure
from wonderland.sim.arguments import seed_of
from wonderland.sim.kernel.layout import HAND_SIZE, LINE_START, ORDER_SIZE, PACK, RESULT_SIZE
from wonderland.sim.kernel.policy_game import deal_game, finish, new_game
from wonderland.sim.kernel.random_words import key_of
from wonderland.sim.kernel.turn import card_in, counters_of, still_playing_of, take_turn, write_counters
from wonderland.sim.runs.threads import run_in_chunks
from wonderland.training.compiling import entry_point
from wonderland.training.table.fitting import Weights, greedy_weights

#: Deals of a thread at a time.
DEALS_PER_CHUNK = 100


@entry_point
def play_match(
    seats: Any, seed: Any, start: Any, stop: Any, network: Any, by_table: Any, others: Any, weights: Any, pack: Any,
    shares: Any,
) -> None:  # fmt: skip
    """A network's share of the win in the games ``start`` to ``stop``: each deal is played once from every seat.

    The others choose by the table of weights if ``by_table`` says so, else by the network ``others``.
    """
    players, network, others = len(seats), Network(*network), Network(*others)
    deck, game, prices = np.zeros(ORDER_SIZE, np.uint8), new_game(), np.zeros(PRICES_SIZE, np.int64)
    result, order = np.zeros(RESULT_SIZE, np.int64), np.zeros(ORDER_SIZE, np.uint8)
    position, units, values = new_position(), new_units(), np.zeros(PAIRS)
    for number in range(start, stop):
        key, own = key_of(seed, np.uint64(number // players)), number % players
        _, line = deal_game(key, seats, pack, deck, game)
        for slot in range(LINE_START):
            order[slot] = card_in(slot, game.masks)
        counters = counters_of(game.meta)
        while still_playing_of(players, counters.plies, counters.trigger):
            seat = counters.plies % players
            if seat != own and by_table:
                stage = stage_of(players, counters.pile - counters.drawn, counters.trigger, game.masks)
                place = np.int64(best_card(seat, seats, line, stage, game, weights, prices))
            else:
                one = network if seat == own else others
                evaluate_cards(seat, seats, line, counters, order, game, result, position, one, units, values)
                place = np.int64(best_of(HAND_SIZE, values))
            order[LINE_START + counters.plies] = game.hands[seat * HAND_SIZE + place]
            line, counters = take_turn(seat, place, line, counters, game)
        write_counters(counters, game.meta)
        for seat in range(players):
            if seat != own and by_table:
                keep_best_pair(seat, seats, game, weights, prices)
            else:
                one = network if seat == own else others
                set_best_aside(seat, seats, line, counters, order, game, result, position, one, units, values)
        finish(seats, game, result)
        shares[number] = share_of(own, result)


def share_against_network(
    network: Network, other: Network, players: int, games: int, seed: int = 0, threads: int = 1
) -> Measure:
    """A card network's share of the win at tables where all others play another."""
    return _share(network, other, None, players, games, seed, threads)


def share_against_table(
    network: Network, weights: Weights, players: int, games: int, seed: int = 0, threads: int = 1
) -> Measure:
    """A card network's share of the win at tables where all others play by weights."""
    return _share(network, network, weights, players, games, seed, threads)


def share_against_hatter(network: Network, players: int, games: int, seed: int = 0, threads: int = 1) -> Measure:
    """A card network's share of the win among Hatters."""
    return share_against_table(network, np.array(load_weights(players), np.int64), players, games, seed, threads)


def share_against_greedy(network: Network, players: int, games: int, seed: int = 0, threads: int = 1) -> Measure:
    """A card network's share of the win among greedy players."""
    return share_against_table(network, greedy_weights(), players, games, seed, threads)


def _share(
    network: Network, other: Network, weights: Weights | None, players: int, games: int, seed: int = 0, threads: int = 1
) -> Measure:
    deals = max(games // players, 2)
    shares = np.zeros(deals * players)
    own, others = _copy(network), _copy(other)
    table = np.zeros(1, np.int64) if weights is None else weights
    word, seats, pack = seed_of(seed), (0,) * players, PACK.copy()

    def make_worker() -> Callable[[int, int], None]:
        return lambda low, high: play_match(
            seats, word, low * players, high * players, own, weights is not None, others, table, pack, shares
        )

    run_in_chunks(0, deals, DEALS_PER_CHUNK, threads, make_worker)
    by_deal = shares.reshape(deals, players).mean(1)
    return Measure(float(by_deal.mean()), float(Z_95 * by_deal.std(ddof=1) / deals**0.5))


def _copy(network: Network) -> tuple[Any, ...]:
    """The weights as arrays of one type, whatever they are kept in: nothing is compiled twice."""
    return tuple(np.array(part, np.float32) for part in network)
