"""User names for logging in. No two may look alike."""

from __future__ import annotations

import unicodedata

from wonderland.core.errors import Unreadable
from wonderland.server.bounds import MAX_TEXT_LENGTH
from wonderland.server.people.lookalikes import LATIN_CONFUSABLES, LATIN_LOOKALIKES
from wonderland.server.people.text import normalise

MIN_USER_NAME_LENGTH, MAX_USER_NAME_LENGTH = 3, 24
ALLOWED_SIGNS = frozenset("0123456789-_.")


def read_user_name(text: str) -> str:
    """A user name as it is shown: 3 to 24 letters of one script, digits, ``-``, ``_`` and ``.``.

    >>> read_user_name("Ａnn.Ｂ")
    'Ann.B'
    """
    user = "" if len(text) > MAX_TEXT_LENGTH else normalise(text, "NFKC")
    if not MIN_USER_NAME_LENGTH <= len(user) <= MAX_USER_NAME_LENGTH:
        raise Unreadable("user_name_length", least=MIN_USER_NAME_LENGTH, most=MAX_USER_NAME_LENGTH)
    if not all(char.isalpha() or char in ALLOWED_SIGNS for char in user) or not user[0].isalnum():
        raise Unreadable("user_name_characters")
    if len({_script(char) for char in user if char.isalpha()}) > 1:
        raise Unreadable("user_name_scripts")
    return user


def user_key(user: str) -> str:
    """The key of a user name, equal for names that look alike.

    >>> user_key("Ａlice") == user_key("aIice") == user_key("аӏісе")
    True
    """
    folded = normalise(normalise(user, "NFKC").casefold(), "NFKC")
    return folded.translate(LATIN_LOOKALIKES).translate(LATIN_CONFUSABLES)


def _script(char: str) -> str:
    """The first word of a letter's name is its script, or near enough: LATIN_CONFUSABLES, GREEK, CJK …"""
    script = unicodedata.name(char, "?").split()[0]
    return "JAPANESE" if script in ("HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA", "CJK") else script
