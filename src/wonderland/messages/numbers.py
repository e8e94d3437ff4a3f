"""Numbers as a language writes and counts them, from CLDR by way of Babel."""

from __future__ import annotations

import re
from functools import cache

from babel import Locale, UnknownLocaleError


def plural_form(number: int, lang: str) -> str:
    """Which of CLDR's plural forms (``one``, ``few``, ``other`` …) a number takes.

    >>> plural_form(0, "en"), plural_form(0, "fr"), plural_form(3, "pl"), plural_form(1, "ja")
    ('other', 'one', 'few', 'other')
    """
    return str(_locale(lang).plural_form(number))


def plural_forms(lang: str) -> frozenset[str]:
    """Every plural form that a language has.

    >>> sorted(plural_forms("fr")), sorted(plural_forms("ja"))
    (['many', 'one', 'other'], ['other'])
    """
    return frozenset({"other", *_locale(lang).plural_form.rules})


def decimal(text: str, lang: str) -> str:
    """Figures with the decimal separator of the language.

    >>> decimal("25.04 ± 0.03 %", "fr"), decimal("25.04 ± 0.03 %", "en")
    ('25,04 ± 0,03 %', '25.04 ± 0.03 %')
    """
    separator = _symbol(lang, "decimal")
    return text if separator == "." else re.sub(r"(?<=\d)\.(?=\d)", separator, text)


def grouped(number: int, lang: str) -> str:
    """A whole number with the thousands set apart as the language does.

    >>> grouped(1234567, "en"), grouped(1234567, "de"), grouped(1234567, "fr") == "1\u202f234\u202f567"
    ('1,234,567', '1.234.567', True)
    """
    return f"{number:,}".replace(",", _symbol(lang, "group"))


@cache
def _locale(lang: str) -> Locale:
    """What CLDR knows of a language; of one that it does not know, what it knows of English."""
    parts = lang.split("-")
    for length in range(len(parts), 0, -1):
        try:
            return Locale.parse("-".join(parts[:length]), sep="-")
        except (UnknownLocaleError, ValueError):
            continue
    return Locale("en")


@cache
def _symbol(lang: str, name: str) -> str:
    # "latn": we write digits 0 to 9 in every language, as cards do.
    symbols = _locale(lang).number_symbols
    return str(symbols.get("latn", symbols)[name])
