"""Rollouts: given states played to the end, many times, for bots that search."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from wonderland.sim.arguments import choices_of, seed_of, whole
from wonderland.sim.batch.batch import Batch
from wonderland.sim.batch.load import code_of, load
from wonderland.sim.batch.steps import OVER, actor, playing
from wonderland.sim.kernel.compiling import entry_point
from wonderland.sim.kernel.hands import gather_hidden, hide_again, play_on, take_turn
from wonderland.sim.kernel.layout import (
    EMPTY,
    END,
    HAND,
    META,
    PILE,
    SCORE,
    SEATS,
    WINNERS,
    WORK,
)  # fmt: skip
from wonderland.sim.kernel.random_words import key_of
from wonderland.sim.runs.simulate import Policy, policy_codes

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
    whose = batch.actors() if viewer == NOBODY else np.full(len(batch), viewer, np.int8)
    if choices is not None:
        pairs = choices_of(choices, len(batch))
        _try(batch, pairs, whose)
    play_out(
        seed_of(seed), (0,) * batch.players, codes, viewer, pairs, whose, batch.slots, batch.line,
        batch.front, batch.hands, batch.pile, batch.aside, batch.meta, scores, winners,
    )  # fmt: skip
    return Rollouts(scores, winners)


def _try(batch: Batch, pairs: NDArray[np.int16], whose: NDArray[np.int8]) -> None:
    """Refuse what the rules refuse: the choices are made on a copy."""
    going = np.flatnonzero((pairs[:, 0] >= 0) & (batch.actors() >= 0))
    batch[going].step(pairs[going], whose[going])


@entry_point
def play_out(
    seed: Any, seats: Any, policies: Any, unseen_by: Any, choices: Any, whose: Any, slots: Any, line: Any, front: Any,
    hands: Any, pile: Any, aside: Any, meta: Any, scores: Any, winners: Any,
) -> None:  # fmt: skip
    """All rollouts of all states, on scratch arrays that are made once."""
    players = len(seats)
    order, hidden = np.zeros(72, np.uint8), np.zeros(72, np.uint8)
    masks, work = np.zeros(WORK, np.uint64), np.zeros(WORK, np.uint64)
    kept_hands, kept_pile = np.zeros(SEATS * HAND, np.uint8), np.zeros(PILE, np.uint8)
    kept_aside, kept_meta = np.zeros(SEATS * 2, np.uint8), np.zeros(META, np.int16)
    own_hands, own_pile = np.zeros(SEATS * HAND, np.uint8), np.zeros(PILE, np.uint8)
    own_aside, own_meta = np.zeros(SEATS * 2, np.uint8), np.zeros(META, np.int16)
    end = np.zeros(END, np.int64)
    for game in range(len(line)):
        load(game, slots, front, hands, pile, aside, meta, order, masks, kept_hands, kept_pile, kept_aside, kept_meta)
        seat = actor(players, aside[game], meta[game])
        turn = playing(players, meta[game])
        size = np.int64(0)
        if unseen_by >= 0 and seat != OVER:
            size = gather_hidden(unseen_by, seats, kept_hands, kept_pile, kept_aside, kept_meta, hidden)
        one, two = code_of(choices[game, 0] & 255), code_of(choices[game, 1] & 255)
        hide = unseen_by >= 0 and seat != OVER  # nothing is hidden that could still matter once a game has ended
        for number in range(scores.shape[1]):
            key = key_of(seed, np.uint64(number))
            work[:] = masks
            own_hands[:] = kept_hands
            own_pile[:] = kept_pile
            own_aside[:] = kept_aside
            own_meta[:] = kept_meta
            if hide:
                order[:size] = hidden[:size]
                hide_again(key, unseen_by, seats, order, size, own_hands, own_pile, own_meta)
            last = line[game]
            if one != EMPTY and seat != OVER:
                chooser = whose[game]
                if turn:
                    for place in range(HAND):
                        if own_hands[chooser * HAND + place] == one:
                            last = take_turn(chooser, place, last, work, own_hands, own_pile, own_meta)
                            break
                else:
                    own_aside[chooser * 2], own_aside[chooser * 2 + 1] = one, two
            play_on(seats, key, policies, last, work, own_hands, own_pile, own_aside, own_meta, end)
            for place in range(players):
                scores[game, number, place] = end[SCORE + place]
            winners[game, number] = end[WINNERS]
