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
    number = _index(value)
    if number is None or not low <= number <= high:
        found = shown(str(value) if number is None else number)
        raise Unreadable("integer_wrong", value=found, low=low, high=high).within("at_key", key=key)
    return number


def _index(value: Any) -> int | None:
    """A whole number as Python's; None if it is something else."""
    try:
        return None if isinstance(value, bool) else operator.index(value)
    except TypeError:
        return None


def players_of(value: Any) -> int:
    return whole(value, SEATS[0], SEATS[-1], "players")


def seed_of(value: Any) -> np.uint64:
    """Any whole number is a seed; its last 64 bits count."""
    number = _index(value)
    if number is None:
        raise Unreadable("sim_seed", value=shown(str(value))).within("at_key", key="seed")
    return np.uint64(number & (1 << 64) - 1)


def numbers(value: ArrayLike, shape: tuple[int, ...], low: int, high: int, key: str) -> NDArray[np.int64]:
    """An array of whole numbers of this shape (or one number for all), within bounds."""
    with at("at_key", key=key):
        found = np.asarray(value)
        try:
            found = np.broadcast_to(found, shape)
        except ValueError:
            raise Unreadable("sim_shape", found=str(found.shape), expected=str(shape)) from None
        if found.size and found.dtype.kind not in "iu":
            raise Unreadable("sim_kind", found=str(found.dtype))
        wrong = found[(found < low) | (found > high)]
        if wrong.size:
            raise Unreadable("integer_wrong", value=int(wrong[0]), low=low, high=high)
        return found.astype(np.int64)


def one_each(value: ArrayLike, count: int, low: int, high: int, key: str) -> NDArray[np.int64]:
    """An array of so many whole numbers, within bounds; one number for all is refused."""
    found = np.asarray(value)
    if found.shape != (count,):
        raise Unreadable("sim_shape", found=str(found.shape), expected=f"({count},)").within("at_key", key=key)
    return numbers(found, (count,), low, high, key)


def decks_of(value: ArrayLike, cards: int) -> NDArray[np.uint8]:
    """Shuffled decks, a row each: every card's number once."""
    rows = np.asarray(value)
    if rows.ndim != 2:
        raise Unreadable("sim_shape", found=str(rows.shape), expected=f"(n, {cards})").within("at_key", key="decks")
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
