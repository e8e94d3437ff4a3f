"""Unguessable ids of people, tables and games."""

from __future__ import annotations

import secrets

#: No two look alike, and none is special in a shell or a URL.
ID_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ"
ID_LENGTH = 12  #: 69 bits


def new_id() -> str:
    """A random id.

    >>> len(new_id()), set(new_id()) <= set(ID_ALPHABET)
    (12, True)
    """
    number = secrets.randbelow(len(ID_ALPHABET) ** ID_LENGTH)  # asks the system once, not for every letter
    letters = []
    for _ in range(ID_LENGTH):
        number, place = divmod(number, len(ID_ALPHABET))
        letters.append(ID_ALPHABET[place])
    return "".join(letters)
