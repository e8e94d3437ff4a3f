"""Nimble in virtual time: how much each level wins against the one below, and rounds a minute on one core.

scripts/bench nimble [DEALS]
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from itertools import pairwise
from math import sqrt
from random import Random
from time import perf_counter
from typing import NamedTuple

from wonderland.bots.registry import ladder, make
from wonderland.bots.timeline import play_live
from wonderland.games.nimble import game

DEALS = 1000


class Sum(NamedTuple):
    """Sums over rounds: of the win shares and errors of those in question, of seconds at the table, and of actions."""

    rounds: int = 0
    won: float = 0.0
    errors: int = 0
    seconds: float = 0.0
    actions: int = 0


def play(names: Sequence[str], seed: int, seats: Sequence[int], so_far: Sum) -> Sum:
    """One more round; ``seats`` are those in question."""
    deal = game.shuffle([f"P{seat}" for seat in range(len(names))], Random(seed))
    played = play_live(game, deal, [make(name, seed * 4 + seat) for seat, name in enumerate(names)])
    assert not any(played.faults.values())
    end = game.outcome(played.log.state)
    assert end is not None
    return Sum(
        so_far.rounds + 1,
        so_far.won + sum(seat in end.winners for seat in seats) / len(end.winners),
        so_far.errors + sum(end.errors[seat] for seat in seats),
        so_far.seconds + (played.log.actions[-1].time or 0) / 1000,
        so_far.actions + len(played.log.actions),
    )


def levels(deals: int) -> None:
    """Each level against the one below, every deal in both seatings."""
    print(f"{'':18}{'rounds':>8}{'won':>8}{'±95 %':>8}{'errors':>8}{'seconds':>9}")
    for weaker, stronger in pairwise(ladder("nimble")):
        total = Sum()
        for seed in range(deals):
            total = play([stronger, weaker], seed, [0], total)
            total = play([weaker, stronger], seed, [1], total)
        _, won, errors, seconds, _ = (value / total.rounds for value in total)
        within = 1.96 * sqrt(won * (1 - won) / total.rounds)
        print(f"{stronger + ' : ' + weaker:18}{total.rounds:8}{won:8.1%}{within:8.1%}{errors:8.2f}{seconds:9.0f}")


def speed(deals: int) -> None:
    """Rounds a minute, dealing and making the bots included."""
    print(f"\n{'':10}{'players':>8}{'rounds/min':>12}{'actions':>9}{'µs each':>9}{'seconds':>9}{'errors':>8}")
    for name in ladder("nimble"):
        for players in game.seats:
            total, start = Sum(), perf_counter()
            for seed in range(deals):
                total = play([name] * players, seed, range(players), total)
            took = perf_counter() - start
            actions, seconds = total.actions / deals, total.seconds / deals
            each = 1e6 * took / total.actions
            errors = total.errors / deals / players
            print(f"{name:10}{players:8}{60 * deals / took:12,.0f}{actions:9.0f}{each:9.0f}{seconds:9.0f}{errors:8.2f}")


if __name__ == "__main__":
    deals = int(sys.argv[1]) if len(sys.argv) > 1 else DEALS
    levels(deals)
    speed(max(1, deals // 5))
