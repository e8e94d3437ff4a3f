"""A decision judged in sampled worlds, by what its seat could know: what every legal move could expect."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from itertools import combinations

import msgspec
import numpy as np
from numpy.typing import NDArray

from wonderland.bots.parade.alice.beliefs import begin_beliefs
from wonderland.bots.parade.alice.race import TEMPERATURE, room_for_world
from wonderland.bots.parade.network.weights import CARD, POSITION, load_network
from wonderland.bots.parade.search.beliefs import no_beliefs
from wonderland.bots.parade.search.race import candidates_of
from wonderland.bots.parade.search.rollouts import NO_CHOICE
from wonderland.games.parade.cards import DECK, by_colour
from wonderland.games.parade.state import DISCARD_SIZE, Action, Cards, Discard, Play
from wonderland.games.parade.view import View
from wonderland.records.writing import encode
from wonderland.review.parade.worlds import Plan, Sums, try_candidates
from wonderland.sim.batch.observation import code, observe

Floats = NDArray[np.float64]

#: Turns that a candidate is played on before the position network is asked: five rounds of two players.
#: More would take longer and scatter more, fewer would trust the network more (docs/review.md has what was measured).
TURNS = 10
#: One world in so many is played to the end for its points, and no more than so many of a half; in the last round all.
POINTS_EVERY, MAX_POINTS_WORLDS = 8, 100
#: The worlds of a decision are cut into two halves, sampled apart, and each of them into so many blocks.
HALVES, BLOCKS = 2, 25
MIN_WORLDS = HALVES * BLOCKS


@dataclass(frozen=True)
class Judgement:
    """What each legal move of a decision could expect."""

    seat: int
    actions: tuple[Action, ...]
    #: Everybody's shares by half and block. (halves, blocks, actions, players)
    blocks: Floats
    #: Everybody's shares in all worlds. (actions, players)
    shares: Floats
    #: The mover's points. (actions,)
    points: Floats
    #: How often each seat held each card. (cards, players)
    holders: Floats

    @property
    def wins(self) -> Floats:
        """The mover's share of the win. (actions,)"""
        return self.shares[:, self.seat]

    @property
    def halves(self) -> Floats:
        """The same in each half of the worlds. (halves, actions)"""
        found: Floats = self.blocks[..., self.seat].mean(axis=1)
        return found

    def standard_error(self, action: int, other: int | None = None) -> float:
        """That of a move's share of the win, or of how far it is behind another one in the same worlds.

        It comes from the blocks' means, so that it is right even where one world resembles the next.
        """
        values = self.blocks[:, :, action, self.seat]
        if other is not None:
            values = self.blocks[:, :, other, self.seat] - values
        spread = ((values - values.mean(axis=1, keepdims=True)) ** 2).sum()
        halves, blocks = values.shape
        return float(np.sqrt(spread / (halves * (blocks - 1)) / (halves * blocks)))


def worlds_used(worlds: int) -> int:
    """So many worlds, or a few more: all blocks have the same number."""
    return -(-max(worlds, 1) // MIN_WORLDS) * MIN_WORLDS


def judge(view: View, seed: int, worlds: int) -> Judgement:
    """Judge the decision of a view's seat; what it cannot know makes no difference, nor does the order of its hand."""
    seat = view.seat
    assert seat is not None, "a spectator decides nothing"
    view = msgspec.structs.replace(view, hand=by_colour(view.hand))
    candidates = candidates_of(view) if view.phase == "play" else _pairs_of(view)
    per_half = worlds_used(worlds) // HALVES
    halves = [_try_half(view, _key(view, seed, half), per_half, candidates) for half in range(HALVES)]
    shares = np.stack([sums.shares for sums in halves]) / (per_half // BLOCKS)
    points = sum(sums.points for sums in halves) / sum(sums.played_out for sums in halves)
    holders = sum(sums.holders for sums in halves) / (HALVES * per_half)
    actions, chosen = _choose_pairs(view, candidates, shares[..., seat].mean(axis=1))
    # A half tells which pair to set aside, the other one what that is worth: neither flatters itself.
    blocks = np.stack([shares[half][:, chosen[1 - half]] for half in range(HALVES)])
    means = blocks.mean(axis=(0, 1))
    means /= means.sum(axis=1, keepdims=True)
    return Judgement(seat, actions, blocks, means, points[chosen].mean(axis=0), holders)


def _try_half(view: View, key: int, worlds: int, candidates: NDArray[np.int64]) -> Sums:
    players, seen = len(view.players), observe(view)
    seats = (0,) * players
    networks = load_network(CARD, players), load_network(POSITION, players)
    infer = len(view.history) >= players
    world, beliefs = room_for_world(), tuple(no_beliefs.py_func())
    begin_beliefs(
        seats, seen.seat, np.uint64(key), seen.arrays(), networks[0], TEMPERATURE if infer else 0.0,
        world, beliefs,
    )  # fmt: skip
    points_every = max(POINTS_EVERY, worlds // MAX_POINTS_WORLDS) if view.last_round is None else 1
    sums = Sums(
        np.zeros((BLOCKS, len(candidates), players)),
        np.zeros(len(candidates)),
        np.zeros(1, np.int64),
        np.zeros((len(DECK), players)),
    )
    plan = Plan(worlds, infer, TURNS, points_every)
    try_candidates(
        seats, seen.seat, np.uint64(key), tuple(plan), seen.arrays(), networks, world, beliefs, candidates, tuple(sums)
    )  # fmt: skip
    return sums


def _key(view: View, seed: int, half: int) -> int:
    """A random key from the seed, the half and what the seat knows; names say nothing, nor who has chosen already."""
    known = (seed, half, len(view.players), view.seat, view.first, view.hand, view.start, view.history, view.phase)
    return int.from_bytes(hashlib.blake2b(encode(known), digest_size=8).digest())


def _pairs_of(view: View) -> NDArray[np.int64]:
    """The pairs that can be set aside (P7), as candidates without a card to play."""
    return np.array([(NO_CHOICE, code(one), code(two)) for one, two in combinations(view.hand, DISCARD_SIZE)], np.int64)


def _choose_pairs(
    view: View, candidates: NDArray[np.int64], wins: Floats
) -> tuple[tuple[Action, ...], list[NDArray[np.int64]]]:
    """The legal moves and, by half, the candidate that each of them is: in the last round with its best pair."""
    if view.phase != "play":
        pairs: list[Cards] = list(combinations(view.hand, DISCARD_SIZE))
        return tuple(map(Discard, pairs)), [np.arange(len(pairs))] * HALVES
    rows = [np.flatnonzero(candidates[:, 0] == place) for place in range(len(view.hand))]
    chosen = [np.array([row[wins[half, row].argmax()] for row in rows]) for half in range(HALVES)]
    return tuple(map(Play, view.hand)), chosen
