"""The entry points that play whole runs of games on the CPU: added up, or a row a game."""

from __future__ import annotations

from typing import Any

import numpy as np

from wonderland.sim.kernel.compiling import entry_point, kernel_function
from wonderland.sim.kernel.hands import card_in, deal_hands, play_on
from wonderland.sim.kernel.intrinsics import count_one, popcount, see_slots
from wonderland.sim.kernel.layout import (
    CARDS,
    CARDS_IN_ALL,
    CAUSES,
    COLOURS,
    COUNT_CALLERS,
    COUNT_CARDS,
    COUNT_CAUSES,
    COUNT_LOWEST,
    COUNT_PLIES,
    COUNT_SCORE,
    COUNT_TRIGGER,
    COUNT_TURNED,
    COUNT_WINS,
    END,
    FIRST,
    HAND,
    META,
    PILE,
    PLIES,
    POINTS,
    ROW_CAUSES,
    ROW_FIRST,
    ROW_PLIES,
    ROW_SEATS,
    ROW_TRIGGER,
    ROW_WINNERS,
    SCORE,
    SEATS,
    START,
    TRIGGER,
    TURNED,
    U0,
    WINNERS,
    WORK,
)  # fmt: skip
from wonderland.sim.kernel.random_game import play_at_random, play_shuffled, shuffle
from wonderland.sim.kernel.random_words import key_of


@kernel_function
def add_up(end: Any, seats: Any, counts: Any) -> None:
    """Count a finished game. Seats in turn order: 0 is the first player."""
    players = len(seats)
    winners = end[WINNERS]
    sharing = np.int64(popcount(np.uint64(winners)))
    lowest = np.int64(POINTS)
    for seat in range(players):
        score = end[SCORE + seat]
        lowest = min(lowest, score)
        count_one(counts, COUNT_SCORE + POINTS * seat + score)
        count_one(counts, COUNT_CARDS + (CARDS_IN_ALL + 1) * seat + end[CARDS + seat])
        if (winners >> seat) & 1:
            count_one(counts, COUNT_WINS + (SEATS + 1) * seat + sharing)
    for colour in range(COLOURS):
        holders = np.int64(0)
        for seat in range(players):
            holders += (end[TURNED + seat] >> colour) & 1
        count_one(counts, COUNT_TURNED + (SEATS + 1) * colour + holders)
    count_one(counts, COUNT_LOWEST + lowest)
    count_one(counts, COUNT_PLIES + end[PLIES])
    count_one(counts, COUNT_TRIGGER + end[TRIGGER])
    count_one(counts, COUNT_CAUSES + end[CAUSES])
    count_one(counts, COUNT_CALLERS + (end[TRIGGER] - 1) % players)


@kernel_function
def write_row(end: Any, seats: Any, row: Any) -> None:
    """A finished game as a row of the table, by the seats of the table rather than in turn order."""
    players = len(seats)
    first = end[FIRST]
    row[ROW_FIRST] = first
    row[ROW_PLIES] = end[PLIES]
    row[ROW_TRIGGER] = end[TRIGGER]
    row[ROW_CAUSES] = end[CAUSES]
    winners = np.int64(0)
    for turn in range(players):
        seat = first + turn if first + turn < players else first + turn - players
        row[ROW_SEATS + seat] = end[SCORE + turn]
        row[ROW_SEATS + players + seat] = end[CARDS + turn]
        row[ROW_SEATS + 2 * players + seat] = end[TURNED + turn]
        winners |= ((end[WINNERS] >> turn) & 1) << seat
    row[ROW_WINNERS] = winners


@entry_point
def count_random(seed: Any, start: Any, stop: Any, seats: Any, early: Any, pack: Any, counts: Any) -> None:
    """Add up the games ``start`` to ``stop`` of random players.

    The next game is shuffled before this one is played: the two have nothing to do with each other, so the
    processor does both at once, and no load waits for what has only just been stored.
    """
    order, after = np.zeros(72, np.uint8), np.zeros(72, np.uint8)
    work, end = np.zeros(WORK, np.uint64), np.zeros(END, np.int64)
    key = key_of(seed, np.uint64(start))
    first, pool = shuffle(key, seats, early, pack, order)
    for game in range(start, stop):
        see_slots(order, work)
        next_key = key_of(seed, np.uint64(game + 1))
        next_first, next_pool = shuffle(next_key, seats, early, pack, after)
        play_shuffled(key, first, pool, seats, early, pack, order, work, end)
        add_up(end, seats, counts)
        key, first, pool = next_key, next_first, next_pool
        order, after = after, order


