"""The weights of the evaluation: what each feature of a move has been found to cost.

A move is evaluated by adding up entries of one table for each number of players, fitted to millions of
rollouts (``wonderland.training.table``) and kept in ``weights.json``. A game won is worth ``SCALE``; less is better.

A *stage* of the game is the row most entries depend on: four while the pile shrinks, one when somebody holds
five colours, the last round, and the choice of the two cards kept. A *lead* in a colour is by how many cards
a player is ahead of (or behind) the other player with most of it. The entries, by the index where they begin:

==================  ==========================================================================================
``TAKE``            stage, lead: each card taken of a colour, each point, then extra for the first and second card
``TAKE_IN_HAND``    stage, cards of that colour in hand: each card taken
``TAKE_IN_FRONT``   stage, cards of that colour in front: each card taken
``TAKE_IN_LINE``    stage, cards of that colour in the line: taking any of it
``NEW_COLOUR``      stage, colours in front: taking a colour one did not have
``GAIN``            stage: a sixteenth of the points that one saves by turning over a colour
``SPOIL``           stage: a sixteenth of the points that the leader of a colour saved, and no longer does
``LAY_VALUE``       stage, lead, value: the card laid
``LAY_COLOUR``      stage, cards of its colour in hand, cards of it left in the line: the card laid
``LAY_SLACK``       stage, how much longer the line is than the card's value
``LAY_LENGTH``      stage, cards in the line afterwards
``LAST_ROUND_LEAD`` how far ahead one is: beginning the last round by a sixth colour (P6)
==================  ==========================================================================================
"""

from __future__ import annotations

import json
from functools import cache
from importlib import resources

SCALE = 8192  #: what a won game is worth

STAGES, LEADS, VALUES = 7, 9, 11
NEAR_END_STAGE, LAST_ROUND_STAGE, KEEP_STAGE = 4, 5, 6  #: the last three stages
MAX_LEAD = 4  #: a lead counts up to this many cards, ahead or behind
#: How many different counts of cards in hand, in front and in the line there are, and so on.
HAND_COUNTS, FRONT_COUNTS, LINE_COUNTS, COLOUR_COUNTS, LENGTHS, SLACKS, SCORE_LEADS = 6, 8, 6, 6, 24, 16, 16
SLACK_BELOW = 6  #: the smallest slack is minus this: the line is that much shorter than the value

TAKE = 0
LAY_VALUE = TAKE + STAGES * LEADS * 4
NEW_COLOUR = LAY_VALUE + STAGES * LEADS * VALUES
LAY_LENGTH = NEW_COLOUR + STAGES * COLOUR_COUNTS
LAY_SLACK = LAY_LENGTH + STAGES * LENGTHS
LAY_COLOUR = LAY_SLACK + STAGES * SLACKS
LAST_ROUND_LEAD = LAY_COLOUR + STAGES * 5 * LINE_COUNTS
GAIN = LAST_ROUND_LEAD + SCORE_LEADS
SPOIL = GAIN + STAGES
TAKE_IN_HAND = SPOIL + STAGES
TAKE_IN_LINE = TAKE_IN_HAND + STAGES * HAND_COUNTS
TAKE_IN_FRONT = TAKE_IN_LINE + STAGES * LINE_COUNTS
WEIGHTS_SIZE = TAKE_IN_FRONT + STAGES * FRONT_COUNTS


@cache
def load_weights(players: int) -> tuple[int, ...]:
    """The table for a number of players.

    >>> len(load_weights(2)) == len(load_weights(6)) == WEIGHTS_SIZE
    True
    """
    tables = json.loads(resources.files(__package__).joinpath("weights.json").read_text("utf-8"))
    return tuple(tables[str(players)])


def stage(players: int, pile: int, last_round: bool, most_colours: int) -> int:
    """The stage of a game, by the cards left in the pile and the most colours in front of any player."""
    if last_round:
        return LAST_ROUND_STAGE
    if most_colours >= 5:
        return NEAR_END_STAGE
    return (0 if pile >= 9 * players else 1) if pile >= 6 * players else (2 if pile >= 3 * players else 3)


def gaining_lead(majority_lead: int) -> int:
    """The lead from which one more card turns a colour over, by how many cards a majority must lead (P8, P9)."""
    return majority_lead - 1


def spoiling_lead(majority_lead: int) -> int:
    """The lead from which one more card takes the majority from the leader."""
    return -majority_lead
