"""Draws the picture of a link: a label of paper on a game's cloth, with a title and lines of text."""

from __future__ import annotations

import io
from pathlib import Path

import msgspec
from PIL import Image, ImageDraw

from wonderland.games.registry import preview_picture
from wonderland.server.previews.fonts import Typeface

Colour = tuple[int, int, int]
Box = tuple[int, int, int, int]

#: As messengers and social networks like it best.
SIZE = (1200, 630)
PAPER, INK, SOFT, GOLD, CLOTH = (253, 245, 228), (43, 33, 24), (112, 96, 78), (196, 150, 52), (24, 60, 60)
LABEL: Box = (64, 72, 640, 558)  #: where the paper lies; the cards of a game's picture lie at the right
WIDE_LABEL: Box = (120, 90, 1080, 540)  #: for a game without a picture
MARGIN = 44
MAX_ROWS = 6  #: players of which each has a line
COLOURS = 160  #: of the picture: it stays under 150 KB


class Row(msgspec.Struct, frozen=True):
    """A player of a finished game."""

    place: str
    name: str
    score: str
    won: bool


class Preview(msgspec.Struct, frozen=True):
    """What is written on the picture. Nothing that is hidden from anybody."""

    #: The game whose picture it is; None: a plain cloth.
    game: str | None
    #: A small line above the title.
    head: str
    title: str
    #: In its place, where no font of this machine has the letters of a name in the title.
    plain_title: str
    #: A sentence below it, where there are no rows.
    text: str = ""
    rows: tuple[Row, ...] = ()


def draw_preview(preview: Preview, web: Path) -> bytes:
    """A PNG. ``web``: the folder of the built web app, whose fonts are used."""
    # Almendra writes its 1 like an I.
    heading = Typeface(web, "almendra-*-700", "alegreya-*-700", without="1")
    reading = Typeface(web, "alegreya-*-400")
    title = preview.title if heading.knows(preview.title) else preview.plain_title
    background = _background(preview.game)
    picture = background or _plain_cloth()
    box = LABEL if background else WIDE_LABEL
    draw = ImageDraw.Draw(picture)
    _paper(picture, draw, box)
    left, top, right, bottom = box
    left, width = left + MARGIN, right - left - 2 * MARGIN
    reading.write(draw, (left, top + 70), reading.shortened(preview.head, 30, width), 30, SOFT)
    size = _title_size(heading, title, width, len(preview.rows))
    y = float(top + 70)
    for line in heading.lines(title, size, width, 2 if preview.rows else 3):
        y += size * 1.12
        heading.write(draw, (left, y), line, size, INK)
    y += 26
    draw.line((left, y, left + width, y), fill=GOLD, width=3)
    if preview.rows:
        _rows(
            draw,
            Typeface(web, "alegreya-*-700"),
            reading,
            preview.rows,
            (left, int(y) + 4, left + width, bottom - 30),
        )
    else:
        y += 8
        for line in reading.lines(preview.text, 32, width, 3):
            y += 42
            reading.write(draw, (left, y), line, 32, SOFT)
    out = io.BytesIO()
    picture.quantize(COLOURS).save(out, "PNG", optimize=True)
    return out.getvalue()


def _title_size(face: Typeface, title: str, width: int, rows: int) -> int:
    """As large as it fits, and as the rows leave room for."""
    lines = 2 if rows else 3
    for size in (76, 70, 64, 58, 52, 46):
        written = face.lines(title, size, width, lines)
        if rows and len(written) * size > max(60, 170 - 14 * rows):
            continue
        if not any(line.endswith("…") for line in written):
            return size
    return 40


def _rows(draw: ImageDraw.ImageDraw, bold: Typeface, reading: Typeface, rows: tuple[Row, ...], box: Box) -> None:
    left, top, right, bottom = box
    shown = rows[:MAX_ROWS]
    step = min(58, (bottom - top) // len(shown))
    size = min(38, int(step * 0.72))
    widest = max(bold.length(row.name, size) for row in shown) / size
    scores = max(reading.length(row.score, size) for row in shown) / size
    # Names are rather small than cut off.
    size = max(22, min(size, int((right - left - 26) / (widest + scores + 1.4))))
    y = float(top)
    for row in shown:
        y += step
        if row.won:
            draw.rounded_rectangle((left - 14, y - step * 0.76, right + 14, y + step * 0.22), 8, fill=(246, 224, 160))
        reading.write(draw, (left, y), row.place, size, SOFT)
        end = right - reading.length(row.score, size)
        reading.write(draw, (end, y), row.score, size, INK)
        start = left + reading.length("0. ", size) + 10
        # Letters that no font has are left out; what is left must not begin with a gap.
        name = "".join(part for part, _ in bold.runs(row.name, size)).strip() or "…"
        bold.write(draw, (start, y), bold.shortened(name, size, end - start - 16), size, INK)


def _paper(picture: Image.Image, draw: ImageDraw.ImageDraw, box: Box) -> None:
    """The label, with its shadow and the double rule of the web app's sheets."""
    left, top, right, bottom = box
    shadow = Image.new("RGBA", picture.size, (0, 0, 0, 0))
    ImageDraw.Draw(shadow).rounded_rectangle((left + 6, top + 10, right + 6, bottom + 10), 16, fill=(0, 0, 0, 70))
    picture.paste(shadow, mask=shadow)
    draw.rounded_rectangle(box, 14, fill=PAPER, outline=INK, width=2)
    draw.rounded_rectangle((left + 10, top + 10, right - 10, bottom - 10), 8, outline=GOLD, width=2)


def _background(game: str | None) -> Image.Image | None:
    """A game's own picture, where it has one."""
    png = preview_picture(game) if game else None
    if png is None:
        return None
    picture = Image.open(io.BytesIO(png)).convert("RGB")
    return picture if picture.size == SIZE else picture.resize(SIZE)


def _plain_cloth() -> Image.Image:
    picture = Image.new("RGB", SIZE, CLOTH)
    draw = ImageDraw.Draw(picture)
    width, height = SIZE
    draw.rounded_rectangle((22, 22, width - 22, height - 22), 12, outline=GOLD, width=3)
    draw.rounded_rectangle((32, 32, width - 32, height - 32), 8, outline=GOLD, width=1)
    return picture
