"""Language codes (BCP 47): which of the languages at hand fits what a reader asks for."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

from babel.core import get_global

#: A code as our files are named: language, script, region, each where it is needed (``fr``, ``zh-Hant``, ``pt-BR``).
CODE = re.compile(r"[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|[0-9]{3}))?")

MAX_CODE_LENGTH = 35  #: characters; RFC 5646 asks readers for no more


class _Subtags(NamedTuple):
    language: str
    script: str
    region: str


def best_match(wanted: str, languages: Collection[str]) -> str | None:
    """The one of ``languages`` that a reader of ``wanted`` reads best, or None if all are another language.

    The same script counts more than the same region, and a code without either stands for what is usual there
    (CLDR's likely subtags): who asks for ``zh-TW`` gets ``zh-Hant``.

    >>> best_match("pt-PT", ["en", "pt-BR"]), best_match("fil", ["en", "fi"])
    ('pt-BR', None)
    """
    asked = _subtags(wanted)
    if asked is None:
        return None

    def likeness(code: str) -> tuple[bool, bool, bool]:
        own = _subtags(code) or _Subtags(code, "", "")
        return code.lower() == wanted.lower(), own.script == asked.script, own.region == asked.region

    related = [code for code in languages if (_subtags(code) or ("",))[0] == asked.language]
    return max(related, key=likeness, default=None)


def negotiate(preferences: Iterable[tuple[str, float]], languages: Collection[str], default: str) -> str:
    """The language to answer in, from weighted preferences such as those of ``Accept-Language``.

    >>> negotiate([("de", 1.0), ("en", 0.5), ("fr-CA", 0.8)], ["en", "fr"], "en")
    'fr'
    """
    for code, _ in sorted(preferences, key=lambda preference: -preference[1]):
        if found := best_match(code, languages):
            return found
    return default


def from_environment(environment: Mapping[str, str], languages: Collection[str], default: str) -> str:
    """The language that the locale of the environment asks for.

    >>> from_environment({"LANG": "fr_CA.UTF-8"}, ["en", "fr"], "en")
    'fr'
    """
    # --lang of a command reaches the processes that it starts as WONDERLAND_LANG.
    for name in ("WONDERLAND_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        if locale := environment.get(name):
            code = re.split("[.@]", locale)[0].replace("_", "-")
            return best_match(code, languages) or default
    return default


@lru_cache(maxsize=1024)  # bounded: codes come from requests, too
def _subtags(code: str) -> _Subtags | None:
    """Language, script and region of a code, with the likely ones where it has none; None for what is no code."""
    parts = code.lower().split("-") if code.isascii() and len(code) <= MAX_CODE_LENGTH else [""]
    if not re.fullmatch("[a-z]{2,3}", parts[0]):
        return None
    language = parts[0]
    script = next((part.title() for part in parts[1:3] if re.fullmatch("[a-z]{4}", part)), "")
    region = next((part.upper() for part in parts[1:4] if re.fullmatch("[a-z]{2}|[0-9]{3}", part)), "")
    likely = get_global("likely_subtags")
    for known in ((language, script, region), (language, region), (language, script), (language,)):
        if found := likely.get("_".join(filter(None, known))):
            _, usual_script, usual_region = found.split("_")[:3]
            return _Subtags(language, script or usual_script, region or usual_region)
    return _Subtags(language, script, region)
