"""User names: what an account logs in with. No two look alike."""

from __future__ import annotations

import unicodedata

from wonderland.core.errors import Unreadable

SHORTEST, LONGEST = 3, 24
SIGNS = frozenset("0123456789-_.")

#: Cyrillic and Greek letters that look like a Latin one, in small letters.
TWINS = str.maketrans("авекмнорстухіјѕһԁԛԝαιονρτυχκϳ", "abekmhopctyxijshdqwaiovptuxkj")


def read_user(text: str) -> str:
    """A user name as it is shown: 3 to 24 letters of one script, digits, ``-``, ``_`` and ``.``.

    >>> read_user("Ａnn.Ｂ")
    'Ann.B'
    """
    user = unicodedata.normalize("NFKC", text)
    if not SHORTEST <= len(user) <= LONGEST:
        raise Unreadable("user_name_length", least=SHORTEST, most=LONGEST)
    if not all(char.isalpha() or char in SIGNS for char in user) or not user[0].isalnum():
        raise Unreadable("user_name_characters")
    if len({_script(char) for char in user if char.isalpha()}) > 1:
        raise Unreadable("user_name_scripts")
    return user


def user_key(user: str) -> str:
    """What two user names that look alike have in common.

    >>> user_key("Ａnn") == user_key("ann")
    True
    """
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", user).casefold())
    return folded.translate(TWINS)


def _script(char: str) -> str:
    """The first word of a letter's name is its script, or near enough: LATIN, GREEK, CJK …"""
    script = unicodedata.name(char, "?").split()[0]
    return "JAPANESE" if script in ("HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA", "CJK") else script
