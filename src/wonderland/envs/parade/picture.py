"""The table as a picture, drawn with Pillow: the line, the cards in front of each player, the hand and the pile."""

from __future__ import annotations

from itertools import groupby

from PIL import Image, ImageDraw

from wonderland.envs.parade.card_faces import CREAM, GOLD, card_back, card_face, font
from wonderland.envs.parade.render import is_asked, status_text
from wonderland.games import parade
from wonderland.games.parade.cards import by_colour
from wonderland.games.parade.state import Cards
from wonderland.games.parade.view import View

CLOTH, PANEL, PANEL_ACTIVE, SOFT = (24, 60, 60), (31, 74, 74), (40, 92, 88), (176, 196, 184)

WIDTH, MARGIN = 960, 24
HEADER_HEIGHT, LINE_HEIGHT, ROW_HEIGHT, HAND_HEIGHT = 60, 152, 92, 160
LINE_CARD, FRONT_CARD, HAND_CARD = (68, 96), (46, 64), (84, 118)  #: widths and heights in pixels
NAME_WIDTH = 158  #: of the column with a player's name and points
GROUP_GAP = 10  #: between the colours in front of a player

Box = tuple[int, int, int, int]


def draw(view: View) -> Image.Image:
    """The picture of a view; its size depends on the number of players alone."""
    rows_top = HEADER_HEIGHT + LINE_HEIGHT + MARGIN
    hand_top = rows_top + len(view.players) * ROW_HEIGHT + MARGIN // 2
    picture = Image.new("RGB", (WIDTH, hand_top + HAND_HEIGHT), CLOTH)
    pen = ImageDraw.Draw(picture)
    pen.text((MARGIN, HEADER_HEIGHT // 2), status_text(view), CREAM, font(24), "lm")
    if view.trigger is not None and view.phase != "over":
        _badge(pen, "last round")
    _line(picture, pen, view)
    score = parade.score(view.front)
    for seat in range(len(view.players)):
        top = rows_top + seat * ROW_HEIGHT
        _player(picture, pen, view, seat, score, (MARGIN, top, WIDTH - MARGIN, top + ROW_HEIGHT - 8))
    _hand(picture, pen, view, hand_top)
    return picture


def _badge(pen: ImageDraw.ImageDraw, text: str) -> None:
    left = WIDTH - MARGIN - int(font(18).getlength(text)) - 24
    pen.rounded_rectangle((left, 16, WIDTH - MARGIN, 46), 15, fill=GOLD)
    pen.text(((left + WIDTH - MARGIN) // 2, 31), text, CLOTH, font(18), "mm")


def _line(picture: Image.Image, pen: ImageDraw.ImageDraw, view: View) -> None:
    """The line from its front to its end, the place where the next card goes, and the pile."""
    width, height = LINE_CARD
    top, pile_left = HEADER_HEIGHT, WIDTH - MARGIN - width - 20
    pen.rounded_rectangle((MARGIN, top, pile_left - 24, top + LINE_HEIGHT), 12, fill=PANEL)
    y = top + 36
    slot_left = pile_left - 24 - 16 - width
    room = slot_left - 12 - (MARGIN + 16)
    step = _step(len(view.parade), width, 8, room)
    right = MARGIN + 16
    for place, card in enumerate(view.parade):
        right = MARGIN + 16 + int(place * step)
        picture.paste(card_face(card, *LINE_CARD), (right, y), card_face(card, *LINE_CARD))
        right += width
    small = font(15)
    pen.text((MARGIN + 16, top + 18), "front of the line", SOFT, small, "lm")
    slot = right + 12 if view.parade else MARGIN + 16
    _dashed(pen, (slot, y, slot + width, y + height))
    pen.text((slot + width // 2, top + 18), "end", GOLD, font(17), "mm")
    pen.polygon(_triangle(slot + width // 2 + 9, y + height // 2, 14), fill=GOLD)
    _pile(picture, pen, view.pile, (pile_left, y))


def _pile(picture: Image.Image, pen: ImageDraw.ImageDraw, left: int, at: tuple[int, int]) -> None:
    x, y = at
    width, height = LINE_CARD
    back = card_back(*LINE_CARD)
    for layer in reversed(range(min(3, left))):
        picture.paste(back, (x + 4 * layer, y + 4 * layer), back)
    if left:
        pen.text((x + width // 2, y + height // 2), str(left), CREAM, font(28), "mm")
    else:
        _dashed(pen, (x, y, x + width, y + height))
        pen.text((x + width // 2, y + height // 2), "0", SOFT, font(28), "mm")
    pen.text((x + width // 2, HEADER_HEIGHT + 18), "pile", SOFT, font(17), "mm")


def _player(
    picture: Image.Image, pen: ImageDraw.ImageDraw, view: View, seat: int, score: parade.Outcome, box: Box
) -> None:
    """One player: who, how many cards in hand, the points as they lie there, and the cards, colour by colour."""
    left, top, right, bottom = box
    over = view.phase == "over"
    active = seat in score.winners if over else is_asked(view, seat)
    pen.rounded_rectangle(box, 10, fill=PANEL_ACTIVE if active else PANEL, outline=GOLD if active else None, width=2)
    own = " (you)" if seat == view.seat else ""
    pen.text((left + 14, top + 24), f"{view.players[seat]}{own}", CREAM, font(18), "lm")
    held = "" if over else f", {view.hand_sizes[seat]} in hand"
    points = score.scores[seat]
    pen.text((left + 14, top + 52), f"{points} {'point' if points == 1 else 'points'}{held}", SOFT, font(15), "lm")
    _front(picture, pen, view.front[seat], _turned(score, seat), (left + NAME_WIDTH, top, right, bottom))


def _front(picture: Image.Image, pen: ImageDraw.ImageDraw, cards: Cards, turned: set[str], box: Box) -> None:
    """Colour by colour; a gold bar under those of which the player has the majority: they count 1 each."""
    left, top, right, bottom = box
    width, height = FRONT_CARD
    groups = [list(group) for _, group in groupby(by_colour(cards), key=lambda card: card.colour)]
    if not groups:
        return
    overlapping = len(cards) - len(groups)
    room = right - 14 - left - len(groups) * width - (len(groups) - 1) * GROUP_GAP
    step = min(width + 2.0, room / overlapping) if overlapping else 0.0
    x, y = float(left), top + (bottom - top - height) // 2 - 2
    for group in groups:
        for place, card in enumerate(group):
            face = card_face(card, *FRONT_CARD)
            picture.paste(face, (int(x + place * step), y), face)
        end = int(x + (len(group) - 1) * step) + width
        if group[0].colour in turned:
            pen.rounded_rectangle((int(x) + 2, y + height + 3, end - 2, y + height + 7), 2, fill=GOLD)
        x = end + GROUP_GAP


def _hand(picture: Image.Image, pen: ImageDraw.ImageDraw, view: View, top: int) -> None:
    """The viewer's hand; once the choice is made, the two cards set aside stay visible to the one who made it."""
    width, height = HAND_CARD
    y = top + (HAND_HEIGHT - height) // 2
    aside = view.discard or ()
    x = MARGIN + NAME_WIDTH
    for title, cards in (("your hand", view.hand), ("set aside", aside)):
        shown = by_colour(tuple(card for card in cards if title == "set aside" or card not in aside))
        if not shown:
            continue
        pen.text((x - NAME_WIDTH + 14, y + height // 2), title, CREAM, font(18), "lm")
        for place, card in enumerate(shown):
            face = card_face(card, *HAND_CARD)
            picture.paste(face, (x + place * (width + 12), y), face)
        x += len(shown) * (width + 12) + NAME_WIDTH
    legend = "gold bar: majority, each card counts 1"
    pen.text((WIDTH - MARGIN, top + HAND_HEIGHT - 14), legend, SOFT, font(14), "rm")


def _turned(score: parade.Outcome, seat: int) -> set[str]:
    return {colour for colour, seats in score.majorities.items() if seat in seats}


def _step(cards: int, width: int, gap: int, room: int) -> float:
    """From one card to the next: side by side, or overlapping where they would not fit."""
    return min(float(width + gap), (room - width) / (cards - 1)) if cards > 1 else 0.0


def _triangle(x: int, y: int, size: int) -> list[tuple[int, int]]:
    return [(x - size - 8, y), (x, y - size), (x, y + size)]


def _dashed(pen: ImageDraw.ImageDraw, box: Box) -> None:
    left, top, right, bottom = box
    for x in range(left, right, 12):
        for y in (top, bottom):
            pen.line((x, y, min(x + 6, right), y), fill=SOFT, width=2)
    for y in range(top, bottom, 12):
        for x in (left, right):
            pen.line((x, y, x, min(y + 6, bottom)), fill=SOFT, width=2)
