"""Games played to learn from: at some decisions every candidate is played out, and what it touches is noted.

What a candidate costs should foretell what it is worth beside the others of its decision. So both are centred:
the mean of the decision is taken away, and with it whatever all candidates share. Least squares need no more of all
the rows than the sums of their products.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from wonderland.bots.parade.evaluation.costs import MIND, colours_in, keep_tastefully, stage_of, tasteful_card
from wonderland.bots.parade.evaluation.weights import KEEPING, NEAR_END
from wonderland.bots.parade.search.endgame import KEPT, PAIRS
from wonderland.bots.parade.search.rollouts import GUIDE, play_tastefully, worth_of
from wonderland.sim.batch.steps import playing
from wonderland.sim.kernel.compiling import kernel_function
from wonderland.sim.kernel.hands import deal_hands, gather_hidden, hide_again, take_turn
from wonderland.sim.kernel.layout import (
    EMPTY,
    END,
    HAND,
    META,
    META_DRAWN,
    META_PILE,
    META_PLIES,
    META_TRIGGER,
    PILE,
    SEATS,
    U0,
    WORK,
)  # fmt: skip
from wonderland.sim.kernel.random_words import BEHIND, POINT, fraction, key_of
from wonderland.training.compiling import entry_point
from wonderland.training.features import NOTES, trace_card, trace_pair

#: Every fourth decision is studied; late ones are fewer and matter more, so every second of them.
_EVERY, _LATE = np.uint64(4), np.uint64(2)
#: Three cards in twenty are any card, so that there is something to learn about all sorts of positions.
_ERRING, _OUT_OF = np.uint64(3), np.uint64(20)
#: The number of the random word of the first decision.
_DECISION = np.uint64(32)


@entry_point
def study(
    seats: Any, seed: Any, start: Any, stop: Any, worlds: Any, taste: Any, pack: Any, products: Any, sums: Any
) -> None:
    """Play the games ``start`` to ``stop`` among players of taste, and add up what their decisions teach."""
    players = len(seats)
    order, work = np.zeros(72, np.uint8), np.zeros(WORK, np.uint64)
    hands, pile = np.zeros(SEATS * HAND, np.uint8), np.zeros(PILE, np.uint8)
    aside, meta, mind = np.zeros(SEATS * 2, np.uint8), np.zeros(META, np.int16), np.zeros(MIND, np.int64)
    worths = np.zeros(PAIRS)
    for game in range(start, stop):
        key = key_of(seed, np.uint64(game))
        work[:], hands[:], aside[:] = U0, EMPTY, EMPTY
        _, line = deal_hands(key, seats, pack, order, work, hands, pile, aside, meta)
        chosen = 0
        while chosen < players:
            turns = playing(players, meta)
            plies = np.int64(meta[META_PLIES])
            seat, stage = np.int64(chosen), KEEPING
            if turns:
                seat = plies % players
                stage = stage_of(players, np.int64(meta[META_PILE] - meta[META_DRAWN]), meta[META_TRIGGER], work)
            number = np.uint64(plies + chosen)
            chance = fraction(key, _DECISION + number) * _EVERY
            studied = chance >> POINT < (_LATE if stage >= NEAR_END else np.uint64(1))
            if studied:
                moment = key_of(key, number)
                many = try_out(
                    seats, seat, moment, worlds, turns, line, work, hands, pile, aside, meta, taste, mind, worths
                )
                note_all(seat, seats, many, line, stage, work, hands, mind, worths, products, sums)
            if not turns:
                keep_tastefully(seat, seats, work, hands, taste, mind, aside)
                chosen += 1
                continue
            chance = (chance & BEHIND) * _OUT_OF
            if chance >> POINT < _ERRING:
                place = np.int64((chance & BEHIND) * np.uint64(HAND) >> POINT)
            elif studied:
                place = np.int64(np.argmax(worths[:HAND]))
            else:
                place = np.int64(tasteful_card(seat, seats, line, stage, work, hands, taste, mind))
            line = take_turn(seat, place, line, work, hands, pile, meta)


@kernel_function
def try_out(
    seats: Any, seat: Any, key: Any, worlds: Any, turns: Any, line: Any, work: Any, hands: Any, pile: Any, aside: Any,
    meta: Any, taste: Any, mind: Any, worths: Any,
) -> Any:  # fmt: skip
    """The mean worth of every candidate in the same worlds, hidden cards dealt at random; how many candidates."""
    own_work, end, hidden = np.zeros(WORK, np.uint64), np.zeros(END, np.int64), np.zeros(72, np.uint8)
    seen_hands, seen_pile, seen_aside = hands.copy(), pile.copy(), aside.copy()
    many = HAND if turns else PAIRS
    worths[:] = 0.0
    size = gather_hidden(seat, seats, seen_hands, seen_pile, seen_aside, meta, hidden)
    for world in range(worlds):
        hide_again(key_of(key, np.uint64(world)), seat, seats, hidden, size, seen_hands, seen_pile, meta)
        for candidate in range(many):
            own_work[:] = work
            own_hands, own_aside, own_meta, last = seen_hands.copy(), seen_aside.copy(), meta.copy(), line
            if turns:
                last = take_turn(seat, candidate, line, own_work, own_hands, seen_pile, own_meta)
            else:
                # The pairs of places are listed so that the two others stand as far from the end of the list.
                for which in range(2):
                    own_aside[seat * 2 + which] = own_hands[seat * HAND + KEPT[PAIRS - 1 - candidate, which]]
            play_tastefully(seats, last, own_work, own_hands, seen_pile, own_aside, own_meta, taste, mind, end)
            worths[candidate] += worth_of(seats, seat, end, GUIDE) / worlds
    return many


@kernel_function
def note_all(
    seat: Any, seats: Any, many: Any, line: Any, stage: Any, work: Any, hands: Any, mind: Any, worths: Any,
    products: Any, sums: Any,
) -> None:  # fmt: skip
    """Add a decision to the sums: what its candidates touch and what they are worth, both beside their means."""
    noted, places, times = np.zeros(PAIRS, np.int64), np.zeros((PAIRS, NOTES), np.int64), np.zeros((PAIRS, NOTES))
    counts, hand, mean = colours_in(seat, hands), seat * HAND, worths[:many].mean()
    for one in range(many):
        if stage == KEEPING:
            pair = np.int64(hands[hand + KEPT[one, 0]]), np.int64(hands[hand + KEPT[one, 1]])
            noted[one] = trace_pair(pair[0], pair[1], counts, seat, len(seats), work, places[one], times[one])
        else:
            card = np.int64(hands[hand + one])
            noted[one] = trace_card(card, counts, seat, seats, line, stage, work, mind, places[one], times[one])
    for one in range(many):
        for first in range(noted[one]):
            row, number = places[one, first], times[one, first]
            sums[row] -= (worths[one] - mean) * number
            for two in range(many):
                beside = (1.0 if one == two else 0.0) - 1.0 / many
                for second in range(noted[two]):
                    products[row, places[two, second]] += beside * number * times[two, second]
