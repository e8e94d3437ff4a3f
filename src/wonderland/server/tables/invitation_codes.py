"""Invitation codes: short enough to be said aloud, and told apart by eye and ear.

There are 20⁶ = 64 million. A guesser may be wrong 30 times in ten minutes (``rate_limits.py``), 4,320 times a day:
with a hundred open tables they find one in about 150 days, and win a seat from which the host removes them.
"""

from __future__ import annotations

import secrets
from collections.abc import Container

from wonderland.core.errors import Unreadable, shown

#: Without 0 O, 1 I L, 2 Z, 5 S, 8 B, which look alike; of 6 G and of V U only the first; without vowels, so no words.
CODE_ALPHABET = "34679CDFHJKMNPQRTVWX"
CODE_LENGTH = 6
EXAMPLE_CODE = "K7M 4PX"

#: What a look-alike that is in no code was meant to be.
_MEANT = str.maketrans("GU", "6V")
_SEPARATORS = str.maketrans("", "", " \t\n\u00a0\u202f-–—_.·")


def new_code(taken: Container[str] = ()) -> str:
    """A random code that is not taken.

    >>> len(new_code()), set(new_code()) <= set(CODE_ALPHABET)
    (6, True)
    """
    while (code := "".join([secrets.choice(CODE_ALPHABET) for _ in range(CODE_LENGTH)])) in taken:
        pass
    return code


def read_code(text: str) -> str:
    """A code as people write it: in any case, with or without spaces and dashes.

    >>> read_code(" k7m-4px ")
    'K7M4PX'
    """
    code = text.translate(_SEPARATORS).upper().translate(_MEANT)
    if len(code) != CODE_LENGTH or not set(code) <= set(CODE_ALPHABET):
        raise Unreadable("code_unreadable", text=shown(text.strip()), length=CODE_LENGTH, example=EXAMPLE_CODE)
    return code


def grouped(code: str) -> str:
    """A code as it is shown.

    >>> grouped("K7M4PX")
    'K7M 4PX'
    """
    half = len(code) // 2
    return f"{code[:half]} {code[half:]}"
