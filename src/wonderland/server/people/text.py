"""Text that people write and others read on one line: names, labels, chat."""

from __future__ import annotations

import unicodedata

from wonderland.core.errors import Unreadable

#: Control, format, surrogate, private and unassigned characters, and separators of lines and paragraphs: they show
#: nothing, or something else on every machine, or turn the text around them.
REFUSED = frozenset(("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"))
#: Letters and symbols by category that show nothing at all.
BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")


def tidy(text: str) -> str:
    """The text in Unicode's composed form with single spaces, or why it cannot be shown to others.

    >>> tidy("  Ann   of  Oz ")
    'Ann of Oz'
    """
    composed = unicodedata.normalize("NFC", text)
    for char in composed:
        if char in BLANK or unicodedata.category(char) in REFUSED:
            raise Unreadable("text_character", code=f"U+{ord(char):04X}")
    return " ".join(composed.split())


def visible(text: str) -> bool:
    """Whether there is anything to see: accents alone are not."""
    return any(unicodedata.category(char)[0] in "LNPS" for char in text)
