"""Arguments from outside are checked here, because compiled code checks nothing."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from wonderland.core.errors import Unreadable, shown
from wonderland.core.fields import at
from wonderland.games.parade.rules import SEATS
from wonderland.sim.kernel.layout import MAX_PLAYERS, POLICIES

#: One policy for all, or one for each seat.
Policy = str | Sequence[str]


def whole(value: Any, low: int, high: int, key: str) -> int:
    """A whole number, Python's or numpy's, within bounds."""
    with at("at_key", key=key):
        try:
            number = None if isinstance(value, bool) else operator.index(value)
        except TypeError:
            number = None
        if number is None or not low <= number <= high:
            raise Unreadable("integer_wrong", value=shown(str(value)), low=low, high=high)
        return number


def players_of(value: Any) -> int:
    return whole(value, SEATS[0], SEATS[-1], "players")


def seed_of(value: Any) -> np.uint64:
    """Any whole number is a seed; its last 64 bits count."""
    return np.uint64(whole(value, -(1 << 4096), 1 << 4096, "seed") & (1 << 64) - 1)


def numbers(value: ArrayLike, shape: tuple[int, ...], low: int, high: int, key: str) -> NDArray[np.int64]:
    """An array of whole numbers of this shape (or one number for all), within bounds."""
    with at("at_key", key=key):
        found = np.asarray(value)
        try:
            found = np.broadcast_to(found, shape)
        except ValueError:
            raise Unreadable("sim_shape", found=found.shape, expected=shape) from None
        if found.size and found.dtype.kind not in "iu":
            raise Unreadable("sim_kind", found=str(found.dtype))
        wrong = found[(found < low) | (found > high)]
        if wrong.size:
            raise Unreadable("integer_wrong", value=int(wrong[0]), low=low, high=high)
        return found.astype(np.int64)


def decks_of(value: ArrayLike, cards: int) -> NDArray[np.uint8]:
    """Shuffled decks, a row each: every card's number once."""
    rows = np.asarray(value)
    if rows.ndim != 2:
        raise Unreadable("sim_shape", found=rows.shape, expected=("n", cards)).within("at_key", key="decks")
    found = numbers(rows, (len(rows), cards), 0, cards - 1, "decks")
    if (np.sort(found, axis=1) != np.arange(cards)).any():
        raise Unreadable("sim_decks").within("at_key", key="decks")
    return found.astype(np.uint8)


def choices_of(value: ArrayLike, games: int) -> NDArray[np.int16]:
    """One card a game, or two; the second is -1 where only one is chosen."""
    given = np.asarray(value)
    wide = given.ndim == 2
    found = numbers(given, (games, 2) if wide else (games,), -1, 65, "choices")
    pairs = np.full((games, 2), -1, np.int16)
    pairs[:, : 2 if wide else 1] = found if wide else found[:, None]
    return pairs


def policy_codes(players: int, policy: Policy) -> tuple[tuple[str, ...], np.ndarray]:
    """One policy for all, or one for each seat, as names and as the kernel's numbers."""
    names = (policy,) * players if isinstance(policy, str) else tuple(policy)
    if len(names) != players:
        raise Unreadable("sim_policies_number", found=len(names), players=players)
    for name in names:
        if name not in POLICIES:
            raise Unreadable("sim_policy_unknown", name=shown(name), policies=", ".join(POLICIES))
    codes = np.zeros(MAX_PLAYERS, np.uint8)
    codes[:players] = [POLICIES[name] for name in names]
    return names, codes
