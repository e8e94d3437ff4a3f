"""Luck and errors that add up to the result (docs/formats.md), whatever the evaluator says."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wonderland.bots.parade.luck.chances import Chances
from wonderland.review.parade.report import Chance, Decision, SeatLuck

Floats = NDArray[np.float64]


def moments(chances: Chances, turns: int, draws: int, choices: int) -> tuple[Chance, ...]:
    """Everybody's shares after the deal, every move, every draw and every last choice, of which there are so many."""
    found = [_chance(0, "deal", chances.deal[0])]
    for ply in range(turns):
        found.append(_chance(ply + 1, "move", chances.moves[0, ply]))
        if ply < draws:
            found.append(_chance(ply + 1, "draw", chances.draws[0, ply]))
    for choice in range(choices):
        at = "end" if choice + 1 == choices else "move"
        found.append(_chance(turns + choice + 1, at, chances.choices[0, choice]))
    return tuple(found)


def _chance(ply: int, at: Any, shares: Floats) -> Chance:
    return Chance(ply, at, tuple(shares.tolist()))


def luck_of(chances: Chances, turns: int, decisions: Sequence[Decision]) -> tuple[SeatLuck, ...]:
    """The luck and the errors of each seat; ``decisions`` are all that were made, in order."""
    deal, draws = chances.deal_luck[0], chances.draw_luck[0]
    players = len(deal)
    hidden, own, others = np.zeros(players), np.zeros(players), np.zeros(players)
    before = chances.deal[0]
    for number, decision in enumerate(decisions):
        after = chances.moves[0, number] if number < turns else chances.choices[0, number - turns]
        played = next(move for move in decision.moves if move.move == decision.played)
        change = np.array(played.shares) - np.array(decision.moves[0].shares)
        hidden += after - before - change
        own[decision.seat] -= change[decision.seat]
        change[decision.seat] = 0.0
        others += change
        before = chances.draws[0, number] if number < turns else after
    adjusted = before - deal - draws - hidden
    return tuple(
        SeatLuck(*(float(kind[seat]) for kind in (deal, draws, hidden, own, others, adjusted)))
        for seat in range(players)
    )
