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


class CandidateRace:
    """Adds up the results of each candidate; ``racing`` of them are still in the race.

    A race may have several passes: what is still racing begins again from nothing, to be tried in another way.
    """

    def __init__(self, view: View, key: int) -> None:
        self._seen, self._seats = observe(view), (0,) * len(view.players)
        self._key = key
        self._plays = [Play(card) for card in view.hand]
        self._candidates = candidates_of(view)
        count = len(self._candidates)
        self._racing, self._passes = np.arange(count), np.zeros(count, np.int64)
        self._wins, self._worth, self._tried = np.zeros(count), np.zeros(count), np.zeros(count, np.int64)
        #: Worlds sampled, and candidates tried in them.
        self.worlds = 0
        self.rollouts = 0
        self._begin_pass()

    def _begin_pass(self) -> None:
        racing = self._racing
        self._passes[racing] += 1
        self._wins[racing] = self._worth[racing] = self._tried[racing] = 0
        #: Of those still racing, the sums of the products of each two worths.
        self._products = np.zeros((len(racing), len(racing)))
        #: Worlds sampled in this pass.
        self.pass_worlds = 0

    @property
    def racing(self) -> int:
        """How many candidates are still in the race."""
        return len(self._racing)

    def play(self, worlds: int) -> None:
        """Try every candidate that is still racing in ``worlds`` more worlds."""
        racing = self._racing
        wins, worth = np.zeros(len(racing)), np.zeros(len(racing))
        key = np.uint64((self._key + self.worlds) % (1 << 64))
        self._try(key, worlds, self._candidates[racing], (wins, worth, self._products))
        self._wins[racing] += wins
        self._worth[racing] += worth
        self._tried[racing] += worlds
        self.worlds += worlds
        self.pass_worlds += worlds
        self.rollouts += worlds * len(racing)

    def _try(self, key: np.uint64, worlds: int, candidates: np.ndarray, totals: tuple[np.ndarray, ...]) -> None:
        """Try candidates in some worlds, and add up the results (:class:`~.rollouts.Totals`)."""
        raise NotImplementedError

    def drop_worse(self) -> None:
        """Drop candidates that are clearly worse than the best. In the same worlds differences vary little."""
        if self.pass_worlds >= MIN_WORLDS:
            behind, error = self._behind()
            self._keep((behind <= MAX_STANDARD_ERRORS_BEHIND * error) | (behind == 0))

    def _keep(self, kept: np.ndarray) -> None:
        self._racing = self._racing[kept]
        self._products = self._products[np.ix_(kept, kept)].copy()

    def _behind(self) -> tuple[np.ndarray, np.ndarray]:
        """How far behind the best each candidate is, and the standard error of that."""
        worlds, products = self.pass_worlds, self._products
        worth = self._worth[self._racing]
        best = int(np.argmax(worth))
        behind = (worth[best] - worth) / worlds
        square = (np.diag(products) + products[best, best] - 2 * products[best]) / worlds
        return behind, np.sqrt(np.maximum(square - behind**2, 0) / worlds)

    def ranking(self) -> list[RankedPlay]:
        """Each card with the best that came of it, the best card first."""
        found: dict[Play, tuple[int, RankedPlay]] = {}
        tried = np.maximum(self._tried, 1)
        for number, (place, _, _) in enumerate(self._candidates.tolist()):
            share, worth = self._wins[number] / tried[number], self._worth[number] / tried[number]
            play = RankedPlay(self._plays[place], float(share), float(worth), int(self._tried[number]))
            one = int(self._passes[number]), play
            # What raced to the end comes before what was dropped, whatever luck it had until then.
            if play.action not in found or _rank(one) > _rank(found[play.action]):
                found[play.action] = one
        return [play for _, play in sorted(found.values(), key=_rank, reverse=True)]


def _rank(one: tuple[int, RankedPlay]) -> tuple[int, int, float]:
    passes, play = one
    return passes, play.worlds, play.worth


class Race(CandidateRace):
    """Every candidate is played to the end, everybody choosing by the evaluation."""

    def __init__(self, view: View, key: int, infer: bool) -> None:
        super().__init__(view, key)
        self._infer = infer and len(view.history) >= len(view.players)
        self._weights = np.array(load_weights(len(view.players)), np.int64)

    def _try(self, key: np.uint64, worlds: int, candidates: np.ndarray, totals: tuple[np.ndarray, ...]) -> None:
        seen = self._seen
        play_candidates(
            self._seats, seen.seat, key, worlds, self._infer, seen.arrays(), self._weights, candidates, totals
        )  # fmt: skip


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
