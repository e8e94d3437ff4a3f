"""Many games side by side: a struct of arrays that bots, environments and training step through."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from wonderland.core.errors import NotAllowed, Unreadable
from wonderland.games.parade.state import State
from wonderland.sim.arguments import choices_of, decks_of, numbers, players_of
from wonderland.sim.batch import states as reference_states
from wonderland.sim.batch import steps
from wonderland.sim.batch.views import Views, views_of
from wonderland.sim.kernel.layout import (
    DECK_SIZE,
    HAND_SIZE,
    MAX_PILE,
    MAX_PLAYERS,
    META_CAUSES,
    META_DRAWN,
    META_PILE,
    META_PLIES,
    META_SIZE,
    META_TRIGGER,
    NO_CARD,
    RESULT_CARDS,
    RESULT_SCORES,
    RESULT_SIZE,
    RESULT_TURNED,
    RESULT_WINNERS,
    START_SLOTS,
)  # fmt: skip
from wonderland.sim.kernel.turn import still_playing

Bytes = NDArray[np.uint8]


@dataclass(frozen=True)
class Batch:
    """Games of Parade in the same number of players; cards by their number in ``DECK``, 255 for none.

    The arrays are changed in place by :meth:`step`. Everything hidden is in here: hand out :meth:`views` only.
    """

    players: int
    #: Every card that has entered the line, in order: the six of the start, then those played. (games, 64)
    slots: Bytes
    #: The slots that are in the line, as bits; the front is the lowest. (games,)
    line: NDArray[np.uint64]
    #: The slots in front of each seat, as bits. (games, 6)
    front: NDArray[np.uint64]
    #: (games, 6, 5)
    hands: Bytes
    #: The draw pile as dealt, top first; how many are gone stands in ``meta``. (games, 50)
    pile: Bytes
    #: The two cards each seat has set aside. (games, 6, 2)
    aside: Bytes
    #: First player, turns played, trigger turn (0: none), its causes, cards drawn, cards to draw. (games, 6)
    meta: NDArray[np.int16]

    @classmethod
    def empty(cls, players: int, games: int) -> Self:
        """Games without any card, to be filled."""
        return cls(
            players,
            np.full((games, 64), NO_CARD, np.uint8),
            np.full(games, START_SLOTS, np.uint64),
            np.zeros((games, MAX_PLAYERS), np.uint64),
            np.full((games, MAX_PLAYERS, HAND_SIZE), NO_CARD, np.uint8),
            np.full((games, MAX_PILE), NO_CARD, np.uint8),
            np.full((games, MAX_PLAYERS, 2), NO_CARD, np.uint8),
            np.zeros((games, META_SIZE), np.int16),
        )

    @classmethod
    def deal(cls, players: int, decks: ArrayLike, first: ArrayLike) -> Self:
        """Fresh games (P2) from decks of card numbers, top first, and who begins.

        >>> rng = np.random.default_rng(1)
        >>> batch = Batch.deal(3, rng.permuted(np.tile(np.arange(66), (10, 1)), axis=1), rng.integers(3, size=10))
        >>> len(batch), int(batch.legal().sum())
        (10, 50)
        """
        players = players_of(players)
        cards = decks_of(decks, DECK_SIZE)
        begins = numbers(first, (len(cards),), 0, players - 1, "first").astype(np.int16)
        batch = cls.empty(players, len(cards))
        steps.deal_games(players, cards, begins, batch.rows)
        return batch

    @classmethod
    def of(cls, states: Sequence[State]) -> Self:
        """The same games as reference states; all must have the same number of players."""
        players = {len(state.players) for state in states}
        if len(players) != 1:
            raise Unreadable("sim_states", found=sorted(players))
        batch = cls.empty(players.pop(), len(states))
        for game, state in enumerate(states):
            reference_states.write(state, batch, game)
        return batch

    def state(self, game: int, names: Sequence[str] | None = None) -> State:
        """One game as a reference state, with the hands in the order they are held here."""
        return reference_states.read(self, game, names)

    def __len__(self) -> int:
        return len(self.line)

    def __getitem__(self, games: slice | NDArray[np.intp]) -> Self:
        """Some of the games: a slice shares them, an array of numbers copies them."""
        arrays = {field.name: getattr(self, field.name)[games] for field in fields(self) if field.name != "players"}
        return replace(self, **arrays)

    @cached_property
    def rows(self) -> tuple[NDArray[Any], ...]:
        """The arrays as the entry points take them, see :class:`~wonderland.sim.batch.load.Rows`."""
        return (self.slots, self.line, self.front, self.hands, self.pile, self.aside, self.meta)

    def copy(self) -> Self:
        """The same games in arrays of their own."""
        return self[np.arange(len(self))]

    @property
    def plies(self) -> NDArray[np.int16]:
        """Turns played so far."""
        return self.meta[:, META_PLIES]

    @property
    def pile_left(self) -> NDArray[np.int16]:
        """Cards left to draw."""
        return self.meta[:, META_PILE] - self.meta[:, META_DRAWN]

    @property
    def trigger_ply(self) -> NDArray[np.int16]:
        """The turn that began the last round, counted from 1; 0 before it (P6)."""
        return self.meta[:, META_TRIGGER]

    @property
    def causes(self) -> NDArray[np.int16]:
        """What began the last round: 1 six colours, 2 the empty pile, 3 both; 0 before it."""
        return self.meta[:, META_CAUSES]

    def actors(self) -> NDArray[np.int8]:
        """Who chooses next: the seat to move; when cards are set aside, the lowest seat that has not; -1 at the end."""
        seats = np.empty(len(self), np.int8)
        steps.find_actors(self.players, self.aside, self.meta, seats)
        return seats

    def playing(self) -> NDArray[np.bool_]:
        """Whether one card is to be played, rather than two to be set aside."""
        turns: NDArray[np.bool_] = still_playing(self.players, self.plies, self.trigger_ply)
        return turns

    def legal(self) -> NDArray[np.bool_]:
        """(games, 66): the cards the next to act may choose, one to play or two to set aside."""
        cards = np.empty((len(self), DECK_SIZE), np.bool_)
        steps.find_legal(self.players, self.hands, self.aside, self.meta, cards)
        return cards

    def step(self, choices: ArrayLike, seats: ArrayLike | None = None) -> None:
        """One choice a game: a card's number, or (games, 2) with the pair set aside; ended games stay as they are.

        ``seats`` says whose choice it is, because cards are set aside in any order (P7); by default it is the
        choice of whoever :meth:`actors` names. A choice that is not legal is refused by an error that names the
        first such game; the other games' choices are applied.
        """
        pairs = choices_of(choices, len(self))
        choosers = self.actors() if seats is None else self._seats(seats)
        status = np.empty(len(self), np.uint8)
        steps.step(self.players, self.rows, pairs, choosers, status)
        refused = np.flatnonzero(status == steps.REFUSED)
        if len(refused):
            game = int(refused[0])
            raise NotAllowed("sim_choice_refused", game=game, card=pairs[game].tolist())

    def views(self, seats: ArrayLike | None = None, from_own: bool = False) -> Views:
        """What a seat of each game may know (P11), as tensors; by default whoever acts next."""
        return views_of(self, self.actors() if seats is None else self._seats(seats), from_own)

    def _seats(self, seats: ArrayLike) -> NDArray[np.int8]:
        """A seat for each game; -1 is nobody's."""
        return numbers(seats, (len(self),), -1, self.players - 1, "seats").astype(np.int8)

    def outcomes(self) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.bool_], NDArray[np.int64]]:
        """Scores, card counts, winners and colours turned over (as bits) per game and seat; of ended games only."""
        results = np.zeros((len(self), RESULT_SIZE), np.int64)
        steps.score_ended((0,) * self.players, self.rows, results)
        seats = np.arange(self.players)
        winners = (results[:, RESULT_WINNERS, None] >> seats) & 1 != 0
        scores, cards, turned = (results[:, place + seats] for place in (RESULT_SCORES, RESULT_CARDS, RESULT_TURNED))
        return scores, cards, winners, turned
