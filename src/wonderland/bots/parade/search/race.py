"""The candidates of a turn raced against each other in sampled worlds."""

from __future__ import annotations

from itertools import combinations

import msgspec
import numpy as np

from wonderland.bots.parade.evaluation.weights import load_weights
from wonderland.bots.parade.search.rollouts import NO_CHOICE, play_candidates
from wonderland.games.parade.state import DISCARD_SIZE, Play
from wonderland.games.parade.view import View
from wonderland.sim.batch.observation import code, observe

#: Worlds in which every candidate is tried before any is dropped.
MIN_WORLDS = 64
#: A candidate that is worse than the best by more than this many standard errors is dropped.
MAX_STANDARD_ERRORS_BEHIND = 3.0


class RankedPlay(msgspec.Struct, frozen=True):
    """A card that could be played, and what came of it in the sampled worlds."""

    action: Play
    #: The part of the wins it brought, from 0 to 1.
    share: float
    #: What plays are ordered by: half who won, half by what margin.
    worth: float
    #: In how many worlds it was tried; the best were tried most.
    worlds: int


class Race:
    """Adds up the results of each candidate; ``racing`` of them are still in the race."""

    def __init__(self, view: View, key: int, infer: bool) -> None:
        self._seen = observe(view)
        self._key = key
        self._infer = infer and len(view.history) >= len(view.players)
        self._weights = np.array(load_weights(len(view.players)), np.int64)
        self._plays = [Play(card) for card in view.hand]
        self._candidates = candidates_of(view)
        count = len(self._candidates)
        self._racing = np.arange(count)
        self._wins, self._worth, self._tried = np.zeros(count), np.zeros(count), np.zeros(count, np.int64)
        #: Of those still racing, the sums of the products of each two worths.
        self._products = np.zeros((count, count))
        #: Worlds sampled, and games played to the end in them.
        self.worlds = 0
        self.rollouts = 0

    @property
    def racing(self) -> int:
        return len(self._racing)

    def play(self, worlds: int) -> None:
        """Try every candidate that is still racing in ``worlds`` more worlds."""
        seen, racing = self._seen, self._racing
        wins, worth = np.zeros(len(racing)), np.zeros(len(racing))
        key = np.uint64((self._key + self.worlds) % (1 << 64))
        play_candidates(
            (0,) * seen.players, seen.seat, key, worlds, self._infer, seen.arrays(), self._weights,
            self._candidates[racing], (wins, worth, self._products),
        )  # fmt: skip
        self._wins[racing] += wins
        self._worth[racing] += worth
        self._tried[racing] += worlds
        self.worlds += worlds
        self.rollouts += worlds * len(racing)

    def drop_worse(self) -> None:
        """Drop candidates that are clearly worse than the best. In the same worlds differences vary little."""
        if self.worlds < MIN_WORLDS:
            return
        worth, products = self._worth[self._racing], self._products
        best = int(np.argmax(worth))
        behind = (worth[best] - worth) / self.worlds
        square = (np.diag(products) + products[best, best] - 2 * products[best]) / self.worlds
        error = np.sqrt(np.maximum(square - behind**2, 0) / self.worlds)
        kept = np.flatnonzero((behind <= MAX_STANDARD_ERRORS_BEHIND * error) | (behind == 0))
        self._racing = self._racing[kept]
        self._products = products[np.ix_(kept, kept)].copy()

    def ranking(self) -> list[RankedPlay]:
        """Each card with the best that came of it, the best card first."""
        found: dict[Play, RankedPlay] = {}
        tried = np.maximum(self._tried, 1)
        for number, (place, _, _) in enumerate(self._candidates.tolist()):
            play = self._plays[place]
            share, worth = self._wins[number] / tried[number], self._worth[number] / tried[number]
            one = RankedPlay(play, float(share), float(worth), int(self._tried[number]))
            # What raced to the end comes before what was dropped, whatever luck it had until then.
            if play not in found or (one.worlds, one.worth) > (found[play].worlds, found[play].worth):
                found[play] = one
        return sorted(found.values(), key=lambda one: (-one.worlds, -one.worth))


def candidates_of(view: View) -> np.ndarray:
    """A place in the hand a row; in the last round together with each two cards that could then be set aside.

    Nothing is drawn any more, so the last card and the last choice (P7) are one decision.
    """
    rows = []
    for place, card in enumerate(view.hand):
        if view.last_round is None:
            rows.append((place, NO_CHOICE, NO_CHOICE))
            continue
        left = [code(other) for other in view.hand if other != card]
        rows += [(place, one, two) for one, two in combinations(left, DISCARD_SIZE)]
    return np.array(rows, np.int64)
