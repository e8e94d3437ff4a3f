"""What a player of taste looks at before a move, and what each of it has been found to cost.

A move is priced by adding up entries of one table for each number of players, learned from millions of
rollouts (``learning.py``) and kept in ``taste.json``. A whole game won is worth ``SCALE``; less is better.

A *stage* of the game is the row most entries depend on: four while the pile shrinks, one when somebody holds
five colours, the last round, and the choice of the two cards kept. A *lead* in a colour is by how many cards
a player is ahead of (or behind) whoever else has most of it. The entries, by where their part begins:

==========  ==============================================================================================
``PRICE``   stage, lead: each card taken of a colour, each point, then extra for the first and the second card
``HELD``    stage, cards of that colour in hand: each card taken
``MINE``    stage, cards of that colour in front: each card taken
``LYING``   stage, cards of that colour in the line: taking any of it
``NEW``     stage, colours in front: taking a colour one did not have
``GAIN``    stage: a sixteenth of the points that one saves by turning over a colour
``SPOIL``   stage: a sixteenth of the points that the leader of a colour saved, and no longer does
``PLAY``    stage, lead, value: the card laid
``SAME``    stage, cards of its colour in hand, cards of it left in the line: the card laid
``SLACK``   stage, how much longer the line is than the card's value
``LENGTH``  stage, cards in the line afterwards
``END``     how far ahead one is: beginning the last round by a sixth colour (P6)
==========  ==============================================================================================
"""

from __future__ import annotations

import json
from functools import cache
from importlib import resources

SCALE = 8192  #: a game won

STAGES, LEADS, VALUES = 7, 9, 11
NEAR_END, LAST_ROUND, KEEPING = 4, 5, 6  #: the last three stages
FARTHEST = 4  #: a lead counts up to this many cards, ahead or behind
HELDS, MINES, LYINGS, COLOURS_HELD, LINES, SLACKS, ENDS = 6, 8, 6, 6, 24, 16, 16
SLACK_BELOW = 6  #: the first slack: the line is shorter than the value by so many

PRICE = 0
PLAY = PRICE + STAGES * LEADS * 4
NEW = PLAY + STAGES * LEADS * VALUES
LENGTH = NEW + STAGES * COLOURS_HELD
SLACK = LENGTH + STAGES * LINES
SAME = SLACK + STAGES * SLACKS
END = SAME + STAGES * 5 * LYINGS
GAIN = END + ENDS
SPOIL = GAIN + STAGES
HELD = SPOIL + STAGES
LYING = HELD + STAGES * HELDS
MINE = LYING + STAGES * LYINGS
SIZE = MINE + STAGES * MINES


@cache
def taste(players: int) -> tuple[int, ...]:
    """The table for a number of players.

    >>> len(taste(2)) == len(taste(6)) == SIZE
    True
    """
    tables = json.loads(resources.files(__package__).joinpath("weights.json").read_text("utf-8"))
    return tuple(tables[str(players)])


def stage(players: int, pile: int, last_round: bool, most_colours: int) -> int:
    """The stage of a game whose pile holds so many cards, where somebody has so many colours."""
    if last_round:
        return LAST_ROUND
    if most_colours >= 5:
        return NEAR_END
    return (0 if pile >= 9 * players else 1) if pile >= 6 * players else (2 if pile >= 3 * players else 3)


def gaining_lead(players: int) -> int:
    """The lead from which one more card turns a colour over (P8); with two players a majority needs two more (P9)."""
    return 1 if players == 2 else -1


def spoiling_lead(players: int) -> int:
    """The lead from which one more card takes the majority from whoever led."""
    return -2 if players == 2 else 0
