"""The faces and the back of Parade's cards as small pictures, each drawn once."""

from __future__ import annotations

from functools import cache

from PIL import Image, ImageDraw, ImageFont

from wonderland.games.parade.cards import Card

#: The colours of the web app's cards, and what is written on them.
COLOURS = {
    "R": (181, 33, 45), "B": (32, 103, 178), "V": (85, 43, 104), "G": (70, 160, 112), "S": (152, 161, 174),
    "O": (238, 140, 38),
}  # fmt: skip
CREAM, INK, GOLD = (251, 243, 223), (42, 33, 29), (224, 178, 84)
WRITING = {"R": CREAM, "B": CREAM, "V": CREAM, "G": INK, "S": INK, "O": INK}
BACK = (58, 63, 92)

#: Drawn so many times larger and then reduced, which smooths the edges.
OVERSAMPLING = 4


@cache
def font(size: int) -> ImageFont.ImageFont | ImageFont.FreeTypeFont:
    """The typeface that comes with Pillow."""
    return ImageFont.load_default(size)


@cache
def card_face(card: Card, width: int, height: int) -> Image.Image:
    """A card in its colour: the value large and, for where the next card lies on top, in the corner with the letter."""
    picture, pen = _blank(width, height)
    unit = width * OVERSAMPLING / 100
    ink = WRITING[card.colour]
    _stock(pen, picture.size, unit, CREAM, COLOURS[card.colour])
    value = str(card.value)
    corner, large = (30, 56) if len(value) == 1 else (23, 48)
    _write(pen, value, (23 * unit, 27 * unit), corner * unit, ink)
    _write(pen, card.colour, (23 * unit, 53 * unit), 19 * unit, ink)
    _write(pen, value, (57 * unit, 94 * unit), large * unit, ink)
    return _reduced(picture, width, height)


@cache
def card_back(width: int, height: int) -> Image.Image:
    """The back of every card."""
    picture, pen = _blank(width, height)
    unit = width * OVERSAMPLING / 100
    _stock(pen, picture.size, unit, CREAM, BACK)
    inset = 16 * unit
    pen.rounded_rectangle(
        (inset, inset, picture.width - inset, picture.height - inset), 6 * unit, outline=GOLD, width=int(2 * unit)
    )
    return _reduced(picture, width, height)


def _blank(width: int, height: int) -> tuple[Image.Image, ImageDraw.ImageDraw]:
    picture = Image.new("RGBA", (width * OVERSAMPLING, height * OVERSAMPLING), (0, 0, 0, 0))
    return picture, ImageDraw.Draw(picture)


def _stock(
    pen: ImageDraw.ImageDraw, size: tuple[int, int], unit: float, paper: tuple[int, ...], colour: tuple[int, ...]
) -> None:
    width, height = size
    pen.rounded_rectangle((0, 0, width - 1, height - 1), 11 * unit, fill=paper, outline=INK, width=int(2 * unit))
    edge = 7 * unit
    pen.rounded_rectangle((edge, edge, width - edge, height - edge), 7 * unit, fill=colour)


def _write(pen: ImageDraw.ImageDraw, text: str, at: tuple[float, float], size: float, ink: tuple[int, ...]) -> None:
    pen.text(at, text, ink, font(int(size)), "mm", stroke_width=max(1, int(size / 40)), stroke_fill=ink)


def _reduced(picture: Image.Image, width: int, height: int) -> Image.Image:
    return picture.resize((width, height), Image.Resampling.LANCZOS)
