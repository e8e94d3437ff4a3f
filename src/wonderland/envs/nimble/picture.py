"""The table of Nimble as a picture, for ``rgb_array``."""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from wonderland.games.nimble import Card, View

#: The fill of each colour, and the colour of letters on it.
FILL = {"R": "#b5212d", "B": "#2067b2", "V": "#552b68", "G": "#46a070", "Y": "#e6d2a2", "O": "#ee8c26"}
DARK, LIGHT = "#2a211d", "#fff5e2"
LETTER = {"R": LIGHT, "B": LIGHT, "V": LIGHT, "G": DARK, "Y": DARK, "O": DARK}
TABLE_COLOUR, BACK_COLOUR, CARD_COLOUR = "#f4ecd8", "#8c8273", "#fbf3df"

WIDTH, MARGIN = 640, 20  #: pixels of the picture and around what is in it
CARD_WIDTH, CARD_HEIGHT, FRAME_WIDTH = 66, 88, 12  #: pixels of a card and of its coloured frame
ROW_HEIGHT = CARD_HEIGHT + 32  #: pixels of the piles' row and of each player's
NAME_WIDTH = 130  #: pixels left of the cards, for names and numbers
CARDS_SHOWN = 6  #: cards of the own discard that are drawn, the top one leftmost


def draw(view: View, time_ms: int) -> NDArray[np.uint8]:
    """The table as a seat, or a spectator, sees it: height × width × 3 bytes."""
    image = Image.new("RGB", (WIDTH, MARGIN + ROW_HEIGHT * (1 + len(view.players))), TABLE_COLOUR)
    pencil, left, y = ImageDraw.Draw(image), MARGIN + NAME_WIDTH, MARGIN
    _write(pencil, MARGIN, y + 24, "piles", 20)
    _write(pencil, MARGIN, y + 54, f"{time_ms / 1000:.2f} s", 16)
    for pile, (top, height) in enumerate(zip(view.tops, view.heights, strict=True)):
        x = left + pile * (CARD_WIDTH + 50)
        _card(pencil, x, y, top)
        _write(pencil, x + CARD_WIDTH + 6, y + CARD_HEIGHT - 22, str(height), 16)
    for seat, name in enumerate(view.players):
        y += ROW_HEIGHT
        pencil.line((MARGIN, y - 16, WIDTH - MARGIN, y - 16), BACK_COLOUR)
        _write(pencil, MARGIN, y + 8, name, 20)
        _write(pencil, MARGIN, y + 36, f"hand {view.hand_sizes[seat]}", 16)
        _write(pencil, MARGIN, y + 58, f"discard {view.discard_sizes[seat]}", 16)
        if view.hand_sizes[seat]:
            _back(pencil, left, y)
        tops = [view.discard_tops[seat]] if seat != view.seat else [*reversed(view.discard[-CARDS_SHOWN:])]
        for place, card in enumerate(tops):
            if card is not None:
                _card(pencil, left + CARD_WIDTH + 24 + place * (CARD_WIDTH - 4), y, card)
    return np.asarray(image)


def _card(pencil: ImageDraw.ImageDraw, x: int, y: int, card: Card) -> None:
    """A frame around a circle, each with the letter of its colour: colours alone do not tell everybody."""
    pencil.rounded_rectangle((x, y, x + CARD_WIDTH - 8, y + CARD_HEIGHT), 8, FILL[card.frame], DARK)
    inner = (x + FRAME_WIDTH, y + FRAME_WIDTH + 6, x + CARD_WIDTH - 8 - FRAME_WIDTH, y + CARD_HEIGHT - FRAME_WIDTH)
    pencil.rectangle(inner, CARD_COLOUR)
    middle_x, middle_y = (inner[0] + inner[2]) // 2, (inner[1] + inner[3]) // 2
    radius = (inner[2] - inner[0]) // 2 - 1
    pencil.ellipse(
        (middle_x - radius, middle_y - radius, middle_x + radius, middle_y + radius), FILL[card.circle], DARK
    )
    _write(pencil, middle_x, middle_y, card.circle, 18, LETTER[card.circle], "mm")
    _write(pencil, x + 5, y + 1, card.frame, 15, LETTER[card.frame])


def _back(pencil: ImageDraw.ImageDraw, x: int, y: int) -> None:
    """A hand: cards face down."""
    for shift in (6, 3, 0):
        box = (x + shift, y + shift, x + CARD_WIDTH - 8 + shift, y + CARD_HEIGHT + shift - 6)
        pencil.rounded_rectangle(box, 8, BACK_COLOUR, DARK)


def _write(
    pencil: ImageDraw.ImageDraw, x: int, y: int, words: str, size: int, colour: str = DARK, anchor: str = "la"
) -> None:
    pencil.text((x, y), words, colour, _font(size), anchor)


@cache
def _font(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(size)
