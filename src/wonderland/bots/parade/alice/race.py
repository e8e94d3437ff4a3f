"""The candidates of a turn raced against each other in sampled worlds, some turns deep, then deeper."""

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
from wonderland.sim.kernel.layout import HAND_SIZE, MAX_PILE, MAX_PLAYERS, ORDER_SIZE

#: A card that is worse by this share of the win is played e times less often, as far as beliefs go.
TEMPERATURE = 0.05


class Race:
    """Adds up the results of each candidate; ``racing`` of them are still in the race."""

    def __init__(self, view: View, key: int, depth: int, temperature: float = TEMPERATURE) -> None:
        """``depth``: the turns that are played on before the position network is asked."""
        players = len(view.players)
        self._seen, self._seats = observe(view), (0,) * players
        self._key = key
        self._depth = depth
        self._infer = temperature > 0 and len(view.history) >= players
        self._networks = load_network(CARD, players), load_network(POSITION, players)
        self._plays = [Play(card) for card in view.hand]
        self._candidates = candidates_of(view)
        self._world = _room_for_world()
        self._beliefs = _room_for_beliefs()
        begin_beliefs(
            self._seats, self._seen.seat, np.uint64(key), self._seen.arrays(), self._networks[0],
            temperature if self._infer else 0.0, self._world, self._beliefs,
        )  # fmt: skip
        #: Worlds sampled, and candidates tried in them.
        self.worlds = 0
        self.rollouts = 0
        self._racing = np.arange(len(self._candidates))
        self._heats = np.zeros(len(self._candidates), np.int64)
        self._wins, self._worth = np.zeros((2, len(self._candidates)))
        self._tried = np.zeros(len(self._candidates), np.int64)
        self._begin_heat()

    def _begin_heat(self) -> None:
        racing = self._racing
        self._heats[racing] += 1
        self._wins[racing] = self._worth[racing] = self._tried[racing] = 0
        #: The sums of the products of each two worths.
        self._products = np.zeros((len(racing), len(racing)))
        self.heat_worlds = 0

    @property
    def racing(self) -> int:
        """How many candidates are still in the race."""
        return len(self._racing)

    def deepen(self, depth: int, margin: float) -> None:
        """Begin again with what is at most this much behind, or not clearly so, and play on for more turns."""
        behind, error = self._behind()
        self._keep(behind <= margin + MAX_STANDARD_ERRORS_BEHIND * error)
        self._depth = depth
        if self.racing > 1:
            self._begin_heat()

    def play(self, worlds: int) -> None:
        """Try every candidate that is still racing in ``worlds`` more worlds."""
        seen, racing = self._seen, self._racing
        wins, worth = np.zeros(len(racing)), np.zeros(len(racing))
        key = np.uint64((self._key + self.worlds) % (1 << 64))
        play_worlds(
            self._seats, seen.seat, key, worlds, self._infer, self._depth, seen.arrays(), self._networks, self._world,
            self._beliefs, self._candidates[racing], (wins, worth, self._products),
        )  # fmt: skip
        self._wins[racing] += wins
        self._worth[racing] += worth
        self._tried[racing] += worlds
        self.worlds += worlds
        self.heat_worlds += worlds
        self.rollouts += worlds * len(racing)

    def drop_worse(self) -> None:
        """Drop candidates that are clearly worse than the best. In the same worlds differences vary little."""
        if self.heat_worlds >= MIN_WORLDS:
            behind, error = self._behind()
            self._keep((behind <= MAX_STANDARD_ERRORS_BEHIND * error) | (behind == 0))

    def _keep(self, kept: np.ndarray) -> None:
        self._racing = self._racing[kept]
        self._products = self._products[np.ix_(kept, kept)].copy()

    def _behind(self) -> tuple[np.ndarray, np.ndarray]:
        """How far behind the best each candidate is, and the standard error of that."""
        worlds, products = self.heat_worlds, self._products
        worth = self._worth[self._racing] / worlds
        best = int(np.argmax(worth))
        behind = worth[best] - worth
        square = (np.diag(products) + products[best, best] - 2 * products[best]) / worlds
        return behind, np.sqrt(np.maximum(square - behind**2, 0) / worlds)

    def equals(self) -> list[Play]:
        """The cards that cannot be told from the best: behind by no more than a standard error."""
        behind, error = self._behind()
        found = self._candidates[self._racing[behind <= error], 0]
        return [self._plays[place] for place in dict.fromkeys(found.tolist())]

    def ranking(self) -> list[RankedPlay]:
        """Each card with the best that came of it, the best card first."""
        found: dict[Play, tuple[int, RankedPlay]] = {}
        tried = np.maximum(self._tried, 1)
        for number, (place, _, _) in enumerate(self._candidates.tolist()):
            play, heat = self._plays[place], int(self._heats[number])
            share, worth = self._wins[number] / tried[number], self._worth[number] / tried[number]
            one = heat, RankedPlay(play, float(share), float(worth), int(self._tried[number]))
            # What raced to the end comes before what was dropped, whatever luck it had until then.
            if play not in found or _rank(one) > _rank(found[play]):
                found[play] = one
        return [one for _, one in sorted(found.values(), key=_rank, reverse=True)]


def _rank(one: tuple[int, RankedPlay]) -> tuple[int, int, float]:
    heat, play = one
    return heat, play.worlds, play.worth


def _room_for_world() -> tuple[np.ndarray, ...]:
    """See :class:`wonderland.bots.parade.alice.beliefs.World`."""
    hands, pile = np.zeros(MAX_PLAYERS * HAND_SIZE, np.uint8), np.zeros(MAX_PILE, np.uint8)
    return hands, pile, np.zeros(ORDER_SIZE, np.uint8), np.zeros(1, np.int64)


def _room_for_beliefs() -> tuple[np.ndarray, ...]:
    """See :class:`wonderland.bots.parade.search.beliefs.Beliefs`."""
    return (
        np.zeros(MAX_PLAYERS, np.int64),
        np.zeros((MAX_PLAYERS, MAX_TURNS, CARD_CODES)),
        np.zeros((MAX_PLAYERS, MAX_HOLDINGS), np.uint8),
        np.zeros((MAX_PLAYERS, MAX_HOLDINGS), np.int64),
        np.zeros((MAX_PLAYERS, MAX_HOLDINGS), np.int64),
        np.zeros((MAX_PLAYERS, MAX_TURNS)),
    )
