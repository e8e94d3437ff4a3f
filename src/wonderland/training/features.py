"""Which entries of the table of taste a move touches, and how often each: what ``tasting.py`` adds up, taken apart.

Noted side by side: the ``places`` of the entries, and the ``times`` each of them counts. What the move costs is the
sum of their products with the table.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from wonderland.bots.parade.evaluation.costs import (
    ahead,
    count_in,
    gaining_lead,
    held_by,
    leader_in,
    number_of,
    place_of_lead,
    saved,
    spoiling_lead,
    within,
)  # fmt: skip
from wonderland.bots.parade.evaluation.weights import (
    COLOURS_HELD,
    END,
    GAIN,
    HELD,
    HELDS,
    KEEPING,
    LAST_ROUND,
    LEADS,
    LENGTH,
    LINES,
    LYING,
    LYINGS,
    MINE,
    MINES,
    NEW,
    PLAY,
    PRICE,
    SAME,
    SLACK,
    SLACK_BELOW,
    SLACKS,
    SPOIL,
    VALUES,
)  # fmt: skip
from wonderland.sim.kernel.compiling import kernel_function
from wonderland.sim.kernel.hands import value_of
from wonderland.sim.kernel.intrinsics import all_colours, popcount
from wonderland.sim.kernel.layout import COLOUR, COLOURS, FRONT
from wonderland.sim.kernel.random_game import taken_by

NOTES = 72  #: more than any move touches


@kernel_function
def note(place: Any, times: Any, noted: Any, places: Any, all_times: Any) -> Any:
    """Note one entry more; how many there are now."""
    places[noted], all_times[noted] = place, times
    return noted + 1


@kernel_function
def row_of(colour: Any, seat: Any, players: Any, stage: Any, work: Any) -> Any:
    """The row of ``PRICE`` and ``PLAY`` for a colour, and the lead in it."""
    lead = number_of(seat, colour, work) - number_of(leader_in(colour, seat, players, work), colour, work)
    return stage * LEADS + place_of_lead(lead), lead


@kernel_function
def trace_card(
    card: Any,
    counts: Any,
    seat: Any,
    seats: Any,
    line: Any,
    stage: Any,
    work: Any,
    mind: Any,
    places: Any,
    times: Any,
) -> Any:
    """What laying a card touches; how many entries that is."""
    colour, value, players = card >> 4, card & 15, len(seats)
    taken = taken_by(card, line, work)
    length, number = np.int64(popcount(line)), np.int64(popcount(taken))
    left = np.int64(popcount(line & ~taken & work[COLOUR + colour]))
    slack = within(length - value, -SLACK_BELOW, SLACKS - 1 - SLACK_BELOW) + SLACK_BELOW
    row, _ = row_of(colour, seat, players, stage, work)
    same = stage * 5 + count_in(counts, colour) - 1
    noted = note(PLAY + row * VALUES + value, 1.0, 0, places, times)
    noted = note(SAME + same * LYINGS + min(left, LYINGS - 1), 1.0, noted, places, times)
    noted = note(SLACK + stage * SLACKS + slack, 1.0, noted, places, times)
    noted = note(LENGTH + stage * LINES + min(length + 1 - number, LINES - 1), 1.0, noted, places, times)
    for other in range(COLOURS):
        cards = taken & work[COLOUR + other]
        if cards:
            lying, many = np.int64(popcount(line & work[COLOUR + other])), np.int64(popcount(cards))
            noted = trace_taking(
                other, many, value_of(cards, work), lying, counts, seat, players, stage, work, noted, places, times
            )
    held = held_by(work[FRONT + seat], work)
    if 3 <= held < COLOURS and stage < LAST_ROUND and all_colours(work, work[FRONT + seat] | taken):
        noted = note(END + ahead(seat, seats, work, mind), 1.0, noted, places, times)
    return noted


@kernel_function
def trace_pair(one: Any, two: Any, counts: Any, seat: Any, players: Any, work: Any, places: Any, times: Any) -> Any:
    """What keeping two cards touches (P7); how many entries that is."""
    first, second, points = one >> 4, two >> 4, one & 15
    if first == second:
        points += two & 15
        return trace_taking(first, 2, points, 0, counts, seat, players, KEEPING, work, 0, places, times)
    noted = trace_taking(first, 1, points, 0, counts, seat, players, KEEPING, work, 0, places, times)
    return trace_taking(second, 1, two & 15, 0, counts, seat, players, KEEPING, work, noted, places, times)


@kernel_function
def trace_taking(
    colour: Any, number: Any, points: Any, lying: Any, counts: Any, seat: Any, players: Any, stage: Any, work: Any,
    noted: Any, places: Any, times: Any,
) -> Any:  # fmt: skip
    """What taking cards of one colour touches."""
    row, lead = row_of(colour, seat, players, stage, work)
    mine = number_of(seat, colour, work)
    noted = note(PRICE + row * 4, number, noted, places, times)
    noted = note(PRICE + row * 4 + 1, points, noted, places, times)
    noted = note(PRICE + row * 4 + 2, 1.0, noted, places, times)
    if number > 1:
        noted = note(PRICE + row * 4 + 3, 1.0, noted, places, times)
    noted = note(HELD + stage * HELDS + count_in(counts, colour), number, noted, places, times)
    noted = note(MINE + stage * MINES + min(mine, MINES - 1), number, noted, places, times)
    noted = note(LYING + stage * LYINGS + min(lying, LYINGS - 1), 1.0, noted, places, times)
    if mine == 0 and stage < KEEPING:
        new = min(held_by(work[FRONT + seat], work), COLOURS_HELD - 1)
        noted = note(NEW + stage * COLOURS_HELD + new, 1.0, noted, places, times)
    # One card more, or two, and a majority changes hands.
    gaining, spoiling = gaining_lead(players) - lead, spoiling_lead(players) - lead
    if gaining == 0 or (gaining == 1 and number > 1):
        noted = note(GAIN + stage, saved(seat, colour, work) / 16, noted, places, times)
    if spoiling == 0 or (spoiling == 1 and number > 1):
        leader = leader_in(colour, seat, players, work)
        noted = note(SPOIL + stage, saved(leader, colour, work) / 16, noted, places, times)
    return noted
