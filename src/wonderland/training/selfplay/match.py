"""Matches of one card network against others or against an evaluation: every deal from every seat."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np

from wonderland.bots.parade.evaluation.costs import PRICES_SIZE, best_card, keep_best_pair, stage_of
from wonderland.bots.parade.evaluation.weights import load_weights
from wonderland.bots.parade.network.forward import new_position, new_units
from wonderland.bots.parade.network.layout import Network
from wonderland.bots.parade.network.policy import PAIRS, best_of, evaluate_cards, set_best_aside
from wonderland.bots.parade.search.rollouts import share_of
from wonderland.core.errors import WonderlandError
from wonderland.figures.measure import Z_95, Measure
from wonderland.parallel.executor import Executor, WorkerLost
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
    position, values, own_units, other_units = new_position(), np.zeros(PAIRS), new_units(network), new_units(others)
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
                one, units = (network, own_units) if seat == own else (others, other_units)
                evaluate_cards(seat, seats, line, counters, order, game, result, position, one, units, values)
                place = np.int64(best_of(HAND_SIZE, values))
            order[LINE_START + counters.plies] = game.hands[seat * HAND_SIZE + place]
            line, counters = take_turn(seat, place, line, counters, game)
        write_counters(counters, game.meta)
        for seat in range(players):
            if seat != own and by_table:
                keep_best_pair(seat, seats, game, weights, prices)
            else:
                one, units = (network, own_units) if seat == own else (others, other_units)
                set_best_aside(seat, seats, line, counters, order, game, result, position, one, units, values)
        finish(seats, game, result)
        shares[number - start] = share_of(own, result)


@dataclass(frozen=True)
class ShareWork:
    """A match of a network against others; a task is the first of some deals, a result the shares of their games."""

    players: int
    deals: int
    seed: int
    own: tuple[Any, ...]
    others: tuple[Any, ...]
    #: By which the others choose, in place of a network.
    weights: Weights | None

    def play(self, low: int, high: int, shares: Any) -> None:
        """Fill in the shares of the deals from one number to before another."""
        table = np.zeros(1, np.int64) if self.weights is None else self.weights
        seats, numbers = (0,) * self.players, (low * self.players, high * self.players)
        by_table = self.weights is not None
        play_match(seats, seed_of(self.seed), *numbers, self.own, by_table, self.others, table, PACK.copy(), shares)

    @contextmanager
    def start(self) -> Iterator[Callable[[int], Any]]:
        """Nothing is loaded before the first task."""

        def play(low: int) -> Any:
            high = min(low + DEALS_PER_CHUNK, self.deals)
            shares = np.zeros((high - low) * self.players)
            self.play(low, high, shares)
            return shares

        yield play

    def lost(self, task: int, how: WonderlandError) -> WorkerLost:
        """From which game on it played."""
        return WorkerLost("worker_lost", game=task * self.players, how=how)


class Matches:
    """Plays matches: in threads of this process, or by the workers of an executor."""

    def __init__(self, threads: int = 1, executor: Executor | None = None) -> None:
        self._threads, self._executor = threads, executor

    def against_network(self, network: Network, other: Network, players: int, games: int, seed: int = 0) -> Measure:
        """A card network's share of the win at tables where all others play another."""
        return self._share(network, other, None, players, games, seed)

    def against_table(self, network: Network, weights: Weights, players: int, games: int, seed: int = 0) -> Measure:
        """A card network's share of the win at tables where all others play by weights."""
        return self._share(network, network, weights, players, games, seed)

    def against_hatter(self, network: Network, players: int, games: int, seed: int = 0) -> Measure:
        """A card network's share of the win among Hatters."""
        return self.against_table(network, np.array(load_weights(players), np.int64), players, games, seed)

    def against_greedy(self, network: Network, players: int, games: int, seed: int = 0) -> Measure:
        """A card network's share of the win among greedy players."""
        return self.against_table(network, greedy_weights(), players, games, seed)

    def _share(
        self, network: Network, other: Network, weights: Weights | None, players: int, games: int, seed: int
    ) -> Measure:
        deals = max(games // players, 2)
        work = ShareWork(players, deals, seed, _copy(network), _copy(other), weights)
        shares = self._shares(work)
        by_deal = shares.reshape(deals, players).mean(1)
        return Measure(float(by_deal.mean()), float(Z_95 * by_deal.std(ddof=1) / deals**0.5))

    def _shares(self, work: ShareWork) -> Any:
        if self._executor:
            with closing(self._executor.run(work, range(0, work.deals, DEALS_PER_CHUNK))) as parts:
                return np.concatenate(list(parts))
        players, shares = work.players, np.zeros(work.deals * work.players)

        def make_worker() -> Callable[[int, int], None]:
            return lambda low, high: work.play(low, high, shares[low * players : high * players])

        run_in_chunks(0, work.deals, DEALS_PER_CHUNK, self._threads, make_worker)
        return shares


def _copy(network: Network) -> tuple[Any, ...]:
    """The weights as arrays of one type, whatever they are kept in: nothing is compiled twice."""
    return tuple(np.array(part, np.float32) for part in network)
