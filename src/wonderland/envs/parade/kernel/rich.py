"""The rich observation: numbers in half precision, worked out from the compact one and a few details more.

They are whole sixteenths, written as the bits of a float16, because numba's CPU compiler has no such type.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir  # type: ignore[import-untyped]  # it has no types
from numba import types

from wonderland.envs.parade.kernel import compact
from wonderland.envs.parade.kernel.compact import write_compact
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
    VALUES,
)  # fmt: skip
from wonderland.sim.kernel.turn import number_of, taken_by, value_of

RICH_SIZE = RICH.size
HAND, UNSEEN, FRONT_OF, FROM_END = (RICH.start(name) for name in ("hand", "unseen", "front_of", "from_end"))
TAKES, TAKES_POINTS = RICH.start("takes"), RICH.start("takes_points")
COUNTS, COLOUR_VALUES, TURNED, MISSING = (RICH.start(name) for name in ("counts", "values", "turned", "missing"))
UNSEEN_COLOURS = RICH.start("unseen_colours")
LAST_COLOUR, LAST_VALUE, LAST_TAKEN = (RICH.start(name) for name in ("last_colour", "last_value", "last_taken"))
POINTS, FRONT, COLOURS_HELD = (RICH.start(name) for name in ("points", "front", "colours"))
HAND_SIZES, FIRST, PLAYERS, PILE = (RICH.start(name) for name in ("hands", "first", "players", "pile"))
LINE, LAST_ROUND, TURNS_LEFT = (RICH.start(name) for name in ("line", "last_round", "turns_left"))
PHASE, CHOSEN, PLIES, ACTS = (RICH.start(name) for name in ("phase", "chosen", "plies", "acts"))

_OTHERS = MAX_PLAYERS - 1
#: What a rich observation needs besides the compact one, as bytes behind it: what each card in hand would take and its
#: points, the values in front of each seat by colour, and how many cards it lacks to turn the colour over.
SEEN_TAKES = compact.COMPACT_SIZE
SEEN_TAKES_POINTS = SEEN_TAKES + DECK_SIZE
SEEN_VALUES = SEEN_TAKES_POINTS + DECK_SIZE
SEEN_MISSING = SEEN_VALUES + MAX_PLAYERS * COLOURS
DETAILED_SIZE = SEEN_MISSING + MAX_PLAYERS * COLOURS
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
def colour_of(card: Any) -> Any:
    """The colour's place of a card's number."""
    # 47/512 is close enough to 1/11 for every card.
    return (np.int64(card) * 47) >> 9


@inlined_function
def write_detailed(viewer: Any, actor: Any, seats: Any, row: Any, result: Any, seen: Any) -> None:
    """The compact observation of a seat, and the details behind it."""
    players, words, game = len(seats), row.words, row.game
    write_compact(viewer, actor, seats, row, result, seen)
    for place in range(SEEN_TAKES, DETAILED_SIZE):
        seen[place] = 0
    if seen[compact.PHASE] == compact.TO_PLAY:
        for place in range(HAND_SIZE):
            card = game.hands[viewer * HAND_SIZE + place]
            if card != NO_CARD:
                taken = taken_by(card, words[LINE_WORD], words)
                seen[SEEN_TAKES + number_of(card)] = popcount(taken)
                seen[SEEN_TAKES_POINTS + number_of(card)] = min(value_of(taken, words), compact.MAX_BYTE)
    lead = np.int64(_lead_needed(players))
    for own in range(players):
        seat = (own + viewer) % players
        for colour in range(COLOURS):
            most = np.int64(0)
            for other in range(players):
                if other != own:
                    most = max(most, np.int64(seen[compact.COUNTS + other * COLOURS + colour]))
            # An equal number will do, but not none at all.
            missing = max(most + lead, np.int64(1)) - np.int64(seen[compact.COUNTS + own * COLOURS + colour])
            seen[SEEN_MISSING + own * COLOURS + colour] = max(missing, np.int64(0))
            cards = words[FRONT_MASKS + seat] & words[COLOUR_MASKS + colour]
            seen[SEEN_VALUES + own * COLOURS + colour] = value_of(cards, words)


@inlined_function
def write_number(place: Any, number: Any, out: Any) -> None:
    """A byte, over 16."""
    out[place] = sixteenths(np.uint64(number))


@inlined_function
def write_cards(seen: Any, out: Any, worker: Any, workers: Any) -> None:
    """Where each card is, and what those in hand would take."""
    for card in range(worker, DECK_SIZE, workers):
        place = np.int64(seen[compact.PLACE + card])
        in_front = compact.SEAT_FRONT <= place < compact.LINE_END
        in_line = compact.LINE_END <= place < compact.SET_ASIDE
        out[HAND + card] = ONE if place == compact.OWN_HAND else ZERO
        out[UNSEEN + card] = ONE if place == compact.UNSEEN else ZERO
        write_number(FRONT_OF + card, place - compact.SEAT_FRONT + 1 if in_front else np.int64(0), out)
        write_number(FROM_END + card, place - compact.LINE_END + 1 if in_line else np.int64(0), out)
        write_number(TAKES + card, seen[SEEN_TAKES + card], out)
        write_number(TAKES_POINTS + card, seen[SEEN_TAKES_POINTS + card], out)
    for colour in range(worker, COLOURS, workers):
        unseen = 0
        for value in range(VALUES):
            unseen += 1 if seen[compact.PLACE + colour * VALUES + value] == compact.UNSEEN else 0
        write_number(UNSEEN_COLOURS + colour, unseen, out)


@inlined_function
def write_fronts(seen: Any, out: Any, worker: Any, workers: Any) -> None:
    """The cards in front of each seat, by colour, and who has or lacks a majority (P8, P9)."""
    for place in range(worker, MAX_PLAYERS * COLOURS, workers):
        own, colour = place // COLOURS, place % COLOURS
        write_number(COUNTS + place, seen[compact.COUNTS + place], out)
        write_number(COLOUR_VALUES + place, seen[SEEN_VALUES + place], out)
        out[TURNED + place] = ONE if seen[compact.MAJORITIES + own] >> colour & 1 else ZERO
        write_number(MISSING + place, seen[SEEN_MISSING + place], out)
    for own in range(worker, MAX_PLAYERS, workers):
        colours = 0
        for colour in range(COLOURS):
            colours += 1 if seen[compact.COUNTS + own * COLOURS + colour] != 0 else 0
        write_number(POINTS + own, seen[compact.POINTS + own], out)
        write_number(FRONT + own, seen[compact.FRONT + own], out)
        write_number(COLOURS_HELD + own, colours, out)
        write_number(HAND_SIZES + own, seen[compact.HAND_SIZES + own], out)
        out[FIRST + own] = ONE if seen[compact.FIRST] == own else ZERO


@inlined_function
def write_last_plays(seen: Any, out: Any, worker: Any, workers: Any) -> None:
    """What each of the others played last, what it took, and what the line offered then."""
    for place in range(worker, _OTHERS * COLOURS, workers):
        other, colour = place // COLOURS, place % COLOURS
        card = np.int64(seen[compact.LAST + other + 1]) - 1
        out[LAST_COLOUR + place] = ONE if card >= 0 and colour_of(card) == colour else ZERO
    for other in range(worker, _OTHERS, workers):
        card = np.int64(seen[compact.LAST + other + 1]) - 1
        write_number(LAST_VALUE + other, card - colour_of(card) * VALUES if card >= 0 else np.int64(0), out)
        for part in range(1, 4):
            number = seen[compact.LAST + part * compact.LAST_STEP + other + 1]
            write_number(LAST_TAKEN + (part - 1) * _OTHERS + other, number, out)


@inlined_function
def write_rich(seen: Any, out: Any, worker: Any, workers: Any) -> None:
    """What a seat may know (P11), as a network wants it, from its compact observation with details.

    On a GPU several workers, neighbouring threads, share one observation, so that they write side by side.
    """
    write_cards(seen, out, worker, workers)
    write_fronts(seen, out, worker, workers)
    write_last_plays(seen, out, worker, workers)
    for place in range(worker, 5, workers):
        out[PLAYERS + place] = ONE if place + 2 == np.int64(seen[compact.PLAYERS]) else ZERO
    if worker == 0:
        write_number(PILE, seen[compact.PILE], out)
        write_number(LINE, seen[compact.LINE], out)
        out[LAST_ROUND] = ONE if seen[compact.LAST_ROUND] & 1 else ZERO
        out[LAST_ROUND + 1] = ONE if seen[compact.LAST_ROUND] & 2 else ZERO
        write_number(TURNS_LEFT, seen[compact.TURNS_LEFT], out)
        out[PHASE] = ONE if seen[compact.PHASE] != compact.TO_PLAY else ZERO
        write_number(CHOSEN, popcount(np.uint64(seen[compact.CHOSEN])), out)
        write_number(PLIES, seen[compact.PLIES], out)
        out[ACTS] = ONE if seen[compact.ACTOR] == 0 else ZERO
