"""The rich observation: numbers in half precision, worked out from the compact one and the masks.

They are whole sixteenths, written as the bits of a float16, because numba's CPU compiler has no such type.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir  # type: ignore[import-untyped]  # it has no types
from numba import types

from wonderland.envs.parade.kernel import compact
from wonderland.envs.parade.kernel.compact import write_compact
from wonderland.envs.parade.kernel.game import number_of
from wonderland.envs.parade.kernel.layout import LINE_WORD
from wonderland.envs.parade.observations import RICH
from wonderland.games.parade.scoring import majority_lead
from wonderland.sim.kernel.compiling import inlined_function
from wonderland.sim.kernel.intrinsics import intrinsic, popcount
from wonderland.sim.kernel.layout import (
    COLOUR_MASKS,
    COLOURS,
    DECK_SIZE,
    FRONT_MASKS,
    HAND_SIZE,
    MAX_PLAYERS,
    NO_CARD,
    RESULT_SCORES,
    VALUES,
)  # fmt: skip
from wonderland.sim.kernel.turn import taken_by, value_of

RICH_SIZE = RICH.size
HAND, UNSEEN, IN_LINE, FROM_END = (RICH.start(name) for name in ("hand", "unseen", "in_line", "from_end"))
TAKES, TAKES_POINTS = RICH.start("takes"), RICH.start("takes_points")
COUNTS, COLOUR_VALUES, TURNED, MISSING = (RICH.start(name) for name in ("counts", "values", "turned", "missing"))
UNSEEN_COLOURS = RICH.start("unseen_colours")
LAST_COLOUR, LAST_VALUE, LAST_TAKEN = (RICH.start(name) for name in ("last_colour", "last_value", "last_taken"))
POINTS, FRONT, COLOURS_HELD = (RICH.start(name) for name in ("points", "front", "colours"))
HAND_SIZES, FIRST, PLAYERS, PILE = (RICH.start(name) for name in ("hands", "first", "players", "pile"))
LINE, LAST_ROUND, TURNS_LEFT = (RICH.start(name) for name in ("line", "last_round", "turns_left"))
PHASE, CHOSEN, PLIES, ACTS = (RICH.start(name) for name in ("phase", "chosen", "plies", "acts"))

_OTHERS = MAX_PLAYERS - 1
#: The bits of 1.0 in half precision.
ONE, ZERO = np.uint16(0x3C00), np.uint16(0)
_lead_needed = inlined_function(majority_lead)


@intrinsic
def sixteenths(_: Any, number: Any) -> Any:
    """The bits, in half precision, of a whole number below 2048 over 16; such a number is exact."""

    def code(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        def constant(value: int) -> Any:
            return ir.Constant(ir.IntType(32), value)

        number = builder.trunc(values[0], ir.IntType(32))
        zeros = builder.ctlz(number, ir.Constant(ir.IntType(1), 0))
        # The leading bit is implied; the exponent's bias is 15, and 16 is 2 to the 4th.
        mantissa = builder.and_(builder.lshr(builder.shl(number, zeros), constant(21)), constant(0x3FF))
        exponent = builder.shl(builder.sub(constant(31 - 4 + 15), zeros), constant(10))
        bits = builder.or_(exponent, mantissa)
        bits = builder.select(builder.icmp_unsigned("==", number, constant(0)), constant(0), bits)
        return builder.trunc(bits, ir.IntType(16))

    return types.uint16(types.uint64), code


@inlined_function
def write_cards(viewer: Any, row: Any, seen: Any, out: Any) -> None:
    """Where each card is, and what those in hand would take."""
    for card in range(DECK_SIZE):
        place = seen[compact.PLACE + card]
        out[HAND + card] = ONE if place == compact.OWN_HAND else ZERO
        out[UNSEEN + card] = ONE if place == compact.UNSEEN else ZERO
        in_line = compact.LINE_END <= place < compact.SET_ASIDE
        out[IN_LINE + card] = ONE if in_line else ZERO
        out[FROM_END + card] = sixteenths(np.uint64(np.int64(place) - compact.LINE_END + 1)) if in_line else ZERO
        out[TAKES + card] = ZERO
        out[TAKES_POINTS + card] = ZERO
    if seen[compact.PHASE] == compact.TO_PLAY:
        for place in range(HAND_SIZE):
            card = row.game.hands[viewer * HAND_SIZE + place]
            if card != NO_CARD:
                taken = taken_by(card, row.words[LINE_WORD], row.words)
                out[TAKES + number_of(card)] = sixteenths(popcount(taken))
                out[TAKES_POINTS + number_of(card)] = sixteenths(np.uint64(value_of(taken, row.words)))
    for colour in range(COLOURS):
        unseen = 0
        for value in range(VALUES):
            if seen[compact.PLACE + colour * VALUES + value] == compact.UNSEEN:
                unseen += 1
        out[UNSEEN_COLOURS + colour] = sixteenths(np.uint64(unseen))


@inlined_function
def write_fronts(viewer: Any, seats: Any, row: Any, result: Any, seen: Any, out: Any) -> None:
    """The cards in front of each seat, by colour, and who has or lacks a majority (P8, P9)."""
    players = len(seats)
    for place in range(COUNTS, UNSEEN_COLOURS):
        out[place] = ZERO
    for own in range(players):
        seat = (own + viewer) % players
        colours = 0
        for colour in range(COLOURS):
            place = own * COLOURS + colour
            count = np.int64(seen[compact.COUNTS + place])
            colours += 1 if count != 0 else 0
            most = np.int64(0)
            for other in range(players):
                if other != own:
                    most = max(most, np.int64(seen[compact.COUNTS + other * COLOURS + colour]))
            lead = np.int64(_lead_needed(players))
            turned = seen[compact.MAJORITIES + own] >> colour & 1 != 0
            # An equal number will do, but not none at all.
            wanted = max(most + lead, np.int64(1))
            cards = row.words[FRONT_MASKS + seat] & row.words[COLOUR_MASKS + colour]
            out[COUNTS + place] = sixteenths(np.uint64(count))
            out[COLOUR_VALUES + place] = sixteenths(np.uint64(value_of(cards, row.words)))
            out[TURNED + place] = ONE if turned else ZERO
            out[MISSING + place] = sixteenths(np.uint64(max(wanted - count, np.int64(0))))
        out[POINTS + own] = sixteenths(np.uint64(result[RESULT_SCORES + seat]))
        out[FRONT + own] = sixteenths(np.uint64(seen[compact.FRONT + own]))
        out[COLOURS_HELD + own] = sixteenths(np.uint64(colours))
        out[HAND_SIZES + own] = sixteenths(np.uint64(seen[compact.HAND_SIZES + own]))


@inlined_function
def write_last_plays(seats: Any, seen: Any, out: Any) -> None:
    """What each of the others played last, what it took, and what the line offered then."""
    for place in range(LAST_COLOUR, POINTS):
        out[place] = ZERO
    for other in range(1, len(seats)):
        card = np.int64(seen[compact.LAST + other])
        if card != 0:
            # 47/512 is close enough to 1/11 for every card.
            colour = ((card - 1) * 47) >> 9
            out[LAST_COLOUR + (other - 1) * COLOURS + colour] = ONE
            out[LAST_VALUE + other - 1] = sixteenths(np.uint64(card - 1 - colour * VALUES))
        for part in range(1, 4):
            number = np.uint64(seen[compact.LAST + part * compact.LAST_STEP + other])
            out[LAST_TAKEN + (part - 1) * _OTHERS + other - 1] = sixteenths(number)


@inlined_function
def write_rich(viewer: Any, actor: Any, seats: Any, row: Any, result: Any, seen: Any, out: Any) -> None:
    """What a seat may know (P11), as a network wants it. ``seen`` is room for the compact observation."""
    players = len(seats)
    write_compact(viewer, actor, seats, row, result, seen)
    for place in range(POINTS, RICH_SIZE):
        out[place] = ZERO
    write_cards(viewer, row, seen, out)
    write_fronts(viewer, seats, row, result, seen, out)
    write_last_plays(seats, seen, out)
    out[FIRST + np.int64(seen[compact.FIRST])] = ONE
    out[PLAYERS + players - 2] = ONE
    out[PILE] = sixteenths(np.uint64(seen[compact.PILE]))
    out[LINE] = sixteenths(np.uint64(seen[compact.LINE]))
    out[LAST_ROUND] = ONE if seen[compact.LAST_ROUND] & 1 else ZERO
    out[LAST_ROUND + 1] = ONE if seen[compact.LAST_ROUND] & 2 else ZERO
    out[TURNS_LEFT] = sixteenths(np.uint64(seen[compact.TURNS_LEFT]))
    out[PHASE] = ONE if seen[compact.PHASE] != compact.TO_PLAY else ZERO
    out[CHOSEN] = sixteenths(popcount(np.uint64(seen[compact.CHOSEN])))
    out[PLIES] = sixteenths(np.uint64(seen[compact.PLIES]))
    out[ACTS] = ONE if seen[compact.ACTOR] == 0 else ZERO
