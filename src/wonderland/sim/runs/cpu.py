"""The entry points that play runs of whole games on the CPU: counted, or a row a game."""

from __future__ import annotations

from typing import Any

import numpy as np

from wonderland.sim.kernel.compiling import entry_point
from wonderland.sim.kernel.intrinsics import build_masks
from wonderland.sim.kernel.layout import (
    LINE_START,
    MASKS_SIZE,
    MAX_PLAYERS,
    ORDER_SIZE,
    RESULT_PLIES,
    RESULT_SIZE,
)  # fmt: skip
from wonderland.sim.kernel.policy_game import new_game, play_policy_game
from wonderland.sim.kernel.random_game import play_random_game, play_shuffled
from wonderland.sim.kernel.random_words import key_of
from wonderland.sim.kernel.shuffle import ALL_DRAWS, shuffle_early
from wonderland.sim.kernel.turn import card_in
from wonderland.sim.runs.counting import count_game, write_row


@entry_point
def count_random(seed: Any, start: Any, stop: Any, seats: Any, early_draws: Any, pack: Any, counts: Any) -> None:
    """Count the games ``start`` to ``stop`` of random players.

    The next game is shuffled before this one is played: the two are independent, so the processor overlaps them, and
    no load waits for what has only just been stored.
    """
    order, next_order = np.zeros(ORDER_SIZE, np.uint8), np.zeros(ORDER_SIZE, np.uint8)
    masks, result = np.zeros(MASKS_SIZE, np.uint64), np.zeros(RESULT_SIZE, np.int64)
    key = key_of(seed, np.uint64(start))
    first, pool = shuffle_early(key, seats, early_draws, pack, order)
    for game in range(start, stop):
        build_masks(order, masks)
        next_key = key_of(seed, np.uint64(game + 1))
        next_first, next_pool = shuffle_early(next_key, seats, early_draws, pack, next_order)
        play_shuffled(key, first, pool, seats, early_draws, pack, order, masks, result)
        count_game(result, seats, counts)
        key, first, pool = next_key, next_first, next_pool
        order, next_order = next_order, order


@entry_point
def list_random(seed: Any, start: Any, stop: Any, seats: Any, early_draws: Any, pack: Any, table: Any) -> None:
    """The games ``start`` to ``stop`` of random players, a row each."""
    order, masks = np.zeros(ORDER_SIZE, np.uint8), np.zeros(MASKS_SIZE, np.uint64)
    result = np.zeros(RESULT_SIZE, np.int64)
    for game in range(start, stop):
        play_random_game(seed, np.uint64(game), seats, early_draws, pack, order, masks, result)
        write_row(result, seats, table[game - start])


@entry_point
def show_random(seed: Any, game: Any, seats: Any, pack: Any, order: Any, masks: Any, result: Any) -> Any:
    """One game of random players with the order in which the cards came, all masks and the line at its end."""
    return play_random_game(seed, game, seats, ALL_DRAWS, pack, order, masks, result)


@entry_point
def count_games(seed: Any, start: Any, stop: Any, seats: Any, policies: Any, pack: Any, counts: Any) -> None:
    """Count the games ``start`` to ``stop``, every seat by its policy."""
    deck, own, game = np.zeros(ORDER_SIZE, np.uint8), np.zeros(MAX_PLAYERS, np.uint8), new_game()
    result = np.zeros(RESULT_SIZE, np.int64)
    for number in range(start, stop):
        play_policy_game(seed, np.uint64(number), seats, policies, pack, deck, own, game, result)
        count_game(result, seats, counts)


@entry_point
def list_games(seed: Any, start: Any, stop: Any, seats: Any, policies: Any, pack: Any, table: Any) -> None:
    """The games ``start`` to ``stop``, every seat by its policy, a row each."""
    deck, own, game = np.zeros(ORDER_SIZE, np.uint8), np.zeros(MAX_PLAYERS, np.uint8), new_game()
    result = np.zeros(RESULT_SIZE, np.int64)
    for number in range(start, stop):
        play_policy_game(seed, np.uint64(number), seats, policies, pack, deck, own, game, result)
        write_row(result, seats, table[number - start])


@entry_point
def show_game(
    seed: Any, number: Any, seats: Any, policies: Any, pack: Any, deck: Any, moves: Any, aside: Any, result: Any
) -> None:
    """One game with its deck, the cards played and, in turn order, those set aside."""
    own, game = np.zeros(MAX_PLAYERS, np.uint8), new_game()
    play_policy_game(seed, number, seats, policies, pack, deck, own, game, result)
    for ply in range(result[RESULT_PLIES]):
        moves[ply] = card_in(LINE_START + ply, game.masks)
    aside[:] = game.aside[: len(aside)]