@entry_point
def list_random(seed: Any, start: Any, stop: Any, seats: Any, early: Any, pack: Any, table: Any) -> None:
    """The games ``start`` to ``stop`` of random players, a row each."""
    order, work, end = np.zeros(72, np.uint8), np.zeros(WORK, np.uint64), np.zeros(END, np.int64)
    for game in range(start, stop):
        play_at_random(seed, np.uint64(game), seats, early, pack, order, work, end)
        write_row(end, seats, table[game - start])


@entry_point
def show_random(seed: Any, game: Any, seats: Any, pack: Any, order: Any, work: Any, end: Any) -> Any:
    """One game of random players with the order in which the cards came, all masks and the last line."""
    return play_at_random(seed, game, seats, 16, pack, order, work, end)


@kernel_function
def play_by_policy(
    seed: Any, game: Any, seats: Any, policies: Any, pack: Any, order: Any, work: Any, hands: Any, pile: Any,
    aside: Any, own: Any, meta: Any, end: Any,
) -> Any:  # fmt: skip
    """One whole game with hands, every seat by its policy."""
    players = len(seats)
    key = key_of(seed, game)
    for place in range(WORK):
        work[place] = U0
    first, line = deal_hands(key, seats, pack, order, work, hands, pile, aside, meta)
    for turn in range(players):
        own[turn] = policies[(np.int64(first) + turn) % players]
    line = play_on(seats, key, own, line, work, hands, pile, aside, meta, end)
    end[FIRST] = np.int64(first)
    return line


@entry_point
def count_games(seed: Any, start: Any, stop: Any, seats: Any, policies: Any, pack: Any, counts: Any) -> None:
    """Add up the games ``start`` to ``stop``, every seat by its policy."""
    order, work, end = np.zeros(72, np.uint8), np.zeros(WORK, np.uint64), np.zeros(END, np.int64)
    hands, pile = np.zeros(SEATS * HAND, np.uint8), np.zeros(PILE, np.uint8)
    aside, own, meta = np.zeros(SEATS * 2, np.uint8), np.zeros(SEATS, np.uint8), np.zeros(META, np.int16)
    for game in range(start, stop):
        play_by_policy(seed, np.uint64(game), seats, policies, pack, order, work, hands, pile, aside, own, meta, end)
        add_up(end, seats, counts)


@entry_point
def list_games(seed: Any, start: Any, stop: Any, seats: Any, policies: Any, pack: Any, table: Any) -> None:
    """The games ``start`` to ``stop``, every seat by its policy, a row each."""
    order, work, end = np.zeros(72, np.uint8), np.zeros(WORK, np.uint64), np.zeros(END, np.int64)
    hands, pile = np.zeros(SEATS * HAND, np.uint8), np.zeros(PILE, np.uint8)
    aside, own, meta = np.zeros(SEATS * 2, np.uint8), np.zeros(SEATS, np.uint8), np.zeros(META, np.int16)
    for game in range(start, stop):
        play_by_policy(seed, np.uint64(game), seats, policies, pack, order, work, hands, pile, aside, own, meta, end)
        write_row(end, seats, table[game - start])


@entry_point
def show_game(
    seed: Any, game: Any, seats: Any, policies: Any, pack: Any, deck: Any, moves: Any, aside: Any, end: Any
) -> None:
    """One game with its deck, the cards played and, in turn order, those set aside."""
    work, own, meta = np.zeros(WORK, np.uint64), np.zeros(SEATS, np.uint8), np.zeros(META, np.int16)
    hands, pile = np.zeros(SEATS * HAND, np.uint8), np.zeros(PILE, np.uint8)
    play_by_policy(seed, game, seats, policies, pack, deck, work, hands, pile, aside, own, meta, end)
    for ply in range(end[PLIES]):
        moves[ply] = card_in(START + ply, work)
