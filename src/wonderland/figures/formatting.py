"""Measures as text."""

from __future__ import annotations

from math import floor, isnan, log10

from wonderland.figures.measure import Measure
from wonderland.messages import decimal


def format_mean(measure: Measure, lang: str, scale: int = 1, sign: str = "") -> str:
    """A mean with its margin, to the digits that the margin leaves certain; ``sign="+"`` marks positive values, too.

    >>> format_mean(Measure(0.8812, 0.0141), "fr", 100), format_mean(Measure(-0.001, 0.0141), "en", sign="+")
    ('88,1 ± 1,4', '0.00 ± 0.01')
    """
    margin = scale * measure.margin
    digits = min(max(-floor(log10(margin)), 1), 5) if margin > 0 else 2
    figure = f"{scale * measure.mean:{sign}.{digits}f}".replace("-", "−")
    if not figure.strip("+−0."):  # zero has no sign
        figure = figure.lstrip("+−")
    return decimal(figure if isnan(margin) else f"{figure} ± {margin:.{digits}f}", lang)


def truncate_middle(name: str, letters: int) -> str:
    """A name of at most ``letters`` characters, cut in the middle: of a command, the options at its end tell most.

    >>> truncate_middle("engine:./mybot --fast", 13)
    'engine…--fast'
    """
    if len(name) <= letters:
        return name
    rest = max(letters - 1, 0)
    return name[: rest - rest // 2] + "…" + name[len(name) - rest // 2 :]


def format_percent(measure: Measure, lang: str) -> str:
    """A share as a percentage with its margin."""
    return f"{format_mean(measure, lang, 100)} %"
