"""Names that nobody can guess: of people, tables, games."""

from __future__ import annotations

import secrets

#: No two of these look alike, and none means anything to a shell or a link.
ID_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ"
ID_LENGTH = 12  #: 69 bits


def new_id() -> str:
    """A new one.

    >>> len(new_id()), set(new_id()) <= set(ID_ALPHABET)
    (12, True)
    """
    return "".join([secrets.choice(ID_ALPHABET) for _ in range(ID_LENGTH)])
