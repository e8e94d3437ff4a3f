"""Where each number stands in the kernel's arrays, which are plain so that a GPU can hold them too."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

COLOURS, VALUES, DECK_SIZE, MAX_PLAYERS = 6, 11, 66, 6
LINE_START, HAND_SIZE, MAX_PILE = 6, 5, 50
NO_CARD = 255
U0, U1, U2, U32 = (np.uint64(number) for number in (0, 1, 2, 32))

# ---- ``masks``: sets of slots, 64 bits each -----------------------------------------------------------
#: The slots of each colour, of the cards worth at most each value, of the values with each bit set.
COLOUR_MASKS, AT_MOST_MASKS, VALUE_BIT_MASKS = 0, 8, 20
#: The cards in front of each player.
FRONT_MASKS = 24
MASKS_SIZE = 32
#: The six slots that begin the line, and the two slots of the cards a player keeps.
START_SLOTS, KEPT_SLOTS = np.uint64(0b111111), np.uint64(0b11)
#: Cards in the order in which they enter the line; longer than any game, so that 64 can be loaded as a vector.
ORDER_SIZE = 72

# ---- ``result``: the numbers of a finished game -------------------------------------------------------
RESULT_FIRST, RESULT_PLIES, RESULT_TRIGGER, RESULT_CAUSES, RESULT_WINNERS = 0, 1, 2, 3, 4
RESULT_SCORES, RESULT_CARDS, RESULT_TURNED = 8, 16, 24  #: by seat
RESULT_SIZE = 32
BY_COLOURS, BY_PILE = 1, 2  #: what began the last round

# ---- ``counts``: histograms of a run of any length ----------------------------------------------------
SCORE_VALUES = 331  #: scores from 0 to 330, the sum of all values
PLY_VALUES = 64
COUNT_SCORE = 0
COUNT_CARDS = COUNT_SCORE + MAX_PLAYERS * SCORE_VALUES
COUNT_LOWEST = COUNT_CARDS + MAX_PLAYERS * (DECK_SIZE + 1)
COUNT_PLIES = COUNT_LOWEST + SCORE_VALUES
COUNT_TRIGGER = COUNT_PLIES + PLY_VALUES
COUNT_CAUSES = COUNT_TRIGGER + PLY_VALUES
COUNT_WINS = COUNT_CAUSES + 4  #: per seat and number of players who share the win
COUNT_TRIGGER_SEATS = COUNT_WINS + MAX_PLAYERS * (MAX_PLAYERS + 1)
COUNT_TURNED = COUNT_TRIGGER_SEATS + MAX_PLAYERS  #: per colour and number of players who turned it over
COUNTS_SIZE = COUNT_TURNED + COLOURS * (MAX_PLAYERS + 1)

# ---- ``table``: one row a game --------------------------------------------------------------------------
ROW_FIRST, ROW_PLIES, ROW_TRIGGER, ROW_CAUSES, ROW_WINNERS, ROW_SEATS = 0, 1, 2, 3, 4, 5

# ---- ``meta``: the small numbers of a game that is being played ------------------------------------------
META_FIRST, META_PLIES, META_TRIGGER, META_CAUSES, META_DRAWN, META_PILE = 0, 1, 2, 3, 4, 5
META_SIZE = 6

# ---- policies ---------------------------------------------------------------------------------------------
RANDOM, GREEDY = 0, 1
POLICIES = {"random": RANDOM, "greedy": GREEDY}

#: The whole pack as the kernel holds cards: the colour's place in the upper four bits, the value in the lower.
PACK = np.array([number + 5 * (number // VALUES) for number in range(DECK_SIZE)], np.uint8)
#: How many random words' worth of the deck (four cards each) are drawn before a game begins, by number of
#: players (measured); the rest is drawn when the game gets that far.
EARLY_DRAWS = {2: 11, 3: 13, 4: 15, 5: 14, 6: 14}


class Game(NamedTuple):
    """One game with hands, as scratch arrays that are made once and used for many games."""

    masks: Any
    #: Five cards a seat, (30,); the cards to draw as dealt, top first, (50,); the two a seat sets aside, (12,).
    hands: Any
    pile: Any
    aside: Any
    meta: Any


class Counters(NamedTuple):
    """The numbers of a game that change with its turns; those of ``meta``, as values."""

    #: Turns played, and the turn that began the last round, counted from 1 (0: none yet), by what.
    plies: Any
    trigger: Any
    causes: Any
    #: Cards drawn so far, of how many in the pile as it was dealt.
    drawn: Any
    pile: Any
