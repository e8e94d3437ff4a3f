"""What each number of an observation means: named pieces, one after the other.

Seats are counted from the viewer's own: 0 is the viewer, 1 whoever sits next in turn order. Seats beyond the number of
players are empty. Cards stand in the order of their numbers, colours and values in that of the cards.

>>> COMPACT.pieces["pile"], COMPACT.size, RICH.size
(slice(150, 151, None), 160, 640)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate

CARDS, SEATS, COLOURS = 66, 6, 6


@dataclass(frozen=True)
class Piece:
    """A run of numbers with one meaning."""

    name: str
    shape: tuple[int, ...]
    about: str
    #: By what its numbers are to be multiplied, to have counts.
    scale: int = 1

    @property
    def size(self) -> int:
        """How many numbers it has."""
        size = 1
        for length in self.shape:
            size *= length
        return size


@dataclass(frozen=True)
class Layout:
    """The pieces of one kind of observation, in order."""

    kind: str
    dtype: str
    table: tuple[Piece, ...]

    @cached_property
    def size(self) -> int:
        """How many numbers an observation has."""
        return sum(piece.size for piece in self.table)

    @cached_property
    def pieces(self) -> Mapping[str, slice]:
        """Where each piece stands."""
        ends = list(accumulate(piece.size for piece in self.table))
        return {piece.name: slice(end - piece.size, end) for piece, end in zip(self.table, ends, strict=True)}

    def start(self, name: str) -> int:
        """Where a piece begins."""
        return int(self.pieces[name].start)


COMPACT = Layout(
    "compact",
    "uint8",
    (
        Piece(
            "place",
            (CARDS,),
            "where each card is: 0 unseen, 1 in the own hand, 2 to 7 in front of seat 0 to 5, 8 + k in the line with k "
            "cards behind it, 70 set aside by the viewer",
        ),
        Piece("counts", (SEATS, COLOURS), "cards of each colour in front of each seat"),
        Piece("points", (SEATS,), "the score of each seat if the game ended now with the cards in front (at most 255)"),
        Piece("majorities", (SEATS,), "the colours each seat would turn over now, as bits"),
        Piece("front", (SEATS,), "cards in front of each seat"),
        Piece("hands", (SEATS,), "cards in each seat's hand"),
        Piece("last_card", (SEATS,), "the card each seat played last, its number plus 1; 0 none yet"),
        Piece("last_taken", (SEATS,), "how many cards that play took"),
        Piece("last_points", (SEATS,), "the printed values of the cards it took, added up (at most 255)"),
        Piece(
            "last_free",
            (SEATS,),
            "what the line offered then: with how many of the eleven values a card of a colour that is not in the line "
            "would have taken nothing",
        ),
        Piece("pile", (1,), "cards left to draw"),
        Piece("line", (1,), "cards in the line"),
        Piece("plies", (1,), "turns played"),
        Piece("last_round", (1,), "what began the last round: 0 not begun, 1 six colours, 2 the empty pile, 3 both"),
        Piece("turns_left", (1,), "turns still to be played in the last round"),
        Piece("phase", (1,), "0 a card is played, 1 two are set aside, 2 the game is over"),
        Piece("players", (1,), "number of players"),
        Piece("first", (1,), "who began"),
        Piece("actor", (1,), "who acts next; 255 nobody"),
        Piece("chosen", (1,), "who has set two cards aside, as bits"),
    ),
)

_OTHERS = SEATS - 1
SIXTEENTHS = 16  #: counts are divided by this, so that a network has numbers near 1

RICH = Layout(
    "rich",
    "float16",
    (
        Piece("hand", (CARDS,), "1 for the cards in the own hand"),
        Piece("unseen", (CARDS,), "1 for the cards that the viewer has not seen"),
        Piece(
            "front_of",
            (CARDS,),
            "for a card in front of a seat, which one: 1 the viewer's own, 2 the next …, over 16",
            SIXTEENTHS,
        ),
        Piece(
            "from_end", (CARDS,), "for a card in the line, its place counted from the end, from 1, over 16", SIXTEENTHS
        ),
        Piece("takes", (CARDS,), "for a card in the own hand, how many cards it would take now, over 16", SIXTEENTHS),
        Piece("takes_points", (CARDS,), "and the printed values of those, added up, over 16", SIXTEENTHS),
        Piece("counts", (SEATS, COLOURS), "cards of each colour in front of each seat, over 16", SIXTEENTHS),
        Piece("values", (SEATS, COLOURS), "their printed values, added up, over 16", SIXTEENTHS),
        Piece("turned", (SEATS, COLOURS), "1 where the seat would turn the colour over now"),
        Piece(
            "missing",
            (SEATS, COLOURS),
            "cards the seat lacks to turn the colour over, over 16; 0 when it would",
            SIXTEENTHS,
        ),
        Piece("unseen_colours", (COLOURS,), "cards of each colour that the viewer has not seen, over 16", SIXTEENTHS),
        Piece("last_colour", (_OTHERS, COLOURS), "the colour of the card each of the others played last"),
        Piece("last_value", (_OTHERS,), "its value, over 16", SIXTEENTHS),
        Piece("last_taken", (_OTHERS,), "how many cards it took, over 16", SIXTEENTHS),
        Piece("last_points", (_OTHERS,), "the printed values of those, added up, over 16", SIXTEENTHS),
        Piece(
            "last_free", (_OTHERS,), "how many values would have taken nothing then (see compact), over 16", SIXTEENTHS
        ),
        Piece("points", (SEATS,), "the score of each seat if the game ended now (at most 255), over 16", SIXTEENTHS),
        Piece("front", (SEATS,), "cards in front of each seat, over 16", SIXTEENTHS),
        Piece("colours", (SEATS,), "colours in front of each seat, over 16", SIXTEENTHS),
        Piece("hands", (SEATS,), "cards in each seat's hand, over 16", SIXTEENTHS),
        Piece("first", (SEATS,), "1 for who began"),
        Piece("players", (5,), "1 for the number of players, from 2"),
        Piece("pile", (1,), "cards left to draw, over 16", SIXTEENTHS),
        Piece("line", (1,), "cards in the line, over 16", SIXTEENTHS),
        Piece("last_round", (2,), "1 if six colours began the last round, 1 if the empty pile did"),
        Piece("turns_left", (1,), "turns still to be played in the last round, over 16", SIXTEENTHS),
        Piece("phase", (1,), "0 a card is played, 1 two are set aside"),
        Piece("chosen", (1,), "how many seats have set two cards aside, over 16", SIXTEENTHS),
        Piece("plies", (1,), "turns played, over 16", SIXTEENTHS),
        Piece("acts", (1,), "1 if the viewer acts next"),
    ),
)

PRIVILEGED = Layout(
    "privileged",
    "uint8",
    (
        *COMPACT.table,
        Piece("holder", (CARDS,), "who holds each card in hand: 0 nobody, 1 the viewer, 2 the next seat …"),
        Piece("draw", (CARDS,), "for each card in the pile, when it is drawn: 1 next; 0 not in the pile"),
    ),
)

LAYOUTS = {layout.kind: layout for layout in (COMPACT, RICH, PRIVILEGED)}
