"""The marks of the picture of a round."""

from __future__ import annotations

from wonderland.figures.drawing import TEXT_COLOUR
from wonderland.review.nimble.report import ChanceEnd

#: The fill of each colour of a card.
CARD_COLOURS = {"R": "#b5212d", "B": "#2067b2", "V": "#552b68", "G": "#46a070", "Y": "#e6d2a2", "O": "#ee8c26"}
OPEN_COLOUR, ERROR_COLOUR = "#9db8d6", "#b00020"
CARD_WIDTH, CARD_HEIGHT, BAR_HEIGHT, TICK_HEIGHT = 9, 13, 6, 9  #: pixels


def action_mark(action: str, x: float, y: float) -> str:
    """A tick for a flip, a ring for a card taken back, a double tick for the discard turned over."""
    if action == "flip":
        return _line(f"M{x:.1f} {y - TICK_HEIGHT / 2}v{TICK_HEIGHT}", TEXT_COLOUR, 1.2)
    if action == "back":
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2.6" fill="#ffffff" stroke="{TEXT_COLOUR}"/>\n'
    if action == "turn":
        return _line(f"M{x - 1.5:.1f} {y - 7:.1f}v14m3 -14v14", TEXT_COLOUR, 1.2)
    return ""  # a card that was placed has its mark in the row of its pile


def chance_bar(start: float, end: float, y: float, ended: ChanceEnd) -> str:
    """From when to when a card fitted: filled where it was taken, else an outline; thin where it went elsewhere."""
    width, height = max(end - start, 1), BAR_HEIGHT / 3 if ended == "elsewhere" else BAR_HEIGHT
    paint = f'fill="{OPEN_COLOUR}"' if ended in ("taken", "elsewhere") else f'fill="#ffffff" stroke="{TEXT_COLOUR}"'
    return f'<rect x="{start:.1f}" y="{y - height / 2:.1f}" width="{width:.1f}" height="{height:.1f}" {paint}/>\n'


def placement_mark(x: float, y: float, card: str, error: bool) -> str:
    """A small card: its frame around its circle; an error has an exclamation mark above it."""
    left, top, radius = x - CARD_WIDTH / 2, y - CARD_HEIGHT / 2, CARD_WIDTH / 3
    mark = (
        f'<rect x="{left:.1f}" y="{top:.1f}" width="{CARD_WIDTH}" height="{CARD_HEIGHT}" rx="1.5" '
        f'fill="{CARD_COLOURS[card[0]]}" stroke="#ffffff" stroke-width="0.8"/>\n'
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius}" fill="{CARD_COLOURS[card[1]]}" '
        'stroke="#ffffff" stroke-width="0.8"/>\n'
    )
    return mark + (_error(x, top) if error else "")


def _error(x: float, y: float) -> str:
    sign = f"M{x:.1f} {y - 8:.1f}v4.500m0 1.500v1.600"
    return _line(sign, "#ffffff", 4.5) + _line(sign, ERROR_COLOUR, 2)


def lost_mark(x: float, y: float) -> str:
    """A cross where another seat was first."""
    cross = f"M{x - 3.5:.1f} {y - 3.5:.1f}l7 7m0 -7l-7 7"
    return _line(cross, "#ffffff", 3.6) + _line(cross, ERROR_COLOUR, 1.8)


def _line(path: str, colour: str, width: float) -> str:
    return f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{width}"/>\n'
