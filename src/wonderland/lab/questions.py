"""What to lay: questions about decisions, answered with numbers and 95 % intervals.

A *gain* is a share of the win: what one choice brings more than another, by the network's expectation (``expected``)
and when everybody plays on by the network from the very position (``played_out``).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from wonderland.figures.measure import Measure
from wonderland.lab.columns import (
    EXPECTED,
    HELD,
    KEEPING,
    LAST_ROUND,
    LEAD_AFTER,
    PILE_LEFT,
    PLAYED_OUT,
    POINTS,
    SIXTH_COLOUR,
    TAKEN,
    VALUE,
)
from wonderland.lab.games import places_by_rule
from wonderland.lab.rules_of_thumb import NO_RULE
from wonderland.lab.studies import Decisions, Numbers, clustered_mean, mean, shares_of

#: From this value on a card is called high.
MIN_HIGH_VALUE = 7
#: Points that a card takes, and a lead in points: the first and the last of each group.
POINT_GROUPS = ((0, 0), (1, 2), (3, 4), (5, 6), (7, 9), (10, 99))
LEAD_GROUPS = ((-99, -11), (-10, -6), (-5, -1), (0, 5), (6, 10), (11, 99))
#: How late it is: the first and the last part of the pile that is left.
STAGES = {"early": (2 / 3, 1.0), "middle": (1 / 3, 2 / 3), "late": (0.0, 1 / 3)}

Answer = dict[str, Any]
Rows = NDArray[np.bool_]


def dealt_pile(players: int) -> int:
    """The cards in the pile as dealt (P2)."""
    return 60 - 5 * players


def in_stage(study: Decisions, stage: str) -> Rows:
    """Which decisions come at a stage, before the last round."""
    low, high = STAGES[stage]
    left = study.decisions[:, PILE_LEFT] / dealt_pile(study.players)
    found: Rows = (left > low) & (left <= high) & (study.decisions[:, LAST_ROUND] == 0)
    return found


def best_among(study: Decisions, among: Rows) -> tuple[Numbers, Rows]:
    """The row of the best of some of the cards in each decision, and whether there is any."""
    places = np.where(among, study.cards[:, :, EXPECTED], -np.inf).argmax(axis=1)
    return study.cards[np.arange(len(places)), places], np.asarray(among.any(axis=1))


def gains(chosen: Numbers, other: Numbers, rows: Rows) -> Answer:
    """What choosing one card rather than another brings, and how often it is right by the network."""
    difference = chosen[rows] - other[rows]
    right = int((difference[:, EXPECTED] > 0).sum())
    return {
        "decisions": int(rows.sum()),
        "right": Measure.rate(right, int(rows.sum())),
        "expected": mean(difference[:, EXPECTED]),
        "played_out": mean(difference[:, PLAYED_OUT]),
    }


def taking_or_spending(study: Decisions) -> dict[str, list[Answer]]:
    """Take cards, or lay a high card that takes nothing? By stage, then by the points that would be taken.

    Decisions in which a high card is the only kind that takes nothing, and another takes cards but no sixth colour.
    """
    cards = study.cards
    held, free = cards[:, :, HELD] > 0, cards[:, :, TAKEN] == 0
    taking, has_taking = best_among(study, held & ~free & (cards[:, :, SIXTH_COLOUR] == 0))
    spending, has_spending = best_among(study, held & free)
    low_free = (held & free & (cards[:, :, VALUE] < MIN_HIGH_VALUE)).any(axis=1)
    asked = has_taking & has_spending & ~low_free
    return {
        stage: [
            gains(taking, spending, asked & in_stage(study, stage) & _within(taking[:, POINTS], group))
            for group in POINT_GROUPS
        ]
        for stage in STAGES
    }


def keeping_by_value(study: Decisions) -> dict[str, list[Measure]]:
    """What keeping a card is worth, beside a random one of the pile in its place: by stage, then by its value."""
    kept = study.cards[:, :, KEEPING]
    # One decision a game: the cards of one hand are one cluster.
    games = np.broadcast_to(np.arange(len(kept))[:, None], kept.shape)
    found = {}
    for stage in STAGES:
        rows = in_stage(study, stage)[:, None] & (kept != 0)
        by_value = [rows & (study.cards[:, :, VALUE] == value) for value in range(11)]
        found[stage] = [clustered_mean(kept[one], games[one]) for one in by_value]
    return found


def beginning_last_round(study: Decisions) -> list[Answer]:
    """Take the sixth colour, or not? By the lead in points after it, where the player may do either.

    ``share`` is the share of the win of those who take it, ``pile`` the same for few and for many cards left.
    """
    held, sixth = study.cards[:, :, HELD] > 0, study.cards[:, :, SIXTH_COLOUR] > 0
    taking, may_take = best_among(study, held & sixth)
    waiting, may_wait = best_among(study, held & ~sixth)
    found = []
    for group in LEAD_GROUPS:
        rows = may_take & may_wait & _within(taking[:, LEAD_AFTER], group)
        answer = gains(taking, waiting, rows) | {"share": mean(taking[rows, PLAYED_OUT])}
        answer["waiting_share"] = mean(waiting[rows, PLAYED_OUT])
        many = study.decisions[:, PILE_LEFT] > dealt_pile(study.players) / 3
        answer["pile"] = {
            "few": gains(taking, waiting, rows & ~many),
            "many": gains(taking, waiting, rows & many),
        }
        found.append(answer)
    return found


def turn_order(players: int, games: int, threads: int = 1) -> list[Measure]:
    """The share of the win of each seat, in turn order, when all play alike.

    >>> round(sum(seat.mean for seat in turn_order(2, games=400)), 6)
    1.0
    """
    shares = shares_of(players, games, threads=threads)
    return [mean(shares[:, seat]) for seat in range(players)]


def rule_in_games(players: int, rule: int, games: int, threads: int = 1) -> Measure:
    """The share of the win of a seat that follows a rule of thumb whenever it applies, the others being the network.

    Every deal is played with the rule in each seat; the interval is over deals. Without a rule it would be 1/players.
    """
    assert rule != NO_RULE
    shares = shares_of(players, games - games % players, rule, threads=threads)
    own = shares[np.arange(len(shares)), np.arange(len(shares)) % players]
    return mean(own.reshape(-1, players).mean(axis=1))


def rule_in_decisions(study: Decisions, rule: int) -> Answer:
    """How often a rule of thumb lays another card than the network (``differs``), and what that costs each time."""
    places = np.zeros(len(study.decisions), np.int64)
    places_by_rule(rule, dealt_pile(study.players), study.decisions, study.cards, places)
    chosen = study.cards[np.arange(len(places)), places]
    best, _ = best_among(study, study.cards[:, :, HELD] > 0)
    differs = chosen[:, EXPECTED] < best[:, EXPECTED]
    cost = gains(best, chosen, differs)
    return {"differs": Measure.rate(int(differs.sum()), len(differs))} | cost


def _within(values: Numbers, group: tuple[int, int]) -> Rows:
    found: Rows = (values >= group[0]) & (values <= group[1])
    return found
