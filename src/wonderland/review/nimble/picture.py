"""The rhythm of a round as SVG: a lane a seat, with a row for its hand and one for each pile.

Nothing is told by colour alone: what happened is told by the shape of a mark, where by its row.
"""

from __future__ import annotations

from math import ceil

from wonderland.figures.drawing import GRID_COLOUR, TEXT_COLOUR, fit_name, svg_document, svg_text
from wonderland.games.nimble.state import PILE_COUNT
from wonderland.messages import printable, say
from wonderland.review.nimble.left_chart import CHART_HEIGHT, left_chart
from wonderland.review.nimble.marks import action_mark, chance_bar, lost_mark, placement_mark
from wonderland.review.nimble.report import NimbleReport, SeatRhythm

WIDTH, LEFT, RIGHT = 960, 150, 20  #: pixels of the picture, of the names, and right of the lanes
TOP, ROW_HEIGHT, LANE_GAP = 64, 17, 22  #: pixels above the lanes, of a row, between lanes
LANE_HEIGHT = (1 + PILE_COUNT) * ROW_HEIGHT
LEGEND_HEIGHT = 82
#: Seconds, or events, from one line of the grid to the next: the first that leaves at most ``MAX_GRID_LINES``.
GRID_STEPS = (1, 2, 5, 10, 20, 30, 60, 120, 300, 600)
MAX_GRID_LINES = 16
LEGEND = ("flip", "back", "turn", "place", "open", "missed", "lost", "error")


def rhythm_picture(report: NimbleReport, lang: str) -> str:
    """The whole picture; without times the events follow one another at equal distances."""
    axis = _Axis(report)
    bottom = TOP + len(report.seats) * (LANE_HEIGHT + LANE_GAP)
    parts = [axis.grid(bottom - LANE_GAP, lang)]
    for place, (name, seat) in enumerate(zip(report.players, report.seats, strict=True)):
        parts.append(_lane(name, seat, TOP + place * (LANE_HEIGHT + LANE_GAP), axis, lang))
    parts.append(_legend(bottom + 30, lang))
    chart = bottom + LEGEND_HEIGHT + 24
    parts.append(left_chart(report, axis.x, LEFT, WIDTH - RIGHT, chart, lang))
    return svg_document(say("rhythm_title", lang), parts, WIDTH, int(chart + CHART_HEIGHT + 20))


class _Axis:
    """Where an event lies from left to right."""

    def __init__(self, report: NimbleReport) -> None:
        self.timed = report.timed
        self.length = max(report.length_ms or 0 if report.timed else report.events, 1)

    def x(self, ms: int | None, event: int) -> float:
        """The place of an event; by its time if there is one."""
        return LEFT + (WIDTH - LEFT - RIGHT) * (event if ms is None else ms) / self.length

    def grid(self, bottom: float, lang: str) -> str:
        unit = 1000 if self.timed else 1
        count = ceil(self.length / unit)
        step = next((step for step in GRID_STEPS if count / step <= MAX_GRID_LINES), count)
        parts = []
        for number in range(0, count + 1, step):
            if number * unit <= self.length:
                x = self.x(None, number * unit)
                parts.append(f'<path d="M{x:.1f} {TOP - 8}V{bottom:.1f}" stroke="{GRID_COLOUR}"/>\n')
                parts.append(svg_text(x, bottom + 15, str(number), "middle", 10))
        label = say("rhythm_seconds_axis" if self.timed else "rhythm_events_axis", lang)
        return "".join(parts) + svg_text(WIDTH - RIGHT, bottom + 30, label, "end", 11)


def _lane(name: str, seat: SeatRhythm, top: float, axis: _Axis, lang: str) -> str:
    middles = [top + (row + 0.5) * ROW_HEIGHT for row in range(1 + PILE_COUNT)]
    parts = [
        svg_text(8, top + 12, fit_name(printable(name), LEFT - 60), "start", 13),
        svg_text(8, top + 28, say("rhythm_left_of", lang, left=seat.left, cards=seat.cards), "start", 10),
    ]
    for pile, middle in enumerate(middles[1:]):
        parts.append(
            f'<path d="M{LEFT} {middle:.1f}H{WIDTH - RIGHT}" stroke="{GRID_COLOUR}" stroke-dasharray="1 4"/>\n'
        )
        label = say("nimble_pile", lang, number=pile + 1)
        parts.append(svg_text(LEFT - 8, middle + 4, label, "end", 10, TEXT_COLOUR))
    for chance in seat.chances:
        closed = axis.length if chance.closed is None else chance.closed
        start, end = axis.x(chance.opened_ms, chance.opened), axis.x(chance.closed_ms, closed)
        parts.append(chance_bar(start, end, middles[1 + chance.pile], chance.end))
    parts += [action_mark(action.action, axis.x(action.ms, action.event), middles[0]) for action in seat.actions]
    for placed in seat.placements:
        x = axis.x(placed.ms, placed.event)
        parts.append(placement_mark(x, middles[1 + placed.pile], placed.card, placed.error))
    parts += [lost_mark(axis.x(race.ms, race.event), middles[1 + race.pile]) for race in seat.races]
    return "".join(parts)


def _legend(top: float, lang: str) -> str:
    """What the marks mean, in two lines."""
    parts = []
    for number, key in enumerate(LEGEND):
        x, y = LEFT + 12 + (number % 4) * 200, top + (number // 4) * 30
        parts.append(_sample(key, x, y))
        parts.append(svg_text(x + 20, y + 4, say(f"rhythm_key_{key}", lang), "start", 11))
    return "".join(parts)


def _sample(key: str, x: float, y: float) -> str:
    """The mark that the legend explains."""
    match key:
        case "place" | "error":
            return placement_mark(x, y, "RB" if key == "place" else "GO", error=key == "error")
        case "open":
            return chance_bar(x - 12, x + 8, y, "taken")
        case "missed":
            return chance_bar(x - 12, x + 8, y, "passed")
        case "lost":
            return chance_bar(x - 12, x + 8, y, "lost") + lost_mark(x + 8, y)
    return action_mark(key, x, y)
