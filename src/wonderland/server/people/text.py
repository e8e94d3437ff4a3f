"""Text that people write and others read on one line: names, labels, chat.

Whatever is done with a text takes at least as long as the text is, and some of it far longer: putting combining marks
into their order takes quadratic time. So every text passes ``normalise``, which looks at its length first.
"""

from __future__ import annotations

import unicodedata
from typing import Literal

from wonderland.core.errors import Unreadable
from wonderland.server.bounds import MAX_TEXT_LENGTH
from wonderland.server.people.invisible import check_invisible

#: Combining marks on one letter. Vietnamese needs two, Hebrew with its accents and Tibetan up to four.
MAX_MARKS = 4

#: Control, surrogate, private and unassigned characters, and separators of lines and paragraphs: they show nothing, or
#: something else on every machine.
REFUSED_CATEGORIES = frozenset(("Cc", "Cs", "Co", "Cn", "Zl", "Zp"))


def normalise(text: str, form: Literal["NFC", "NFKC"] = "NFC") -> str:
    """The text in one of Unicode's composed forms. The only place where text from outside is normalised.

    >>> normalise("Rene\u0301e")
    'Renée'
    """
    if len(text) > MAX_TEXT_LENGTH:
        raise Unreadable("text_long", most=MAX_TEXT_LENGTH)
    return unicodedata.normalize(form, text)


def clean_line(text: str) -> str:
    """The text in Unicode's composed form with single spaces, or why it cannot be shown to others.

    >>> clean_line("  Ann   of  Oz ")
    'Ann of Oz'
    """
    composed = normalise(text)
    marks = 0
    for char in composed:
        category = unicodedata.category(char)
        marks = marks + 1 if category[0] == "M" else 0
        if category in REFUSED_CATEGORIES or marks > MAX_MARKS:
            raise Unreadable("text_character", code=f"U+{ord(char):04X}")
    check_invisible(composed)
    return " ".join(composed.split())


def has_visible_characters(text: str) -> bool:
    """Whether there is anything to see: accents alone are not."""
    return any(unicodedata.category(char)[0] in "LNPS" for char in text)
