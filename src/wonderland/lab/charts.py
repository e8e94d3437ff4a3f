"""The pictures of the pages: panels of lines and stacked bars, on a white ground so that dark pages show them, too."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from wonderland.figures.drawing import (
    GRID_COLOUR,
    PANEL_HEIGHT,
    PANEL_WIDTH,
    TEXT_COLOUR,
    svg_bar,
    svg_document,
    svg_text,
)

#: Colours that colour-blind people can tell apart (Okabe and Ito), and dashes for those who see none.
LINES = (("#0072b2", ""), ("#d55e00", "7 4"), ("#009e73", "2 3"))
#: The fills of stacked bars, and the ink on each.
BARS = (("#56b4e9", "#222222"), ("#0072b2", "#ffffff"), ("#c8c8c8", "#222222"), ("#d55e00", "#ffffff"))
WIDTH, HEIGHT, TOP, LEFT = 960, 360, 90, 60

#: A mean and its margin, as in the file of numbers; nothing where it is unknown.
Point = Sequence[Any] | None


def two_panels(title: str, names: Sequence[str], panels: dict[str, dict[str, Sequence[Point]]], axis: str) -> str:
    """Lines over the same names in two panels, in percent, with their 95 % intervals; one legend below."""
    points = [point for lines in panels.values() for line in lines.values() for point in line if point]
    low = min((point[0] - (point[1] or 0) for point in points), default=0.0)
    high = max((point[0] + (point[1] or 0) for point in points), default=1.0) or 1.0
    # A margin that reaches just below zero needs no line of its own, whose figure would cover the zero's.
    low = low if low < -0.1 * high else 0.0
    parts = [
        _panel(name, names, lines, LEFT + number * 470, low, high)
        for number, (name, lines) in enumerate(panels.items())
    ]
    x: float = LEFT
    for (colour, dash), name in zip(LINES, next(iter(panels.values())), strict=False):
        parts.append(
            f'<path d="M{x} {HEIGHT - 22}h34" stroke="{colour}" stroke-width="3" stroke-dasharray="{dash}"/>\n'
        )
        parts.append(svg_text(x + 40, HEIGHT - 18, name, "start"))
        x += 70 + 7.5 * len(name)
    parts.append(svg_text(WIDTH - 30, HEIGHT - 18, axis, "end"))
    return svg_document(title, parts, WIDTH, HEIGHT)


def _panel(
    title: str, names: Sequence[str], lines: dict[str, Sequence[Point]], x: float, low: float, high: float
) -> str:
    def level(value: float) -> float:
        return TOP + PANEL_HEIGHT * (high - value) / (high - low)

    parts = [svg_text(x, TOP - 16, title, "start", 13)]
    for value in (low, 0.0, high):
        parts.append(f'<path d="M{x} {level(value):.1f}h{PANEL_WIDTH}" stroke="{GRID_COLOUR}"/>\n')
        parts.append(svg_text(x - 4, level(value) + 4, f"{100 * value:.0f} %", "end", 10))
    step = PANEL_WIDTH / len(names)
    for place, name in enumerate(names):
        parts.append(svg_text(x + (place + 0.5) * step, TOP + PANEL_HEIGHT + 16, name, "middle", 10))
    for (colour, dash), line in zip(LINES, lines.values(), strict=False):
        seen = [(x + (place + 0.5) * step, point) for place, point in enumerate(line) if point]
        path = "L".join(f"{middle:.1f} {level(point[0]):.1f}" for middle, point in seen)
        if path:
            parts.append(
                f'<path d="M{path}" fill="none" stroke="{colour}" stroke-width="2.5" stroke-dasharray="{dash}"/>\n'
            )
        for middle, (mean, margin) in seen:
            parts.append(f'<circle cx="{middle:.1f}" cy="{level(mean):.1f}" r="3.5" fill="{colour}"/>\n')
            ends = level(mean + margin), level(mean - margin)
            parts.append(f'<path d="M{middle:.1f} {ends[0]:.1f}V{ends[1]:.1f}" stroke="{TEXT_COLOUR}"/>\n')
    return "".join(parts)


def stacked_bars(title: str, rows: dict[str, dict[str, float]]) -> str:
    """A bar a row of parts that add up to 1, with a legend; a part below zero is left out of the picture."""
    left, width, step = 250, 670, 38
    parts = []
    for place, (name, shares) in enumerate(rows.items()):
        y, x = 70 + place * step, float(left)
        parts.append(svg_text(left - 10, y + 18, name, "end"))
        whole = sum(max(share, 0.0) for share in shares.values())
        for (fill, ink), share in zip(BARS, shares.values(), strict=True):
            wide = width * max(share, 0.0) / whole
            parts.append(svg_bar(x, y, wide, 26, fill))
            if wide > 40:
                parts.append(svg_text(x + wide / 2, y + 18, f"{100 * share:.0f} %", "middle", 12, ink))
            x += wide
    x, y = float(left), 70 + len(rows) * step + 14
    for (fill, _), name in zip(BARS, next(iter(rows.values())), strict=True):
        parts.append(svg_bar(x, y, 14, 14, fill))
        parts.append(svg_text(x + 20, y + 12, name, "start"))
        x += 50 + 7.5 * len(name)
    return svg_document(title, parts, WIDTH, int(y) + 34)
