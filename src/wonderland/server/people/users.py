"""User names: what an account logs in with. No two look alike."""

from __future__ import annotations

import unicodedata

from wonderland.core.errors import Unreadable
from wonderland.server.bounds import MAX_TEXT_LENGTH
from wonderland.server.people.lookalikes import LATIN, SKELETON
from wonderland.server.people.text import normalise

SHORTEST, LONGEST = 3, 24
SIGNS = frozenset("0123456789-_.")


def read_user(text: str) -> str:
    """A user name as it is shown: 3 to 24 letters of one script, digits, ``-``, ``_`` and ``.``.

    >>> read_user("Ａnn.Ｂ")
    'Ann.B'
    """
    user = "" if len(text) > MAX_TEXT_LENGTH else normalise(text, "NFKC")
    if not SHORTEST <= len(user) <= LONGEST:
        raise Unreadable("user_name_length", least=SHORTEST, most=LONGEST)
    if not all(char.isalpha() or char in SIGNS for char in user) or not user[0].isalnum():
        raise Unreadable("user_name_characters")
    if len({_script(char) for char in user if char.isalpha()}) > 1:
        raise Unreadable("user_name_scripts")
    return user


def user_key(user: str) -> str:
    """What two user names that look alike have in common.

    >>> user_key("Ａlice") == user_key("aIice") == user_key("аӏісе")
    True
    """
    folded = normalise(normalise(user, "NFKC").casefold(), "NFKC")
    return folded.translate(SKELETON).translate(LATIN)


def _script(char: str) -> str:
    """The first word of a letter's name is its script, or near enough: LATIN, GREEK, CJK …"""
    script = unicodedata.name(char, "?").split()[0]
    return "JAPANESE" if script in ("HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA", "CJK") else script
