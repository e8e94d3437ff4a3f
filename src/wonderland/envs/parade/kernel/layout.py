"""Where each number of a game stands. A game is 32 words of 64 bits, 208 bytes and its pile, on the CPU and the GPU."""

from __future__ import annotations

from wonderland.sim.kernel.layout import DECK_SIZE, HAND_SIZE, MAX_PLAYERS, META_SIZE

# ---- words --------------------------------------------------------------------------------------------------
#: The masks of the simulator's kernel come first, see ``sim/kernel/layout.py``.
LINE_WORD = 30  #: the slots that are in the line
NUMBER_WORD = 31  #: which game it is: its deck is a function of the seed and this number
WORDS_SIZE = 32

# ---- bytes: cards are in the kernel's form, the colour in the upper four bits ---------------------------------
ORDER = 0  #: the card in each slot
PUBLIC = ORDER + 64  #: where each card lies for all to see, by its number
HANDS = PUBLIC + DECK_SIZE
ASIDE = HANDS + MAX_PLAYERS * HAND_SIZE
META = ASIDE + MAX_PLAYERS * 2
LAST_PLAYS = META + META_SIZE  #: four bytes a seat, see below
BYTES_SIZE = 208
assert LAST_PLAYS + 4 * MAX_PLAYERS <= BYTES_SIZE

#: A seat's last play: its card's number and one (0: none yet), how many cards it took, their points, and how many of
#: the eleven values would have let a card of a colour that is not in the line take nothing.
LAST_CARD, LAST_TAKEN, LAST_POINTS, LAST_FREE = 0, 1, 2, 3

#: Where a card lies: nowhere to be seen, in the line, or in front of seat 0, 1 …
HIDDEN, IN_LINE, IN_FRONT = 0, 1, 2

#: Actions: cards, then pairs of places.
CARD_ACTIONS, ACTIONS = DECK_SIZE, DECK_SIZE + 6

#: A seat that no compiled bot plays.
LEARNER = 255
#: Nobody acts: the game is over.
NOBODY = -1
