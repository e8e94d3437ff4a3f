"""Whole games with their decks and moves, a row each: what a dataset keeps, at the speed of a simulation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wonderland.core.errors import Unreadable
from wonderland.sim.arguments import players_of, policy_codes, seed_of, whole
from wonderland.sim.batch.load import number_of
from wonderland.sim.kernel.compiling import entry_point
from wonderland.sim.kernel.layout import (
    DECK_SIZE,
    LINE_START,
    MAX_PLAYERS,
    NO_CARD,
    ORDER_SIZE,
    PACK,
    RESULT_CAUSES,
    RESULT_FIRST,
    RESULT_PLIES,
    RESULT_SCORES,
    RESULT_SIZE,
    RESULT_TRIGGER,
    RESULT_WINNERS,
)  # fmt: skip
from wonderland.sim.kernel.policy_game import new_game, play_policy_game
from wonderland.sim.kernel.turn import card_in
from wonderland.sim.runs.simulate import cores
from wonderland.sim.runs.threads import run_in_chunks

#: The most moves of a game: a mask has 64 slots, and the line begins with six.
MAX_MOVES = 58
#: Games of a thread between two looks at Ctrl-C; some hundredths of a second.
GAMES_PER_CHUNK = 1 << 14

#: One game. Cards are numbers, 0 to 65; where there is none stands 255. Seats are those of the table.
GAME_ROW = np.dtype(
    [
        ("number", np.int64),
        ("scores", np.int16, MAX_PLAYERS),
        ("first", np.uint8),
        ("plies", np.uint8),
        #: The turn that began the last round, counted from 1, and by what (``kernel/layout.py``).
        ("trigger", np.uint8),
        ("causes", np.uint8),
        #: A bit a seat.
        ("winners", np.uint8),
        #: Two a player, ascending, in turn order from the first player.
        ("discards", np.uint8, 2 * MAX_PLAYERS),
        ("deck", np.uint8, DECK_SIZE),
        ("moves", np.uint8, MAX_MOVES),
    ],
    align=True,
)

GameRows = NDArray[np.void]


@entry_point
def write_games(seed: Any, start: Any, stop: Any, seats: Any, seatings: Any, pack: Any, columns: Any) -> None:
    """The games ``start`` to ``stop``; who sits where goes round with the games' numbers."""
    numbers, scores, first, plies, trigger, causes, winners, discards, decks, moves = columns
    deck, own, game = np.zeros(ORDER_SIZE, np.uint8), np.zeros(MAX_PLAYERS, np.uint8), new_game()
    result, players = np.zeros(RESULT_SIZE, np.int64), len(seats)
    for number in range(start, stop):
        row = number - start
        policies = seatings[number % len(seatings)]
        play_policy_game(seed, np.uint64(number), seats, policies, pack, deck, own, game, result)
        numbers[row] = number
        begins, turns = result[RESULT_FIRST], result[RESULT_PLIES]
        first[row], plies[row] = begins, turns
        trigger[row], causes[row] = result[RESULT_TRIGGER], result[RESULT_CAUSES]
        won = np.int64(0)
        for turn in range(players):
            seat = (begins + turn) % players
            scores[row, seat] = result[RESULT_SCORES + turn]
            won |= ((result[RESULT_WINNERS] >> turn) & 1) << seat
        winners[row] = won
        for turn in range(MAX_PLAYERS):
            # Ascending, as the rules hold what is set aside: in which order it was chosen is nobody's business.
            one, two = number_of(game.aside[2 * turn]), number_of(game.aside[2 * turn + 1])
            discards[row, 2 * turn] = min(one, two) if turn < players else NO_CARD
            discards[row, 2 * turn + 1] = max(one, two) if turn < players else NO_CARD
        for place in range(DECK_SIZE):
            decks[row, place] = number_of(deck[place])
        for ply in range(moves.shape[1]):
            moves[row, ply] = number_of(card_in(LINE_START + ply, game.masks)) if ply < turns else NO_CARD


def simulate_moves(
    players: int, start: int, stop: int, seed: int, seatings: Sequence[Sequence[str]], threads: int | None = None
) -> GameRows:
    """The games number ``start`` to ``stop`` of a seed with all their moves, as rows of :data:`GAME_ROW`.

    ``seatings`` are policies by seat; game number g is played by ``seatings[g % len(seatings)]``. A game depends on
    the seed, its number and its seating only. Ctrl-C ends it with ``KeyboardInterrupt``.

    >>> rows = simulate_moves(2, 0, 100, seed=7, seatings=[("greedy", "random"), ("random", "greedy")])
    >>> rows["deck"].shape, bool(((rows["moves"] < 255).sum(axis=1) == rows["plies"]).all())
    ((100, 66), True)
    """
    players, word = players_of(players), seed_of(seed)
    whole(start, 0, 1 << 62, "start")
    whole(stop, start, 1 << 62, "stop")
    if not seatings:
        raise Unreadable("sim_policies_number", found=0, players=players)
    codes = np.array([policy_codes(players, seating)[1] for seating in seatings])
    rows = np.zeros(stop - start, GAME_ROW)

    def play(low: int, high: int) -> None:
        part = rows[low - start : high - start]
        assert GAME_ROW.names
        columns = tuple(part[name] for name in GAME_ROW.names)
        write_games(word, low, high, (0,) * players, codes, PACK.copy(), columns)

    run_in_chunks(start, stop, GAMES_PER_CHUNK, threads or cores(), lambda: play)
    return rows
