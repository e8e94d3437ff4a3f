"""Figures as the page writes them: in percent of a win, with no-break spaces."""

from __future__ import annotations

from math import isnan

from wonderland.figures.measure import Measure
from wonderland.messages import decimal

NO_BREAK_SPACE = "\u00a0"


def percent(share: float, lang: str, digits: int = 1) -> str:
    r"""A share in percent.

    >>> percent(0.3127, "en"), percent(0.3127, "fr")
    ('31.3\xa0%', '31,3\xa0%')
    """
    return decimal(f"{100 * share + 0.0:.{digits}f}{NO_BREAK_SPACE}%", lang)


def signed_percent(share: float, lang: str, digits: int = 1) -> str:
    r"""A difference in percent, with its sign; zero has none.

    >>> signed_percent(-0.041, "en"), signed_percent(0.00001, "en")
    ('−4.1\xa0%', '0.0\xa0%')
    """
    text = f"{100 * share:+.{digits}f}"
    if not text.strip("+-0."):
        text = text[1:]
    return decimal(f"{text.replace('-', '−')}{NO_BREAK_SPACE}%", lang)


def with_margin(figure: str, margin: float, lang: str, digits: int = 1) -> str:
    r"""A figure that ends in a unit, with its 95 % margin before the unit; nothing is added where it is unknown.

    >>> with_margin("31.3\xa0%", 0.8, "en"), with_margin("31.3\xa0%", float("nan"), "en")
    ('31.3 ± 0.8\xa0%', '31.3\xa0%')
    """
    if isnan(margin):
        return figure
    number, _, unit = figure.rpartition(NO_BREAK_SPACE)
    return decimal(f"{number} ± {margin:.{digits}f}{NO_BREAK_SPACE}{unit}", lang)


def percent_measure(measure: Measure, lang: str, signed: bool = False) -> str:
    """A measured share in percent, with its margin."""
    figure = (signed_percent if signed else percent)(measure.mean, lang)
    return with_margin(figure, 100 * measure.margin, lang)


def per_mille(rate: float, margin: float, lang: str) -> str:
    r"""Thousandths, with their margin.

    >>> per_mille(19.13, 7.84, "en")
    '19 ± 8\xa0‰'
    """
    return with_margin(f"{rate:.0f}{NO_BREAK_SPACE}‰".replace("-", "−"), margin, lang, digits=0)
