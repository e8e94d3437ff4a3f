"""Everybody's cards left over time, as SVG."""

from __future__ import annotations

from collections.abc import Callable

from wonderland.figures.drawing import GRID_COLOUR, fit_name, svg_text
from wonderland.figures.lines import LINE_COLOURS
from wonderland.messages import printable, say
from wonderland.review.nimble.report import NimbleReport

CHART_HEIGHT = 120  #: pixels
#: Lines are told apart by their dashes as well.
DASHES = ("none", "7 4", "2 3", "9 3 2 3")
GRID_CARDS = (0, 10, 20, 30)
SAMPLE_WIDTH, NAME_GAP = 22, 15  #: pixels of a line beside its name, and from name to name


def left_chart(
    report: NimbleReport, place: Callable[[int | None, int], float], left: float, right: float, top: float, lang: str
) -> str:
    """Steps down from the cards at the start; ``place`` tells where a time or an event lies."""
    most = max(seat.cards for seat in report.seats)

    def level(cards: int) -> float:
        return top + CHART_HEIGHT * (1 - cards / most)

    parts = [svg_text(8, top - 16, say("rhythm_cards_left", lang), "start", 13)]
    for cards in GRID_CARDS:
        if cards <= most:
            parts.append(f'<path d="M{left} {level(cards):.1f}H{right}" stroke="{GRID_COLOUR}"/>\n')
            parts.append(svg_text(left - 6, level(cards) + 4, str(cards), "end", 10))
    for number, (name, seat) in enumerate(zip(report.players, report.seats, strict=True)):
        steps = "".join(f"H{place(one.ms, one.event):.1f}V{level(one.left):.1f}" for one in seat.placements)
        end = place(report.length_ms, report.events)
        parts.append(_line(f"M{left} {level(seat.cards):.1f}{steps}H{end:.1f}", number))
        y = top + 6 + number * NAME_GAP
        parts.append(_line(f"M8 {y}h{SAMPLE_WIDTH}", number))
        parts.append(svg_text(14 + SAMPLE_WIDTH, y + 4, fit_name(printable(name), left - 70), "start", 11))
    return "".join(parts)


def _line(path: str, number: int) -> str:
    paint = f'stroke="{LINE_COLOURS[number]}" stroke-width="2" stroke-dasharray="{DASHES[number]}"'
    return f'<path d="{path}" fill="none" {paint}/>\n'
