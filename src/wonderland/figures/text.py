"""Statistics as text, in every language."""

from __future__ import annotations

from math import floor, isnan, log10

from wonderland.figures.measure import Measure
from wonderland.messages import decimal


def mean(measure: Measure, lang: str, scale: int = 1, sign: str = "") -> str:
    """A mean with as many digits as its margin justifies; ``sign="+"`` also marks positive numbers.

    >>> mean(Measure(0.8812, 0.0141), "fr", 100), mean(Measure(-0.001, 0.0141), "en", sign="+")
    ('88,1 ± 1,4', '0.00 ± 0.01')
    """
    margin = scale * measure.margin
    digits = min(max(-floor(log10(margin)), 1), 5) if margin > 0 else 2
    figure = f"{scale * measure.mean:{sign}.{digits}f}".replace("-", "−")
    if not figure.strip("+−0."):  # zero has no sign
        figure = figure.lstrip("+−")
    return decimal(figure if isnan(margin) else f"{figure} ± {margin:.{digits}f}", lang)


def clipped(name: str, letters: int) -> str:
    """A name of at most ``letters`` characters; a long one keeps both ends, because options of a command come last.

    >>> clipped("engine:./mybot --fast", 13)
    'engine…--fast'
    """
    if len(name) <= letters:
        return name
    rest = max(letters - 1, 0)
    return name[: rest - rest // 2] + "…" + name[len(name) - rest // 2 :]


def percent(measure: Measure, lang: str) -> str:
    return f"{mean(measure, lang, 100)} %"
