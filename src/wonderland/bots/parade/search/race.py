"""The moves of a turn raced against each other in imagined worlds."""

from __future__ import annotations

from itertools import combinations

import msgspec
import numpy as np

from wonderland.bots.parade.evaluation.weights import taste
from wonderland.bots.parade.search.rollouts import NOTHING, weigh
from wonderland.games.parade.state import ASIDE, Play
from wonderland.games.parade.view import View
from wonderland.sim.batch.observation import code, see

#: Nothing is dropped before it was tried in so many worlds.
FAIR_TRIAL = 64
#: A move that is worse than the best by so many standard errors is dropped.
CLEARLY_WORSE = 3.0


class Weighed(msgspec.Struct, frozen=True):
    """A card that could be played, and what came of it in the worlds imagined."""

    action: Play
    #: The part of the wins it brought, from 0 to 1.
    share: float
    #: What moves are ordered by: half who won, half how clearly.
    worth: float
    #: In how many worlds it was tried; the best were tried most.
    worlds: int


class Worlds:
    """Adds up what comes of each candidate; ``racing`` of them are still in the race."""

    def __init__(self, view: View, key: int, infer: bool) -> None:
        self._sight = see(view)
        self._key = key
        self._infer = infer and len(view.history) >= len(view.players)
        self._taste = np.array(taste(len(view.players)), np.int64)
        self._plays = [Play(card) for card in view.hand]
        self._candidates = _candidates(view)
        count = len(self._candidates)
        self._racing = np.arange(count)
        self._wins, self._worth, self._tried = np.zeros(count), np.zeros(count), np.zeros(count, np.int64)
        #: Of those still racing, the sums of the products of each two worths.
        self._products = np.zeros((count, count))
        #: Worlds imagined, and games played to the end in them.
        self.number = 0
        self.rollouts = 0

    @property
    def racing(self) -> int:
        return len(self._racing)

    def imagine(self, worlds: int) -> None:
        """Try everything that is still racing in so many worlds more."""
        sight, racing = self._sight, self._racing
        wins, worth = np.zeros(len(racing)), np.zeros(len(racing))
        weigh(
            (0,) * sight.players, sight.seat, np.uint64((self._key + self.number) % (1 << 64)), worlds, self._infer,
            sight.order, sight.line, sight.front, sight.hands.copy(), sight.pile.copy(), sight.meta,
            self._taste, self._candidates[racing], wins, worth, self._products,
        )  # fmt: skip
        self._wins[racing] += wins
        self._worth[racing] += worth
        self._tried[racing] += worlds
        self.number += worlds
        self.rollouts += worlds * len(racing)

    def drop(self) -> None:
        """Let go of whatever is clearly worse than the best: the same worlds make their difference fairly sure."""
        if self.number < FAIR_TRIAL:
            return
        worth, products = self._worth[self._racing], self._products
        best = int(np.argmax(worth))
        behind = (worth[best] - worth) / self.number
        square = (np.diag(products) + products[best, best] - 2 * products[best]) / self.number
        error = np.sqrt(np.maximum(square - behind**2, 0) / self.number)
        kept = np.flatnonzero((behind <= CLEARLY_WORSE * error) | (behind == 0))
        self._racing = self._racing[kept]
        self._products = products[np.ix_(kept, kept)].copy()

    def weighed(self) -> list[Weighed]:
        """Each card with the best that came of it, the best card first."""
        found: dict[Play, Weighed] = {}
        tried = np.maximum(self._tried, 1)
        for number, (place, _, _) in enumerate(self._candidates.tolist()):
            play = self._plays[place]
            share, worth = self._wins[number] / tried[number], self._worth[number] / tried[number]
            one = Weighed(play, float(share), float(worth), int(self._tried[number]))
            # What raced to the end comes before what was dropped, whatever luck it had until then.
            if play not in found or (one.worlds, one.worth) > (found[play].worlds, found[play].worth):
                found[play] = one
        return sorted(found.values(), key=lambda one: (-one.worlds, -one.worth))


def _candidates(view: View) -> np.ndarray:
    """A place in the hand a row; in the last round together with each two cards that could then be set aside.

    Nothing is drawn any more, so the last card and the last choice (P7) are one decision.
    """
    rows = []
    for place, card in enumerate(view.hand):
        if view.last_round is None:
            rows.append((place, NOTHING, NOTHING))
            continue
        left = [code(other) for other in view.hand if other != card]
        rows += [(place, one, two) for one, two in combinations(left, ASIDE)]
    return np.array(rows, np.int64)
