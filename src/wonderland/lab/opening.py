"""The opening table: what keeping a card is worth in the first turns."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wonderland.bots.parade.opening import MAX_IN_HAND, MAX_IN_LINE, OPENING_ROUNDS
from wonderland.figures.measure import Measure
from wonderland.lab.columns import IN_HAND, IN_LINE, KEEPING, KEEPING_PLAYED_OUT, VALUE
from wonderland.lab.numbers_file import MADE, weights_of
from wonderland.lab.studies import Decisions, Numbers, clustered_mean, decisions_of
from wonderland.sim.kernel.layout import VALUES

#: The name of the table among a page's numbers.
OPENING = "opening_table"
#: A mean of fewer cards says nothing.
MIN_CARDS = 30


def opening_decisions(players: int, games: int, exchanging: bool = False, threads: int = 1) -> Decisions:
    """Decisions of the first turns; ``exchanging`` also plays on with each card and with another in its place."""
    return decisions_of(players, games, OPENING_ROUNDS * players, exchanging=exchanging, threads=threads)


def opening_table(study: Decisions) -> list[Any]:
    """The worth of keeping a card, by value, cards of its colour in the line, and others of its colour in the hand.

    In per mille of a win, beside a random card of the pile in its place; each with its margin, none where rare.
    """
    cards, games = _kept(study)
    line, hand = cards[:, IN_LINE].clip(max=MAX_IN_LINE), cards[:, IN_HAND].clip(max=MAX_IN_HAND)
    table: list[Any] = []
    for value in range(VALUES):
        table.append([])
        for in_line in range(MAX_IN_LINE + 1):
            inside = (cards[:, VALUE] == value) & (line == in_line)
            rows = [inside & (hand == in_hand) for in_hand in range(MAX_IN_HAND + 1)]
            found = [
                clustered_mean(cards[one, KEEPING], games[one]) if one.sum() >= MIN_CARDS else None for one in rows
            ]
            table[-1].append([_per_mille(one) if one else None for one in found])
    return table


def opening_by_value(study: Decisions) -> dict[str, list[Measure]]:
    """The same by value only, as the network expects and played out."""
    cards, games = _kept(study)
    by_value = [cards[:, VALUE] == value for value in range(VALUES)]
    return {
        name: [clustered_mean(cards[one, column], games[one]) for one in by_value]
        for name, column in (("expected", KEEPING), ("played_out", KEEPING_PLAYED_OUT))
    }


def opening_json(numbers: Mapping[str, Any]) -> str:
    """The file ``opening.json`` from a page's numbers by number of players."""
    games = max(found[MADE][OPENING]["games"] for found in numbers.values())
    head = {
        "made_by": f"python -m wonderland.lab --opening-games {games} --docs docs/lab",
        "weights": " and ".join(weights_of(numbers, OPENING)),
        "unit": "per mille of a win, and its 95 % margin",
    }
    lines = [f'"{key}": {json.dumps(text)}' for key, text in head.items()]
    rows = []
    for players, found in sorted(numbers.items()):
        values = ",\n".join(f"  {json.dumps(row, separators=(',', ':'))}" for row in found[OPENING])
        rows.append(f'"{players}": [\n{values}]')
    lines.append('"tables": {\n' + ",\n".join(rows) + "}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _kept(study: Decisions) -> tuple[Numbers, NDArray[np.intp]]:
    """The cards whose keeping is known, and the game of each: one decision a game, so a hand is one cluster."""
    rows = study.cards[:, :, KEEPING] != 0
    return study.cards[rows], np.nonzero(rows)[0]


def _per_mille(measure: Measure) -> list[float]:
    return [round(1000 * measure.mean, 1), round(1000 * measure.margin, 1)]
