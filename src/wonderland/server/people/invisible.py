"""Characters that show nothing by themselves: refused in names and talk, but for those that change what stands beside
them, such as the joiner within 👩‍🚀.
"""

from __future__ import annotations

import re
import unicodedata

from wonderland.core.errors import Unreadable


def _characters(*ranges: tuple[int, int]) -> frozenset[str]:
    return frozenset(chr(code) for first, last in ranges for code in range(first, last + 1))


#: Unicode's Default_Ignorable_Code_Point (DerivedCoreProperties.txt), and letters and symbols that are blank.
INVISIBLE = _characters(
    (0x00AD, 0x00AD),  # soft hyphen
    (0x034F, 0x034F),  # combining grapheme joiner
    (0x061C, 0x061C),  # Arabic letter mark
    (0x115F, 0x1160),  # Hangul fillers
    (0x17B4, 0x17B5),  # Khmer inherent vowels
    (0x180B, 0x180F),  # Mongolian variation selectors and vowel separator
    (0x200B, 0x200F),  # zero width space and joiners, direction marks
    (0x202A, 0x202E),  # directions
    (0x2060, 0x206F),
    (0x2800, 0x2800),  # Braille without dots
    (0x3164, 0x3164),  # Hangul filler
    (0xFE00, 0xFE0F),  # variation selectors
    (0xFEFF, 0xFEFF),  # byte order mark
    (0xFFA0, 0xFFA0),  # Hangul filler
    (0xFFF0, 0xFFFB),  # not assigned, and annotations
    (0x1BCA0, 0x1BCA3),  # shorthand formats
    (0x1D159, 0x1D159),  # a note without a head
    (0x1D173, 0x1D17A),  # beams and slurs
    (0xE0000, 0xE0FFF),  # tags, more variation selectors
)
NON_JOINER, JOINER = "\u200c", "\u200d"
TEXT_STYLE, EMOJI_STYLE = "\ufe0e", "\ufe0f"
KEYCAP = "\u20e3"
#: Characters that are no symbols by category, and have a form as emoji.
EMOJI_BESIDES_SYMBOLS = frozenset("‼⁉〰ℹ")
MONGOLIAN_SELECTORS = _characters((0x180B, 0x180D), (0x180F, 0x180F))
IDEOGRAPHIC_SELECTORS = _characters((0xFE00, 0xFE02), (0xE0100, 0xE01EF))
#: Arabic and its neighbours, the scripts of India, and Khmer: there a joiner or non-joiner changes a letter's form.
JOINING = ((0x0600, 0x0DFF), (0x1780, 0x18AF))


#: A flag of a part of a country: the black flag, the letters of the part ("gbeng") as tags, and the end of the tags.
BLACK_FLAG = "\U0001f3f4"
FLAG_OF_PART = re.compile(
    f"{BLACK_FLAG}[\U000e0061-\U000e007a]{{2}}[\U000e0030-\U000e0039\U000e0061-\U000e007a]{{1,3}}\U000e007f"
)


def check_invisible(text: str) -> None:
    """Refuse invisible characters that change nothing in what is shown."""
    text = FLAG_OF_PART.sub(BLACK_FLAG, text)
    for place, char in enumerate(text):
        if char not in INVISIBLE and unicodedata.category(char) != "Cf":
            continue
        before = text[place - 1] if place else ""
        after = text[place + 1 : place + 2]
        if not _means_something(before, char, after):
            raise Unreadable("text_character", code=f"U+{ord(char):04X}")


def _means_something(before: str, char: str, after: str) -> bool:
    if not before:
        return False
    if char == JOINER and _symbol(after):  # 👩‍🚀, 🏳️‍🌈
        return _symbol(before) or before == EMOJI_STYLE
    if char in (JOINER, NON_JOINER):
        return any(first <= ord(before) <= last for first, last in JOINING) and before not in INVISIBLE
    if char in (TEXT_STYLE, EMOJI_STYLE):
        return _symbol(before) or before in EMOJI_BESIDES_SYMBOLS or (before in "0123456789#*" and after == KEYCAP)
    if char in MONGOLIAN_SELECTORS:
        return "\u1820" <= before <= "\u18aa"
    if char in IDEOGRAPHIC_SELECTORS:  # Japanese names tell their characters apart by these
        return unicodedata.name(before, "").startswith("CJK ")
    return False


def _symbol(char: str) -> bool:
    """Pictures, arrows, and the modifiers that give a picture its colour of skin."""
    return bool(char) and char not in INVISIBLE and unicodedata.category(char) in ("So", "Sm", "Sk")
