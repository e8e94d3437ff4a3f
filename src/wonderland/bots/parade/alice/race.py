"""The candidates of a turn raced against each other in sampled worlds."""

from __future__ import annotations

import numpy as np

from wonderland.bots.parade.alice.beliefs import begin_beliefs
from wonderland.bots.parade.alice.rollouts import play_worlds
from wonderland.bots.parade.network.weights import CARD, POSITION, load_network
from wonderland.bots.parade.search.beliefs import CARD_CODES, MAX_HOLDINGS, MAX_TURNS
from wonderland.bots.parade.search.race import MAX_STANDARD_ERRORS_BEHIND, MIN_WORLDS, RankedPlay, candidates_of
from wonderland.games.parade.state import Play
from wonderland.games.parade.view import View
from wonderland.sim.batch.observation import observe
from wonderland.sim.kernel.layout import MAX_PLAYERS

#: A card that is worse by this share of the win is played e times less often, as far as beliefs go.
TEMPERATURE = 0.05
#: Turns that are played on before the position network is asked, by the number of players.
DEPTH = {2: 3, 3: 3, 4: 4, 5: 5, 6: 6}


class Race:
    """Adds up the results of each candidate; ``racing`` of them are still in the race."""

    def __init__(
        self, view: View, key: int, temperature: float = TEMPERATURE, depth: int | None = None
    ) -> None:
        players = len(view.players)
        self._seen, self._seats = observe(view), (0,) * players
        self._key = key
        self._depth = DEPTH[players] if depth is None else depth
        self._infer = temperature > 0 and len(view.history) >= players
        self._networks = load_network(CARD, players), load_network(POSITION, players)
        self._plays = [Play(card) for card in view.hand]
        self._candidates = candidates_of(view)
        self._hands, self._pile = self._seen.hands.copy(), self._seen.pile.copy()
        self._beliefs = (
            np.zeros(MAX_PLAYERS, np.int64),
            np.zeros((MAX_PLAYERS, MAX_TURNS, CARD_CODES)),
            np.zeros((MAX_PLAYERS, MAX_HOLDINGS), np.uint8),
            np.zeros((MAX_PLAYERS, MAX_HOLDINGS), np.int64),
            np.zeros((MAX_PLAYERS, MAX_HOLDINGS), np.int64),
            np.zeros((MAX_PLAYERS, MAX_TURNS)),
        )
        begin_beliefs(
            self._seats, self._seen.seat, np.uint64(key), self._seen.arrays(), self._networks[0],
            temperature if self._infer else 0.0, self._hands, self._pile, self._beliefs,
        )  # fmt: skip
        count = len(self._candidates)
        self._racing = np.arange(count)
        self._wins, self._worth, self._tried = np.zeros(count), np.zeros(count), np.zeros(count, np.int64)
        #: Of those still racing, the sums of the products of each two worths.
        self._products = np.zeros((count, count))
        #: Worlds sampled, and candidates tried in them.
        self.worlds = 0
        self.rollouts = 0

    @property
    def racing(self) -> int:
        """How many candidates are still in the race."""
        return len(self._racing)

    def play(self, worlds: int) -> None:
        """Try every candidate that is still racing in ``worlds`` more worlds."""
        seen, racing = self._seen, self._racing
        wins, worth = np.zeros(len(racing)), np.zeros(len(racing))
        key = np.uint64((self._key + self.worlds) % (1 << 64))
        play_worlds(
            self._seats, seen.seat, key, worlds, self._infer, self._depth, seen.arrays(), self._networks, self._hands,
            self._pile, self._beliefs, self._candidates[racing], (wins, worth, self._products),
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
            if play not in found or (one.worlds, one.worth) > (found[play].worlds, found[play].worth):
                found[play] = one
        return sorted(found.values(), key=lambda one: (-one.worlds, -one.worth))
