"""Rollouts: given states played to the end, many times, for bots that search."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from wonderland.sim.arguments import Policy, choices_of, policy_codes, seed_of, whole
from wonderland.sim.batch.batch import Batch
from wonderland.sim.batch.load import Rows, code_of, load
from wonderland.sim.batch.steps import GAME_OVER, actor, place_in, playing
from wonderland.sim.kernel.compiling import entry_point
from wonderland.sim.kernel.hidden_cards import collect_hidden, redeal_hidden
from wonderland.sim.kernel.layout import (
    HAND_SIZE,
    NO_CARD,
    ORDER_SIZE,
    RESULT_SCORES,
    RESULT_SIZE,
    RESULT_WINNERS,
)  # fmt: skip
from wonderland.sim.kernel.policy_game import copy_game, new_game, play_to_end
from wonderland.sim.kernel.random_words import key_of
from wonderland.sim.kernel.turn import counters_of, take_turn, write_counters

NOBODY = -1


@dataclass(frozen=True)
class Rollouts:
    """How each rollout of each state ended."""

    #: (states, rollouts, players)
    scores: NDArray[np.int16]
    #: The winners' seats, as bits. (states, rollouts)
    winner_bits: NDArray[np.uint8]

    @property
    def winners(self) -> NDArray[np.bool_]:
        """(states, rollouts, players)"""
        seats = np.arange(self.scores.shape[2], dtype=np.uint8)
        won: NDArray[np.bool_] = (self.winner_bits[:, :, None] >> seats) & 1 != 0
        return won

    @property
    def shares(self) -> NDArray[np.float64]:
        """Each seat's mean part in the win, from 0 to 1. (states, players)"""
        won = self.winners
        found: NDArray[np.float64] = (won / won.sum(axis=2, keepdims=True)).mean(axis=1)
        return found


def rollouts(
    batch: Batch,
    count: int,
    seed: int = 0,
    policy: Policy = "random",
    unseen_by: int = NOBODY,
    choices: ArrayLike | None = None,
) -> Rollouts:
    """Play every state of a batch to its end ``count`` times; the batch itself is left as it is.

    ``unseen_by`` names a seat: what it cannot know (the other hands, the pile) is shuffled anew for each
    rollout, the same way for every state, so that states are compared on equal luck. ``choices`` are made
    first, and checked: for each state a card to play or a pair to set aside, by ``unseen_by`` or, where nothing
    is hidden, by whoever is next to act.

    >>> from random import Random
    >>> from wonderland.games import parade
    >>> state = parade.game.deal(parade.game.shuffle(["Ann", "Bob"], Random(3)))
    >>> hand = [card.number for card in state.hands[state.turn]]
    >>> tried = rollouts(Batch.of([state] * 5), 100, choices=hand, unseen_by=state.turn)
    >>> tried.scores.shape, tried.shares.shape
    ((5, 100, 2), (5, 2))
    """
    _, codes = policy_codes(batch.players, policy)
    count = whole(count, 1, 1 << 40, "count")
    viewer = whole(unseen_by, NOBODY, batch.players - 1, "unseen_by")
    scores = np.empty((len(batch), count, batch.players), np.int16)
    winners = np.empty((len(batch), count), np.uint8)
    pairs = np.full((len(batch), 2), -1, np.int16)
    choosers = batch.actors() if viewer == NOBODY else np.full(len(batch), viewer, np.int8)
    if choices is not None:
        pairs = choices_of(choices, len(batch))
        _check_choices(batch, pairs, choosers)
    play_rollouts(
        seed_of(seed), (0,) * batch.players, codes, viewer, pairs, choosers, batch.rows, scores, winners
    )  # fmt: skip
    return Rollouts(scores, winners)


def _check_choices(batch: Batch, pairs: NDArray[np.int16], choosers: NDArray[np.int8]) -> None:
    """Refuse what the rules refuse: the choices are made on a copy."""
    chosen = np.flatnonzero((pairs[:, 0] >= 0) & (batch.actors() >= 0))
    batch[chosen].step(pairs[chosen], choosers[chosen])


@entry_point
def play_rollouts(
    seed: Any, seats: Any, policies: Any, unseen_by: Any, choices: Any, choosers: Any, rows: Any, scores: Any,
    winners: Any,
) -> None:  # fmt: skip
    """All rollouts of all states, on scratch arrays that are made once."""
    players, rows = len(seats), Rows(*rows)
    order, hidden = np.zeros(ORDER_SIZE, np.uint8), np.zeros(ORDER_SIZE, np.uint8)
    start, game, result = new_game(), new_game(), np.zeros(RESULT_SIZE, np.int64)
    for row in range(len(rows.line)):
        load(row, rows, order, start)
        over = actor(players, rows.aside[row], rows.meta[row]) == GAME_OVER
        turns = playing(players, rows.meta[row])
        # Nothing is hidden that could still matter once a game has ended.
        redeals = unseen_by >= 0 and not over
        size = collect_hidden(unseen_by, seats, start, hidden) if redeals else np.int64(0)
        one, two = code_of(choices[row, 0] & 255), code_of(choices[row, 1] & 255)
        chooser = choosers[row]
        for number in range(scores.shape[1]):
            key = key_of(seed, np.uint64(number))
            copy_game(start, game)
            if redeals:
                order[:size] = hidden[:size]
                redeal_hidden(key, unseen_by, seats, order, size, game)
            line = rows.line[row]
            if one != NO_CARD and not over:
                if turns:
                    place = place_in(game.hands[chooser * HAND_SIZE :], one)
                    if place >= 0:
                        line, counters = take_turn(chooser, place, line, counters_of(game.meta), game)
                        write_counters(counters, game.meta)
                else:
                    game.aside[chooser * 2], game.aside[chooser * 2 + 1] = one, two
            play_to_end(seats, key, policies, line, game, result)
            for place in range(players):
                scores[row, number, place] = result[RESULT_SCORES + place]
            winners[row, number] = result[RESULT_WINNERS]
