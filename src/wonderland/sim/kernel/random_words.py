"""Random numbers that are a function of (seed, game, number): the same on every processor, in any order.

A word is SplitMix64's output function over a counter. Its upper 57 bits are a fixed-point fraction that serves a
few small choices one after the other: multiplied by ``m``, its integer part is a choice below ``m`` and its
fractional part serves the next one. Four choices of up to 66 leave 33 fractional bits, so none is more than one
part in 2^33 likelier than another.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from wonderland.sim.kernel.compiling import kernel_function

#: SplitMix64's increment.
SPLITMIX_INCREMENT = np.uint64(0x9E3779B97F4A7C15)
_FIRST_FACTOR, _SECOND_FACTOR = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
_30, _27, _31 = np.uint64(30), np.uint64(27), np.uint64(31)
_UNUSED_BITS = np.uint64(7)
FRACTION_BITS = np.uint64(57)
FRACTION_MASK = np.uint64((1 << 57) - 1)


@kernel_function
def mix(word: Any) -> Any:
    """SplitMix64's output function."""
    word = (word ^ (word >> _30)) * _FIRST_FACTOR
    word = (word ^ (word >> _27)) * _SECOND_FACTOR
    return word ^ (word >> _31)


@kernel_function
def key_of(seed: Any, game: Any) -> Any:
    """The key of all words of one game; no two games of a seed share it."""
    return mix(mix(seed) + SPLITMIX_INCREMENT * game)


@kernel_function
def fraction(key: Any, number: Any) -> Any:
    """The game's random word of this number, as a 57-bit fraction."""
    return mix(key + SPLITMIX_INCREMENT * (number + np.uint64(1))) >> _UNUSED_BITS
