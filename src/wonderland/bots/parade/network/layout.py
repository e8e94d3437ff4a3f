"""What the networks see of a position, as small numbers: where each card is, and how the game stands.

A position is seen by one seat, the *viewer*: whoever acted last. Seats are counted from it in turn order, so that
seat 1 is the next to act. After the viewer's move and before its draw, the card to be drawn is still in the pile.

``places`` says of each card, by its number, where it is:

==============  ===============================================================================
``UNSEEN``      in the pile; for a network that may not know the others' hands, also there
``IN_FRONT``    … + s: in front of seat s
``IN_HAND``     … + s: in the hand of seat s
``IN_LINE``     … + k: in the line, with k cards behind it (``MAX_BEHIND`` stands for that many or more)
``SET_ASIDE``   set aside at the end (P7)
==============  ===============================================================================

``numbers`` are the rest, see the constants below. Six colours are exchangeable: the networks treat them all alike.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from wonderland.sim.kernel.layout import COLOURS, DECK_SIZE, MAX_PLAYERS, VALUES

# ---- places -------------------------------------------------------------------------------------------------
UNSEEN, IN_FRONT, IN_HAND, IN_LINE = 0, 1, 7, 13
MAX_BEHIND = 15
SET_ASIDE = IN_LINE + MAX_BEHIND + 1
#: How many kinds of places have weights; ``UNSEEN`` has none.
PLACES = SET_ASIDE

# ---- numbers, each an index into a table of weights of its own -----------------------------------------------
#: How near the end is: the rounds that the pile lasts, up to ``MAX_ROUNDS``; then the last round, then the last choice.
STAGE = 0
MAX_ROUNDS, LAST_ROUND_STAGE, CHOICE_STAGE = 12, 13, 14
STAGES = 15
#: Cards left to draw after this turn.
PILE = 1
PILES = 51
#: 0 before the last round; the turns left in it; then ``CHOOSING`` and how many have still to set cards aside.
PHASE = 2
CHOOSING, PHASES = 7, 14
#: Cards in the line.
LENGTH = 3
LENGTHS = 32
#: How far ahead of the best other the viewer is, in points, if the game ended now.
LEAD = 4
MAX_LEAD, LEADS = 31, 63
#: For each seat, the colours in front of it and half its score if the game ended now.
SEAT_COLOURS = 5
COLOUR_COUNTS = COLOURS + 1
SEAT_SCORES = SEAT_COLOURS + MAX_PLAYERS
SCORES = 32
#: For each colour, the seats that would turn it over now (P8, P9), as bits.
TURNED = SEAT_SCORES + MAX_PLAYERS
#: For each seat, what the cheapest cards of its hand would cost if it laid them now, the cheapest first: cards taken of
#: a colour that it turns over count 1, others their value. ``NO_COST`` where there is no such card or it is not known.
COSTS = TURNED + COLOURS
CHEAPEST = 3
MAX_COST, NO_COST = 14, 15
COST_CODES = NO_COST + 1
#: What the cheapest cards of the viewer's hand would cost on its next turn, if everybody laid a card until then and
#: took nothing: the line has that many more cards at its end.
NEXT_COSTS = COSTS + MAX_PLAYERS * CHEAPEST
NUMBERS_SIZE = NEXT_COSTS + CHEAPEST

# ---- weights ------------------------------------------------------------------------------------------------
#: Rows of the first layer, shared by the colours: a place and a value, then the seats that turn the colour over.
TURNED_ROWS = PLACES * VALUES
COLOUR_ROWS = TURNED_ROWS + MAX_PLAYERS
#: Where in the second layer's table each number's rows begin.
PILE_ROWS = 0
PHASE_ROWS = PILE_ROWS + PILES
LENGTH_ROWS = PHASE_ROWS + PHASES
LEAD_ROWS = LENGTH_ROWS + LENGTHS
SEAT_COLOURS_ROWS = LEAD_ROWS + LEADS
SEAT_SCORES_ROWS = SEAT_COLOURS_ROWS + MAX_PLAYERS * COLOUR_COUNTS
COSTS_ROWS = SEAT_SCORES_ROWS + MAX_PLAYERS * SCORES
NEXT_COSTS_ROWS = COSTS_ROWS + MAX_PLAYERS * CHEAPEST * COST_CODES
NUMBER_ROWS = NEXT_COSTS_ROWS + CHEAPEST * COST_CODES
#: Units of the first layer for each colour, and of the second: of the card network, and of a position network that a
#: GPU has learned. Both are whole numbers of ``CHUNK``.
WIDTH, HIDDEN = 128, 64
POSITION_WIDTH, POSITION_HIDDEN = 256, 96
CHUNK = 32


class Network(NamedTuple):
    """The weights of one network."""

    #: First layer, the same for each colour. (``COLOUR_ROWS``, width)
    colours: Any
    #: Added to each colour's units. (``STAGES``, width)
    stages: Any
    #: Second layer: from the colours' units, added up, (width, hidden), and from the numbers. (``NUMBER_ROWS``, hidden)
    pooled: Any
    numbers: Any
    #: (outputs, hidden) and (outputs,)
    out: Any
    bias: Any


def shapes(outputs: int, width: int = WIDTH, hidden: int = HIDDEN) -> dict[str, tuple[int, ...]]:
    """The shape of each array of a network."""
    return {
        "colours": (COLOUR_ROWS, width),
        "stages": (STAGES, width),
        "pooled": (width, hidden),
        "numbers": (NUMBER_ROWS, hidden),
        "out": (outputs, hidden),
        "bias": (outputs,),
    }


def number_columns(players: int) -> list[tuple[int, int]]:
    """Which numbers have a row of the second layer each, and where the rows of each begin."""
    seats, known = range(players), range(players * CHEAPEST)
    return [
        (PILE, PILE_ROWS), (PHASE, PHASE_ROWS), (LENGTH, LENGTH_ROWS), (LEAD, LEAD_ROWS),
        *((SEAT_COLOURS + seat, SEAT_COLOURS_ROWS + seat * COLOUR_COUNTS) for seat in seats),
        *((SEAT_SCORES + seat, SEAT_SCORES_ROWS + seat * SCORES) for seat in seats),
        *((COSTS + which, COSTS_ROWS + which * COST_CODES) for which in known),
        *((NEXT_COSTS + which, NEXT_COSTS_ROWS + which * COST_CODES) for which in range(CHEAPEST)),
    ]  # fmt: skip


class Position(NamedTuple):
    """Room for what a network sees, made once and used for many positions."""

    #: (66,) and (``NUMBERS_SIZE``,)
    places: Any
    numbers: Any


assert DECK_SIZE == COLOURS * VALUES
