"""Names that nobody can guess: of people, tables, games."""

from __future__ import annotations

import secrets

#: No two of these look alike, and none means anything to a shell or a link.
LETTERS = "23456789abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ"
LENGTH = 12  #: 69 bits


def new_id() -> str:
    """A new one.

    >>> len(new_id()), set(new_id()) <= set(LETTERS)
    (12, True)
    """
    return "".join([secrets.choice(LETTERS) for _ in range(LENGTH)])
