"""The candidates of every game of a batch as the networks see them: a function a game, for the CPU and the GPU."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from wonderland.bots.parade.network.features import (
    enter_kept,
    write_after_card,
    write_after_choice,
    write_places,
    write_position,
    write_progress,
)  # fmt: skip
from wonderland.bots.parade.network.layout import Position
from wonderland.bots.parade.network.policy import ASIDE_PLACES, PAIRS
from wonderland.envs.parade.kernel.game import actor_of, is_playing, row_of
from wonderland.envs.parade.kernel.layout import BYTES_SIZE, LINE_WORD, WORDS_SIZE
from wonderland.envs.parade.kernel.step import aside_action, rank_of
from wonderland.sim.kernel.compiling import inlined_function
from wonderland.sim.kernel.intrinsics import popcount
from wonderland.sim.kernel.layout import HAND_SIZE, NO_CARD, RESULT_SIZE
from wonderland.sim.kernel.turn import counters_of, number_of
from wonderland.training.compiling import sliced_entry_point

#: Candidates of a decision at most: five cards, or six pairs.
CANDIDATES = PAIRS
#: The two ways to look at a candidate: from what its seat may know, and at the whole position.
SEEN, WHOLE = 0, 1
NO_ACTION = -1


class Candidates(NamedTuple):
    """The candidates of each game."""

    #: (games, 2, ``CANDIDATES``, 66) and (…, ``NUMBERS_SIZE``)
    places: Any
    numbers: Any
    #: The whole position before the choice, seen by whoever acted last. (games, 66) and (games, ``NUMBERS_SIZE``)
    places_before: Any
    numbers_before: Any
    #: The action of each candidate, ``NO_ACTION`` where there are fewer. (games, ``CANDIDATES``)
    actions: Any


@inlined_function
def still_choosing(seats: Any, game: Any) -> Any:
    """How many players have not set cards aside yet."""
    left = 0
    for seat in range(len(seats)):
        left += 1 if game.aside[seat * 2] == NO_CARD else 0
    return left


@inlined_function
def copy_position(source: Any, target: Any) -> None:
    for place in range(len(source.places)):
        target.places[place] = source.places[place]
    for place in range(len(source.numbers)):
        target.numbers[place] = source.numbers[place]


@inlined_function
def write_cards_after(
    seat: Any, whole: Any, seats: Any, counters: Any, row: Any, result: Any, position: Any, game: Any, out: Any
) -> None:
    """The positions after each card that a seat could lay."""
    line = row.words[LINE_WORD]
    write_places(seat, whole == WHOLE, seats, line, row.order, row.game, position.places)
    for place in range(HAND_SIZE):
        write_after_card(
            seat, place, whole == WHOLE, seats, line, counters, row.order, row.game, result, position
        )  # fmt: skip
        copy_position(position, Position(out.places[game, whole, place], out.numbers[game, whole, place]))
        out.actions[game, place] = number_of(row.game.hands[seat * HAND_SIZE + place])
    out.actions[game, HAND_SIZE] = NO_ACTION


@inlined_function
def write_choices_after(
    seat: Any, whole: Any, seats: Any, counters: Any, row: Any, result: Any, position: Any, game: Any, out: Any
) -> None:
    """The positions after each two cards that a seat could set aside."""
    line, held = row.words[LINE_WORD], row.game
    left = still_choosing(seats, held) - 1
    write_places(seat, whole == WHOLE, seats, line, row.order, held, position.places)
    write_progress(len(seats), counters, np.int64(left), np.int64(popcount(line)), position.numbers)
    if whole == WHOLE:
        for other in range(len(seats)):
            if held.aside[other * 2] != NO_CARD:
                enter_kept(other, held.aside[other * 2], held.aside[other * 2 + 1], counters.plies, row.order, held)
    for pair in range(PAIRS):
        places = ASIDE_PLACES[pair, 0], ASIDE_PLACES[pair, 1]
        one, two = held.hands[seat * HAND_SIZE + places[0]], held.hands[seat * HAND_SIZE + places[1]]
        write_after_choice(seat, one, two, seats, counters.plies, np.int64(left), row.order, held, result, position)
        copy_position(position, Position(out.places[game, whole, pair], out.numbers[game, whole, pair]))
        ranks = rank_of(places[0], seat, held.hands), rank_of(places[1], seat, held.hands)
        out.actions[game, pair] = aside_action(ranks[0], ranks[1])


@inlined_function
def write_game(seats: Any, row: Any, result: Any, position: Any, game: Any, seen: Any, whole: Any, out: Any) -> None:
    """All candidates of whoever acts next: what its seat may know of them if ``seen``; if ``whole``, the whole
    positions, also the one before the choice. What it changes of the game's masks need not be kept.

    Of a game that is over something is written that means nothing.
    """
    players = len(seats)
    seat, counters = actor_of(seats, row.game), counters_of(row.game.meta)
    seat = max(seat, 0)
    before = seat - 1 if seat > 0 else players - 1
    playing = is_playing(seats, row.game.meta)
    for view in range(SEEN if seen else WHOLE, (WHOLE if whole else SEEN) + 1):
        if playing:
            write_cards_after(seat, view, seats, counters, row, result, position, game, out)
        else:
            write_choices_after(seat, view, seats, counters, row, result, position, game, out)
    if not whole:
        return
    # After the choices: the cards that others keep lie in front of them by now.
    choosing = np.int64(-1) if playing else np.int64(still_choosing(seats, row.game))
    write_position(
        before, NO_CARD, True, seats, row.words[LINE_WORD], counters, choosing, row.order, row.game, result, position
    )  # fmt: skip
    copy_position(position, Position(out.places_before[game], out.numbers_before[game]))


@sliced_entry_point
def write_games(
    seats: Any, state: Any, scratch: Any, position: Any, out: Any, seen: Any = True, whole: Any = True
) -> None:
    """All candidates of all games, on the CPU. ``scratch`` has room for a result and for a game's words and bytes."""
    out, position = Candidates(*out), Position(*position)
    result, words, bytes_ = scratch
    for game in range(len(out.actions)):
        for place in range(WORDS_SIZE):
            words[place] = state[0][game, place]
        for place in range(BYTES_SIZE):
            bytes_[place] = state[1][game, place]
        write_game(seats, row_of(words, bytes_, state[2][game]), result, position, game, seen, whole, out)


def new_scratch() -> tuple[Any, ...]:
    """Room for :func:`write_games`."""
    return np.zeros(RESULT_SIZE, np.int64), np.zeros(WORDS_SIZE, np.uint64), np.zeros(BYTES_SIZE, np.uint8)
