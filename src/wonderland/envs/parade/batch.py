"""Thousands of games of Parade that take one action each a step, on the CPU or on a GPU."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from wonderland.core.errors import NotAllowed, Unreadable, shown
from wonderland.envs.parade.actions import ACTIONS, CARD_ACTIONS
from wonderland.envs.parade.compiled_bots import bot_number, bot_numbers
from wonderland.envs.parade.devices import Device, find_device
from wonderland.envs.parade.devices import State as KernelState
from wonderland.envs.parade.kernel.layout import (
    ASIDE,
    HANDS,
    LINE_WORD,
    META,
    ORDER,
)  # fmt: skip
from wonderland.envs.parade.observations import LAYOUTS, Layout
from wonderland.games.parade.cards import DECK
from wonderland.games.parade.state import State
from wonderland.sim.arguments import decks_of, numbers, players_of, seed_of, whole
from wonderland.sim.batch.batch import Batch
from wonderland.sim.kernel.layout import (
    DECK_SIZE,
    FRONT_MASKS,
    MAX_PLAYERS,
    META_SIZE,
    NO_CARD,
    PACK,
)  # fmt: skip

#: A batch is held in memory whole.
MAX_GAMES = 1 << 26


class ParadeBatch:
    """Games of Parade in the same number of players, each with the next seat's observation and mask.

    :meth:`reset` and :meth:`step` write into the arrays, which stay the same objects:

    - ``observation`` (games, size): what the seat that acts next may know, see ``observations.py``
    - ``mask`` (games, 72): which actions it may choose
    - ``seat`` (games,): which seat that is; -1 when the game is over (only without ``autoreset``; the observation is
      then seat 0's)
    - ``done`` (games,): whether a game has ended in this step; without ``autoreset``, whether it is over
    - ``reward`` (games, players): zero but in the step in which a game ends: (n · share of the win − 1) / (n − 1),
      which sums to zero
    - ``scores`` (games, players): its final scores, in that step only
    - ``number`` (games,): which game it is; its deck is a function of the seed and this number, so that game ``k`` of
      ``simulate(…, seed, "greedy")`` has the same deck

    With ``autoreset`` a finished game is dealt anew in the same step: ``reward``, ``done`` and ``scores`` are the old
    game's, everything else is the new one's. ``opponents`` are compiled bots for the seats from 1 on; then seat 0
    always acts next. With ``check``, an illegal action raises and nothing changes; without it, such a game stays as it
    is, which saves the GPU a round trip. ``arrays`` are arrays of the caller's to write into, by name. On the CPU a
    batch can be copied (``copy.deepcopy``) and pickled; the copy goes on alike, in arrays of its own.

    >>> batch = ParadeBatch(games=1000, players=3, seed=7)
    >>> ended = 0
    >>> for _ in range(100):
    ...     batch.step(batch.random_actions())
    ...     ended += int(batch.done.sum())
    >>> batch.observation.shape, int(batch.mask.sum(axis=1).min()), ended > 1000
    ((1000, 160), 5, True)
    """

    def __init__(
        self,
        games: int,
        players: int,
        seed: int = 0,
        device: str = "cpu",
        observation: str = "compact",
        *,
        opponents: str | Sequence[str] | None = None,
        autoreset: bool = True,
        check: bool = True,
        arrays: Mapping[str, Any] | None = None,
    ) -> None:
        self.games, self.players = whole(games, 1, MAX_GAMES, "games"), players_of(players)
        self.autoreset, self.check = bool(autoreset), bool(check)
        self.layout = _layout(observation)
        self._seats = (0,) * self.players
        self._device: Device = find_device(device)
        self._bots = self._device.array(bot_numbers(self.players, opponents))
        self._state = self._device.new_state(self.games)
        given = dict(arrays or {})
        self._observation = self._device.room(given, "observation", (self.games, self.layout.size), self.layout.dtype)
        self.observation = self._device.floats(self._observation, self.layout.dtype)
        self.mask = self._device.room(given, "mask", (self.games, ACTIONS), "bool")
        self.seat = self._device.room(given, "seat", (self.games,), "int8")
        self.reward = self._device.room(given, "reward", (self.games, self.players), "float32")
        self.done = self._device.room(given, "done", (self.games,), "bool")
        self.scores = self._device.room(given, "scores", (self.games, self.players), "int16")
        if given:
            raise Unreadable("env_arrays_unknown", names=", ".join(map(shown, given)))
        self._actions = self._device.empty((self.games,), np.int16)
        self._all = self._device.array(np.ones(self.games, np.bool_))
        self._out = (self.reward, self.scores, self.done)
        self._seen = (self._observation, self.mask, self.seat)
        self.seed(seed)

    # ---- dealing ----------------------------------------------------------------------------------------------

    def seed(self, seed: int) -> None:
        """Begin again with the games of another seed."""
        self._seed = seed_of(seed)
        self._device.set_numbers(self._state)
        self._settings = (self._seed, np.int64(self.games), self.autoreset, self._bots)
        self._device.reset_games(self._settings, self._seats, self._all, self._state, self._out)
        self._look()

    def reset(self, which: ArrayLike | None = None) -> None:
        """Deal the next game in every row, or only in those where ``which`` is true."""
        chosen = self._all if which is None else self._device.mask(which, self.games)
        self._device.add_numbers(self._state, chosen)
        self._device.reset_games(self._settings, self._seats, chosen, self._state, self._out)
        self._look(None if which is None else chosen)

    def deal(self, decks: ArrayLike, first: ArrayLike) -> None:
        """Deal given decks (games, 66) of card numbers, top first, and who begins (P2)."""
        cards = decks_of(decks, DECK_SIZE)
        if len(cards) != self.games:
            found, expected = str(cards.shape), str((self.games, DECK_SIZE))
            raise Unreadable("sim_shape", found=found, expected=expected).within("at_key", key="decks")
        begins = numbers(first, (self.games,), 0, self.players - 1, "first").astype(np.int8)
        dealt = self._device.array(PACK[cards]), self._device.array(begins)
        self._device.deal_games(self._settings, self._seats, *dealt, self._state, self._out)
        self._look()

    def _look(self, which: Any = None) -> None:
        """Who acts next, what they may do and what they see: in all games, or at least where ``which`` is true."""
        state, seen = self._state, self._seen
        # A GPU looks at all games: it has a thread for each.
        rows = np.flatnonzero(which) if isinstance(which, np.ndarray) else None
        if rows is not None:
            words, cards, pile = (part.take(rows, axis=0) for part in state)
            observation, mask, seat = (np.empty((len(rows), *part.shape[1:]), part.dtype) for part in seen)
            state, seen = (words, cards, pile), (observation, mask, seat)
        self._device.find_actors(self._seats, state, seen)
        self._device.observe(self.layout.kind, self._seats, seen[2], state, seen[0])
        if rows is not None:
            for part, new in zip(self._seen, seen, strict=True):
                part[rows] = new

    # ---- acting -----------------------------------------------------------------------------------------------

    def step(self, actions: Any) -> None:
        """One action of the next seat in every game; in a game that is over it is ignored."""
        chosen = self._device.actions(actions, self.games)
        if self.check:
            game = self._device.first_illegal(self._seats, chosen, self._state)
            if game >= 0:
                self._refuse(game, int(self._device.host(chosen[game : game + 1])[0]))
        self._device.step(self.layout.kind, self._settings, self._seats, chosen, self._state, self._out, self._seen)

    def _refuse(self, game: int, action: int) -> None:
        legal = np.flatnonzero(self._device.host(self.mask[game : game + 1])[0]).tolist()
        if 0 <= action < CARD_ACTIONS:
            raise NotAllowed("env_card_refused", game=game, action=action, card=str(DECK[action]), legal=legal)
        raise NotAllowed("env_action_refused", game=game, action=action, legal=legal)

    def use_stream(self, address: int | None) -> None:
        """Launch on the CUDA stream of this address; None (at the start): torch's current one, else the default."""
        self._device.use_stream(address)

    def random_actions(self) -> Any:
        """A random legal action for each game, drawn from its seed, number and turn; the array is used again."""
        return self.bot_actions("random")

    def bot_actions(self, name: str) -> Any:
        """What a compiled bot (``random``, ``greedy``) would do in each game; the array is used again."""
        self._device.choose_actions(self._seed, bot_number(name), self._seats, self._state, self._actions)
        return self._actions

    # ---- looking ----------------------------------------------------------------------------------------------

    def observe(self, kind: str | None = None, seats: ArrayLike | None = None) -> Any:
        """A new array with an observation of any kind for each game, by default of whoever acts next."""
        layout = self.layout if kind is None else _layout(kind)
        viewers = self.seat
        if seats is not None:
            viewers = self._device.array(numbers(seats, (self.games,), 0, self.players - 1, "seats").astype(np.int8))
        found = self._device.room({}, kind or "", (self.games, layout.size), layout.dtype)
        self._device.observe(layout.kind, self._seats, viewers, self._state, found)
        return self._device.floats(found, layout.dtype)

    @property
    def number(self) -> Any:
        """Which game each row plays."""
        return self._device.numbers(self._state)

    def state(self, game: int, names: Sequence[str] | None = None) -> State:
        """One game as the reference rules hold it, hidden cards included."""
        place = whole(game, 0, self.games - 1, "game")
        words, cards, pile = self._device.read_game(self._state, place)
        one = Batch.empty(self.players, 1)
        meta = cards[META : META + META_SIZE]
        one.slots[0, :] = _card_numbers(cards[ORDER : ORDER + 64])
        one.line[0] = words[LINE_WORD]
        one.front[0, :] = words[FRONT_MASKS : FRONT_MASKS + MAX_PLAYERS]
        one.hands[0, :] = _card_numbers(cards[HANDS:ASIDE]).reshape(one.hands.shape[1:])
        one.pile[0, :] = _card_numbers(pile)
        one.aside[0, :] = _card_numbers(cards[ASIDE : ASIDE + 2 * MAX_PLAYERS]).reshape(one.aside.shape[1:])
        one.meta[0, :] = meta
        return one.state(0, names)

    @property
    def kernel_state(self) -> tuple[tuple[int, ...], KernelState]:
        """What compiled functions take: a tuple as long as there are players, and the games (``kernel/layout.py``).

        They are to be read; :meth:`load_kernel_state` writes.
        """
        return self._seats, self._state

    def load_kernel_state(self, state: KernelState) -> None:
        """Go on with the games that another batch had in its :attr:`kernel_state`; on the CPU."""
        for part, given in zip(self._state, state, strict=True):
            part[:] = given
        self._look()

    def __len__(self) -> int:
        return self.games

    def __getstate__(self) -> dict[str, Any]:
        if not isinstance(self._observation, np.ndarray):
            raise NotAllowed("env_copied_on_gpu")
        # The array that callers see is another view of the one that is written into, which a copy must keep so.
        return {name: value for name, value in vars(self).items() if name != "observation"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self.observation = self._device.floats(self._observation, self.layout.dtype)


def _card_numbers(cards: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Cards in the kernel's form as numbers."""
    return np.where(cards == NO_CARD, cards, cards - 5 * (cards >> 4)).astype(np.uint8)


def _layout(kind: str) -> Layout:
    if not isinstance(kind, str) or kind not in LAYOUTS:
        raise Unreadable("env_observation_unknown", name=shown(str(kind)), kinds=", ".join(LAYOUTS))
    return LAYOUTS[kind]
