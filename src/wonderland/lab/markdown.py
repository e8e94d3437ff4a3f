"""Pages whose tables and pictures are made from a file of numbers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from math import isnan
from typing import Any

from wonderland.figures.measure import Measure

BLOCK = re.compile(r"(<!-- made: (?P<name>[\w-]+) -->\n).*?(<!-- end -->)", re.DOTALL)


def plain(answer: Any) -> Any:
    """An answer as JSON data: a measure is its mean and its margin."""
    if isinstance(answer, Measure):
        return None if isnan(answer.mean) or isnan(answer.margin) else [round(answer.mean, 5), round(answer.margin, 5)]
    if isinstance(answer, dict):
        return {str(key): plain(value) for key, value in answer.items()}
    return [plain(value) for value in answer] if isinstance(answer, list) else answer


def with_tables(text: str, made: Mapping[str, str]) -> str:
    """A page with its tables made anew."""
    return BLOCK.sub(lambda match: f"{match[1]}{made[match['name']]}{match[3]}", text)


def percent(point: Any, digits: int = 1) -> str:
    """A share and its margin in percent; a dash where nothing is known.

    >>> percent([0.5183, 0.0049]), percent(None)
    ('51.8 ± 0.5', '–')
    """
    if not point:
        return "–"
    # Adding 0 makes of a zero below zero a plain one.
    return f"{round(100 * point[0], digits) + 0:.{digits}f} ± {100 * point[1]:.{digits}f}".replace("-", "−")


def per_mille(point: Any, margin: bool = True) -> str:
    """The same in thousandths."""
    if not point:
        return "–"
    return (f"{1000 * point[0]:.0f}" + (f" ± {1000 * point[1]:.0f}" if margin else "")).replace("-", "−")


def figure(point: Any, digits: int = 1) -> str:
    """A mean and its margin."""
    return f"{point[0]:.{digits}f} ± {point[1]:.{digits}f}".replace("-", "−") if point else "–"


def table(heads: list[str], rows: Iterable[list[str]]) -> str:
    """A table of a page, between blank lines."""
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n" + "\n".join(f"| {' | '.join(line)} |" for line in lines) + "\n\n"
