"""The candidates of a turn raced against each other in sampled worlds, some turns deep, then deeper."""

from __future__ import annotations

import numpy as np

from wonderland.bots.parade.alice.beliefs import begin_beliefs
from wonderland.bots.parade.alice.rollouts import INFERRED, NOTHING, play_worlds
from wonderland.bots.parade.network.weights import CARD, POSITION, load_network
from wonderland.bots.parade.search.beliefs import no_beliefs
from wonderland.bots.parade.search.race import MAX_STANDARD_ERRORS_BEHIND, CandidateRace
from wonderland.games.parade.state import Play, State
from wonderland.games.parade.view import View
from wonderland.sim.batch.observation import code
from wonderland.sim.kernel.layout import HAND_SIZE, MAX_PILE, MAX_PLAYERS, ORDER_SIZE

#: A card that is worse by this share of the win is played e times less often, as far as beliefs go.
TEMPERATURE = 0.05
#: A card that is behind the best by less than this many standard errors is as good.
EQUAL_STANDARD_ERRORS = 0.25


class Race(CandidateRace):
    """Every candidate is played on for some turns, then the position network is asked."""

    def __init__(self, view: View, key: int, depth: int, temperature: float = TEMPERATURE) -> None:
        """``depth``: the turns that are played on."""
        super().__init__(view, key)
        players = len(view.players)
        self._depth = depth
        self._known = INFERRED if temperature > 0 and len(view.history) >= players else NOTHING
        self._networks = load_network(CARD, players), load_network(POSITION, players)
        self._world = room_for_world()
        # The function as Python has it: nothing need be compiled to make arrays once.
        self._beliefs = tuple(no_beliefs.py_func())
        begin_beliefs(
            self._seats, self._seen.seat, np.uint64(key), self._seen.arrays(), self._networks[0],
            temperature if self._known == INFERRED else 0.0, self._world, self._beliefs,
        )  # fmt: skip

    @property
    def depth(self) -> int:
        """The turns that are played on."""
        return self._depth

    def reveal(self, known: int, state: State) -> None:
        """Let the search cheat: it knows the hands (``HANDS``), or also the pile (``EVERYTHING``)."""
        hands, pile = self._world[:2]
        for seat, held in enumerate(state.hands):
            hands[seat * HAND_SIZE : seat * HAND_SIZE + len(held)] = [code(card) for card in held]
        pile[: len(state.pile)] = [code(card) for card in state.pile]
        self._known = known

    def _try(self, key: np.uint64, worlds: int, candidates: np.ndarray, totals: tuple[np.ndarray, ...]) -> None:
        play_worlds(
            self._seats, self._seen.seat, key, worlds, self._known, self._depth, self._seen.arrays(), self._networks,
            self._world, self._beliefs, candidates, totals,
        )  # fmt: skip

    def deepen(self, depth: int, margin: float) -> None:
        """Begin a pass with what is at most this much behind, or not clearly so, and play on for more turns."""
        behind, error = self._behind()
        self._keep(behind <= margin + MAX_STANDARD_ERRORS_BEHIND * error)
        self._depth = depth
        if self.racing > 1:
            self._begin_pass()

    def equals(self) -> list[Play]:
        """The cards that are as good as the best."""
        behind, error = self._behind()
        found = self._candidates[self._racing[behind <= EQUAL_STANDARD_ERRORS * error], 0]
        return [self._plays[place] for place in dict.fromkeys(found.tolist())]


def room_for_world() -> tuple[np.ndarray, ...]:
    """See :class:`wonderland.bots.parade.alice.beliefs.World`."""
    hands, pile = np.zeros(MAX_PLAYERS * HAND_SIZE, np.uint8), np.zeros(MAX_PILE, np.uint8)
    return hands, pile, np.zeros(ORDER_SIZE, np.uint8), np.zeros(1, np.int64)
