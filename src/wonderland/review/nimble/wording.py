"""Times and chances in words."""

from __future__ import annotations

from collections.abc import Sequence

from wonderland.messages import grouped, say
from wonderland.review.nimble.report import OpenChance


def format_ms(ms: float | None, lang: str) -> str:
    """A duration in whole milliseconds; a dash where there is none.

    >>> format_ms(1783.5, "en"), format_ms(-40, "fr"), format_ms(None, "en")
    ('1,784 ms', '−40 ms', '–')
    """
    if ms is None:
        return "–"
    number = grouped(abs(round(ms)), lang)
    return say("rhythm_ms", lang, ms=f"−{number}" if round(ms) < 0 else number)


def stopwatch(ms: int) -> str:
    """Minutes, seconds and tenths since the start.

    >>> stopwatch(83_290)
    '1:23.2'
    """
    minutes, tenths = divmod(ms // 100, 600)
    return f"{minutes}:{tenths // 10:02d}.{tenths % 10}"


def chance_end(chance: OpenChance, players: Sequence[str], lang: str) -> str:
    """How a chance ended."""
    name = "" if chance.by is None else players[chance.by]
    return say(f"rhythm_end_{chance.end}", lang, name=name)
