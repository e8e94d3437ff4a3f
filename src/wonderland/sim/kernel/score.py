"""Majorities, scores and ranking (P8 to P10)."""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir  # type: ignore[import-untyped]  # it has no types

from wonderland.games.parade.scoring import majority_lead
from wonderland.sim.kernel.compiling import kernel_function
from wonderland.sim.kernel.intrinsics import array_data, intrinsic, popcount, void, words_of
from wonderland.sim.kernel.layout import (
    FRONT_MASKS,
    RESULT_CARDS,
    RESULT_SCORES,
    RESULT_TURNED,
    RESULT_WINNERS,
)  # fmt: skip

#: More cards of a colour than anyone can have: nobody turns it over.
_MORE_THAN_ANYONE = 99
_i64 = ir.IntType(64)


@intrinsic
def score_fronts(_: Any, masks: Any, seats: Any, result: Any) -> Any:
    """Write what the cards in front of each seat cost and, as bits, the colours it turned over (P8, P9)."""

    def code(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        words = words_of(context, builder, signature, values, 0)
        store = array_data(context, builder, signature, values, 2)
        players = len(signature.args[1])
        cards = [words.by_colour(words.load(FRONT_MASKS + seat)) for seat in range(players)]
        held = [words.count(own) for own in cards]
        most = held[0]
        for other in held[1:]:
            most = words.where(words.compare(">", other, most), other, most)
        if needed := majority_lead(players):
            # Of two players, the lead is twice the most less what both have.
            lead = words.subtract(words.add(most, most), words.add(*held))
            most = words.where(
                words.compare(">=", lead, words.constant(needed)), most, words.constant(_MORE_THAN_ANYONE)
            )
        most = words.where(words.compare("==", most, words.constant(0)), words.constant(_MORE_THAN_ANYONE), most)
        for seat in range(players):
            turned = words.compare("==", held[seat], most)
            points = words.total(turned, held[seat], cards[seat])
            for place, found in ((RESULT_SCORES, points), (RESULT_TURNED, words.flag_bits(turned))):
                builder.store(words.widened(found), builder.gep(store, [ir.Constant(_i64, place + seat)]))
        return context.get_dummy_value()

    return void(masks, seats, result), code


@kernel_function
def judge(seats: Any, masks: Any, result: Any) -> None:
    """Scores, card counts and winners: the lowest score, of equals the fewest cards (P10)."""
    score_fronts(masks, seats, result)
    best, winners = np.int64(1 << 60), np.int64(0)
    for seat in range(len(seats)):
        cards = np.int64(popcount(masks[FRONT_MASKS + seat]))
        result[RESULT_CARDS + seat] = cards
        rank = (result[RESULT_SCORES + seat] << 7) + cards
        own_bit = np.int64(1) << seat
        winners = own_bit if rank < best else (winners | own_bit if rank == best else winners)
        best = min(best, rank)
    result[RESULT_WINNERS] = winners
