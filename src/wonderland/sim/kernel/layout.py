"""Where each number stands in the kernel's arrays. The arrays are plain, so that a GPU can hold them too."""

from __future__ import annotations

import numpy as np

COLOURS, VALUES, CARDS_IN_ALL, SEATS = 6, 11, 66, 6
START, HAND, PILE = 6, 5, 50
EMPTY = 255  #: no card
U0, U1, U2, U32 = (np.uint64(number) for number in (0, 1, 2, 32))

# ---- ``work``: masks over slots, 64 bits each --------------------------------------------------------
#: The slots of each colour, of the cards worth "at most" each value, of the values with each bit set.
COLOUR, AT_MOST, BIT = 0, 8, 20
#: The cards in front of each player.
FRONT = 24
WORK = 32
#: The six slots that begin the line, and the two cards a player keeps.
SIX, PAIR = np.uint64(0b111111), np.uint64(0b11)

# ---- ``end``: the numbers of a finished game ---------------------------------------------------------
FIRST, PLIES, TRIGGER, CAUSES, WINNERS, SCORE, CARDS, TURNED = 0, 1, 2, 3, 4, 8, 16, 24
END = 32
BY_COLOURS, BY_PILE = 1, 2

# ---- ``counts``: what a run of any length adds up to -------------------------------------------------
POINTS = 331  #: scores from 0 to 330, the sum of all values
LENGTHS = 64
COUNT_SCORE = 0
COUNT_CARDS = COUNT_SCORE + SEATS * POINTS
COUNT_LOWEST = COUNT_CARDS + SEATS * (CARDS_IN_ALL + 1)
COUNT_PLIES = COUNT_LOWEST + POINTS
COUNT_TRIGGER = COUNT_PLIES + LENGTHS
COUNT_CAUSES = COUNT_TRIGGER + LENGTHS
COUNT_WINS = COUNT_CAUSES + 4  #: per seat and number of players who share the win
COUNT_CALLERS = COUNT_WINS + SEATS * (SEATS + 1)
COUNT_TURNED = COUNT_CALLERS + SEATS  #: per colour and number of players who turned it over
COUNTS = COUNT_TURNED + COLOURS * (SEATS + 1)

# ---- ``table``: a row a game ---------------------------------------------------------------------------
ROW_FIRST, ROW_PLIES, ROW_TRIGGER, ROW_CAUSES, ROW_WINNERS, ROW_SEATS = 0, 1, 2, 3, 4, 5

# ---- ``meta`` of a batch: one row of small numbers a game -------------------------------------------
META_FIRST, META_PLIES, META_TRIGGER, META_CAUSES, META_DRAWN, META_PILE = 0, 1, 2, 3, 4, 5
META = 6

# ---- policies ------------------------------------------------------------------------------------------
RANDOM, GREEDY = 0, 1
POLICIES = {"random": RANDOM, "greedy": GREEDY}

#: The whole pack as the kernel holds cards: the colour's place in the upper four bits, the value in the lower.
PACK = np.array([number + 5 * (number // VALUES) for number in range(CARDS_IN_ALL)], np.uint8)
#: How many words of four cards of the deck are drawn at once, by number of players (measured).
EARLY = {2: 11, 3: 13, 4: 15, 5: 14, 6: 14}
