"""Lines over time, each in the band of its interval, with its name beside it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import cycle, pairwise
from typing import NamedTuple

from wonderland.figures.drawing import PANEL_HEIGHT, PANEL_WIDTH, fit_name, svg_text
from wonderland.figures.measure import Measure

#: A palette for colour-blind readers (Okabe and Ito); names stand beside the lines as well.
LINE_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000")


class Line(NamedTuple):
    """A name, and the measure at each place on the horizontal axis."""

    name: str
    points: list[tuple[float, Measure]]


def draw_lines(lines: Sequence[Line], x: float, y: float, right: float, top: float) -> str:
    """Lines in a panel whose axes end at ``right`` and ``top``."""

    def place(where: float, value: float) -> tuple[float, float]:
        return x + PANEL_WIDTH * where / right, y + PANEL_HEIGHT * (1 - min(max(value, 0), top) / top)

    parts, names = [], []
    for line, colour in zip(lines, cycle(LINE_COLOURS), strict=False):
        band = [place(where, measure.interval[1]) for where, measure in line.points]
        band += [place(where, measure.interval[0]) for where, measure in reversed(line.points)]
        middle = [place(where, measure.mean) for where, measure in line.points]
        parts.append(f'<polygon points="{_points(band)}" fill="{colour}" opacity="0.15"/>\n')
        parts.append(f'<polyline points="{_points(middle)}" fill="none" stroke="{colour}" stroke-width="2"/>\n')
        if middle:
            names.append((middle[-1][1] - 5, line.name, colour))
    for level, name, colour in _spread_labels(names):
        parts.append(svg_text(x + PANEL_WIDTH - 4, level, fit_name(name, 160), "end", 11, colour))
    return "".join(parts)


def _points(places: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in places)


def _spread_labels(names: Sequence[tuple[float, str, str]]) -> list[tuple[float, str, str]]:
    """Move labels (height, text, colour) down so that they do not overlap."""
    placed = sorted(names)
    for one, other in pairwise(range(len(placed))):
        level, name, colour = placed[other]
        placed[other] = (max(level, placed[one][0] + 13), name, colour)
    return placed
